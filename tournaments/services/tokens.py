import hashlib
import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.messages import say as say_common
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import TOKEN_ISSUED, TOKEN_REVOKED
from tournaments.messages import say
from tournaments.models.access import ApiToken
from tournaments.models.event import Event
from tournaments.services.shared import check_fields, lock_event, note

PREFIX = "tvl_"
_USE_NOTED_EVERY = timedelta(minutes=1)


@transaction.atomic
def issue_token(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None = None,
) -> tuple[ApiToken, str]:
    """A token for the actor's own programs, and its secret, which is not kept and cannot be shown again.

    `scopes` are names of actions; a program cannot issue scopes that it does not have.
    Raises: BadInput ("unknown_scope", "expires_too_early"); Conflict ("token_name_taken").
    """
    event = lock_event(event_id)
    require(actor, event, Action.ISSUE_TOKENS)
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
    actor: Actor,
    now: datetime,
    name: str,
    scopes: Sequence[str],
    expires_at: datetime | None,
    *,
    event: Event | None,
) -> tuple[ApiToken, str]:
    if actor.user_id is None:
        raise BadInput(say("token_of_nobody"))
    wanted = sorted(set(scopes))
    strange = [scope for scope in wanted if scope not in {action.value for action in Action}]
    if strange or not wanted:
        raise BadInput(say("unknown_scope"), scopes=strange)
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
    """From now on the token opens nothing.  Revoking twice changes nothing."""
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
    if (
        token is None
        or not token.user.is_active
        or (token.expires_at is not None and token.expires_at <= now)
    ):
        raise NotPermitted(say("bad_token"))
    note_use(token.pk, token.last_used_at, now)
    return Actor(
        token.user_id, token.user.shown_name, scopes=frozenset(token.scopes), event_id=token.event_id
    )


def note_use(token_id: int, last_used_at: datetime | None, now: datetime) -> None:
    """Note that the token was used, at most once a minute."""
    if last_used_at is None or now - last_used_at >= _USE_NOTED_EVERY:
        note(ApiToken.objects.filter(pk=token_id), last_used_at=now)


def digest_of(secret: str) -> str:
    """Return the digest of a secret.

    Secrets have 256 bits of entropy, so a plain digest is enough, and can be looked up.
    """
    return hashlib.sha256(secret.encode()).hexdigest()
