"""The quickplay finish: agree, put off, reject; and both flags down."""

import pytest

from tavleya.errors import BadInput, Conflict
from tavleya.law.flags import call_flag
from tavleya.law.kinds import kinds_of, ruling_kind
from tavleya.law.ruling_kind import Board as RulingBoard
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, Table
from tests.tavleya.record.build import START
from tests.tavleya.refusals import refused


def short_of_time(key: str = "tavreli-1997", control: str = "15") -> Table:
    """White has one minute of fifteen left, and is to move."""
    return Table(key, control).started()


AT = 14 * MINUTE


@pytest.mark.article("tavreli:10.1", "tavreli:10.2")
def test_a_claim_that_is_agreed_to_draws_the_game() -> None:
    table = short_of_time()
    remedy = table.rule("quickplay", AT, claimant="white", decision="agree")
    assert (remedy.result, table.state.termination) == (Result.DRAW, "quickplay")


@pytest.mark.article("tavreli:10.2")
def test_a_claim_that_is_put_off_goes_on_with_two_minutes_for_the_opponent_if_the_arbiter_gives_them() -> (
    None
):
    table = short_of_time()
    table.rule("quickplay", AT, claimant="white", decision="postpone", opponent_gains=True)
    assert table.times(AT) == (MINUTE, 17 * MINUTE)
    assert (table.state.phase, table.running, table.state.postponed) == (
        GamePhase.PLAYING,
        Side.WHITE,
        Side.WHITE,
    )
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
        Table("tavreli-1997-blitz", "5").started().decide(
            "quickplay", 4 * MINUTE, claimant="white", decision="agree"
        )


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
    assert (remedy.result, remedy.article, str(remedy.grounds[0])) == (
        Result.DRAW,
        "fide-2023:III.5.1",
        message,
    )
    assert "ground" not in {
        fact.name for fact in ruling_kind("quickplay").asked(short_of_time().regime, live=True)
    }


@pytest.mark.article("chess:III.5.2", "chess:III.5.3")
def test_under_fide_each_decision_has_its_own_article() -> None:
    assert (
        announced().decide("quickplay", AT, claimant="white", decision="reject").article
        == "fide-2023:III.5.3"
    )
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
    assert rapid.decide("both_flags", first="white").result is Result.DRAW, (
        "nobody's own flag is up to claim with"
    )


@pytest.mark.article("tavreli:6.11")
def test_both_flags_down_before_a_further_control_and_play_goes_on() -> None:
    table = Table(control="").started()
    remedy = table.rule("both_flags", MINUTE, first="unknown", last_period=False)
    assert (remedy.result, remedy.article) == (None, "tavreli-1997:6.11")


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
    assert table.decide("both_flags", decision="draw", reason="regulations 7").result is Result.DRAW
    assert EntryKind.RESULT in [
        draft.kind for draft in table.decide("both_flags", decision="draw", reason="x").drafts
    ]
