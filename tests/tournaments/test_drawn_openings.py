"""Drawn openings from the commitment to the check: bound, drawn as the round is shown, played from, verified."""

import hashlib
import json

import pytest
from django.core.management import CommandError, call_command

from games.services.moves import play_move, start_game
from games.states import state_of
from tavleya.errors import BadInput, Conflict
from tavleya.rules.draughts.spec import tables
from tavleya.rules.registry import opening_table, rules_for
from tests.tournaments.conftest import LATER, NOW, fixtures_of, raises_code
from tournaments.models.activity import Log
from tournaments.models.pairing import OpeningDraw, Pairing
from tournaments.selectors.standings import draw_record
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed
from tournaments.services.matches import set_match_terms
from tournaments.services.rounds import pair_round_robin, publish_round

SEED = "sixteen letters or more"


def section_of_matches(world):
    section = world.section(game="draughts", regime="draughts64", slug="draughts", tracking="live")
    world.enter(section, "Kuperman", "Kandaurov", "Kaplan", "Korkhov")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    return section


world, section = fixtures_of(section_of_matches)


def bind(world, section, **fields):
    fields = {"table": "idf", "seed": SEED, **fields}
    return commit_draw(actor=world.olga, now=NOW, section_id=section.pk, **fields)


def publish(world, row):
    return publish_round(actor=world.olga, now=NOW, round_id=row.pk)


def pair(world, section):
    return pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)


def test_both_games_of_a_match_begin_from_the_drawn_line_with_colours_changed(world, section):
    bind(world, section)
    rows = pair(world, section)
    assert not Pairing.objects.exclude(opening="").exists()  # unknown before the round is shown
    publish(world, rows[0])
    for match in rows[0].matches.all():
        item, two = match.games.select_related("game").order_by("leg")
        assert (item.opening, item.drawn) == (two.opening, two.drawn)
        due = opening_table("idf").opening(item.opening).line().position
        assert item.game.start_position == two.game.start_position == due.text()
        assert (item.white_id, item.black_id) == (two.black_id, two.white_id)
        assert due.text() != rules_for("draughts", {}).position("start").text()


def test_the_games_are_played_on_from_there(world, section):
    bind(world, section)
    publish(world, pair(world, section)[0])
    for pairing in Pairing.objects.filter(round__number=1).select_related("game"):
        position = rules_for("draughts", {}).position(pairing.game.start_position)
        move = position.legal_moves()[0]
        start_game(actor=world.chen, now=NOW, game_id=pairing.game_id)
        game = play_move(actor=world.chen, now=LATER, game_id=pairing.game_id, side=position.turn, text=move.text)
        assert state_of(game).line.position == position.play(move)


def test_a_line_holds_for_the_round_or_for_each_match(world, section):
    bind(world, section)
    rows = pair(world, section)
    for row in rows:
        publish(world, row)
    lines = [set(row.pairings.values_list("opening", "drawn")) for row in rows]
    assert [len(line) for line in lines] == [1, 1, 1]
    assert [number for line in lines for _, number in line] == [1, 2, 3]
    assert len(set.union(*lines)) == 3


def test_each_match_has_a_separate_draw(world, section):
    bind(world, section, scope="match")
    for row in pair(world, section)[:2]:
        publish(world, row)
    games = Pairing.objects.exclude(opening="").order_by("drawn").values_list("drawn", "opening", "match")
    drawn = list(dict.fromkeys((number, code) for number, code, _ in games))
    assert len({(number, match) for number, _, match in games}) == 4
    assert [number for number, _ in drawn] == [1, 2, 3, 4]
    assert len({code for _, code in drawn}) == 4


def test_the_seed_is_secret_and_the_commitment_public_until_it_is_shown(world, section):
    bind(world, section)
    rows = pair(world, section)
    publish(world, rows[0])
    record = draw_record(section)
    assert record.seed is None and record.commitment == hashlib.sha256(SEED.encode()).hexdigest()
    assert SEED not in json.dumps(list(Log.objects.values_list("before", "after")))
    with raises_code(Conflict, "rounds_to_come"):
        reveal_seed(actor=world.olga, now=LATER, section_id=section.pk)
    for row in rows[1:]:
        publish(world, row)
    reveal_seed(actor=world.olga, now=LATER, section_id=section.pk)
    assert draw_record(section).seed == SEED


def finished(world, section, **fields):
    bind(world, section, **fields)
    add_public_word(actor=world.olga, now=NOW, section_id=section.pk, word="dice 3 5")
    for row in pair(world, section):
        publish(world, row)
    reveal_seed(actor=world.olga, now=LATER, section_id=section.pk)


@pytest.mark.parametrize("scope", ["round", "match"])
def test_the_public_can_verify_the_draw_by_command(world, section, scope, tmp_path, capsys):
    finished(world, section, scope=scope)
    address = f"{world.event.slug}/draughts"
    call_command("verify_draw", section=address)
    assert capsys.readouterr().out.startswith({"round": "3 draws", "match": "6 draws"}[scope])
    call_command("verify_draw", section=address, json=True)
    file = tmp_path / "record.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    call_command("verify_draw", str(file))
    assert "each as the seed gives it" in capsys.readouterr().out


def test_a_line_changed_afterwards_is_found_by_the_command(world, section, capsys):
    finished(world, section)
    board = Pairing.objects.filter(round__number=2).first()
    other = next(code for code in tables()["idf"] if code != board.opening)
    Pairing.objects.filter(round__number=2).update(opening=other)
    with pytest.raises(CommandError) as excinfo:
        call_command("verify_draw", section=f"{world.event.slug}/draughts")
    assert excinfo.value.returncode == 1
    assert f"Draw 2 gives opening {board.opening}" in capsys.readouterr().err


def test_an_invalid_record_is_refused_with_status_2(db, tmp_path):
    file = tmp_path / "record.json"
    file.write_text("[]", encoding="utf-8")
    for call in ({"args": [str(file)]}, {"section": "no/such"}):
        with pytest.raises(CommandError) as excinfo:
            call_command("verify_draw", *call.pop("args", []), **call)
        assert excinfo.value.returncode == 2


def test_a_seed_is_made_when_none_is_brought(world, section):
    lots = bind(world, section, seed=None)
    assert len(lots.seed) == 64 and lots.commitment == hashlib.sha256(lots.seed.encode()).hexdigest()


def test_the_public_word_comes_once_and_before_the_first_draw(world, section):
    bind(world, section)
    rows = pair(world, section)
    publish(world, rows[0])
    with raises_code(Conflict, "draw_has_begun"):
        add_public_word(actor=world.olga, now=NOW, section_id=section.pk, word="late")
    OpeningDraw.objects.update(public="dice")
    with raises_code(Conflict, "word_is_added"):
        add_public_word(actor=world.olga, now=NOW, section_id=section.pk, word="again")


def test_once_the_seed_is_shown_nothing_is_drawn_any_more(world, section):
    bind(world, section)
    reveal_seed(actor=world.olga, now=NOW, section_id=section.pk)
    with raises_code(Conflict, "seed_is_shown"):
        publish(world, pair(world, section)[0])
    with raises_code(Conflict, "seed_is_shown"):
        reveal_seed(actor=world.olga, now=NOW, section_id=section.pk)


def test_the_seed_is_bound_before_anything_is_public_and_only_once(world, section):
    for fields, code in (
        ({"table": "none"}, "no_such_table"),
        ({"scope": "event"}, "bad_scope"),
        ({"seed": "short"}, "bad_seed"),
    ):
        with raises_code(BadInput, code):
            bind(world, section, **fields)
    rows = pair(world, section)
    publish(world, rows[0])
    with raises_code(Conflict, "round_is_public"):
        bind(world, section)


def test_only_matches_of_draughts_have_drawn_openings(world, section):
    chess = world.section()
    with raises_code(BadInput, "table_of_other_game"):
        bind(world, chess)
    single = world.section(game="draughts", regime="draughts64")
    with raises_code(Conflict, "no_match_terms"):
        bind(world, single)
    bind(world, section)
    with raises_code(Conflict, "draw_is_bound"):
        bind(world, section)
    with raises_code(Conflict, "no_draw"):
        reveal_seed(actor=world.olga, now=NOW, section_id=single.pk)
