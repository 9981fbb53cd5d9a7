"""A person of the event is found again when entered in another section, by any way of entering."""

import pytest

from ratings.selectors.player_lists import Again, ListAsked, plan_list
from ratings.services.player_lists import import_players
from tavleya.errors import Conflict, ImportRefused
from tests.refusals import refused
from tests.tournaments.conftest import NOW
from tests.tournaments.swiss import make_swiss, play_round
from tournaments.models.player import Player
from tournaments.selectors.persons import ANOTHER
from tournaments.selectors.standings import standings_of
from tournaments.services.entries import enter_person, enter_players
from tournaments.services.players import edit_player
from tournaments.services.seeding import edit_registration

pytestmark = pytest.mark.django_db

FIRST = (
    "Name;FIDE ID;Born;Rating;Club\n"
    "Tal, Mikhail;13900013;1936;2650;Riga\n"
    "Botvinnik, Mikhail;;1911;2600;\n"
    "Fine, R.;;;2500;\n"
)


def import_list(world, section, text: str, **more):
    return world.do(import_players, event_id=world.event.pk, section_id=section.pk, data=text, **more)


@pytest.fixture
def cup(world):
    """A second section of an event that has three players."""
    import_list(world, world.section(slug="open"), FIRST)
    return world.section(slug="cup", format="knockout")


def people(section) -> list[int]:
    return list(section.registrations.order_by("number").values_list("player", flat=True))


def by_name(name: str) -> Player:
    return Player.objects.get(family_name=name)


def test_a_list_finds_people_by_fide_number_and_by_name_and_year(world, cup):
    lines = "Tal, M.;13900013;;;GM\nBOTVINNIK, Mikhail;;1911;2630;\nKeres;;;;\n"
    done = import_list(world, cup, f"Name;FIDE ID;Born;Rating;Title\n{lines}")
    assert people(cup) == [by_name("Tal").pk, by_name("Botvinnik").pk, by_name("Keres").pk]
    assert Player.objects.count() == 4 and done.known == 2
    tal = by_name("Tal")
    assert (tal.given_name, tal.title, tal.club) == ("Mikhail", "GM", "Riga")  # the file has what was missing
    assert list(cup.registrations.order_by("number").values_list("rating", flat=True)) == [2650, 2630, None]


def test_players_with_the_same_name_need_a_decision(world, cup):
    text = "Name\nFine, R.\n"
    with pytest.raises(ImportRefused) as excinfo:
        import_list(world, cup, text)
    assert [problem.message.code for problem in excinfo.value.problems] == ["same_name"]
    (line,) = plan_list(world.event, cup, text).lines
    assert line.unclear and line.namesakes == (by_name("Fine"),)
    import_list(world, cup, text, asked=ListAsked({line.row.identity: by_name("Fine").pk}))
    assert people(cup) == [by_name("Fine").pk]


def test_another_person_of_the_same_name_is_entered_beside_the_first(world, cup):
    text = "Name\nFine, R.\n"
    key = plan_list(world.event, cup, text).lines[0].row.identity
    import_list(world, cup, text, asked=ListAsked({key: ANOTHER}))
    assert sorted(Player.objects.filter(family_name="Fine").values_list("namesake", flat=True)) == [0, 1]
    both = Player.objects.filter(family_name="Fine")
    line = plan_list(world.event, None, text).lines[0]
    assert set(line.namesakes) == set(both)
    for player in both:  # and both can be edited like any player
        world.do(edit_player, player_id=player.pk, changes={"club": "Dynamo"})


def test_another_year_of_birth_or_number_is_another_person(world, cup):
    import_list(world, cup, "Name;FIDE ID;Born\nBotvinnik, Mikhail;;1990\nTal, Mikhail;999;1936\n")
    assert Player.objects.filter(family_name="Botvinnik").count() == 2
    assert Player.objects.filter(family_name="Tal").count() == 2
    section = world.section(slug="again")
    import_list(world, world.section(slug="more"), "Name;Fed;National ID\nGeller;UKR;77\n")
    import_list(world, section, "Name;Fed;National ID\nGeller, Yefim;UKR;77\nGeller, E.;LAT;77\n")
    assert people(section)[0] == Player.objects.get(national_ids={"UKR": "77"}).pk
    assert Player.objects.filter(family_name="Geller").count() == 2


def test_the_same_person_twice_in_a_section_is_refused(world, cup):
    import_list(world, cup, "Name;FIDE ID\nTal, Mikhail;13900013\n")
    for text, codes in (
        ("Name;FIDE ID\nTal;13900013\n", ["already_entered"]),
        ("Name;FIDE ID;Born\nBotvinnik, Mikhail;77;1911\nBotvinnik, Mikhail;;1911\n", ["duplicate_in_file"]),
    ):
        with pytest.raises(ImportRefused) as excinfo:
            import_list(world, cup, text)
        assert [problem.message.code for problem in excinfo.value.problems] == codes
    with refused(Conflict, "already_entered"):
        world.do(enter_person, section_id=cup.pk, person={"family_name": "Tal", "fide_id": 13900013})


def test_one_person_is_found_again_as_in_a_list(world, cup):
    common = {"actor": world.olga, "now": NOW, "section_id": cup.pk}
    person = {"family_name": "Botvinnik", "given_name": "Mikhail", "birth_year": 1911, "title": "GM"}
    assert enter_person(**common, person=person).player == by_name("Botvinnik")
    assert by_name("Botvinnik").title == "GM"
    keres = {"family_name": "Keres", "ratings": {"standard": 2600}}
    world.enter(world.section(), "Keres")
    registration = enter_person(**common, person=keres, who=by_name("Keres").pk)
    assert (registration.player, registration.rating) == (by_name("Keres"), 2600)
    fine = {"family_name": "Fine", "given_name": "R."}
    with refused(Conflict, "same_name") as excinfo:
        enter_person(**common, person=fine)
    assert excinfo.value.detail["namesakes"] == [by_name("Fine").pk]
    first = by_name("Fine")
    assert enter_person(**common, person=fine, who=first.pk).player == first
    assert enter_person(**common, person=fine, who=ANOTHER).player != first


def test_players_of_the_event_are_entered_together_in_their_order(world, cup):
    keys = [by_name(name).pk for name in ("Fine", "Tal", "Fine")]
    enter_players(actor=world.olga, now=NOW, section_id=cup.pk, player_ids=keys)
    assert people(cup) == keys[:2]
    with refused(Conflict, "already_entered"):
        enter_players(actor=world.olga, now=NOW, section_id=cup.pk, player_ids=keys)


def test_a_section_that_has_begun_gets_them_late_with_the_half_points_allowed(world):
    section = make_swiss(world, 4)
    play_round(world, section, 1)
    play_round(world, section, 2)
    person = {"family_name": "Larsen", "ratings": {"standard": 2395}}
    registration = world.do(enter_person, section_id=section.pk, person=person, from_round=4, half_points=[2, 3])
    assert (registration.number, registration.from_round) == (2, 4)
    assert [bye.round_number for bye in registration.requested_byes.all()] == [3]
    scores = {row.registration.pk: row.points for row in standings_of(section).rows}
    assert scores[registration.pk] == "½"
    import_list(world, section, "Name;Rating\nNovice;1500\nBeginner;1400\n", half_points=[1, 2])
    scores = {row.registration.player.family_name: row.points for row in standings_of(section).rows}
    assert (scores["Novice"], scores["Beginner"]) == ("1", "1")
    assert section.restore_points.filter(before="late_entry").count() == 2


def test_byes_and_a_fixed_board_come_with_the_list_and_again(world):
    section = make_swiss(world, 4, rounds_planned=5)
    text = "Name;Born;Byes;Fixed board\nNovice;1990;2 4:0;7\n"
    (registration,) = import_list(world, section, text).registrations
    registration.refresh_from_db()
    byes = registration.requested_byes.order_by("round_number").values_list("round_number", "kind")
    assert (registration.fixed_board, list(byes)) == (7, [(2, "half"), (4, "zero")])
    update = ListAsked(again=Again.UPDATE)
    assert import_list(world, section, text, asked=update).updated == ()
    assert len(import_list(world, section, text.replace("2 4:0", "3"), asked=update).updated) == 1
    assert registration.requested_byes.count() == 3
    with pytest.raises(ImportRefused) as excinfo:
        import_list(world, section, "Name;Byes\nBeginner;9\n")
    assert [(problem.message.code, problem.line) for problem in excinfo.value.problems] == [("no_such_round", 2)]


def test_where_no_round_is_paired_by_itself_byes_are_left_out_and_said(world):
    done = import_list(world, world.section(slug="more"), "Name;Byes\nGeller;2\n")
    assert [warning.message.code for warning in done.warnings] == ["byes_left_out"]


def test_a_list_brought_in_again_wipes_nothing_and_leaves_what_was_typed(world):
    section = world.section(slug="more")
    text = "Name;FIDE ID;Born;Rating;Club;Title\nTal, Mikhail;13900013;1936;2650;Riga;GM\n"
    (registration,) = import_list(world, section, text).registrations
    update = ListAsked(again=Again.UPDATE)
    import_list(world, section, "Name;FIDE ID;Rating;Club;Title\nTal, M.;13900013;2660;;\n", asked=update)
    registration.refresh_from_db()
    player = registration.player
    assert (registration.rating, player.given_name, player.club, player.title) == (2660, "Mikhail", "Riga", "GM")
    edit_registration(actor=world.olga, now=NOW, registration_id=registration.pk, changes={"rating": 2600})
    import_list(world, section, "Name;FIDE ID;Rating\nTal;13900013;2670\n", asked=update)
    registration.refresh_from_db()
    assert (registration.rating, registration.player.ratings) == (2600, {"standard": 2670})
    assert section.registrations.count() == 1
