"""Filing an appeal: by a player from their board, by an officer from the log, in time and with its deposit."""

import pytest
from django.urls import reverse

from arbiter.models.appeal import Appeal
from arbiter.selectors.appeals import disputed_games
from arbiter.services.ruling import rule
from tests.pages.console.appealing import GROUNDS
from tests.pages.html import page_of
from tests.world import later


def test_a_player_files_from_their_board_until_the_deadline(court):
    link = court.url("appeal-file", court.world.board.pk, court.flag.number)
    assert link in page_of(court.get("bob", "live-board", court.world.board.pk)).links
    page = page_of(court.get("bob", "appeal-file", court.world.board.pk, court.flag.number))
    assert page.problems == []
    assert "Deadline for filing:" in page.words and "10:50 UTC (20 minutes left)" in page.words
    assert not page.find(name="side")  # they play one side only
    answer = court.file("bob", grounds=GROUNDS)
    assert (answer.status_code, answer["Location"]) == (302, court.url("appeal", 1))
    assert (court.appeal.side, court.appeal.filed_by_id) == ("black", court.world.bob.user_id)


def test_the_facts_of_the_ruling_are_read_before_it_is_appealed_against(table):
    created = rule(
        actor=table.world.artur,
        now=later(seconds=10),
        game_id=table.game.pk,
        kind="penalty",
        facts={
            "offender": "white",
            "measure": "warning",
            "article": "tavreli-1997:12.5",
            "reason": "talking",
        },
    )
    link = reverse("appeal-file", args=[table.world.slug, table.game.pk, created.number])
    page = page_of(table.client("alice").get(link))
    facts = page.words.split("Established facts")[1]
    assert "a warning" in facts and "talking" in facts
    assert "Nobody distracts the opponent" in page.words


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
    page = page_of(answer)
    assert answer.status_code == 422
    assert page.find(data_code="deposit_missing") and GROUNDS in page.words
    assert page_of(court.file("bob", grounds=" ", deposit_paid="on")).find(data_code="required")
    assert court.file("bob", grounds=GROUNDS, deposit_paid="on").status_code == 302


def test_after_the_deadline_the_page_says_so_and_takes_nothing(court):
    court.at = later(minutes=50, seconds=1)
    page = page_of(court.get("bob", "appeal-file", court.world.board.pk, court.flag.number))
    assert "The time for an appeal against this ruling is over." in page.words
    assert not page.find(name="grounds")
    answer = court.file("bob", grounds=GROUNDS)
    assert answer.status_code == 409 and "is over" in page_of(answer).words
    assert not Appeal.objects.exists()


def test_the_same_player_does_not_appeal_twice(court):
    court.filed()
    answer = court.file("bob", grounds=GROUNDS)
    assert answer.status_code == 409
    assert page_of(answer).find(data_code="already_appealed")


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
