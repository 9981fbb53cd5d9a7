"""Many persons entered in one call: as each alone, by a few statements, and no more than a thousand."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from entries.models.fees import Fee, FeeTerms
from tests.api.test_a_swiss_by_calls import NAMES, OPEN, SECTION, Program, api, paired
from tournaments.models.activity import Log
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye, RestorePoint

__all__ = ["api"]

pytestmark = pytest.mark.django_db


def people(number: int, name: str = "Player") -> dict[str, Any]:
    return {"players": [{"family_name": f"{name} {index}", "rating": 1500} for index in range(number)]}


def test_many_persons_take_hardly_more_queries_than_few(api: Program) -> None:
    with CaptureQueriesContext(connection) as few:
        api.do("post", "cup/sections/open/registrations/bulk/", people(2))
    api.do("post", "cup/sections/", SECTION | {"slug": "other"})
    with CaptureQueriesContext(connection) as many:
        api.do("post", "cup/sections/other/registrations/bulk/", people(202, "Other"))
    assert len(many) <= len(few) + 10
    assert Registration.objects.filter(section__slug="other").count() == 202


def test_more_than_a_thousand_persons_are_refused(api: Program) -> None:
    answer = api.ask("post", OPEN + "registrations/bulk/", people(1001))
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_request_body")
    lines = "".join(json.dumps(person) + "\n" for person in people(1001)["players"])
    answer = api.client.post(f"/api/v1/events/{OPEN}registrations/bulk/", lines, content_type="application/x-ndjson")
    assert (answer.status_code, Registration.objects.count()) == (422, len(NAMES))


def entered(slug: str) -> list[Any]:
    """Everything that entering people has written for an event, in its order, without numbers of rows."""
    players = {player.pk: str(player) for player in Player.objects.filter(event__slug=slug)}
    rows = Registration.objects.filter(section__event__slug=slug).order_by("number")
    log = Log.objects.filter(event__slug=slug, action__contains=".").exclude(action__startswith="event.")
    return [
        [(player.full_name, player.birth_year, player.fide_id, player.ratings, player.identity, player.namesake)
         for player in Player.objects.filter(event__slug=slug).order_by("pk")],
        [(players[row.player_id], row.number, row.rating, row.rating_source, row.from_round) for row in rows],
        [(fee.number, players[fee.player_id or 0], fee.lines) for fee in Fee.objects.filter(event__slug=slug)],
        [(line.action, line.subject.partition(":")[0], line.before, line.after) for line in log.order_by("pk")],
    ]  # fmt: skip


def test_many_persons_are_entered_as_each_alone() -> None:
    program = Program()
    sent = [
        {"family_name": "Keres", "birth_year": 1916, "rating": 2600},
        {"family_name": "Known", "birth_year": 1950, "fide_id": 4100018, "ratings": {"standard": 2400}},
        {"family_name": "Fine", "given_name": "Reuben", "ratings": {"standard": 2500}, "number": 17},
        {"family_name": "Fine", "given_name": "Reuben", "who": 0},
        {"family_name": "Listed", "fide_id": 4100026, "sex": "f", "federation": "EST"},
        {"family_name": "Fine", "given_name": "Reuben", "birth_year": 1914, "who": 0},
    ]
    for slug in ("one", "all"):
        program.do("post", "", {"slug": slug, "names": {"en": "Cup"}, "published": True})
        program.do("post", f"{slug}/sections/", SECTION)
        program.do("post", f"{slug}/players/", {"family_name": "Known"})
        section = Section.objects.get(event__slug=slug)
        FeeTerms.objects.create(section=section, charged=True, currency="EUR", base=2000)
    keys = {slug: Player.objects.get(event__slug=slug, family_name="Known").pk for slug in ("one", "all")}
    for person in sent:
        body = person | ({"who": keys["one"]} if person["family_name"] == "Known" else {})
        program.do("post", "one/sections/open/registrations/", body)
    bodies = [row | ({"who": keys["all"]} if row["family_name"] == "Known" else {}) for row in sent]
    program.do("post", "all/sections/open/registrations/bulk/", {"players": bodies})
    assert entered("all") == entered("one")
    assert len(entered("all")[2]) == len(sent)


def test_a_person_who_is_twice_in_a_call_is_refused_by_place(api: Program) -> None:
    twice = [{"family_name": "Keres", "birth_year": 1916}] * 2
    messages = api.ask("post", OPEN + "registrations/bulk/", {"players": twice})
    assert (messages.status_code, messages.json()["code"], messages.json()["place"]) == (409, "already_entered", 2)
    messages = api.ask("post", OPEN + "registrations/bulk/", {"players": [{"family_name": "Fine", "number": 9}] * 2})
    assert (messages.status_code, messages.json()["code"], messages.json()["place"]) == (409, "same_name", 1)
    taken = [{"family_name": "Keres", "number": 9}, {"family_name": "Tal", "number": 9}]
    messages = api.ask("post", OPEN + "registrations/bulk/", {"players": taken})
    assert (messages.status_code, messages.json()["code"], messages.json()["place"]) == (409, "number_taken", 2)
    assert Registration.objects.count() == len(NAMES)


def test_many_late_entries_have_one_restore_point(api: Program) -> None:
    paired(api)
    before = RestorePoint.objects.count()
    late = [{"family_name": "Keres", "from_round": 2}, {"family_name": "Tal", "from_round": 3, "half_points": [2]}]
    api.do("post", OPEN + "registrations/bulk/", {"players": late})
    assert RestorePoint.objects.count() == before + 1
    rows = Registration.objects.filter(player__family_name__in=["Keres", "Tal"]).order_by("player__family_name")
    assert [row.from_round for row in rows] == [2, 3]
    assert Log.objects.filter(action="registration.late").count() == 2
    assert [requested_bye.round_number for requested_bye in RequestedBye.objects.all()] == [2]
