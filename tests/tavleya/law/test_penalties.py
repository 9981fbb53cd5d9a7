"""Penalties: warning, time, the game, the event, and the steps of the regulations."""

import pytest

from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law import library
from tavleya.law.incidents import INCIDENTS, incidents_of, prefill
from tavleya.law.kinds import KINDS
from tavleya.law.regimes import REGIMES
from tavleya.law.remedies import Exclude
from tavleya.law.terms import Measure
from tavleya.record import commands
from tavleya.record.entries import EntryKind
from tavleya.record.phase import GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.refusals import refused


@pytest.mark.article("tavreli:13.4")
def test_each_measure_does_what_it_says_to_clock_and_result() -> None:
    table = Table().started()
    table.rule("penalty", MINUTE, offender="white", measure="warning")
    assert table.times(MINUTE) == (59 * MINUTE, 60 * MINUTE)
    table.rule("penalty", MINUTE, offender="white", measure="opponent_time", ms=2 * MINUTE)
    assert table.times(MINUTE) == (59 * MINUTE, 62 * MINUTE)
    table.rule("penalty", MINUTE, offender="white", measure="time_off", ms=5 * MINUTE)
    assert table.times(MINUTE) == (54 * MINUTE, 62 * MINUTE)
    assert table.running is Side.WHITE, "play has not been stopped"
    remedy = table.rule("penalty", MINUTE, offender="white", measure="loss")
    assert (table.state.result, table.state.termination) == (Result.BLACK_WINS, "penalty")
    assert table.state.penalties[Side.WHITE] == remedy.count == 4


@pytest.mark.article("tavreli:13.4")
def test_exclusion_loses_the_game_and_reaches_beyond_it() -> None:
    remedy = Table().started().decide("penalty", offender="black", measure="exclusion")
    assert remedy.result is Result.WHITE_WINS
    assert remedy.effects == (Exclude(Side.BLACK),)


@pytest.mark.article("tavreli:12.6", "tavreli:13.4")
def test_without_a_measure_the_next_step_of_the_regulations_is_taken() -> None:
    table = Table(penalties=["warning", "time_off:3", "loss"]).started()
    measures = []
    for number in (1, 2, 3):
        table.rule("penalty", number * SECOND, offender="black", article="tavreli-1997:12.5")
        measures.append(
            table.board.entries[-2].data.get("measure") or table.board.entries[-1].data["measure"]
        )
    assert table.times(2 * SECOND)[1] == 57 * MINUTE
    assert table.state.result is Result.WHITE_WINS
    assert measures[0] == "warning"


@pytest.mark.article("tavreli:13.4")
def test_more_time_than_they_have_cannot_be_taken_off() -> None:
    with refused(BadInput, "negative_time"):
        Table(control="5").started().decide("penalty", offender="white", measure="time_off", ms=6 * MINUTE)


def test_the_game_is_lost_with_the_score_that_the_arbiter_gives_the_opponent() -> None:
    scores = {"win": Result.BLACK_WINS, "draw": Result.BLACK_HALF, "loss": Result.BOTH_LOSE}
    for value, result in scores.items():
        remedy = Table().started().decide("penalty", offender="white", measure="loss", opponent_score=value)
        assert remedy.result is result


def test_after_the_game_a_warning_can_be_given_but_no_time() -> None:
    table = Table().started()
    table.board.do(commands.resign, Side.WHITE)
    table.rule("penalty", offender="white", measure="warning")
    assert (table.state.phase, table.state.result) == (GamePhase.FINISHED, Result.BLACK_WINS)
    with refused(Conflict, "game_over"):
        table.decide("penalty", offender="white", measure="time_off", ms=MINUTE)


def test_time_needs_an_amount_and_an_offender() -> None:
    table = Table().started()
    for facts, code in (
        ({"offender": "white", "measure": "time_off"}, "no_time_given"),
        ({"measure": "warning"}, "fact_missing"),
        ({"offender": "green", "measure": "warning"}, "bad_fact"),
        ({"offender": "white", "measure": "flogging"}, "bad_fact"),
        ({"offender": "white", "weather": "fine"}, "unknown_fact"),
        ({"offender": "white", "measure": "time_off", "ms": -5}, "negative_time"),
    ):
        with refused(BadInput, code):
            table.decide("penalty", **facts)


@pytest.mark.article("tavreli:12.1", "tavreli:12.2", "tavreli:12.3")
@pytest.mark.article("tavreli:12.4", "tavreli:12.5", "tavreli:12.6", "tavreli:6.7")
@pytest.mark.parametrize(("code", "article"), [
    ("disrepute", "tavreli-1997:12.1"), ("notes", "tavreli-1997:12.2"), ("analysis", "tavreli-1997:12.3"),
    ("leaving", "tavreli-1997:12.4"), ("distracting", "tavreli-1997:12.5"),
    ("clock_misuse", "tavreli-1997:6.7"),
])  # fmt: skip
def test_a_breach_of_conduct_opens_as_a_penalty_under_its_own_article(code: str, article: str) -> None:
    table = Table().started()
    kind, facts = prefill(code, table.regime, "black")
    remedy = table.rule(kind, SECOND, **facts)
    assert (remedy.article, remedy.penalty_article, remedy.offender) == (
        article,
        "tavreli-1997:13.4",
        Side.BLACK,
    )
    written = [entry for entry in table.board.entries if entry.kind is EntryKind.IRREGULARITY]
    assert [(entry.side, entry.data["article"]) for entry in written] == [(Side.BLACK, article)]
    assert table.state.penalties[Side.BLACK] == 1
    assert table.running is Side.WHITE


@pytest.mark.parametrize("item", INCIDENTS, ids=lambda one: one.code)
def test_every_incident_opens_a_ruling_that_can_be_made(item) -> None:  # type: ignore[no-untyped-def]
    knowing = [laws for laws in REGIMES if item in incidents_of(laws, live=not item.off_record)]
    assert knowing
    for laws in knowing:
        kind, facts = prefill(item.code, laws, "white")
        names = {fact.name for fact in KINDS[kind].facts}
        assert set(facts) <= names
        if "article" in facts:
            assert library.known(facts["article"])
    with pytest.raises(NotFound):
        prefill("earthquake", knowing[0])


@pytest.mark.parametrize(("message", "stored"), [
    ("12.5", "tavreli-1997:12.5"), ("tavreli-1997:12.5", "tavreli-1997:12.5"),
    ("regulations, item 5", "regulations, item 5"),
])  # fmt: skip
def test_an_article_that_the_arbiter_names_by_its_number_is_one_of_the_regimes_book(
    message: str, stored: str
) -> None:
    table = Table().started()
    facts = {"penalty": {"offender": "black"}, "incident": {"what": "noise", "reason": "x"}}
    facts |= {"score": {"result": "1-0", "reason": "x"}, "time": {"white_ms": 1000, "reason": "x"}}
    assert {
        table.decide(kind, SECOND, article=message, **common).article for kind, common in facts.items()
    } == {stored}


def test_every_measure_and_the_next_step_can_be_chosen_from_the_mildest() -> None:
    measure = next(fact for fact in KINDS["penalty"].facts if fact.name == "measure")
    assert measure.answers == ("step", *Measure)
