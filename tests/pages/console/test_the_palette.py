"""The palette of commands: what is suggested, carried out by the same services, and undone."""

from typing import Any

import pytest
from django.test import Client

from arbiter.models import Ruling
from arbiter.views.palette_commands import keywords, read
from tavleya.actors import Role
from tests.pages.console.conftest import table_of
from tests.pages.desk.conftest import olga, signed_in, world
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.player import Registration
from tournaments.services.events import grant_role, revoke_role
from tournaments.services.results import enter_result

pytestmark = pytest.mark.long

__all__ = ["olga", "table_of", "world"]

E = "/desk/spring-cup/"
C = E + "boards/commands/"
RULING = "boards/{game}/ruling/?incident="


def palette_items(client: Client, text: str) -> list[dict[str, Any]]:
    answer = client.get(C, {"q": text})
    assert answer.status_code == 200
    return list(answer.json()["items"])


def run(client: Client, item: dict[str, Any]) -> Any:
    return client.post(C + "run/", {"run": item["run"]})


def test_a_result_is_entered_by_a_line_and_undone(world: World, olga: Client) -> None:
    first, *others = palette_items(olga, "1 1-0")
    assert first["title"] == "Board 1: enter 1 – 0" and "Alice – Gleb" in first["detail"] and others == []
    assert run(olga, first).status_code == 200 and world.pairing.result == "1-0"
    page = page_of(olga.get(E))
    assert "Board 1: 1 – 0." in page.words
    olga.post(E + "undo/", {"note": page.find(name="note")[0]["value"]})
    assert world.pairing.result == ""


def test_a_result_that_stands_is_replaced_and_comes_back(world: World, olga: Client) -> None:
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="1-0")
    (item,) = palette_items(olga, "1 =")
    assert item["title"] == "Board 1: replace 1 – 0 with ½ – ½"
    run(olga, item)
    assert world.pairing.result == "1/2-1/2"
    olga.post(E + "undo/", {"note": page_of(olga.get(E)).find(name="note")[0]["value"]})
    assert world.pairing.result == "1-0"


def test_a_suggestion_is_refused_after_another_user_entered_a_result(world: World, olga: Client) -> None:
    (item,) = palette_items(olga, "1 1-0")
    enter_result(actor=world.artur, now=NOW, pairing_id=world.pairing.pk, result="0-1")
    answer = run(olga, item)
    assert answer.status_code == 409 and answer.json()["problem"] and world.pairing.result == "0-1"


def test_a_player_is_withdrawn_and_reinstated(world: World, olga: Client) -> None:
    (item,) = palette_items(olga, "withdraw dor")
    assert item["title"] == "Withdraw Dora"
    run(olga, item)
    dora = Registration.objects.get(player__family_name="Dora")
    assert dora.status == "withdrawn" and palette_items(olga, "withdraw dora") == []
    olga.post(E + "undo/", {"note": page_of(olga.get(E)).find(name="note")[0]["value"]})
    dora.refresh_from_db()
    assert dora.status == "active"


LINES = [
    ("1", "Open board 1", "boards/{game}/"),
    ("phone 1 black", "Board 1: Phone or other electronic device on the person, Black", f"{RULING}phone&side=black"),
    ("illegal 1 white", "Board 1: illegal move, White", f"{RULING}illegal_move&side=white"),
    ("dora", "Dora", "open/players/3/"),
    ("official", "Officials", "officials/"),
    ("chec", "Checklists", "boards/checklists/"),
]


def test_other_lines_lead_to_their_page(world: World) -> None:
    artur = signed_in("artur")
    for text, title, url in LINES:
        urls = {item["title"]: item["url"] for item in palette_items(artur, text)}
        assert urls[title] == E + url.format(game=world.board.pk) and artur.get(urls[title]).status_code == 200


NAMES = [
    ("pairings", "Pairings", "open/"), ("publish", "Publish", "publish/"), ("settings", "Settings", "edit/"),
    ("console", "Console", "boards/"), ("Пары", "Pairings", "open/"), ("Публикация", "Publish", "publish/"),
    ("Экраны", "Hall displays", "displays/"), ("public pages", "Public pages", "publish/"),
]  # fmt: skip


def test_tabs_and_pages_are_found_by_their_names_in_every_language(olga: Client) -> None:
    for text, title, url in NAMES:
        items = palette_items(olga, text)
        assert (title, E + url) in [(item["title"], item["url"]) for item in items]
        assert len({item["url"] for item in items}) == len(items)


def test_a_reader_finds_names_of_their_own_language_first(olga: Client) -> None:
    olga.cookies["django_language"] = "ru"
    titles = [item["title"] for item in palette_items(olga, "пар")]
    assert titles[0] == "Пары" and [item["title"] for item in palette_items(olga, "pairings")] == ["Пары"]


def test_actions_without_permission_are_not_suggested(world: World) -> None:
    hana = signed_in("hana")
    assert len(palette_items(hana, "1 1-0")) == 1
    for text in ("withdraw dora", "illegal 1 white", "phone 1 black"):
        assert palette_items(hana, text) == [], text


def test_a_command_does_what_its_people_may(world: World, olga: Client) -> None:
    (withdrawal,) = palette_items(signed_in("artur"), "withdraw dora")
    for user in ("hana", "ana", "olga"):
        assert run(signed_in(user), withdrawal).status_code == 409  # it was suggested to Artur
    assert signed_in("alice").get(C, {"q": "1"}).status_code == 403
    assert run(signed_in("alice"), withdrawal).status_code == 403
    common = {"actor": world.olga, "now": NOW, "event_id": world.event.pk, "user_id": world.artur.user_id}
    revoke_role(**common, role=Role.CHIEF_ARBITER)
    grant_role(**common, role=Role.ARBITER)
    assert run(signed_in("artur"), withdrawal).status_code == 403
    assert Registration.objects.get(player__family_name="Dora").status == "active"


def test_a_suggestion_of_another_event_is_refused(world: World, olga: Client) -> None:
    (item,) = palette_items(olga, "1 1-0")
    World(slug="autumn-cup")
    assert olga.post("/desk/autumn-cup/boards/commands/run/", {"run": item["run"]}).status_code == 409
    assert world.pairing.result == ""


@pytest.mark.parametrize("text", ["", "x", "{}"])
def test_an_action_that_was_never_suggested_is_refused(world: World, olga: Client, text: str) -> None:
    assert olga.post(C + "run/", {"run": text}).status_code == 409


@pytest.mark.parametrize("language", ["en", "ru", "uk"])
def test_the_examples_under_the_field_are_commands(world: World, olga: Client, language: str) -> None:
    page = olga.get(E, headers={"accept-language": language}).content.decode()
    examples = page.partition("palette-foot")[2].partition("</p>")[0].split("<code>")[1:]
    parsed = [read(example.partition("</code>")[0], keywords()) for example in examples]
    assert [example.command for example in parsed] == ["", "illegal", "withdraw"]
    assert parsed[0].result == "1-0" and parsed[1].side == "white"


def test_an_illegal_move_in_the_record_is_ruled_on_and_undone(table_of: Any) -> None:
    table = table_of(game="chess", regime="fide-2023", control="90+30")
    table.move("alice", "e2-e5", irregular="1")
    table.world.event.__class__.objects.update(published=False)  # no notifications
    arbiter = signed_in("artur")
    (item,) = palette_items(arbiter, "illegal 1 white")
    assert item["run"] and palette_items(arbiter, "illegal 1 black")[0]["run"] == ""
    assert run(arbiter, item).status_code == 200
    ruling = Ruling.objects.get()
    assert ruling.offender == "white"
    arbiter.post(E + "undo/", {"note": page_of(arbiter.get(E)).find(name="note")[0]["value"]})
    assert Ruling.objects.count() == 2
    run(arbiter, palette_items(arbiter, "1 1-0")[0])  # a followed board has no undo
    page = page_of(arbiter.get(E))
    assert "Board 1: 1 – 0." in page.words and not page.find(name="note")
