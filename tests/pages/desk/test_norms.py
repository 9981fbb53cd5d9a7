"""Norms by the requirements of a file, the forms of FIDE, and the rating report at the desk."""

import csv
import io
from datetime import date
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from ratings.models import NormRules, NormTerms
from ratings.selectors.norms import norms_in_force
from ratings.services.norms import import_norms
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tests.databases import remembered
from tests.pages.desk.conftest import desk_world, enter, new_section, signed_in
from tests.pages.html import page_of
from tests.tavleya.documents.reading import pages, sheets, size
from tests.tavleya.norms.test_requirements_of_norms import EXAMPLE
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.models.swiss import RatingCorrection
from tournaments.services.events import edit_event
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_by_hand, publish_round

pytestmark = pytest.mark.django_db
#: One game of any opponents and half of the points make this norm.
SMALL = """
code = "club"
name = "Club norm"
game = "chess"
valid_from = 2020-01-01
[[norms]]
title = "Club master"
games_least = 1
average_least = 2000
percent_least = 50
"""


def url(world: World) -> str:
    return f"/desk/{world.event.slug}/{world.section.slug}/norms/"


def import_text(text: str) -> None:
    import_norms(actor=Actor.of_system("tests"), now=NOW, data=text.encode())


def test_a_file_is_imported_by_command_and_says_what_it_is(tmp_path: Path) -> None:
    file, out = tmp_path / "club.toml", StringIO()
    file.write_text(SMALL.replace('game = "chess"', 'game = "chess"\nexample = true'))
    call_command("import_norms", str(file), stdout=out)
    call_command("import_norms", str(file), stdout=out)
    assert "Club master" in out.getvalue() and "example" in out.getvalue()
    assert NormRules.objects.count() == 1


def test_the_norms_of_fide_come_with_the_program_until_an_edition_of_that_day_is_imported() -> None:
    (edition,) = norms_in_force("chess", NOW.date())
    least = {norm.title: norm.performance_least for norm in edition.norms}
    assert least == {"GM": 2600, "IM": 2450, "WGM": 2400, "WIM": 2250}
    assert edition.source and edition.read_on
    import_text(EXAMPLE.read_text().replace('name = "FIDE B.01"', 'name = "Corrected"'))
    (corrected,) = norms_in_force("chess", NOW.date())
    assert corrected.name == "Corrected" and corrected.norms[0].exemptions["zonal"] == "1.4.3c"
    assert norms_in_force("draughts", NOW.date()) == []
    assert norms_in_force("chess", NOW.date().replace(year=2023)) == []


def test_a_bad_file_changes_nothing_and_only_an_administrator_at_the_machine_imports(tmp_path, world):
    bad = tmp_path / "bad.toml"
    bad.write_text(SMALL.replace('game = "chess"', 'game = "go"'))
    for path in (bad, tmp_path / "missing.toml"):
        with pytest.raises(CommandError):
            call_command("import_norms", str(path))
    assert not NormRules.objects.exists()
    with pytest.raises(NotPermitted):
        import_norms(actor=world.olga, now=NOW, data=SMALL.encode())


def test_the_edition_of_the_day_is_in_force() -> None:
    import_text(SMALL)
    import_text(SMALL.replace("2020-01-01", "2026-01-01").replace("Club norm", "Club norm, new"))
    assert "Club norm, new" in [edition.name for edition in norms_in_force("chess", NOW.date())]
    before = [edition.name for edition in norms_in_force("chess", NOW.date().replace(year=2025))]
    assert "Club norm" in before and "Club norm, new" not in before


def test_a_game_of_less_than_a_move_counts_for_no_norm(world: World, olga: Client) -> None:
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    enter_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="W-L")
    assert olga.get(url(world)).content.decode().count("needs 2 from the 4 games that are open") == 2


def test_the_desk_says_what_is_needed_and_what_is_made(world: World, olga: Client) -> None:
    """Six players, five rounds: half the points are 2½ of 5."""
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    page = olga.get(url(world)).content.decode()
    players = Player.objects.filter(registrations__section=world.section).count()
    assert page.count("Club master norm: needs 2½ from the 5 games that are open") == players
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    for pairing in Pairing.objects.filter(round__section=world.section).order_by("round__number", "board"):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    registrations = world.section.registrations.all()
    whites = {entry.number: Pairing.objects.filter(white=entry).count() for entry in registrations}
    page = olga.get(url(world)).content.decode()
    assert page.count("Club master norm: met by the data") == sum(count * 2 >= 5 for count in whites.values()) == 3
    loser = min(whites, key=lambda number: whites[number])
    content = olga.get(url(world), {"player": loser}).content.decode()
    assert "Percentage score: 40, at least 50." in content and "Missing: 10." in content
    assert "no longer possible" in content


def test_the_page_says_what_the_data_cannot_say_and_offers_no_norms_in_blitz(world, olga):
    page = page_of(olga.get(url(world)))
    assert "What the data cannot say" in page.words and "licence" in page.words
    assert "Source: FIDE Handbook B.01" in page.words
    assert page.problems == []
    import_text(SMALL)
    Section.objects.filter(pk=world.section.pk).update(rating_kind="blitz")
    words = "Norms are made in events with standard time controls only."
    assert words in olga.get(url(world)).content.decode()


def test_the_kind_of_event_is_set_by_an_organiser_and_no_unknown_one(world: World, olga: Client) -> None:
    assert olga.post(url(world), {"kind": "zonal"}).status_code == 302
    assert NormTerms.objects.get().kind == "zonal"
    assert olga.post(url(world), {"kind": "friendly"}).status_code == 422
    assert NormTerms.objects.get().kind == "zonal"


def test_a_player_of_one_federation_is_helped_by_the_kind_of_event(world: World, olga: Client) -> None:
    """All players from UKR: too many of one federation, unless the event is zonal."""
    import_text(SMALL + 'foreign_least = 2\nexemptions = { zonal = "Z.1" }\n')
    Registration.objects.filter(section=world.section).update(rating=2100)
    Player.objects.filter(event=world.event).update(federation="UKR")
    assert "needs 2½" not in olga.get(url(world)).content.decode()
    olga.post(url(world), {"kind": "zonal"})
    page = olga.get(url(world)).content.decode()
    assert "needs 2½" in page and "The rules on federations do not apply (Z.1)." in page


def test_the_card_of_a_player_shows_norms_once_the_organiser_publishes_them(world, olga):
    import_text(SMALL)
    Registration.objects.filter(section=world.section).update(rating=2100)
    visitor = Client(headers={"accept-language": "en"})
    number = world.section.registrations.order_by("number")[0].number
    card = f"/events/{world.event.slug}/{world.section.slug}/players/{number}/"
    first = visitor.get(card)
    assert "Club master norm" not in first.content.decode()
    olga.post(url(world), {"kind": "", "published": "on"})
    second = visitor.get(card, headers={"if-none-match": first["ETag"]})
    assert second.status_code == 200
    page = page_of(second)
    assert "Club master norm: needs 2½ from the 5 games that are open" in page.words
    assert "A norm is confirmed by FIDE, not here." in page.words
    assert page.problems == []


def test_a_swiss_tells_what_average_the_rounds_to_come_must_have(world: World, olga: Client) -> None:
    """Nothing played of three rounds against opponents of at least 2000: any score of half the points and more."""
    import_text(SMALL)
    swiss = new_section(world, "swiss", control="90+30", format="swiss", rounds_planned=3)
    enter(world, swiss, "Kai", "Lea", "Mia", "Nia")
    swiss.registrations.update(rating=2100)
    page = olga.get(f"/desk/{world.event.slug}/swiss/norms/").content.decode()
    words = "possible in the 3 games to come, by the average of the opponents not yet known (3)"
    assert page.count(f"Club master norm: {words}") == 4
    assert "1½ if the average is 2000" in page


OTHERS = ("dora", "egor", "fima", "gleb", "hugo", "ivan", "jana", "karl")
D = "/desk/spring-cup/open/"


@pytest.fixture
def masters(db: None) -> World:
    return world_of_masters()


@remembered
def world_of_masters() -> World:
    """Ten players, nine rounds; Alice of UKR has half the points against nine GMs rated 2600 of three federations."""
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=OTHERS)
    days = {"starts_on": date(2026, 11, 20), "ends_on": date(2026, 11, 29)}
    changes = {"place": "Lviv", "federation": "UKR", **days}
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes=changes)
    for round_ in world.rounds[1:]:
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    Registration.objects.filter(section=world.section).update(rating=2600)
    for index, player in enumerate(Player.objects.filter(event=world.event).order_by("family_name")):
        player.title, player.federation = "GM", ("POL", "GER", "ROU")[index % 3]
        player.fide_id = 14_100_000 + index
        if player.family_name == "Alice":
            player.title, player.federation = "IM", "UKR"
        player.save()
    for round_ in world.rounds:
        for pairing in round_.pairings.all():
            enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    return world


@pytest.fixture
def desk(masters: World) -> Client:
    return signed_in("olga")


def number_of_alice(world: World) -> int:
    return Registration.objects.get(section=world.section, player__family_name="Alice").number


def certificate(world: World, title: str = "GM") -> str:
    return f"{D}forms/it1/?player={number_of_alice(world)}&title={title}"


def pdf_text(client: Client, address: str, **fields: str) -> str:
    answer = client.post(address, {"as": "pdf", **fields})
    assert answer["Content-Type"] == "application/pdf"
    return " ".join(pages(answer.content))


def test_the_certificate_has_every_game_and_the_desk_leads_to_it(masters: World, desk: Client) -> None:
    page = page_of(desk.get(f"{D}norms/"))
    assert "GM norm: met by the data" in page.words
    assert any("forms/it1/" in link for link in page.links)
    fields = {"last": "ALICE", "birth_place": "Odesa", "official": "K. Official", "chief": "Artur IA"}
    text = pdf_text(desk, certificate(masters), **fields)
    details = ("Certificate of title result", "IT1", "Lviv", "20/11/2026")
    for words in (*details, "Odesa", "K. Official", "Artur IA"):
        assert words in text
    for other in Player.objects.filter(event=masters.event).exclude(family_name="Alice"):
        assert other.family_name in text and str(other.fide_id) in text


def test_the_certificate_as_a_workbook_has_the_sums_as_numbers(masters: World, desk: Client) -> None:
    """4½ of nine at 2600 are exactly the requirement."""
    answer = desk.post(certificate(masters), {"as": "xlsx", "last": "ALICE"})
    assert desk.get(f"{D}outputs/federation.xlsx").status_code == 404, "chess has its reports"
    rows = sheets(answer.content)["IT1"]
    cells = {row[0]: row[1] for row in rows if len(row) > 1}
    assert cells["Last name"] == "ALICE"
    names = ("Rating average (1.4.7)", "Number of games", "GM among the opponents")
    assert [cells[name] for name in names] == [2600, 9, 9]
    assert (cells["Score achieved"], cells["Score required"], cells["Federations met"]) == ("4½", "4½", 3)
    assert sum(row[0] in range(1, 10) and len(row) == 8 for row in rows) == 9


def test_a_norm_that_is_not_met_says_so_on_the_page_of_its_certificate(masters: World, desk: Client) -> None:
    others = Registration.objects.filter(section=masters.section).exclude(player__family_name="Alice")
    others.update(rating=2500)
    page = page_of(desk.get(certificate(masters)))
    assert "The norm is not met by the data of this event" in page.words
    assert "Rating performance: 2500, at least 2600." in page.words


def test_a_certificate_is_for_a_title_to_come_and_nothing_typed_is_kept(masters: World, desk: Client) -> None:
    assert desk.get(certificate(masters, "IM")).status_code == 404
    for address in (f"{D}forms/it1/", f"{D}forms/it1/?player=²&title=GM", f"{D}forms/it9/"):
        assert desk.get(address).status_code == 404
    before = Log.objects.count()
    desk.post(certificate(masters), {"as": "pdf", "birth_place": "Odesa"})
    assert "Odesa" not in desk.get(certificate(masters)).content.decode()
    assert Log.objects.count() == before


def test_the_tournament_report_counts_players_and_has_what_was_typed(masters: World, desk: Client) -> None:
    """Rows are numbered as the fields of IT3: 27 to 30 are the rated, 31 to 34 the GMs, 35 to 38 the IMs."""
    rows = sheets(desk.post(f"{D}forms/it3/", {"as": "xlsx", "event_code": "412345"}).content)["IT3"]
    values = [row[1] if len(row) > 1 else "" for row in rows]
    assert values[0] == "UKR" and values[1] == 412345
    assert values[26:30] == [10, 4, 1, 9]
    assert values[30:34] == [9, 3, 0, 9]
    assert values[34:38] == [1, 1, 1, 0]
    fields = {"organiser_email": "o@example.org", "chief": "Artur", "chief_id": "14100001"}
    text = pdf_text(desk, f"{D}forms/it3/", **fields)
    assert "o@example.org" in text and "14100001" in text and "Tavleya" in text
    assert size(desk.post(f"{D}forms/it3/?paper=letter", {"as": "pdf"}).content) == (612, 792)


@pytest.mark.parametrize("code", ["fa1", "ia1"])
def test_an_arbiters_norm_proposes_the_name_and_the_role(masters: World, desk: Client, code: str) -> None:
    address = f"{D}forms/{code}/?official={masters.artur.user_id}"
    page = page_of(desk.get(address))
    assert page.find(name="last", value="ARTUR") and page.find(name="role", value="Chief Arbiter")
    text = pdf_text(desk, address, last="ARTUR", role="Deputy", remarks="Very good")
    assert "Deputy" in text and "Very good" in text and code.upper() in text


def test_the_forms_are_in_english_for_every_user(masters: World) -> None:
    client = Client(headers={"accept-language": "ru"})
    client.force_login(get_user_model().objects.get(username="olga"))
    assert "Форм" in client.get(f"{D}outputs/").content.decode()
    text = " ".join(pages(client.post(f"{D}forms/it3/", {"as": "pdf"}).content))
    assert "Tournament report form" in text and "Number of rounds" in text


def test_games_that_fide_does_not_rate_have_results_for_their_federation_instead(db: None) -> None:
    world = World(others=("dora", "egor"))
    pairing = world.rounds[0].pairings.select_related("white__player").order_by("board").first()
    assert pairing is not None
    Player.objects.filter(pk=pairing.white.player_id).update(names={"en": "Alice Latin", "ru": "Алиса"})
    enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result="1-0")
    client = signed_in("olga")
    assert client.get(f"{D}forms/it3/").status_code == 404
    assert f"{D}outputs/federation.xlsx" in page_of(client.get(f"{D}outputs/")).links
    tables = sheets(client.get(f"{D}outputs/federation.xlsx").content)
    assert list(tables) == ["Event", "Participants", "Games", "Standings", "Crosstable"]
    people = tables["Participants"]
    assert people[0][2:4] == ["Name in Latin letters", "Name in Cyrillic letters"]
    assert any("Алиса" in row and "Alice Latin" in row for row in people)
    (game,) = [row for row in tables["Games"][1:] if row[-1] == "1-0"]
    assert (game[0], game[2], game[9], game[10]) == (1, 1, "1", "0")
    assert ["Chief arbiter", "artur"] in tables["Event"]


# The rating report: figures computed by hand from the tables of B.02, and why a game does not count

R = "/desk/spring-cup/rated/rating-report/"
REPORT_FILE = "/desk/spring-cup/rated/rating-report.csv"
PLAYERS = {"Strong": 2300, "Middle": 2000, "Weak": 1800, "Nova": None}


def make(world: World, kind: str = "standard", **ratings: int | None) -> Section:
    section = new_section(world, "rated", format="free", rating_kind=kind)
    for name, rating in (ratings or PLAYERS).items():
        enter(world, section, name, ratings={kind: rating} if rating else {})
    return section


def play(world: World, section: Section, *boards: tuple[int, int, str]) -> list[Pairing]:
    """Pair a round of these boards by starting numbers, and enter its results."""
    keys = dict(section.registrations.values_list("number", "pk"))
    round_ = pair_by_hand(
        actor=world.olga, now=NOW, section_id=section.pk, boards=[(keys[w], keys[b]) for w, b, _ in boards]
    )
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    pairings = list(round_.pairings.order_by("board"))
    for pairing, (_, _, result) in zip(pairings, boards, strict=True):
        enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result=result)
    return pairings


@remembered
def world_with_rated_games() -> World:
    world = desk_world()
    section = make(world)
    play(world, section, (1, 2, "0-1"), (3, 4, "1/2-1/2"))
    play(world, section, (1, 3, "1-0"), (4, 2, "0-1"))
    play(world, section, (1, 4, "+/-"), (2, 3, "1-0"))
    return world


@pytest.fixture
def world(request: pytest.FixtureRequest, db: None) -> World:
    return world_with_rated_games() if "section" in request.fixturenames else desk_world()


@pytest.fixture
def section(world: World) -> Section:
    return Section.objects.get(event=world.event, slug="rated")


def table(client: Client) -> dict[str, dict[str, str]]:
    text = client.get(REPORT_FILE).content.decode("utf-8-sig")
    return {row["name"]: row for row in csv.DictReader(io.StringIO(text))}


def test_the_figures_are_those_of_the_tables(olga: Client, section: Section) -> None:
    rows = table(olga)
    # Middle (2000) won against 2300 (difference 300: .15 expected) and 1800 (200: .76); Nova has no rating.
    middle = rows["Middle"]
    assert (middle["Ro"], middle["Rc"], middle["games"], middle["W"]) == ("2000", "2050", "2", "2")
    assert (middle["We"], middle["W-We"], middle["K"], middle["change"]) == ("0.91", "1.09", "20", "21.8")
    assert middle["performance"] == "2850"  # 2050 and the 800 of a full score
    # Strong (2300): lost to 2000 (.85) and won against 1800 (500, counted as 400: .92).
    strong = rows["Strong"]
    assert (strong["We"], strong["change"]) == ("1.77", "-15.4")
    # Nova met two rated opponents over the board: half a point of 2, and no rating from so few.
    assert (rows["Nova"]["games"], rows["Nova"]["W"], rows["Nova"]["first_rating"]) == ("2", "0.5", "")


def test_the_page_says_the_same_and_why_games_do_not_count(olga: Client, section: Section) -> None:
    page = page_of(olga.get(R))
    assert page.problems == []
    for text in (
        "Round 3 against Nova was decided by forfeit.",
        "Round 2: Nova is unrated.",
        "In 1 game the difference counts as 400 points.",
        "3 more rated games are needed for a first rating.",
        "+22",
        "−15",
    ):
        assert text in page.words


def test_five_games_make_a_first_rating(olga: Client, world: World) -> None:
    section = make(world, Nova=None, **{f"Rated{n}": 1800 for n in range(1, 6)})
    for opponent, result in ((2, "1-0"), (3, "0-1"), (4, "1/2-1/2"), (5, "1-0"), (6, "0-1")):
        play(world, section, (1, opponent, result))
    # Half of the points against 1800 everywhere, the two draws with 1800 included: 1800.
    assert table(olga)["Nova"]["first_rating"] == "1800"
    assert "First rating from these games: 1800" in page_of(olga.get(R)).words


def test_a_result_corrected_too_late_counts_as_it_was_corrected(olga, world, section):
    pairing = Pairing.objects.get(round__section=section, round__number=1, board=1)
    RatingCorrection.objects.create(pairing=pairing, result="1/2-1/2", reason="both sheets say so", made_at=NOW)
    assert table(olga)["Middle"]["W"] == "1.5"
    words = page_of(olga.get(R)).words
    assert "Round 1 against Strong stands as 0 – 1 in the tournament and is rated as ½ – ½." in words


def test_another_game_says_that_fide_does_not_rate_it(olga: Client, world: World) -> None:
    new_section(world, "rated", names={"en": "D"}, game="draughts", regime="draughts64", format="free")
    assert "FIDE rates chess only" in page_of(olga.get(R)).words


def test_more_players_take_no_more_queries(olga: Client, world: World, section: Section) -> None:
    with CaptureQueriesContext(connection) as few:
        olga.get(R)
    for n in range(30):
        enter(world, section, f"More{n}", ratings={"standard": 1900})
    play(world, section, *((n, n + 1, "1-0") for n in range(5, 33, 2)))
    with CaptureQueriesContext(connection) as many:
        olga.get(R)
    assert len(many) == len(few)
