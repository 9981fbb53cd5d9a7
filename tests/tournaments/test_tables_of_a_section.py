"""Standings of a section: ties decided by hand, the expelled, early withdrawals, the cache, titles."""

import pytest
from django.db import transaction
from django.db.models import Count

from reports.selectors.tournament_report import trf_file
from tavleya.errors import BadInput, NotFound
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import check_ranks
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, pair, play_round, publish
from tournaments import activity
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section, StandingsVersion
from tournaments.selectors.events import sections_shown
from tournaments.selectors.persons import player_card
from tournaments.selectors.standings import crosstable_of, place_of, standings_of, standings_version
from tournaments.services.attendance import expel_player
from tournaments.services.results import enter_result, withdraw_result
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import enter_tie_values
from tournaments.views.tables import TableKind, table_title

pytestmark = pytest.mark.django_db


def all_level(world: World, **fields: object) -> Section:
    """Create a Swiss of four players in round 1, without results: all players are level."""
    section = make_swiss(world, 4, **fields)
    publish(world, pair(world, section, 1))
    return section


def order_of(section: Section) -> list[tuple[str, int]]:
    section.refresh_from_db()
    return [(row.place, row.registration.number) for row in standings_of(section).rows]


def enter_values(world: World, section: Section, **values: dict[int, int | None]) -> None:
    keys = dict(section.registrations.values_list("number", "pk"))
    by_key = {name: {keys[number]: value for number, value in order.items()} for name, order in values.items()}
    enter_tie_values(actor=world.olga, now=LATER, section_id=section.pk, **by_key)


def test_tied_players_are_ordered_by_hand_and_the_report_tells(world):
    section = all_level(world, tiebreaks=[])
    assert order_of(section) == [("1–4", number) for number in (1, 2, 3, 4)]
    enter_values(world, section, order={3: 1, 1: 2})
    assert order_of(section) == [("1", 3), ("2", 1), ("3–4", 2), ("3–4", 4)]
    assert standings_of(section).tiebreaks == ("OTHER_ORDER",)
    assert "### Tie-breaks @ Round 1: tied players ordered 1=2 3=1 (" in trf_file(section).decode()
    enter_values(world, section, order={3: None, 1: None})
    assert order_of(section)[0] == ("1–4", 1)
    assert standings_of(section).tiebreaks == ()


def test_an_order_parts_only_who_is_level_after_everything_else(world):
    section = all_level(world, tiebreaks=["WIN"])
    round_ = section.rounds.get(number=1)
    board = round_.pairings.order_by("board").first()
    enter_result(actor=world.olga, now=NOW, pairing_id=board.pk, result="1-0")
    loser = board.black.number
    enter_values(world, section, order={loser: 1})
    places = {number: place for place, number in order_of(section)}
    assert places[board.white.number] == "1" and places[loser] == "2"


def test_values_worked_out_elsewhere_break_ties_where_the_list_has_them(world):
    section = all_level(world, tiebreaks=["OTHER_EXTERNAL"])
    enter_values(world, section, external={2: 1250, 4: 75, 1: -100})
    assert [number for _, number in order_of(section)] == [2, 4, 3, 1]
    first = standings_of(section).rows[0]
    assert [value and value.text for value in first.values] == ["12.50"]
    other = all_level(world, tiebreaks=[], slug="without")
    enter_values(world, other, external={2: 1250})
    assert order_of(other)[0] == ("1–4", 1), "it decides nothing where the list does not name it"


def test_an_unchanged_order_adds_no_log_entry_and_an_impossible_one_is_refused(world):
    section = all_level(world)
    for _ in range(2):
        enter_values(world, section, order={1: 1})
    assert Log.objects.filter(action="ties.decided").count() == 1
    for values in ({"order": {1: 0}}, {"external": {1: 10**9}}):
        with pytest.raises(BadInput):
            enter_values(world, section, **values)
    with pytest.raises(NotFound):
        enter_tie_values(actor=world.olga, now=NOW, section_id=section.pk, order={0: 1})


def test_the_others_move_up_and_keep_their_points_and_tie_breaks(world):
    section = make_swiss(world, 6, tiebreaks=["BH", "SB"])
    for round_number in (1, 2):
        play_round(world, section, round_number)
    before = {row.registration.number: row for row in standings_of(section).rows}
    first = standings_of(section).rows[0].registration
    expel_player(actor=world.olga, now=LATER, registration_id=first.pk, reason="struck an arbiter")
    view = standings_of(section)
    assert [row.registration.number for row in view.expelled] == [first.number]
    ranks = {number: row.row.rank for number, row in before.items() if number != first.number}
    for row in view.rows:
        number = row.registration.number
        assert row.row.rank == 1 + sum(rank < ranks[number] for rank in ranks.values())
        assert (row.points, row.values) == (before[number].points, before[number].values)
    [standings_row] = view.expelled
    assert (standings_row.place, standings_row.points) == ("", before[first.number].points)
    lines = crosstable_of(section).rows
    assert lines[-1].standing.registration.number == first.number
    assert [line.standing.place for line in lines] == [*(row.place for row in view.rows), ""]
    assert place_of(first) is None
    assert player_card(first).standing.place == ""
    tournament = read(trf_file(section)).tournament
    assert len(tournament.players) == 6 and tournament.players[first.number].rank is None
    assert max(player_record.rank for player_record in tournament.players.values() if player_record.rank) <= 5
    assert check_ranks(tournament).wrong == (), "the report keeps their line and is still right"


NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras", "Euwe", "Fine")


def points(section: Section) -> dict[int, int]:
    return {row.registration.pk: row.row.points for row in standings_of(section).rows}


def leave_after(world, section, played: int):
    """Let Fine win the first `played` games, forfeit the others and leave; all other games are drawn."""
    fine = section.registrations.get(player__family_name="Fine")
    wins = 0
    for pairing in Pairing.objects.filter(round__section=section).order_by("round__number"):
        result = "1/2-1/2"
        if fine.pk in (pairing.white_id, pairing.black_id):
            white = pairing.white_id == fine.pk
            if wins < played:
                result, wins = ("1-0" if white else "0-1"), wins + 1
            else:
                result = "-/+" if white else "+/-"
        enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result)
    withdraw_player(actor=world.chen, now=LATER, registration_id=fine.pk, reason="ill")
    return fine


@pytest.mark.long
def test_results_of_a_player_who_left_before_half_do_not_count(world):
    section = world.round_robin(*NAMES, published=5)
    fine = section.registrations.get(player__family_name="Fine")
    board = Pairing.objects.filter(round__section=section, white=fine).first()
    enter_result(actor=world.chen, now=LATER, pairing_id=board.pk, result="1-0")
    assert points(section)[fine.pk] == 2, "while they play everything counts"
    withdraw_result(actor=world.chen, now=LATER, pairing_id=board.pk)
    leave_after(world, section, 2)
    # Each has four draws. If Fine counted, those Fine beat would get nothing more, and the others a point by forfeit.
    assert sorted(points(section).values()) == [0, 4, 4, 4, 4, 4]
    (line,) = [row for row in crosstable_of(section).rows if row.standing.registration.pk == fine.pk]
    marks = [cell.mark for cells in line.against for cell in cells]
    assert sorted(marks) == ["1", "1", "−", "−", "−"]
    assert line.standing.points == "0"


class RolledBack(Exception):
    pass


@pytest.fixture
def section(world: World) -> Section:
    return world.round_robin("Alekhine", "Botvinnik", published=1)


@transaction.atomic
def enter_and_roll_back(world: World, section: Section, board: Pairing) -> None:
    enter_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="1-0")
    standings_of(section)
    raise RolledBack


@pytest.mark.parametrize(("stamp", "leader"), [("same", "white"), ("", "black")])
def test_a_result_that_was_rolled_back_is_never_shown_because_of_the_stamp(world, section, monkeypatch, stamp, leader):
    """The number of the version repeats: with the number alone, the rolled-back result would be shown."""
    if stamp:
        monkeypatch.setattr(activity, "new_stamp", lambda: stamp)
    board = Pairing.objects.get()
    with pytest.raises(RolledBack):
        enter_and_roll_back(world, section, board)
    enter_result(actor=world.olga, now=LATER, pairing_id=board.pk, result="0-1")
    assert standings_of(section).rows[0].registration == getattr(board, leader)


def test_a_section_that_has_no_version_yet_shares_none(section):
    seen = {standings_version(section).key}
    for _ in range(3):
        activity.tables_changed([section.pk])
        seen.add(standings_version(section).key)
    assert len(seen) == 4, "every change gives a different key"
    StandingsVersion.objects.all().delete()
    unversioned = Section.objects.get()
    assert standings_version(unversioned).number == standings_version(unversioned).number == 0
    assert standings_version(unversioned).key != standings_version(unversioned).key


def test_counting_players_keeps_the_order_of_sections(world):
    sections = [world.section() for _ in range(4)]
    for place, section in enumerate(reversed(sections)):
        Section.objects.filter(pk=section.pk).update(position=place + 1)
    counted = sections_shown(sections[0].event).annotate(n=Count("registrations"))
    assert counted.query.order_by == ("position", "slug")
    keys = [section.pk for section in counted if section in sections]
    assert keys == [section.pk for section in reversed(sections)]


DRAFT, PUBLISHED, PLAYING, CLOSED = RoundStatus


@pytest.mark.parametrize(
    ("statuses", "after", "expected"),
    [
        ([], None, "Standings"),
        ([DRAFT], None, "Standings"),
        ([PUBLISHED], None, "Standings"),
        ([PLAYING], None, "Standings during round 1"),
        ([CLOSED, CLOSED], None, "Standings after round 2"),
        ([CLOSED, PUBLISHED], None, "Standings after round 1"),
        ([CLOSED, PLAYING, DRAFT], None, "Standings during round 2"),
        ([CLOSED, CLOSED, PLAYING], 1, "Standings after round 1"),
    ],
)
def test_a_title_says_after_or_during_which_round(statuses, after, expected):
    rounds = [Round(number=number, status=status) for number, status in enumerate(statuses, start=1)]
    assert table_title(TableKind.STANDINGS, rounds, after) == expected
    assert table_title(TableKind.CROSSTABLE, [Round(number=None, status=CLOSED)]) == "Crosstable"
