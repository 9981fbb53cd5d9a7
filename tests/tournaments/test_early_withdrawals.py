"""Standings of a round robin after a withdrawal: results count only if half of the games were played."""

import pytest

from tests.tournaments.conftest import LATER
from tournaments.models.pairing import Pairing
from tournaments.selectors.crosstable import crosstable_of
from tournaments.selectors.standings import standings_of
from tournaments.services.results import enter_result
from tournaments.services.sections import withdraw_player

NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras", "Euwe", "Fine")


def leave_after(world, section, played: int):
    """Fine wins their first games and leaves; everything else is drawn, what they missed forfeited."""
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
@pytest.mark.parametrize(("played", "counts"), [(2, False), (3, True)])
def test_results_of_a_player_who_left_before_half_do_not_count(world, played, counts):
    section = world.round_robin(*NAMES, published=5)
    fine = leave_after(world, section, played)
    rows = standings_of(section).rows
    points = {row.registration.pk: row.row.points for row in rows}
    assert points[fine.pk] == (2 * played if counts else 0)
    others = sorted(points[key] for key in points if key != fine.pk)
    # Four draws each; from a leaver who counts nothing to those they beat, a point by forfeit to the rest.
    assert others == ([4, 4, 4, 6, 6] if counts else [4, 4, 4, 4, 4])


def test_their_games_stay_in_the_crosstable(world):
    section = world.round_robin(*NAMES, published=5)
    fine = leave_after(world, section, 2)
    table = crosstable_of(section)
    (line,) = [row for row in table.rows if row.standing.registration.pk == fine.pk]
    marks = [cell.mark for cells in line.against for cell in cells]
    assert sorted(marks) == ["1", "1", "−", "−", "−"]
    assert line.standing.points == "0"


def test_while_they_play_everything_counts(world):
    section = world.round_robin(*NAMES, published=5)
    fine = section.registrations.get(player__family_name="Fine")
    board = Pairing.objects.filter(round__section=section, white=fine).first()
    enter_result(actor=world.chen, now=LATER, pairing_id=board.pk, result="1-0")
    assert {row.registration.pk: row.row.points for row in standings_of(section).rows}[fine.pk] == 2
