"""Online entries without a rating list, or with the ID of another person, wait for the desk."""

from typing import Any

import pytest

from entries.services.entry_decisions import approve_entry, reopen_entry
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import change_entry, withdraw_entry
from ratings.models import ListedRating, RatedPlayer, RatingList
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, Conflict
from tests.entries import test_teams_enter_online as teams
from tests.entries.test_players_enter_online import enter, open_entries, secret
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.entry import ID_CLAIMED, ID_DIFFERS, Entry, EntryState
from tournaments.models.section import Section
from tournaments.services.players import add_player
from tournaments.services.team_requests import members_of

pytestmark = pytest.mark.django_db


def test_an_unchecked_rating_needs_an_officer_also_from_the_waiting_list(world):
    section = open_entries(world, asked={"fide_id": "optional"}, highest_rating=2000, places=1)
    first, second = enter(section, "Tal", fide_id=1), enter(section, "Stein", fide_id=2)
    assert (first.state, second.state) == (EntryState.PENDING, EntryState.WAITING)
    assert first.question == second.question == "rating_list_away"
    RatingList.objects.create(name="fide", imported_at=NOW)
    withdraw_entry(actor=ANONYMOUS, now=NOW, secret=secret(first))
    second.refresh_from_db()
    assert (second.state, second.question) == (EntryState.PENDING, "rating_list_away")
    approve_entry(actor=world.olga, now=NOW, entry_id=second.pk)
    second.refresh_from_db()
    assert (second.state, second.question) == (EntryState.CONFIRMED, "")


def test_a_change_made_once_the_list_is_there_must_meet_the_limits(world):
    entry = enter(open_entries(world, asked={"fide_id": "optional"}, highest_rating=2000), "Tal", fide_id=1)
    RatingList.objects.create(name="fide", imported_at=NOW)
    RatedPlayer.objects.create(fide_id=1, name="Tal", standard=2600, search_key=" tal", family_key="tal")
    values = {"family_name": "Tal", "fide_id": 1}
    with refused(BadInput, "rated_too_high"):
        change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=values)
    RatedPlayer.objects.update(standard=1900)
    assert change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=values).question == ""


MULDER = 1000104
ASKED = {"fide_id": "optional", "birth_year": "optional"}
REAL = {"given_name": "Iris", "fide_id": MULDER, "birth_year": 2002}
STRANGER = {"given_name": "Ivan", "fide_id": MULDER, "birth_year": 1999}


@pytest.fixture
def section(world: World) -> Section:
    RatedPlayer.objects.create(
        fide_id=MULDER, name="Mulder, Iris", standard=2246, birth_year=2002, title="WFM", federation="NED", sex="f",
        search_key=" mulder", family_key="mulder",
    )  # fmt: skip
    return open_entries(world, asked=ASKED)


def standing(entry: Entry) -> tuple[str, str]:
    entry.refresh_from_db()
    return entry.state, entry.question


@pytest.mark.parametrize(
    ("name", "fields"),
    [("MULDER", {"given_name": "iris", "birth_year": 2002}), ("Мулдер", {"given_name": "Ирис", "birth_year": 2002})],
)
def test_the_holder_of_the_id_is_confirmed_however_the_name_is_written(section, name, fields):
    assert standing(enter(section, name, fide_id=MULDER, **fields)) == (EntryState.CONFIRMED, "")
    assert section.registrations.get().rating == 2246


@pytest.mark.parametrize(
    ("name", "fields"), [("Impostor", {"given_name": "Ivan"}), ("Mulder", {"given_name": "Iris", "birth_year": 1999})]
)
def test_another_name_or_year_waits_for_the_desk_without_title_and_rating(section, name, fields):
    entry = enter(section, name, fide_id=MULDER, **fields)
    assert standing(entry) == (EntryState.PENDING, ID_DIFFERS)
    assert (entry.ratings, entry.title, entry.federation) == ({}, "", "") and not section.registrations.exists()


def test_the_rightful_holder_gets_in_after_a_stranger_and_a_stranger_waits_after_them(section):
    stranger = enter(section, "Impostor", **STRANGER)
    real = enter(section, "Mulder", **REAL)
    second = enter(section, "Impostor", **{**STRANGER, "given_name": "Igor"})
    assert standing(real) == (EntryState.CONFIRMED, "")
    assert standing(stranger) == standing(second) == (EntryState.PENDING, ID_DIFFERS)
    with refused(Conflict, "already_entered") as excinfo:
        enter(section, "Mulder", **REAL)
    assert excinfo.value.message.key == "already_entered.with_id"


def test_a_stranger_waits_also_when_a_place_becomes_free(world, section):
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"places": 1})
    first, stranger = enter(section, "Tal"), enter(section, "Impostor", **STRANGER)
    assert standing(stranger) == (EntryState.WAITING, ID_DIFFERS)
    withdraw_entry(actor=ANONYMOUS, now=NOW, secret=secret(first))
    assert standing(stranger) == (EntryState.PENDING, ID_DIFFERS)


def test_an_id_that_no_list_has_is_a_question_for_the_second_who_has_it(section, world):
    assert standing(enter(section, "Smith", given_name="Ann", fide_id=999999999)) == (EntryState.CONFIRMED, "")
    other = enter(section, "Jones", given_name="Bob", fide_id=999999999)
    assert standing(other) == (EntryState.PENDING, ID_CLAIMED)
    world.do(add_player, event_id=world.event.pk, family_name="Smith", given_name="Ann", fide_id=77)
    section = open_entries(world, asked=ASKED)
    assert standing(enter(section, "Jones", given_name="Bob", fide_id=77)) == (EntryState.PENDING, ID_CLAIMED)


def test_the_desk_says_whose_the_id_is(world, section):
    entry = enter(section, "Mulder-Smit", given_name="Anna", fide_id=MULDER)
    common = {"actor": world.olga, "now": LATER, "entry_id": entry.pk}
    with refused(Conflict, "id_in_doubt"):
        approve_entry(**common)
    registration = approve_entry(**common, owns_id=True)
    player = entry.section.registrations.get().player
    assert (player.fide_id, player.title, registration.rating) == (MULDER, "WFM", 2246)
    reopen_entry(actor=world.olga, now=LATER, entry_id=entry.pk, state="pending")
    assert standing(entry) == (EntryState.PENDING, ID_DIFFERS)


def test_the_desk_confirms_a_stranger_without_the_id(world, section):
    entry = enter(section, "Impostor", **STRANGER)
    registration = approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk, owns_id=False)
    player = registration.player
    assert (player.fide_id, player.birth_year, registration.rating) == (None, 1999, None)
    assert standing(enter(section, "Mulder", **REAL)) == (EntryState.CONFIRMED, "")


def test_a_corrected_id_is_no_question_any_more(section):
    entry = enter(section, "Tal", fide_id=MULDER)
    values = {"family_name": "Tal", "fide_id": None}
    change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=values)
    assert standing(entry) == (EntryState.PENDING, "")


def test_a_limit_of_ratings_does_not_refuse_who_is_in_doubt(world, section):
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"lowest_rating": 2000})
    assert standing(enter(section, "Smit", fide_id=MULDER)) == (EntryState.PENDING, ID_DIFFERS)


def test_the_rating_of_a_national_id_is_not_taken_for_another_name(world):
    dutch = RatingList.objects.create(name="NED", imported_at=NOW)
    ListedRating.objects.create(list=dutch, number="42", name="Mulder, Iris", rating=2100)
    section = open_entries(world, asked={"national_id": "optional"})
    Section.objects.filter(pk=section.pk).update(national_list="NED")
    stranger = enter(section, "Impostor", national_id="42")
    assert (standing(stranger), stranger.ratings) == ((EntryState.PENDING, ID_DIFFERS), {})
    real = enter(section, "Mulder", given_name="Iris", national_id="42")
    assert (standing(real), real.ratings) == ((EntryState.CONFIRMED, ""), {"NED": 2100})


def line_up(*ids: int | None) -> dict[str, Any]:
    return {"line_up": [{"name": f"Player, {number}", "fide_id": fide_id} for number, fide_id in enumerate(ids)]}


def test_a_team_with_the_id_of_another_waits_and_its_player_gets_no_rating(world, section):
    entry = teams.enter(teams.open_team_entries(world), "Riga", **line_up(MULDER, None))
    assert (entry.state, entry.question) == (EntryState.PENDING, ID_DIFFERS) and entry.line_up[0]["title"] == ""
    team = approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk, owns_id=False)
    assert {member.player.fide_id for member in members_of(team)} == {None}


def test_a_confirmed_team_gets_no_player_with_the_id_of_another(world, section):
    entry = teams.enter(teams.open_team_entries(world), "Riga")
    team = teams.team("Riga", **line_up(MULDER, None))
    with refused(Conflict, "id_of_another"):
        change_entry(actor=ANONYMOUS, now=NOW, secret=secret(entry), given=team)
    assert (standing(entry), entry.line_up[0]["fide_id"]) == ((EntryState.CONFIRMED, ""), None)
