"""A small Swiss through the API: drafts, pairings of another engine, results of many boards."""

import json
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from entries.models import Fee, FeeTerms
from tavleya.permissions import Action
from tests.databases import remembered
from tests.world import NOW, person
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest, RequestedBye, RestorePoint
from tournaments.services.tokens import issue_account_token

pytestmark = pytest.mark.django_db
PENALTY = {"kind": "penalty", "facts": {"offender": "white", "measure": "loss", "article": "11.3.2"}}
SECTION = {
    "slug": "open", "names": {"en": "Open"}, "game": "chess", "regime": "fide-2023", "format": "swiss",
    "rounds_planned": 3,
}  # fmt: skip
NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras", "Euwe", "Fine")


class Program:
    """A program with an API key of an account."""

    def __init__(self, name: str = "olga", secret: str = "") -> None:
        if not secret:
            scopes = [str(action) for action in Action]
            _, secret = issue_account_token(actor=person(name), now=NOW, name="program", scopes=scopes)
        self.secret = secret
        self.client = Client(headers={"accept-language": "en", "authorization": f"Bearer {secret}"})

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        data = {} if method == "get" else {"data": "", "content_type": "application/json"}
        if body is not None:
            data["data"] = json.dumps(body)
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return getattr(self.client, method)(f"/api/v1/events/{path}", headers=fields, **data)

    def do(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        response = self.ask(method, path, body, **headers)
        assert response.status_code < 300, response.content
        return response.json() if response.content else None


@pytest.fixture
def api() -> Program:
    return Program(secret=open_a_swiss())


@remembered
def open_a_swiss() -> str:
    program = Program()
    program.do("post", "", {"slug": "cup", "names": {"en": "Cup"}, "published": True})
    program.do("post", "cup/sections/", SECTION)
    people = [{"family_name": name, "rating": 2600 - 100 * place} for place, name in enumerate(NAMES)]
    program.do("post", "cup/sections/open/registrations/bulk/", {"players": people})
    return program.secret


OPEN = "cup/sections/open/"
ROUND = OPEN + "rounds/1/"


def paired(api: Program) -> Program:
    api.do("post", OPEN + "rounds/", {"number": 1, "first_colour": "white"})
    return api


def test_a_round_is_paired_published_played_and_closed(api: Program) -> None:
    created = api.do("post", OPEN + "rounds/", {"number": 1, "first_colour": "white"})
    assert [(round_["number"], round_["status"]) for round_ in created["rounds"]] == [(1, "draft")]
    assert api.do("get", ROUND)["version"] == 0
    assert api.do("post", ROUND + "publish/")["status"] == "published"
    second = api.ask("post", ROUND + "publish/")
    assert (second.status_code, second.json()["code"]) == (409, "round_status")
    assert (second.json()["status"], second.json()["state"]) == (409, "published")
    api.do("post", ROUND + "start/")
    boards = api.do("get", ROUND + "pairings/")["results"]
    assert [(board["white"], board["black"]) for board in boards] == [(1, 4), (5, 2), (3, 6)]
    results = [{"board": board["board"], "result": "1-0"} for board in boards]
    assert len(api.do("post", ROUND + "results/", {"results": results})["results"]) == 3
    assert api.do("post", ROUND + "close/")["status"] == "closed"
    standings = api.do("get", OPEN + "standings/")["results"]
    assert [row["points"] for row in standings] == ["1", "1", "1", "0", "0", "0"]
    assert marks(api.client) == {"1", "0"}


def test_a_draft_is_changed_by_hand_with_the_version_that_was_read(api: Program) -> None:
    paired(api)
    body = {"version": 0, "despite": "agreed"}
    assert api.do("post", ROUND + "pairings/1/swap-colours/", body)["version"] == 1
    late = api.ask("post", ROUND + "draft/exchange/", {"one": 1, "other": 2, "version": 0})
    assert (late.status_code, late.json()["code"]) == (409, "draft_changed")
    assert api.do("post", ROUND + "draft/restore-engine/", {"version": 1})["version"] == 2


def test_the_pairing_of_another_engine_is_brought_in_with_the_warnings_of_a_change_by_hand(api: Program) -> None:
    boards = [{"white": 1, "black": 2}, {"white": 3, "black": 4}, {"white": 5, "black": 6}]
    api.do("put", OPEN + "rounds/1/pairing/", {"boards": boards, "first_colour": "white"})
    pairings = api.do("get", ROUND + "pairings/")["results"]
    assert [(pairing["white"], pairing["black"]) for pairing in pairings] == [(1, 2), (3, 4), (5, 6)]
    # It is compared with the rules as it is published, like any draft changed by hand.
    response = api.ask("post", ROUND + "publish/")
    assert (response.status_code, response.json()["code"]) == (409, "differs_from_rules")
    assert api.do("post", ROUND + "publish/", {"confirmed": ["differs_from_rules"]})["status"] == "published"
    workings = api.do("get", ROUND + "workings/")
    assert workings["boards"] == [[1, 4], [5, 2], [3, 6]]
    assert "differs_from_rules" in [finding["code"] for finding in workings["waived"]]
    results = [{"board": board, "result": "1-0"} for board in (1, 2, 3)]
    api.do("post", ROUND + "results/", {"results": results})
    response = api.ask("put", OPEN + "rounds/2/pairing/", {"boards": boards})
    assert (response.status_code, response.json()["code"]) == (409, "illegal_pairing")
    assert response.json()["needs_reason"]
    assert "rematch" in response.json()["problems"]
    assert Pairing.objects.count() == 3
    api.do("put", OPEN + "rounds/2/pairing/", {"boards": boards, "despite": "as the club wants it"})


@pytest.mark.parametrize(
    "boards",
    [
        [{"white": 1, "black": 2}, {"white": 3, "black": 4}],  # two are not seated
        [{"white": 1, "black": 2}, {"white": 1, "black": 4}, {"white": 5, "black": 6}],
        [{"white": 1, "black": 2}, {"white": 3, "black": 4}, {"white": 5, "black": 60}],
    ],
)
def test_an_invalid_round_is_not_imported(api: Program, boards: list[dict[str, int]]) -> None:
    response = api.ask("put", OPEN + "rounds/1/pairing/", {"boards": boards, "despite": "whatever"})
    assert response.status_code in (409, 422), response.content
    assert not Pairing.objects.exists()


def test_results_of_many_boards_are_entered_all_or_none(api: Program) -> None:
    paired(api)
    api.do("post", ROUND + "publish/")
    results = [{"board": 1, "result": "1-0"}, {"board": 9, "result": "1-0"}]
    response = api.ask("post", ROUND + "results/", {"results": results})
    assert (response.status_code, response.json()["board"]) == (422, 9)
    api.do("post", ROUND + "results/", {"results": [{"board": 1, "result": "1-0"}]})
    other = [{"board": 2, "result": "0-1"}, {"board": 1, "result": "0-1"}]
    response = api.ask("post", ROUND + "results/", {"results": other})
    assert (response.status_code, response.json()["board"]) == (409, 1)
    assert sorted(Pairing.objects.values_list("result", flat=True)) == ["", "", "1-0"]


def test_boards_are_recorded_as_they_were_played(api: Program) -> None:
    paired(api)
    api.do("post", ROUND + "publish/")
    api.do("post", ROUND + "results/", {"results": [{"board": 1, "result": "1-0"}]})
    seats = [
        {"board": 1, "white": 4, "black": 1},
        {"board": 2, "white": 5, "black": 6, "result": "0-1", "version": 0},
        {"board": 3, "white": 3, "black": 2},
    ]
    body = {"boards": seats, "reason": "told after the round"}
    boards = api.do("post", ROUND + "actual-seating/", body)["results"]
    assert [(board["white"], board["black"], board["result"]) for board in boards] == [
        (4, 1, "0-1"), (5, 6, "0-1"), (3, 2, ""),
    ]  # fmt: skip
    response = api.ask("post", ROUND + "actual-seating/", body | {"boards": [{"board": 1, "white": 4}]})
    assert (response.status_code, response.json()["code"]) == (422, "seats_differ")


def test_many_persons_are_entered_once_by_lines_too(api: Program) -> None:
    lines = "".join(json.dumps({"family_name": name}) + "\n" for name in ("Keres", "Lasker"))
    for _ in range(2):
        response = api.client.post(
            f"/api/v1/events/{OPEN}registrations/bulk/", lines, content_type="application/x-ndjson",
            headers={"idempotency-key": "two"},
        )  # fmt: skip
        assert response.status_code == 201, response.content
    assert Registration.objects.count() == len(NAMES) + 2


def test_a_list_says_who_is_meant_what_is_left_out_and_what_is_updated(api: Program) -> None:
    fine = Registration.objects.get(player__family_name="Fine").player_id
    text = "Name,Rating,Born\nFine,2150,1914\nKeres,2640,1916\nNobody,9999999,x\n"
    response = api.ask("post", OPEN + "registrations/list/", {"csv": text})
    assert response.status_code == 422, response.content
    sent = {"csv": text, "leave": [4], "again": "update", "meant": [{"line": 2, "player": fine}]}
    entered = api.do("post", OPEN + "registrations/list/", sent)
    assert [item["rating"] for item in entered["results"]] == [2640]
    assert Registration.objects.count() == len(NAMES) + 1


def test_a_removal_without_an_answer_is_done_once_too(api: Program) -> None:
    hook = {"url": "https://example.org/hook", "kinds": ["round.published"]}
    key = api.do("post", "cup/webhooks/", hook)["id"]
    first, second = (api.ask("delete", f"cup/webhooks/{key}/", idempotency_key="once") for _ in range(2))
    assert (first.status_code, second.status_code) == (204, 204)
    assert second["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize("number", [-3, 0, 9, 13987])
def test_a_bye_in_a_round_that_there_is_not_is_refused(api: Program, number: int) -> None:
    response = api.ask("post", f"{OPEN}registrations/1/byes/", {"round_numbers": [1, number], "kind": "half"})
    assert (response.status_code, RestorePoint.objects.count()) == (422, 0)


def test_byes_late_entries_and_withdrawals(api: Program) -> None:
    api.do("put", OPEN + "registrations/6/byes/1/", {"kind": "half"})
    api.do("post", OPEN + "registrations/5/withdraw/", {"reason": "ill"})
    paired(api)
    boards = api.do("get", ROUND + "pairings/")["results"]
    byes = {board["white"]: board["bye"] for board in boards if board["bye"]}
    assert "half" in byes.values()
    api.do("post", ROUND + "publish/")
    late = api.do("post", OPEN + "registrations/", {"family_name": "Flohr", "from_round": 2, "half_points": [1]})
    assert late["from_round"] == 2


def test_requests_for_byes_are_listed_by_state(api: Program) -> None:
    for number, granted in ((1, None), (2, True), (3, False)):
        ByeRequest.objects.create(
            registration=Registration.objects.get(number=number), round_number=1, kind="half", asked_at=NOW,
            granted=granted, decided_at=None if granted is None else NOW,
        )  # fmt: skip
    for state, count in (("", 3), ("?state=undecided", 1), ("?state=granted", 1), ("?state=refused", 1)):
        assert len(api.do("get", OPEN + f"bye-requests/{state}")["results"]) == count, state
    assert api.ask("get", OPEN + "bye-requests/?state=lost").status_code == 404


def test_settings_are_changed_with_the_tag_of_what_was_read(api: Program) -> None:
    tag = api.ask("get", OPEN).headers["ETag"]
    assert api.ask("patch", OPEN, {"names": {"en": "Main"}}).status_code == 428
    done = api.ask("patch", OPEN, {"names": {"en": "Main"}, "rounds_planned": 4}, if_match=tag)
    assert (done.status_code, done.json()["rounds_planned"]) == (200, 4)
    assert api.ask("patch", OPEN, {"names": {"en": "No"}}, if_match=tag).status_code == 412
    assert api.ask("get", OPEN).headers["ETag"] == done.headers["ETag"]


def test_prizes_are_set_published_and_approved(api: Program) -> None:
    paired(api)
    api.do("post", ROUND + "publish/")
    results = [{"board": board, "result": result} for board, result in ((1, "1-0"), (2, "1/2-1/2"), (3, "0-1"))]
    api.do("post", ROUND + "results/", {"results": results})
    fund = {"currency": "EUR", "sharing": "hort", "prizes": {"": [30000, 20000]}}
    assert api.do("put", OPEN + "prizes/", fund)["published"] is False
    api.do("post", OPEN + "prizes/publish/", {"published": True})
    data = Client().get(f"/api/v1/events/{OPEN}prizes/").json()
    assert sum(item["amount"] for item in data["prizes"]) == 50000
    assert api.do("post", OPEN + "prizes/approve/", {"provisional": True})["provisional"] is True


def test_an_arbiter_rules_by_a_call_and_gives_time(api: Program) -> None:
    api.do("post", "cup/roles/", {"username": "olga", "role": "arbiter"})
    paired(api)
    api.do("post", ROUND + "publish/")
    game = api.do("get", ROUND + "pairings/1/")["game"]
    path, seen = f"cup/games/{game}/rulings/", api.do("get", f"cup/games/{game}/")["seq"]
    response = api.ask("post", path, {"kind": "nothing-of-the-kind", "facts": {}, "expected": seen})
    assert response.status_code in (404, 409, 422)
    assert set(api.ask("post", path, PENALTY).json()["errors"]) == {"expected"}, "repeated, it would count twice"
    facts = {**PENALTY["facts"], "article": "7.5.9"}
    nowhere = api.ask("post", path, {**PENALTY, "facts": facts, "expected": seen})
    assert (nowhere.status_code, nowhere.json()["code"]) == (422, "no_such_article")
    created = api.do("post", path, {**PENALTY, "expected": seen})
    assert api.ask("post", path, {**PENALTY, "expected": seen}).status_code == 409
    assert (created["game"], created["kind"], created["result"]) == (game, "penalty", "0-1")
    assert api.do("get", ROUND + "pairings/1/")["result"] == "0-1"
    undone = api.do("post", f"cup/rulings/{created['id']}/reverse/", {"note": "A mistake."})
    assert undone["supersedes"] == created["number"]


def test_documents_are_listed_and_drawn(api: Program) -> None:
    def documents() -> dict[str, str]:
        return {row["code"]: row["url"] for row in api.do("get", OPEN + "documents/?page_size=200")["results"]}

    paired(api)
    listed = documents()
    assert {"players", "standings", "round-1-pairings", "report"} <= set(listed) and "round-1-games" not in listed
    address = listed["round-1-pairings"].removeprefix("http://testserver")
    drawn = api.client.get(address)
    assert (drawn.status_code, drawn.content[:5]) == (200, b"%PDF-")
    assert Client().get(address).status_code in (401, 404)
    api.do("post", ROUND + "publish/")
    assert documents()["round-1-games"].endswith("/events/cup/open/rounds/1.pgn")


# Within a broadcast delay keys of officials read everything; requests without a key read only public data.


@pytest.fixture
def played(api: Program) -> Program:
    """Round 1 of a section with a delay has been played just now."""
    tag = api.ask("get", OPEN)["ETag"]
    api.do("patch", OPEN, {"tracking": "live", "broadcast_delay": 15}, if_match=tag)
    paired(api)
    api.do("post", ROUND + "publish/")
    api.do("post", ROUND + "start/")
    results = [{"board": board, "result": "1-0"} for board in (1, 2, 3)]
    api.do("post", ROUND + "results/", {"results": results})
    return api


def marks(client: Client) -> set[str]:
    rows = client.get(f"/api/v1/events/{OPEN}crosstable/").json()["results"]
    return {cell["mark"] for row in rows for cell in row["cells"]}


def report_at(client: Client) -> str:
    documents = client.get(f"/api/v1/events/{OPEN}documents/").json()["results"]
    (address,) = (document["url"] for document in documents if document["form"] == "trf")
    return str(address.removeprefix("http://testserver"))


def test_crosstable_and_report_are_whole_for_a_key_of_an_official_alone(played):
    assert marks(played.client) == {"1", "0"}
    assert marks(Client(headers={"accept-language": "en"})) == {""}
    address = report_at(played.client)
    whole = played.client.get(address)
    assert whole["Content-Type"].startswith("text/plain")
    assert whole.content.count(b" w 1") + whole.content.count(b" b 1") == 3
    assert played.client.get(address + "?edition=16").status_code == 200
    assert played.client.get(address + "?edition=17").status_code == 404
    anonymous = Client(headers={"accept-language": "en"})
    assert anonymous.get(address).status_code in (401, 403)
    text = anonymous.get(report_at(anonymous)).content
    assert text.count(b" w 1") + text.count(b" b 1") == 0


# Many persons entered in one call: like single calls, with few queries, and a thousand at most.


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
    response = api.ask("post", OPEN + "registrations/bulk/", people(1001))
    assert (response.status_code, response.json()["code"]) == (422, "bad_request_body")
    lines = "".join(json.dumps(person) + "\n" for person in people(1001)["players"])
    response = api.client.post(f"/api/v1/events/{OPEN}registrations/bulk/", lines, content_type="application/x-ndjson")
    assert (response.status_code, Registration.objects.count()) == (422, len(NAMES))


def entered(slug: str) -> list[Any]:
    """Return everything that entering people has written for an event, in order, without primary keys."""
    names = {player.pk: str(player) for player in Player.objects.filter(event__slug=slug)}
    rows = Registration.objects.filter(section__event__slug=slug).order_by("number")
    log = Log.objects.filter(event__slug=slug, action__contains=".").exclude(action__startswith="event.")
    return [
        [(player.full_name, player.birth_year, player.fide_id, player.ratings, player.identity, player.namesake)
         for player in Player.objects.filter(event__slug=slug).order_by("pk")],
        [(names[row.player_id], row.number, row.rating, row.rating_source, row.from_round) for row in rows],
        [(fee.number, names[fee.player_id or 0], fee.lines) for fee in Fee.objects.filter(event__slug=slug)],
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
    for entrant in sent:
        body = entrant | ({"who": keys["one"]} if entrant["family_name"] == "Known" else {})
        program.do("post", "one/sections/open/registrations/", body)
    bodies = [entrant | ({"who": keys["all"]} if entrant["family_name"] == "Known" else {}) for entrant in sent]
    program.do("post", "all/sections/open/registrations/bulk/", {"players": bodies})
    assert entered("all") == entered("one")
    assert len(entered("all")[2]) == len(sent)


@pytest.mark.parametrize(
    ("people", "code", "place"),
    [
        ([{"family_name": "Keres", "birth_year": 1916}] * 2, "already_entered", 2),
        ([{"family_name": "Fine", "number": 9}] * 2, "same_name", 1),
        ([{"family_name": "Keres", "number": 9}, {"family_name": "Tal", "number": 9}], "number_taken", 2),
    ],
)
def test_a_person_who_is_twice_in_a_call_is_refused_by_place(api, people, code, place) -> None:
    response = api.ask("post", OPEN + "registrations/bulk/", {"players": people})
    assert (response.status_code, response.json()["code"], response.json()["place"]) == (409, code, place)
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
