"""A section exported to TRF and imported is the same, and a half-played one is paired as its file is."""

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.services.record import ADJOURNED, record_results
from reports.selectors.tournament_report import trf_file
from reports.services.importing import TrfImport, import_trf
from tavleya.clocks.controls import parse_control, seconds_text
from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import state_before
from tavleya.formats.trf.proposal import propose_section
from tavleya.formats.trf.records import RawRecord
from tavleya.formats.trf.swiss_records import AccelerationRecord, ByesRecord, ForbiddenRecord
from tavleya.formats.trf.team_records import LineUpRecord, TeamForfeit, TeamRecord
from tests.tavleya.formats import samples
from tests.tournaments import team_events
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.swiss import (
    ask_bye,
    boards,
    chance,
    constrain,
    leave_mode,
    make_swiss,
    pair,
    play_round,
    publish,
    registration,
)
from tests.tournaments.team_events import line_up, make_teams
from tournaments.models.pairing import Pairing
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, RequestedBye
from tournaments.selectors.standings import standings_of
from tournaments.selectors.teams import team_standings
from tournaments.services.draft_edits import swap_colours
from tournaments.services.pairing_again import undo_last_round
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import withdraw_player
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_state import load_state
from tournaments.services.team_rounds import forfeit_match
from tournaments.systems.registry import told_by

pytestmark = pytest.mark.django_db


def reimport(world: World, section: Section, **fields: object) -> Section:
    """Import the file of a section into another section."""
    common: dict[str, Any] = {
        "format": section.format,
        "rounds_planned": section.rounds_planned,
        "tiebreaks": section.tiebreaks,
        "slug": f"{section.slug}-again",
        **fields,
    }
    copy = world.section(**common)
    values = {"section_id": copy.pk, "data": trf_file(section), "confirmed": ["trf_rounds_differ"]}
    import_trf(actor=world.olga, now=LATER, **values)
    copy.refresh_from_db()
    return copy


def table(section: Section) -> list[tuple[object, ...]]:
    rows = standings_of(section).rows
    return [(row.registration.number, row.row.rank, row.points, [v and v.text for v in row.values]) for row in rows]


def results(section: Section) -> set[tuple[object, ...]]:
    rows = Pairing.objects.filter(round__section=section).exclude(round__status="draft")
    return set(rows.values_list("round__number", "white__number", "black__number", "bye", "result"))


def swiss(world: World, players: int = 14, rounds: int = 3, **fields: object) -> Section:
    section = leave_mode(world, make_swiss(world, players, **fields))
    for number in range(1, rounds + 1):
        play_round(world, section, number, chance(number))
    section.refresh_from_db()
    return section


@pytest.mark.long
@pytest.mark.parametrize("fields", [{}, {"accelerated": True}, {"edition": "dutch-2017"}, {"slug": "white-up"}])
def test_a_swiss_comes_back_with_its_table_its_boards_and_its_next_round(world, fields):
    section = swiss(world, **fields)
    ask_bye(world, section, 3, 4)
    ask_bye(world, section, 6, 5, "zero")
    constrain(world, section, "apart", 1, 2, last_round=4)
    withdraw_player(actor=world.olga, now=NOW, registration_id=registration(section, 9).pk)
    copy = reimport(world, section)
    assert (copy.accelerated, copy.edition, copy.first_colour) == (
        section.accelerated, section.edition, section.first_colour
    )  # fmt: skip
    assert table(copy) == table(section)
    played = {result for result in results(section) if result[3] != "zero"}
    assert {result for result in results(copy) if result[3] != "zero"} == played
    assert load_state(copy, 4) == load_state(section, 4)
    assert boards(pair(world, copy, 4)) == boards(pair(world, section, 4))
    assert trf_file(Section.objects.get(pk=copy.pk)).count(b"\r\n001") == 14


@pytest.mark.long
def test_the_file_says_which_byes_points_and_pairs_there_are(world):
    section = swiss(world, accelerated=True, control="90+30")
    ask_bye(world, section, 3, 4)
    constrain(world, section, "apart", 4, 2)
    tournament = read(trf_file(section)).tournament
    assert tournament.byes[4, 3] == "H"
    assert [forbidden.ids for forbidden in tournament.of(ForbiddenRecord)] == [(2, 4)]
    # 14 players: GA is 8; of five rounds three are accelerated, two by a win and one by a draw (C.04.7, 1.2, 1.4).
    lines = [(row.first_round, row.first_id, row.last_id, row.game_points) for row in tournament.of(AccelerationRecord)]
    assert lines == [(1, 1, 8, 2), (2, 1, 8, 2), (3, 1, 8, 1)]
    assert (tournament.system, tournament.header("222")) == ("FIDE_DUTCH_2026_BAKU", "5400+30")
    old = read(trf_file(section, 16)).tournament  # for older programs in their own lines
    assert not old.of(ForbiddenRecord) and not old.of(ByesRecord) and not old.of(AccelerationRecord)
    assert state_before(old, 4) == state_before(tournament, 4)


def test_points_laid_down_by_hand_go_out_and_come_back(world):
    section = make_swiss(world, 8)
    for number in (1, 2, 5):
        registration_ = registration(section, number)
        registration_.virtual_points = [2, 1]
        registration_.save()
    for number in (1, 2):
        play_round(world, section, number, chance(number))
    copy = reimport(world, section)
    assert [registration_.virtual_points for registration_ in copy.registrations.order_by("number")] == [
        [2, 1], [2, 1], [], [], [2, 1], [], [], []
    ]  # fmt: skip
    assert load_state(copy, 3) == load_state(section, 3)


def test_manual_changes_are_reported_in_comments(world):
    section = leave_mode(world, make_swiss(world, 6))
    round_ = pair(world, section, 1)
    first = round_.pairings.order_by("board").first()
    common = {"actor": world.olga, "now": LATER}
    swap_colours(**common, pairing_id=first.pk, version=round_.provenance.version, despite="lots drawn anew")
    publish(world, round_, "differs_from_rules")
    common["section_id"] = section.pk
    edit_section(**common, changes={"rounds_planned": 4}, confirmed=["rounds_planned"])
    undo_last_round(**common, number=1, reason="fire")
    pair(world, section, 1)
    texts = [record.text for record in read(trf_file(section)).tournament.of(RawRecord)]
    assert any("Configuration @ Round 1: rounds 5 => 4" in text for text in texts)
    assert any("PIBE @ Round 1: undone" in text for text in texts)
    assert any("restore points" in text for text in texts)
    assert not any("fire" in text or "olga" in text for text in texts)


def test_an_adjourned_game_is_a_question_mark_both_ways(world):
    section = make_swiss(world, 4)
    round_ = publish(world, pair(world, section, 1))
    first, second = round_.pairings.order_by("board")
    record_results(actor=world.olga, now=LATER, results={first.game_id: ADJOURNED, second.game_id: "1-0"})
    text = trf_file(section).decode()
    assert text.count("?") == 2
    copy = reimport(world, section)
    round_ = copy.rounds.get(number=1)
    assert (round_.status, round_.pairings.get(game__phase="adjourned").result) == ("playing", "")
    assert load_state(copy, 2) == load_state(section, 2)


@pytest.mark.parametrize("system", ["keizer", "free", "knockout", "simul"])
def test_every_system_is_named(world, system):
    tournament = trf_file(world.section(format=system)).decode()
    assert f"192 CUSTOM_{system.upper()}" in tournament and "\r\n092 " in tournament


def team_table(section: Section) -> list[tuple[object, ...]]:
    view = team_standings(Section.objects.get(pk=section.pk))
    return [
        (row.team.name, row.row.rank, row.match_points, row.game_points, [v and v.text for v in row.row.values])
        for row in view.rows
    ]


def test_teams_come_back_with_their_matches_line_ups_and_table(world):
    section = make_teams(world, 4, 3)
    rounds = team_events.pair(world, section)
    first = rounds[0].team_matches.order_by("number").first()
    line_up(world, section, first, first.first.number, (1, 3))
    away = rounds[0].team_matches.order_by("number")[1]
    line_up(world, section, away, away.second.number, (1, None))
    lost = rounds[1].team_matches.order_by("number").first()
    forfeit_match(actor=world.olga, now=NOW, match_id=lost.pk, lost_by="first", reason="no-show")
    for number, round_ in enumerate(rounds[:2], start=1):
        team_events.publish(world, round_)
        team_events.play(world, round_, chance(number))
    tournament = read(trf_file(section)).tournament
    assert [record.name for record in tournament.of(TeamRecord)] == ["Team 1", "Team 2", "Team 3", "Team 4"]
    line_ups = {(record.round, record.team) for record in tournament.of(LineUpRecord)}
    assert line_ups == {(1, first.first.number), (1, away.second.number)}
    assert [(record.kind, record.round) for record in tournament.of(TeamForfeit)] == [("-+", 2)]
    copy = reimport(world, section, options={"boards": 4})
    assert copy.options["boards"] == 2
    assert team_table(copy) == team_table(section)
    before, after = ({row[:3] + row[4:] for row in results(each)} for each in (section, copy))
    assert after == before
    assert trf_file(copy).count(b"\r\n300") == 2


def test_the_team_file_of_an_odd_event_has_its_free_days(world):
    section = make_teams(world, 3, 2)
    for number, round_ in enumerate(team_events.pair(world, section), start=1):
        team_events.publish(world, round_)
        team_events.play(world, round_, chance(number))
    assert team_table(reimport(world, section)) == team_table(section)


def test_another_game_is_proposed_again(world):
    section = world.section(format="swiss", game="draughts", regime="draughts64", rounds_planned=5)
    world.enter(section, "A", "B")
    proposal = propose_section(read(trf_file(section)).tournament, told_by)
    assert (proposal.game, proposal.format, proposal.rounds) == ("draughts", "swiss", 5)


def test_points_laid_down_by_hand_give_way_to_the_baku_method(world):
    section = make_swiss(world, 8)
    registration_ = registration(section, 1)
    registration_.virtual_points = [2, 2]
    registration_.save()
    edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"accelerated": True})
    section.refresh_from_db()
    assert registration(section, 1).virtual_points == []
    assert len(read(trf_file(section)).tournament.of(AccelerationRecord)) == 3


def test_games_of_less_than_a_move_go_out_as_their_letters_and_come_back(world):
    section = make_swiss(world, 6)
    unrated = iter(("W-L", "D-D", "L-W"))
    play_round(world, section, 1, lambda pairing: next(unrated))
    marks = [line.split()[-1] for line in trf_file(section).decode().splitlines() if line.startswith("001")]
    assert sorted(marks) == ["D", "D", "L", "L", "W", "W"]
    copy = reimport(world, section)
    assert results(copy) == results(section)
    assert table(copy) == table(section)
    assert load_state(copy, 2) == load_state(section, 2)


def import_section(world: World, data: bytes, **fields: object) -> tuple[Section, TrfImport]:
    planned = read(data).tournament.rounds_planned or 9
    section = world.section(**{"format": "swiss", "rounds_planned": planned, **fields})
    done = world.do(import_trf, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"])
    section.refresh_from_db()
    return section, done


def paired_by_command(data: bytes, tmp_path: Path) -> list[tuple[int, int]]:
    path, out = tmp_path / "cut.trf", StringIO()
    path.write_bytes(data)
    call_command("pair", str(path), stdout=out, stderr=StringIO())
    _, *lines = out.getvalue().split("\n")
    pairs = [tuple(map(int, line.split())) for line in lines if line]
    return [(first, second) for first, second in pairs]


def paired_by_service(world: World, section: Section) -> list[tuple[int, int]]:
    number = section.rounds.count() + 1
    round_ = world.do(pair_next_round, section_id=section.pk, number=number, first_colour="white")
    free = round_.pairings.filter(bye=Bye.PAIRING_ALLOCATED).values_list("white__number", flat=True)
    return [*boards(round_), *((number, 0) for number in free)]


def import_and_compare(world: World, data: bytes, tmp_path: Path) -> Section:
    """Import the file; assert that the state for pairing and the paired round are those of the file."""
    section, _ = import_section(world, data)
    tournament = read(data).tournament
    number = tournament.rounds_recorded + 1
    own_state, file_state = load_state(section, number), state_before(tournament, number)
    assert [(player.number, player.rounds, _bare(player.virtual, number)) for player in own_state.players] == [
        (player.number, player.rounds, _bare(player.virtual, number)) for player in file_state.players
    ]
    assert (own_state.absent, own_state.forbidden, own_state.initial_colour) == (
        file_state.absent, file_state.forbidden, file_state.initial_colour
    )  # fmt: skip
    assert paired_by_service(world, section) == paired_by_command(data, tmp_path)
    return section


def _bare(virtual: tuple[int, ...], rounds: int) -> tuple[int, ...]:
    filled = (*virtual, *(0,) * rounds)
    return filled[:rounds]


CUTS = [
    ("rtg_018", 3), ("rtg_025", 2), ("rtg_057", 4), ("rtg_082", 6), ("rtg_104", 1), ("rtg_133", 4), ("rtg_144", 7),
    ("rtg_091", 8), ("rtg_129", 0),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("name", "rounds"), CUTS)
def test_the_next_round_is_that_of_the_command(world, tmp_path, name, rounds):
    import_and_compare(world, samples.cut(samples.swiss(name), rounds), tmp_path)


def test_byes_ahead_are_kept_for_their_rounds(world, tmp_path):
    data = samples.cut(samples.swiss("rtg_057"), 3, "240 H 004    2    5", "240 F 005    1", "240 Z 006    3", "XXZ 7")
    section = import_and_compare(world, data, tmp_path)
    requested_byes = RequestedBye.objects.order_by("round_number", "registration__number")
    assert list(requested_byes.values_list("round_number", "registration__number", "kind")) == [
        (4, 2, "half"), (4, 5, "half"), (4, 7, "zero"), (5, 1, "full"), (6, 3, "zero"),
    ]  # fmt: skip
    round_ = Round.objects.get(section=section, number=4)
    pairings = round_.pairings.exclude(bye="").exclude(bye=Bye.PAIRING_ALLOCATED)
    assert sorted(pairings.values_list("white__number", "bye")) == [(2, "half"), (5, "half"), (7, "zero")]


def test_pairs_are_kept_apart_in_their_rounds(world, tmp_path):
    plain = samples.cut(samples.swiss("rtg_025"), 2)
    first = paired_by_command(plain, tmp_path)[0]
    data = samples.cut(samples.swiss("rtg_025"), 2, f"260   3   4 {first[0]:>4} {first[1]:>4}", "XXP 20 21 22")
    section = import_and_compare(world, data, tmp_path)
    rules = PairConstraint.objects.filter(section=section)
    assert set(rules.values_list("first_round", "last_round")) == {(3, 4), (1, None)}
    assert rules.count() == 4
    assert first not in boards(Round.objects.get(section=section, number=3))


def test_rules_for_one_pair_are_joined_or_reported(world):
    lines = ("260   3   4    1    2", "260   5   5    1    2", "260   3   3    3    4", "260   5   6    3    4")
    section, done = import_section(world, samples.cut(samples.swiss("rtg_025"), 2, *lines))
    assert set(PairConstraint.objects.filter(section=section).values_list("first_round", "last_round")) == {
        (3, 5), (3, 3)
    }  # fmt: skip
    problems = [adjustment for adjustment in done.adjustments if adjustment.message.code == "trf_pair_twice"]
    assert len(problems) == 1 and problems[0].line


def test_the_points_of_the_baku_method_are_the_sections_own(world, tmp_path):
    # 25 players: GA is 14; of six rounds three are accelerated, two of them by a whole point.
    lines = ("250       1.0   1   2    1   14", "250       0.5   3   3    1   14")
    section = import_and_compare(world, samples.cut(samples.swiss("rtg_025"), 2, *lines), tmp_path)
    assert section.accelerated and not any(entrant.virtual_points for entrant in section.registrations.all())


@pytest.mark.parametrize(
    "lines",
    [
        ("250       1.0   1   3    1    8",),
        ("XXA    1  1.0  1.0  1.0", "XXA    2  0.5  0.5  0.5", "XXA   12  0.5  0.5  0.5"),
    ],
)
def test_other_accelerated_points_are_kept_player_by_player(world, tmp_path, lines):
    section = import_and_compare(world, samples.cut(samples.swiss("rtg_025"), 2, *lines), tmp_path)
    assert not section.accelerated
    assert section.registrations.get(number=1).virtual_points == [2, 2, 2]
    plain, _ = import_section(world, samples.cut(samples.swiss("rtg_025"), 2))
    assert boards(section.rounds.get(number=3)) != [board for board in paired_by_service(world, plain) if board[1]]


def with_type_code(data: bytes, code: str) -> bytes:
    """Return the file with another encoded type."""
    lines = [f"192 {code}" if line.startswith("192") else line for line in data.decode().splitlines()]
    return "\r\n".join(lines).encode()


def test_baku_named_by_the_encoded_type_alone_counts_for_both(world, tmp_path):
    data = with_type_code(samples.cut(samples.swiss("rtg_025"), 2), "FIDE_DUTCH_2026_BAKU")
    section, _ = import_section(world, data)
    assert section.accelerated
    paired = paired_by_service(world, section)
    assert paired == paired_by_command(data, tmp_path)
    assert paired != paired_by_command(with_type_code(data, "FIDE_DUTCH_2026"), tmp_path)


def test_the_rules_are_those_that_the_file_names(world):
    plain = samples.cut(samples.swiss("rtg_057"), 3)
    assert import_section(world, with_type_code(plain, "FIDE_DUTCH_2017"))[0].edition == "dutch-2017"
    assert import_section(world, with_type_code(plain, "FIDE_BURSTEIN"))[0].edition == "burstein-2026"
    section, done = import_section(world, with_type_code(plain, "CUSTOM_SWISS"))
    assert section.edition == "dutch-2026"
    problems = [adjustment for adjustment in done.adjustments if adjustment.message.code == "trf_other_system"]
    assert len(problems) == 1 and problems[0].line


def test_time_control_dates_and_planned_rounds_come_with_the_file(world):
    data = samples.cut(samples.swiss("rtg_104"), 1, "222 40/6000+30:900+30", "042 2026/03/01", "052 2026/03/07")
    section, _ = import_section(world, data)
    assert seconds_text(parse_control(section.control)) == "40/6000+30:900+30"
    pairing = section.rounds.get(number=1).pairings.exclude(game=None).first()
    assert pairing is not None and pairing.game is not None and pairing.game.control == section.control
    world.event.refresh_from_db()
    assert (str(world.event.starts_on), str(world.event.ends_on)) == ("2026-03-01", "2026-03-07")
