"""An irregular ply at a draughts board leads to the ruling that asks what the opponent wishes."""

from datetime import timedelta

import pytest
from django.urls import reverse

from arbiter.services.illegal_moves import rule_illegal_move
from games.services.play import play_move
from tavleya.errors import Conflict


def test_the_card_opens_the_violation_and_applies_nothing_itself(table_of):
    table = table_of(game="draughts", regime="draughts64")
    play_move(
        actor=table.world.alice,
        now=table.now() + timedelta(seconds=1),
        game_id=table.game.pk,
        text="c3-c5",
        irregular=True,
    )
    with pytest.raises(Conflict) as excinfo:
        rule_illegal_move(
            actor=table.world.artur, now=table.now() + timedelta(seconds=9), game_id=table.game.pk
        )
    assert excinfo.value.code == "not_of_this_game"
    card = reverse("board-card", args=[table.world.slug, table.game.pk])
    page = table.client("artur").get(card).content.decode()
    proposal = page[page.index("proposal-title") : page.index("</section>", page.index("proposal-title"))]
    assert "?kind=draughts_violation" in proposal
    assert reverse("board-action", args=[table.world.slug, table.game.pk, "rule"]) not in proposal
