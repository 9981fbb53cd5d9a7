"""A game of Chess960 on the live board and on the pages around it."""

import json
import re
from html import unescape

from django.test import Client
from django.urls import reverse

from tests.pages.live.table import Table
from tests.tavleya.documents.reading import pages

START = "nrbbqkrn/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKRN w KQkq - 0 1"
KIND = {"game": "chess960", "regime": "fide-2023", "control": "15+10", "rules": {"start_position": START}}


def moves_of(body: str) -> dict[str, list]:
    match = re.search(r'data-moves="([^"]*)"', body)
    return {text: path for text, path, _words in json.loads(unescape(match[1]))["moves"]}


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
    assert (
        card.status_code == 200 and "Touch-move" in read(card) and "Irregularity (draughts" not in read(card)
    )
