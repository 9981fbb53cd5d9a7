"""The main job of a desk: players entered, rounds planned and paired by the tables or by hand, results, standings."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models.game import Game
from reports.selectors.tournament_report import trf_file, trf_of
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.formats.trf import read
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import make_swiss, play, publish
from tournaments.models.activity import Log
from tournaments.models.pairing import Pairing
from tournaments.models.round import TRANSITIONS, Round, RoundStatus
from tournaments.models.section import MOST_ROUNDS, Section
from tournaments.selectors.events import planned_rounds, players_by_name
from tournaments.selectors.persons import player_card
from tournaments.selectors.rounds import round_view
from tournaments.selectors.standings import crosstable_of, standings_of, standings_version
from tournaments.services.events import edit_event
from tournaments.services.final_table import finalise_table
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.players import add_player, edit_player
from tournaments.services.results import correct_result, enter_result, set_forfeit
from tournaments.services.rounds import (
    close_round,
    pair_by_hand,
    pair_round_robin,
    publish_round,
    record_bye,
    start_round,
)
from tournaments.services.schedule import plan_rounds
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import enter_player, withdraw_player
from tournaments.services.swiss import pair_next_round

pytestmark = pytest.mark.django_db


def result(world, pairing, code, **common):
    return enter_result(actor=world.hal, now=LATER, pairing_id=pairing.pk, result=code, **common)


def test_a_whole_schedule_is_made_as_drafts_and_opens_games_when_published(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    assert [round_.status for round_ in section.rounds.all()] == ["draft"] * 3
    assert Game.objects.count() == 0
    first = section.rounds.get(number=1)
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    pairings = list(first.pairings.order_by("board"))
    names = [(pairing.game.white_name, pairing.game.black_name) for pairing in pairings]
    assert names == [("Alekhine", "Duras"), ("Botvinnik", "Capablanca")]
    assert {pairing.game.phase for pairing in pairings} == {"pending"}


def test_a_result_is_entered_once_and_a_correction_of_it_is_a_new_registration(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1)
    before = standings_of(section)
    board = Pairing.objects.get()
    done = result(world, board, "1-0", expected_version=0)
    assert (done.result, done.version) == ("1-0", 1)
    after = standings_of(section)
    assert after.version > before.version
    first = after.rows[0]
    assert (first.place, first.registration.player.family_name, first.points) == ("1", "Alekhine", "1")
    assert standings_of(section) == after
    with refused(Conflict, "already_finished"):
        result(world, board, "0-1")
    correct = {"actor": world.ana, "now": LATER, "pairing_id": board.pk, "result": "1/2-1/2", "reason": "slip misread"}
    with refused(Conflict, "changed_meanwhile") as excinfo:
        correct_result(**correct, expected_version=0)
    assert dict(excinfo.value.detail) == {"result": "1-0", "version": 1, "expected": 0}
    correct_result(**correct, expected_version=1)
    board.refresh_from_db()
    assert (board.result, board.version) == ("1/2-1/2", 2)
    assert [entry.kind for entry in board.game.entries.order_by("seq")] == ["opened", "result", "correction"]
    assert {row.points for row in standings_of(section).rows} == {"½"}
    assert list(Log.objects.values_list("action", flat=True)[:2]) == ["result.corrected", "result.entered"]
    assert Log.objects.first().before["result"] == "1-0"


def test_a_forfeit_scores_and_shows_as_one(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", published=1)
    board = Pairing.objects.get(round__number=1)
    set_forfeit(actor=world.ana, now=LATER, pairing_id=board.pk, result="+/-", reason="no-show")
    table = crosstable_of(section)
    marks = {
        row.standing.registration.player.family_name: [cell.mark for cells in row.against for cell in cells]
        for row in table.rows
    }
    assert marks == {"Botvinnik": ["+"], "Capablanca": ["−"], "Alekhine": []}
    assert standings_of(section).rows[0].row.played == 0
    with refused(BadInput, "not_a_forfeit"):
        set_forfeit(actor=world.ana, now=LATER, pairing_id=board.pk, result="1-0", reason="")


@pytest.mark.parametrize("code", ["", "1:0", "2-0", "½-½"])
def test_an_unknown_result_is_refused(world, code):
    world.round_robin("Alekhine", "Botvinnik", published=1)
    with refused(BadInput, "unknown_result"):
        result(world, Pairing.objects.get(), code)
    assert Pairing.objects.get().result == ""


def test_rounds_are_published_in_order_and_take_results_then(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras")
    with refused(Conflict, "earlier_round_is_draft"):
        publish_round(actor=world.olga, now=NOW, round_id=section.rounds.get(number=2).pk)
    with refused(Conflict, "round_not_open"):
        result(world, Pairing.objects.filter(round__section=section).first(), "1-0")
    assert Game.objects.count() == 0


def test_a_round_closes_only_with_all_results(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", published=1)
    round_ = section.rounds.get(number=1)  # closed without having been started
    first, second = round_.pairings.order_by("board")
    result(world, first, "1-0")
    with pytest.raises(Conflict) as excinfo:
        close_round(actor=world.chen, now=LATER, round_id=round_.pk)
    assert (excinfo.value.code, excinfo.value.detail["boards"]) == ("results_missing", [2])
    result(world, second, "-/-")
    close_round(actor=world.chen, now=LATER, round_id=round_.pk)
    with refused(Conflict, "round_closed"):
        enter_result(actor=world.chen, now=LATER, pairing_id=first.pk, result="0-1")
    correct_result(actor=world.chen, now=LATER, pairing_id=first.pk, result="0-1", reason="wrong slip")
    assert Pairing.objects.get(pk=first.pk).result == "0-1"


def test_every_step_that_is_not_allowed_is_refused(world):
    section = world.round_robin("Alekhine", "Botvinnik")
    round_ = section.rounds.get()
    steps = {RoundStatus.PUBLISHED: publish_round, RoundStatus.PLAYING: start_round, RoundStatus.CLOSED: close_round}
    board = Pairing.objects.get()
    for status in RoundStatus:
        for to, step in steps.items():
            if to in TRANSITIONS[status]:
                continue
            with pytest.raises(Conflict) as excinfo:
                step(actor=world.olga, now=NOW, round_id=round_.pk)
            assert (excinfo.value.code, excinfo.value.detail["status"]) == ("round_status", status)
        if TRANSITIONS[status]:
            to = next(item for item in RoundStatus if item in TRANSITIONS[status])
            if to == RoundStatus.CLOSED:
                result(world, board, "1-0")
            steps[RoundStatus(to)](actor=world.olga, now=NOW, round_id=round_.pk)
    assert Round.objects.get().status == "closed"


def test_a_player_who_leaves_before_the_pairing_is_removed_and_too_few_or_other_formats_are_refused(world):
    section = world.section()
    registrations = world.enter(section, "Alekhine", "Botvinnik", "Capablanca", "Duras")
    for left in (3, 2):
        withdraw_player(actor=world.olga, now=NOW, registration_id=registrations[left].pk)
        assert section.registrations.count() == left
    withdraw_player(actor=world.olga, now=NOW, registration_id=registrations[1].pk)
    with refused(BadInput, "too_few_players"):
        pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
    with refused(BadInput, "not_a_round_robin"):
        pair_round_robin(actor=world.olga, now=NOW, section_id=world.section(format="free").pk)


def test_a_paired_round_robin_takes_no_new_players_and_keeps_games_of_those_who_leave(world):
    section = world.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", published=1)
    player = add_player(actor=world.olga, now=NOW, event_id=world.event.pk, family_name="Euwe")
    with refused(Conflict, "already_paired"):
        enter_player(actor=world.olga, now=NOW, section_id=section.pk, player_id=player.pk)
    registration = section.registrations.get(player__family_name="Duras")
    withdraw_player(actor=world.chen, now=LATER, registration_id=registration.pk, reason="ill")
    registration.refresh_from_db()
    assert registration.status == "withdrawn"
    assert len(standings_of(section).rows) == 4


def test_hand_pairing_seats_each_player_once_and_records_byes(world):
    section = world.section(format="free", tiebreaks=["BH", "SB"])
    a, b, c = world.enter(section, "Alekhine", "Botvinnik", "Capablanca")
    for boards, code in (
        ([(a.pk, a.pk)], "pairing_with_oneself"),
        ([(a.pk, b.pk), (b.pk, c.pk)], "seated_twice"),
        ([(a.pk, 0)], "no_such_registration"),
    ):
        with refused(BadInput, code):
            pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=boards)
    round_ = pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=[(a.pk, b.pk)])
    assert list(round_view(section, 1).free) == [c]
    record_bye(actor=world.olga, now=NOW, round_id=round_.pk, registration_id=c.pk, kind="half")
    with refused(Conflict, "seated_twice"):
        record_bye(actor=world.olga, now=NOW, round_id=round_.pk, registration_id=a.pk, kind="half")
    publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
    result(world, round_.pairings.get(board=1), "0-1")
    points = [(row.registration.pk, row.points) for row in standings_of(section).rows]
    assert points == [(b.pk, "1"), (c.pk, "½"), (a.pk, "0")]
    card = player_card(c)
    assert [(line.mark, line.score) for line in card.lines] == [("½", "½")]


def test_standings_after_a_round_leave_later_rounds_out_and_say_which_tiebreaks_cannot_be_used(world):
    names, tiebreaks = ("Alekhine", "Botvinnik", "Capablanca", "Duras"), ["BH", "ARO", "SB"]
    section = world.round_robin(*names, published=3, tiebreaks=tiebreaks)
    for pairing in Pairing.objects.filter(round__section=section):
        result(world, pairing, "1-0")
    assert sum(row.row.points for row in standings_of(section, after_round=1).rows) == 4
    codes = ["tiebreak_not_in_round_robin", "tiebreak_needs_ratings"]
    for _ in range(2):  # computed, then from the cache
        view = standings_of(section)
        assert sum(row.row.points for row in view.rows) == 12
        assert ([message.code for message in view.dropped], view.tiebreaks) == (codes, ("SB",))


def test_a_corrected_name_is_a_new_version_of_the_standings(world):
    section = world.round_robin("Alekhin", "Botvinnik", published=1)
    before = standings_version(section).number
    player = section.registrations.get(number=1).player
    edit_player(actor=world.olga, now=LATER, player_id=player.pk, changes={"family_name": "Alekhine"})
    view = standings_of(section)
    assert view.version > before
    assert {row.registration.player.family_name for row in view.rows} == {"Alekhine", "Botvinnik"}
    assert [player.pk for player in players_by_name(world.event.players.all(), "алехин")] == [player.pk]


def four(world: World, meetings: int, rounds: int | None = None) -> Section:
    section = world.section(format="free", options={"meetings": meetings}, rounds_planned=rounds, tiebreaks=["KS"])
    world.enter(section, *(f"{name} {section.slug}" for name in ("Alekhine", "Botvinnik", "Capablanca", "Duras")))
    return section


def by_hand(world: World, section: Section, *boards: tuple[int, int]) -> Round:
    keys = dict(section.registrations.values_list("number", "pk"))
    pairs = [(keys[white], keys[black]) for white, black in boards]
    return pair_by_hand(actor=world.olga, now=NOW, section_id=section.pk, boards=pairs)


def publish_refusal(world: World, round_: Round) -> str:
    with pytest.raises(Conflict) as excinfo:
        publish(world, round_)
    return excinfo.value.code


def test_two_players_who_have_met_are_not_paired_again(world: World) -> None:
    section, free = four(world, 1), four(world, 0)
    for round_ in (by_hand(world, each, (1, 2), (3, 4)) for each in (section, free)):
        publish(world, round_)
    assert publish_refusal(world, by_hand(world, section, (2, 1), (4, 3))) == "meetings_broken"
    assert trf_of(section).system == "FIDE_ROUNDROBIN"
    publish(world, by_hand(world, free, (1, 2), (3, 4)))
    with pytest.raises(BadInput):
        world.section(format="free", options={"meetings": 3})


def test_the_standings_are_final_when_all_have_met(world: World) -> None:
    section = four(world, 1, rounds=3)
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk}
    play(world, publish(world, by_hand(world, section, (1, 2), (3, 4))))
    play(world, publish(world, by_hand(world, section, (3, 1), (2, 4))))
    last = by_hand(world, section, (1, 4))
    assert publish_refusal(world, last) == "cannot_meet_all"
    play(world, publish(world, last, "cannot_meet_all"))
    with refused(Conflict, "not_all_met") as excinfo:
        finalise_table(**common)
    assert excinfo.value.detail["pairs"] == ["2–3"]
    edit_section(**common, changes={"rounds_planned": 4}, confirmed=["rounds_planned"])
    play(world, publish(world, by_hand(world, section, (2, 3))))
    assert finalise_table(**common).final_at == LATER
    assert standings_of(section).tiebreaks == ("KS",), "Koya is for round robins"


def test_the_exchange_of_the_last_two_rounds_of_the_first_cycle_is_a_choice(world: World) -> None:
    rounds_by_option = {}
    for exchange in (True, False):
        section = world.section(format="double_round_robin", options={"exchange_last": exchange})
        world.enter(section, *(f"P{number} {exchange}" for number in range(4)))
        pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk)
        rounds_by_option[exchange] = [
            {(board.white.number, board.black.number) for board in round_.pairings.select_related("white", "black")}
            for round_ in section.rounds.order_by("number")
        ]
    assert rounds_by_option[True][1:3] == rounds_by_option[False][2:0:-1]
    assert rounds_by_option[True][3:] == rounds_by_option[False][3:]


DAY = timedelta(days=1)
FIRST = NOW + DAY


@pytest.fixture
def swiss(world: World) -> Section:
    return make_swiss(world, 6, slug="swiss", rounds_planned=4)


def plan(world: World, section: Section, starts: dict[int, datetime | None]) -> Section:
    return plan_rounds(actor=world.olga, now=NOW, section_id=section.pk, starts=starts)


def start_times(section: Section) -> dict[int, datetime]:
    section.refresh_from_db()
    return {
        planned_round.number: planned_round.starts_at for planned_round in planned_rounds(section, section.rounds.all())
    }


def plan_refusal(world: World, section: Section, starts: dict[int, datetime | None]) -> DomainError:
    with pytest.raises(DomainError) as excinfo:
        plan(world, section, starts)
    return excinfo.value


def test_unpaired_rounds_have_a_start_time(world: World, swiss: Section) -> None:
    before = standings_version(swiss).key
    for _ in range(2):
        plan(world, swiss, {1: FIRST, 2: FIRST + DAY, 3: None, 4: FIRST + 3 * DAY})
    assert Log.objects.filter(action="rounds.scheduled").count() == 1, "the second call changes nothing"
    assert standings_version(Section.objects.get(pk=swiss.pk)).key != before, "pages get a new version"
    assert start_times(swiss) == {1: FIRST, 2: FIRST + DAY, 4: FIRST + 3 * DAY}
    plan(world, swiss, {4: None})
    assert start_times(swiss) == {1: FIRST, 2: FIRST + DAY}
    assert swiss.planned_starts == ["2026-11-21T12:00:00Z", "2026-11-22T12:00:00Z"]
    line = Log.objects.filter(action="rounds.scheduled").latest("pk")
    assert (line.before, line.after) == ({"starts": {"4": "2026-11-24T12:00:00Z"}}, {"starts": {"4": None}})


def test_a_round_begins_as_planned_unless_the_pairing_sets_another_time(world: World, swiss: Section) -> None:
    plan(world, swiss, {1: FIRST, 2: FIRST + DAY})
    common = {"actor": world.olga, "now": NOW, "section_id": swiss.pk}
    first = pair_next_round(**common, number=1, first_colour="white")
    assert isinstance(first, Round)
    assert first.starts_at == FIRST
    undo_last_round(**common, number=1)
    hour = timedelta(hours=1)
    first = pair_next_round(**common, number=1, first_colour="white", starts_at=FIRST + hour)
    assert isinstance(first, Round)
    assert first.starts_at == FIRST + hour
    # A draft is not public: the plan applies until it is published.
    assert start_times(swiss) == {1: FIRST, 2: FIRST + DAY}
    publish_round(actor=world.olga, now=NOW, round_id=first.pk)
    assert start_times(swiss) == {2: FIRST + DAY}


def test_the_plan_moves_rounds_that_are_there_until_they_are_closed(world: World, swiss: Section) -> None:
    draft = pair_next_round(actor=world.olga, now=NOW, section_id=swiss.pk, number=1, first_colour="white")
    assert isinstance(draft, Round)
    plan(world, swiss, {1: FIRST})
    draft.refresh_from_db()
    assert draft.starts_at == FIRST
    publish_round(actor=world.olga, now=NOW, round_id=draft.pk)
    plan(world, swiss, {1: FIRST + DAY})
    draft.refresh_from_db()
    assert draft.starts_at == FIRST + DAY
    Round.objects.filter(pk=draft.pk).update(status=RoundStatus.CLOSED)
    assert plan_refusal(world, swiss, {1: FIRST}).code == "round_closed"
    plan(world, swiss, {1: FIRST + DAY, 2: FIRST + 2 * DAY})
    assert start_times(swiss) == {2: FIRST + 2 * DAY}


def test_rounds_paired_one_after_another_begin_one_after_another(world: World, swiss: Section) -> None:
    error = plan_refusal(world, swiss, {1: FIRST, 2: FIRST})
    assert isinstance(error, BadInput)
    assert (error.code, error.detail["field"]) == ("rounds_out_of_order", "start_2")
    plan(world, swiss, {2: FIRST})
    assert plan_refusal(world, swiss, {1: FIRST + DAY}).code == "rounds_out_of_order"
    # A round of a round robin may be brought forward.
    plan(world, world.section(), {2: FIRST + DAY, 3: FIRST})
    assert plan_refusal(world, swiss, {5: FIRST + DAY}).code == "no_such_round_planned"
    assert plan_refusal(world, swiss, {0: FIRST}).code == "no_such_round_planned"


def test_a_section_without_a_number_of_rounds_has_as_many_as_there_can_be(world: World) -> None:
    section = world.section()
    plan(world, section, {MOST_ROUNDS: FIRST})
    section.refresh_from_db()
    assert len(section.planned_starts) == MOST_ROUNDS
    assert plan_refusal(world, section, {MOST_ROUNDS + 1: FIRST}).code == "no_such_round_planned"


def test_all_rounds_paired_at_once_begin_as_planned(world: World) -> None:
    section = world.section()
    world.enter(section, "Keres", "Euwe", "Tal", "Petrosian")
    plan(world, section, {number: FIRST + number * DAY for number in range(1, 8)})
    rounds = pair_round_robin(actor=world.olga, now=NOW, section_id=section.pk, starts=[FIRST])
    assert [round_.starts_at for round_ in rounds] == [FIRST, FIRST + 2 * DAY, FIRST + 3 * DAY]
    # The plan of the rounds beyond these is dropped.
    assert start_times(section) == {1: FIRST, 2: FIRST + 2 * DAY, 3: FIRST + 3 * DAY}


def test_a_report_dates_rounds_by_the_clock_of_the_event(world: World, swiss: Section) -> None:
    edit_event(actor=world.olga, now=NOW, event_id=world.event.pk, changes={"time_zone": "Asia/Vladivostok"})
    late = datetime(2026, 11, 21, 9, 0, tzinfo=ZoneInfo("Asia/Vladivostok"))  # the day before by UTC
    plan(world, swiss, {1: late, 3: late + 2 * DAY})
    swiss = Section.objects.get(pk=swiss.pk)
    assert read(trf_file(swiss)).tournament.dates == ("26/11/21", "", "26/11/23")
