"""Prize categories, prizes and approved lists: stored data, refusals, and stability after changes."""

import pytest

from documents.models import Award
from documents.selectors.prizes import PrizeList, category_table, prize_desk
from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.prizes.fund import MAIN, CategoryTerms
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tournaments.models.activity import Log
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of, standings_version
from tournaments.services.final_table import finalise_table
from tournaments.services.results import enter_result
from tournaments.services.rounds import close_round, start_round
from tournaments.services.sections import withdraw_player

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.fixture
def section(world: World) -> Section:
    """Four players, all games played, the table not final yet: Bella won all, then come Anna, Clara and David."""
    section = world.round_robin("Anna", "Bella", "Clara", "David", slug="main", published=3)
    facts = {"Anna": ("f", 2010), "Bella": ("f", 1990), "Clara": ("f", 1980), "David": ("", None)}
    for name, (sex, born) in facts.items():
        Player.objects.filter(family_name=name).update(sex=sex, birth_year=born)
    strength = {"Bella": 4, "Anna": 3, "Clara": 2, "David": 1}
    for round_ in section.rounds.all():
        start_round(actor=world.olga, now=NOW, round_id=round_.pk)
        for board in round_.pairings.select_related("white__player", "black__player"):
            white, black = (strength[seat.player.family_name] for seat in (board.white, board.black))
            world.do(enter_result, pairing_id=board.pk, result="1-0" if white > black else "0-1")
        close_round(actor=world.olga, now=NOW, round_id=round_.pk)
    return section


def fund(world: World, section: Section, *, sharing: str = "hort", **prizes: list[int]) -> None:
    lists = {MAIN if key == "main" else key: amounts for key, amounts in prizes.items()}
    world.do(set_prizes, section_id=section.pk, currency="UAH", sharing=sharing, prizes=lists)


def category(world: World, section: Section, slug: str, **terms: object):
    return world.do(save_category, section_id=section.pk, slug=slug, names={"en": slug}, terms=terms)


def withdraw_bella(world: World, section: Section) -> None:
    bella = section.registrations.get(player__family_name="Bella")
    withdraw_player(actor=world.olga, now=NOW, registration_id=bella.pk)


def shares(section: Section) -> dict[str, tuple[str, int]]:
    prize_list = prize_desk(section).now
    return {prize_list.payees[share.player].name: (share.list, share.amount) for share in prize_list.shares}


def test_the_list_follows_the_table_and_no_player_takes_two_prizes(world, section) -> None:
    category(world, section, "girls", women=True, under=18, in_year=2026)
    fund(world, section, main=[1000, 500, 200], girls=[700])
    main = {"Bella": (MAIN, 1000), "Clara": (MAIN, 500), "David": (MAIN, 200)}
    assert shares(section) == {**main, "Anna": ("girls", 700)}


def test_a_withdrawn_player_gets_no_prize(world, section) -> None:
    fund(world, section, main=[1000, 500])
    withdraw_bella(world, section)
    assert shares(section) == {"Anna": (MAIN, 1000), "Clara": (MAIN, 500)}


def test_a_category_lists_players_with_missing_data(world, section) -> None:
    table = category_table(category(world, section, "women", women=True), standings_of(section))
    members = {member.row.registration.player.family_name: member.place for member in table.members}
    assert members == {"Bella": "1", "Anna": "2", "Clara": "3"}
    assert [member.player.family_name for member in table.unknown] == ["David"]


def test_a_list_is_not_approved_before_the_table_is_final_unless_it_says_provisional(world, section) -> None:
    fund(world, section, main=[1000])
    with refused(Conflict, "table_not_final"):
        approve_awards(actor=world.olga, now=NOW, section_id=section.pk)
    assert approve_awards(actor=world.olga, now=NOW, section_id=section.pk, provisional=True).provisional
    cancel_awards(actor=world.olga, now=NOW, section_id=section.pk, reason="now it is final")
    finalise_table(actor=world.olga, now=NOW, section_id=section.pk)
    award = approve_awards(actor=world.olga, now=LATER, section_id=section.pk)
    assert (award.provisional, award.approved_by, award.approved_at) == (False, world.olga.key, LATER)


def test_an_approved_list_is_kept_word_for_word(world, section) -> None:
    category(world, section, "girls", women=True, under=18, in_year=2026)
    fund(world, section, main=[1000, 500, 200], girls=[700])
    before = prize_desk(section).now
    approve_awards(actor=world.olga, now=NOW, section_id=section.pk, provisional=True)
    Player.objects.filter(family_name="Bella").update(family_name="Renamed")
    stored = PrizeList.read(Award.objects.get().listed)
    assert (stored.shares, stored.payees, stored.unused) == (before.shares, before.payees, before.unused)


def test_nothing_is_changed_while_a_list_is_approved(world, section) -> None:
    women = category(world, section, "women", women=True)
    fund(world, section, main=[1000])
    approve_awards(actor=world.olga, now=NOW, section_id=section.pk, provisional=True)
    for attempt in (
        lambda: category(world, section, "clubs", clubs=["Dynamo"]),
        lambda: fund(world, section, main=[2000]),
        lambda: world.do(remove_category, category_id=women.pk),
        lambda: world.do(approve_awards, section_id=section.pk, provisional=True),
    ):
        with refused(Conflict, "awards_approved"):
            attempt()
    cancel_awards(actor=world.olga, now=NOW, section_id=section.pk, reason="a wrong amount")
    fund(world, section, main=[2000])
    assert Log.objects.filter(action="awards.cancelled", after={"reason": "a wrong amount"}).exists()


def test_a_list_is_approved_as_it_was_looked_at_and_the_desk_sees_that_the_table_has_moved(world, section) -> None:
    fund(world, section, main=[1000])
    seen = standings_version(section).number
    fund(world, section, main=[500])
    with refused(Conflict, "table_changed"):
        world.do(approve_awards, section_id=section.pk, provisional=True, expected_version=seen)
    world.do(approve_awards, section_id=section.pk, provisional=True)
    assert not prize_desk(section).changed
    withdraw_bella(world, section)
    assert prize_desk(section).changed


@pytest.mark.parametrize(("terms", "code"), [
    ({}, "no_terms"), ({"colour": "red"}, "bad_terms"), ({"women": "yes"}, "bad_terms"),
    ({"rating_from": "1800"}, "bad_terms"), ({"rating_from": True}, "bad_terms"), ({"numbers": ["1"]}, "bad_terms"),
    ({"under": 18}, "age_without_year"), ({"rating_from": 2000, "rating_to": 1800}, "empty_band"),
    ({"born_from": 2012, "over": 50, "in_year": 2026}, "empty_band"),
])  # fmt: skip
def test_terms_that_cannot_be_meant_are_refused(terms, code) -> None:
    with refused(BadInput, code):
        CategoryTerms.read(terms)


@pytest.mark.parametrize(("changes", "code"), [
    ({"currency": "hryvnia"}, "bad_field"), ({"sharing": "by lot"}, "bad_field"), ({"digits": 9}, "bad_field"),
    ({"prizes": {"nobody": [5]}}, "unknown_list"), ({"prizes": {MAIN: [5, 10]}}, "prizes_rise"),
    ({"prizes": {MAIN: [10**18]}}, "bad_field"), ({"prizes": {MAIN: [1] * 501}}, "too_many_prizes"),
])  # fmt: skip
def test_prizes_that_cannot_be_paid_are_refused(world, changes, code) -> None:
    fields = {"currency": "UAH", "sharing": "hort", "prizes": {MAIN: [5]}, **changes}
    with refused(BadInput, code):
        set_prizes(actor=world.olga, now=NOW, section_id=world.section().pk, **fields)


def test_categories_do_not_collide_and_missing_lists_are_refused(world, section) -> None:
    category(world, section, "women", women=True)
    with refused(BadInput, "no_terms"):
        category(world, section, "odd")
    with refused(Conflict, "slug_taken"):
        category(world, section, "women", women=True)
    with pytest.raises((BadInput, Conflict)):
        category(world, section, "live", women=True)
    with pytest.raises(NotFound):
        remove_category(actor=world.olga, now=NOW, category_id=10**6)
    for service, more in (
        (approve_awards, {}),
        (publish_prizes, {"published": True}),
        (cancel_awards, {"reason": "x"}),
    ):
        with pytest.raises(Conflict):
            world.do(service, section_id=section.pk, **more)
