"""Every service against every role: the table of `tavleya.permissions` and nothing else decides."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games import hooks
from tavleya.actors import Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import TABLE, Action, allowed
from tests.tournaments.conftest import LATER, NOW, made_once
from tests.tournaments.service_calls import CALLS, Prepared
from tests.tournaments.swiss_calls import CALLS as SWISS_CALLS
from tests.tournaments.system_calls import CALLS as SYSTEM_CALLS
from tournaments import access, services
from tournaments.models.access import ApiToken, EventRole
from tournaments.models.log import Log
from tournaments.models.player import Player
from tournaments.selectors.events import event_list, section_at
from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.tokens import actor_of_token, issue_token, revoke_token

pytestmark = pytest.mark.django_db

PEOPLE = {
    Role.ORGANISER: "olga",
    Role.CHIEF_ARBITER: "chen",
    Role.ARBITER: "ana",
    Role.HELPER: "hal",
    Role.TREASURER: "tom",
    Role.PLAYER: "pia",
    Role.PUBLIC: "nobody",
}


@pytest.fixture(scope="module")
def prepared(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), made_once(Prepared) as world:
        yield world


def test_every_service_is_in_the_table():
    # Not asked of a person: a token stands for one, and a job was asked for by one.
    not_asked = {
        "ImportReport",
        "TokenBoard",
        "TrfImport",
        "actor_of_link",
        "actor_of_token",
        "ask_again",
        "entry_of_link",
        "find_board",
        "following_slug",
        "invitation_of",
        "run_event_file",
        "run_import",
        "run_list_update",
        "run_pairing",
        "run_rating_list",
        "run_trf",
        "update_due_lists",
    }
    # These ask for several actions, or for none of an event's: test_who_may_bring_reports_and_lists_in.
    elsewhere = {
        "import_trf",
        "choose_trf",
        "confirm_trf",
        "prepare_trf",
        "request_trf",
        "start_trf",
        "import_rating_list",
        "request_rating_list",
        "update_rating_lists",
    }
    # It asks for two actions, of the old event and of the service: test_an_event_is_repeated.
    elsewhere |= {"repeat_event", "save_template"}
    # Of an organisation, or of an event and one: test_organisations_own_events.
    elsewhere |= {
        "cancel_move", "create_organisation", "edit_organisation", "grant_organisation_role",
        "invite_to_organisation", "list_myself", "merge_organisations", "move_event", "release_event",
        "revoke_organisation_role", "set_logo",
    }  # fmt: skip
    # Everybody for themselves, by their own page, account or device: test_people_are_notified.
    elsewhere |= {
        "choose_notifications",
        "confirm_by_link",
        "renew_device",
        "stop_by_link",
        "subscribe",
        "unsubscribe",
    }
    # These a player does alone: test_players_speak_for_themselves.
    elsewhere |= {"submit_bye_request", "withdraw_bye_request", "report_result"}
    # Whoever is signed in and holds the private link: test_players_of_several_events_are_one_person.
    elsewhere |= {"claim_person"}
    # A player for themselves, staff for anybody: test_players_check_in.
    elsewhere |= {"check_player_in"}
    # Everybody, the holder of a private link among them: test_players_enter_online.
    elsewhere |= {"change_entry", "submit_entry", "withdraw_entry"}
    # Files of events: tests/transfer/event_files and tests/pages/desk/test_an_event_is_handed_off.
    elsewhere |= {
        "check_in_event",
        "import_event",
        "prepare_event_file",
        "start_event_file",
        "take_back_event",
    }
    # Of an account, not of an event: tests/api/test_keys_of_an_account.
    elsewhere |= {"issue_account_token", "revoke_account_token"}
    # A payment provider, by its signature: test_fees_are_owed_and_paid.
    elsewhere |= {"receive_report"}
    # The invited accept for themselves; one that was made is revoked: tests/accounts/test_officials_are_invited.
    elsewhere |= {"accept_invitation", "revoke_invitation"}
    assert set(CALLS) | set(SWISS_CALLS) | set(SYSTEM_CALLS) | elsewhere == set(services.__all__) - not_asked


@pytest.mark.parametrize("role", [one for one in Role if one is not Role.OWNER])
@pytest.mark.parametrize("name", sorted(CALLS))
def test_a_service_does_what_the_table_allows_and_no_more(prepared, name, role):
    action, call = CALLS[name]
    actor = getattr(prepared, PEOPLE[role])
    if role in TABLE[action]:
        call(prepared, actor)
        return
    rows = Log.objects.count()
    with pytest.raises(NotPermitted) as refused:
        call(prepared, actor)
    assert refused.value.code == "not_permitted"
    assert Log.objects.count() - rows == (1 if name == "close_round" else 0)


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"create_event", "open_rehearsal", "set_up_event"}))
def test_an_officer_of_another_event_is_nobody_here(prepared, name):
    create_event(actor=prepared.sam, now=NOW, slug="elsewhere", names={"en": "Elsewhere"})
    with pytest.raises(NotPermitted):
        CALLS[name][1](prepared, prepared.sam)


@pytest.mark.parametrize("name", sorted(set(CALLS)))
def test_a_token_opens_only_its_own_scope(prepared, name):
    action, call = CALLS[name]
    event = prepared.bare if name == "delete_event" else prepared.event
    narrowed = Actor(prepared.olga.user_id, "olga", scopes=frozenset({action.value}), event_id=event.pk)
    others = frozenset(a.value for a in Action if a is not action)
    with pytest.raises(NotPermitted):
        call(prepared, Actor(prepared.olga.user_id, "olga", scopes=others, event_id=event.pk))
    if action is not Action.CREATE_EVENT:
        with pytest.raises(NotPermitted):
            call(prepared, Actor(prepared.olga.user_id, "olga", scopes=narrowed.scopes, event_id=0))
    call(prepared, narrowed)


def test_a_player_has_their_sides_and_no_others(prepared):
    game = prepared.open.game
    assert Player.objects.filter(pk=prepared.open.white.player_id).update(user=prepared.sam.user_id)
    standing = hooks.standing_of(prepared.sam, game)
    assert (standing.roles, {side.value for side in standing.sides}) == (
        {Role.PLAYER, Role.PUBLIC},
        {"white"},
    )
    assert hooks.standing_of(prepared.pia, game).sides == frozenset()
    assert Role.ARBITER in hooks.standing_of(prepared.ana, game).roles


def test_drafts_and_unpublished_events_are_for_the_staff(prepared):
    game = prepared.open.game
    staff = (prepared.olga, prepared.chen, prepared.ana, prepared.hal)
    for actor in (*staff, prepared.pia, prepared.sam, prepared.nobody):
        assert hooks.visible_to(actor, game) is (actor in staff)
        assert access.event_visible_to(actor, prepared.event) is (actor in staff)
        assert (prepared.event in event_list(actor)) is (actor in staff)
        if actor not in staff:
            with pytest.raises(NotFound):
                section_at(actor, "spring-open", "main")
    edit_event(actor=prepared.olga, now=NOW, event_id=prepared.event.pk, changes={"published": True})
    assert hooks.visible_to(prepared.nobody, game)
    assert section_at(prepared.nobody, "spring-open", "main") == prepared.main
    assert prepared.event in event_list(prepared.nobody)


def test_an_event_keeps_an_organiser(prepared):
    with pytest.raises(Conflict) as refused:
        revoke_role(
            actor=prepared.olga,
            now=NOW,
            event_id=prepared.event.pk,
            user_id=prepared.olga.user_id,
            role=Role.ORGANISER,
        )
    assert refused.value.code == "last_organiser"
    assert EventRole.objects.filter(event=prepared.event, role="organiser").count() == 1


@pytest.mark.parametrize("role", [Role.PLAYER, Role.PUBLIC])
def test_what_is_not_given_cannot_be_granted(prepared, role):
    with pytest.raises(BadInput) as refused:
        grant_role(
            actor=prepared.olga, now=NOW, event_id=prepared.event.pk, user_id=prepared.sam.user_id, role=role
        )
    assert refused.value.code == "role_not_granted"


# Tokens


def test_a_token_stands_for_its_owner_within_its_scopes(prepared):
    token, secret = issue_token(
        actor=prepared.olga,
        now=NOW,
        event_id=prepared.event.pk,
        name="board",
        scopes=["play", "enter_result"],
    )
    assert secret.startswith("tvl_") and secret not in (token.digest, token.name)
    assert not ApiToken.objects.filter(digest=secret).exists()
    actor = actor_of_token(secret=secret, now=LATER)
    assert (actor.user_id, actor.event_id) == (prepared.olga.user_id, prepared.event.pk)
    standing = access.standing_in(actor, prepared.event)
    assert {action for action in Action if allowed(standing, action)} == {Action.PLAY, Action.ENTER_RESULT}
    token.refresh_from_db()
    assert token.last_used_at == LATER


def test_a_token_that_is_revoked_expired_or_made_up_opens_nothing(prepared):
    _, secret = issue_token(
        actor=prepared.olga,
        now=NOW,
        event_id=prepared.event.pk,
        name="short",
        scopes=["play"],
        expires_at=NOW + timedelta(hours=2),
    )
    actor_of_token(secret=secret, now=LATER)
    for bad, now in ((secret, NOW + timedelta(hours=2)), (secret + "x", NOW), ("tvl_", NOW), ("", NOW)):
        with pytest.raises(NotPermitted) as refused:
            actor_of_token(secret=bad, now=now)
        assert refused.value.code == "bad_token"
    revoke_token(actor=prepared.olga, now=NOW, token_id=ApiToken.objects.get(name="short").pk)
    with pytest.raises(NotPermitted):
        actor_of_token(secret=secret, now=NOW)


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"scopes": []}, "unknown_scope"),
        ({"scopes": ["everything"]}, "unknown_scope"),
        ({"scopes": ["play"], "expires_at": NOW}, "expires_too_early"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(prepared, fields, code):
    with pytest.raises(BadInput) as refused:
        issue_token(actor=prepared.olga, now=NOW, event_id=prepared.event.pk, name="odd", **fields)
    assert refused.value.code == code


def test_what_is_done_is_in_the_log(prepared):
    done_before = set(Log.objects.values_list("pk", flat=True))
    # The log has the import itself; and messages tried again where there are any (test_messages_go_out_on_bad_days).
    for name in sorted(set(CALLS) - {"request_import", "retry_messages"}):
        ground = transaction.savepoint()
        CALLS[name][1](prepared, prepared.olga)
        added = Log.objects.exclude(pk__in=done_before)
        assert added, name
        assert {row.actor for row in added} == {f"user:{prepared.olga.user_id}"}, name
        transaction.savepoint_rollback(ground)
