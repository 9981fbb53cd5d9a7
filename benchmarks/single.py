"""Costs of single pages and files of a large open: a player's own page, the crosstable, the workbook of the section.

Through the whole stack from the request to the response, in one process. The baseline is a page that reads nothing,
rendered by the same stack.
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.measuring import RUNS, Row, in_database
from benchmarks.rulings import databases, in_child

PLAYERS, ROUNDS = 1000, 9
_GOALS = {
    "own page": "under 8 ms",
    "own page, unchanged": "under 2 ms",
    "crosstable": "",
    "crosstable, rows": "under 50 ms",
    "workbook": "made by the worker",
}


def run() -> Iterator[Row]:
    for name, url in databases():
        if not url:
            continue
        found = in_child(url, "benchmarks.single")
        for what, goal in _GOALS.items():
            shown = f"{what}, {PLAYERS} players, {ROUNDS} rounds, {name}"
            yield Row(shown, found[what], "ms", "empty page", found["bare"], goal=goal)


def _figures() -> dict[str, float]:
    from django.core.cache import caches
    from django.test import Client, RequestFactory

    from documents.views.exports import section_sheets
    from tavleya.actors import ANONYMOUS
    from tournaments.models.self_service import PlayerLink
    from tournaments.selectors.crosstable import crosstable_of
    from tournaments.services.player_links import secret_of
    from tournaments.views.crosstable_rows import CrosstableMarkup
    from tournaments.views.frame import SectionFrame

    section = _open()
    client = Client()
    links = [f"/my/{secret_of(row)}/" for row in PlayerLink.objects.select_related("player")[:30]]
    tags = {link: client.get(link)["ETag"] for link in links}
    page = f"/events/{section.event.slug}/{section.slug}/crosstable/"
    frame = SectionFrame(RequestFactory().get(page), ANONYMOUS, section, "crosstable")
    table = crosstable_of(section)

    def anew() -> object:
        caches["pages"].clear()
        return client.get(page)

    return {
        "bare": _median(lambda: client.get("/login/")),
        "own page": _median(lambda: client.get(links[0])),
        "own page, unchanged": _median(
            lambda: client.get(links[1], headers={"if-none-match": tags[links[1]]})
        ),
        "crosstable": _median(anew),
        "crosstable, rows": _median(lambda: CrosstableMarkup(frame, table).rows),
        "workbook": _median(lambda: section_sheets(frame)),
    }


def _open():  # type: ignore[no-untyped-def]
    """A Swiss whose boards are written as they are after its rounds: pairing it is not what is measured."""
    from games.models.game import Game
    from ratings.services.player_lists import import_players
    from tests.world import World, later
    from tournaments.models.pairing import Pairing
    from tournaments.models.player import Registration
    from tournaments.models.round import Round
    from tournaments.services.player_links import issue_player_links
    from tournaments.services.sections import create_section

    world = World(slug="large")
    section = create_section(
        actor=world.olga, now=later(), event_id=world.event.pk, slug="large-open", names={"en": "Open"}, game="chess",
        regime="fide-2023", format="swiss", rounds_planned=ROUNDS,
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"Player{n},A,{2700 - n}" for n in range(PLAYERS))]
    import_players(
        actor=world.olga, now=later(), event_id=world.event.pk, data="\n".join(lines), section_id=section.pk
    )
    keys = list(Registration.objects.filter(section=section).order_by("number").values_list("pk", flat=True))
    for number in range(1, ROUNDS + 1):
        row = Round.objects.create(
            section=section, number=number, status="closed", published_at=later(), closed_at=later()
        )
        turned = keys[number:] + keys[:number]
        pairs = list(zip(turned[::2], reversed(turned[1::2]), strict=True))
        games = Game.objects.bulk_create(_game(later(), white, black) for white, black in pairs)
        Pairing.objects.bulk_create(
            Pairing(round=row, board=board, white_id=white, black_id=black, game=game, result=game.result)
            for board, ((white, black), game) in enumerate(zip(pairs, games, strict=True), start=1)
        )
    issue_player_links(actor=world.olga, now=later(), event_id=world.event.pk)
    return section


def _game(now, white: int, black: int):  # type: ignore[no-untyped-def]
    from games.models.game import Game

    result = ("1-0", "1/2-1/2", "0-1")[(white * 7 + black) % 3]
    return Game(
        game="chess", regime="fide-2023", white_name=str(white), black_name=str(black), phase="finished",
        result=result, opened_at=now, changed_at=now,
    )  # fmt: skip


def _median(act: Callable[[], object]) -> float:
    """Milliseconds of the processor."""
    act()
    spent = []
    for _ in range(RUNS):
        began = time.process_time()
        act()
        spent.append((time.process_time() - began) * 1000)
    return statistics.median(spent)


if __name__ == "__main__":
    print(json.dumps(in_database(_figures)), file=sys.stdout)
