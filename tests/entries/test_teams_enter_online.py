"""Teams enter a section themselves: line-up, places of teams, the team they become, changes and withdrawal."""

import uuid
from typing import Any

import pytest

from entries.models import Fee
from entries.selectors.fees import accounts
from entries.services.entry_decisions import approve_entry, reopen_entry
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import change_entry, submit_entry, withdraw_entry
from entries.services.fees import set_fee_terms
from ratings.models import RatedPlayer
from tavleya.actors import ANONYMOUS
from tavleya.errors import BadInput, Conflict
from tests.entries.test_players_enter_online import secret
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.entry import Entry, EntryState
from tournaments.models.section import Section
from tournaments.services.players import add_player
from tournaments.services.team_requests import members_of, withdraw_team

pytestmark = pytest.mark.django_db


def open_team_entries(world: World, **terms: Any) -> Section:
    section = world.section(format="team_swiss", rounds_planned=3, options={"boards": 2})
    asked = {"email": "optional", "club": "optional"}
    changes = {"offered": True, "most_reserves": 1, "asked": asked, **terms}
    set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes=changes)
    return section


def team(name: str, *players: str, **more: Any) -> dict[str, Any]:
    rows = [{"name": player} for player in players or (f"{name}a", f"{name}b")]
    return {"team_name": name, "family_name": f"Captain of {name}", "line_up": rows, **more}


def enter(section: Section, name: str, *players: str, **more: Any) -> Entry:
    return submit_entry(
        actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(), given=team(name, *players, **more)
    )


def line_up(section: Section, name: str) -> list[str]:
    return [member.player.full_name for member in members_of(section.teams.get(name=name))]


def states(section: Section) -> dict[str, str]:
    return dict(section.entries.values_list("team_name", "state"))


def test_an_entry_becomes_a_team_with_its_players_in_board_order_and_one_fee(world):
    RatedPlayer.objects.create(
        fide_id=1, name="Tal, Mikhail", standard=2600, title="GM", search_key=" tal", family_key="tal"
    )
    section = open_team_entries(world)
    world.do(set_fee_terms, section_id=section.pk, changes={"charged": True, "currency": "EUR", "base": 8000})
    rows = [{"name": "Keres, Paul"}, {"name": "Tal, Mikhail", "fide_id": 1}, {"name": "", "fide_id": None}]
    entry = enter(section, "Baltic", line_up=rows, club="Riga")
    assert (entry.state, entry.team.captain) == (EntryState.CONFIRMED, "Captain of Baltic")
    assert line_up(section, "Baltic") == ["Keres, Paul", "Tal, Mikhail"]
    tal = section.registrations.get(player__fide_id=1)
    assert (tal.player.title, tal.rating, tal.player.club) == ("GM", 2600, "Riga")
    assert set(tal.player.rating_sources.values()) == {"list"}
    (fee,) = accounts(world.event)
    assert (fee.due, fee.fee.team, fee.fee.entry, fee.name_in("en")) == (8000, entry.team, entry, "Baltic")


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        (team("Riga", "Tal"), "too_few_players"),
        (team("Riga", "A", "B", "C", "D"), "too_many_players"),
        (team("Riga", "Tal, M", "Tal, M"), "player_in_line_up_twice"),
        (team(" ", "A", "B"), "name_missing"),
    ],
)
def test_a_line_up_that_cannot_be_is_refused(world, fields, code):
    section = open_team_entries(world)
    with refused(BadInput, code):
        submit_entry(actor=ANONYMOUS, now=NOW, section_id=section.pk, key=uuid.uuid4(), given=fields)
    assert not section.entries.exists()


def test_places_are_of_teams_and_the_first_of_the_waiting_list_moves_up(world):
    section = open_team_entries(world, places=1)
    first = enter(section, "Riga")
    enter(section, "Tartu")
    enter(section, "Lviv")
    assert states(section) == {"Riga": "confirmed", "Tartu": "waiting", "Lviv": "waiting"}
    withdraw_entry(actor=ANONYMOUS, now=LATER, secret=secret(first))
    assert states(section) == {"Riga": "withdrawn", "Tartu": "confirmed", "Lviv": "waiting"}
    assert section.registrations.count() == 2
    withdraw_team(actor=world.olga, now=LATER, team_id=section.teams.get().pk)
    assert states(section) == {"Riga": "withdrawn", "Tartu": "withdrawn", "Lviv": "confirmed"}
    assert Fee.objects.count() == 0


def test_the_captain_changes_the_line_up_until_the_first_round(world):
    section = open_team_entries(world)
    common = {"actor": ANONYMOUS, "now": LATER, "secret": secret(enter(section, "Riga", "Tal", "Gipslis"))}
    change_entry(**common, given=team("Riga", "Gipslis", "Koblencs", "Tal"))
    assert line_up(section, "Riga") == ["Gipslis", "Koblencs", "Tal"]
    change_entry(**common, given=team("Riga SC", "Gipslis", "Tal"))
    assert line_up(section, "Riga SC") == ["Gipslis", "Tal"]
    assert sorted(section.registrations.values_list("player__family_name", flat=True)) == ["Gipslis", "Tal"]


def test_a_player_of_a_known_name_is_a_question_for_the_desk(world):
    namesakes = [
        add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name=name) for name in ("Tal", "Gipslis")
    ]
    section = open_team_entries(world)
    entry = enter(section, "Riga", "Tal", "Gipslis")
    assert (entry.state, entry.question) == (EntryState.PENDING, "same_name")
    common = {"actor": world.olga, "now": LATER, "entry_id": entry.pk}
    with pytest.raises(Conflict) as excinfo:
        approve_entry(**common, answers=[namesakes[0].pk])
    assert excinfo.value.detail["namesakes"] == [namesakes[1].pk]
    approve_entry(**common, answers=[namesakes[0].pk, 0])
    players = [member.player for member in members_of(section.teams.get())]
    assert players[0] == namesakes[0] and players[1] != namesakes[1]


def test_a_decision_on_a_team_is_taken_back_and_its_name_is_taken_once(world):
    section = open_team_entries(world, approval=True)
    entry = enter(section, "Riga")
    approve_entry(actor=world.olga, now=LATER, entry_id=entry.pk)
    reopen_entry(actor=world.olga, now=LATER, entry_id=entry.pk, state="pending")
    entry.refresh_from_db()
    assert (entry.state, entry.team) == (EntryState.PENDING, None)
    assert not section.teams.exists() and not section.registrations.exists()
    with refused(Conflict, "team_name_taken"):
        enter(section, "Riga", "Other", "Another")


def test_only_sections_whose_captains_hand_in_line_ups_take_teams(world):
    section = world.section(format="scheveningen")
    with refused(Conflict, "entries_of_teams"):
        set_entry_terms(actor=world.olga, now=NOW, section_id=section.pk, changes={"offered": True})
