"""Every service against every role: the table of `tavleya.permissions` and nothing else decides."""

from datetime import timedelta

import pytest

from tavleya.actors import Role
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.permissions import Action, allowed
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.service_calls import CALLS, PreparedWorld
from tests.who_may import EveryRole, Row, made_for_module, undone
from tournaments import access
from tournaments.models.access import ApiToken, EventRole
from tournaments.models.activity import Log
from tournaments.services.events import grant_role, revoke_role
from tournaments.services.tokens import actor_of_token, issue_token, revoke_token

pytestmark = pytest.mark.django_db


prepared = made_for_module(PreparedWorld)


class TestServices(EveryRole):
    calls = CALLS


def test_an_event_keeps_an_organiser_and_grants_no_role_that_is_not_given(prepared):
    with refused(Conflict, "last_organiser"):
        prepared.do(revoke_role, event_id=prepared.event.pk, user_id=prepared.olga.user_id, role=Role.ORGANISER)
    assert EventRole.objects.filter(event=prepared.event, role="organiser").count() == 1
    for role in (Role.PLAYER, Role.PUBLIC):
        with refused(BadInput, "role_not_granted"):
            prepared.do(grant_role, event_id=prepared.event.pk, user_id=prepared.sam.user_id, role=role)


def test_a_token_stands_for_its_owner_within_its_scopes(prepared):
    scopes = ["play", "enter_result"]
    token, secret = prepared.do(issue_token, event_id=prepared.event.pk, name="board", scopes=scopes)
    assert secret.startswith("tvl_") and secret not in (token.digest, token.name)
    assert not ApiToken.objects.filter(digest=secret).exists()
    actor = actor_of_token(secret=secret, now=LATER)
    assert (actor.user_id, actor.event_id) == (prepared.olga.user_id, prepared.event.pk)
    standing = access.standing_in(actor, prepared.event)
    assert {action for action in Action if allowed(standing, action)} == {Action.PLAY, Action.ENTER_RESULT}
    token.refresh_from_db()
    assert token.last_used_at == LATER


def test_a_token_that_is_revoked_expired_or_made_up_opens_nothing_and_a_senseless_one_is_refused(prepared):
    values = {"name": "short", "scopes": ["play"], "expires_at": NOW + timedelta(hours=2)}
    _, secret = prepared.do(issue_token, event_id=prepared.event.pk, **values)
    actor_of_token(secret=secret, now=LATER)
    for bad, now in ((secret, NOW + timedelta(hours=2)), (secret + "x", NOW), ("tvl_", NOW), ("", NOW)):
        with refused(NotPermitted, "bad_token"):
            actor_of_token(secret=bad, now=now)
    for fields, code in (
        ({"scopes": []}, "unknown_scope"),
        ({"scopes": ["everything"]}, "unknown_scope"),
        ({"scopes": ["play"], "expires_at": NOW}, "expires_too_early"),
    ):
        with refused(BadInput, code):
            prepared.do(issue_token, event_id=prepared.event.pk, name="odd", **fields)
    revoke_token(actor=prepared.olga, now=NOW, token_id=ApiToken.objects.get(name="short").pk)
    with pytest.raises(NotPermitted):
        actor_of_token(secret=secret, now=NOW)


@pytest.mark.long
def test_every_service_writes_to_the_log(prepared):
    # The import itself is logged, retries are logged if there are messages, and to test a webhook changes nothing.
    for name in sorted(set(CALLS) - {"request_import", "retry_messages", "try_webhook"}):
        row = Row(*CALLS[name])
        with undone():
            row.before(prepared)
            before = set(Log.objects.values_list("pk", flat=True))
            row.call(prepared, prepared.olga)
            added = Log.objects.exclude(pk__in=before)
            assert added, name
            assert {line.actor for line in added} == {f"user:{prepared.olga.user_id}"}, name
