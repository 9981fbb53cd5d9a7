"""The whole record of a game as lines, with its rulings: verified from the lines alone, which reveals every change."""

import hashlib
import io
import json
import random
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from arbiter.services import adjournment, resumption
from arbiter.services.reversal import reverse
from games.models.game import Game
from games.services.moves import resign
from games.services.record import export_record
from games.services.sheets import write_sheet
from games.states import state_of
from tavleya.errors import NotPermitted
from tavleya.law.sealing import ShareHolder
from tavleya.record.entries import digest_of, genesis
from tavleya.record.fold import fold
from tavleya.record.merging import Keeper
from tavleya.record.ndjson import verify
from tavleya.record.ruling_lines import read_entry
from tavleya.sides import Side
from tests.arbiter.ruling import at_board, rule
from tests.world import NOW, SYSTEM, World, later

pytestmark = pytest.mark.django_db


DUE = NOW + timedelta(days=1)


def adjourned_game() -> Game:
    """A game that was adjourned, resumed with its sealed move, and resigned; with three versions of score sheets."""
    world = World(control="60 d10")
    world.started()
    world.play("e2-e4", "e7-e5")
    adjournment.call_to_seal(actor=world.artur, now=later(hours=1), game_id=world.board.pk)
    at = {"now": later(hours=1), "game_id": world.board.pk}
    sealing = adjournment.seal_move(**at, actor=world.alice, move="g1-f3")
    adjournment.adjourn(**at, actor=world.artur, due=DUE, place="")
    resumption.set_up(actor=world.artur, now=DUE, game_id=world.board.pk)
    cards = [sealing.cards[ShareHolder.ENVELOPE], sealing.cards[ShareHolder.SEALER]]
    resumption.open_envelope(**at_board(world, DUE), cards=cards, present=frozenset(Side))
    for keeper, text in ((Keeper.WHITE, "1. e2-e4"), (Keeper.WHITE, "1. e2-e4 e7-e5"), (Keeper.BLACK, "?")):
        write_sheet(actor=world.artur, now=DUE, game_id=world.board.pk, keeper=keeper, text=text)
    resign(actor=world.bob, now=DUE + timedelta(minutes=1), game_id=world.board.pk)
    return world.board


def lines_of(game: Game) -> list[str]:
    return list(export_record(actor=SYSTEM, game=game))


def codes(lines: list[str]) -> set[str]:
    return {fault.message.code for fault in verify(lines).faults}


def test_an_export_is_verified_and_replayed_from_its_lines_alone(django_assert_num_queries) -> None:
    game = adjourned_game()
    lines = lines_of(game)
    assert lines_of(game) == lines
    with django_assert_num_queries(0):
        check = verify(lines)
        parts = [json.loads(line) for line in lines]
        entries = [read_entry(part) for part in parts if part["type"] == "entry"]
    assert check.sound, check.faults
    assert (check.key, check.digest) == (str(game.key), game.digest)
    assert (check.entries, check.sheets, check.opened) == (game.seq, 3, 1)
    assert (parts[0]["white"], parts[0]["game"]) == (game.white_name, "tavreli")
    assert fold(entries) == state_of(game)
    assert [part["version"] for part in parts if part["type"] == "sheet"] == [1, 1, 2]


def test_every_line_left_out_moved_or_doubled_is_noticed() -> None:
    lines = lines_of(adjourned_game())
    for index in range(len(lines)):
        assert codes(lines[:index] + lines[index + 1 :]), f"line {index + 1} left out"
        assert codes([*lines[:index], lines[index], *lines[index:]]), f"line {index + 1} doubled"
        if index:
            swapped = lines.copy()
            swapped[index - 1], swapped[index] = swapped[index], swapped[index - 1]
            assert codes(swapped), f"lines {index} and {index + 1} changed places"


def test_any_letter_changed_anywhere_is_noticed() -> None:
    lines, rng = lines_of(adjourned_game()), random.Random(3)
    for _ in range(150):
        index = rng.randrange(len(lines))
        column = rng.randrange(len(lines[index]))
        letter = rng.choice('0a"{é')
        if lines[index][column] == letter:
            continue
        broken = lines.copy()
        broken[index] = lines[index][:column] + letter + lines[index][column + 1 :]
        assert not verify(broken).sound, (index, column, letter)


def rechained(lines: list[str], index: int, **values: object) -> list[str]:
    """Change an entry and recompute every digest after it, as a careful forger would."""
    parts = [json.loads(line) for line in lines]
    parts[index] |= values
    digest = genesis(parts[0]["key"])
    for part in parts:
        if part["type"] == "entry":
            digest = part["digest"] = digest_of(read_entry(part), digest)
    parts[0]["digest"] = digest
    return with_end(parts)


def index_of(lines: list[str], kind: str) -> int:
    return next(index for index, line in enumerate(lines) if json.loads(line).get("kind") == kind)


def test_a_forger_who_recomputes_the_chain_meets_the_clock_the_rules_the_commitment_and_the_last_digest() -> None:
    game = adjourned_game()
    lines = lines_of(game)
    assert codes(rechained(lines, 1)) == set()  # recomputing alone changes nothing
    press = index_of(lines, "press")
    reading = json.loads(lines[press])["white_ms"] + 60_000
    assert codes(rechained(lines, press, white_ms=reading)) == {"reading_differs"}
    assert "cannot_replay" in codes(rechained(lines, index_of(lines, "move"), move="e2-e5"))
    opening = index_of(lines, "opening")
    data = json.loads(lines[opening])["data"] | {"written": "b1-c3", "text": "b1-c3"}
    assert "commitment_differs" in codes(rechained(lines, opening, data=data))
    started = json.loads(lines[1])["data"] | {"white": "Somebody else"}
    assert codes(rechained(lines, 1, data=started)) == {"header_differs", "text_differs"}
    forged = verify(rechained(lines, index_of(lines, "started"), actor="user:99"))
    assert forged.sound and forged.digest != game.digest  # so the last digest is what is published


HEADER = '{"type":"header","format":"tavleya-record","version":1}'


@pytest.mark.parametrize("lines, code", [
    ([], "empty"), (["", ""], "not_json"), (["[1]"], "not_json"), (["[" * 100_000], "not_json"),
    (['{"type":"header","format":"pgn"}'], "unknown_format"),
    ([HEADER.replace("1}", "99}")], "unknown_version"), ([HEADER, '{"type":"entry"}'], "bad_entry"),
    ([HEADER, '{"type":"sheet"}'], "bad_sheet"), ([HEADER, '{"type":"x"}'], "unknown_line"), ([HEADER], "no_end"),
])  # fmt: skip
def test_an_invalid_record_is_refused_with_a_reason(lines: list[str], code: str) -> None:
    assert code in codes(lines)


def with_end(parts: list[dict[str, object]]) -> list[str]:
    """Return the lines with a correct end line."""
    lines = [json.dumps(part, ensure_ascii=False, separators=(",", ":")) for part in parts[:-1]]
    digest = hashlib.sha256("".join(line + "\n" for line in lines).encode()).hexdigest()
    return [*lines, json.dumps({"type": "end", "lines": len(lines), "sha256": digest}, separators=(",", ":"))]


def resealed(parts: list[dict[str, object]]) -> list[str]:
    """Return the lines with correct counts and a correct end line."""
    parts[0]["texts"] = sum(part["type"] == "text" for part in parts)
    return with_end(parts)


def test_names_can_be_taken_away_and_not_be_changed() -> None:
    parts = [json.loads(line) for line in lines_of(adjourned_game())]
    texts = [part for part in parts if part["type"] == "text"]
    assert {part["name"] for part in texts} == {"white", "black"}
    assert not any("Alice" in json.dumps(part) for part in parts if part["type"] == "entry")
    nameless = [part for part in parts if part["type"] != "text"]
    assert codes(resealed([{**nameless[0], "white": "", "black": ""}, *nameless[1:]])) == set()
    assert codes(resealed([{**nameless[0], "black": ""}, *nameless[1:]])) == {"header_differs"}
    forged = [{**part, "text": "Eve"} if part is texts[0] else part for part in parts]
    assert codes(resealed([{**forged[0], "white": "Eve"}, *forged[1:]])) >= {"text_differs"}
    moved = [{**part, "seq": 2} if part is texts[0] else part for part in parts]
    assert "text_differs" in codes(resealed(moved))
    unsalted = [{**part, "salt": None} if part is texts[0] else part for part in parts]
    assert "bad_text" in codes(resealed(unsalted))


def test_entries_that_make_no_sense_are_faults_and_no_crash() -> None:
    lines = lines_of(adjourned_game())
    for index in range(1, len(lines) - 1):
        part = json.loads(lines[index])
        if part["type"] != "entry":
            continue
        wrong = {"data": {}, "side": None, "ply": "x", "kind": "resumption", "at": -1}
        for values in (*({name: value} for name, value in wrong.items()), {"ply": None}):
            verify(rechained_or_same(lines, index, **values))


def rechained_or_same(lines: list[str], index: int, **values: object) -> list[str]:
    try:
        return rechained(lines, index, **values)
    except (KeyError, TypeError, ValueError):
        changed = json.dumps(json.loads(lines[index]) | values, ensure_ascii=False, separators=(",", ":"))
        return [*lines[:index], changed, *lines[index + 1 :]]


def test_only_officers_export_a_record() -> None:
    world = World()
    for name in ("alice", "bob", "charlie", "hana"):
        with pytest.raises(NotPermitted):
            export_record(actor=world.people[name], game=world.board)
    assert list(export_record(actor=world.artur, game=world.board))


def test_the_commands_write_a_file_and_verify_it(tmp_path: Path) -> None:
    game = adjourned_game()
    for name in (str(game.pk), str(game.key)):
        out = io.StringIO()
        call_command("export_record", name, stdout=out)
        file = tmp_path / "record.ndjson"
        file.write_text(out.getvalue(), encoding="utf-8")
        output = io.StringIO()
        call_command("verify_export", str(file), "--digest", game.digest, stdout=output)
        summary = f"{game.seq} entries, 3 score sheets, 0 rulings, 1 sealed moves proved, 1-0"
        assert summary in output.getvalue()
    file.write_text(out.getvalue().replace("e2-e4", "d2-d4", 1), encoding="utf-8")
    output = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_export", str(file), stderr=output)
    assert "digest_differs" in output.getvalue()
    file.write_text(out.getvalue(), encoding="utf-8")
    with pytest.raises(CommandError):
        call_command("verify_export", str(file), "--digest", "0" * 64)
    for missing in ("999999", "no-such-key"):
        with pytest.raises(CommandError):
            call_command("export_record", missing)
    with pytest.raises(CommandError):
        call_command("verify_export", str(tmp_path / "nothing"))


@pytest.fixture
def game() -> Game:
    """A warning, an incident, a ruling that was undone, and a loss by penalty."""
    world = World()
    world.started()
    world.play("e2-e4", "e7-e5")
    rule(world, "penalty", 10, offender="black", measure="warning")
    rule(world, "incident", 11, what="noise", reason="applause")
    last = rule(world, "penalty", 12, offender="black", measure="loss")
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=last.pk)
    rule(world, "penalty", 30, offender="white", measure="loss")
    return world.board


def with_ruling(lines: list[str], number: int, /, **values: object) -> list[str]:
    return [
        json.dumps({**part, **values}) if part["type"] == "ruling" and part["number"] == number else line
        for line, part in zip(lines, map(json.loads, lines), strict=True)
    ]


def test_every_ruling_is_there_with_its_entries_and_what_it_undid(game: Game) -> None:
    lines = lines_of(game)
    rulings = [part for part in map(json.loads, lines) if part["type"] == "ruling"]
    assert [(row["number"], row["kind"], row["outcome"], row["supersedes"]) for row in rulings] == [
        (1, "penalty", "applied", None), (2, "incident", "applied", None), (3, "penalty", "applied", None),
        (4, "reversal", "reversed", 3), (5, "penalty", "applied", None),
    ]  # fmt: skip
    assert [row["result"] for row in rulings][-1] == "0-1"
    check = verify(lines)
    assert (check.faults, check.rulings) == ((), 5)
    taken_out = [line for line in lines if '"number":5' not in line]
    assert {"missing_rulings", "header_does_not_fit", "end_differs"} <= codes(taken_out)


@pytest.mark.long
@pytest.mark.parametrize(("values", "code"), [
    ({"result": "1-0"}, "ruling_differs"), ({"first_seq": 2}, "ruling_differs"), ({"last_seq": 900}, "ruling_differs"),
    ({"number": 7}, "missing_ruling"), ({"number": "five"}, "bad_ruling"),
])  # fmt: skip
def test_a_ruling_that_says_something_else_than_its_entries_is_found(game, values, code):
    assert code in codes(with_ruling(lines_of(game), 5, **values))


@pytest.mark.parametrize(("version", "newer"), [(1, ("ruling", "text")), (2, ("text",))])
def test_a_file_of_an_older_version_is_still_read(game: Game, version: int, newer: tuple[str, ...]) -> None:
    """Version 1 had no rulings; versions 1 and 2 had the names in the entries."""
    lines = [line for line in lines_of(game) if json.loads(line)["type"] not in newer]
    header = {**json.loads(lines[0]), "version": version}
    for kind in newer:
        del header[f"{kind}s"]
    names = {side: header[side] for side in ("white", "black")}
    data = json.loads(lines[1])["data"] | names
    assert codes(rechained([json.dumps(header), *lines[1:]], 1, data=data)) == set()
