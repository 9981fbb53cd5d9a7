"""Public pages show nothing of the moves within the broadcast delay, and show them afterwards."""

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from games import gate
from games.live import publishing
from games.live.access import entries_for, newest_frame, refreshed
from games.live.events import number_of
from games.live.hub import memory_hub
from games.models.game import Game
from games.services.moves import play_move, resign
from games.states import state_of
from tavleya.errors import Conflict
from tavleya.record.entries import GamePhase
from tests.security.access import EVERYBODY, LINES
from tests.security.addresses import addresses, candidates, patterns
from tests.security.hall import Hall
from tests.security.walking import Visitor, signed_in
from tests.tournaments.conftest import made_once
from tournaments.models.pairing import Pairing
from tournaments.services.section_settings import edit_section

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("delay"), pytest.mark.timeout(600)]

DELAY = 15
#: The parts of a page that change with every request: its time, its form token and its version.
_OF_THE_MOMENT = re.compile(
    rb'"server_now": ?\d+|&quot;now&quot;:\d+|csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"|data-version="[^"]*"'
    rb"|v=[0-9a-f]{6,}|DTSTAMP:\w+|/CreationDate[^\n]*|/ModDate[^\n]*|/ID ?\[[^\]]*\]"
)


class Clock:
    """The server's clock, which the test sets."""

    now: datetime


@pytest.fixture(scope="module")
def clock() -> Iterator[Clock]:
    with pytest.MonkeyPatch.context() as patch:
        result = Clock()
        result.now = timezone.now().replace(microsecond=0)
        patch.setattr("django.utils.timezone.now", lambda: result.now)
        yield result


@pytest.fixture(scope="module")
def hall(django_db_setup: None, django_db_blocker: DjangoDbBlocker, clock: Clock) -> Iterator[Hall]:
    def create_hall() -> Hall:
        hall = Hall("ours")
        edit_section(
            **hall.by(), section_id=hall.open.pk, changes={"broadcast_delay": DELAY}, confirmed=["broadcast_delay"]
        )
        return hall

    with django_db_blocker.unblock(), made_once(create_hall) as created:
        clock.now = created.now + timedelta(minutes=20)
        yield created


@pytest.fixture(autouse=True)
def _clear_caches() -> None:
    for cache in ("pages", "computed", "default"):
        caches[cache].clear()


def playing(hall: Hall) -> list[Game]:
    rows = Pairing.objects.filter(round__section=hall.open, game__phase=GamePhase.PLAYING.value)
    return [row.game for row in rows.select_related("game").order_by("board") if row.game]


def play_on(hall: Hall, clock: Clock) -> list[Game]:
    """Play a move at one board, and end the game at another; return both games."""
    ongoing, ended = playing(hall)[:2]
    common: dict[str, Any] = {"actor": hall.chen, "now": clock.now}
    move = min(state_of(ongoing).position.legal_moves(), key=lambda move: move.text)
    play_move(**common, game_id=ongoing.pk, text=move.text)
    resign(**common, game_id=ended.pk, side=state_of(ended).turn)
    return [Game.objects.get(pk=game.pk) for game in (ongoing, ended)]


def public_addresses(hall: Hall) -> list[str]:
    """Return the public addresses of our event, at the live section and its boards, and those of no event."""
    values = candidates(hall) | {"section_slug": ("open",), "section": ("open",)}
    values["game_id"] = tuple(game.pk for game in playing(hall)[:2])
    values["form"] = ("csv", "json", "pdf", "pgn", "svg", "png")
    paths = []
    for pattern in patterns():
        line = LINES.get(pattern.name)
        if line is None or line.read != EVERYBODY or "token" in pattern.parts:
            continue  # the secret of a player's page identifies the player
        paths += [address for address, _ in addresses(pattern, values)]
    return sorted(set(paths))


def contents(client: Client, paths: list[str]) -> dict[str, tuple[int, bytes]]:
    visitor = Visitor(client)
    result = {}
    for address in paths:
        answer = visitor.ask("get", address)
        body = _OF_THE_MOMENT.sub(b"", answer.body)
        if answer.content_type == "application/json":
            body = json.dumps(json.loads(body), sort_keys=True).encode()
        result[address] = (answer.status, body)
    return result


@pytest.fixture
def visitor() -> Client:
    return Client(headers={"accept-language": "en"})


@pytest.mark.long
def test_nothing_public_differs_until_the_delay_has_passed(hall: Hall, clock: Clock, visitor: Client) -> None:
    paths = public_addresses(hall)
    assert len(paths) > 60
    began = clock.now
    before = contents(visitor, paths)
    assert sum(status == 200 for status, _ in before.values()) > 50
    play_on(hall, clock)
    after = contents(visitor, paths)
    differ = [name for name in paths if before[name] != after[name]]
    assert differ == []
    clock.now = began + timedelta(minutes=DELAY, seconds=1)
    later = contents(visitor, paths)
    clock.now = began
    changed = {name for name in paths if later[name] != after[name]}
    visible = playing(hall)[0].pk
    for part in (
        "/open/rounds/1/", "/open/rounds/1.pgn", "/open/rounds/1.json", "/open/standings/", "/open/crosstable/",
        "/open/rounds/1/boards/", f"/games/{visible}/", f"/games/{visible}.pgn", f"/games/{visible}/board/",
        f"/api/v1/events/ours/games/{visible}/", f"/api/v1/events/ours/games/{visible}/entries/",
    ):  # fmt: skip
        assert any(name.endswith(part) for name in changed), part


@pytest.mark.long
def test_officials_and_the_two_players_see_the_boards_as_they_are(hall: Hall, clock: Clock) -> None:
    ongoing, ended = play_on(hall, clock)
    white = dict(Pairing.objects.filter(game__in=(ongoing, ended)).values_list("game", "white__player__user"))
    names = {actor.user_id: name for name, actor in hall.people.items()}
    players = {game: names[user] for game, user in white.items()}

    def seen(name: str, game: Game) -> int:
        answer = Visitor(signed_in(name)).ask("get", f"/api/v1/events/ours/games/{game.pk}/")
        return int(json.loads(answer.body)["seq"])

    for game in (ongoing, ended):
        assert seen("chen", game) == seen("hana", game) == seen(players[game.pk], game) == game.seq
    assert seen(players[ongoing.pk], ended) < ended.seq
    assert seen(players[ended.pk], ongoing) < ongoing.seq


@pytest.mark.long
def test_public_streams_send_a_game_after_the_delay(hall: Hall, clock: Clock) -> None:
    before = newest_frame(f"games/{playing(hall)[0].pk}")
    ongoing, _ = play_on(hall, clock)
    name = f"games/{ongoing.pk}"
    assert before is not None
    assert number_of(newest_frame(name) or b"") == number_of(before) != ongoing.seq
    assert number_of(newest_frame(f"unpublished/{ongoing.pk}") or b"") == ongoing.seq
    assert f'"seq":{ongoing.seq}'.encode() not in entries_for(ongoing.pk, 0, "")[0]
    assert refreshed({name: before or b""}) == ({}, set())
    clock.now += timedelta(minutes=DELAY, seconds=1)
    assert number_of(newest_frame(name) or b"") == ongoing.seq
    assert name in refreshed({name: before or b""})[0]
    assert f'"seq":{ongoing.seq}'.encode() in entries_for(ongoing.pk, 0, "")[0]


def test_a_step_of_a_delayed_game_is_announced_on_unpublished_channels_only(
    hall: Hall, clock: Clock, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    channels: list[str] = []
    monkeypatch.setattr(publishing, "announce_all", lambda frames: channels.extend(name for name, _ in frames))
    monkeypatch.setattr(memory_hub, "listens", lambda _name: True)
    with django_capture_on_commit_callbacks(execute=True):
        ongoing, ended = play_on(hall, clock)
    assert sorted(channels) == sorted(f"unpublished/{game.pk}" for game in (ongoing, ended))


def test_rows_read_through_the_gate_cannot_be_saved(hall: Hall, clock: Clock) -> None:
    ongoing, ended = play_on(hall, clock)
    with gate.closed(clock.now):
        rows = [Game.objects.get(pk=ongoing.pk), Pairing.objects.get(game=ended.pk)]
    for row in rows:
        with pytest.raises(RuntimeError):
            row.save()


def test_another_delay_while_games_are_played_is_asked_about(hall: Hall, clock: Clock) -> None:
    play_on(hall, clock)
    common: dict[str, Any] = {"actor": hall.olga, "now": clock.now, "section_id": hall.open.pk}
    with pytest.raises(Conflict) as excinfo:
        edit_section(**common, changes={"broadcast_delay": 0})
    assert excinfo.value.code == "broadcast_delay_in_play"
    edit_section(**common, changes={"broadcast_delay": 0}, confirmed=["broadcast_delay"])
    with gate.closed(clock.now):
        for pairing in Pairing.objects.filter(round__section=hall.open, game__isnull=False).select_related("game"):
            assert pairing.game is not None
            assert (pairing.result, pairing.game.was_put_back) == (pairing.game.result, False)


def test_a_longer_delay_takes_results_back_that_were_not_old_enough(hall: Hall, clock: Clock) -> None:
    _, ended = play_on(hall, clock)
    edit_section(
        actor=hall.olga, now=clock.now, section_id=hall.open.pk,
        changes={"broadcast_delay": 30}, confirmed=["broadcast_delay"],
    )  # fmt: skip
    for minutes, result in ((29, ""), (30, "0-1")):
        with gate.closed(clock.now + timedelta(minutes=minutes)):
            pairing = Pairing.objects.select_related("game").get(game=ended.pk)
        assert pairing.game is not None
        assert bool(pairing.result) == bool(pairing.game.result) == bool(result)
