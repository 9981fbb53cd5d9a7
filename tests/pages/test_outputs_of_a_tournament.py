"""All files and documents of a tournament for each game: who gets them, and whether they are correct."""

import csv
import io
import json
from datetime import date, timedelta

import pytest
from django.test import Client

from games.services.moves import play_move, start_game
from people.services.organisations import create_organisation, set_logo
from people.services.series import move_event
from tavleya.rules import pdn, pgn
from tests.databases import remembered
from tests.pages.desk.conftest import signed_in
from tests.pages.html import page_of
from tests.tavleya.documents.reading import images, lines, pages, sheets
from tests.uploads import png_file
from tests.world import NOW, SYSTEM, World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.services.events import edit_event
from tournaments.services.results import correct_result, enter_result
from tournaments.services.schedule import plan_rounds

pytestmark = pytest.mark.long

GAMES = {
    "chess": ("fide-2023", "90+30", "pgn", ("e2e4", "e7e5")),
    "draughts": ("draughts64", "45+15", "pdn", ("c3-d4", "d6-c5")),
    "tavreli": ("tavreli-1997", "60 d10", "pgn", ("e2-e4", "e7-e5")),
}
E = "/events/spring-cup/open"
D = "/desk/spring-cup/open/"
ROUND_DOCUMENTS = ("pairings", "names", "slips", "sheets", "cards")
SECTION_DOCUMENTS = ("players", "standings", "crosstable", "badges")


@pytest.fixture(params=GAMES)
def world(request: pytest.FixtureRequest, db: None) -> World:
    return played(request.param)


@pytest.fixture
def chess(db: None) -> World:
    return played("chess")


@remembered
def played(game: str) -> World:
    """Four players; after round 1 Alice has a win against Egor, and Bob and Dora a draw.  Egor's name is a trap."""
    regime, control, _, moves = GAMES[game]
    world = World(game=game, regime=regime, control=control, tracking="live", others=("dora", "egor"))
    changes = {"names": {"en": "Spring Cup", "ru": "Кубок весны"}, "starts_on": date(2026, 11, 20)}
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes=changes)
    Player.objects.filter(family_name="Egor").update(family_name="=Egor", names={"ru": "Ґалаґан Єгор"})
    first, second = world.rounds[0].pairings.order_by("board")
    start_game(actor=world.artur, now=NOW, game_id=second.game_id)
    for index, move in enumerate(moves, 1):
        play_move(actor=SYSTEM, now=later(seconds=index), game_id=second.game_id, text=move)
    for pairing, result in ((first, "1-0"), (second, "1/2-1/2")):
        enter_result(actor=world.olga, now=later(seconds=9), pairing_id=pairing.pk, result=result)
    return world


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


def body(response: object) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


# Tables


def test_the_round_as_json_has_every_board_with_codes_and_scores(world: World, visitor: Client) -> None:
    data = json.loads(visitor.get(f"{E}/rounds/1.json").content)
    assert data["schema"] == "tavleya/round/1"
    assert data["section"]["game"] == world.game
    assert (data["round"]["number"], data["round"]["status"]) == (1, "playing")
    players = [(board["board"], board[side]) for board in data["boards"] for side in ("white", "black")]
    scores = [(number, player["name"], player["score"]) for number, player in players]
    # The Berger table of four: 1–4, 2–3.
    assert scores == [(1, "Alice", 1), (1, "=Egor", 0), (2, "Bob", 0.5), (2, "Dora", 0.5)]
    assert {board["result"] for board in data["boards"]} == {"1-0", "1/2-1/2"}


def test_the_standings_as_a_table_have_points_as_numbers_and_no_formula(world, visitor):
    text = visitor.get(f"{E}/standings.csv").content.decode()
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["points"] for row in rows] == ["1", "0.5", "0.5", "0"]
    assert rows[0]["name"] == "Alice" and rows[0]["rank"] == "1"
    assert {row["name"] for row in rows} == {"Alice", "Bob", "Dora", "'=Egor"}
    assert "\ufeff" + visitor.get(f"{E}/standings.csv?bom=0").content.decode() == text


def test_the_workbook_has_a_sheet_for_each_table_and_the_drafts_of_none(world: World) -> None:
    book = sheets(signed_in("olga").get(f"{E}.xlsx").content)
    assert list(book) == ["Players", "Round 1", "Standings", "Crosstable"]
    head, *rows = book["Standings"]
    points = head.index("Points")
    assert [row[points] for row in rows] == [1.0, 0.5, 0.5, 0.0]
    assert {row[1] for row in book["Players"][1:]} == {"Alice", "Bob", "Dora", "=Egor"}


def test_the_crosstable_says_who_got_what_from_whom(world: World, visitor: Client) -> None:
    winner = json.loads(visitor.get(f"{E}/crosstable.json").content)["rows"][0]
    games = [cell for cell in winner["games"] if cell["mark"]]
    assert winner["name"] == "Alice" and winner["points"] == 1
    keys = ("mark", "round", "colour", "played")
    assert [[cell[key] for key in keys] for cell in games] == [["1", 1, "white", True]]
    rows = list(csv.DictReader(io.StringIO(visitor.get(f"{E}/crosstable.csv?bom=0").content.decode())))
    assert sorted(value for key, value in rows[0].items() if key.startswith("against_") and value) == ["1"]
    assert rows[0]["against_1"] == ""


def test_the_list_of_players_comes_in_the_language_of_the_reader(world: World) -> None:
    for language, name in (("en", "=Egor"), ("ru", "Ґалаґан Єгор")):
        data = json.loads(Client(headers={"accept-language": language}).get(f"{E}/players.json").content)
        assert name in {player["name"] for player in data["players"]}
        assert data["event"]["names"]["ru"] == "Кубок весны"
        assert all(player["status"] == "active" for player in data["players"])


# Games


def test_all_games_of_a_round_are_in_one_file_in_the_order_of_the_boards(world, visitor):
    *_, form, moves = GAMES[world.game]
    response = visitor.get(f"{E}/rounds/1.{form}")
    assert response.streaming
    text = body(response).decode()
    reading = pdn.read_pdn(text) if form == "pdn" else pgn.read_pgn(text)
    assert reading.clean
    pairings = Pairing.objects.filter(round=world.rounds[0]).order_by("board")
    names = [pairing.white.player.full_name for pairing in pairings]
    assert [game.tags["White"] for game in reading.games] == names
    assert [game.tags["Round"] for game in reading.games] == ["1.1", "1.2"]
    assert [game.moves for game in reading.games] == [(), moves]
    assert [game.result for game in reading.games] == ["1-0", "1/2-1/2"]
    assert visitor.get(f"{E}/rounds/1.{'pgn' if form == 'pdn' else 'pdn'}").status_code == 404
    assert body(visitor.get(f"{E}.{form}")).decode() == text  # the only public round


def test_a_move_changes_the_tag_of_the_file_of_games(db: None) -> None:
    world = World()
    world.started()
    visitor = Client(headers={"accept-language": "en"})
    first = visitor.get(f"{E}/rounds/1.pgn")
    assert visitor.get(f"{E}/rounds/1.pgn", headers={"if-none-match": first["ETag"]}).status_code == 304
    world.play("e2-e4")
    fresh = visitor.get(f"{E}/rounds/1.pgn", headers={"if-none-match": first["ETag"]})
    assert fresh.status_code == 200
    assert b"e4" in body(fresh)


# Paper


def test_every_document_of_a_round_or_a_section_names_its_players(world: World) -> None:
    hana = signed_in("hana")
    addresses = [f"{D}rounds/1/outputs/{code}.pdf" for code in ROUND_DOCUMENTS]
    addresses += [f"{D}outputs/{code}.pdf" for code in SECTION_DOCUMENTS]
    for address in addresses:
        response = hana.get(address)
        assert response["Content-Type"] == "application/pdf"
        text = " ".join(pages(response.content))
        assert all(name in text for name in ("Alice", "Bob", "Dora", "Egor")), address
        assert "rounds" not in address or "Spring Cup" in text, address


def test_the_schedule_has_the_rounds_that_are_published_and_those_that_are_planned(world: World) -> None:
    starts = [NOW, NOW + timedelta(days=1), NOW + timedelta(days=2, hours=3)]
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts=dict(enumerate(starts, 1)))
    text = " ".join(pages(signed_in("hana").get(f"{D}outputs/schedule.pdf").content))
    assert all(f"Round {number}" in text for number in (1, 2, 3))
    for at in starts:
        instant = at.astimezone(world.event.zone)
        assert f"{instant:%A}" in text and f"{instant:%H:%M %Z}" in text


def test_badges_are_for_officials_too_and_the_first_of_the_table_get_certificates(world):
    text = " ".join(pages(signed_in("olga").get(f"{D}outputs/badges.pdf").content))
    assert "artur" in text and "CHIEF ARBITER" in text and "hana" in text
    certificates = pages(signed_in("olga").get(f"{D}outputs/certificates.pdf").content)
    assert len(certificates) == 3  # Alice and the two players who share second place; Egor has no points
    assert "Alice" in certificates[0] and "First place" in certificates[0] and "1 points" not in certificates[1]
    assert all("Provisional" in page and "Place 2–3" in page for page in certificates[1:])
    assert not any("Egor" in page for page in certificates)


def test_the_logo_of_the_organisation_is_on_paper_and_a_new_one_makes_a_new_file(world, visitor):
    common = {"actor": world.olga, "now": NOW}
    club = create_organisation(**common, slug="club", names={"en": "Club"})
    move_event(**common, event_id=world.event.pk, organisation_id=club.pk)
    before = visitor.get(f"{E}/standings.pdf")
    assert images(before.content) == [[]]
    set_logo(**common, organisation_id=club.pk, file=png_file(width=90, height=30))
    after = visitor.get(f"{E}/standings.pdf", headers={"if-none-match": before["ETag"]})
    assert (after.status_code, images(after.content)) == (200, [[(90, 30)]])
    assert visitor.get(f"{E}/standings.pdf", headers={"if-none-match": after["ETag"]}).status_code == 304
    assert images(signed_in("olga").get(f"{D}outputs/certificates.pdf").content) == [[(90, 30)]] * 3


def test_a_document_is_in_the_language_and_letters_of_the_reader(world: World) -> None:
    text = " ".join(pages(Client(headers={"accept-language": "ru"}).get(f"{E}/rounds/1.pdf").content))
    assert "Кубок весны" in text and "Ґалаґан Єгор" in text and "UTC" in text


def test_standings_on_paper_agree_with_the_results(world: World, visitor: Client) -> None:
    standings = lines(visitor.get(f"{E}/standings.pdf").content)
    (first,) = [line for line in standings if "Alice" in line]
    assert first.split()[:3] == ["1", "1", "Alice"] and first.split()[3:5] == ["1", "1"]
    assert any("Provisional" in line for line in standings)
    boards = lines(visitor.get(f"{E}/rounds/1.pdf").content)
    (won,) = [line for line in boards if "Alice" in line]
    assert "1 – 0" in won and won.startswith("1 1 Alice")


def test_tables_on_paper_tell_when_the_next_round_starts(world: World, visitor: Client) -> None:
    starts = {2: later(hours=24), 3: later(hours=48)}
    plan_rounds(actor=world.olga, now=NOW, section_id=world.section.pk, starts=starts)
    for name in ("standings", "crosstable"):
        text = " ".join(pages(visitor.get(f"{E}/{name}.pdf").content))
        assert "Round 2 starts 21 November 2026, 10:00 UTC" in text and "Round 3 starts" not in text


# States of the outputs


def test_a_draft_on_paper_says_so_and_unknown_outputs_are_not_found(chess, visitor):
    assert signed_in("hana").get(f"{E}/rounds/2.json").status_code == 200
    for code in ROUND_DOCUMENTS:
        data = signed_in("olga").get(f"{D}rounds/2/outputs/{code}.pdf").content
        assert all("DRAFT" in page for page in pages(data))
    for address in ("/rounds/9.pdf", "/standings.doc", "/standings.csv?after=9", "/games.csv"):
        assert visitor.get(E + address).status_code == 404
    assert signed_in("olga").get(f"{D}outputs/slips.pdf").status_code == 404
    assert signed_in("olga").get(f"{D}rounds/1/outputs/badges.pdf").status_code == 404


@pytest.mark.parametrize("address", ["/standings.csv", "/standings.pdf", "/rounds/1.json", ".xlsx", "/crosstable.json"])
def test_an_unchanged_file_is_not_sent_again(world: World, visitor: Client, address: str) -> None:
    first = visitor.get(E + address)
    assert visitor.get(E + address, headers={"if-none-match": first["ETag"]}).status_code == 304
    correct_result(actor=world.olga, now=NOW, pairing_id=world.pairing.pk, result="0-1", reason="entered wrongly")
    assert visitor.get(E + address, headers={"if-none-match": first["ETag"]}).status_code == 200


# The pages that lead to them


@pytest.mark.long
def test_every_link_of_the_desk_pages_and_public_pages_leads_to_a_file(world: World, visitor: Client) -> None:
    olga = signed_in("olga")
    seen = set()
    for client, address in (
        (olga, f"{D}outputs/"),
        (olga, f"{D}rounds/1/outputs/"),
        (visitor, f"{E}/rounds/1/"),
        (visitor, f"{E}/standings/"),
        (visitor, f"{E}/crosstable/"),
        (visitor, f"{E}/players/"),
    ):
        page = page_of(client.get(address))
        assert page.problems == []
        for link in [values["href"] for tag, values in page.attributes if tag == "a" and "href" in values]:
            if link.partition("?")[0].rpartition(".")[2] in ["pdf", "csv", "json", "xlsx", "pgn", "pdn", "trf"]:
                seen.add(link)
                assert client.get(link).status_code == 200, link
    assert len(seen) > 35
