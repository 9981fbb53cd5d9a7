"""A template: the settings of an event for those to come, without people, and nothing is played in it."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from entries.services.online_entries.terms import set_entry_terms
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.permissions import Action, allowed
from tests.tournaments.conftest import LATER, NOW, raises_code
from tournaments.access import standing_in
from tournaments.models.access import EventRole
from tournaments.models.entry import EntryTerms
from tournaments.models.event import Event
from tournaments.models.log import Log
from tournaments.models.section import Section
from tournaments.selectors.events import event_list, events_at_desk, templates_of
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.section_settings import edit_section
from transfer.services.repeating import following_slug, repeat_event, save_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(world) -> Section:
    section = world.round_robin("Alekhine", "Botvinnik", slug="main", control="3+2", tiebreaks=["DE"])
    world.section(slug="juniors", format="swiss", rounds_planned=5)
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"offered": True, "places": 40})
    return section


def saved(world, **fields: object) -> Event:
    return world.do(save_template, event_id=world.event.pk, names={"en": "Friday blitz"}, **fields)


def test_a_template_has_the_settings_and_no_people(world, section):
    template = saved(world)
    assert [(item.slug, item.control, item.tiebreaks) for item in template.sections.order_by("slug")] == [
        (item.slug, item.control, item.tiebreaks) for item in world.event.sections.order_by("slug")
    ]
    assert (template.slug, template.name_in("en")) == ("spring-open-template", "Friday blitz")
    assert template.template
    assert not template.players.exists()
    assert set(template.roles.values_list("user", "role")) == {(world.olga.user_id, "organiser")}
    assert Log.objects.get(event=template, action="event.template_saved").after == {"of": "spring-open"}


def test_a_user_with_the_role_creates_an_event_from_the_template(world, section):
    template = saved(world)
    assert following_slug(template.slug) == "spring-open-2"
    EventRole.objects.create(event=template, user_id=world.sam.user_id, role="organiser")
    values = {"slug": "friday", "names": {"en": "Friday"}, "starts_on": date(2026, 12, 4)}
    event = repeat_event(actor=world.sam, now=LATER, event_id=template.pk, **values)
    assert (event.template, event.published) == (False, False)
    assert set(event.roles.values_list("user", "role")) == {(world.sam.user_id, "organiser")}
    terms = EntryTerms.objects.get(section=event.sections.get(slug="main"))
    assert (terms.offered, terms.places) == (False, 40)
    entered = add_player(actor=world.sam, now=LATER, event_id=event.pk, family_name="Tal")
    assert entered.event_id == event.pk


def test_some_sections_alone_are_saved(world, section):
    assert [item.slug for item in saved(world, sections=["juniors"]).sections.all()] == ["juniors"]
    with raises_code(BadInput, "no_sections"):
        saved(world, sections=[])


def test_a_template_refuses_players_whatever_the_role(world, section):
    template = saved(world)
    with pytest.raises(NotPermitted):
        add_player(actor=world.olga, now=NOW, event_id=template.pk, family_name="Tal")
    standing = standing_in(world.olga, template)
    assert [item for item in (Action.EDIT_SECTION, Action.PAIR_ROUND) if allowed(standing, item)] == [
        Action.EDIT_SECTION
    ]
    key = template.sections.get(slug="main").pk
    changed = edit_section(actor=world.olga, now=NOW, section_id=key, changes={"control": "5+3"})
    assert changed.control == "5+3"


def test_a_template_is_never_public(world, section):
    template = saved(world)
    with raises_code(Conflict, "template_not_published"):
        edit_event(actor=world.olga, now=NOW, event_id=template.pk, changes={"published": True})
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=template.pk).update(published=True)


def test_templates_are_in_their_own_list(world, section):
    template = saved(world)
    assert list(templates_of(world.olga)) == [template]
    assert template not in event_list(world.olga)
    assert template in events_at_desk(world.olga)
    for other in (world.chen, world.sam, ANONYMOUS):
        assert not templates_of(other).exists()
        assert template not in events_at_desk(other)


def test_only_an_organiser_saves_one(world, section):
    with pytest.raises(NotPermitted):
        save_template(actor=world.chen, now=NOW, event_id=world.event.pk, names={"en": "Mine"})
