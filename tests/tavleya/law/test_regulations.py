"""An event's own regulations over the text of a regime."""

import pytest

from tavleya.errors import BadInput
from tavleya.law.agreement import agreement_bar
from tavleya.law.claims import decide_claim
from tavleya.law.illegal_moves import rule_illegal_move
from tavleya.law.library import regime
from tavleya.law.regimes import REGIMES
from tavleya.law.regulations import describe, overlay
from tavleya.record.results import Result
from tavleya.rules.contract import ClaimKind
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START


@pytest.mark.article("tavreli:11.1")
def test_a_win_is_a_point_and_a_draw_half_unless_the_organiser_sets_other_points() -> None:
    book = regime("tavreli-1997")
    assert (book.points.win, book.points.draw, book.points.loss) == (2, 1, 0)
    three = overlay(book, {"points": {"win": 6, "draw": 2}})
    assert (three.points.win, three.points.draw, three.points.loss) == (6, 2, 0)
    context = {line.key: str(line.value) for line in describe(three, {"points": {}})}
    assert context["points"] == "3 for a win, 1 for a draw, 0 for a loss"


def test_the_steps_for_illegal_moves_are_the_event_s() -> None:
    table = Table("fide-2023", illegal_moves=[1, 1, "loss"]).started()
    gained = []
    for number in (1, 2, 3):
        table.irregular("e2e5", at=number * 20 * SECOND)
        remedy = rule_illegal_move(table.state, table.regime, START + number * 20 * SECOND + SECOND)
        table.board.do(lambda _, remedy=remedy: remedy.drafts, at=number * 20 * SECOND + SECOND)
        assert remedy.clock is not None
        gained.append(remedy.clock.after[Side.BLACK])
    assert gained == [61 * MINUTE, 62 * MINUTE, 62 * MINUTE]
    assert table.state.result is Result.BLACK_WINS


def test_the_price_of_a_wrong_claim_is_the_event_s() -> None:
    table = Table(wrong_claim_minutes=1, wrong_claim_loses_at_most_minutes=0).started()
    remedy, _ = decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START)
    assert remedy.clock is not None
    assert remedy.clock.after == {Side.WHITE: 60 * MINUTE, Side.BLACK: 61 * MINUTE}


def test_a_draw_may_be_agreed_after_the_moves_that_the_event_wants() -> None:
    table = Table(agreed_draw_moves=2).started().play("e2-e4", "e7-e5", "g1-f3")
    bar = agreement_bar(table.state, table.regime)
    assert bar is not None and bar.code == "agreement_too_early" and bar.params["made"] == 1
    table.play("g8-f6", at=10 * SECOND)
    assert agreement_bar(table.state, table.regime) is None


@pytest.mark.parametrize(("key", "value"), [
    ("default_time_minutes", -1), ("default_time_minutes", True), ("illegal_moves", []),
    ("illegal_moves", ["gain"]), ("penalties", ["time_off"]), ("penalties", ["warning:2"]),
    ("penalties", ["time_off:0"]), ("flag_caller", "crowd"), ("agreed_draw_moves", "30"),
    ("quickplay", "yes"), ("points", {"win": 1, "draw": 1}), ("points", {"stalemate": 1}), ("bonus", 3),
])  # fmt: skip
def test_a_regulation_that_makes_no_sense_is_refused_by_its_name(key: str, value: object) -> None:
    with pytest.raises(BadInput) as excinfo:
        overlay(regime("tavreli-1997"), {key: value})
    assert excinfo.value.code in ("bad_regulation", "unknown_regulation")
    assert excinfo.value.detail["key"] == key


def test_options_missing_from_the_text_cannot_be_switched_on() -> None:
    for key, values in (
        ("draughts64", {"wrong_claim_minutes": 2}),
        ("tavreli-1997-blitz", {"quickplay": True}),
        ("tavreli-1997-blitz", {"quickplay_minutes": 2}),
    ):
        with pytest.raises(BadInput):
            overlay(regime(key), values)


@pytest.mark.parametrize("key", [one.key for one in REGIMES])
def test_every_regime_describes_its_numbers_with_their_articles(key: str) -> None:
    lines = describe(regime(key), {"default_time_minutes": 5})
    assert all(str(line.name) and str(line.value) for line in lines)
    assert [line.key for line in lines if line.own] == ["default_time_minutes"]


@pytest.mark.article("tavreli:B.2", "tavreli:V.2")
def test_rapid_and_blitz_follow_the_classical_text_where_they_do_not_replace_it() -> None:
    remedies = {}
    for key in ("tavreli-1997", "tavreli-1997-rapid"):
        table = Table(key, "20").started().irregular("e2-e5", at=SECOND)
        at = START + 2 * SECOND
        remedies[key] = rule_illegal_move(table.state, table.regime, at, claimed_by=Side.BLACK)
    assert len({remedy.drafts for remedy in map(_hashable, remedies.values())}) == 1
    for key in ("tavreli-1997-rapid", "tavreli-1997-blitz"):
        table = Table(key, "5").started()
        remedy, _ = decide_claim(table.state, table.regime, Side.WHITE, ClaimKind.REPETITION, None, START)
        assert remedy.clock is not None
        assert remedy.clock.after == {Side.WHITE: 150 * SECOND, Side.BLACK: 8 * MINUTE}


class _hashable:  # noqa: N801
    def __init__(self, remedy) -> None:  # type: ignore[no-untyped-def]
        self.drafts = repr([(draft.kind, draft.side, dict(draft.data)) for draft in remedy.drafts])
