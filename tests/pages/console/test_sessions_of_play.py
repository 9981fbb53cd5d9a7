"""The page of sessions: who announces them, what is refused in words, and where boards run on at their end."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.urls import reverse

from arbiter.models.envelope import PlaySession
from tests.arbiter.envelopes import ENDS, adjourned, in_session
from tests.pages.html import page_of
from tests.pages.live.table import Table
from tests.world import NOW

pytestmark = pytest.mark.article("tavreli:A.13")


@pytest.fixture
def table(db, monkeypatch):
    table = Table(in_session(), monkeypatch)
    monkeypatch.setattr("arbiter.views.sessions.timezone", SimpleNamespace(now=table.now))
    return table


def url(table, name="sessions", *more):
    return reverse(name, args=[table.world.slug, *more])


def announce(table, who="olga", query="", **fields):
    values = {
        "section": table.world.section.pk,
        "starts_at": "2026-11-25T10:00",
        "ends_at": "2026-11-25T14:00",
        "place": "Hall 4",
    }
    return table.client(who).post(url(table) + query, values | fields)


def test_officers_announce_a_session_and_all_officials_read_it(table):
    assert announce(table, "artur").status_code == 302
    for user in ("olga", "artur", "hana"):
        page = page_of(table.client(user).get(url(table)))
        assert page.problems == []
        assert "Hall 4" in page.words
    assert ("Announce session" in page.words) is False  # Hana only reads
    assert table.client("charlie").get(url(table)).status_code == 403
    assert table.client().get(url(table)).status_code == 302


def test_a_helper_announces_nothing(table):
    before = PlaySession.objects.count()
    assert announce(table, "hana").status_code == 403
    assert PlaySession.objects.count() == before


@pytest.mark.parametrize(
    ("fields", "status", "text"),
    [
        ({"ends_at": "2026-11-25T09:00"}, 422, "A session must end after it starts"),
        ({"starts_at": "2026-11-19T09:00"}, 422, "announced before it starts"),
        (
            {"starts_at": "2026-11-21T17:00", "ends_at": "2026-11-21T18:00"},
            409,
            "It overlaps another session",
        ),
        ({"starts_at": "soon"}, 422, "Enter a valid date"),
        ({"section": "0"}, 422, "valid choice"),
    ],
)
def test_an_invalid_session_is_reported_beside_the_field_and_the_input_is_kept(table, fields, status, text):
    answer = announce(table, **fields)
    assert answer.status_code == status
    page = page_of(answer)
    assert page.problems == []
    assert text in page.words
    assert 'value="Hall 4"' in answer.content.decode()


def test_a_session_to_come_is_changed_and_cancelled_and_one_that_is_on_is_not(table):
    coming, on = PlaySession.objects.order_by("-starts_at")
    changed = announce(table, query=f"?alter={coming.pk}")
    assert changed.status_code == 302
    coming.refresh_from_db()
    assert coming.place == "Hall 4"
    refused = table.client("olga").post(url(table, "session-cancel", on.pk))
    assert refused.status_code == 409 and "has begun" in page_of(refused).words
    assert table.client("hana").post(url(table, "session-cancel", coming.pk)).status_code == 403
    assert table.client("olga").post(url(table, "session-cancel", coming.pk)).status_code == 302
    assert list(PlaySession.objects.all()) == [on]
    for unknown in ("?alter=99999", "?alter=x"):
        assert table.client("olga").get(url(table) + unknown).status_code == 404


def test_the_end_of_a_session_is_near(table):
    table.at = (ENDS - NOW - timedelta(minutes=10)).total_seconds()
    messages = page_of(table.client("hana").get(url(table, "sessions-ending"))).words
    assert "the session ends at 11:00 UTC, and 1 board is still running" in messages
    table.at += 1200
    assert "Ask for the sealed move" in page_of(table.client("hana").get(url(table))).words
    adjourned(table.world)
    assert "still running" not in page_of(table.client("hana").get(url(table))).words
