"""Ordinary moves bypass the framework and the ORM, with the same results."""

import json
import random
import threading
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import psycopg
import pytest
from django.db import connection, transaction
from django.utils import timezone

from api import requests, views
from config import posted_moves, wsgi
from games.models.game import Game, IdempotencyKey
from games.models.record import RecordEntry
from games.services import moves as services
from tavleya.record.entries import first_break
from tavleya.rules.registry import rules_for
from tests.api.test_entries import Api, token
from tests.api.wsgi import WsgiClient
from tests.concurrency import together
from tests.world import NOW, World, later
from tournaments.access import standing_of_game
from tournaments.models.access import ApiToken
from tournaments.models.round import RoundStatus
from tournaments.services.tokens import actor_of_token, find_board

GAMES = {"chess": "fide-2023", "draughts": "draughts64", "tavreli": "tavreli-1997"}
Step = tuple[str, dict[str, Any], dict[str, str]]  # who, body, headers


class Clock:
    """Replacement of `timezone.now` for both paths: the instant of the current step."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at = NOW
        patch.setattr(timezone, "now", lambda: self.at)

    def step(self, number: int) -> None:
        self.at = NOW + timedelta(milliseconds=1 + 1234 * number)


def script(world: World, seed: int, length: int = 60) -> list[Step]:
    """Return a random game with wrong moves, old numbers, repetitions, offers and late presses."""
    draw, rules = random.Random(seed), rules_for(world.game)
    position, seq, steps, unpressed = rules.position("start"), world.board.seq, [], None
    while len(steps) < length and not position.status().over:
        mover, other = ("alice", "bob") if position.turn.value == "white" else ("bob", "alice")
        move = draw.choice(position.legal_moves())
        body: dict[str, Any] = {"kind": "move", "move": move.text, "seq": seq}
        chance = draw.random()
        key = {"Idempotency-Key": f"{seed}-{len(steps)}"} if draw.random() < 0.7 else {}
        if chance < 0.05:
            steps.append((mover, body | {"move": "zz9"}, key))
        elif chance < 0.1:
            steps.append((other, body, key))
        elif chance < 0.15:
            steps.append((mover, body | {"seq": seq - 1}, key))
        elif chance < 0.2:
            body |= {"offer": True, "side": position.turn.value}
        elif chance < 0.25:
            body |= {"move": f" {move.text} ", "press": True}
        press = draw.random() > 0.1
        steps.append((mover, body if press else body | {"press": False}, key))
        if draw.random() < 0.1:
            steps.append((mover, body if press else body | {"press": False}, key))
        if press and unpressed in (None, position.turn):
            seq, unpressed = seq + 2, None
        else:
            seq, unpressed = seq + 1, unpressed or position.turn
        if not press and unpressed is position.turn and draw.random() < 0.5:  # otherwise the reply comes first
            steps.append((mover, {"kind": "press", "seq": seq}, {}))
            seq, unpressed = seq + 1, None
        position = position.play(move)
    return steps


def played(world: World, tokens: dict[str, Api], steps: list[Step], clock: Clock, client: WsgiClient) -> dict[str, Any]:
    """Run the steps, collect their results, and roll them back."""
    answers = []
    with transaction.atomic():
        for number, (username, body, headers) in enumerate(steps):
            clock.step(number)
            address = f"{tokens[username].base}{world.board.pk}/entries/"
            response = client.post(address, body, headers=tokens[username].headers | headers)
            stored = {name: value for name, value in response.headers.items() if name != "X-Request-ID"}
            answers.append((response.status_code, stored, response.json()))
        outcome = {
            "answers": answers,
            "entries": list(RecordEntry.objects.filter(game=world.board).order_by("seq").values()),
            "game": Game.objects.values().get(pk=world.board.pk),
            "keys": list(IdempotencyKey.objects.order_by("pk").values()),
            "tokens": list(ApiToken.objects.order_by("pk").values("name", "last_used_at")),
        }
        transaction.set_rollback(True)
    for row in outcome["keys"]:
        del row["id"]
    for _, headers, _ in answers:
        headers.pop("Content-Length")  # the members of an object are in no order
        headers["Vary"] = sorted(headers["Vary"].split(", "))
        headers["Content-Security-Policy"] = sorted(headers["Content-Security-Policy"].split("; "))
    return outcome


@pytest.mark.long
@pytest.mark.usefixtures("one_connection")
@pytest.mark.django_db
@pytest.mark.parametrize("by_orm", [False, pytest.param(True, marks=pytest.mark.long)], ids=["at once", "by the ORM"])
@pytest.mark.parametrize("game", GAMES)
def test_both_ways_leave_the_same_rows_and_give_the_same_answers(
    game: str, by_orm: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = World(game=game, regime=GAMES[game], control="90+30")
    world.started()
    tokens = {name: Api(world, name) for name in ("alice", "bob")}
    clock, carried_out = Clock(monkeypatch), []
    if by_orm:
        monkeypatch.setattr(services, "on_postgresql", lambda: False)

    def counting(*args: Any, **named: Any) -> bytes | None:
        result = ordinary_move(*args, **named)
        carried_out.append(result is not None)
        return result

    ordinary_move = views.ordinary_move
    monkeypatch.setattr(views, "ordinary_move", counting)
    for seed in range(3):
        steps = script(world, seed)
        short = played(world, tokens, steps, clock, WsgiClient(wsgi.application))
        assert short == played(world, tokens, steps, clock, WsgiClient(wsgi.general))
    assert sum(carried_out) > 100
    assert not all(carried_out)


@pytest.mark.django_db
def test_the_chain_of_a_record_written_so_is_whole(world: World) -> None:
    for name, move in (("alice", "e2-e4"), ("bob", "e7-e5"), ("alice", "g1-f3")):
        assert Api(world, name).post({"kind": "move", "move": move, "seq": world.board.seq}).status_code == 201
    entries = [row.entry() for row in world.board.entries.order_by("seq")]
    assert first_break(str(world.board.key), entries) is None
    assert (world.board.seq, world.board.digest) == (8, entries[-1].digest)


@pytest.mark.django_db
@pytest.mark.parametrize("scopes", [("play",), ("claim",), ("play", "see_drafts")])
@pytest.mark.parametrize("name", ["olga", "artur", "hana", "alice", "bob", "charlie"])
def test_a_sender_is_to_a_board_what_the_general_way_finds(name: str, scopes: tuple[str, ...]) -> None:
    world = World(others=("dora",))
    secret = token(world, name, scopes)
    board = find_board(secret=secret, now=later(), slug=world.event.slug, game_id=world.board.pk)
    assert board is not None
    assert board.actor == actor_of_token(secret=secret, now=later())
    assert board.standing == standing_of_game(board.actor, world.board)


@pytest.mark.django_db
def test_a_board_that_a_token_must_not_write_to_is_not_found() -> None:
    world, other = World(), World(slug="autumn-cup")
    secret = token(world, "artur", ("play",))

    def finds(slug: str = world.event.slug, game: Game = world.board, at: datetime = NOW, key: str = secret) -> bool:
        return find_board(secret=key, now=at, slug=slug, game_id=game.pk) is not None

    assert finds()
    assert not finds(key=secret + "x")
    assert not finds(game=other.board)
    assert not finds(slug=other.event.slug, game=other.board)
    row = ApiToken.objects.get()
    for changed in ({"expires_at": NOW + timedelta(hours=1)}, {"revoked_at": NOW}):
        ApiToken.objects.update(**{"expires_at": None, "revoked_at": None} | changed)
        assert not finds(at=later(hours=2))
    ApiToken.objects.update(expires_at=None, revoked_at=None)
    assert finds()
    world.event.published = False
    world.event.save()
    assert not finds()
    world.event.published = True
    world.event.save()
    for place in (world.section, world.event):
        place.archived_at = NOW
        place.save()
        assert not finds()
        place.archived_at = None
        place.save()
        assert finds()
    row.user.is_active = False
    row.user.save()
    assert not finds()


@pytest.mark.django_db
def test_a_board_of_a_draft_is_not_found() -> None:
    world = World()
    secret = token(world, "artur", ("play",))
    world.rounds[0].status = RoundStatus.DRAFT
    world.rounds[0].save()
    assert find_board(secret=secret, now=NOW, slug=world.event.slug, game_id=world.board.pk) is None


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("body", "headers"),
    [
        ({"irregular": True, "move": "e2-e5"}, {}),
        ({"reason": "unasked"}, {}),
        ({"seq": "2"}, {}),
        ({"move": " e2-e4"}, {}),
        ({"move": "e2-e4\0"}, {}),
        ({"language": ""}, {}),
        ({"side": None}, {}),
        ({}, {"Accept": "application/x-ndjson"}),
        ({}, {"Content-Type": "text/plain"}),
        ({}, {"Authorization": "Basic abc"}),
        ({}, {"Idempotency-Key": "k" * 81}),
        ({"move": "e2-e4" + " " * 5000}, {}),
    ],
)
def test_an_unusual_move_is_left_to_the_view(world: World, body: dict[str, Any], headers: dict[str, str]) -> None:
    api = Api(world, "alice")
    request = {"kind": "move", "move": "e2-e4", "seq": 2} | body
    bodies: list[bytes] = []

    def general(environ: dict[str, Any], start_response: Any) -> list[bytes]:
        bodies.append(environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))
        start_response("418 left to the view", [])
        return []

    response = WsgiClient(posted_moves.PostedMoves(general)).post(
        f"{api.base}{world.board.pk}/entries/", request, headers.pop("Content-Type", "application/json"),
        headers=api.headers | headers,
    )  # fmt: skip
    assert response.status_code == 418
    assert json.loads(bodies[0]) == request
    assert world.board.seq == 2


# Two at once


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("key", ["", "same"])
def test_only_one_of_two_simultaneous_moves_is_recorded(
    world: World, key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    apis = [Api(world, "alice"), Api(world, "alice")]
    met, save = threading.Barrier(2), services._save_at_once

    def both_save(*args: Any) -> bool:
        met.wait(10)  # both have read the game and judged the move before either writes
        return save(*args)

    monkeypatch.setattr(services, "_save_at_once", both_save)

    def post(api: Api) -> Any:
        headers = api.headers | ({"Idempotency-Key": key} if key else {})
        body = {"kind": "move", "move": "e2-e4", "seq": 2}
        return WsgiClient(wsgi.application).post(f"{api.base}{world.board.pk}/entries/", body, headers=headers)

    responses = together(*(partial(post, api) for api in apis))
    assert [row.kind for row in world.board.entries.order_by("seq")] == ["opened", "started", "move", "press"]
    bodies = [response.json() for response in sorted(responses, key=lambda response: response.status_code)]
    if key:
        assert bodies[0] == bodies[1]
        assert sum("Idempotency-Replayed" in response.headers for response in responses) == 1
    else:
        assert [body.get("code") for body in bodies] == [None, "stale"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_move_takes_two_statements(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    api, sent = Api(world, "alice"), []
    ApiToken.objects.update(last_used_at=timezone.now())
    path, execute = f"{api.base}{world.board.pk}/entries/", psycopg.Cursor.execute

    def record_statement(self: Any, query: Any, *args: Any, **options: Any) -> Any:
        sent.append(str(query))
        return execute(self, query, *args, **options)

    connection.ensure_connection()
    monkeypatch.setattr(psycopg.Cursor, "execute", record_statement)
    headers = api.headers | {"Idempotency-Key": "k"}
    body = {"kind": "move", "move": "e2-e4", "seq": 2}
    assert WsgiClient(wsgi.application).post(path, body, headers=headers).status_code == 201
    assert [text.split()[0] for text in sent if "set_config" not in text] == ["SELECT", "WITH"]


# Speed


@pytest.mark.django_db
def test_a_relay_is_limited_at_each_board_and_not_by_their_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "posts", requests.Allowance(4))
    monkeypatch.setattr(views, "posts", requests.posts)
    world = World(others=("dora", "emil"))
    boards = list(Game.objects.filter(pairing__round=world.rounds[0]).order_by("pk"))
    api = Api(world, "artur")
    for game in boards:
        path = f"{api.base}{game.pk}/entries/"
        codes = [
            api.client.post(
                path, {"kind": "call", "reason": "sheet"}, content_type="application/json", headers=api.headers
            ).status_code
            for _ in range(5)
        ]
        assert codes[:4].count(429) == 0
        assert codes[4] == 429
    late = api.client.post(path, {"kind": "call"}, content_type="application/json", headers=api.headers)
    assert late.json()["code"] == "throttled"
    assert 0 < int(late.headers["Retry-After"]) <= 15


def test_an_allowance_fills_evenly_and_forgets_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(requests.time, "monotonic", lambda: now)
    allowance = requests.Allowance(60, most_keys=2)
    for _ in range(60):
        assert allowance.wait((1, 1)) <= 0
        allowance.count((1, 1))
    assert allowance.wait((1, 1)) == pytest.approx(1)
    now += 1
    assert allowance.wait((1, 1)) <= 0
    for game in (2, 3):
        allowance.count((1, game))
    assert allowance.wait((1, 1)) < -50
