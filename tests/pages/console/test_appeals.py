"""Appeals are filed in time, with their deposit; they and adjourned games make the standings provisional."""

from datetime import timedelta

import pytest
from django.urls import reverse

from arbiter.models import Appeal
from arbiter.selectors.rulings import disputed_games
from arbiter.services import adjournment, appeals
from arbiter.services.duty import announce_session
from games.services.results import record_result
from tavleya.errors import Conflict
from tests.arbiter.ruling import rule
from tests.pages.console.appealing import GROUNDS
from tests.pages.html import page_of
from tests.world import NOW, later
from tournaments.models.section import Section
from tournaments.selectors.finality import finality
from tournaments.selectors.standings import standings_of
from tournaments.services.final_table import finalise_table
from tournaments.services.results import correct_result
from tournaments.services.rounds import close_round


def test_a_player_files_from_their_board_until_the_deadline(court):
    link = court.url("appeal-file", court.world.board.pk, court.flag.number)
    assert link in page_of(court.get("bob", "live-board", court.world.board.pk)).links
    get = page_of(court.get("bob", "appeal-file", court.world.board.pk, court.flag.number))
    assert get.problems == []
    assert "Deadline for filing:" in get.words and "10:50 UTC (20 minutes left)" in get.words
    assert not get.find(name="side")  # they play one side only
    answer = court.file("bob", grounds=GROUNDS)
    assert (answer.status_code, answer["Location"]) == (302, court.url("appeal", 1))
    assert (court.appeal.side, court.appeal.filed_by_id) == ("black", court.world.bob.user_id)


def test_the_facts_of_the_ruling_are_read_before_it_is_appealed_against(table):
    article = "tavreli-1997:12.5"
    ruling = rule(table.world, "penalty", offender="white", measure="warning", article=article, reason="talking")
    link = reverse("appeal-file", args=[table.world.slug, table.game.pk, ruling.number])
    get = page_of(table.client("alice").get(link))
    facts = get.words.split("Established facts")[1]
    assert "a warning" in facts and "talking" in facts
    assert "Nobody distracts the opponent" in get.words


def test_an_officer_files_for_either_side_and_says_for_whom(court):
    links = page_of(court.get("artur", "rulings")).links
    assert court.url("appeal-file", court.world.board.pk, court.flag.number) in links
    assert court.file("artur", grounds=GROUNDS).status_code == 422
    assert not Appeal.objects.exists()
    assert court.file("artur", grounds=GROUNDS, side="black").status_code == 302
    assert court.appeal.filed_by_id == court.world.artur.user_id


def test_missing_input_is_reported_at_its_field_and_the_form_is_kept(court):
    court.regulate(deposit="50 EUR")
    answer = court.file("bob", grounds=GROUNDS)
    get = page_of(answer)
    assert answer.status_code == 422
    assert get.find(data_code="deposit_missing") and GROUNDS in get.words
    assert page_of(court.file("bob", grounds=" ", deposit_paid="on")).find(data_code="required")
    assert court.file("bob", grounds=GROUNDS, deposit_paid="on").status_code == 302


def test_after_the_deadline_the_page_says_so_and_takes_nothing(court):
    court.at = later(minutes=50, seconds=1)
    get = page_of(court.get("bob", "appeal-file", court.world.board.pk, court.flag.number))
    assert "The time for an appeal against this ruling is over." in get.words
    assert not get.find(name="grounds")
    answer = court.file("bob", grounds=GROUNDS)
    assert answer.status_code == 409 and "is over" in page_of(answer).words
    assert not Appeal.objects.exists()


@pytest.mark.parametrize(("username", "status"), [("charlie", 403), ("hana", 403), ("dora", 403), ("", 302)])
def test_other_users_cannot_file(court, username, status):
    assert court.get(username, "appeal-file", court.world.board.pk, court.flag.number).status_code == status
    assert court.file(username, grounds=GROUNDS, side="black").status_code == status
    assert not Appeal.objects.exists()


def test_a_ruling_of_another_event_or_number_is_not_found(court):
    assert court.get("bob", "appeal-file", court.world.board.pk, 99).status_code == 404
    assert court.get("bob", "appeal-file", 999_999, 1).status_code == 404


def test_log_and_report_tell_filing_and_decision(court):
    court.decided("reversed")
    log = page_of(court.get("artur", "rulings")).words
    assert "Appeal 1 : decided: the ruling is reversed" in log.replace("Appeal 1:", "Appeal 1 :")
    assert "(this ruling implements the decision)" in log
    report = page_of(court.get("artur", "rulings-report"))
    assert report.problems == []
    assert GROUNDS in report.words and "The clock was right." in report.words
    assert not any(dispute.suspended for dispute in disputed_games(court.world.section))


def get(client, name, world):
    return client.get(reverse(name, args=[world.slug, "open"]))


def close(court):
    close_round(actor=court.world.olga, now=later(hours=1), round_id=court.world.rounds[0].pk)


def correct(court, hours):
    common = {"actor": court.world.artur, "now": later(hours=hours), "pairing_id": court.world.pairing.pk}
    correct_result(**common, result="0-1", reason="slip")


def finalise(court):
    return finalise_table(actor=court.world.olga, now=later(hours=5), section_id=court.world.section.pk)


def test_an_appeal_that_suspends_the_effect_makes_the_standings_provisional(court):
    client = court.client("")
    before = get(client, "standings", court.world)
    assert not page_of(before).labelled("provisional")
    court.regulate(effect_suspended=True)
    court.filed()
    # The cached page is out of date.
    second = client.get(court.url("standings", "open"), headers={"If-None-Match": before["ETag"]})
    assert second.status_code == 200
    words = page_of(second).words
    assert "These standings are provisional." in words
    assert "1.1 Alice – Bob: the result is suspended by an appeal" in words
    assert "1.1 Alice – Bob" in page_of(get(court.client("olga"), "desk_standings", court.world)).words
    court.decided("upheld")
    assert not page_of(get(client, "standings", court.world)).labelled("provisional")


def test_an_appeal_without_suspension_leaves_them_but_blocks_the_final_table(court):
    close(court)
    court.filed()
    assert not page_of(get(court.client(""), "standings", court.world)).labelled("provisional")
    with pytest.raises(Conflict) as excinfo:
        finalise(court)
    assert (excinfo.value.code, excinfo.value.detail["boards"]) == ("table_open", ["1.1"])
    standings = page_of(get(court.client("olga"), "desk_standings", court.world))
    assert "1.1 Alice – Bob : an appeal is pending" in standings.words.replace("Bob:", "Bob :")


def test_an_adjourned_game_makes_them_provisional_until_it_is_over(table):
    world = table.world
    ends = later(hours=0.5)
    common = {"actor": world.olga, "now": later(hours=-1), "section_id": world.section.pk}
    announce_session(**common, starts_at=NOW, ends_at=ends)
    client = table.client("")
    before = get(client, "standings", world)
    world.play("e2-e4")
    game = table.game
    values = {"actor": world.artur, "game_id": game.pk}
    adjournment.call_to_seal(**values, now=ends)
    adjournment.seal_move(**values, now=ends + timedelta(minutes=1), move="e7-e5")
    adjournment.adjourn(**values, now=ends + timedelta(minutes=2), due=later(hours=20), place="Hall 2")
    second = client.get(reverse("standings", args=[world.slug, "open"]), headers={"If-None-Match": before["ETag"]})
    assert "1.1 Alice – Bob: adjourned" in page_of(second).words
    with pytest.raises(Conflict) as excinfo:
        finalise_table(actor=world.olga, now=later(hours=5), section_id=world.section.pk)
    assert excinfo.value.detail["boards"] == ["1.1"]
    etag = get(client, "standings", world)["ETag"]
    record_result(actor=world.artur, now=later(hours=6), game_id=game.pk, result="1/2-1/2")
    after = client.get(reverse("standings", args=[world.slug, "open"]), headers={"If-None-Match": etag})
    assert after.status_code == 200 and not page_of(after).labelled("provisional")


def test_the_table_is_declared_final_on_its_page_and_shown_as_final_to_the_public(court):
    close(court)
    standings = page_of(get(court.client("olga"), "desk_standings", court.world))
    assert standings.problems == []
    digest = standings.find(name="digest")[0]["value"]
    before = get(court.client(""), "standings", court.world)
    url = court.url("desk_standings", "open")
    assert court.client("hana").post(url, {"do": "final", "digest": digest}).status_code == 403
    assert court.client("olga").post(url, {"do": "final", "digest": digest}).status_code == 302
    second = court.client("").get(court.url("standings", "open"), headers={"If-None-Match": before["ETag"]})
    assert second.status_code == 200 and page_of(second).labelled("final")
    assert Section.objects.get(pk=court.world.section.pk).final_digest == digest


def test_a_table_that_changed_since_it_was_looked_at_is_not_declared(court):
    close(court)
    url = court.url("desk_standings", "open")
    digest = page_of(court.client("olga").get(url)).find(name="digest")[0]["value"]
    correct(court, hours=2)
    answer = court.client("olga").post(url, {"do": "final", "digest": digest})
    assert answer.status_code == 409 and page_of(answer).find(data_code="table_changed")


def test_a_correction_and_a_new_appeal_end_what_was_final(court):
    close(court)
    finalise(court)
    court.filed(now=later(minutes=40))
    section = Section.objects.get(pk=court.world.section.pk)
    assert not finality(section, standings_of(section)).final
    appeals.withdraw_appeal(actor=court.world.bob, now=later(minutes=41), appeal_id=court.appeal.pk)
    assert finality(section, standings_of(section)).final  # the same table, nothing open
    correct(court, hours=6)
    assert not finality(section, standings_of(section)).final


def test_a_final_declaration_is_withdrawn_with_a_reason(court):
    close(court)
    finalise(court)
    url = court.url("desk_standings", "open")
    assert court.client("olga").post(url, {"do": "reopen", "reason": " "}).status_code == 422
    assert court.client("olga").post(url, {"do": "reopen", "reason": "a slip"}).status_code == 302
    assert Section.objects.get(pk=court.world.section.pk).final_at is None


def test_a_round_that_is_not_closed_is_named(court):
    with pytest.raises(Conflict) as excinfo:
        finalise(court)
    assert (excinfo.value.code, excinfo.value.detail["rounds"]) == ("rounds_not_over", [1])


def test_the_public_standings_take_few_queries(court, django_assert_max_num_queries):
    court.filed()
    client = court.client("")
    with django_assert_max_num_queries(16):
        get(client, "standings", court.world)
