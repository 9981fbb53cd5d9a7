"""A kind of act says whose standings change; its subject says in which event and section."""

import pytest

from people.kinds import ORGANISATION_EDITED
from people.services.organisations import create_organisation
from tavleya.actors import Actor
from tests.tournaments.conftest import World
from tests.world import NOW
from tournaments.activity import Fact, happened, happened_to_many, place_of
from tournaments.kinds import EVENT_EDITED, PLAYER_EDITED, REGISTRATION_EDITED, REGISTRATION_LATE, TABLE_FIXED
from tournaments.models.log import Log
from tournaments.models.organisation import OrganisationLog
from tournaments.models.section import Section, StandingsVersion
from tournaments.services.sections import enter_player
from transfer.kinds import EVENT_IMPORTED

ACTOR = Actor.of_system("test")


@pytest.fixture
def sections(world: World) -> tuple[Section, Section]:
    """Dora plays in both, Egor in the second."""
    first, second = world.section(), world.section()
    (dora,) = world.enter(first, "Dora")
    world.enter(second, "Egor")
    enter_player(actor=world.olga, now=NOW, section_id=second.pk, player_id=dora.player_id)
    return first, second


def versions() -> dict[int, int]:
    return dict(StandingsVersion.objects.values_list("section", "number"))


def changed_by(act) -> set[int]:
    """The sections whose standings have another version after `act`."""
    before = versions()
    act()
    return {key for key, number in versions().items() if number != before.get(key)}


def test_the_standings_of_a_subject_change_where_its_kind_says_so(world, sections):
    first, second = sections
    dora, entry = first.registrations.get().player, first.registrations.get()
    for kind, subject, expected in (
        (REGISTRATION_EDITED, entry, {first.pk}),
        (TABLE_FIXED, entry, set()),
        (PLAYER_EDITED, dora, {first.pk, second.pk}),
        (PLAYER_EDITED, second.registrations.get(player__family_name="Egor").player, {second.pk}),
        (EVENT_IMPORTED, world.event, {first.pk, second.pk}),
        (EVENT_EDITED, world.event, set()),
    ):
        assert changed_by(lambda k=kind, s=subject: happened(k, s, actor=ACTOR, now=NOW)) == expected, kind


def test_many_subjects_of_a_section_count_its_standings_once(world, sections):
    _, second = sections
    before, facts = versions(), [Fact(entry) for entry in second.registrations.all()]
    lines = happened_to_many(REGISTRATION_LATE, facts, actor=ACTOR, now=NOW)
    assert len(lines) == 2 and {line.event for line in lines} == {world.event}
    assert versions()[second.pk] == before[second.pk] + 1


def test_an_organisation_has_its_line_in_its_own_log(world):
    club = create_organisation(actor=world.olga, now=NOW, slug="club", names={"en": "Club"})
    lines = Log.objects.count()
    happened(ORGANISATION_EDITED, club, actor=ACTOR, now=NOW, before={"country": ""}, after={"country": "UA"})
    line = OrganisationLog.objects.filter(organisation=club).latest("pk")
    assert (line.action, line.actor, line.after) == ("organisation.edited", ACTOR.key, {"country": "UA"})
    assert Log.objects.count() == lines


def test_a_row_without_a_way_to_an_event_is_no_subject(db):
    with pytest.raises(TypeError):
        place_of(StandingsVersion())
