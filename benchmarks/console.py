"""How long the arbiters' console takes with 500 boards that are played, and a poll that finds nothing new.

On PostgreSQL, through the whole stack from the request to the page; the baseline is the one query that no
such page can do without (every board with its game), and the rows read from it.
"""

from __future__ import annotations

import json
import re
import statistics
import sys
import time
from collections.abc import Callable, Iterator

from benchmarks.measuring import RUNS, Row, in_database
from benchmarks.rulings import databases, in_child

BOARDS = 500


def run() -> Iterator[Row]:
    for name, url in databases():
        if not url:
            continue
        found = in_child(url, "benchmarks.console")
        yield Row(
            f"console, {BOARDS} boards, {found['queries']:.0f} queries, {name}",
            found["page"],
            "ms",
            "bare rows",
            found["bare"],
            goal="at most 150 ms and 14 queries",
        )
        yield Row(
            "the same, time of its processor", found["page busy"], "ms", "bare rows", found["bare busy"]
        )
        yield Row(
            f"poll without news, {found['poll queries']:.0f} queries",
            found["poll"],
            "ms",
            "the console",
            found["page"],
        )
        yield Row(
            "the same, time of its processor", found["poll busy"], "ms", "the console", found["page busy"]
        )


def _figures() -> dict[str, float]:
    from django.contrib.auth import get_user_model
    from django.db import connection, reset_queries
    from django.test import Client
    from django.test.utils import CaptureQueriesContext
    from django.urls import reverse

    from tournaments.models.pairing import Pairing

    event = hall()
    client = Client()
    client.force_login(get_user_model().objects.get(username="artur"))
    address = reverse("boards", args=[event.slug])
    page = client.get(address).content.decode()
    poll = re.search(r'id="boards"[^>]*data-poll="([^"]*)"', page)[1].replace("&amp;", "&")  # type: ignore[index]
    reset_queries()
    with CaptureQueriesContext(connection) as captured:
        client.get(address)
    with CaptureQueriesContext(connection) as polled:
        assert client.get(address + poll, headers={"X-Part": "boards"}).status_code == 204
    rows = Pairing.objects.filter(round__section__event=event).select_related("game")
    acts: dict[str, Callable[[], object]] = {
        "page": lambda: client.get(address),
        "poll": lambda: client.get(address + poll, headers={"X-Part": "boards"}),
        "bare": lambda: list(rows.all()),
    }
    figures = {"queries": float(len(captured)), "poll queries": float(len(polled))}
    for name, act in acts.items():
        figures[name], figures[f"{name} busy"] = _medians(act)
    return figures


def hall(boards: int = BOARDS):  # type: ignore[no-untyped-def]
    """A round of so many boards: all begun, most with moves, some over, some with an open call."""
    from django.utils import timezone

    from games.services.play import call_arbiter, play_move, start_game
    from games.services.results import record_result
    from tavleya.record.results import Result
    from tests.world import SYSTEM, World, person

    world = World(slug="hall", game="chess", regime="fide-2023", control="90+30")
    artur = person("artur")
    rows = seated(world, "chess", "fide-2023", boards)
    for number, game in enumerate(rows):
        start_game(actor=artur, now=timezone.now(), game_id=game.pk)
        if number % 10 == 0:
            record_result(actor=artur, now=timezone.now(), game_id=game.pk, result=Result.DRAW)
        elif number % 25 == 1:
            call_arbiter(actor=artur, now=timezone.now(), game_id=game.pk, reason="clock_fault")
        else:
            play_move(actor=SYSTEM, now=timezone.now(), game_id=game.pk, text="e4")
    return world.event


def seated(world, game: str, regime: str, boards: int, slug: str = "main"):  # type: ignore[no-untyped-def]
    """Create the games of a round of this many boards in a separate section; none has begun."""
    from games.models.game import Game
    from ratings.services.player_lists import import_players
    from tests.world import later
    from tournaments.models.player import Registration
    from tournaments.services.rounds import pair_by_hand, publish_round, start_round
    from tournaments.services.sections import create_section

    olga = world.olga
    section = create_section(
        actor=olga, now=later(), event_id=world.event.pk, slug=slug, names={"en": slug.title()}, game=game,
        regime=regime, format="free", control="90+30", tracking="live",
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"{slug}{n},A,{2700 - n}" for n in range(2 * boards))]
    import_players(
        actor=olga, now=later(), event_id=world.event.pk, data="\n".join(lines), section_id=section.pk
    )
    registrations = list(
        Registration.objects.filter(section=section).order_by("number").values_list("pk", flat=True)
    )
    pairs = list(zip(registrations[::2], registrations[1::2], strict=True))
    round_ = pair_by_hand(actor=olga, now=later(), section_id=section.pk, boards=pairs)
    publish_round(actor=olga, now=later(), round_id=round_.pk)
    start_round(actor=olga, now=later(), round_id=round_.pk)
    return list(Game.objects.filter(pairing__round=round_).order_by("pk"))


def _medians(act: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds by the clock, and of the processor in this process alone: the second says little of other work."""
    walls, busy = [], []
    for _ in range(RUNS * 3):
        began, worked = time.perf_counter(), time.process_time()
        act()
        walls.append((time.perf_counter() - began) * 1000)
        busy.append((time.process_time() - worked) * 1000)
    return statistics.median(walls), statistics.median(busy)


if __name__ == "__main__":
    print(json.dumps(in_database(_figures)), file=sys.stdout)
