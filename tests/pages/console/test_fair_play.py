"""The pages of fair play: for arbiters alone, with one tap for each check; other users read nothing of them."""

import csv
import io
import re
import zipfile
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from fairplay.models import CheckDraw, Complaint, Declaration, DeviceBag, Inspection
from games.services.results import record_result
from tavleya.record.results import Result
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages
from tests.world import World, later

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def world() -> World:
    return World(game="chess", regime="fide-2023", control="90+30", others=("dora", "egor"))


@pytest.fixture
def artur(world: World) -> Client:
    return signed_in("artur")


def on_paper(data: bytes) -> str:
    return " ".join("\n".join(pages(data)).split())


def address(world: World, name: str = "fair-play", *more: object) -> str:
    return reverse(name, args=[world.slug, *more])


def post(client: Client, world: World, do: str, name: str = "fair-play", **arguments: Any) -> Any:
    return client.post(address(world, name), {"round": world.rounds[0].pk, "do": do, **arguments})


@pytest.mark.parametrize(("username", "shown"), [("artur", True), ("hana", False), ("olga", False)])
def test_arbiters_alone_are_shown_the_way(world: World, username: str, shown: bool) -> None:
    console = signed_in(username).get(reverse("boards", args=[world.slug]))
    assert ("fair-play/" in console.content.decode()) is shown


def test_each_page_is_well_made_with_entries(world: World, artur: Client) -> None:
    post(artur, world, "draw", count="2")
    post(artur, world, "in", "fair-play-devices", player="1", bag="4")
    post(artur, world, "receive", "fair-play-complaints", complainant="1", facts="Noise")
    post(artur, world, "add", "fair-play-declarations", player="1", kind="hearing_aid")
    for name in ("fair-play", "fair-play-devices", "fair-play-complaints", "fair-play-declarations"):
        assert page_of(artur.get(address(world, name))).problems == [], name


# Checks


def test_drawn_players_are_checked_with_one_tap_each(world: World, artur: Client, read: Any) -> None:
    page = artur.get(address(world)).content.decode()
    assert re.search(r'name="count"[^>]*value="1"', page)
    assert post(artur, world, "draw", count="3").status_code == 302
    first, second, third = CheckDraw.objects.get().drawn.all()
    assert CheckDraw.objects.get().seed in read(artur.get(address(world)))
    assert post(artur, world, "nothing", drawn=first.pk, means=["detector", "ear"]).status_code == 302
    skipped = {"drawn": second.pk, "means": "detector", "note": "Time trouble"}
    assert post(artur, world, "skipped", **skipped).status_code == 302
    assert post(artur, world, "refused", drawn=third.pk).status_code == 302
    text = read(artur.get(address(world)))
    assert "Checked: nothing found (Hand-held detector, Ears)" in text
    assert "Not checked – Time trouble" in text and "Check refused" in text
    assert Inspection.objects.get(outcome="skipped").means == []
    response = post(artur, world, "refused", drawn=first.pk)
    assert response.status_code == 409 and "already been recorded" in read(response)


def test_an_object_or_a_refusal_leads_to_the_ruling_and_decides_nothing(world: World, artur: Client) -> None:
    game = world.board
    for player, outcome in (("1", "object"), ("6", "refused"), ("2", "nothing")):
        post(artur, world, "add", player=player, kind="entrance", outcome=outcome, means="gate")
    page = artur.get(address(world)).content.decode()
    form = reverse("board-ruling", args=[world.slug, game.pk])
    assert page.count("Open the form of a ruling") == Inspection.objects.exclude(outcome="nothing").count()
    menu = artur.get(re.search(rf'href="({form})"', page)[1]).content.decode()
    assert "incident=phone&amp;side=" in menu and "incident=device_put_away&amp;side=" in menu
    game.refresh_from_db()
    assert game.result == ""


def test_a_slip_is_reversed_by_an_entry_that_stays_to_be_seen(world: World, artur: Client, read: Any) -> None:
    post(artur, world, "add", player="Alice", kind="after", outcome="nothing")
    inspection = Inspection.objects.get()
    assert inspection.registration.player.family_name == "Alice"
    assert post(artur, world, "reverse", entry=inspection.pk, note="Wrong player").status_code == 302
    assert re.search(r"Reversed by artur, [\d:]+: Wrong player", read(artur.get(address(world))))
    assert post(artur, world, "reverse", entry=inspection.pk).status_code == 409


@pytest.mark.parametrize("player", ["", "99", "zzz", "r"])
def test_an_unclear_player_name_is_asked_for_again(world: World, artur: Client, player: str) -> None:
    common = {"player": player, "kind": "full", "outcome": "refused", "note": "In the small room"}
    answer = post(artur, world, "add", **common)
    assert answer.status_code == 422 and not Inspection.objects.exists()
    assert "In the small room" in answer.content.decode()


def test_checks_of_another_event_are_not_reached_from_here(world: World, artur: Client) -> None:
    other = World(slug="other-cup", game="chess", regime="fide-2023", control="90+30")
    artur.post(address(other), {"round": other.rounds[0].pk, "do": "draw", "count": "1"})
    drawn = CheckDraw.objects.get().drawn.get()
    assert post(artur, world, "nothing", drawn=drawn.pk).status_code == 404
    artur.post(address(other), {"round": other.rounds[0].pk, "do": "nothing", "drawn": drawn.pk})
    assert post(artur, world, "reverse", entry=Inspection.objects.get().pk).status_code == 404
    assert artur.get(f"{address(world)}?round={other.rounds[0].pk}").status_code == 404


# Devices


def test_bags_are_given_and_fetched_by_list_and_by_number(world: World, artur: Client, read: Any) -> None:
    devices = "fair-play-devices"
    registration = world.pairing.white
    assert post(artur, world, "in", devices, registration=registration.pk, bag="12").status_code == 302
    taken = post(artur, world, "in", devices, player="2", bag="12")
    assert taken.status_code == 409 and "Bag 12 is already in use" in read(taken)
    assert "1 bag in use" in read(artur.get(address(world, devices)))
    assert "Not fetched" not in read(artur.get(address(world, devices)))
    record_result(actor=world.artur, now=later(seconds=5), game_id=world.board.pk, result=Result.DRAW)
    assert re.search(r"Not fetched 1 .*12 Alice", read(artur.get(address(world, devices))))
    assert "12" in on_paper(artur.get(address(world, "fair-play-devices-pdf")).content)
    assert post(artur, world, "back", devices, bag="12").status_code == 302
    assert post(artur, world, "back", devices, bag="12").status_code == 404
    assert DeviceBag.objects.get().handed_back_by_id == world.artur.user_id
    assert "Not fetched" not in read(artur.get(address(world, devices)))
    bag = DeviceBag.objects.get()
    assert post(artur, world, "undo", devices, entry=bag.pk).status_code == 302
    assert post(artur, world, "undo", devices, entry=bag.pk).status_code == 302
    assert not DeviceBag.objects.exists()


# Complaints


def file_complaint(world: World, client: Client) -> Complaint:
    common = {"complainant": "1", "about": "2", "board": "1", "facts": "They left the hall eleven times."}
    assert post(client, world, "receive", "fair-play-complaints", **common).status_code == 302
    return Complaint.objects.get()


def test_a_complaint_is_entered_printed_and_answered(world: World, artur: Client, read: Any) -> None:
    complaint = file_complaint(world, artur)
    page = address(world, "fair-play-complaint", complaint.number)
    common = {"seen": "received", "state": "answered", "answer": "Nothing was found."}
    assert artur.post(page, {**common, "answer": ""}).status_code == 422
    assert artur.post(page, common).status_code == 302
    assert artur.post(page, common).status_code == 409
    text = read(artur.get(page))
    assert "Nothing was found." in text and re.search(r"Answered – artur", text)
    paper = on_paper(artur.get(address(world, "fair-play-complaint-pdf", complaint.number)).content)
    assert "eleven times" in paper and "Complainant: date, signature" in paper
    empty = on_paper(artur.get(address(world, "fair-play-complaint-form")).content)
    assert "Spring Cup" in empty and "eleven" not in empty
    assert artur.get(address(world, "fair-play-complaint", 99)).status_code == 404


def test_a_long_complaint_is_printed_whole(world: World, artur: Client) -> None:
    text = "of what happened in the hall, told at some length, and WWWWWWWW WWWWWWWWW WWWWWWWW."
    facts = "\n".join(f"Sentence {number} {text} End {number}." for number in range(90))
    common = {"complainant": "1", "facts": facts}
    assert post(artur, world, "receive", "fair-play-complaints", **common).status_code == 302
    paper = on_paper(artur.get(address(world, "fair-play-complaint-pdf", 1)).content)
    assert [number for number in range(90) if f"End {number}." not in paper] == []
    assert "Complainant: date, signature" in paper


def test_nothing_of_a_complaint_is_where_others_read(world: World, artur: Client) -> None:
    file_complaint(world, artur)
    post(artur, world, "draw", count="1")
    for client in (signed_in("olga"), signed_in("hana")):
        for name in ("desk_log", "desk_event", "duty", "boards"):
            assert "Fair play" not in client.get(reverse(name, args=[world.slug])).content.decode()
    log = artur.get(reverse("desk_log", args=[world.slug])).content.decode()
    assert "Fair play: complaint received" in log and "Fair play: players drawn" in log
    assert "eleven" not in log


# Declarations


def test_a_declaration_is_seen_and_deleted(world: World, artur: Client, read: Any) -> None:
    name = "fair-play-declarations"
    common = {"player": "2", "kind": "medical_device", "text": "Insulin pump"}
    assert post(artur, world, "add", name, **common).status_code == 302
    assert "Medical device: Insulin pump seen by artur" in read(artur.get(address(world, name)))
    declaration = Declaration.objects.get()
    assert post(artur, world, "remove", name, entry=declaration.pk).status_code == 302
    assert not Declaration.objects.exists()
    assert post(artur, world, "remove", name, entry=declaration.pk).status_code == 404
    assert post(artur, world, "add", name, **{**common, "kind": ""}).status_code == 422


# The screening file


def test_the_chief_arbiter_takes_games_players_and_pairings(world: World, artur: Client) -> None:
    world.started()
    world.play("e2-e4", "e7-e5", seconds=30)
    url = address(world, "fair-play-screening", "open")
    assert artur.get(url).status_code == 405
    answer = artur.post(url)
    assert answer.headers["Content-Type"] == "application/zip"
    assert "no-store" in answer.headers["Cache-Control"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        assert archive.namelist() == ["games.pgn", "players.csv", "pairings/round-01.csv"]
        text = archive.read("games.pgn").decode()
        assert text.count("[Event ") == 2 and "1. e4 {[%clk 1:30:30]}" in text
        players = list(csv.DictReader(io.StringIO(archive.read("players.csv").decode("utf-8-sig"))))
        assert [player["name"] for player in players] == ["Alice", "Bob", "Dora", "Egor"]
        assert "fide_id" in players[0]
    assert "Fair play: screening file" in artur.get(reverse("desk_log", args=[world.slug])).content.decode()


# The report


def test_the_report_has_numbers_and_names_only_if_the_chief_arbiter_asks(world, artur, read):
    report, paper = (reverse(name, args=[world.slug]) for name in ("rulings-report", "rulings-report-pdf"))
    assert "Fair play" not in read(artur.get(report)).partition("Rulings")[2].partition("0 rulings")[2]
    post(artur, world, "add", player="1", kind="entrance", outcome="nothing")
    post(artur, world, "add", player="2", kind="entrance", outcome="refused")
    file_complaint(world, artur)
    text = read(artur.get(report))
    assert "1 check made" in text and "Check refused: 1" in text and "Received: 1" in text
    entry = "Bob – Check refused"
    assert entry not in text and entry in read(artur.get(f"{report}?names=1"))
    assert "Complaint 1 from Alice: Received" in read(artur.get(f"{report}?names=1"))
    assert "Check refused" in on_paper(artur.get(f"{paper}?names=1").content)
    for user in ("olga", "hana"):
        assert entry not in read(signed_in(user).get(f"{report}?names=1"))
