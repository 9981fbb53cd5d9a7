"""Every service against every role: the table of `common.permissions` and nothing else decides."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import transaction

from common.actors import Actor, Role
from common.errors import BadInput, Conflict, NotFound, NotPermitted
from common.permissions import TABLE, Action, allowed
from games import hooks
from tests.tournaments.conftest import LATER, NOW, World, made_once
from tests.tournaments.holder_acts import CALLS as HOLDER_CALLS
from tests.tournaments.holder_acts import prepare as prepare_holders
from tests.tournaments.prize_acts import CALLS as PRIZE_CALLS
from tests.tournaments.prize_acts import prepare as prepare_prizes
from tests.tournaments.swiss_acts import CALLS as SWISS_CALLS
from tests.tournaments.system_acts import CALLS as SYSTEM_CALLS
from tournaments import access, selectors, services
from tournaments.formats.game_files import read_game_file
from tournaments.models import ApiToken, Event, EventRole, Log, Pairing, Player, Section

pytestmark = pytest.mark.django_db

PEOPLE = {
    Role.ORGANISER: "olga",
    Role.CHIEF_ARBITER: "chen",
    Role.ARBITER: "ana",
    Role.HELPER: "hal",
    Role.PLAYER: "pia",
    Role.PUBLIC: "nobody",
}
PGN = '[White "A, B"]\n[Black "C, D"]\n[Round "1"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


class Prepared(World):
    """A world in which every service could be called with success."""

    def __init__(self) -> None:
        super().__init__()
        self.empty = self.section(slug="empty")
        self.unpaired = self.section(slug="unpaired")
        self.enter(self.unpaired, "Uhlmann", "Unzicker")
        self.free = self.section(slug="free", format="free")
        self.free_entries = self.enter(self.free, "Filip", "Fine", "Flohr")
        self.draft_round = services.pair_by_hand(
            actor=self.olga,
            now=NOW,
            section_id=self.free.pk,
            boards=[(self.free_entries[0].pk, self.free_entries[1].pk)],
        )
        self.main = self.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", slug="main", published=2)
        self.round = self.main.rounds.get(number=1)
        services.start_round(actor=self.olga, now=NOW, round_id=self.round.pk)
        self.done, self.open = self.round.pairings.order_by("board")
        services.enter_result(actor=self.olga, now=NOW, pairing_id=self.done.pk, result="1-0")
        self.spare = services.add_player(
            actor=self.olga, now=NOW, event_id=self.event.pk, family_name="Spassky", user_id=self.pia.user_id
        )
        prepare_holders(self)
        prepare_prizes(self, self.unpaired, self.declared)

    def _played(self, slug: str) -> Section:
        section = self.round_robin(f"Ahues {slug}", f"Becker {slug}", slug=slug, published=1)
        row = section.rounds.get()
        services.enter_result(actor=self.olga, now=NOW, pairing_id=row.pairings.get().pk, result="1-0")
        services.start_round(actor=self.olga, now=NOW, round_id=row.pk)
        services.close_round(actor=self.olga, now=NOW, round_id=row.pk)
        return section


CALLS: dict[str, tuple[Action, Callable[[Prepared, Actor], object]]] = {
    **PRIZE_CALLS,
    **HOLDER_CALLS,
    "create_event": (
        Action.CREATE_EVENT,
        lambda w, a: services.create_event(actor=a, now=NOW, slug="another", names={"en": "Another"}),
    ),
    "open_rehearsal": (
        Action.CREATE_EVENT,
        lambda w, a: services.open_rehearsal(actor=a, now=NOW, slug="practice", names={"en": "Practice"}),
    ),
    "rehearse_event": (
        Action.REHEARSE,
        lambda w, a: services.rehearse_event(actor=a, now=NOW, event_id=w.event.pk),
    ),
    "put_away_rehearsal": (
        Action.REHEARSE,
        lambda w, a: (
            Event.objects.filter(pk=w.event.pk).update(rehearsal=True),
            services.put_away_rehearsal(actor=a, now=NOW, event_id=w.event.pk),
        ),
    ),
    "edit_event": (
        Action.EDIT_EVENT,
        lambda w, a: services.edit_event(
            actor=a, now=NOW, event_id=w.event.pk, changes={"place": "Kyiv", "published": True}
        ),
    ),
    "grant_role": (
        Action.GRANT_ROLES,
        lambda w, a: services.grant_role(
            actor=a, now=NOW, event_id=w.event.pk, user_id=w.sam.user_id, role=Role.HELPER
        ),
    ),
    "revoke_role": (
        Action.GRANT_ROLES,
        lambda w, a: services.revoke_role(
            actor=a, now=NOW, event_id=w.event.pk, user_id=w.hal.user_id, role=Role.HELPER
        ),
    ),
    "issue_token": (
        Action.ISSUE_TOKENS,
        lambda w, a: services.issue_token(actor=a, now=NOW, event_id=w.event.pk, name="new", scopes=["play"]),
    ),
    "revoke_token": (
        Action.ISSUE_TOKENS,
        lambda w, a: services.revoke_token(actor=a, now=NOW, token_id=w.token.pk),
    ),
    "create_section": (
        Action.EDIT_SECTION,
        lambda w, a: services.create_section(
            actor=a,
            now=NOW,
            event_id=w.event.pk,
            slug="extra",
            names={"en": "New"},
            game="tavreli",
            regime="tavreli-1997",
            format="free",
        ),
    ),
    "edit_section": (
        Action.EDIT_SECTION,
        lambda w, a: services.edit_section(actor=a, now=NOW, section_id=w.main.pk, changes={"slug": "first"}),
    ),
    "add_player": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.add_player(actor=a, now=NOW, event_id=w.event.pk, family_name="Tal"),
    ),
    "edit_player": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.edit_player(actor=a, now=NOW, player_id=w.spare.pk, changes={"club": "Dynamo"}),
    ),
    "import_players": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.import_players(
            actor=a, now=NOW, event_id=w.event.pk, data="Name\nTal, Mikhail\n"
        ),
    ),
    "enter_player": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.enter_player(actor=a, now=NOW, section_id=w.empty.pk, player_id=w.spare.pk),
    ),
    "withdraw_player": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.withdraw_player(actor=a, now=NOW, entry_id=w.free_entries[2].pk),
    ),
    "pair_round_robin": (
        Action.PAIR_ROUND,
        lambda w, a: services.pair_round_robin(actor=a, now=NOW, section_id=w.unpaired.pk),
    ),
    "pair_by_hand": (
        Action.PAIR_ROUND,
        lambda w, a: services.pair_by_hand(actor=a, now=NOW, section_id=w.free.pk, boards=[]),
    ),
    "record_bye": (
        Action.PAIR_ROUND,
        lambda w, a: services.record_bye(
            actor=a, now=NOW, round_id=w.draft_round.pk, entry_id=w.free_entries[2].pk, kind="half"
        ),
    ),
    "discard_drafts": (
        Action.PAIR_ROUND,
        lambda w, a: services.discard_drafts(actor=a, now=NOW, section_id=w.free.pk),
    ),
    "reschedule_round": (
        Action.PAIR_ROUND,
        lambda w, a: services.reschedule_round(actor=a, now=NOW, round_id=w.draft_round.pk, starts_at=LATER),
    ),
    "edit_entry": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.edit_entry(
            actor=a, now=NOW, entry_id=w.free_entries[2].pk, changes={"rating": 2400}
        ),
    ),
    "number_by_rating": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.number_by_rating(actor=a, now=NOW, section_id=w.unpaired.pk),
    ),
    "number_by_hand": (
        Action.ENTER_PLAYERS,
        lambda w, a: services.number_by_hand(actor=a, now=NOW, section_id=w.unpaired.pk, entry_ids=[]),
    ),
    "publish_round": (
        Action.PUBLISH_ROUND,
        lambda w, a: services.publish_round(actor=a, now=NOW, round_id=w.draft_round.pk),
    ),
    "schedule_publication": (
        Action.PUBLISH_ROUND,
        lambda w, a: services.schedule_publication(actor=a, now=NOW, round_id=w.draft_round.pk, at=LATER),
    ),
    "start_round": (
        Action.CLOSE_ROUND,
        lambda w, a: services.start_round(actor=a, now=NOW, round_id=w.main.rounds.get(number=2).pk),
    ),
    "close_round": (Action.CLOSE_ROUND, lambda w, a: _close(w, a)),
    "finalise_table": (
        Action.CLOSE_ROUND,
        lambda w, a: services.finalise_table(actor=a, now=NOW, section_id=w.over.pk),
    ),
    "reopen_table": (
        Action.CLOSE_ROUND,
        lambda w, a: services.reopen_table(actor=a, now=NOW, section_id=w.declared.pk, reason="slip"),
    ),
    "enter_result": (
        Action.ENTER_RESULT,
        lambda w, a: services.enter_result(actor=a, now=NOW, pairing_id=w.open.pk, result="0-1"),
    ),
    "set_forfeit": (
        Action.ENTER_RESULT,
        lambda w, a: services.set_forfeit(
            actor=a, now=NOW, pairing_id=w.open.pk, result="+/-", reason="did not come"
        ),
    ),
    "correct_result": (
        Action.CORRECT_RESULT,
        lambda w, a: services.correct_result(
            actor=a, now=NOW, pairing_id=w.done.pk, result="0-1", reason="wrong slip"
        ),
    ),
    "import_games": (
        Action.IMPORT_GAMES,
        lambda w, a: services.import_games(
            actor=a, now=NOW, section_id=w.empty.pk, reading=read_game_file("chess", PGN)
        ),
    ),
    "request_import": (
        Action.IMPORT_GAMES,
        lambda w, a: services.request_import(actor=a, now=NOW, section_id=w.empty.pk, data=PGN.encode()),
    ),
}


def _close(world: Prepared, actor: Actor) -> None:
    if not Pairing.objects.get(pk=world.open.pk).result:
        services.enter_result(actor=world.olga, now=NOW, pairing_id=world.open.pk, result="0-1")
    services.close_round(actor=actor, now=NOW, round_id=world.round.pk)


@pytest.fixture(scope="module")
def prepared(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), made_once(Prepared) as world:
        yield world


def test_every_service_is_in_the_table():
    # Not asked of a person: a token stands for one, and a job was asked for by one.
    not_asked = {
        "ImportReport",
        "TrfImport",
        "actor_of_pass",
        "actor_of_token",
        "run_import",
        "run_pairing",
        "run_trf",
    }
    # These ask for several actions, or for none of an event's: test_who_may_bring_reports_and_lists_in.
    elsewhere = {
        "import_trf",
        "prepare_trf",
        "request_trf",
        "start_trf",
        "import_rating_list",
        "add_rated_player",
    }
    # These a player does for himself alone: test_players_speak_for_themselves.
    elsewhere |= {"ask_for_bye", "take_wish_back", "report_result"}
    assert set(CALLS) | set(SWISS_CALLS) | set(SYSTEM_CALLS) | elsewhere == set(services.__all__) - not_asked


@pytest.mark.parametrize("role", list(Role))
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


@pytest.mark.parametrize("name", sorted(set(CALLS) - {"create_event", "open_rehearsal"}))
def test_an_officer_of_another_event_is_nobody_here(prepared, name):
    services.create_event(actor=prepared.sam, now=NOW, slug="elsewhere", names={"en": "Elsewhere"})
    with pytest.raises(NotPermitted):
        CALLS[name][1](prepared, prepared.sam)


@pytest.mark.parametrize("name", sorted(set(CALLS)))
def test_a_token_opens_only_its_own_scope(prepared, name):
    action, call = CALLS[name]
    narrowed = Actor(
        prepared.olga.user_id, "olga", scopes=frozenset({action.value}), event_id=prepared.event.pk
    )
    others = frozenset(a.value for a in Action if a is not action)
    with pytest.raises(NotPermitted):
        call(prepared, Actor(prepared.olga.user_id, "olga", scopes=others, event_id=prepared.event.pk))
    if action is not Action.CREATE_EVENT:
        with pytest.raises(NotPermitted):
            call(prepared, Actor(prepared.olga.user_id, "olga", scopes=narrowed.scopes, event_id=0))
    call(prepared, narrowed)


def test_a_player_has_his_sides_and_no_others(prepared):
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
        assert (prepared.event in selectors.event_list(actor)) is (actor in staff)
        if actor not in staff:
            with pytest.raises(NotFound):
                selectors.section_at(actor, "spring-open", "main")
    services.edit_event(actor=prepared.olga, now=NOW, event_id=prepared.event.pk, changes={"published": True})
    assert hooks.visible_to(prepared.nobody, game)
    assert selectors.section_at(prepared.nobody, "spring-open", "main") == prepared.main
    assert prepared.event in selectors.event_list(prepared.nobody)


def test_an_event_keeps_an_organiser(prepared):
    with pytest.raises(Conflict) as refused:
        services.revoke_role(
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
        services.grant_role(
            actor=prepared.olga, now=NOW, event_id=prepared.event.pk, user_id=prepared.sam.user_id, role=role
        )
    assert refused.value.code == "role_not_granted"


# Tokens


def test_a_token_stands_for_its_owner_within_its_scopes(prepared):
    token, secret = services.issue_token(
        actor=prepared.olga,
        now=NOW,
        event_id=prepared.event.pk,
        name="board",
        scopes=["play", "enter_result"],
    )
    assert secret.startswith("tvl_") and secret not in (token.digest, token.name)
    assert not ApiToken.objects.filter(digest=secret).exists()
    actor = services.actor_of_token(secret=secret, now=LATER)
    assert (actor.user_id, actor.event_id) == (prepared.olga.user_id, prepared.event.pk)
    standing = access.standing_in(actor, prepared.event)
    assert {action for action in Action if allowed(standing, action)} == {Action.PLAY, Action.ENTER_RESULT}
    token.refresh_from_db()
    assert token.last_used_at == LATER


def test_a_token_that_is_revoked_expired_or_made_up_opens_nothing(prepared):
    _, secret = services.issue_token(
        actor=prepared.olga,
        now=NOW,
        event_id=prepared.event.pk,
        name="short",
        scopes=["play"],
        expires_at=NOW + timedelta(hours=2),
    )
    services.actor_of_token(secret=secret, now=LATER)
    for bad, now in ((secret, NOW + timedelta(hours=2)), (secret + "x", NOW), ("tvl_", NOW), ("", NOW)):
        with pytest.raises(NotPermitted) as refused:
            services.actor_of_token(secret=bad, now=now)
        assert refused.value.code == "bad_token"
    services.revoke_token(actor=prepared.olga, now=NOW, token_id=ApiToken.objects.get(name="short").pk)
    with pytest.raises(NotPermitted):
        services.actor_of_token(secret=secret, now=NOW)


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
        services.issue_token(actor=prepared.olga, now=NOW, event_id=prepared.event.pk, name="odd", **fields)
    assert refused.value.code == code


def test_what_is_done_is_in_the_log(prepared):
    done_before = set(Log.objects.values_list("pk", flat=True))
    for name in sorted(set(CALLS) - {"request_import"}):  # the log has the import itself
        ground = transaction.savepoint()
        CALLS[name][1](prepared, prepared.olga)
        added = Log.objects.exclude(pk__in=done_before)
        assert added, name
        assert {row.actor for row in added} == {f"user:{prepared.olga.user_id}"}, name
        transaction.savepoint_rollback(ground)
