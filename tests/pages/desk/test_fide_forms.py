"""The forms of FIDE: known values are filled in, the rest is typed, and no input is stored."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tavleya.actors import Role
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages, sheets, size
from tests.world import NOW, World
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.services.events import edit_event, grant_role
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round

pytestmark = [pytest.mark.django_db, pytest.mark.long]

OTHERS = ("dora", "egor", "fima", "gleb", "hugo", "ivan", "jana", "karl")
D = "/desk/spring-cup/open/"


@pytest.fixture
def masters(db: None) -> World:
    """Ten players, nine rounds; Alice of UKR has half the points against nine GMs rated 2600 of three federations."""
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=OTHERS)
    edit_event(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        changes={
            "place": "Lviv",
            "federation": "UKR",
            "starts_on": date(2026, 11, 20),
            "ends_on": date(2026, 11, 29),
        },
    )
    for row in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=row.pk)
    Registration.objects.filter(section=world.section).update(rating=2600)
    for index, player in enumerate(Player.objects.filter(event=world.event).order_by("family_name")):
        player.title, player.federation = "GM", ("POL", "GER", "ROU")[index % 3]
        player.fide_id = 14_100_000 + index
        if player.family_name == "Alice":
            player.title, player.federation = "IM", "UKR"
        player.save()
    for row in world.rounds:
        for board in row.pairings.all():
            enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1/2-1/2")
    return world


@pytest.fixture
def olga(masters: World) -> Client:
    return signed_in("olga")


def alice(world: World) -> int:
    return Registration.objects.get(section=world.section, player__family_name="Alice").number


def certificate(world: World, title: str = "GM") -> str:
    return f"{D}forms/it1/?player={alice(world)}&title={title}"


def typed_out(client: Client, address: str, **typed: str) -> str:
    answer = client.post(address, {"as": "pdf", **typed})
    assert answer["Content-Type"] == "application/pdf"
    return " ".join(pages(answer.content))


def test_the_desk_says_that_the_norm_is_met_and_leads_to_its_certificate(
    masters: World, olga: Client
) -> None:
    page = page_of(olga.get(f"{D}norms/"))
    assert "GM norm: met by the data" in page.words
    assert any("forms/it1/" in link for link in page.links)


def test_the_certificate_has_every_game_with_what_the_program_knows(masters: World, olga: Client) -> None:
    text = typed_out(
        olga,
        certificate(masters),
        last="ALICE",
        birth_place="Odesa",
        official="K. Official",
        chief="Artur IA",
    )
    for words in (
        "Certificate of title result",
        "IT1",
        "Lviv",
        "20/11/2026",
        "Odesa",
        "K. Official",
        "Artur IA",
    ):
        assert words in text
    for other in Player.objects.filter(event=masters.event).exclude(family_name="Alice"):
        assert other.family_name in text and str(other.fide_id) in text


def test_the_certificate_as_a_workbook_has_the_sums_as_numbers(masters: World, olga: Client) -> None:
    """4½ of nine at 2600 are exactly the requirement."""
    answer = olga.post(certificate(masters), {"as": "xlsx", "last": "ALICE"})
    rows = sheets(answer.content)["IT1"]
    cells = {row[0]: row[1] for row in rows if len(row) > 1}
    assert cells["Last name"] == "ALICE"
    assert (cells["Rating average (1.4.7)"], cells["Number of games"], cells["GM among the opponents"]) == (
        2600, 9, 9,
    )  # fmt: skip
    assert (
        cells["Score achieved"],
        cells["Score required"],
        cells["Federations met"],
    ) == ("4½", "4½", 3)
    assert sum(row[0] in range(1, 10) and len(row) == 8 for row in rows) == 9


def test_a_norm_that_is_not_met_says_so_on_the_page_of_its_certificate(masters: World, olga: Client) -> None:
    Registration.objects.filter(section=masters.section).exclude(player__family_name="Alice").update(
        rating=2500
    )
    page = page_of(olga.get(certificate(masters)))
    assert "The norm is not met by the data of this event" in page.words
    assert "Rating performance: 2500, at least 2600." in page.words


def test_a_player_who_already_has_the_title_needs_no_certificate_of_it(masters: World, olga: Client) -> None:
    assert olga.get(certificate(masters, "IM")).status_code == 404
    for address in (f"{D}forms/it1/", f"{D}forms/it1/?player=²&title=GM", f"{D}forms/it9/"):
        assert olga.get(address).status_code == 404


def test_the_tournament_report_counts_players_by_title_and_federation(masters: World, olga: Client) -> None:
    """Rows as the fields of IT3 are numbered: 27 to 30 the rated, 31 to 34 the GMs, 35 to 38 the IMs."""
    rows = sheets(olga.post(f"{D}forms/it3/", {"as": "xlsx", "event_code": "412345"}).content)["IT3"]
    values = [row[1] if len(row) > 1 else "" for row in rows]
    assert values[0] == "UKR" and values[1] == 412345
    assert values[26:30] == [10, 4, 1, 9]
    assert values[30:34] == [9, 3, 0, 9]
    assert values[34:38] == [1, 1, 1, 0]


def test_the_tournament_report_on_paper_has_what_was_typed(masters: World, olga: Client) -> None:
    text = typed_out(
        olga, f"{D}forms/it3/", organiser_email="o@example.org", chief="Artur", chief_id="14100001"
    )
    assert "o@example.org" in text and "14100001" in text and "Tavleya" in text
    letter = olga.post(f"{D}forms/it3/?paper=letter", {"as": "pdf"}).content
    assert size(letter) == (612, 792)


@pytest.mark.parametrize("code", ["fa1", "ia1"])
def test_an_arbiters_norm_proposes_the_name_and_the_role(masters: World, olga: Client, code: str) -> None:
    user = masters.artur.user_id
    page = page_of(olga.get(f"{D}forms/{code}/?official={user}"))
    fields = {
        row["name"]: row.get("value", "") for tag, row in page.attributes if tag == "input" and "name" in row
    }
    assert fields["last"] == "ARTUR" and fields["role"] == "Chief Arbiter"
    text = typed_out(
        olga, f"{D}forms/{code}/?official={user}", last="ARTUR", role="Deputy", remarks="Very good"
    )
    assert "Deputy" in text and "Very good" in text and code.upper() in text


def test_the_forms_are_in_english_for_every_user(masters: World) -> None:
    client = Client(headers={"accept-language": "ru"})
    client.force_login(signed_in_user("olga"))
    assert "Форм" in client.get(f"{D}outputs/").content.decode()
    text = " ".join(pages(client.post(f"{D}forms/it3/", {"as": "pdf"}).content))
    assert "Tournament report form" in text and "Number of rounds" in text


def signed_in_user(name: str) -> Any:
    return get_user_model().objects.get(username=name)


def test_nothing_typed_is_kept(masters: World, olga: Client) -> None:
    before = Log.objects.count()
    olga.post(certificate(masters), {"as": "pdf", "birth_place": "Odesa"})
    assert "Odesa" not in olga.get(certificate(masters)).content.decode()
    assert Log.objects.count() == before


def test_only_the_desk_makes_forms(masters: World) -> None:
    grant_role(
        actor=masters.olga,
        now=NOW,
        event_id=masters.event.pk,
        user_id=masters.charlie.user_id,
        role=Role.ARBITER,
    )
    assert signed_in("charlie").get(f"{D}forms/it3/").status_code == 200
    assert signed_in("alice").get(f"{D}forms/it3/").status_code == 403
    assert signed_in("alice").post(f"{D}forms/it3/", {"as": "pdf"}).status_code == 403
    assert Client().get(f"{D}forms/it3/").status_code == 302


def test_games_that_fide_does_not_rate_have_results_for_their_federation_instead(db: None) -> None:
    world = World(others=("dora", "egor"))
    board = world.rounds[0].pairings.select_related("white__player").order_by("board").first()
    assert board is not None
    Player.objects.filter(pk=board.white.player_id).update(names={"en": "Alice Latin", "ru": "Алиса"})
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    client = signed_in("olga")
    assert client.get(f"{D}forms/it3/").status_code == 404
    assert f"{D}outputs/federation.xlsx" in page_of(client.get(f"{D}outputs/")).links
    result = sheets(client.get(f"{D}outputs/federation.xlsx").content)
    assert list(result) == ["Event", "Participants", "Games", "Standings", "Crosstable"]
    people = result["Participants"]
    assert people[0][2:4] == ["Name in Latin letters", "Name in Cyrillic letters"]
    assert any("Алиса" in row and "Alice Latin" in row for row in people)
    (game,) = [row for row in result["Games"][1:] if row[-1] == "1-0"]
    assert (game[0], game[2], game[9], game[10]) == (1, 1, "1", "0")
    assert ["Chief arbiter", "artur"] in result["Event"]


def test_chess_has_its_report_and_no_such_workbook(masters: World, olga: Client) -> None:
    assert olga.get(f"{D}outputs/federation.xlsx").status_code == 404
    assert Pairing.objects.filter(round__section=masters.section).exists()
