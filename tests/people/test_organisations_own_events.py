"""Clubs and federations: roles in them and in their events, ownership of events, mergers."""

from datetime import date
from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from PIL import Image
from structlog.testing import capture_logs

from people.selectors.organisations import events_of, find_organisations, officials_listed, organisation_at
from people.services.organisations import (
    accept_invitation,
    create_organisation,
    edit_organisation,
    grant_organisation_role,
    invite_to_organisation,
    list_myself,
    merge_organisations,
    revoke_invitation,
    revoke_organisation_role,
    set_logo,
)
from people.services.series import cancel_move, move_event, release_event
from portal.services import set_up_event
from tavleya.actors import ANONYMOUS, Actor, Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tavleya.permissions import Action, allowed
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tests.uploads import pdf_file, png_file
from tournaments.access import official_in, standing_in
from tournaments.models.activity import Log
from tournaments.models.event import Event, EventMove, Organisation, OrganisationLog, OrganisationRole
from tournaments.selectors.events import events_at_desk, logo_of, templates_of, visible_events
from tournaments.services.events import create_event, edit_event
from tournaments.services.tokens import account_closed
from transfer.services.rehearsals import repeat_event, save_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(world) -> Organisation:
    """A club of Sam's, in which Pia organises and Ana arbitrates."""
    organisation = new_organisation(world.sam, "riga-club", "Riga Chess Club")
    for actor, role in ((world.pia, Role.ORGANISER), (world.ana, Role.ARBITER)):
        act(grant_organisation_role, world.sam, organisation, user_id=actor.user_id, role=role)
    return organisation


def new_organisation(actor: Actor, slug: str, name: str, **fields: object) -> Organisation:
    return create_organisation(actor=actor, now=NOW, slug=slug, names={"en": name}, **fields)


def act(service, actor: Actor, organisation: Organisation, **values: object):
    return service(actor=actor, now=NOW, organisation_id=organisation.pk, **values)


def move(actor: Actor, event: Event, to: Organisation) -> Event:
    return move_event(actor=actor, now=LATER, event_id=event.pk, organisation_id=to.pk)


def event_of_club(world, club: Organisation) -> Event:
    move(world.olga, world.event, club)
    return move(world.sam, world.event, club)


def test_roles_in_the_organisation_hold_in_its_events_alone(world, club):
    assert not allowed(standing_in(world.sam, world.event), Action.SEE_DESK)
    event = event_of_club(world, club)
    roles = {name: standing_in(getattr(world, name), event).roles for name in ("sam", "pia", "ana")}
    assert Role.ORGANISER in roles["sam"]
    assert Role.OWNER not in roles["sam"]
    assert Role.ORGANISER in roles["pia"]
    assert roles["ana"] == {Role.ARBITER, Role.PUBLIC}
    assert event in visible_events(world.pia)
    assert event in events_at_desk(world.sam)
    edit_event(actor=world.pia, now=LATER, event_id=event.pk, changes={"place": "Riga"})
    other = create_event(actor=world.olga, now=NOW, slug="other", names={"en": "Other"})
    assert standing_in(world.sam, other).roles == {Role.PUBLIC}
    assert set(Event.objects.filter(official_in(world.ana, Role.ARBITER))) == {event}
    act(revoke_organisation_role, world.sam, club, user_id=world.pia.user_id, role=Role.ORGANISER)
    assert standing_in(world.pia, event).roles == {Role.PUBLIC}


def test_a_move_asks_both_sides(world, club):
    requested = move(world.olga, world.event, club)
    assert requested.organisation is None
    assert EventMove.objects.get(event=requested).given
    with pytest.raises(NotPermitted):
        move(world.ana, world.event, club)  # an arbiter cannot accept an event for the club
    assert move(world.pia, world.event, club).organisation == club
    assert not EventMove.objects.exists()
    assert Log.objects.get(event=requested, action="event.moved").after == {"organisation": "riga-club"}
    line = OrganisationLog.objects.get(organisation=club, action="event.joined")
    assert line.after == {"event": "spring-open"}


def test_an_event_of_one_organisation_goes_to_another_only_if_it_agrees(world, club):
    event, federation = event_of_club(world, club), new_organisation(world.tom, "latvia", "Latvian Federation")
    move(world.tom, event, federation)
    event.refresh_from_db()
    assert event.organisation == club
    with pytest.raises(NotPermitted):  # its own organiser does not speak for the club that owns it
        move(world.olga, event, federation)
    with refused(Conflict, "another_move"):
        move(world.sam, event, new_organisation(world.sam, "third", "Third"))
    cancel_move(actor=world.sam, now=LATER, event_id=event.pk)
    with pytest.raises(NotFound):
        cancel_move(actor=world.sam, now=LATER, event_id=event.pk)
    move(world.tom, event, federation)
    assert move(world.sam, event, federation).organisation == federation
    with refused(Conflict, "owned_already"):
        move(world.tom, event, federation)


def test_an_owner_of_both_organisations_moves_an_event_at_once(world):
    club = new_organisation(world.olga, "club", "Club")
    assert move(world.olga, world.event, club).organisation == club


def test_an_event_is_released_by_its_organisation_to_its_own_organisers(world, club):
    event = event_of_club(world, club)
    with pytest.raises(NotPermitted):
        release_event(actor=world.olga, now=LATER, event_id=event.pk)
    assert release_event(actor=world.sam, now=LATER, event_id=event.pk).organisation is None
    event = event_of_club(world, club)
    event.roles.filter(role="organiser").delete()
    with refused(Conflict, "last_organiser"):
        release_event(actor=world.sam, now=LATER, event_id=event.pk)


def test_only_owners_change_it_and_its_people(world, club):
    for actor in (world.pia, world.ana, world.olga, ANONYMOUS):
        for service, values in (
            (edit_organisation, {"changes": {"contact": "me"}}),
            (grant_organisation_role, {"user_id": world.tom.user_id, "role": Role.OWNER}),
            (set_logo, {"file": png_file()}),
            (invite_to_organisation, {"roles": [Role.ORGANISER]}),
            (revoke_organisation_role, {"user_id": world.sam.user_id, "role": Role.OWNER}),
        ):
            with pytest.raises(NotPermitted):
                act(service, actor, club, **values)
    api_key = Actor(world.sam.user_id, "sam", scopes=frozenset({Action.EDIT_EVENT.value}))
    with pytest.raises(NotPermitted):
        act(edit_organisation, api_key, club, changes={"contact": "me"})
    changed = act(edit_organisation, world.sam, club, changes={"contact": "club@example.org"})
    assert changed.contact == "club@example.org"


def test_an_organisation_keeps_an_owner_and_others_give_up_their_own_roles(world, club):
    with refused(Conflict, "last_owner"):
        act(revoke_organisation_role, world.sam, club, user_id=world.sam.user_id, role=Role.OWNER)
    with refused(Conflict, "sole_owner"):
        account_closed(world.sam.user_id, None, NOW)
    account_closed(world.sam.user_id, world.tom.user_id, NOW)
    assert OrganisationRole.objects.get(organisation=club, role="owner").user_id == world.tom.user_id
    act(revoke_organisation_role, world.ana, club, user_id=world.ana.user_id, role=Role.ARBITER)
    assert not club.roles.filter(user=world.ana.user_id).exists()


def test_people_are_invited_as_to_an_event(world, club):
    invitation, secret = act(invite_to_organisation, world.sam, club, roles=[Role.ORGANISER, Role.TREASURER])
    assert secret not in invitation.digest
    accept_invitation(actor=world.tom, now=LATER, digest=invitation.digest)
    roles = club.roles.filter(user=world.tom.user_id).values_list("role", flat=True)
    assert set(roles) == {"organiser", "treasurer"}
    with pytest.raises(NotPermitted):
        accept_invitation(actor=world.hal, now=LATER, digest=invitation.digest)
    with pytest.raises(BadInput):
        act(invite_to_organisation, world.sam, club, roles=[Role.CHIEF_ARBITER])
    open_invitation, _secret = act(invite_to_organisation, world.sam, club, roles=[Role.ARBITER])
    with pytest.raises(NotPermitted):
        revoke_invitation(actor=world.pia, now=LATER, invitation_id=open_invitation.pk)
    revoke_invitation(actor=world.sam, now=LATER, invitation_id=open_invitation.pk)
    with pytest.raises(NotPermitted):
        accept_invitation(actor=world.hal, now=LATER, digest=open_invitation.digest)


def test_only_who_has_agreed_is_named_in_public(world, club):
    assert officials_listed(club) == []
    act(list_myself, world.ana, club, listed=True)
    assert officials_listed(club) == [(Role.ARBITER, ["ana"])]
    with pytest.raises(NotFound):
        act(list_myself, world.hal, club, listed=True)
    act(list_myself, world.ana, club, listed=False)
    assert officials_listed(club) == []


def test_a_logo_is_an_image_and_the_old_file_goes(world, club, django_capture_on_commit_callbacks):
    first = act(set_logo, world.sam, club, file=png_file())
    with pytest.raises(BadInput):
        act(set_logo, world.sam, club, file=pdf_file())
    with django_capture_on_commit_callbacks(execute=True):
        removed = act(set_logo, world.sam, club, file=None)
    assert (first.logo_type, removed.logo, removed.logo_digest) == ("image/png", "", "")
    assert not default_storage.exists(first.logo)


def test_its_logo_is_on_paper_and_a_lost_file_leaves_the_paper(world, club):
    assert logo_of(None) == logo_of(club) == b""
    large = act(set_logo, world.sam, club, file=png_file(width=1500, height=500))
    with Image.open(BytesIO(logo_of(large))) as image:
        assert (image.format, image.size) == ("PNG", (960, 320))
    other = act(set_logo, world.sam, club, file=png_file())
    default_storage.delete(other.logo)
    assert logo_of(other) == b""
    with capture_logs() as logs:
        assert logo_of(other) == b""
    assert [(log["event"], log["organisation"]) for log in logs] == [("logo_not_read", "riga-club")]


def test_the_next_event_and_templates_belong_to_it_too(world, club):
    event = event_of_club(world, club)
    world.section(slug="main")
    template = save_template(actor=world.pia, now=NOW, event_id=event.pk, names={"en": "Blitz"})
    assert template.organisation == club
    assert list(templates_of(world.sam)) == [template]
    second = repeat_event(actor=world.olga, now=NOW, event_id=event.pk, slug="again", names={"en": "Again"})
    assert second.organisation is None  # Olga does not speak for the club
    set_up = set_up_event(
        actor=world.pia, now=NOW, name="New", section_name="Main", language="en", preset="blitz-evening",
        organisation="riga-club",
    )  # fmt: skip
    assert set_up.event.organisation == club
    values = {"section_name": "Main", "language": "en", "game": "chess", "format": "swiss"}
    with pytest.raises(NotPermitted):
        world.do(set_up_event, name="No", **values, organisation="riga-club")


def test_two_become_one(world, club):
    event, old = event_of_club(world, club), club
    into = new_organisation(world.tom, "federation", "Federation")
    act(list_myself, world.sam, old, listed=True)
    for actor in (world.sam, world.tom):
        with pytest.raises(NotPermitted):
            merge_organisations(actor=actor, now=LATER, organisation_id=old.pk, into_id=into.pk)
    world.users["hal"].is_superuser = True
    world.users["hal"].save()
    with pytest.raises(Conflict):
        merge_organisations(actor=world.hal, now=LATER, organisation_id=old.pk, into_id=old.pk)
    merge_organisations(actor=world.hal, now=LATER, organisation_id=old.pk, into_id=into.pk)
    event.refresh_from_db()
    assert event.organisation == into
    assert organisation_at("riga-club") == into
    assert {(role.user_id, role.role) for role in into.roles.all()} == {
        (world.tom.user_id, "owner"), (world.sam.user_id, "owner"), (world.pia.user_id, "organiser"),
        (world.ana.user_id, "arbiter"),
    }  # fmt: skip
    assert into.roles.get(user=world.sam.user_id).listed
    with pytest.raises(NotFound):
        act(edit_organisation, world.hal, old, changes={})


def test_public_events_are_now_next_and_before(world, club):
    def add_event(slug: str, starts: date | None, *, published: bool = True) -> Event:
        created = create_event(
            actor=world.sam, now=NOW, slug=slug, names={"en": slug}, starts_on=starts, published=published
        )
        return move(world.sam, created, club)

    today = date(2026, 11, 20)
    add_event("old", date(2026, 1, 1))
    add_event("older", date(2025, 1, 1))
    add_event("next", date(2026, 12, 1))
    add_event("later", date(2027, 1, 1))
    add_event("undated", None)
    add_event("hidden", date(2026, 12, 1), published=False)
    events = events_of(club, today, 10)
    assert [event.slug for event in events.past] == ["old", "older"]
    assert [event.slug for event in events.coming] == ["next", "later", "undated"]
    assert list(find_organisations("рига")) == [club]
    assert list(find_organisations("")) == []
    assert new_organisation(world.tom, "riga-empty", "Riga without events") not in find_organisations("riga")
