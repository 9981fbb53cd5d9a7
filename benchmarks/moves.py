"""Moves through the API as production serves them, beside the least that an endpoint of the same framework can do.

PostgreSQL that waits for the disk, Redis, granian with two processes of four threads; the client is in this process, so
that all share the machine.  Boards of chess, draughts and tavreli in turn; each move goes to whichever process answers.
"""

import json
import os
import random
import secrets
import signal
import socket
import statistics
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.load import Request, post
from benchmarks.measuring import processor_of_children

LONG = True
BOARDS, PLIES = 100, 60  # of each game
ROUNDS, SECONDS, CONNECTIONS = 3, 5, 16
PACE = 200
GAMES = (("chess", "fide-2023"), ("draughts", "draughts64"), ("tavreli", "tavreli-1997"))
_EVENT = "moves"
_BARE_TABLES = """
CREATE TABLE bare_game (id bigint PRIMARY KEY, seq int NOT NULL, digest text NOT NULL);
CREATE TABLE bare_entry (id bigserial PRIMARY KEY, game_id bigint NOT NULL REFERENCES bare_game, seq int NOT NULL,
    kind text NOT NULL, move text NOT NULL, digest text NOT NULL, UNIQUE (game_id, seq));
INSERT INTO bare_game SELECT id, 0, '' FROM games_game;
"""


def run() -> None:
    from tests import servers

    servers.POSTGRES_SETTINGS.update(fsync="on", synchronous_commit="on", full_page_writes="on")
    database, redis = servers.Postgres(), servers.Redis()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TAVLEYA_")} | {
        "TAVLEYA_MODE": "production",
        "TAVLEYA_PROXIES": "1",
        "SECRET_KEY": secrets.token_urlsafe(60),
        "ALLOWED_HOSTS": "localhost",
        "DATABASE_URL": database.url,
        "REDIS_URL": redis.url,
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.moves"], env=environment, stdout=subprocess.PIPE, check=True, text=True
    )
    hall = json.loads(done.stdout.splitlines()[-1])
    with _served("config.wsgi", environment) as served, _served("benchmarks.rivals.bare_move", environment) as bare:
        _measure(hall, served, bare)


def _measure(hall: dict[str, Any], own: int, bare: int) -> None:
    moves, plain = _moves(hall), _plain(hall)
    for port, request in ((own, moves), (bare, plain)):
        post(port, request, 3, CONNECTIONS)  # the measured requests load no modules and plan no queries
    rates: dict[str, list[float]] = {"ours": [], "bare": []}
    spent: dict[str, list[float]] = {"ours": [], "bare": []}
    for _ in range(ROUNDS):
        for name, port, request in (("bare", bare, plain), ("ours", own, moves)):
            before = processor_of_children()
            rate, times = post(port, request, SECONDS, CONNECTIONS)
            rates[name].append(rate)
            spent[name].append(1000 * (processor_of_children() - before) / len(times))
    for name, port, request in (("ours", own, moves), ("bare", bare, plain)):
        _, times = post(port, request, SECONDS, CONNECTIONS, PACE)
        at = {share: 1000 * times[int(len(times) * share)] for share in (0.5, 0.9, 0.99)}
        print(f"moves     {name} at {PACE}/s: p50 {at[0.5]:.1f} ms, p90 {at[0.9]:.1f} ms, p99 {at[0.99]:.1f} ms")
    cost = {name: statistics.median(times) for name, times in spent.items()}
    print(
        f"moves     processor a request, servers and databases: ours {cost['ours']:.2f} ms, bare {cost['bare']:.2f} ms"
    )
    print(f"moves     load of the machine, one minute: {os.getloadavg()[0]:.1f}")
    own_rate, bare_rate = statistics.median(rates["ours"]), statistics.median(rates["bare"])
    ratios = ", ".join(f"{first / second:.2f}" for first, second in zip(rates["ours"], rates["bare"], strict=True))
    print(f"moves     round by round: {ratios}")
    print(f"moves: ours {own_rate:.0f}/s, bare {bare_rate:.0f}/s, ratio {own_rate / bare_rate:.2f}")


def _moves(hall: dict[str, Any]) -> Callable[[], Request]:
    """Return a function for the next move at the board that has waited longest; each board waits for its response."""
    waiting = deque((board["id"], board["seq"], deque(board["moves"])) for board in hall["boards"])
    address = f"/api/v1/events/{_EVENT}/games/{{}}/entries/"

    def request() -> Request:
        while not waiting[0][2]:
            waiting.popleft()
        game, seq, moves = waiting.popleft()
        body = json.dumps({"kind": "move", "move": moves.popleft(), "seq": seq}).encode()
        data = _bytes(address.format(game), body, hall["token"], f"{game}-{seq}")
        return data, lambda: waiting.append((game, seq + 2, moves))

    return request


def _plain(hall: dict[str, Any]) -> Callable[[], Request]:
    waiting = deque(board["id"] for board in hall["boards"])

    def request() -> Request:
        game = waiting.popleft()
        body = b'{"kind": "move", "move": "e2-e4", "seq": 12}'
        data = _bytes(f"/api/v1/events/{_EVENT}/games/{game}/entries/", body, hall["token"], str(game))
        return data, lambda: waiting.append(game)

    return request


def _bytes(address: str, body: bytes, token: str, key: str) -> bytes:
    lines = (
        f"POST {address} HTTP/1.1",
        "Host: localhost",
        "X-Forwarded-Proto: https",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
        f"Authorization: Bearer {token}",
        f"Idempotency-Key: {key}",
    )
    return "\r\n".join((*lines, "", "")).encode() + body


@contextmanager
def _served(module: str, environment: dict[str, str]) -> Iterator[int]:
    """Serve the module as docker-compose.yml serves `web`; yield the port."""
    from tests import servers

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = (
        *(sys.executable, "-m", "granian", "--interface=wsgi", "--host=127.0.0.1", f"--port={port}"),
        *("--workers=2", "--blocking-threads=4", f"{module}:application"),
    )
    process = subprocess.Popen(
        command,
        env=environment,
        cwd=Path(__file__).parents[1],
        stdout=subprocess.DEVNULL,
        preexec_fn=servers.end_with_parent(signal.SIGTERM),
    )
    try:
        for _ in range(300):
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        servers.end(process, signal.SIGTERM)


# The hall, created in a separate process


def _hall() -> dict[str, Any]:
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from tests.world import World, later

    call_command("migrate", verbosity=0)
    world = World(slug=_EVENT)
    boards = [board for game, regime in GAMES for board in _boards(world, game, regime)]
    with connection.cursor() as cursor:
        cursor.execute(_BARE_TABLES)
        cursor.execute("ANALYZE")
    return {"token": _token(world, later()), "boards": random.Random(1).sample(boards, len(boards))}


def _token(world: Any, now: Any) -> str:
    from tavleya.actors import Role
    from tournaments.services.events import grant_role
    from tournaments.services.tokens import issue_token

    relay = world.charlie
    grant_role(actor=world.olga, now=now, event_id=world.event.pk, user_id=relay.user_id, role=Role.ORGANISER)
    _, secret = issue_token(actor=relay, now=now, event_id=world.event.pk, name="relay", scopes=["play"])
    return secret


def _boards(world: Any, game: str, regime: str) -> Iterator[dict[str, Any]]:
    from django.utils import timezone

    from games.services.moves import start_game

    for number, row in enumerate(_games(world, game, regime)):
        started = start_game(actor=world.artur, now=timezone.now(), game_id=row.pk)
        yield {"id": row.pk, "seq": started.seq, "moves": _line(game, number)}


def _games(world: Any, game: str, regime: str) -> list[Any]:
    """Return the games of a published round of BOARDS boards in its own section; none has moves."""
    from games.models.game import Game
    from ratings.services.player_lists import import_players
    from tests.world import later
    from tournaments.models.player import Registration
    from tournaments.services.rounds import pair_by_hand, publish_round, start_round
    from tournaments.services.sections import create_section

    olga = world.olga
    section = create_section(
        actor=olga, now=later(), event_id=world.event.pk, slug=game, names={"en": game.title()}, game=game,
        regime=regime, format="free", control="90+30", tracking="live",
    )  # fmt: skip
    lines = ["family_name,given_name,rating", *(f"{game}{n},A,{2700 - n}" for n in range(2 * BOARDS))]
    import_players(actor=olga, now=later(), event_id=world.event.pk, data="\n".join(lines), section_id=section.pk)
    registrations = list(Registration.objects.filter(section=section).order_by("number").values_list("pk", flat=True))
    pairs = list(zip(registrations[::2], registrations[1::2], strict=True))
    round_ = pair_by_hand(actor=olga, now=later(), section_id=section.pk, boards=pairs)
    publish_round(actor=olga, now=later(), round_id=round_.pk)
    start_round(actor=olga, now=later(), round_id=round_.pk)
    return list(Game.objects.filter(pairing__round=round_).order_by("pk"))


def _line(game: str, seed: int) -> list[str]:
    """Return random moves that do not end the game."""
    from tavleya.rules.contract import LineOfPlay, Ply
    from tavleya.rules.registry import rules_for

    rules, draw = rules_for(game), random.Random(seed)
    line = LineOfPlay(rules.position("start"))
    while len(line.plies) < PLIES:
        move = draw.choice(line.position.legal_moves())
        after = line.add(Ply(move.text, line.position.play(move)))
        if rules.ending(after):
            break
        line = after
    return [ply.text for ply in line.plies]


if __name__ == "__main__":
    print(json.dumps(_hall()))
