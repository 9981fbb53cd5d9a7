"""Speed of drawing documents: pages a second, and the longest wait of a user.

The baseline lays the same cells out with the table of reportlab's own page builder, which neither measures names to
make them fit nor draws the head and the foot of a page.
"""

from __future__ import annotations

import io
import statistics
import time
from collections.abc import Callable, Iterator

from reportlab.lib.pagesizes import A4
from reportlab.platypus import SimpleDocTemplate, Table

from benchmarks.measuring import RUNS, Row
from tavleya.documents import pairings, score_sheets, slips, table_cards
from tavleya.documents.contents import Badge, Badges, BoardRow, GameSlip, Head, Pairings, Person, Slips
from tavleya.documents.paper import PLAIN, Paper, load_fonts

PLAYERS = 500
HEAD = Head("Кубок весны 2026", "Открытый турнир", "Тур 5", "Вейк-ан-Зее", "Предварительно", made="12:00 UTC")


def run() -> Iterator[Row]:
    load_fonts()  # once in the life of a process
    people = [
        Person(n, f"Игрок {n} Пётр Олександрович", "гм", 2600 - n, "UKR", "2½") for n in range(1, PLAYERS + 1)
    ]
    pairs = list(zip(people[::2], people[1::2], strict=True))
    boards = Pairings(HEAD, tuple(BoardRow(n, *pair, "½ – ½") for n, pair in enumerate(pairs, 1)))
    games = tuple(GameSlip(n, *pair, f"https://example.org/games/{n}/") for n, pair in enumerate(pairs, 1))
    sheets = Slips(HEAD, "tavreli", "Тур 5", games)
    badges = Badges(HEAD, tuple(Badge(one.name, "Игрок", one.title, one.federation) for one in people))
    ours = _seconds(lambda: pairings.by_board(boards, Paper.A4, str))
    theirs = _seconds(lambda: _built(boards))
    pages = -(-len(pairs) // 35)
    yield Row(
        f"pages of pairings, {len(pairs)} boards", pages / ours, "/s", "reportlab's Table", pages / theirs
    )
    times = {
        f"badges of {PLAYERS} players": lambda: table_cards.badges(badges, Paper.A4, str),
        f"result slips of {len(pairs)} boards, with QR codes": lambda: slips.result_slips(
            sheets, Paper.A4, str
        ),
        f"score sheets of {len(pairs)} boards, two copies": lambda: score_sheets.score_sheets(
            sheets, Paper.A4, str, 2
        ),
    }
    for what, work in times.items():
        yield Row(what, _seconds(work), "s", goal="under 2 s")


def _built(document: Pairings) -> bytes:
    file = io.BytesIO()
    rows = [
        [str(one.number), *_half(one.white), one.result, *_half(one.black)[::-1]]
        for one in document.boards
        if one.black is not None
    ]
    table = Table(rows, repeatRows=1, style=[("FONT", (0, 0), (-1, -1), PLAIN, 10)])
    SimpleDocTemplate(file, pagesize=A4).build([table])
    return file.getvalue()


def _half(person: Person) -> list[str]:
    return [str(person.number), person.titled, person.points, str(person.rating or "")]


def _seconds(work: Callable[[], bytes]) -> float:
    """The median of several runs."""
    times = []
    for _ in range(RUNS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times)
