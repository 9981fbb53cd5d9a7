"""Series: the owners of the sections, the players of one row, and the counted results."""

from datetime import date
from fractions import Fraction

import pytest

from people.models import Series, SeriesSection
from people.selectors.organisations import sections_to_add, series_at, series_view
from people.services import series as series_services
from people.services.organisations import create_organisation, grant_organisation_role, merge_organisations
from people.services.persons import join_players
from people.services.series import move_event, release_event
from tavleya.actors import Role
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tournaments.models.event import Event, Organisation, OrganisationLog
from tournaments.models.player import Player
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.services.events import create_event
from tournaments.services.players import add_player
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, pair_round_robin, publish_round, start_round
from tournaments.services.sections import create_section, enter_player
from transfer.services.rehearsals import repeat_event, save_template

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(world) -> Organisation:
    return create_organisation(actor=world.olga, now=NOW, slug="riga", names={"en": "Riga"})


@pytest.fixture
def series(world, club) -> Series:
    return new_series(world, club)


def new_series(world, club, **fields) -> Series:
    common = {"slug": "grand-prix", "names": {"en": "Grand Prix"}, **fields}
    return series_services.create_series(actor=world.olga, now=NOW, organisation_id=club.pk, **common)


def event_of(world, club, slug: str, day: int = 1) -> Event:
    values = {"names": {"en": slug.title()}, "starts_on": date(2026, 1, day), "published": True}
    event = create_event(actor=world.olga, now=NOW, slug=slug, **values)
    move_event(actor=world.olga, now=NOW, event_id=event.pk, organisation_id=club.pk)
    return Event.objects.get(pk=event.pk)


def played_section(world, event: Event, *players: tuple[str, int | None], results: tuple[str, ...]) -> Section:
    """Create a round robin and play one round for each result, which all boards of the round get."""
    values = {"names": {"en": "Main"}, "game": "chess", "regime": "fide-2023", "format": "round_robin"}
    section = world.do(create_section, event_id=event.pk, slug="main", **values)
    for name, fide_id in players:
        player = add_player(actor=world.olga, now=NOW, event_id=event.pk, family_name=name, fide_id=fide_id)
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    for round_, result in zip(world.do(pair_round_robin, section_id=section.pk), results, strict=False):
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
        start_round(actor=world.olga, now=NOW, round_id=round_.pk)
        for pairing in round_.pairings.filter(bye=""):
            enter_result(actor=world.olga, now=NOW, pairing_id=pairing.pk, result=result)
        close_round(actor=world.olga, now=NOW, round_id=round_.pk)
    return section


def add(world, series: Series, section: Section) -> None:
    series_services.add_to_series(actor=world.olga, now=LATER, series_id=series.pk, section_id=section.pk)


def totals(series: Series) -> dict[str, Fraction]:
    return {row.player.family_name: row.row.total for row in series_view(series_at(series.slug)).rows}


PAIR = (("Adams", 401), ("Berg", None))


def test_scores_of_sections_that_are_over_are_added_and_one_fide_id_is_one_row(world, club, series):
    for day, slug in enumerate(("one", "two"), 1):
        add(world, series, played_section(world, event_of(world, club, slug, day), *PAIR, results=("1-0",)))
    add(world, series, played_section(world, event_of(world, club, "three", 3), *PAIR, results=()))
    view = series_view(series_at("grand-prix"))
    assert [(stage.section.event.slug, stage.over) for stage in view.stages] == [
        ("one", True), ("two", True), ("three", False),
    ]  # fmt: skip
    rows = [(row.place, row.player.family_name, row.row.total) for row in view.rows]
    assert rows == [("1", "Adams", 2), ("2–3", "Berg", 0), ("2–3", "Berg", 0)]
    assert view.rows[0].player.event.slug == "two"
    assert [row.row.cells[2] for row in view.rows] == [None] * 3


def test_two_players_of_one_name_have_a_note_that_tells_them_apart(world, club, series):
    for slug, name, club_name in (("one", "Adams", "Lions"), ("two", "Adams", "Tigers")):
        section = played_section(world, event_of(world, club, slug), (name, None), ("Berg", 7), results=("1-0",))
        section.event.players.filter(family_name=name).update(club=club_name)
        add(world, series, section)
    rows = series_view(series_at("grand-prix")).rows
    assert sorted(row.player.note for row in rows) == ["", "Lions", "Tigers"]


def test_players_joined_by_a_decision_are_one_row(world, club, series):
    for slug in ("one", "two"):
        add(world, series, played_section(world, event_of(world, club, slug), *PAIR, results=("0-1",)))
    assert sorted(totals(series)) == ["Adams", "Berg"]
    assert len(series_view(series).rows) == 3
    first, second = Player.objects.filter(family_name="Berg").order_by("pk")
    join_players(actor=world.olga, now=LATER, player_id=first.pk, same_as=second.pk, reason="Known")
    assert len(series_view(series_at("grand-prix")).rows) == 2
    assert totals(series)["Berg"] == 2


def test_unpublished_archived_and_reopened_sections_do_not_count(world, club, series):
    section = played_section(world, event_of(world, club, "one"), *PAIR, results=("1-0",))
    add(world, series, section)
    assert totals(series)
    Event.objects.filter(pk=section.event_id).update(published=False)
    assert totals(series) == {}
    Event.objects.filter(pk=section.event_id).update(published=True)
    Section.objects.filter(pk=section.pk).update(archived_at=NOW)
    assert totals(series) == {}
    Section.objects.filter(pk=section.pk).update(archived_at=None)
    assert totals(series)
    section.rounds.update(status=RoundStatus.PLAYING)
    assert totals(series) == {}


def test_an_event_that_leaves_the_organisation_leaves_its_series(world, club, series):
    section = played_section(world, event_of(world, club, "one"), *PAIR, results=("1-0",))
    add(world, series, section)
    release_event(actor=world.olga, now=LATER, event_id=section.event_id)
    assert totals(series) == {}
    with pytest.raises(NotFound):
        add(world, series, section)


def test_a_repeated_event_is_in_the_same_series(world, club, series):
    section = played_section(world, event_of(world, club, "one"), *PAIR, results=("1-0",))
    add(world, series, section)
    template = save_template(actor=world.olga, now=LATER, event_id=section.event_id, names={"en": "Monthly"})
    assert [stage.section.event.slug for stage in series_view(series).stages] == ["one"]
    for original, slug in ((section.event_id, "two"), (template.pk, "three")):
        copy = repeat_event(actor=world.olga, now=LATER, event_id=original, slug=slug, names={"en": slug})
        assert SeriesSection.objects.filter(series=series, section__event=copy).count() == 1
    release_event(actor=world.olga, now=LATER, event_id=section.event_id)
    other = world.do(repeat_event, LATER, event_id=section.event_id, slug="four", names={"en": "Four"})
    assert not SeriesSection.objects.filter(section__event=other).exists()


def test_only_sections_with_places_of_players_can_join(world, club, series):
    event = event_of(world, club, "one")
    fields = {"names": {"en": "A"}, "game": "chess", "regime": "fide-2023"}
    knockout = world.do(create_section, event_id=event.pk, slug="cup", format="knockout", **fields)
    assert sections_to_add(series) == []
    with pytest.raises(BadInput, match="table of players"):
        add(world, series, knockout)
    section = played_section(world, event, *PAIR, results=())
    assert sections_to_add(series) == [section]
    add(world, series, section)
    add(world, series, section)
    assert sections_to_add(series) == []
    assert series.entries.count() == 1
    values = {"actor": world.olga, "now": LATER, "series_id": series.pk, "section_id": section.pk}
    series_services.remove_from_series(**values)
    with pytest.raises(NotFound):
        series_services.remove_from_series(**values)
    lines = OrganisationLog.objects.filter(organisation=club, action__startswith="series.")
    assert [line.action for line in lines] == ["series.section_removed", "series.section_added", "series.created"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"rule": "luck"}, "unknown_series_rule"),
        ({"tiebreaks": ["best", "best"]}, "unknown_series_tiebreak"),
        ({"tiebreaks": ["luck"]}, "unknown_series_tiebreak"),
        ({"rule": "place"}, "no_place_points"),
        ({"rule": "place", "place_points": [3, 5]}, "bad_place_points"),
        ({"place_points": [-1]}, "bad_place_points"),
        ({"place_points": [True]}, "bad_place_points"),
        ({"best": 0}, "bad_field"),
        ({"best": 101}, "bad_field"),
        ({"names": {}}, "no_name"),
        ({"slug": "new"}, "slug_reserved"),
    ],
)
def test_terms_that_say_nothing_are_refused(world, club, fields, code):
    with refused(BadInput, code):
        new_series(world, club, **fields)
    assert not Series.objects.exists()


def test_only_those_who_let_the_organisation_own_events_run_its_series(world, club, series):
    world.do(grant_organisation_role, organisation_id=club.pk, user_id=world.ana.user_id, role=Role.ARBITER)
    section = played_section(world, event_of(world, club, "one"), *PAIR, results=())
    for actor in (world.sam, world.ana, world.nobody):
        for service, arguments in (
            ("create_series", {"organisation_id": club.pk, "slug": "other", "names": {"en": "Other"}}),
            ("edit_series", {"series_id": series.pk, "changes": {"best": 3}}),
            ("add_to_series", {"series_id": series.pk, "section_id": section.pk}),
            ("remove_from_series", {"series_id": series.pk, "section_id": section.pk}),
            ("delete_series", {"series_id": series.pk}),
        ):
            with pytest.raises(NotPermitted):
                getattr(series_services, service)(actor=actor, now=LATER, **arguments)
    world.do(grant_organisation_role, organisation_id=club.pk, user_id=world.sam.user_id, role=Role.ORGANISER)
    edited = series_services.edit_series(
        actor=world.sam, now=LATER, series_id=series.pk, changes={"best": 3, "tiebreaks": ["events"]}
    )
    assert edited.terms.best == 3
    with pytest.raises(Conflict):
        new_series(world, club)
    series_services.delete_series(actor=world.sam, now=LATER, series_id=series.pk)
    assert Event.objects.filter(organisation=club).exists()


def test_a_merged_organisation_brings_its_series(world, club, series):
    other = create_organisation(actor=world.olga, now=NOW, slug="latvia", names={"en": "Latvia"})
    world.users["olga"].is_superuser = True
    world.users["olga"].save()
    merge_organisations(actor=world.olga, now=LATER, organisation_id=club.pk, into_id=other.pk)
    assert Series.objects.get().organisation == other
