"""A knockout from its entries to the winner, corrected after the next stage was paired; matches of several games."""

import pytest

from games.models.game import Game
from games.services.moves import start_game
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.sides import Side
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Match, MatchTerms, Pairing
from tournaments.models.round import Round
from tournaments.models.swiss import RatingCorrection, RestorePoint
from tournaments.selectors.match_centre import bracket
from tournaments.selectors.standings import standings_of
from tournaments.selectors.versions import version_of_section
from tournaments.services.drawn_openings import commit_draw
from tournaments.services.final_table import finalise_table
from tournaments.services.knockout import add_tiebreak_games, award_match, pair_knockout_stage
from tournaments.services.matches import set_match_terms
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.restore_points import restore
from tournaments.services.results import correct_for_rating, correct_result, enter_result, set_forfeit
from tournaments.services.rounds import close_round, pair_by_hand, pair_round_robin, publish_round, start_round
from tournaments.services.schedule import discard_drafts

NAMES = ("Alekhine", "Botvinnik", "Capablanca", "Duras", "Euwe", "Fine", "Gligoric", "Hort")


def knockout(world, count: int, *, games: int = 1, third_place: bool = False, **fields: object):
    section = world.section(format="knockout", **fields)
    world.enter(section, *NAMES[:count])
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=games, third_place=third_place)
    return section


def stage(world, section, **fields) -> Round:
    round_ = pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk, **fields)
    return publish_round(actor=world.olga, now=NOW, round_id=round_.pk)


def seeds(round_: Round) -> list[tuple[int, int | None]]:
    return list(round_.matches.order_by("number").values_list("first__number", "second__number"))


def places(section) -> dict[int, tuple[int, int]]:
    """Places by starting numbers."""
    numbers = dict(section.registrations.values_list("pk", "number"))
    return {numbers[registration]: place for registration, place in bracket(section).places.items()}


def enter(world, pairing: Pairing, result: str) -> None:
    enter_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result)


def win_all(world, round_: Round, *, upset: int | None = None) -> None:
    """The better number wins every game, but in match `upset`."""
    for pairing in round_.pairings.select_related("white", "black", "match"):
        white = (pairing.white.number < pairing.black.number) != (pairing.match.number == upset)
        enter(world, pairing, "1-0" if white else "0-1")


def test_eight_players_play_three_stages(world):
    section = knockout(world, 8)
    first = stage(world, section)
    assert seeds(first) == [(1, 8), (5, 4), (2, 7), (6, 3)]  # colours alternate down the bracket
    win_all(world, first, upset=3)
    second = stage(world, section)
    assert seeds(second) == [(4, 1), (3, 7)]
    win_all(world, second)
    final = stage(world, section)
    assert seeds(final) == [(1, 3)]
    win_all(world, final)
    with refused(Conflict, "knockout_is_over"):
        pair_knockout_stage(actor=world.olga, now=NOW, section_id=section.pk)
    assert places(section) == {1: (1, 1), 3: (2, 2), 4: (3, 4), 7: (3, 4), 2: (5, 8), 5: (5, 8), 6: (5, 8), 8: (5, 8)}


def test_the_next_stage_waits_for_every_match_and_the_lot_of_the_first_board_turns_all_colours(world):
    section = world.section(format="knockout")  # without terms: game by game
    world.enter(section, *NAMES[:4])
    first = stage(world, section, drawn=Side.BLACK)
    assert seeds(first) == [(4, 1), (2, 3)]
    first_board, second_board = first.pairings.order_by("board")
    enter(world, first_board, "0-1")
    with refused(Conflict, "matches_undecided") as excinfo:
        stage(world, section)
    assert excinfo.value.detail["matches"] == [2]
    enter(world, second_board, "1-0")
    start_round(actor=world.chen, now=LATER, round_id=first.pk)
    close_round(actor=world.olga, now=LATER, round_id=first.pk)
    with refused(BadInput, "no_table"):
        finalise_table(actor=world.olga, now=LATER, section_id=section.pk)
    assert seeds(stage(world, section)) == [(1, 2)]


def test_with_six_the_first_two_go_through_without_play_and_need_no_board(world):
    section = knockout(world, 6)
    first = stage(world, section)
    assert seeds(first) == [(1, None), (5, 4), (2, None), (6, 3)]
    assert first.pairings.count() == 2
    win_all(world, first)
    start_round(actor=world.olga, now=LATER, round_id=first.pk)
    close_round(actor=world.olga, now=LATER, round_id=first.pk)
    assert seeds(stage(world, section)) == [(4, 1), (2, 3)]


def test_a_level_match_continues_with_games_at_another_time_control_until_it_is_decided(world):
    section = knockout(world, 2, games=2, control="90+30")
    round_ = stage(world, section)
    match = round_.matches.get()
    common = {"actor": world.olga, "now": LATER, "match_id": match.pk}
    with refused(Conflict, "match_not_level"):
        add_tiebreak_games(**common)
    for game in match.games.all():
        enter(world, game, "1/2-1/2")
    added = add_tiebreak_games(**common, games=2, control="15+10")
    assert [(pairing.leg, pairing.board, pairing.white.number) for pairing in added] == [(3, 3, 1), (4, 4, 2)]
    controls = [pairing.game.control for pairing in match.games.select_related("game").order_by("leg")]
    assert controls[0] == controls[1] != controls[2] == controls[3]
    enter(world, added[0], "1-0")
    assert bracket(section).stages[0][0].winner is None
    enter(world, added[1], "1-0")
    (last,) = add_tiebreak_games(**common, games=1)
    enter(world, last, "0-1")
    assert bracket(section).stages[0][0].winner == match.second_id


def test_the_arbiter_awards_a_match_with_a_reason(world):
    section = knockout(world, 2)
    round_ = stage(world, section)
    match = round_.matches.get()
    award = {"now": LATER, "match_id": match.pk, "registration_id": match.second_id, "reason": "lots"}
    enter(world, round_.pairings.get(), "1-0")
    with refused(Conflict, "match_decided"):
        award_match(actor=world.chen, **award)
    correct(world, round_.pairings.get(), "-/-")
    with refused(BadInput, "reason_missing"):
        award_match(actor=world.chen, **{**award, "reason": " "})
    with refused(BadInput, "no_such_registration"):
        award_match(actor=world.chen, **{**award, "registration_id": 0})
    with pytest.raises(NotFound):
        award_match(actor=world.chen, **{**award, "match_id": 0})
    Event.objects.update(published=True)
    before = version_of_section(section.pk)
    award_match(actor=world.chen, **award)
    assert version_of_section(section.pk) != before  # cached pages show another bracket
    assert bracket(section).places[match.second_id] == (1, 1)
    assert Log.objects.get(action="match.awarded").after["reason"] == "lots"


def test_other_sections_and_too_few_players_are_refused(world):
    with refused(BadInput, "not_a_knockout"):
        pair_knockout_stage(actor=world.olga, now=NOW, section_id=world.section().pk)
    with refused(BadInput, "too_few_players"):
        pair_knockout_stage(actor=world.olga, now=NOW, section_id=knockout(world, 1).pk)


def test_a_knockout_of_draughts_has_its_openings_drawn(world):
    section = knockout(world, 4, games=2, game="draughts", regime="draughts64")
    commit_draw(actor=world.olga, now=NOW, section_id=section.pk, table="idf-basic")
    round_ = stage(world, section)
    for match in round_.matches.all():
        for game in match.games.all():
            enter(world, game, "1/2-1/2")
        (further,) = add_tiebreak_games(actor=world.olga, now=LATER, match_id=match.pk, games=1)
        starts = set(match.games.values_list("game__start_position", "opening", "drawn"))
        assert starts == {(further.start_position, further.opening, 1)}
        assert further.opening


def test_a_stage_with_a_level_match_is_not_closed_so_that_games_can_still_be_added(world):
    section = knockout(world, 2)
    final = stage(world, section)
    start_round(actor=world.chen, now=LATER, round_id=final.pk)
    enter(world, final.pairings.get(), "1/2-1/2")
    with refused(Conflict, "matches_undecided"):
        close_round(actor=world.olga, now=LATER, round_id=final.pk)
    (added,) = add_tiebreak_games(actor=world.olga, now=LATER, match_id=final.matches.get().pk, games=1)
    enter(world, added, "1-0")
    close_round(actor=world.olga, now=LATER, round_id=final.pk)
    finalise_table(actor=world.olga, now=LATER, section_id=section.pk)


def correct(world, pairing: Pairing, result: str) -> Pairing:
    return correct_result(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result, reason="misread")


def reversed_result(pairing: Pairing) -> str:
    return "0-1" if pairing.result == "1-0" else "1-0"


def board(round_, number: int) -> Pairing:
    return round_.pairings.order_by("board")[number - 1]


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
    wrong = {"pairing_id": board(first, 1).pk, "result": "0-1", "reason": "wrong slip"}
    with refused(Conflict, "correction_not_late"):
        correct_for_rating(actor=world.chen, now=LATER, **wrong)
    old_game = final.pairings.get().game_id
    correct(world, board(first, 1), reversed_result(board(first, 1)))
    assert seeds(final) == [(4, 2)]
    new = final.pairings.get()
    assert Game.objects.get(pk=old_game).phase == "annulled"
    assert (new.game.phase, new.game.result, new.white.number) == ("pending", "", 4)
    point = RestorePoint.objects.filter(section=section).first()
    assert (point.before, point.round_number) == ("correction", 1)
    assert Log.objects.filter(action="knockout.replanned").count() == 1


def test_only_the_match_of_the_two_is_touched_and_others_play_on(world):
    _section, first, second = two_stages(world, 8)
    other = second.matches.get(number=2).games.get()
    enter(world, other, "1-0")
    correct(world, board(first, 1), reversed_result(board(first, 1)))
    assert seeds(second) == [(8, 4), (2, 3)]
    other.refresh_from_db()
    assert other.result == "1-0"


def test_winner_and_loser_change_places_between_the_final_and_the_match_for_third_place(world):
    _section, first, last = two_stages(world, third_place=True, publish=False)
    assert [sorted(pair) for pair in seeds(last)] == [[1, 2], [3, 4]]
    correct(world, board(first, 1), reversed_result(board(first, 1)))
    assert [sorted(pair) for pair in seeds(last)] == [[2, 4], [1, 3]]
    assert last.matches.get(number=2).for_third
    assert not last.pairings.exclude(game=None).exists(), "a draft has no games"


@pytest.mark.parametrize("manner", ["begun", "played"])
def test_once_the_next_match_has_begun_the_result_stands_and_the_rating_report_has_the_right_one(world, manner):
    section, first, final = two_stages(world, tracking="live")
    if manner == "begun":
        start_game(actor=world.chen, now=NOW, game_id=final.pairings.get().game_id)
    else:
        enter(world, final.pairings.get(), "1-0")
    wrong = board(first, 1)
    with refused(Conflict, "next_stage_begun") as excinfo:
        correct(world, wrong, reversed_result(wrong))
    assert "rating report" in str(excinfo.value.message)
    assert Pairing.objects.get(pk=wrong.pk).result == wrong.result
    assert not RestorePoint.objects.filter(section=section, before="correction").exists()
    correct_for_rating(actor=world.chen, now=LATER, pairing_id=wrong.pk, result=reversed_result(wrong), reason="slip")
    assert RatingCorrection.objects.get().result == reversed_result(wrong)


def test_a_correction_that_changes_no_winner_is_made_although_the_final_is_played(world):
    _section, first, final = two_stages(world, games=2)
    for pairing in final.pairings.all():
        enter(world, pairing, "1-0")
    pairing = first.matches.get(number=1).games.get(leg=2)
    correct(world, pairing, "1/2-1/2")  # they win by 1½ instead of by 2
    assert Pairing.objects.get(pk=pairing.pk).result == "1/2-1/2"


def test_a_match_that_is_level_again_goes_on_and_the_stage_after_it_waits(world):
    section, first, final = two_stages(world, games=2)
    start_round(actor=world.olga, now=NOW, round_id=first.pk)
    close_round(actor=world.olga, now=NOW, round_id=first.pk)
    match = first.matches.get(number=1)
    correct(world, match.games.get(leg=2), reversed_result(match.games.get(leg=2)))
    assert not section.rounds.filter(pk=final.pk).exists()
    first.refresh_from_db()
    assert (first.status, first.closed_at) == ("playing", None)
    added = add_tiebreak_games(actor=world.olga, now=LATER, match_id=match.pk)
    for game in added:
        enter(world, game, "1-0" if game.white.number == 4 else "0-1")
    assert seeds(stage(world, section)) == [(4, 2)]


def contents(round_) -> list[tuple[object, ...]]:
    return [
        (
            *(match.number, match.first_id, match.second_id, match.for_third),
            set(match.games.values_list("opening", "drawn")),
        )
        for match in round_.matches.order_by("number")
    ]


def test_the_restore_point_brings_the_matches_back_as_they_were(world):
    section, _first, final = two_stages(world, games=2, third_place=True)
    final.matches.get(number=1).games.update(opening="12-VII", drawn=1)
    before = contents(final)
    undo_last_round(actor=world.olga, now=LATER, section_id=section.pk, number=2)
    point = RestorePoint.objects.filter(section=section, before="undo").get()
    assert section.rounds.count() == 1
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    restored = section.rounds.get(number=2)
    assert contents(restored) == before
    assert [pairing.leg for pairing in restored.pairings.order_by("board")] == [1, 2, 1, 2]
    assert all(pairing.game.phase == "pending" for pairing in restored.pairings.select_related("game"))


def test_restored_games_begin_where_they_began_and_have_their_own_time_control(world):
    section = knockout(world, 2, games=1, control="90+30")
    round_ = stage(world, section)
    match = round_.matches.get()
    enter(world, match.games.get(), "1/2-1/2")
    (added,) = add_tiebreak_games(actor=world.olga, now=LATER, match_id=match.pk, games=1, control="5+3")
    control = added.game.control
    common = {"actor": world.olga, "now": LATER}
    undo_last_round(**common, section_id=section.pk, number=1, confirmed=True, reason="wrong hall")
    restore(**common, point_id=RestorePoint.objects.get(section=section, before="undo").pk)
    first, second = Pairing.objects.filter(round__section=section).select_related("game").order_by("leg")
    assert (first.result, second.result) == ("1/2-1/2", "")
    assert (second.game.control, second.match_id) == (control, first.match_id)
    assert bracket(section).stages[0][0].winner is None


DRAUGHTS = {"game": "draughts", "regime": "draughts64"}


def match_round_robin(world, *names: str, games: int = 2, score: str = "games", **fields: object):
    section = world.section(**fields)
    world.enter(section, *names)
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=games, score=score)
    for round_ in pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk):
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    return section


def points_of(section) -> list[tuple[str, str]]:
    return [(row.registration.player.family_name, row.points) for row in standings_of(section).rows]


def test_two_games_with_colours_changed_stand_at_boards_beside_each_other(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", "Capablanca", "Duras", **DRAUGHTS)
    assert section.rounds.count() == 3
    for match in Match.objects.filter(round__section=section):
        first, second = match.games.order_by("leg")
        assert (first.white_id, first.black_id) == (match.first_id, match.second_id)
        assert (second.white_id, second.black_id) == (match.second_id, match.first_id)
        assert second.board == first.board + 1 == 2 * match.number
        assert first.game_id and second.game_id and first.game_id != second.game_id
    met = {frozenset((match.first_id, match.second_id)) for match in Match.objects.all()}
    assert len(met) == Match.objects.count() == 6
    with refused(Conflict, "already_paired"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=4)


def test_the_sum_of_games_counts_every_game(world):
    section = match_round_robin(world, "Alekhine", "Botvinnik", "Capablanca")
    for pairing in Pairing.objects.select_related("white", "black"):
        # The player with the lower number wins with White and draws with Black.
        enter(world, pairing, "1-0" if pairing.white.number < pairing.black.number else "1/2-1/2")
    assert points_of(section) == [("Alekhine", "3"), ("Botvinnik", "2"), ("Capablanca", "1")]
    assert standings_of(section).rows[0].row.values[3].units == 2  # WIN: two games won


def test_a_match_forfeited_whole_is_a_forfeit_one_game_of_it_is_not(world):
    # In a round robin forfeits are games for C.07 (15.2); this section is not a round robin.
    section = world.section(format="free", tiebreaks=["WIN", "WON"])
    a, b = world.enter(section, "Alekhine", "Botvinnik")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, score="match")
    round_ = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(b.pk, a.pk)])
    assert list(round_.pairings.order_by("leg").values_list("white", "black")) == [(b.pk, a.pk), (a.pk, b.pk)]
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    first, second = Pairing.objects.order_by("leg")
    for pairing, result in ((first, "+/-"), (second, "-/+")):
        set_forfeit(actor=world.chen, now=LATER, pairing_id=pairing.pk, result=result, reason="not here")
    top = standings_of(section).rows[0]
    assert (top.points, [value.units for value in top.row.values]) == ("1", [1, 0])
    correct_result(actor=world.chen, now=LATER, pairing_id=second.pk, result="0-1", reason="it was played")
    top = standings_of(section).rows[0]
    assert (top.points, [value.units for value in top.row.values]) == ("1", [1, 1])


def test_discarding_the_drafts_takes_the_matches_away(world):
    section = world.section()
    world.enter(section, "Alekhine", "Botvinnik", "Capablanca")
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk)
    pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    discard_drafts(actor=world.olga, now=NOW, section_id=section.pk)
    assert not Match.objects.exists() and not Pairing.objects.exists()
    set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=4)
    assert MatchTerms.objects.get().games == 4


@pytest.mark.parametrize(("games", "score"), [(0, "games"), (13, "games"), (True, "games"), (2, "sum")])
def test_terms_that_make_no_sense_are_refused(world, games, score):
    section = world.section()
    with refused(BadInput, "bad_match_terms"):
        set_match_terms(actor=world.olga, now=NOW, section_id=section.pk, games=games, score=score)
