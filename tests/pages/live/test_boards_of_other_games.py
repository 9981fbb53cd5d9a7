"""Games that are one record each, and Chess960, on the desk, the live board and the pages around it."""

import json
import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tavleya.errors import BadInput
from tavleya.rules.registry import SPECS
from tests.antichess import ANTICHESS
from tests.pages.live.table import Table
from tests.tavleya.documents.reading import pages
from tests.world import World

INTERNATIONAL = {"game": "draughts100", "regime": "draughts64", "control": "45"}
GIVEAWAY = {"game": "antichess", "regime": "fide-2023", "control": "15+10"}


@pytest.fixture(autouse=True)
def offered(settings, monkeypatch):
    settings.EXTRA_GAMES = ["draughts100"]
    monkeypatch.setitem(SPECS, ANTICHESS.game, ANTICHESS)


def moves_of(body: str) -> dict[str, list]:
    match = re.search(r'data-moves="([^"]*)"', body)
    return {text: path for text, path, _words in json.loads(unescape(match[1]))["moves"]}


@pytest.mark.parametrize(
    ("options", "name", "squares", "moves", "refused", "ending"),
    [
        (INTERNATIONAL, "International draughts", 100, ("32-28", "19-23"), "31-27", "pdn"),
        (GIVEAWAY, "Antichess", 64, ("e3", "b5"), "d4", "pgn"),
    ],
    ids=["draughts100", "antichess"],
)
def test_a_game_is_played_on_the_live_board(table_of, read, options, name, squares, moves, refused, ending):
    table = table_of(**options)
    page = table.page("alice")
    assert name in read(page)
    assert ("type the squares of the move" in read(page)) is (ending == "pdn"), "only chess is read in any notation"
    assert page.content.decode().count("data-square=") == squares
    assert moves_of(page.content.decode())
    assert table.move("alice", moves[0]).status_code == 200
    assert table.move("bob", moves[1]).status_code == 200
    answer = table.move("alice", refused)
    assert answer.status_code == 422
    assert "compulsory" in read(answer)
    assert table.game.snapshot["ply"] == 2
    event = f"/events/{table.world.slug}/"
    game = f"{event}games/{table.game.pk}"
    for address in (f"{game}/", f"{game}/?ply=1", f"{event}open/crosstable/", f"{event}open/rounds/1/", "/"):
        assert Client().get(address).status_code == 200, address
    file = Client().get(f"{game}.{ending}").content.decode()
    assert {"pdn": '[GameType "20,W,10,10,N2,0"]', "pgn": '[Variant "Antichess"]'}[ending] in file
    sheet = table.client("olga").get(f"/desk/{table.world.slug}/open/rounds/1/outputs/sheets.pdf")
    assert len(pages(sheet.content)) == 1
    assert table.client("olga").get(f"/desk/{table.world.slug}/open/").status_code == 200


def test_a_game_that_the_operator_does_not_offer_is_refused(db, settings):
    settings.EXTRA_GAMES = []
    with pytest.raises(BadInput, match="does not offer the game"):
        World(**INTERNATIONAL)


START = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
KIND = {"game": "chess960", "regime": "fide-2023", "control": "15+10", "rules": {"start_position": START}}


def test_castling_is_tapped_as_king_takes_rook(table_of, read):
    table: Table = table_of(**KIND)
    page = table.page("alice")
    assert "Start position 325: NRBBQKRN" in read(page) and "Chess960" in read(page)
    assert 'data-asks="promote"' in page.content.decode()
    assert moves_of(page.content.decode())["f1g1"] == ["f1", "g1"]
    assert table.move("alice", "f1g1").status_code == 200
    assert table.move("bob", "O-O").status_code == 200
    assert table.game.snapshot["ply"] == 2
    assert "0-0" in read(table.page())


def test_an_illegal_castling_is_refused_with_its_reason(table_of, read):
    table: Table = table_of(**KIND)
    refused = table.move("alice", "O-O-O")
    assert refused.status_code == 422
    assert "There is a piece in the way of king or rook on c1, d1, e1." in read(refused)


def test_the_pages_around_the_game_are_there(table_of):
    table: Table = table_of(**KIND)
    table.move("alice", "O-O")
    event = f"/events/{table.world.slug}/"
    game = f"{event}games/{table.game.pk}"
    for address in (f"{game}/", f"{event}open/crosstable/", f"{event}open/rounds/1/", f"{event}open/rules/"):
        assert Client().get(address).status_code == 200, address
    file = Client().get(f"{game}.pgn").content.decode()
    assert '[Variant "Chess960"]' in file and f'[FEN "{START}"]' in file and "1. O-O {" in file


def test_the_printed_sheet_shows_the_start_position(table_of):
    table: Table = table_of(**KIND)
    sheet = table.client("olga").get(f"/desk/{table.world.slug}/open/rounds/1/outputs/sheets.pdf")
    [page] = pages(sheet.content)
    assert "Start position" in page and "325: NRBBQKRN" in page
    assert "♞" in page and "♖" in page


def test_the_arbiter_has_the_rulings_of_chess(table_of, read):
    table: Table = table_of(**KIND)
    table.move("alice", "O-O")
    card = table.client("artur").get(reverse("board-card", args=[table.world.slug, table.game.pk]))
    assert "Touch-move" in read(card) and "Irregularity (draughts" not in read(card)
