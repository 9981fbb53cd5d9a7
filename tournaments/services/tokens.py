import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection, transaction

from games.compiled_queries import on_postgresql, prepared
from games.models.game import Game
from games.states import MISSING, follow, newest_kept
from tavleya.actors import Actor, Role, Standing
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.messages import say as say_common
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import TOKEN_ISSUED, TOKEN_REVOKED
from tournaments.messages import say
from tournaments.models.access import ApiToken, EventRole, Invitation
from tournaments.models.event import Event, OrganisationRole
from tournaments.models.player import Player
from tournaments.services.shared import check_fields, lock_event, lock_event_for, note

PREFIX = "tvl_"
_USE_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def issue_token(
    *, actor: Actor, now: datetime, event_id: int, name: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Create a token for the actor's own programs; return it with its secret, which is not stored.

    `scopes` are names of actions; a program cannot issue scopes that it does not have.
    Raises: BadInput ("unknown_scope", "expires_too_early"); Conflict ("token_name_taken").
    """
    event = lock_event_for(actor, Action.ISSUE_TOKENS, event_id)
    token, secret = _create_token(actor, now, name, scopes, expires_at, event=event)
    happened(TOKEN_ISSUED, token, actor=actor, now=now, after={"name": name, "scopes": token.scopes})
    return token, secret


@transaction.atomic
def issue_account_token(
    *, actor: Actor, now: datetime, name: str, scopes: Sequence[str], expires_at: datetime | None = None
) -> tuple[ApiToken, str]:
    """Create a token for all present and future events of the actor, and its secret.

    Raises: NotPermitted if the actor is not a signed-in user; errors of `issue_token`.
    """
    if actor.scopes is not None or actor.user_id is None:
        raise NotPermitted(say_common("not_permitted"))
    get_user_model().objects.select_for_update(no_key=True).get(pk=actor.user_id)
    return _create_token(actor, now, name, scopes, expires_at, event=None)


def _create_token(
    actor: Actor, now: datetime, name: str, scopes: Sequence[str], expires_at: datetime | None, *, event: Event | None
) -> tuple[ApiToken, str]:
    if actor.user_id is None:
        raise BadInput(say("token_of_nobody"))
    wanted = sorted(set(scopes))
    unknown = [scope for scope in wanted if scope not in {action.value for action in Action}]
    if unknown or not wanted:
        raise BadInput(say("unknown_scope"), scopes=unknown)
    if actor.scopes is not None and not actor.scopes.issuperset(wanted):
        raise NotPermitted(say_common("not_permitted"), scopes=sorted(set(wanted) - actor.scopes))
    if expires_at is not None and expires_at <= now:
        raise BadInput(say("expires_too_early"), field="expires_at")
    if ApiToken.objects.filter(event=event, user=actor.user_id, name=name, revoked_at=None).exists():
        raise Conflict(say("token_name_taken"))
    secret = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken(
        event=event,
        user_id=actor.user_id,
        name=name,
        digest=digest_of(secret),
        scopes=wanted,
        created_at=now,
        expires_at=expires_at,
    )
    check_fields(token)
    token.save()
    return token, secret


@transaction.atomic
def revoke_token(*, actor: Actor, now: datetime, token_id: int) -> None:
    """Revoke a token of an event.  Revoking twice changes nothing."""
    token = ApiToken.objects.filter(pk=token_id, event__isnull=False).first()
    if token is None or token.event_id is None:
        raise NotFound(say("no_such_token"))
    token.event = lock_event(token.event_id)
    require(actor, token.event, Action.ISSUE_TOKENS)
    if ApiToken.objects.filter(pk=token_id, revoked_at=None).update(revoked_at=now):
        happened(TOKEN_REVOKED, token, actor=actor, now=now, before={"name": token.name})


@transaction.atomic
def revoke_account_token(*, actor: Actor, now: datetime, token_id: int) -> None:
    """Revoke a token of the actor's own account.  Revoking twice changes nothing.

    Raises: NotFound ("no_such_token") for any other token.
    """
    if actor.scopes is not None or actor.user_id is None:
        raise NotPermitted(say_common("not_permitted"))
    api_tokens = ApiToken.objects.filter(pk=token_id, event=None, user=actor.user_id)
    if not api_tokens.exists():
        raise NotFound(say("no_such_token"))
    api_tokens.filter(revoked_at=None).update(revoked_at=now)


def actor_of_token(*, secret: str, now: datetime) -> Actor:
    """Return the actor of an API token, limited to its event and scopes.

    Raises: NotPermitted ("bad_token") for unknown, revoked and expired tokens.
    """
    token = (
        ApiToken.objects.select_related("user").filter(digest=digest_of(secret), revoked_at=None).first()
        if secret.startswith(PREFIX)
        else None
    )
    if token is None or not token.user.is_active or (token.expires_at is not None and token.expires_at <= now):
        raise NotPermitted(say("bad_token"))
    note_use(token.pk, token.last_used_at, now)
    return Actor(token.user_id, token.user.shown_name, scopes=frozenset(token.scopes), event_id=token.event_id)


def note_use(token_id: int, last_used_at: datetime | None, now: datetime) -> None:
    """Note that the token was used, at most once a minute."""
    if last_used_at is None or now - last_used_at >= _USE_NOTED_EVERY:
        note(ApiToken.objects.filter(pk=token_id), last_used_at=now)


def digest_of(secret: str) -> str:
    """Return the digest of a secret.

    Secrets have 256 bits of entropy, so a plain digest is enough, and can be looked up.
    """
    return hashlib.sha256(secret.encode()).hexdigest()


# Handling of roles, links and tokens of an account that is merged or deleted.


def account_closed(user_id: int, into: int | None, now: datetime) -> None:
    """Move or remove the roles of an account (registered with `accounts.hooks`).

    API tokens are revoked in either case: the user must create new ones.
    Raises: Conflict ("sole_organiser", "sole_owner") if an event or organisation would lose its last one.
    """
    roles = EventRole.objects.filter(user=user_id)
    organisation_roles = OrganisationRole.objects.filter(user=user_id)
    if into is None:
        _require_organisers(user_id)
        _require_owners(user_id)
    else:
        for event_role in roles:
            EventRole.objects.get_or_create(event_id=event_role.event_id, user_id=into, role=event_role.role)
        for organisation_role in organisation_roles:
            OrganisationRole.objects.get_or_create(
                organisation_id=organisation_role.organisation_id,
                user_id=into,
                role=organisation_role.role,
                defaults={"listed": organisation_role.listed},
            )
    roles.delete()
    organisation_roles.delete()
    Player.objects.filter(user=user_id).update(user=into)
    ApiToken.objects.filter(user=user_id, revoked_at=None).update(revoked_at=now)
    Invitation.objects.filter(accepted_by=user_id).update(email="", accepted_by=into)


def _require_owners(user_id: int) -> None:
    """Check that every organisation keeps an owner.  Raises: Conflict ("sole_owner")."""
    owners = OrganisationRole.objects.filter(role=Role.OWNER.value, organisation__merged_into=None)
    others = owners.exclude(user=user_id).values("organisation")
    without_owner = owners.filter(user=user_id).exclude(organisation__in=others)
    if slugs := list(without_owner.values_list("organisation__slug", flat=True)[:5]):
        raise Conflict(say("sole_owner", organisations=", ".join(slugs)))


def _require_organisers(user_id: int) -> None:
    organised = Event.objects.filter(
        roles__user=user_id, roles__role=Role.ORGANISER.value, deleted_at__isnull=True, rehearsal=False, template=False
    )
    others = EventRole.objects.filter(role=Role.ORGANISER.value).exclude(user=user_id)
    without_organiser = organised.exclude(pk__in=others.values("event"))
    if slugs := list(without_organiser.values_list("slug", flat=True)[:5]):
        raise Conflict(say("sole_organiser", events=", ".join(slugs)))


# The board that a program writes to, and its sender's right to it, by one statement.

#: In the order of the model, as `from_db` takes them.
_OF_GAME = (
    *("id", "game", "regime", "control", "tracking", "white_name", "black_name"),
    *("phase", "result", "termination", "broadcast_delay", "seq", "digest"),
)
_NONE_AFTER = 2**31 - 1
# A token belongs to one event; other boards have no row.  Related data are subqueries: a pooler may cache no plans, and
# planning one query that joins all of it costs more than twice as much.
_FIND_BOARD = """
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
    """A game, and the sender of a token with their standing in it."""

    game: Game
    actor: Actor
    standing: Standing


def find_board(*, secret: str, now: datetime, slug: str, game_id: int) -> TokenBoard | None:
    """Return the board of a published round that the token `secret` is for.

    Its row has no `snapshot` and no options; the state of the game in the cache of this process is updated.
    Returns None for any other board and any other token; the general way gives the reason (`actor_of_token`,
    `games.hooks`).  The standing is not checked.
    """
    at = connection.ops.adapt_datetimefield_value(now)
    with prepared() as cursor:
        if on_postgresql():
            newest = newest_kept(game_id)
            after = _NONE_AFTER if newest is None else newest
            cursor.execute(_statement(MISSING, "string_agg"), [game_id, after, game_id, digest_of(secret), at, slug])
        else:
            cursor.execute(_statement("NULL", "group_concat"), [game_id, digest_of(secret), at, slug])
        row = cursor.fetchone()
    if row is None:
        return None
    count = len(_OF_GAME)
    missing, token_id, user_id, event_id, scopes, last_used_at, name, granted, white, black, plays = row[count:]
    roles = [Role(role) for role in granted.split(",")] if granted else []
    actor = Actor(user_id, name, scopes=frozenset(_list(scopes)), event_id=event_id)
    sides = frozenset(side for side, player in ((Side.WHITE, white), (Side.BLACK, black)) if player == user_id)
    standing = Standing(frozenset({Role.PUBLIC, *roles, *([Role.PLAYER] if plays else ())}), sides, actor.scopes)
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
    return _FIND_BOARD.format(
        game=", ".join(f"game.{name}" for name in _OF_GAME), missing=missing, users=users, joined=joined
    )


def _list(stored: Any) -> list[str]:
    """Return a list from the value of PostgreSQL's driver, or from SQLite's text."""
    data: list[str] = json.loads(stored) if isinstance(stored, str) else stored
    return data
