"""Next month's event from this one, or from a template: what is copied, and what stays behind."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from documents.services.prizes import save_category, set_prizes
from entries.models import FeeTerms
from entries.services.entry_places import set_entry_terms
from entries.services.fees import set_fee_terms
from tavleya.actors import ANONYMOUS, Actor
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.permissions import Action, allowed
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, fixtures_of
from tournaments.access import standing_in
from tournaments.models.access import EventRole
from tournaments.models.activity import Log
from tournaments.models.entry import EntryTerms
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing, PlayOff
from tournaments.models.player import Player, Registration, Team
from tournaments.models.section import Section
from tournaments.selectors.events import event_list, events_at_desk, templates_of
from tournaments.services.events import edit_event
from tournaments.services.players import add_player
from tournaments.services.removal import archive_section
from tournaments.services.results import enter_result
from tournaments.services.rounds import pair_round_robin
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import withdraw_player
from tournaments.services.team_requests import add_team
from transfer.services.rehearsals import following_slug, repeat_event, save_template

pytestmark = pytest.mark.django_db


NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras")
AGAIN = {"slug": "spring-open-2", "names": {"en": "Second Open"}}


def played_in_part(world) -> Section:
    """Played in part; Duras has withdrawn, and the standings have tie-breaks and prizes."""
    section = world.round_robin(*NAMES, published=1, control="90+30", slug="main", tiebreaks=["DE", "SB"])
    board = Pairing.objects.get(round__section=section, round__number=1, board=1)
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    withdrawn = section.registrations.get(player__family_name="Duras")
    withdraw_player(actor=world.olga, now=NOW, registration_id=withdrawn.pk)
    common = {"actor": world.olga, "now": NOW, "section_id": section.pk}
    save_category(**common, slug="women", names={"en": "Women"}, terms={"women": True})
    set_prizes(**common, currency="EUR", sharing="hort", prizes={"": [10_000], "women": [5_000]})
    return section


world, section = fixtures_of(played_in_part)


def again(world, **fields: object) -> Event:
    return repeat_event(actor=world.olga, now=LATER, event_id=world.event.pk, **{**AGAIN, **fields})


def test_settings_and_prizes_are_those_of_before_and_nothing_is_played(world, section):
    event = again(world)
    twin = event.sections.get()
    settings = ("slug", "names", "game", "regime", "control", "format", "tiebreaks", "tracking", "options")
    assert [getattr(twin, name) for name in settings] == [getattr(section, name) for name in settings]
    prizes = twin.prizes.order_by("amount").values_list("place", "amount", "category__slug")
    assert list(prizes) == [(1, 5_000, "women"), (1, 10_000, None)]
    assert {prize.category.section_id for prize in twin.prizes.exclude(category=None)} == {twin.pk}
    assert not twin.rounds.exists()
    assert not twin.registrations.exists()
    assert not event.published
    assert Log.objects.get(event=event, action="event.repeated").after["of"] == "spring-open"


def charge(world, section, *rules: dict[str, object]) -> None:
    changes = {"charged": True, "currency": "EUR", "base": 1250, "rules": list(rules)}
    set_fee_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)


EARLY = {"kind": "early", "amount": 250, "day": "2026-11-01"}


@pytest.mark.parametrize(
    ("rules", "starts_on", "charged", "day"),
    [((), None, True, None), ((EARLY,), date(2026, 12, 4), True, "2026-11-29"), ((EARLY,), None, False, "2026-11-01")],
)
def test_a_fee_is_charged_again_and_its_days_move_with_the_event(world, section, rules, starts_on, charged, day):
    days = {"starts_on": date(2026, 11, 6), "ends_on": date(2026, 11, 8)}
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes=days)
    charge(world, section, *rules)
    event = again(world, starts_on=starts_on, players=True)
    assert (event.starts_on, event.ends_on) == (starts_on, starts_on and date(2026, 12, 6)), "it lasts as many days"
    terms = FeeTerms.objects.get(section__event=event)
    assert (terms.charged, terms.base) == (charged, 1250)
    assert [rule.get("day") for rule in terms.rules] == ([day] if day else [])
    assert event.fees.count() == (3 if charged else 0), "everyone who is entered again owes it"


def test_officials_come_along_if_wanted(world, section):
    roles = set(world.event.roles.values_list("user", "role"))
    assert set(again(world).roles.values_list("user", "role")) == roles
    alone = again(world, slug="spring-open-3", officials=False)
    assert set(alone.roles.values_list("user", "role")) == {(world.olga.user_id, "organiser")}


def test_players_who_stayed_are_entered_again_and_rated_by_what_is_known(world, section):
    Registration.objects.filter(player__family_name="Botvinnik").update(
        rating=2500, rating_source="standard", fixed_board=3
    )
    Player.objects.filter(family_name="Botvinnik").update(ratings={"standard": 2550})
    event = again(world, players=True)
    entrants = event.sections.get().registrations.order_by("number")
    assert [(entrant.number, entrant.player.family_name) for entrant in entrants] == [
        (1, "Alekhine"), (2, "Botvinnik"), (3, "Capablanca"),
    ]  # fmt: skip
    assert {entrant.player.event_id for entrant in entrants} == {event.pk}
    assert (entrants[1].rating, entrants[1].rating_source, entrants[1].fixed_board) == (2550, "standard", None)
    assert event.players.count() == 3
    pair_round_robin(actor=world.olga, now=LATER, section_id=event.sections.get().pk)
    assert Pairing.objects.filter(round__section__event=event, black__isnull=False).count() == 3


def test_teams_are_formed_again(world):
    section = world.section(format="teams", slug="teams", options={"boards": 2})
    for name, players in (("Riga", ("Tal", "Gipslis")), ("Kyiv", ("Bronstein", "Boleslavsky"))):
        keys = [registration.pk for registration in world.enter(section, *players)]
        world.do(add_team, section_id=section.pk, name=name, members=keys)
    event = again(world, players=True)
    assert {
        team.name: [member.registration.player.family_name for member in team.members.all()]
        for team in Team.objects.filter(section__event=event)
    } == {"Riga": ["Tal", "Gipslis"], "Kyiv": ["Bronstein", "Boleslavsky"]}


def test_only_an_organiser_repeats_it_or_saves_a_template_and_no_key_to_one_event(world, section):
    scopes = frozenset({Action.EDIT_EVENT.value})
    api_key = Actor(world.olga.user_id, "olga", scopes=scopes, event_id=world.event.pk)
    for actor in (world.chen, world.ana, world.hal, world.pia, world.sam, world.nobody, api_key):
        with pytest.raises(NotPermitted):
            repeat_event(actor=actor, now=LATER, event_id=world.event.pk, **AGAIN)
    with pytest.raises(NotPermitted):
        save_template(actor=world.chen, now=NOW, event_id=world.event.pk, names={"en": "Mine"})
    assert Event.objects.count() == 1


def test_an_address_is_proposed_that_is_free_and_one_that_is_taken_refused(world, section):
    assert following_slug("spring-open") == "spring-open-2"
    with refused(Conflict, "slug_taken"):
        again(world, slug="spring-open")
    assert Event.objects.count() == 1
    again(world)
    assert following_slug("spring-open-2") == "spring-open-3"


def test_play_offs_and_archived_sections_stay_behind(world, section):
    play_off = world.section(slug="play-off", format="knockout")
    PlayOff.objects.create(section=section, by=play_off, after_round=1)
    assert [twin.slug for twin in again(world).sections.all()] == ["main"]
    archive_section(actor=world.olga, now=NOW, section_id=section.pk)
    assert not again(world, slug="spring-open-3").sections.exists()


@pytest.fixture
def source(world) -> Section:
    section = world.round_robin("Alekhine", "Botvinnik", slug="main", control="3+2", tiebreaks=["DE"])
    world.section(slug="juniors", format="swiss", rounds_planned=5)
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"offered": True, "places": 40})
    charge(world, section)
    return section


def saved_template(world, **fields: object) -> Event:
    return world.do(save_template, event_id=world.event.pk, names={"en": "Friday blitz"}, **fields)


def test_a_template_has_the_settings_and_no_people(world, source):
    template = saved_template(world)
    assert [(section.slug, section.control, section.tiebreaks) for section in template.sections.order_by("slug")] == [
        (section.slug, section.control, section.tiebreaks) for section in world.event.sections.order_by("slug")
    ]
    assert (template.slug, template.name_in("en")) == ("spring-open-template", "Friday blitz")
    assert template.template
    assert not template.players.exists()
    assert set(template.roles.values_list("user", "role")) == {(world.olga.user_id, "organiser")}
    assert Log.objects.get(event=template, action="event.template_saved").after == {"of": "spring-open"}


def test_a_user_with_the_role_creates_an_event_from_the_template(world, source):
    template = saved_template(world)
    assert following_slug(template.slug) == "spring-open-2"
    EventRole.objects.create(event=template, user_id=world.sam.user_id, role="organiser")
    values = {"slug": "friday", "names": {"en": "Friday"}, "starts_on": date(2026, 12, 4)}
    event = repeat_event(actor=world.sam, now=LATER, event_id=template.pk, **values)
    assert (event.template, event.published) == (False, False)
    assert set(event.roles.values_list("user", "role")) == {(world.sam.user_id, "organiser")}
    terms = EntryTerms.objects.get(section=event.sections.get(slug="main"))
    assert (terms.offered, terms.places) == (False, 40)
    assert FeeTerms.objects.get(section__event=event).charged
    player = add_player(actor=world.sam, now=LATER, event_id=event.pk, family_name="Tal")
    assert player.event_id == event.pk


def test_some_sections_alone_are_saved(world, source):
    assert [section.slug for section in saved_template(world, sections=["juniors"]).sections.all()] == ["juniors"]
    with refused(BadInput, "no_sections"):
        saved_template(world, sections=[])


def test_a_template_is_never_public_nor_among_events_and_refuses_players_whatever_the_role(world, source):
    template = saved_template(world)
    with refused(Conflict, "template_not_published"):
        edit_event(actor=world.olga, now=NOW, event_id=template.pk, changes={"published": True})
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=template.pk).update(published=True)
    assert list(templates_of(world.olga)) == [template]
    assert template not in event_list(world.olga) and template in events_at_desk(world.olga)
    for actor in (world.chen, world.sam, ANONYMOUS):
        assert not templates_of(actor).exists()
        assert template not in events_at_desk(actor)
    with pytest.raises(NotPermitted):
        add_player(actor=world.olga, now=NOW, event_id=template.pk, family_name="Tal")
    standing = standing_in(world.olga, template)
    assert allowed(standing, Action.EDIT_SECTION) and not allowed(standing, Action.PAIR_ROUND)
    key = template.sections.get(slug="main").pk
    changed = edit_section(actor=world.olga, now=NOW, section_id=key, changes={"control": "5+3"})
    assert changed.control == "5+3"
