"""Draw claims, flags and the quickplay finish, decided from the record."""

import pytest

from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.law.claims import decide_claim
from tavleya.law.clock_faults import call_flag
from tavleya.law.kinds import kinds_of, ruling_kind
from tavleya.law.library import regime
from tavleya.law.remedies import RulingOutcome
from tavleya.law.ruling_kind import Board as RulingBoard
from tavleya.record import commands
from tavleya.record.entries import EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START, Board
from tests.tavleya.refusals import refused

DANCE = ["g1-f3", "g8-f6", "f3-g1", "f6-g8"]


def danced(times: int, control: str = "60 d10", game: str = "tavreli") -> Board:
    board = Board(game=game, control=control)
    board.do(commands.start)
    moves = DANCE if game == "tavreli" else [move.replace("-", "") for move in DANCE]
    for number, move in enumerate(moves * times):
        board.do(commands.move, None, move, at=(number + 1) * SECOND)
    return board


@pytest.mark.article("tavreli:5.4", "tavreli:9.2", "tavreli:9.5")
def test_a_third_repetition_claimed_by_the_player_to_move_draws_at_once_with_its_proof() -> None:
    board = danced(2)
    remedy = decide_claim(
        board.state, regime("tavreli-1997"), Side.WHITE, ClaimKind.REPETITION, None, START + 20 * SECOND
    )
    assert remedy.outcome is RulingOutcome.UPHELD and remedy.drafts[1].data["plies"] == [0, 4, 8]
    state = board.do(lambda state: remedy.drafts, at=20 * SECOND)
    assert (state.result, state.termination) == (Result.DRAW, "repetition")


@pytest.mark.article("tavreli:9.4")
def test_a_player_who_has_moved_can_no_longer_claim() -> None:
    board = danced(2)
    board.do(commands.move, Side.WHITE, "e2-e4", press=False, at=20 * SECOND)
    for side in Side:
        with refused(Conflict, "not_to_move"):
            decide_claim(board.state, regime("tavreli-1997"), side, ClaimKind.REPETITION, None, START + 21 * SECOND)


@pytest.mark.article("tavreli:6.3", "tavreli:6.8", "tavreli:6.9")
def test_a_fallen_flag_loses_once_it_is_called() -> None:
    board = danced(0, "5")
    remedy = call_flag(board.state, regime("tavreli-1997"), Side.WHITE, START + 5 * MINUTE, caller=None)
    state = board.do(lambda state: remedy.drafts, at=5 * MINUTE)
    assert (state.result, state.termination) == (Result.BLACK_WINS, "time")


def test_a_flag_that_is_up_is_not_called() -> None:
    board = danced(0, "5")
    with refused(Conflict, "flag_up", left_ms=1):
        call_flag(board.state, regime("tavreli-1997"), Side.WHITE, START + 5 * MINUTE - 1, caller=Side.BLACK)


@pytest.mark.article("tavreli:B.6", "tavreli:B.7")
def test_in_rapid_only_a_player_may_call_it() -> None:
    board = danced(0, "15")
    book = regime("tavreli-1997-rapid")
    with refused(NotPermitted, "flag_is_the_players"):
        call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=None)
    with pytest.raises(NotPermitted) as exc_info:
        call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=Side.WHITE)
    assert exc_info.value.code == "flag_is_the_opponents", "the flag of the claimant must be up (B.7)"
    assert call_flag(board.state, book, Side.WHITE, START + 16 * MINUTE, caller=Side.BLACK).result is Result.BLACK_WINS


@pytest.mark.parametrize(("key", "grounds"), [
    ("fide-2023", {"repetition", "fifty_moves"}), ("fide-2023-blitz", {"repetition", "fifty_moves"}),
    ("tavreli-1997", {"repetition", "fifty_moves"}),
    ("draughts64", {"repetition", "kings_only", "short_ending"}),
])  # fmt: skip
def test_only_the_grounds_that_the_laws_know_can_be_chosen(key: str, grounds: set[str]) -> None:
    table = Table(key, "60").started()
    claim = next(fact for fact in ruling_kind("draw_claim").asked(table.regime, live=True) if fact.name == "claim")
    assert {answer for answer, _ in claim.choices} == grounds
    with refused(BadInput, "bad_fact"):
        table.decide("draw_claim", claimant="white", claim="three_kings")


def claim(table: Table, at: int, kind: str = "repetition", intended: str = "") -> None:
    table.rule("draw_claim", at, claimant="white", claim=kind, intended=intended)


@pytest.mark.article("chess:9.1.2.3")
def test_the_offer_outlives_the_claimant_s_move_and_ends_with_the_opponent_s() -> None:
    table = Table("fide-2023", "90+30").started()
    claim(table, 10 * SECOND)
    table.board.do(commands.move, Side.WHITE, "e2e4", at=20 * SECOND)
    assert table.state.offer is not None
    table.board.do(commands.move, Side.BLACK, "e7e5", at=30 * SECOND)
    assert table.state.offer is None


@pytest.mark.article("tavreli:9.5", "chess:9.1.2.3", "chess:9.5.3")
@pytest.mark.parametrize(
    ("key", "control", "white", "black"),
    # Tavreli takes half of 59:50, three minutes at most, and gives three; FIDE gives two.
    [
        ("tavreli-1997", "60", 60 * MINUTE - 10 * SECOND - 3 * MINUTE, 63 * MINUTE),
        ("fide-2023", "60", 60 * MINUTE - 10 * SECOND, 62 * MINUTE),
    ],
)
def test_the_same_claim_in_the_same_position_is_charged_once(key, control, white, black) -> None:
    table = Table(key, control).started()
    claim(table, 10 * SECOND)
    with refused(Conflict, "claim_decided"):
        claim(table, 10 * SECOND)
    readings = table.state.clock.readings(table.state.at)
    assert (readings.white.ms, readings.black.ms) == (white, black)


@pytest.mark.article("tavreli:9.5", "chess:9.5.3")
@pytest.mark.parametrize(("key", "move"), [("tavreli-1997", "g1-f3"), ("fide-2023", "g1f3")])
def test_no_claim_is_made_before_the_announced_move_is_played(key: str, move: str) -> None:
    table = Table(key, "60").started()
    claim(table, 10 * SECOND, intended=move)
    with refused(Conflict, "announced_move"):
        claim(table, 20 * SECOND, "fifty_moves")


@pytest.mark.article("chess:9.2")
def test_after_another_move_the_claim_can_be_made_again() -> None:
    table = Table("fide-2023", "60").started()
    claim(table, 10 * SECOND)
    table.play("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8", at=20 * SECOND)
    claim(table, 60 * SECOND)
    assert table.state.result is Result.DRAW


def short_of_time(key: str = "tavreli-1997", control: str = "15") -> Table:
    """White has one minute of fifteen left, and is to move."""
    return Table(key, control).started()


AT = 14 * MINUTE


@pytest.mark.article("tavreli:10.2")
def test_a_claim_that_is_put_off_goes_on_with_two_minutes_for_the_opponent_if_the_arbiter_gives_them():
    table = short_of_time()
    table.rule("quickplay", AT, claimant="white", decision="postpone", opponent_gains=True)
    assert table.times(AT) == (MINUTE, 17 * MINUTE)
    assert (table.state.phase, table.running, table.state.postponed) == (GamePhase.PLAYING, Side.WHITE, Side.WHITE)
    bare = short_of_time()
    bare.rule("quickplay", AT, claimant="white", decision="postpone")
    assert bare.times(AT) == (MINUTE, 15 * MINUTE)


@pytest.mark.article("tavreli:10.2")
def test_the_draw_can_be_declared_even_after_the_claimant_s_flag_has_fallen() -> None:
    table = short_of_time()
    table.rule("quickplay", AT, claimant="white", decision="postpone")
    fallen = AT + 2 * MINUTE
    with refused(Conflict, "claim_pending"):
        call_flag(table.state, table.regime, Side.WHITE, START + fallen, caller=Side.BLACK)
    assert table.decide("quickplay", fallen, claimant="white", decision="agree").result is Result.DRAW
    lost = table.decide("quickplay", fallen, claimant="white", decision="flag")
    assert lost.result is Result.BLACK_WINS
    with refused(Conflict, "flag_up"):
        table.decide("quickplay", AT, claimant="white", decision="flag")
    with refused(Conflict, "already_postponed"):
        table.decide("quickplay", AT, claimant="white", decision="postpone")


@pytest.mark.article("tavreli:10.2")
def test_it_is_claimed_with_less_than_two_minutes_and_before_the_flag_falls() -> None:
    table = short_of_time()
    for at, code in ((13 * MINUTE, "time_not_short"), (16 * MINUTE, "flag_down")):
        with refused(Conflict, code):
            table.decide("quickplay", at, claimant="white", decision="agree")
    assert table.decide("quickplay", 13 * MINUTE + 1, claimant="white", decision="agree").result


@pytest.mark.article("tavreli:10.1")
def test_it_belongs_to_the_period_in_which_all_the_remaining_moves_are_made() -> None:
    table = Table(control="40/15m, 15").started()
    with refused(Conflict, "not_last_period"):
        table.decide("quickplay", AT, claimant="white", decision="agree")


@pytest.mark.article("tavreli:V.4")
def test_in_blitz_there_is_no_such_claim() -> None:
    with refused(Conflict, "no_quickplay_claim", article="tavreli-1997:V.4"):
        Table("tavreli-1997-blitz", "5").started().decide("quickplay", 4 * MINUTE, claimant="white", decision="agree")


@pytest.mark.article("tavreli:10.2")
def test_the_text_of_tavreli_knows_no_rejection() -> None:
    table = short_of_time()
    with refused(BadInput, "bad_fact", fact="decision"):
        table.decide("quickplay", AT, claimant="white", decision="reject")


def announced(control: str = "15") -> Table:
    return Table("fide-2023", control, quickplay=True).started()


@pytest.mark.article("chess:III.2.1", "chess:III.2.2")
@pytest.mark.parametrize(("key", "article"), [
    ("fide-2023", "III.2.1"), ("fide-2023-rapid", "III.2.1"), ("fide-2023-rapid-supervised", "III.2.1"),
    ("fide-2023-blitz", "III.2.2"), ("fide-2023-blitz-supervised", "III.2.2"),
])  # fmt: skip
def test_a_fide_quickplay_finish_must_be_announced(key: str, article: str) -> None:
    table = short_of_time(key)
    for kind in ("quickplay", "increment"):
        assert kind not in {ruling_kind.key for ruling_kind in kinds_of(table.regime)}
        facts = {"decision": "agree"} if kind == "quickplay" else {"offer": "refused"}
        with pytest.raises(Conflict) as excinfo:
            table.decide(kind, AT, claimant="white", **facts)
        assert excinfo.value.detail["article"] == f"fide-2023:{article}"
    assert {"quickplay", "increment"} <= {ruling_kind.key for ruling_kind in kinds_of(announced().regime)}


@pytest.mark.article("chess:III.5", "chess:III.5.1")
@pytest.mark.parametrize(("ground", "message"), [
    ("no_effort", "The opponent is making no effort to win by normal means: the game is drawn."),
    ("cannot_win", "The opponent cannot win by normal means: the game is drawn."),
])  # fmt: skip
def test_under_fide_a_draw_is_claimed_on_either_ground(ground: str, message: str) -> None:
    table = announced()
    remedy = table.rule("quickplay", AT, claimant="white", ground=ground, decision="agree")
    assert (remedy.result, remedy.article, str(remedy.grounds[0])) == (Result.DRAW, "fide-2023:III.5.1", message)
    assert "ground" not in {fact.name for fact in ruling_kind("quickplay").asked(short_of_time().regime, live=True)}


@pytest.mark.article("chess:III.5.2", "chess:III.5.3")
def test_under_fide_each_decision_has_its_own_article() -> None:
    assert announced().decide("quickplay", AT, claimant="white", decision="reject").article == "fide-2023:III.5.3"
    table = announced()
    assert table.rule("quickplay", AT, claimant="white", decision="postpone").article == "fide-2023:III.5.2"
    fallen = AT + 2 * MINUTE
    agreed = table.decide("quickplay", fallen, claimant="white", decision="agree")
    lost = table.decide("quickplay", fallen, claimant="white", decision="flag")
    assert (agreed.article, agreed.result) == ("fide-2023:III.5.2", Result.DRAW)
    assert (lost.article, lost.penalty_article) == ("fide-2023:III.5.2", "fide-2023:6.9")


@pytest.mark.article("chess:6.9")
def test_a_flag_that_counts_after_all_draws_where_the_opponent_could_never_mate() -> None:
    table = Table("fide-2023", "15", start="4k3/8/8/8/8/8/P7/4K3 w - - 0 1", quickplay=True).started()
    table.rule("quickplay", AT, claimant="white", decision="postpone")
    lost = table.decide("quickplay", AT + 2 * MINUTE, claimant="white", decision="flag")
    assert lost.result is Result.DRAW


def test_under_fide_a_rejected_claim_costs_two_minutes_and_only_the_player_to_move_may_make_it() -> None:
    table = announced()
    table.rule("quickplay", AT, claimant="white", decision="reject")
    assert table.times(AT) == (MINUTE, 17 * MINUTE)
    table = announced().play("e2e4", every=AT)
    with refused(Conflict, "not_to_move"):
        table.decide("quickplay", AT, claimant="white", decision="agree")
    with refused(Conflict, "no_quickplay_claim", article="fide-2023:III.2.2"):
        announced("15+10").decide("quickplay", AT, claimant="white", decision="agree")


@pytest.mark.article("tavreli:10.4", "tavreli:B.7")
def test_both_flags_down_and_the_order_unknown_is_a_draw_where_all_the_moves_were_to_be_made() -> None:
    table = Table(control="").started()
    remedy = table.rule("both_flags", MINUTE, first="unknown", last_period=True)
    assert (remedy.result, remedy.article) == (Result.DRAW, "tavreli-1997:10.4")
    rapid = Table("tavreli-1997-rapid", "").started()
    assert rapid.decide("both_flags", called_by="white", last_period=True).result is Result.DRAW
    with refused(NotPermitted, "flag_is_the_players"):
        rapid.decide("both_flags", called_by="arbiter", last_period=True)


@pytest.mark.article("tavreli:6.11")
def test_at_a_board_with_its_own_clock_the_next_control_is_written_down() -> None:
    table = Table(control="40/90, 30")
    table.live = False
    remedy = table.rule("both_flags", MINUTE, first="unknown", last_period=False)
    assert remedy.article == "tavreli-1997:6.11"
    assert table.times(MINUTE) == (90 * MINUTE, 90 * MINUTE), "the clock on the table is not the record's"


def test_the_record_that_knows_the_order_goes_before_the_arbiter_s_word() -> None:
    table = Table(control="5").started().play("e2-e4", every=4 * MINUTE)
    with refused(BadInput, "facts_contradict_record"):
        table.decide("both_flags", 5 * MINUTE, first="unknown")


def test_facts_in_the_record_about_both_flags_are_not_asked() -> None:
    table = Table("fide-2023", "5").started().play("e2e4", every=4 * MINUTE)
    kind = ruling_kind("both_flags")
    for at, settled in ((4 * MINUTE, {"last_period"}), (12 * MINUTE, {"last_period", "first"})):
        assert set(kind.settled(RulingBoard(table.state, START + at))) == settled
    assert kind.settled(RulingBoard(table.state, START + 12 * MINUTE, live=False)) == ()
    assert kind.settled(RulingBoard(Table(control="").started().state, START)) == ()


@pytest.mark.article("tavreli:10.4")
def test_in_draughts_the_text_is_silent_and_the_arbiter_decides() -> None:
    table = Table("draughts64", "").started()
    with refused(BadInput, "arbiter_decides"):
        table.decide("both_flags", first="unknown")
    remedy = table.decide("both_flags", first="unknown", decision="draw", reason="regulations 7")
    assert remedy.result is Result.DRAW and EntryKind.RESULT in [draft.kind for draft in remedy.drafts]
