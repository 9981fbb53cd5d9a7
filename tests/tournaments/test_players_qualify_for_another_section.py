"""The first of a section's standings are entered in another section, seeded in that order."""

import pytest

from tavleya.errors import BadInput, Conflict
from tests.tournaments.conftest import LATER, NOW, fixtures_of, raises_code
from tests.tournaments.swiss import make_swiss, names, play_round, registration
from tests.tournaments.team_events import make_teams
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.selectors.simul import qualifiers
from tournaments.services.knockout import pair_knockout_stage, qualify_players
from tournaments.services.results import enter_result
from tournaments.services.sections import withdraw_player

pytestmark = pytest.mark.django_db


def swiss_after_round_1(world):
    """Round 1 of a Swiss of six: numbers 1, 2 and 3 have a point each, or share them."""
    section = make_swiss(world, 6, tiebreaks=["WIN"])
    play_round(world, section, 1, lambda board: "1-0" if board.white.number < board.black.number else "0-1")
    return section


world, source = fixtures_of(swiss_after_round_1, "source")


@pytest.fixture
def cup(world):
    return world.section(slug="cup", format="knockout")


def qualify(world, cup, source, numbers, **more):
    return from_groups(world, cup, [source], [numbers], **more)


def from_groups(world, cup, groups, places, **more):
    """`places`: for each group, the starting numbers that qualify."""
    values = {"standings": {group.pk: qualifiers(cup, group).key for group in groups}, **more}
    pairs = zip(groups, places, strict=True)
    keys = [registration(group, number).pk for group, numbers in pairs for number in numbers]
    return qualify_players(actor=world.olga, now=NOW, section_id=cup.pk, registration_ids=keys, **values)


def test_they_are_seeded_in_the_order_of_the_standings_and_stay_so(world, cup, source):
    order = [row.standing.registration.number for row in qualifiers(cup, source).rows]
    four = qualifiers(cup, source).first(4)
    qualify(world, cup, source, [row.standing.registration.number for row in reversed(four)])
    assert names(cup) == [f"P{number:02}" for number in order[:4]]
    cup.refresh_from_db()
    assert cup.numbers_given
    assert Log.objects.get(action="players.qualified").after["players"][0].startswith("P0")


def test_a_tie_at_the_cut_is_shown_and_withdrawn_players_are_skipped(world, cup, source):
    view = qualifiers(cup, source)
    assert (view.final, view.after_round) == (False, 1)
    assert len(view.tied_at_cut(2)) == 3 and view.tied_at_cut(3) == ()
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(source, 1).pk)
    first = [item.standing.registration.number for item in qualifiers(cup, source).first(3)]
    assert 1 not in first and len(first) == 3


def test_all_players_are_entered_or_none(world, cup, source):
    qualify(world, cup, source, [2])
    with raises_code(Conflict, "already_entered"):
        qualify(world, cup, source, [1, 2])
    assert names(cup) == ["P02"]
    assert [row.available for row in qualifiers(cup, source).rows].count(False) == 1
    qualify(world, cup, source, [1])
    pair_knockout_stage(actor=world.olga, now=NOW, section_id=cup.pk)
    with raises_code(Conflict, "already_paired"):
        qualify(world, cup, source, [3])


def test_players_qualify_only_from_standings_of_players(world, cup, source):
    for other in (make_teams(world, 2, 1), cup, world.section(format="knockout")):
        with raises_code(BadInput, "cannot_qualify_from"):
            world.do(qualify_players, section_id=cup.pk, standings={other.pk: ""}, registration_ids=[1])


@pytest.fixture
def groups(world):
    """Three round robins of three, in which the lower number wins."""
    created = []
    for letter in "ABC":
        section = world.round_robin(*(f"{letter}{n}" for n in (1, 2, 3)), published=3, slug=f"group-{letter.lower()}")
        for board in Pairing.objects.filter(round__section=section).select_related("white", "black"):
            result = "1-0" if board.white.number < board.black.number else "0-1"
            enter_result(actor=world.chen, now=LATER, pairing_id=board.pk, result=result)
        created.append(section)
    return created


def test_the_best_of_groups_are_seeded_so_that_those_of_a_group_meet_late(world, cup, groups):
    from_groups(world, cup, groups, [(1, 2)] * 3)
    assert names(cup) == ["A1", "B1", "C1", "B2", "C2", "A2"]
    row = pair_knockout_stage(actor=world.olga, now=NOW, section_id=cup.pk)
    met = {
        frozenset(item.player.family_name for item in (match.first, match.second))
        for match in row.matches.exclude(second=None).select_related("first__player", "second__player")
    }
    assert met == {frozenset({"B2", "C2"}), frozenset({"C1", "A2"})}
    log = Log.objects.get(action="players.qualified")
    assert log.after["from_section"] == "group-a, group-b, group-c"


def test_as_many_qualify_from_each_group_and_all_from_what_was_looked_at(world, cup, groups):
    with raises_code(BadInput, "groups_uneven"):
        from_groups(world, cup, groups, [(1, 2), (1, 2), (1,)])
    assert names(cup) == []
    old = {group.pk: qualifiers(cup, group).key for group in groups}
    withdraw_player(actor=world.olga, now=LATER, registration_id=registration(groups[2], 3).pk)
    with raises_code(Conflict, "standings_moved"):
        from_groups(world, cup, groups, [(1,)] * 3, standings=old)
    assert names(cup) == []
