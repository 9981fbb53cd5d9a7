"""FIDE mode and those of other games: what the first pairing fixes, the one way out, and remarks of the report."""

from datetime import timedelta

import pytest

from games.services.record import ADJOURNED, record_results
from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.errors import BadInput, Conflict
from tests.refusals import refused
from tests.tavleya.formats.samples import file, player
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import chance, leave_mode, make_swiss, pair, play, play_round, publish, registration
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section
from tournaments.services import section_settings
from tournaments.services.restore_points import restore
from tournaments.services.restrictions import add_pair_constraint, remove_pair_constraint
from tournaments.services.results import correct_for_rating, correct_result, enter_result
from tournaments.services.section_settings import edit_section

pytestmark = pytest.mark.django_db


FIXED: list[tuple[str, object]] = [
    ("scoring", {"win": 6, "draw": 2, "pairing_bye": 6}),
    ("tiebreaks", ["BH", "SB"]),
    ("edition", "dutch-2017"),
    ("accelerated", True),
    ("rounds_planned", 7),
    ("correction_rounds", 1),
]


def edit(world: World, section: Section, confirmed: tuple[str, ...] = (), **changes: object) -> Section:
    return world.do(edit_section, LATER, section_id=section.pk, changes=changes, confirmed=confirmed)


def test_every_new_swiss_of_chess_is_in_fide_mode(world):
    section = make_swiss(world, 2)
    assert section.in_mode and section.mode.name == "FIDE mode"
    assert world.section(format="round_robin").mode is None


@pytest.mark.long
@pytest.mark.parametrize(("field", "value"), FIXED)
def test_in_fide_mode_the_first_pairing_fixes_what_the_handbook_wants_announced(world, field, value):
    section = make_swiss(world, 6)
    edit(world, section, **{field: value})
    edit(world, section, **{field: getattr(make_swiss(world, 2), field)})
    pair(world, section, 1)
    with pytest.raises(Conflict) as excinfo:
        edit(world, section, (field,), **{field: value})
    assert (excinfo.value.code, excinfo.value.detail["fields"]) == ("fixed_by_mode", [field])
    assert "### Configuration @" not in trf_file(section).decode()


def test_in_fide_mode_no_restriction_comes_or_goes_after_the_first_pairing(world):
    section = make_swiss(world, 6)
    common = {"actor": world.olga, "now": NOW, "section_id": section.pk, "kind": "apart"}
    first, second, third = (registration(section, number).pk for number in (1, 2, 3))
    rule = add_pair_constraint(**common, registration_id=first, other_id=second)
    pair(world, section, 1)
    with refused(Conflict, "fixed_by_mode"):
        add_pair_constraint(**common, registration_id=first, other_id=third, confirmed=True)
    with refused(Conflict, "fixed_by_mode"):
        remove_pair_constraint(actor=world.olga, now=NOW, rule_id=rule.pk, confirmed=True)


def test_in_fide_mode_only_the_last_two_rounds_can_be_corrected(world):
    with refused(BadInput, "too_many_corrections"):
        make_swiss(world, 2, correction_rounds=3)
    section = make_swiss(world, 2)
    with pytest.raises(BadInput):
        edit(world, section, correction_rounds=3)
    leave_mode(world, section)
    assert edit(world, section, correction_rounds=3).correction_rounds == 3


@pytest.mark.parametrize(
    ("confirmed", "typed"), [((), ""), (("leaving_mode",), ""), ((), "section-1"), (("leaving_mode",), "x")]
)
def test_the_mode_is_left_only_by_a_double_confirmation(world, confirmed, typed):
    section = make_swiss(world, 4)
    with pytest.raises(Conflict) as excinfo:
        world.do(section_settings.leave_mode, section_id=section.pk, confirmed=confirmed, typed=typed)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("leaving_mode", 4)
    assert Section.objects.get(pk=section.pk).in_mode


def test_leaving_the_mode_is_logged_reported_and_final(world):
    section = make_swiss(world, 6)
    play_round(world, section, 1)
    point = section.restore_points.order_by("pk").first()
    play_round(world, section, 2)
    leave_mode(world, section)
    assert Log.objects.first().action == "section.mode_left"
    assert "### FIDE mode exited @ Round 2\r\n" in trf_file(section).decode()
    with refused(Conflict, "no_mode"):
        leave_mode(world, section)
    with pytest.raises(BadInput):
        edit(world, section, regulated=True)
    restore(actor=world.olga, now=LATER, point_id=point.pk)
    assert Section.objects.get(pk=section.pk).left_mode
    assert "### FIDE mode exited @ Round 2\r\n" in trf_file(section).decode()


def test_outside_the_mode_the_rounds_are_checked_again_and_the_report_names_those_that_differ(world):
    section = leave_mode(world, make_swiss(world, 8))
    play_round(world, section, 1)
    with pytest.raises(Conflict) as excinfo:
        edit(world, section, accelerated=True)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("settled_by_pairing", 3)
    assert excinfo.value.detail["otherwise"] == [1]
    edit(world, section, ("accelerated",), accelerated=True)
    text = "### Configuration @ Round 1: Baku acceleration off => on; by this these rounds would be paired otherwise: 1"
    assert text in trf_file(section).decode()


def test_outside_the_mode_results_are_rescored_before_the_rounds_are_checked(world):
    section = leave_mode(world, make_swiss(world, 8))
    for number in (1, 2, 3):
        play_round(world, section, number, chance(100 + number))
    three_points = {"win": 6, "draw": 2, "pairing_bye": 6, "full_bye": 6, "half_bye": 2, "forfeit_win": 6}
    with pytest.raises(Conflict) as excinfo:
        edit(world, section, scoring=three_points)
    assert excinfo.value.detail["otherwise"] == [3]  # a win and a loss now give more than two draws
    with pytest.raises(Conflict) as excinfo:
        edit(world, section, scoring={"win": 4, "draw": 2, "pairing_bye": 4, "forfeit_win": 4, "half_bye": 2})
    assert excinfo.value.detail["otherwise"] == []


def test_a_round_that_becomes_the_last_is_checked_again(world):
    section = leave_mode(world, make_swiss(world, 8, rounds_planned=7))
    for number in (1, 2):
        play_round(world, section, number, lambda board: "1-0")
    # Two have won both games, each with White twice: only in the last round may they meet (C3).
    play_round(world, section, 3)
    otherwise = {}
    for planned in (3, 4):
        with pytest.raises(Conflict) as excinfo:
            edit(world, section, rounds_planned=planned)
        otherwise[planned] = excinfo.value.detail["otherwise"]
    assert otherwise == {3: [3], 4: []}


def test_a_report_says_whether_its_tournament_left_the_mode(world):
    report = file("012 A city open", player(1), player(2))
    left = file("012 A city open", "### FIDE mode exited @ Round 3", player(1), player(2))
    for data, expected in ((report, True), (left, False)):
        section = world.section(format="swiss", rounds_planned=5)
        import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
        section.refresh_from_db()
        assert section.in_mode is expected
    assert "### FIDE mode exited @ Round 3\r\n" in trf_file(section).decode()


@pytest.mark.parametrize(
    ("game", "regime", "fixed"),
    [("draughts", "draughts64", {"scoring", "tiebreaks", "edition"}), ("tavreli", "tavreli-1997", {"scoring"})],
)
def test_other_games_have_a_mode_by_their_own_regulations(world, game, regime, fixed):
    section = make_swiss(world, 6, game=game, regime=regime)
    assert section.in_mode
    pair(world, section, 1)
    refused_ = set()
    for field, value in FIXED:
        with pytest.raises(Conflict) as excinfo:
            edit(world, section, **{field: value})
        if excinfo.value.code == "fixed_by_mode":
            refused_.add(field)
        else:
            assert excinfo.value.code == "settled_by_pairing"
            edit(world, section, (field,), **{field: value})
    assert refused_ == fixed


MUCH_LATER = LATER + timedelta(days=1)


def correct(world: World, board: Pairing, result: str) -> None:
    values = {"pairing_id": board.pk, "result": result, "reason": "the slip was read wrongly"}
    correct_result(actor=world.chen, now=MUCH_LATER, **values)


def names(board: Pairing) -> str:
    return f"{board.white.number}-{board.black.number}"


def test_a_result_corrected_after_the_next_pairing_is_a_remark(world):
    section = make_swiss(world, 6)
    first = play_round(world, section, 1).pairings.get(board=1)
    following = publish(world, pair(world, section, 2))
    last = following.pairings.get(board=1)
    before = Pairing.objects.get(pk=first.pk).result
    correct(world, first, "0-0")
    play(world, following)
    correct(world, last, "0-0")  # no later round was paired by it
    written = trf_file(section).decode()
    assert f"### Correction @ Round 1: {names(first)}: {before} => 0-0\r\n" in written
    assert "### Correction @ Round 2" not in written


def test_a_correction_for_the_rating_report_says_that_the_line_differs(world):
    section = make_swiss(world, 8)
    first = play_round(world, section, 1).pairings.get(board=1)
    for number in (2, 3):
        play_round(world, section, number)
    before = Pairing.objects.get(pk=first.pk).result
    correct_for_rating(actor=world.chen, now=MUCH_LATER, pairing_id=first.pk, result="0-0", reason="late")
    assert (
        f"### Rating report @ Round 1: {names(first)}: {before} => 0-0; the line of the player keeps the result"
        in trf_file(section).decode()
    )


def adjourned(world: World) -> Pairing:
    """Return adjourned board 1 of round 1, which counted as a draw when round 2 was paired."""
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    first, second = round_.pairings.order_by("board")
    record_results(actor=world.olga, now=LATER, results={first.game_id: ADJOURNED, second.game_id: "1-0"})
    pair(world, section, 2)
    return Pairing.objects.get(pk=first.pk)


def test_a_decided_adjourned_game_that_was_paired_as_a_draw_is_confirmed_and_reported(world):
    board = adjourned(world)
    common = {"actor": world.olga, "now": LATER, "pairing_id": board.pk, "result": "1-0"}
    with pytest.raises(Conflict) as excinfo:
        enter_result(**common)
    assert (excinfo.value.code, excinfo.value.detail["level"]) == ("adjourned_not_drawn", 3)
    enter_result(**common, confirmed=["adjourned_not_drawn"])
    written = trf_file(board.round.section).decode()
    assert f"### Adjournment @ Round 1: {names(board)}: 1/2-1/2 => 1-0\r\n" in written
    drawn = adjourned(world)  # nothing to confirm or to report
    enter_result(actor=world.olga, now=LATER, pairing_id=drawn.pk, result="1/2-1/2")
    assert "### Adjournment" not in trf_file(drawn.round.section).decode()
