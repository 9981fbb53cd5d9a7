"""Matches, knockouts and drawn openings: done by those whom the table of permissions names, refused to all others."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavleya.actors import Actor, Role
from tavleya.errors import NotPermitted
from tavleya.permissions import TABLE, Action
from tests.tournaments.conftest import NOW, World
from tournaments.models.log import Log
from tournaments.models.match import Match
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed
from tournaments.services.knockout import add_tiebreak_games, award_match, pair_knockout_stage
from tournaments.services.matches import clear_match_terms, set_match_terms
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.sections import enter_player

PEOPLE = {
    Role.ORGANISER: "olga",
    Role.CHIEF_ARBITER: "chen",
    Role.ARBITER: "ana",
    Role.HELPER: "hal",
    Role.TREASURER: "tom",
    Role.PLAYER: "pia",
    Role.PUBLIC: "nobody",
}


class Prepared:
    def __init__(self, world: World) -> None:
        draughts = {"format": "knockout", "game": "draughts", "regime": "draughts64"}
        self.fresh, self.bound, self.played = (world.section(**draughts).pk for _ in range(3))
        for section in (self.fresh, self.bound, self.played):
            set_match_terms(actor=world.olga, now=NOW, section_id=section)
        commit_draw(actor=world.olga, now=NOW, section_id=self.bound, table="idf")
        for name in ("Kuperman", "Kaplan"):
            player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name)
            for section in (self.fresh, self.played):
                enter_player(actor=world.olga, now=NOW, section_id=section, player_id=player.pk)
        row = pair_knockout_stage(actor=world.olga, now=NOW, section_id=self.played)
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
        self.match = Match.objects.get()
        for game in self.match.games.all():
            enter_result(actor=world.olga, now=NOW, pairing_id=game.pk, result="1-0")


CALLS: dict[str, tuple[Action, Callable[[Prepared, Actor], object]]] = {
    "set_match_terms": (
        Action.EDIT_SECTION,
        lambda w, a: set_match_terms(actor=a, now=NOW, section_id=w.fresh, games=4),
    ),
    "clear_match_terms": (
        Action.EDIT_SECTION,
        lambda w, a: clear_match_terms(actor=a, now=NOW, section_id=w.fresh),
    ),
    "pair_knockout_stage": (
        Action.PAIR_ROUND,
        lambda w, a: pair_knockout_stage(actor=a, now=NOW, section_id=w.fresh),
    ),
    "add_tiebreak_games": (
        Action.PAIR_ROUND,
        lambda w, a: add_tiebreak_games(actor=a, now=NOW, match_id=w.match.pk),
    ),
    "award_match": (
        Action.CORRECT_RESULT,
        lambda w, a: award_match(
            actor=a, now=NOW, match_id=w.match.pk, registration_id=w.match.first_id, reason="lots"
        ),
    ),
    "commit_draw": (
        Action.EDIT_SECTION,
        lambda w, a: commit_draw(actor=a, now=NOW, section_id=w.fresh, table="idf"),
    ),
    "add_public_word": (
        Action.EDIT_SECTION,
        lambda w, a: add_public_word(actor=a, now=NOW, section_id=w.bound, word="dice 3 5"),
    ),
    "reveal_seed": (
        Action.EDIT_SECTION,
        lambda w, a: reveal_seed(actor=a, now=NOW, section_id=w.bound),
    ),
}


@pytest.mark.parametrize("name", sorted(CALLS))
def test_each_role_may_what_the_table_says(world, name):
    prepared = Prepared(world)
    action, call = CALLS[name]
    for role in set(Role) - {Role.OWNER}:
        if role in TABLE[action]:
            continue
        rows = Log.objects.count()
        with pytest.raises(NotPermitted):
            call(prepared, getattr(world, PEOPLE[role]))
        assert Log.objects.count() == rows
    call(prepared, world.chen)
