"""A ruling is never edited: it is undone, or another one takes its place, by new entries."""

import pytest

from arbiter.models import Ruling
from arbiter.selectors.rulings import RulingFilter, boards_by_game, rulings_in
from arbiter.services.reversal import preview_reversal, preview_superseding, reverse, supersede
from games.services.moves import play_move, resume_play, start_game
from games.services.results import correct_result, import_moves
from games.states import state_at, state_of
from tavleya.errors import BadInput, Conflict
from tavleya.record.entries import EntryKind
from tavleya.record.fold import fold, snapshot
from tavleya.sides import Side
from tests.arbiter.ruling import rule
from tests.pages.live.conftest import started_world
from tests.refusals import refused
from tests.world import World, later
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.django_db
MINUTE = 60_000


@pytest.fixture
def world() -> World:
    return started_world()


def illegal(world: World) -> Ruling:
    common = {"actor": world.alice, "now": later(seconds=10), "game_id": world.board.pk}
    play_move(**common, text="e2-e5", irregular=True)
    return rule(world, "illegal_move", 20)


def test_undoing_brings_back_position_clocks_and_count_by_a_new_entry(world: World) -> None:
    ruling = illegal(world)
    before = state_at(world.board, ruling.first_seq - 1)
    reverse(actor=world.artur, now=later(seconds=60), ruling_id=ruling.pk)
    with refused(Conflict, "already_superseded"):
        reverse(actor=world.artur, now=later(seconds=62), ruling_id=ruling.pk)
    game = world.board
    state = state_of(game)
    assert (state.position.text(), state.ply) == (before.position.text(), 1)
    assert not any(ply.struck for ply in state.plies)
    assert (state.illegal[Side.WHITE], state.phase.value) == (0, "paused")
    at = int(later(seconds=20).timestamp() * 1000)
    assert state.clock.readings(at).black.ms == before.clock.readings(at).black.ms
    assert game.entries.order_by("seq").last().kind == EntryKind.REVERSAL
    assert game.snapshot == snapshot(fold(row.entry() for row in game.entries.order_by("seq")))


def test_clocks_can_be_set_and_play_resumed_with_it_but_not_below_nothing(world: World) -> None:
    ruling = illegal(world)
    common = {"actor": world.artur, "now": later(seconds=60), "ruling_id": ruling.pk}
    with pytest.raises(BadInput):
        reverse(**common, clocks={Side.WHITE: -1, Side.BLACK: 0})
    reverse(**common, clocks={Side.WHITE: 50 * MINUTE, Side.BLACK: 51 * MINUTE}, resume=True)
    state = state_of(world.board)
    readings = state.clock.readings(int(later(seconds=60).timestamp() * 1000))
    assert (readings.white.ms, readings.black.ms) == (50 * MINUTE, 51 * MINUTE)
    assert state.clock.running is Side.BLACK


def test_after_moves_a_wrong_count_is_withdrawn_with_its_time_and_the_true_offence_is_the_first(world) -> None:
    ruling = illegal(world)
    common = {"game_id": world.board.pk}
    play_move(actor=world.alice, now=later(seconds=30), text="e2-e4", **common)
    play_move(actor=world.bob, now=later(seconds=40), text="e7-e5", **common)
    before = state_of(world.board)
    reversal = reverse(actor=world.artur, now=later(seconds=50), ruling_id=ruling.pk)
    state = state_of(world.board)
    assert (state.illegal[Side.WHITE], state.phase.value, state.clock.running) == (0, "playing", Side.WHITE)
    assert (state.line, state.plies) == (before.line, before.plies), "the game goes on from its position"
    at = int(later(seconds=50).timestamp() * 1000)
    times = [clock.readings(at).black.ms for clock in (before.clock, state.clock)]
    assert times[0] - times[1] == 2 * MINUTE
    assert [str(sentence) for sentence in reversal.sentences] == [
        "Ruling 1 has been undone. All later entries are kept.",
        "Illegal moves of White in this game: 0.",
        "The clock of Black loses the 2 min that the ruling gave.",
    ]
    play_move(actor=world.alice, now=later(seconds=60), text="d2-d6", irregular=True, **common)
    assert rule(world, "illegal_move", 70).result == ""
    assert state_of(world.board).illegal[Side.WHITE] == 1


def test_a_result_that_is_undone_leaves_the_board_and_the_standings_without_it(world: World) -> None:
    ruling = rule(world, "penalty", 10, offender="white", measure="loss")
    assert world.pairing.result == "0-1"
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=ruling.pk)
    assert (world.pairing.result, world.board.phase, world.board.result) == ("", "paused", "")
    rulings = rulings_in(boards_by_game(world.event), RulingFilter())
    assert [row.outcome for row in rulings] == ["reversed", "applied"]
    resume_play(actor=world.artur, now=later(seconds=30), game_id=world.board.pk)
    play_move(actor=world.alice, now=later(seconds=40), game_id=world.board.pk, text="e2-e4")


def test_another_ruling_takes_its_place_in_one_transaction(world: World) -> None:
    old = rule(world, "penalty", 10, offender="white", measure="loss")
    milder = {"offender": "white", "measure": "time_off", "ms": 3 * MINUTE}
    common = {"actor": world.artur, "now": later(seconds=20), "kind": "penalty"}
    seen = preview_superseding(**common, ruling=old, facts=milder)
    assert seen.clock is not None and seen.clock.after[Side.WHITE] == 57 * MINUTE
    assert preview_reversal(actor=world.artur, now=later(seconds=20), ruling=old).result is None
    assert world.pairing.result == "0-1", "a preview writes nothing"
    new = supersede(**common, ruling_id=old.pk, facts=milder)
    assert (new.supersedes_id, new.result, world.pairing.result) == (old.pk, "", "")
    assert not Ruling.objects.get(pk=old.pk).stands and new.stands
    state = state_of(world.board)
    assert state.clock.white.ms == 57 * MINUTE, "ten seconds of delay, three minutes of penalty"
    count = Ruling.objects.count()
    with pytest.raises(BadInput):
        supersede(**common, ruling_id=new.pk, facts={**milder, "ms": 90 * MINUTE})
    assert (Ruling.objects.count(), state_of(world.board).seq) == (count, state.seq), "all or nothing"


def test_a_closed_round_keeps_a_result_at_every_board(world: World) -> None:
    ruling = rule(world, "penalty", 10, offender="white", measure="loss")
    close_round(actor=world.olga, now=later(seconds=20), round_id=world.rounds[0].pk)
    with refused(Conflict, "round_closed"):
        reverse(actor=world.artur, now=later(seconds=30), ruling_id=ruling.pk)
    score = {"result": "1/2-1/2", "article": "tavreli-1997:12.7", "reason": "appeal"}
    supersede(actor=world.artur, now=later(seconds=40), ruling_id=ruling.pk, kind="score", facts=score)
    assert world.pairing.result == "1/2-1/2"


def test_an_annulment_is_undone_while_the_new_game_has_not_begun(world: World) -> None:
    world.play("e2-e4")
    old = world.board
    ruling = rule(world, "beginning", 10, what="pieces")
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=ruling.pk, resume=True)
    assert world.board.pk == old.pk
    assert (world.board.phase, state_of(world.board).ply) == ("playing", 1)
    second = rule(world, "beginning", 30, what="pieces")
    start_game(actor=world.artur, now=later(seconds=40), game_id=world.board.pk)
    with refused(Conflict, "new_game_begun"):
        reverse(actor=world.artur, now=later(seconds=50), ruling_id=second.pk)


@pytest.fixture
def paper() -> World:
    return World(game="chess", regime="fide-2023", control="90", tracking="result")


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("illegal_move", {"offender": "black", "what": "two_hands"}),
        ("draw_claim", {"claimant": "black", "claim": "repetition", "decision": "rejected"}),
        ("penalty", {"offender": "black", "measure": "opponent_time", "ms": 2 * MINUTE}),
    ],
)
def test_on_paper_the_count_and_the_time_given_at_the_board_are_taken_back_together(paper, kind, facts):
    ruling = rule(paper, kind, **facts)
    before = state_of(paper.board)
    assert before.illegal[Side.BLACK] + before.claims[Side.BLACK] + before.penalties[Side.BLACK] == 1
    reversal = reverse(actor=paper.artur, now=later(minutes=20), ruling_id=ruling.pk)
    state = state_of(paper.board)
    assert [count[Side.BLACK] for count in (state.illegal, state.claims, state.penalties)] == [0, 0, 0]
    last = paper.board.entries.order_by("seq").last()
    assert (last.kind, last.data["at_the_board"]) == ("adjustment", {"add": {"white": -2 * MINUTE}})
    lines = ["Illegal moves of Black in this game: 0."] if kind == "illegal_move" else []
    assert [str(sentence) for sentence in reversal.sentences][1:] == [
        *lines,
        "At the board, take 2 min off the clock of White.",
    ]


def test_a_sheet_typed_in_after_a_ruling_on_paper_does_not_keep_it_from_being_undone(paper: World) -> None:
    ruling = rule(paper, "draw_claim", claimant="white", claim="repetition", decision="upheld")
    import_moves(actor=paper.artur, now=later(minutes=15), game_id=paper.board.pk, moves=["e4", "e5", "Nf3"])
    reverse(actor=paper.artur, now=later(minutes=20), ruling_id=ruling.pk)
    state = state_of(paper.board)
    assert (state.result, [ply.text for ply in state.line.plies]) == (None, ["e2e4", "e7e5", "g1f3"])
    assert paper.board.snapshot == snapshot(fold(row.entry() for row in paper.board.entries.order_by("seq")))


NOTE = {"what": "a note", "reason": "x"}


def test_withdrawing_the_first_illegal_move_makes_the_second_the_first_and_gives_the_game_back(paper: World) -> None:
    first = rule(paper, "illegal_move", offender="white")
    second = rule(paper, "illegal_move", offender="white", can_mate=True)
    rule(paper, "incident", 70, **NOTE)
    assert paper.pairing.result == "0-1"
    seen = preview_reversal(actor=paper.artur, now=later(minutes=20), ruling=first)
    assert paper.pairing.result == "0-1", "a preview writes nothing"
    reverse(actor=paper.artur, now=later(minutes=20), ruling_id=first.pk)
    state = state_of(paper.board)
    assert (state.illegal[Side.WHITE], state.result, paper.pairing.result) == (1, None, "")
    replacement = Ruling.objects.get(supersedes=second)
    assert (replacement.kind, replacement.outcome, replacement.result) == ("illegal_move", "upheld", "")
    assert [str(message) for message in seen.grounds] == [
        "Ruling 1 has been undone. All later entries are kept.",
        "The result is withdrawn: the game has none.",
        "Illegal moves of White in this game: 1.",
        "Ruling 2 counted as offence no. 2 and now counts as no. 1.",
        "At the board, take 2 min off the clock of Black.",
        "Ruling 2 is decided again from its facts.",
        "White made an illegal move.",
        "Black gets 2 min extra.",
    ]


def test_replacing_an_earlier_ruling_counts_the_later_ones_after_it(paper: World) -> None:
    first = rule(paper, "illegal_move", offender="white")
    rule(paper, "illegal_move", offender="white", can_mate=True)
    other = {"ruling_id": first.pk, "kind": "illegal_move", "facts": {"offender": "black"}}
    supersede(actor=paper.artur, now=later(minutes=20), **other)
    state = state_of(paper.board)
    assert [state.illegal[side] for side in Side] == [1, 1]
    assert paper.pairing.result == ""


def test_a_later_ruling_that_cannot_be_decided_again_is_named_with_the_reason(paper: World) -> None:
    loss = rule(paper, "penalty", offender="black", measure="loss")
    points = rule(paper, "penalty", 70, offender="white", measure="points_off", half_points="1")
    with refused(Conflict, "later_ruling_rests") as excinfo:
        reverse(actor=paper.artur, now=later(minutes=20), ruling_id=loss.pk)
    assert f"Undo ruling {points.number} first." in str(excinfo.value)
    reverse(actor=paper.artur, now=later(minutes=20), ruling_id=points.pk)
    reverse(actor=paper.artur, now=later(minutes=21), ruling_id=loss.pk)
    assert paper.pairing.result == ""


def test_a_corrected_result_stays_when_the_ruling_that_had_set_another_is_withdrawn(paper: World) -> None:
    loss = rule(paper, "penalty", offender="white", measure="loss")
    close_round(actor=paper.olga, now=later(seconds=70), round_id=paper.rounds[0].pk)
    correct_result(actor=paper.artur, now=later(seconds=80), game_id=paper.board.pk, result="1-0", reason="x")
    reverse(actor=paper.artur, now=later(seconds=90), ruling_id=loss.pk)
    assert (paper.pairing.result, state_of(paper.board).penalties[Side.WHITE]) == ("1-0", 0)


def test_a_ruling_in_a_record_that_was_replaced_since_stays(paper: World):
    ruling = rule(paper, "penalty", offender="black", measure="warning")
    pairing = paper.board.pairing
    seats = ActualSeats(pairing.board, pairing.black_id, pairing.white_id)
    common = {"actor": paper.artur, "now": later(seconds=60), "reason": "colours reversed"}
    record_actual_seating(**common, round_id=pairing.round_id, boards=[seats])
    with refused(Conflict, "record_replaced"):
        reverse(actor=paper.artur, now=later(seconds=90), ruling_id=ruling.pk)
