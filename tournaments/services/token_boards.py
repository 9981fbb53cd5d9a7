"""The board that a program writes to, and its sender's right to it, by one statement."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection

from games.models.game import Game
from games.prepared import on_postgresql, prepared
from games.states import MISSING, follow, newest_kept
from tavleya.actors import Actor, Role, Standing
from tavleya.sides import Side
from tournaments.services.tokens import digest_of, note_use

#: In the order of the model, as `from_db` takes them.
_OF_GAME = (
    *("id", "game", "regime", "control", "tracking", "white_name", "black_name"),
    *("phase", "result", "termination", "broadcast_delay", "seq", "digest"),
)
_NONE_AFTER = 2**31 - 1
# A token belongs to one event; other boards have no row.  Related data are subqueries: a pooler may cache no plans, and
# planning one query that joins all of it costs more than twice as much.
_FOUND = """
SELECT {game}, {missing}, token.id, token.user_id, token.event_id, token.scopes, token.last_used_at,
       COALESCE(NULLIF(person.name, ''), person.username),
       (SELECT {joined}(granted.role, ',') FROM tournaments_eventrole AS granted
        WHERE granted.event_id = event.id AND granted.user_id = token.user_id),
       (SELECT player.user_id FROM tournaments_registration AS entry
        JOIN tournaments_player AS player ON player.id = entry.player_id WHERE entry.id = pairing.white_id),
       (SELECT player.user_id FROM tournaments_registration AS entry
        JOIN tournaments_player AS player ON player.id = entry.player_id WHERE entry.id = pairing.black_id),
       (SELECT played.id FROM tournaments_player AS played
        WHERE played.event_id = token.event_id AND played.user_id = token.user_id LIMIT 1)
FROM tournaments_apitoken AS token
JOIN {users} AS person ON person.id = token.user_id
JOIN tournaments_event AS event ON event.id = token.event_id
JOIN games_game AS game ON game.id = %s
JOIN tournaments_pairing AS pairing ON pairing.game_id = game.id
JOIN tournaments_round AS round ON round.id = pairing.round_id
JOIN tournaments_section AS section ON section.id = round.section_id AND section.event_id = event.id
WHERE token.digest = %s AND token.revoked_at IS NULL AND (token.expires_at IS NULL OR token.expires_at > %s)
  AND person.is_active AND event.slug = %s AND event.published AND event.archived_at IS NULL
  AND event.checked_out_at IS NULL
  AND section.archived_at IS NULL AND round.status <> 'draft'
"""


@dataclass(frozen=True, slots=True)
class TokenBoard:
    """A game, and what the sender of a token is towards it."""

    game: Game
    actor: Actor
    standing: Standing


def find_board(*, secret: str, now: datetime, slug: str, game_id: int) -> TokenBoard | None:
    """Return the board of a published round that the token `secret` is for.

    Its row has no `snapshot` and no options; the state that this process caches of the game is brought up to it.
    Returns None for any other board and any other token; the general way gives the reason (`actor_of_token`,
    `games.hooks`).  The standing is not checked.
    """
    at = connection.ops.adapt_datetimefield_value(now)
    with prepared() as cursor:
        if on_postgresql():
            newest = newest_kept(game_id)
            after = _NONE_AFTER if newest is None else newest
            cursor.execute(
                _statement(MISSING, "string_agg"), [game_id, after, game_id, digest_of(secret), at, slug]
            )
        else:
            cursor.execute(_statement("NULL", "group_concat"), [game_id, digest_of(secret), at, slug])
        row = cursor.fetchone()
    if row is None:
        return None
    count = len(_OF_GAME)
    missing, token_id, user_id, event_id, scopes, last_used_at, name, granted, white, black, plays = row[
        count:
    ]
    roles = [Role(role) for role in granted.split(",")] if granted else []
    actor = Actor(user_id, name, scopes=frozenset(_list(scopes)), event_id=event_id)
    sides = frozenset(
        side for side, player in ((Side.WHITE, white), (Side.BLACK, black)) if player == user_id
    )
    standing = Standing(
        frozenset({Role.PUBLIC, *roles, *([Role.PLAYER] if plays else ())}), sides, actor.scopes
    )
    if last_used_at is not None and last_used_at.tzinfo is None:
        last_used_at = last_used_at.replace(tzinfo=UTC)  # as SQLite stores it
    note_use(token_id, last_used_at, now)
    game = Game.from_db(connection.alias, _OF_GAME, row[:count])
    if missing is not None:
        follow(game, missing)
    return TokenBoard(game, actor, standing)


@lru_cache
def _statement(missing: str, joined: str) -> str:
    users = get_user_model()._meta.db_table
    return _FOUND.format(
        game=", ".join(f"game.{name}" for name in _OF_GAME), missing=missing, users=users, joined=joined
    )


def _list(stored: Any) -> list[str]:
    """Return a list from the value of PostgreSQL's driver, or from SQLite's text."""
    data: list[str] = json.loads(stored) if isinstance(stored, str) else stored
    return data
