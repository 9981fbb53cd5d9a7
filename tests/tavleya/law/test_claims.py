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
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START, Board

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


@pytest.mark.article("tavreli:B.6", "tavreli:B.7")
def test_in_rapid_only_the_opponent_may_call_it() -> None:
    board = danced(0, "15")
    laws = regime("tavreli-1997-rapid")
    for caller, code in ((Side.WHITE, "flag_is_the_opponents"), (None, "flag_is_the_players")):
        with refused(NotPermitted, code):
            call_flag(board.state, laws, Side.WHITE, START + 16 * MINUTE, caller=caller)


@pytest.mark.parametrize(("key", "grounds"), [
    ("fide-2023", {"repetition", "fifty_moves"}), ("fide-2023-blitz", {"repetition", "fifty_moves"}),
    ("tavreli-1997", {"repetition", "fifty_moves"}),
    ("draughts64", {"repetition", "kings_only", "short_ending"}),
])  # fmt: skip
def test_only_the_grounds_that_the_laws_know_can_be_chosen(key: str, grounds: set[str]) -> None:
    table = Table(key, "60").started()
    claim_fact = next(fact for fact in ruling_kind("draw_claim").asked(table.regime, live=True) if fact.name == "claim")
    assert {answer for answer, _ in claim_fact.choices} == grounds
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
    """At `AT` White, to move, has one minute of fifteen left."""
    return Table(key, control).started()


AT = 14 * MINUTE


@pytest.mark.article("tavreli:10.2")
def test_the_draw_can_be_declared_even_after_the_claimant_s_flag_has_fallen() -> None:
    table = short_of_time()
    table.rule("quickplay", AT, claimant="white", decision="postpone")
    fallen = AT + 2 * MINUTE
    with refused(Conflict, "claim_pending"):
        call_flag(table.state, table.regime, Side.WHITE, START + fallen, caller=Side.BLACK)
    assert table.decide("quickplay", fallen, claimant="white", decision="agree").result is Result.DRAW
    assert table.decide("quickplay", fallen, claimant="white", decision="flag").result is Result.BLACK_WINS
    with refused(Conflict, "flag_up"):
        table.decide("quickplay", AT, claimant="white", decision="flag")
    with refused(Conflict, "already_postponed"):
        table.decide("quickplay", AT, claimant="white", decision="postpone")


@pytest.mark.article("tavreli:10.1", "tavreli:10.2")
@pytest.mark.parametrize(
    ("control", "at", "code"),
    [("15", 13 * MINUTE, "time_not_short"), ("15", 16 * MINUTE, "flag_down"), ("40/15m, 15", AT, "not_last_period")],
)
def test_it_is_claimed_short_of_time_before_the_flag_falls_in_the_last_period(control, at, code) -> None:
    with refused(Conflict, code):
        short_of_time(control=control).decide("quickplay", at, claimant="white", decision="agree")
    assert short_of_time().decide("quickplay", 13 * MINUTE + 1, claimant="white", decision="agree").result


@pytest.mark.article("tavreli:V.4")
def test_in_blitz_there_is_no_such_claim() -> None:
    with refused(Conflict, "no_quickplay_claim", article="tavreli-1997:V.4"):
        Table("tavreli-1997-blitz", "5").started().decide("quickplay", 4 * MINUTE, claimant="white", decision="agree")


@pytest.mark.article("tavreli:10.2")
def test_the_text_of_tavreli_knows_no_rejection() -> None:
    table = short_of_time()
    with refused(BadInput, "bad_fact", fact="decision"):
        table.decide("quickplay", AT, claimant="white", decision="reject")


def announced(key: str = "fide-2023", control: str = "15", **own: object) -> Table:
    """White has one minute of fifteen left at `AT`; the guidelines of FIDE were announced."""
    return Table(key, control, **({"quickplay": True} if key == "fide-2023" else {}) | own).started()


@pytest.mark.article("chess:III.2.1", "chess:III.2.2")
@pytest.mark.parametrize(("key", "article"), [
    ("fide-2023", "III.2.1"), ("fide-2023-rapid", "III.2.1"), ("fide-2023-rapid-supervised", "III.2.1"),
    ("fide-2023-blitz", "III.2.2"), ("fide-2023-blitz-supervised", "III.2.2"),
])  # fmt: skip
def test_a_fide_quickplay_finish_must_be_announced(key: str, article: str) -> None:
    table = short_of_time(key)
    for kind in ("quickplay", "increment"):
        assert kind not in {offered.key for offered in kinds_of(table.regime)}
        facts = {"decision": "agree"} if kind == "quickplay" else {"offer": "refused"}
        with pytest.raises(Conflict) as excinfo:
            table.decide(kind, AT, claimant="white", **facts)
        assert excinfo.value.detail["article"] == f"fide-2023:{article}"
    assert {"quickplay", "increment"} <= {offered.key for offered in kinds_of(announced().regime)}


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


@pytest.mark.article("chess:6.9")
def test_a_flag_that_counts_after_all_draws_where_the_opponent_could_never_mate() -> None:
    table = Table("fide-2023", "15", start="4k3/8/8/8/8/8/P7/4K3 w - - 0 1", quickplay=True).started()
    table.rule("quickplay", AT, claimant="white", decision="postpone")
    assert table.decide("quickplay", AT + 2 * MINUTE, claimant="white", decision="flag").result is Result.DRAW


@pytest.mark.article("tavreli:10.4", "tavreli:B.7")
def test_both_flags_down_and_the_order_unknown_is_a_draw_where_all_the_moves_were_to_be_made() -> None:
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


# Five seconds a move, asked for under two minutes (FIDE Guidelines III.4)


@pytest.mark.article("chess:III.4")
def test_refused_and_granted_each_move_of_both_adds_five_seconds_and_the_opponent_gets_two_minutes() -> None:
    table = announced()
    remedy = table.rule("increment", AT, claimant="white", offer="refused")
    assert remedy.clock.after == {Side.WHITE: MINUTE, Side.BLACK: 17 * MINUTE}
    assert table.times(AT) == (MINUTE, 17 * MINUTE)
    assert (table.state.phase, table.running, table.state.turn) == (GamePhase.PLAYING, Side.WHITE, Side.WHITE)
    # White thinks ten seconds, Black twenty, White thirty: each gets five back for the move.
    table.play("e2e4", at=AT + 9 * SECOND)
    assert table.times(AT + 10 * SECOND) == (55 * SECOND, 17 * MINUTE)
    table.play("e7e5", at=AT + 29 * SECOND)
    assert table.times(AT + 30 * SECOND) == (55 * SECOND, 16 * MINUTE + 45 * SECOND)
    table.play("g1f3", at=AT + 59 * SECOND)
    assert table.times(AT + 60 * SECOND) == (30 * SECOND, 16 * MINUTE + 45 * SECOND)


@pytest.mark.article("chess:III.4", "chess:III.5")
def test_once_the_time_is_added_neither_it_nor_a_draw_can_be_claimed_any_more() -> None:
    table = announced()
    table.rule("increment", AT, claimant="white", offer="refused")
    for kind, facts in (("increment", {"offer": "refused"}), ("quickplay", {"decision": "agree"})):
        with refused(Conflict, "no_quickplay_claim"):
            table.decide(kind, AT, claimant="white", **facts)


@pytest.mark.article("chess:III.4")
@pytest.mark.parametrize(
    ("table", "at", "side", "code"),
    [
        (announced(), 13 * MINUTE, "white", "time_not_short"),
        (announced(), 16 * MINUTE, "white", "flag_down"),
        (announced(control="40/15m, 15"), AT, "white", "not_last_period"),
        (announced(control="15+2"), AT, "white", "no_quickplay_claim"),
        (announced().play("e2e4", every=AT), AT, "white", "not_to_move"),
        (announced("fide-2023-blitz", "5"), 4 * MINUTE, "white", "no_increment_request"),
        (announced(quickplay=False), AT, "white", "no_increment_request"),
    ],
)
def test_it_is_asked_for_by_the_player_to_move_short_of_time_in_the_last_period_without_a_bonus(
    table: Table, at: int, side: str, code: str
) -> None:
    with refused(Conflict, code):
        table.decide("increment", at, claimant=side, offer="refused")


@pytest.mark.article("chess:III.2.2")
def test_only_chess_knows_it_and_not_in_blitz() -> None:
    with refused(Conflict, "not_of_this_game"):
        announced("tavreli-1997").decide("increment", AT, claimant="white", offer="refused")
    with refused(Conflict, "no_increment_request", article="fide-2023:III.2.2"):
        announced("fide-2023-blitz", "5").decide("increment", 4 * MINUTE, claimant="white", offer="refused")


@pytest.mark.article("chess:III.4")
def test_at_a_board_with_its_own_clock_the_change_is_written_down() -> None:
    table = Table("fide-2023", "15", quickplay=True)
    table.live = False
    remedy = table.decide("increment", claimant="white", offer="refused")
    data = next(draft.data for draft in remedy.drafts if "at_the_board" in draft.data)
    assert data["at_the_board"] == {"bonus": {"white": 5000, "black": 5000}, "add": {"black": 2 * MINUTE}}


def test_nothing_is_claimed_of_a_game_that_is_over() -> None:
    table = Table(control="5").started()
    table.board.do(commands.resign, Side.WHITE)
    with refused(Conflict, "not_playing"):
        decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START + MINUTE)
    with refused(Conflict, "clock_not_running"):
        call_flag(table.state, table.regime, Side.WHITE, START + 6 * MINUTE, caller=Side.BLACK)
