"""Database queries of the streams: permissions, newest frames, missed entries."""

from collections.abc import Mapping
from datetime import UTC, datetime

import msgspec
from django.conf import settings
from django.http import parse_cookie
from django.utils import timezone

from accounts.sessions import user_of
from games import gate, hooks
from games.live.events import (
    HELD,
    channel,
    entries_after,
    held_digest,
    is_shared,
    news,
    number_of,
    says_more,
    split,
    state_frame,
)
from games.live.hub import ChannelClosed
from games.models.game import Game
from tavleya.actors import ANONYMOUS, Actor
from tavleya.permissions import Action, allowed
from tavleya.record.entries import GamePhase

_AT_ONCE = 500  # games of one query
_OF_FRAME = ("key", "seq", "digest", "snapshot", "broadcast_delay", "changed_at")


class Refused(Exception):
    """The channel does not exist, or the requester may not listen to it."""


def is_public(name: str) -> bool:
    """Return whether the channel is public at present."""
    if not is_shared(name):
        return False
    kind, key = _parts(name)
    return bool(hooks.public_games([int(key)])) if kind == "games" else hooks.may_listen(kind, ANONYMOUS, key)


def heard_at(name: str, cookie: str) -> str:
    """Return the channel that serves the sender of the cookies for a request of `name`.  Raises: Refused."""
    kind, key = _parts(name)
    if is_public(name):
        ahead = kind == "games" and cookie and _is_delayed(int(key)) and _Viewer(cookie).sees(int(key))
        return channel("unpublished", key) if ahead else name
    if not is_shared(name):
        may_hear = hooks.may_listen(kind, _actor(cookie), key)
    else:
        # Moves of a game that is not public go to a private channel, which no shared transport carries.
        name = channel("unpublished", key)
        may_hear = kind == "games" and _may_see(int(key), cookie)
    if not may_hear:
        raise Refused
    return name


def newest_frame(name: str) -> bytes | None:
    """Return the current frame for new listeners.  Raises: ChannelClosed if the channel is no longer open to them."""
    kind, key = _parts(name)
    if is_public(name) != is_shared(name):
        raise ChannelClosed
    if kind == "unpublished" and is_public(channel("games", key)) and not _is_delayed(int(key)):
        raise ChannelClosed
    if kind == "unpublished":
        return state_frame(Game.objects.get(pk=key))
    if kind == "games":
        with gate.closed(timezone.now()):
            return state_frame(Game.objects.get(pk=key))
    version = hooks.newest_of(kind, key)
    return None if version is None else news(version)


def refreshed(frames: Mapping[str, bytes]) -> tuple[dict[str, bytes], set[str]]:
    """Return frames of shared channels that are newer than the `frames`, and channels that are no longer shared.

    Games in progress are checked even if no frame is known.  A few queries for all games, and those of
    `newest_frame` for each other channel.
    """
    newer, ended = _refreshed_games({name: frames[name] for name in frames if name.startswith("games/")})
    for name in frames:
        if name.startswith("games/"):
            continue
        try:
            data = newest_frame(name)
        except ChannelClosed:
            ended.add(name)
            continue
        if data is not None and says_more(data, frames[name]):
            newer[name] = data
    return newer, ended


def _refreshed_games(frames: Mapping[str, bytes]) -> tuple[dict[str, bytes], set[str]]:
    seen = {int(name.removeprefix("games/")): number_of(frame) or 0 for name, frame in frames.items()}
    running = Game.objects.filter(phase=GamePhase.PLAYING.value).order_by().values_list("pk", flat=True)
    keys = list(seen.keys() | set(running))
    newer, ended = {}, set()
    for start in range(0, len(keys), _AT_ONCE):
        chunk = keys[start : start + _AT_ONCE]
        public = hooks.public_games(chunk)
        ended |= {channel("games", key) for key in chunk if key in seen and key not in public}
        newest = Game.objects.filter(pk__in=public).order_by().values_list("pk", "seq")
        behind = [key for key, seq in newest if seq > seen.get(key, 0)]
        with gate.closed(timezone.now()):
            for game in Game.objects.filter(pk__in=behind).only(*_OF_FRAME):
                if game.seq > seen.get(game.pk, 0):
                    newer[channel("games", game.pk)] = state_frame(game)
    return newer, ended


def entries_for(game_id: int, after: int, cookie: str) -> tuple[bytes, bool]:
    """Return the entries of a game after an entry, as JSON, and whether they are public.  Raises: Refused."""
    public = is_public(channel("games", game_id))
    if not public and not _may_see(game_id, cookie):
        raise Refused
    if not public:
        return msgspec.json.encode(entries_after(Game.objects.get(pk=game_id), after)), False
    viewer = _Viewer(cookie)
    with gate.closed(timezone.now(), viewer):
        entries = entries_after(Game.objects.get(pk=game_id), after)
    return msgspec.json.encode(entries), not viewer.ahead


class _Viewer(gate.PublicViewer):
    """The sender of the cookies; `ahead`: they may see moves that are not public yet."""

    def __init__(self, cookie: str) -> None:
        self._cookie, self.ahead = cookie, False

    def sees(self, game_id: int | None) -> bool:
        with gate.bypass_gate():
            actor = _actor(self._cookie)
            game = Game.objects.filter(pk=game_id).first() if game_id else None
            if actor == ANONYMOUS or game is None:
                return False
            standing = hooks.standing_of(actor, game)
        self.ahead = self.ahead or bool(standing.sides) or allowed(standing, Action.SEE_DESK)
        return self.ahead


def _is_delayed(game_id: int) -> bool:
    return Game.objects.filter(pk=game_id, broadcast_delay__gt=0).exists()


def _may_see(game_id: int, cookie: str) -> bool:
    game = Game.objects.filter(pk=game_id).first()
    return game is not None and hooks.visible_to(_actor(cookie), game)


def _actor(cookie: str) -> Actor:
    """Return the actor of the session cookie, else of the private link's cookie; ANONYMOUS if neither is valid."""
    cookies = parse_cookie(cookie)
    user = user_of(cookies.get(settings.SESSION_COOKIE_NAME), datetime.now(UTC))
    if user.is_authenticated:
        return Actor(user.pk, user.shown_name)
    digest = held_digest(cookies.get(HELD, ""))
    return (hooks.holder_of(digest) if digest else None) or ANONYMOUS


def _parts(name: str) -> tuple[str, str]:
    parts = split(name)
    if parts is None:
        raise Refused
    return parts
