"""The page of an appeal: hearing, suspended effect, withdrawal, the decision with its preview, publication."""

import pytest

from arbiter.models import Appeal, Ruling
from arbiter.services import appeals
from arbiter.services.appeals import appoint_member, rules_in
from tests.pages.console.appealing import GROUNDS, HEARING, moment
from tests.pages.html import page_of
from tests.world import later
from tournaments.services.rounds import close_round

pytestmark = pytest.mark.long


def test_the_list_has_the_open_ones_first_with_state_deadline_and_deposit(court):
    court.regulate(deposit="50 EUR")
    court.filed(deposit_paid=True)
    page = page_of(court.get("artur", "appeals"))
    assert page.problems == []
    assert "1 open appeal" in page.words
    assert "Appeal 1: Bob" in page.words and "waiting for a hearing" in page.words
    assert "deadline 10:50" in page.words and "deposit 50 EUR: paid" in page.words
    appeals.withdraw_appeal(actor=court.world.bob, now=later(minutes=31), appeal_id=court.appeal.pk)
    court.filed(now=later(minutes=32), deposit_paid=True)
    words = page_of(court.get("artur", "appeals")).words
    assert words.index("Appeal 2: Bob") < words.index("Settled") < words.index("Appeal 1: Bob")


def test_the_page_tells_ruling_facts_articles_grounds_and_who_may_sit(court):
    court.filed()
    page = page_of(court.get("alice", "appeal", 1))
    assert page.problems == []
    assert GROUNDS in page.words
    assert page.words.count("can be called to the panel") == 4
    assert "Tavreli" in page.words
    common = {"actor": court.world.olga, "now": later(minutes=31), "event_id": court.world.event.pk}
    appoint_member(**common, user_id=court.world.artur.user_id)
    assert "not eligible: made the ruling" in page_of(court.get("bob", "appeal", 1)).words


def test_a_hearing_seats_the_chair_and_the_members(court):
    court.filed()
    answer = court.act("artur", "hearing", at=moment(HEARING), place="Library")
    assert answer.status_code == 302
    assert {member.user.username for member in court.appeal.panel.all()} == {"dora", "emil", "fedor"}
    words = page_of(court.get("artur", "appeal", 1)).words
    assert words.count("decides this appeal") == 3 and "Library" in words


def test_a_hearing_in_the_past_is_refused_at_its_field(court):
    court.filed()
    answer = court.act("artur", "hearing", at=moment(later(minutes=1)), place="Library")
    page = page_of(answer)
    assert answer.status_code == 422
    assert page.find(data_code="hearing_in_the_past") and page.find(value="Library")
    assert court.act("artur", "hearing", at="soon").status_code == 422
    assert court.appeal.hearing_at is None


def test_an_action_from_an_outdated_page_lists_the_changes(court):
    court.filed()
    court.act("artur", "hearing", at=moment(HEARING))
    answer = court.act("olga", "hearing", at=moment(later(hours=4)), version=1)
    page = page_of(answer)
    assert answer.status_code == 409
    assert "The hearing was set." in page.words.split("In the meantime:")[1][:40]
    assert court.appeal.hearing_at == HEARING
    version = page.find(name="version")[0]["value"]
    assert court.act("olga", "hearing", at=moment(later(hours=4)), version=version).status_code == 302


def test_only_the_panel_suspends_the_effect(court):
    court.heard()
    assert court.act("artur", "suspend", reason="x").status_code == 403
    assert court.act("emil", "suspend", reason="").status_code == 422
    assert court.act("emil", "suspend", reason="the next round depends on it").status_code == 302
    assert court.appeal.effect_suspended
    assert "the next round depends on it" in page_of(court.get("bob", "appeal", 1)).words
    assert court.act("dora", "restore", reason="the round is paired").status_code == 302
    assert not court.appeal.effect_suspended


def test_the_player_withdraws_and_only_an_officer_returns_the_deposit(court):
    court.regulate(deposit="50 EUR")
    court.filed(deposit_paid=True)
    assert court.act("alice", "withdraw").status_code == 403
    assert court.act("bob", "withdraw", deposit_returned="on").status_code == 302
    assert (court.appeal.status, court.appeal.deposit_state) == ("withdrawn", "kept")
    assert court.act("bob", "withdraw").status_code == 409


# The decision


def decide(court, username="dora", do="decide", **fields):
    return court.post(username, "appeal-decision", 1, do=do, **fields)


def open_decision(court, query):
    """Return the page and its hidden form values."""
    page = page_of(court.get("dora", "appeal-decision", 1, query=query))
    assert page.problems == []
    names = ("version", "outcome", "kind", "seq", "looked_at")
    return page, {name: page.find(name=name)[0].get("value", "") for name in names}


def test_a_reversal_shows_clocks_standings_and_the_lost_result_before_it_is_entered(court):
    court.heard()
    page, form = open_decision(court, "?outcome=reversed")
    assert "The board will then have no result." in page.words
    assert "1 → 0" in page.words and "Alice" in page.words
    assert decide(court, **form, decision="The clock was wrong.").status_code == 302
    assert (court.appeal.outcome, court.world.board.result) == ("reversed", "")
    log = page_of(court.get("artur", "appeal", 1)).words
    assert "The ruling is reversed." in log and "The clock was wrong." in log


def test_an_amendment_is_looked_at_with_its_facts_first(court):
    court.heard()
    _, form = open_decision(court, "?outcome=amended&kind=score")
    facts = {"result": "1/2-1/2", "article": "tavreli-1997:12.8", "reason": "both clocks were wrong"}
    values = {**form, **facts, "decision": "A draw is fair."}
    early = decide(court, **values)
    assert early.status_code == 422 and page_of(early).find(data_code="facts_changed")
    preview = page_of(decide(court, do="preview", **values))
    assert "½ – ½" in preview.words and "1 → ½" in preview.words
    assert "A draw is fair." in preview.words  # nothing typed is lost
    values["looked_at"] = preview.find(name="looked_at")[0]["value"]
    changed = decide(court, **{**values, "result": "0-1"})
    assert changed.status_code == 422 and court.appeal.pending
    assert decide(court, **values).status_code == 302
    assert (court.appeal.outcome, court.world.board.result) == ("amended", "1/2-1/2")
    assert Ruling.objects.filter(kind="score", supersedes=court.flag).exists()


@pytest.mark.parametrize("query", ["?outcome=reversed", "?outcome=amended&kind=penalty"])
def test_in_a_closed_round_the_committee_names_the_result_that_the_game_keeps(court, query):
    close_round(actor=court.world.olga, now=later(minutes=40), round_id=court.world.rounds[0].pk)
    court.heard()
    page, form = open_decision(court, query)
    assert "Result that the game keeps" in page.words
    values = {**form, "offender": "white", "measure": "warning", "kept_result": "1/2-1/2", "decision": "A draw."}
    preview = page_of(decide(court, **values, do="preview"))
    assert "The result becomes 1/2-1/2." in preview.words
    values["looked_at"] = preview.find(name="looked_at")[0]["value"]
    assert decide(court, **values).status_code == 302
    assert (court.appeal.status, court.world.pairing.result) == ("decided", "1/2-1/2")


def test_an_upheld_ruling_changes_nothing_and_says_so(court):
    court.regulate(deposit="50 EUR")
    court.filed(deposit_paid=True)
    court.heard()
    page, form = open_decision(court, "?outcome=upheld")
    assert "The ruling stands; nothing changes on the board." in page.words
    silent = decide(court, **form, decision=" ")
    assert silent.status_code == 422 and court.appeal.pending
    decide(court, **form, decision="The clock was right.", deposit="returned")
    assert (court.appeal.outcome, court.appeal.deposit_state) == ("upheld", "returned")
    assert court.world.board.result == "1-0"


def test_only_the_panel_opens_the_decision_and_only_after_the_hearing(court):
    court.heard()
    for user in ("artur", "olga", "gleb", "bob"):
        assert court.get(user, "appeal-decision", 1).status_code == 403
    court.at = later(hours=1)
    _, form = open_decision(court, "?outcome=upheld")
    early = decide(court, **form, decision="x")
    assert early.status_code == 409 and page_of(early).find(data_code="not_heard_yet")
    assert court.get("dora", "appeal-decision", 1, query="?outcome=amended&kind=nothing").status_code == 404


# Publication


def test_a_decision_is_public_once_an_officer_publishes_it(court):
    event, decisions = court.get("", "event"), court.url("decisions")
    assert decisions not in page_of(event).links
    court.decided()
    assert "The clock was right." not in page_of(court.get("", "decisions")).words
    assert court.act("bob", "publish").status_code == 403
    assert court.act("artur", "publish").status_code == 302
    page = page_of(court.get("", "decisions"))
    assert page.problems == []
    assert "The clock was right." in page.words and "dora (chair)" in page.words
    assert decisions in page_of(court.get("", "event")).links
    assert Appeal.objects.get().published_at is not None


# Committee and regulations


def test_the_organiser_appoints_dismisses_and_regulates(court):
    values = {"do": "appoint", "username": "charlie", "seat": "member"}
    assert court.post("olga", "committee", **values).status_code == 302
    page = page_of(court.get("dora", "committee"))
    assert page.problems == [] and "charlie" in page.words
    assert not page.find(name="username")  # a member reads, the organiser appoints
    response = court.post("olga", "committee", **values)
    assert response.status_code == 409 and page_of(response).find(data_code="already_a_member")
    unknown = court.post("olga", "committee", do="appoint", username="nemo", seat="member")
    assert unknown.status_code == 422 and page_of(unknown).find(value="nemo")
    members = page_of(court.get("olga", "committee")).find(name="member")
    assert court.post("olga", "committee", do="dismiss", member=members[-1]["value"]).status_code == 302


def test_the_regulation_is_changed_on_its_page(court):
    values = {"do": "regulate", "within_minutes": "45", "counted_from": "game", "seats": "3"}
    values |= {"deposit": "50 EUR", "effect_suspended": "on", "final_kinds": ["flag"]}
    assert court.post("olga", "committee", **values).status_code == 302
    rules = rules_in(court.world.event)
    assert (rules.within_ms, rules.deposit, rules.final_kinds) == (45 * 60_000, "50 EUR", {"flag"})
    assert "suspended until the decision" in page_of(court.get("hana", "committee")).words
    wrong = court.post("olga", "committee", **{**values, "within_minutes": "0"})
    assert wrong.status_code == 422 and page_of(wrong).find(value="50 EUR")


def test_the_list_takes_few_queries(court, django_assert_max_num_queries):
    court.filed()
    client = court.client("artur")
    with django_assert_max_num_queries(14):
        client.get(court.url("appeals"))
