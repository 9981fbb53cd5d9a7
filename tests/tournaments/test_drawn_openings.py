"""Drawn openings and start positions of Chess960: bound, drawn at publication, played from, verified."""

import hashlib
import json

import pytest
from django.core.management import CommandError, call_command

from games.services.moves import play_move, start_game
from games.states import state_of
from games.views.requests import game_text
from tavleya.errors import BadInput, Conflict
from tavleya.pairing.knockout import DrawRecord, draw, verify
from tavleya.rules.chess960 import STARTS
from tavleya.rules.draughts.spec import tables
from tavleya.rules.registry import opening_table, rules_for
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, fixtures_of
from tournaments.models.activity import Log
from tournaments.models.pairing import OpeningDraw, Pairing
from tournaments.models.swiss import RestorePoint
from tournaments.selectors.standings import draw_record
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed
from tournaments.services.matches import set_match_terms
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restore_points import restore
from tournaments.services.rounds import pair_round_robin, publish_round
from tournaments.services.schedule import discard_drafts
from tournaments.services.swiss import pair_next_round

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


def publish(world, round_):
    return publish_round(actor=world.olga, now=NOW, round_id=round_.pk)


def pair(world, section):
    return pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)


def test_both_games_of_a_match_begin_from_the_drawn_line_with_colours_changed(world, section):
    bind(world, section)
    rounds = pair(world, section)
    assert not Pairing.objects.exclude(opening="").exists()  # unknown before the round is shown
    publish(world, rounds[0])
    for match in rounds[0].matches.all():
        first, second = match.games.select_related("game").order_by("leg")
        assert (first.opening, first.drawn) == (second.opening, second.drawn)
        position = opening_table("idf").opening(first.opening).line().position
        assert first.game.start_position == second.game.start_position == position.text()
        assert (first.white_id, first.black_id) == (second.black_id, second.white_id)
        assert position.text() != rules_for("draughts", {}).position("start").text()
        move = position.legal_moves()[0]
        start_game(actor=world.chen, now=NOW, game_id=first.game_id)
        game = play_move(actor=world.chen, now=LATER, game_id=first.game_id, side=position.turn, text=move.text)
        assert state_of(game).line.position == position.play(move)


def test_each_match_has_a_separate_draw(world, section):
    bind(world, section, scope="match")
    for round_ in pair(world, section)[:2]:
        publish(world, round_)
    games = Pairing.objects.exclude(opening="").order_by("drawn").values_list("drawn", "opening", "match")
    drawn = list(dict.fromkeys((number, code) for number, code, _ in games))
    assert len({(number, match) for number, _, match in games}) == 4
    assert [number for number, _ in drawn] == [1, 2, 3, 4]
    assert len({code for _, code in drawn}) == 4


def test_the_seed_is_secret_and_the_commitment_public_until_it_is_shown(world, section):
    bind(world, section)
    rounds = pair(world, section)
    publish(world, rounds[0])
    record = draw_record(section)
    assert record.seed is None and record.commitment == hashlib.sha256(SEED.encode()).hexdigest()
    assert SEED not in json.dumps(list(Log.objects.values_list("before", "after")))
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk}
    with refused(Conflict, "rounds_to_come"):
        reveal_seed(**common)
    with refused(Conflict, "draw_has_begun"):
        add_public_word(**common, word="late")
    OpeningDraw.objects.update(public="dice")
    with refused(Conflict, "word_is_added"):
        add_public_word(**common, word="again")
    for round_ in rounds[1:]:
        publish(world, round_)
    reveal_seed(**common)
    assert draw_record(section).seed == SEED
    with refused(Conflict, "seed_is_shown"):
        reveal_seed(**common)


def test_a_seed_is_made_when_none_is_brought_and_draws_nothing_once_it_is_shown(world, section):
    bound = bind(world, section, seed=None)
    assert len(bound.seed) == 64 and bound.commitment == hashlib.sha256(bound.seed.encode()).hexdigest()
    reveal_seed(actor=world.olga, now=NOW, section_id=section.pk)
    round_ = pair(world, section)[0]
    with refused(Conflict, "seed_is_shown"):
        publish(world, round_)


def run_draw(world, section, **fields):
    bind(world, section, **fields)
    add_public_word(actor=world.olga, now=NOW, section_id=section.pk, word="dice 3 5")
    for round_ in pair(world, section):
        publish(world, round_)
    reveal_seed(actor=world.olga, now=LATER, section_id=section.pk)


@pytest.mark.parametrize("scope", ["round", "match"])
def test_the_public_can_verify_the_draw_by_command(world, section, scope, tmp_path, capsys):
    run_draw(world, section, scope=scope)
    address = f"{world.event.slug}/draughts"
    call_command("verify_draw", section=address)
    assert capsys.readouterr().out.startswith({"round": "3 draws", "match": "6 draws"}[scope])
    call_command("verify_draw", section=address, json=True)
    file = tmp_path / "record.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    call_command("verify_draw", str(file))
    assert "each as the seed gives it" in capsys.readouterr().out


def test_a_line_changed_afterwards_is_found_by_the_command(world, section, capsys):
    run_draw(world, section)
    pairing = Pairing.objects.filter(round__number=2).first()
    other = next(code for code in tables()["idf"] if code != pairing.opening)
    Pairing.objects.filter(round__number=2).update(opening=other)
    with pytest.raises(CommandError) as excinfo:
        call_command("verify_draw", section=f"{world.event.slug}/draughts")
    assert excinfo.value.returncode == 1
    assert f"Draw 2 gives opening {pairing.opening}" in capsys.readouterr().err


def test_an_invalid_record_is_refused_with_status_2(db, tmp_path):
    file = tmp_path / "record.json"
    file.write_text("[]", encoding="utf-8")
    for call in ({"args": [str(file)]}, {"section": "no/such"}):
        with pytest.raises(CommandError) as excinfo:
            call_command("verify_draw", *call.pop("args", []), **call)
        assert excinfo.value.returncode == 2


def test_the_seed_is_bound_before_anything_is_public_and_only_once(world, section):
    for fields, code in (
        ({"table": "none"}, "no_such_table"),
        ({"scope": "event"}, "bad_scope"),
        ({"scope": "board"}, "bad_scope"),
        ({"seed": "short"}, "bad_seed"),
    ):
        with refused(BadInput, code):
            bind(world, section, **fields)
    rounds = pair(world, section)
    publish(world, rounds[0])
    with refused(Conflict, "round_is_public"):
        bind(world, section)


def test_only_matches_of_draughts_have_drawn_openings(world, section):
    chess = world.section()
    with refused(BadInput, "table_of_other_game"):
        bind(world, chess)
    single = world.section(game="draughts", regime="draughts64")
    with refused(Conflict, "no_match_terms"):
        bind(world, single)
    bind(world, section)
    with refused(Conflict, "draw_is_bound"):
        bind(world, section)
    with refused(Conflict, "no_draw"):
        reveal_seed(actor=world.olga, now=NOW, section_id=single.pk)


@pytest.fixture
def chess960(world):
    return create_section(world)


def create_section(world, **fields):
    section = world.section(game="chess960", slug=fields.pop("slug", "chess960"), tracking="live", **fields)
    world.enter(section, "Leko", "Svidler", "Aronian", "Nakamura")
    return section


def publish_rounds(world, section, rounds=1):
    drafts = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    for round_ in drafts[:rounds]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    return drafts


def starts(section, number):
    pairings = section.rounds.get(number=number).pairings.select_related("game").order_by("board")
    return [(pairing.opening, pairing.game.start_position) for pairing in pairings]


@pytest.mark.parametrize("value", ["77", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9"])
def test_a_given_position_is_that_of_every_game(world, value):
    section = create_section(world, rules={"start_position": value})
    publish_rounds(world, section)
    position = rules_for("chess960").position(value).text()
    assert starts(section, 1) == [("", position), ("", position)]


def test_one_draw_holds_for_a_round(world, chess960):
    bind(world, chess960, table="chess960")
    publish_rounds(world, chess960, rounds=3)
    rounds = [starts(chess960, number) for number in (1, 2, 3)]
    for number, boards in enumerate(rounds, start=1):
        code = draw(SEED, "", STARTS.codes, number)
        assert boards == [(code, STARTS.opening(code).position.text())] * 2
    assert len({boards[0] for boards in rounds}) == 3


def test_every_board_has_a_separate_draw_and_the_public_can_check_them(world, chess960, capsys):
    bind(world, chess960, table="chess960", scope="board")
    rounds = publish_rounds(world, chess960, rounds=3)
    drawn = list(Pairing.objects.filter(round__in=rounds).order_by("drawn").values_list("drawn", "opening"))
    assert drawn == [(number, draw(SEED, "", STARTS.codes, number)) for number in range(1, 7)]
    reveal_seed(actor=world.olga, now=LATER, section_id=chess960.pk)
    record = draw_record(chess960)
    draws = [(entry.round, entry.board, entry.match) for entry in record.draws[:3]]
    assert draws == [(1, 1, None), (1, 2, None), (2, 1, None)]
    assert verify(DrawRecord.read(record.plain()), STARTS.codes) == ()
    call_command("verify_draw", section=f"{world.event.slug}/chess960")
    assert capsys.readouterr().out.startswith("6 draws")


def test_nothing_is_published_before_a_draw_that_fits_the_game_settles_where_the_games_begin(world, chess960):
    with refused(Conflict, "no_match_terms"):
        bind(world, chess960, table="chess960", scope="match")
    with refused(Conflict, "start_not_settled"):
        publish_rounds(world, chess960)
    assert not Pairing.objects.exclude(game=None).exists()
    discard_drafts(actor=world.olga, now=NOW, section_id=chess960.pk)
    with refused(BadInput, "table_of_other_game"):
        bind(world, chess960)


def test_a_restored_round_has_its_positions_again(world):
    section = create_section(world, format="swiss", rounds_planned=3)
    bind(world, section, table="chess960")
    round_ = pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=1)
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    before = starts(section, 1)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=1)
    point = RestorePoint.objects.filter(section=section, before="undo").get()
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    assert starts(section, 1) == before and before[0][0]


def test_a_game_is_played_from_its_position_and_given_out_as_pgn(world):
    value = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
    section = create_section(world, rules={"start_position": value})
    publish_rounds(world, section)
    board = section.rounds.get(number=1).pairings.select_related("game").first()
    start_game(actor=world.chen, now=NOW, game_id=board.game_id)
    for text in ("O-O", "f8g8"):
        side = state_of(type(board.game).objects.get(pk=board.game_id)).turn
        game = play_move(actor=world.chen, now=LATER, game_id=board.game_id, side=side, text=text)
    assert [ply.text for ply in state_of(game).plies] == ["f1g1", "f8g8"]
    text = game_text(game, {})
    assert '[Variant "Chess960"]' in text and '[FEN "nrbbqkrn/' in text and "1. O-O O-O *" in text
