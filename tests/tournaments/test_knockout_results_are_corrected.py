"""A knockout result is corrected after the next stage was paired: another player advances, or the correction is
refused."""

import pytest

from games.models.game import Game
from games.services.play import start_game
from tavleya.errors import Conflict
from tests.tournaments.conftest import LATER, NOW, raises_code
from tests.tournaments.test_knockouts_are_run import enter, knockout, seeds, stage, win_all
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.models.swiss import RatingCorrection, RestorePoint
from tournaments.selectors.matches import bracket
from tournaments.services.corrections import correct_for_rating
from tournaments.services.knockout import add_tiebreak_games, pair_knockout_stage
from tournaments.services.results import correct_result
from tournaments.services.rollback.last_round import undo_last_round
from tournaments.services.rollback.restore_points import restore
from tournaments.services.rounds import close_round, publish_round, start_round


def put_right(world, pairing: Pairing, result: str) -> Pairing:
    return correct_result(
        actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result, reason="read the wrong way round"
    )


def swapped(pairing: Pairing) -> str:
    return "0-1" if pairing.result == "1-0" else "1-0"


def board(row, number: int) -> Pairing:
    return row.pairings.order_by("board")[number - 1]


def two_stages(world, count: int = 4, *, games: int = 1, publish: bool = True, **fields):
    section = knockout(world, count, games=games, **fields)
    first = stage(world, section)
    win_all(world, first)
    second = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    if publish:
        publish_round(actor=world.olga, now=NOW, round_id=second.pk)
    return section, first, second


def test_the_next_match_is_created_again_with_a_restore_point_before_it(world):
    section, first, final = two_stages(world)
    assert seeds(final) == [(2, 1)]  # colours alternate from stage to stage
    opened = final.pairings.get().game_id
    put_right(world, board(first, 1), swapped(board(first, 1)))
    assert seeds(final) == [(4, 2)]
    new = final.pairings.get()
    assert Game.objects.get(pk=opened).phase == "annulled"
    assert (new.game.phase, new.game.result, new.white.number) == ("pending", "", 4)
    point = RestorePoint.objects.filter(section=section).first()
    assert (point.before, point.round_number) == ("correction", 1)
    assert Log.objects.filter(action="knockout.replanned").count() == 1


def test_only_the_match_of_the_two_is_touched_and_others_play_on(world):
    _section, first, second = two_stages(world, 8)
    other = second.matches.get(number=2).games.get()
    enter(world, other, "1-0")
    put_right(world, board(first, 1), swapped(board(first, 1)))
    assert seeds(second) == [(8, 4), (2, 3)]
    other.refresh_from_db()
    assert other.result == "1-0"


def test_in_a_draft_nothing_is_opened(world):
    _section, first, final = two_stages(world, publish=False)
    put_right(world, board(first, 1), swapped(board(first, 1)))
    assert seeds(final) == [(4, 2)]
    assert final.pairings.get().game_id is None


def test_winner_and_loser_change_places_between_the_final_and_the_match_for_third_place(world):
    _section, first, last = two_stages(world, third_place=True)
    assert [sorted(pair) for pair in seeds(last)] == [[1, 2], [3, 4]]
    put_right(world, board(first, 1), swapped(board(first, 1)))
    assert [sorted(pair) for pair in seeds(last)] == [[2, 4], [1, 3]]
    assert last.matches.get(number=2).for_third


@pytest.mark.parametrize("manner", ["begun", "played"])
def test_once_the_next_match_has_begun_the_result_stands_and_the_rating_report_has_the_right_one(
    world, manner
):
    section, first, final = two_stages(world, tracking="live")
    if manner == "begun":
        start_game(actor=world.chen, now=NOW, game_id=final.pairings.get().game_id)
    else:
        enter(world, final.pairings.get(), "1-0")
    wrong = board(first, 1)
    with raises_code(Conflict, "next_stage_begun") as excinfo:
        put_right(world, wrong, swapped(wrong))
    assert "rating report" in str(excinfo.value.message)
    assert Pairing.objects.get(pk=wrong.pk).result == wrong.result
    assert not RestorePoint.objects.filter(section=section, before="correction").exists()
    correct_for_rating(
        actor=world.chen, now=LATER, pairing_id=wrong.pk, result=swapped(wrong), reason="wrong slip"
    )
    assert RatingCorrection.objects.get().result == swapped(wrong)


def test_a_result_that_can_be_corrected_in_the_tournament_is_not_corrected_for_rating(world):
    _section, first, _final = two_stages(world)
    with raises_code(Conflict, "correction_not_late"):
        correct_for_rating(
            actor=world.chen, now=LATER, pairing_id=board(first, 1).pk, result="0-1", reason="wrong slip"
        )


def test_a_correction_that_changes_no_winner_is_made_although_the_final_is_played(world):
    _section, first, final = two_stages(world, games=2)
    for game in final.pairings.all():
        enter(world, game, "1-0")
    games = first.matches.get(number=1).games.get(leg=2)
    put_right(world, games, "1/2-1/2")  # they win by 1½ instead of by 2
    assert Pairing.objects.get(pk=games.pk).result == "1/2-1/2"


def test_a_match_that_is_level_again_goes_on_and_the_stage_after_it_waits(world):
    section, first, final = two_stages(world, games=2)
    start_round(actor=world.olga, now=NOW, round_id=first.pk)
    close_round(actor=world.olga, now=NOW, round_id=first.pk)
    match = first.matches.get(number=1)
    put_right(world, match.games.get(leg=2), swapped(match.games.get(leg=2)))
    assert not section.rounds.filter(pk=final.pk).exists()
    first.refresh_from_db()
    assert (first.status, first.closed_at) == ("playing", None)
    added = add_tiebreak_games(actor=world.olga, now=LATER, match_id=match.pk)
    for game in added:
        enter(world, game, "1-0" if game.white.number == 4 else "0-1")
    assert seeds(stage(world, section)) == [(4, 2)]


def contents(row) -> list[tuple[object, ...]]:
    return [
        (
            match.number,
            match.first_id,
            match.second_id,
            match.for_third,
            set(match.games.values_list("opening", "drawn")),
        )
        for match in row.matches.order_by("number")
    ]


def test_the_restore_point_brings_the_matches_back_as_they_were(world):
    section, _first, final = two_stages(world, games=2, third_place=True)
    final.matches.get(number=1).games.update(opening="12-VII", drawn=1)
    before = contents(final)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=2)
    undone = RestorePoint.objects.filter(section=section, before="undo").get()
    assert section.rounds.count() == 1
    restore(actor=world.olga, now=LATER, point_id=undone.pk)
    rounds = section.rounds.get(number=2)
    assert contents(rounds) == before
    assert [match.leg for match in rounds.pairings.order_by("board")] == [1, 2, 1, 2]
    assert all(match.game.phase == "pending" for match in rounds.pairings.select_related("game"))


def test_restored_games_begin_where_they_began_and_have_their_own_time_control(world):
    section = knockout(world, 2, games=1, control="90+30")
    row = stage(world, section)
    match = row.matches.get()
    enter(world, match.games.get(), "1/2-1/2")
    (added,) = add_tiebreak_games(actor=world.olga, now=LATER, match_id=match.pk, games=1, control="5+3")
    control = added.game.control
    common = {"actor": world.olga, "now": LATER}
    undo_last_round(**common, section_id=section.pk, number=1, confirmed=True, reason="wrong hall")
    restore(**common, point_id=RestorePoint.objects.get(section=section, before="undo").pk)
    item, two = Pairing.objects.filter(round__section=section).select_related("game").order_by("leg")
    assert (item.result, two.result) == ("1/2-1/2", "")
    assert (two.game.control, two.match_id) == (control, item.match_id)
    assert bracket(section).stages[0][0].winner is None
