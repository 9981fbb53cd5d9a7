"""Penalties, refusals, absence, scores set by the arbiter, and random checks."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.law import library
from tavleya.law.conduct import Candidate, draw_players, usual_count
from tavleya.law.kinds import INCIDENTS, KINDS, incidents_of, prefill
from tavleya.law.regimes import REGIMES
from tavleya.law.regulations import step_text
from tavleya.law.remedies import Exclude, duration
from tavleya.law.terms import Measure, PenaltyStep
from tavleya.record import commands
from tavleya.record.entries import EntryKind, GamePhase
from tavleya.record.results import Result
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, SECOND, Table
from tests.tavleya.record.build import START


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
        measures.append(table.board.entries[-2].data.get("measure") or table.board.entries[-1].data["measure"])
    assert table.times(2 * SECOND)[1] == 57 * MINUTE
    assert table.state.result is Result.WHITE_WINS
    assert measures[0] == "warning"


def test_the_game_is_lost_with_the_score_that_the_arbiter_gives_the_opponent() -> None:
    scores = {"win": Result.BLACK_WINS, "draw": Result.BLACK_HALF, "loss": Result.BOTH_LOSE}
    for score, result in scores.items():
        remedy = Table().started().decide("penalty", offender="white", measure="loss", opponent_score=score)
        assert remedy.result is result


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
    assert (remedy.article, remedy.penalty_article, remedy.offender) == (article, "tavreli-1997:13.4", Side.BLACK)
    written = [entry for entry in table.board.entries if entry.kind is EntryKind.IRREGULARITY]
    assert [(entry.side, entry.data["article"]) for entry in written] == [(Side.BLACK, article)]
    assert table.state.penalties[Side.BLACK] == 1
    assert table.running is Side.WHITE


@pytest.mark.parametrize("incident", INCIDENTS, ids=lambda incident: incident.code)
def test_every_incident_opens_a_ruling_that_can_be_made(incident) -> None:  # type: ignore[no-untyped-def]
    regimes = [regime for regime in REGIMES if incident in incidents_of(regime, live=not incident.off_record)]
    assert regimes
    for regime in regimes:
        kind, facts = prefill(incident.code, regime, "white")
        assert set(facts) <= {fact.name for fact in KINDS[kind].facts}
        if "article" in facts:
            assert library.known(facts["article"])
    with pytest.raises(NotFound):
        prefill("earthquake", regimes[0])


@pytest.mark.parametrize(("text", "stored"), [
    ("12.5", "tavreli-1997:12.5"), ("tavreli-1997:12.5", "tavreli-1997:12.5"),
    ("А.8", "tavreli-1997:A.8"), ("В.3", "tavreli-1997:V.3"), ("Таврели Б.4", "tavreli-1997:B.4"),
    ("7.4, Б.5", "tavreli-1997:7.4,B.5"), ("5", "regulations:5"), ("Регламент 10.1", "regulations:10.1"),
    ("regulations: 10.1", "regulations:10.1"), ("10.1", "tavreli-1997:10.1"),
])  # fmt: skip
def test_an_article_that_the_arbiter_names_is_one_of_the_laws_or_the_regulations(text, stored) -> None:
    table = Table(articles={"5": "No talking.", "10.1": "No smoking."}).started()
    facts = {"penalty": {"offender": "black"}, "incident": {"what": "noise", "reason": "x"}}
    facts |= {"score": {"result": "1-0", "reason": "x"}, "time": {"white_ms": 1000, "reason": "x"}}
    assert {table.decide(kind, SECOND, article=text, **common).article for kind, common in facts.items()} == {stored}


@pytest.mark.parametrize("text", ["item 5", "7.5.9", "99", "fide-2023:12.5", "12.5,99", "regulations:6", ":", ","])
def test_an_article_that_is_nowhere_is_refused(text: str) -> None:
    table = Table(articles={"5": "No talking."}).started()
    with refused(BadInput, "no_such_article", fact="article"):
        table.decide("incident", SECOND, what="noise", reason="x", article=text)


def test_every_measure_and_the_next_step_can_be_chosen_from_the_mildest() -> None:
    measure = next(fact for fact in KINDS["penalty"].facts if fact.name == "measure")
    assert measure.answers == ("step", *Measure)


@pytest.mark.article("tavreli:12.7")
def test_a_player_who_refuses_to_comply_loses_and_the_arbiter_sets_the_opponent_s_score() -> None:
    for score, result in (("win", Result.WHITE_WINS), ("draw", Result.WHITE_HALF), ("loss", Result.BOTH_LOSE)):
        table = Table().started()
        remedy = table.rule("refusal", refuses="black", opponent_score=score, reason="left the table")
        assert (table.state.result, remedy.article) == (result, "tavreli-1997:12.7")


@pytest.mark.article("draughts:violations.6", "draughts:result.2")
def test_in_draughts_a_refusal_costs_the_game_if_the_opponent_insists() -> None:
    table = Table("draughts64").started()
    with refused(Conflict, "not_insisted", article="draughts64:violations.6"):
        table.decide("refusal", refuses="white", reason="does not crown")
    table.rule("refusal", refuses="white", insisted=True, reason="does not crown")
    assert table.state.result is Result.BLACK_WINS


@pytest.mark.article("draughts:result.3", "draughts:result.1")
def test_the_arbiter_draws_a_game_that_neither_can_win() -> None:
    table = Table("draughts64").started()
    table.rule("score", result="1/2-1/2", article="draughts64:result.3", reason="neither can win")
    assert (table.state.result, table.state.termination) == (Result.DRAW, "arbiter")
    with refused(Conflict, "same_result"):
        table.decide("score", result="1/2-1/2", article="draughts64:result.3", reason="again")


def test_a_result_that_stands_is_replaced_by_a_correction_and_kept_in_the_record() -> None:
    table = Table().started()
    table.board.do(commands.resign, Side.WHITE)
    table.rule("score", result="0-0", article="tavreli-1997:12.8", reason="arranged")
    assert table.state.result is Result.BOTH_LOSE
    assert table.board.entries[-1].data["was"] == "0-1"


@pytest.mark.article("tavreli:13.7", "tavreli:13.1")
def test_an_incident_is_written_down_and_play_goes_on() -> None:
    table = Table().started()
    table.board.do(commands.call_arbiter, Side.WHITE, "disturbance", {}, at=SECOND)
    table.rule("incident", 5 * SECOND, what="spectators", article="tavreli-1997:13.7", reason="two were sent out")
    assert (table.state.phase, table.state.calls, table.state.result) == (GamePhase.PLAYING, (), None)
    assert table.board.entries[-2].data["what"] == "spectators"
    assert table.times(5 * SECOND)[0] == 60 * 60 * SECOND - SECOND
    table.board.do(commands.resign, Side.BLACK, at=9 * SECOND)
    table.rule("incident", 10 * SECOND, what="analysis", reason="after the game")
    assert table.state.result is Result.WHITE_WINS


def test_an_incident_needs_its_story() -> None:
    with pytest.raises(BadInput):
        Table().started().decide("incident", what="phone")


def test_a_call_that_is_not_upheld_leaves_everything_as_it_is() -> None:
    table = Table().started().play("e2-e4")
    table.board.do(commands.call_arbiter, Side.BLACK, "touch", {}, at=2 * SECOND)
    remedy = table.rule("dismissed", 3 * SECOND)
    assert (remedy.outcome, table.running, table.state.ply) == ("dismissed", Side.BLACK, 1)
    assert (table.state.phase, table.state.calls) == (GamePhase.PLAYING, ())


@pytest.mark.parametrize(
    ("ms", "text"), [(0, "0 s"), (30_000, "30 s"), (90_000, "1 min 30 s"), (120_000, "2 min"), (5_400_000, "90 min")]
)
def test_a_duration_is_exact_to_the_second(ms: int, text: str) -> None:
    assert str(duration(ms)) == text


def test_penalties_include_their_seconds() -> None:
    assert str(step_text(PenaltyStep(Measure.TIME_OFF, 30_000))) == "30 s off the player's time"
    assert str(step_text(PenaltyStep(Measure.OPPONENT_TIME, 90_000))) == "1 min 30 s to the opponent"


HOUR = 60 * MINUTE


@pytest.mark.article("tavreli:6.6")
def test_the_arbiter_may_rule_otherwise_and_says_why() -> None:
    table = Table(control="90").started()
    with refused(BadInput, "arbiter_decides"):
        table.decide("absence", 2 * HOUR, absent="white", decision="excuse")
    table.rule("absence", 2 * HOUR, absent="white", decision="excuse", reason="the train stood still")
    assert (table.state.result, table.state.phase) == (None, GamePhase.PLAYING)


def test_the_start_must_be_known_only_if_a_default_time_counts_from_it() -> None:
    with refused(BadInput, "no_start_known"):
        Table().decide("absence", HOUR, absent="white")
    assert Table("fide-2023").decide("absence", absent="white").result is Result.BLACK_FORFEIT_WIN


@pytest.mark.parametrize(("late", "message"), [
    (30 * SECOND, "30 s after the start: not at the board within the default time."),
    (90 * SECOND, "1 min 30 s after the start: not at the board within the default time."),
    (1, "Not at the board when play began."),
])  # fmt: skip
def test_the_ruling_states_the_delay_exactly(late: int, message: str) -> None:
    remedy = Table("fide-2023").decide("absence", late, absent="white", scheduled_at=START)
    assert str(remedy.grounds[0]) == message


def test_the_draw_is_by_reproducible_digests() -> None:
    pool = [Candidate(number) for number in range(1, 9)]
    digests = {number: hashlib.sha256(f"hall:{number}".encode()).hexdigest() for number in range(1, 9)}
    assert draw_players("hall", pool, 3) == tuple(sorted(digests, key=digests.__getitem__)[:3])


@given(st.text(max_size=20), st.dictionaries(st.integers(1, 300), st.integers(0, 4), max_size=40), st.integers(0, 50))
def test_the_same_seed_draws_the_same_players_each_once(seed, times_by_number, count) -> None:
    pool = [Candidate(number, times) for number, times in times_by_number.items()]
    drawn = draw_players(seed, pool, count)
    assert drawn == draw_players(seed, reversed(pool), count)
    assert len(set(drawn)) == len(drawn) == min(count, len(pool)) and set(drawn) <= set(times_by_number)


def test_recently_checked_players_are_drawn_less_often() -> None:
    pool = [Candidate(1, 1), *(Candidate(number) for number in range(2, 11))]
    times = dict.fromkeys(range(1, 11), 0)
    for seed in range(2_000):
        for number in draw_players(str(seed), pool, 3):
            times[number] += 1
    assert 100 < times[1] < min(times[number] for number in range(2, 11)) * 0.7


def test_one_in_every_ten_boards_begun_is_usual() -> None:
    assert [usual_count(boards) for boards in (0, 1, 10, 11, 250)] == [0, 1, 1, 2, 25]
