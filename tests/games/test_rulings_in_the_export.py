"""Rulings go out with the record, and a file that says something else of them than its entries is found out."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command

from arbiter.rehearsal.run import rehearse
from arbiter.services.reversal import reverse
from arbiter.services.ruling import rule
from games.models.game import Game
from games.services.export import export_record
from tavleya.record.ndjson import verify
from tests.games.test_export import rechained
from tests.world import SYSTEM, World, later

pytestmark = pytest.mark.django_db


def lines_of(game: Game) -> list[str]:
    return list(export_record(actor=SYSTEM, game=game))


def codes(lines: list[str]) -> set[str]:
    return {fault.message.code for fault in verify(lines).faults}


@pytest.fixture
def game() -> Game:
    """A warning, an incident, a ruling that was undone, and a loss by penalty."""
    world = World()
    world.started()
    world.play("e2-e4", "e7-e5")
    for second, (kind, facts) in enumerate(
        (
            ("penalty", {"offender": "black", "measure": "warning"}),
            ("incident", {"what": "noise", "reason": "applause"}),
            ("penalty", {"offender": "black", "measure": "loss"}),
        ),
        start=10,
    ):
        last = rule(
            actor=world.artur, now=later(seconds=second), game_id=world.board.pk, kind=kind, facts=facts
        )
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=last.pk)
    rule(
        actor=world.artur,
        now=later(seconds=30),
        game_id=world.board.pk,
        kind="penalty",
        facts={"offender": "white", "measure": "loss"},
    )
    return world.board


def rulings_in(lines: list[str]) -> list[dict[str, object]]:
    return [part for part in map(json.loads, lines) if part["type"] == "ruling"]


def with_ruling(lines: list[str], choice: int, **values: object) -> list[str]:
    return [
        json.dumps({**part, **values}) if part["type"] == "ruling" and part["number"] == choice else line
        for line, part in ((line, json.loads(line)) for line in lines)
    ]


def test_every_ruling_is_there_with_its_entries_and_what_it_undid(game: Game) -> None:
    lines = lines_of(game)
    rulings = rulings_in(lines)
    assert [(row["number"], row["kind"], row["outcome"], row["supersedes"]) for row in rulings] == [
        (1, "penalty", "applied", None),
        (2, "incident", "applied", None),
        (3, "penalty", "applied", None),
        (4, "reversal", "reversed", 3),
        (5, "penalty", "applied", None),
    ]
    assert [row["result"] for row in rulings][-1] == "0-1"
    checked = verify(lines)
    assert (checked.faults, checked.rulings) == ((), 5)


@pytest.mark.long
@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"result": "1-0"}, "ruling_differs"),
        ({"first_seq": 2}, "ruling_differs"),
        ({"last_seq": 900}, "ruling_differs"),
        ({"number": 7}, "missing_ruling"),
        ({"number": "five"}, "bad_ruling"),
    ],
)
def test_a_ruling_that_says_something_else_than_its_entries_is_found(game, values, code):
    assert code in codes(with_ruling(lines_of(game), 5, **values))


def test_a_ruling_taken_out_is_missed(game: Game) -> None:
    lines = [line for line in lines_of(game) if '"number":5' not in line]
    assert {"missing_rulings", "header_does_not_fit", "end_differs"} <= codes(lines)


def test_a_file_of_version_1_is_still_read(game: Game) -> None:
    """It had no rulings, and the names in its entries."""
    lines = [line for line in lines_of(game) if json.loads(line)["type"] not in ("ruling", "text")]
    header = {**json.loads(lines[0]), "version": 1}
    del header["rulings"], header["texts"]
    names = {side: header[side] for side in ("white", "black")}
    opened = json.loads(lines[1])["data"] | names
    assert codes(rechained([json.dumps(header), *lines[1:]], 1, data=opened)) == set()


@pytest.mark.long
def test_every_game_of_a_day_on_which_everything_happens_is_sound(tmp_path: Path) -> None:
    day = rehearse()
    total = 0
    for game in Game.objects.filter(pairing__round__section__event=day.event):
        checked = verify(lines_of(game))
        assert checked.faults == (), (game, checked.faults)
        total += checked.rulings
    assert total >= 40
    path = tmp_path / "game.ndjson"
    string_io = io.StringIO()
    path.write_text("\n".join(lines_of(game)), encoding="utf-8")
    call_command("verify_export", str(path), stdout=string_io)
    assert "rulings" in string_io.getvalue()
