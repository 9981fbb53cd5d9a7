"""A Swiss imported half-played is paired like the file itself."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.cache import caches
from django.core.management import call_command

from reports.services.importing import TrfImport, import_trf
from tavleya.clocks.controls import parse_control, seconds_text
from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import state_before
from tests.tavleya.formats.samples import cut, swiss
from tests.tournaments.conftest import World
from tests.tournaments.swiss import boards
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, RequestedBye
from tournaments.services.swiss import pair_next_round
from tournaments.services.swiss_state import load_state

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    caches["computed"].clear()
    return World()


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
    maps = [tuple(map(int, line.split())) for line in lines if line]
    return [(first, second) for first, second in maps]


def paired_by_service(world: World, section: Section) -> list[tuple[int, int]]:
    number = section.rounds.count() + 1
    row = world.do(pair_next_round, section_id=section.pk, number=number, first_colour="white")
    bye = row.pairings.filter(bye=Bye.PAIRING_ALLOCATED).values_list("white__number", flat=True)
    return [*boards(row), *((value, 0) for value in bye)]


def same(world: World, data: bytes, tmp_path: Path) -> Section:
    """The state that pairing goes by and the round itself are those of the file."""
    section, _ = import_section(world, data)
    tournament = read(data).tournament
    number = tournament.rounds_recorded + 1
    swiss_state, opponent = load_state(section, number), state_before(tournament, number)
    assert [(player.number, player.rounds, _bare(player.virtual, number)) for player in swiss_state.players] == [
        (player.number, player.rounds, _bare(player.virtual, number)) for player in opponent.players
    ]
    assert (swiss_state.absent, swiss_state.forbidden, swiss_state.initial_colour) == (
        opponent.absent, opponent.forbidden, opponent.initial_colour
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
    same(world, cut(swiss(name), rounds), tmp_path)


def test_byes_ahead_are_kept_for_their_rounds(world, tmp_path):
    data = cut(swiss("rtg_057"), 3, "240 H 004    2    5", "240 F 005    1", "240 Z 006    3", "XXZ 7")
    section = same(world, data, tmp_path)
    requested_byes = RequestedBye.objects.order_by("round_number", "registration__number")
    assert list(requested_byes.values_list("round_number", "registration__number", "kind")) == [
        (4, 2, "half"), (4, 5, "half"), (4, 7, "zero"), (5, 1, "full"), (6, 3, "zero"),
    ]  # fmt: skip
    row = Round.objects.get(section=section, number=4)
    pairings = row.pairings.exclude(bye="").exclude(bye=Bye.PAIRING_ALLOCATED)
    assert sorted(pairings.values_list("white__number", "bye")) == [(2, "half"), (5, "half"), (7, "zero")]


def test_pairs_are_kept_apart_in_their_rounds(world, tmp_path):
    plain = cut(swiss("rtg_025"), 2)
    first = paired_by_command(plain, tmp_path)[0]
    data = cut(swiss("rtg_025"), 2, f"260   3   4 {first[0]:>4} {first[1]:>4}", "XXP 20 21 22")
    section = same(world, data, tmp_path)
    rules = PairConstraint.objects.filter(section=section)
    assert set(rules.values_list("first_round", "last_round")) == {(3, 4), (1, None)}
    assert rules.count() == 4
    assert first not in boards(Round.objects.get(section=section, number=3))


def test_rules_for_one_pair_are_joined_or_reported(world):
    lines = ("260   3   4    1    2", "260   5   5    1    2", "260   3   3    3    4", "260   5   6    3    4")
    section, done = import_section(world, cut(swiss("rtg_025"), 2, *lines))
    assert set(PairConstraint.objects.filter(section=section).values_list("first_round", "last_round")) == {
        (3, 5), (3, 3)
    }  # fmt: skip
    problems = [adjustment for adjustment in done.adjustments if adjustment.message.code == "trf_pair_twice"]
    assert len(problems) == 1 and problems[0].line


def test_the_points_of_the_baku_method_are_the_sections_own(world, tmp_path):
    # 25 players: GA is 14; of six rounds three are accelerated, two of them by a whole point.
    lines = ("250       1.0   1   2    1   14", "250       0.5   3   3    1   14")
    section = same(world, cut(swiss("rtg_025"), 2, *lines), tmp_path)
    assert section.accelerated and not any(one.virtual_points for one in section.registrations.all())


@pytest.mark.parametrize(
    "lines",
    [
        ("250       1.0   1   3    1    8",),
        ("XXA    1  1.0  1.0  1.0", "XXA    2  0.5  0.5  0.5", "XXA   12  0.5  0.5  0.5"),
    ],
)
def test_other_accelerated_points_are_kept_player_by_player(world, tmp_path, lines):
    section = same(world, cut(swiss("rtg_025"), 2, *lines), tmp_path)
    assert not section.accelerated
    assert section.registrations.get(number=1).virtual_points == [2, 2, 2]
    plain, _ = import_section(world, cut(swiss("rtg_025"), 2))
    assert boards(section.rounds.get(number=3)) != [two for two in paired_by_service(world, plain) if two[1]]


def with_type_code(data: bytes, code: str) -> bytes:
    """The file with another encoded type."""
    lines = [f"192 {code}" if line.startswith("192") else line for line in data.decode().splitlines()]
    return "\r\n".join(lines).encode()


def test_baku_named_by_the_encoded_type_alone_counts_for_both(world, tmp_path):
    data = with_type_code(cut(swiss("rtg_025"), 2), "FIDE_DUTCH_2026_BAKU")
    section, _ = import_section(world, data)
    assert section.accelerated
    paired = paired_by_service(world, section)
    assert paired == paired_by_command(data, tmp_path)
    assert paired != paired_by_command(with_type_code(data, "FIDE_DUTCH_2026"), tmp_path)


def test_the_rules_are_those_that_the_file_names(world):
    plain = cut(swiss("rtg_057"), 3)
    assert import_section(world, with_type_code(plain, "FIDE_DUTCH_2017"))[0].edition == "dutch-2017"
    assert import_section(world, with_type_code(plain, "FIDE_BURSTEIN"))[0].edition == "burstein-2026"
    section, done = import_section(world, with_type_code(plain, "CUSTOM_SWISS"))
    assert section.edition == "dutch-2026"
    problems = [item for item in done.adjustments if item.message.code == "trf_other_system"]
    assert len(problems) == 1 and problems[0].line


@pytest.mark.parametrize("name", ["rtg_104", "rtg_025", "rtg_057"])
def test_the_drawn_colour_is_read_off_the_first_round(world, name):
    data = cut(swiss(name), 1)
    tournament = read(data).tournament
    assert tournament.initial_colour is None
    first = tournament.players[1].rounds[0].side
    section, _ = import_section(world, data)
    assert first is not None and section.first_colour == first.value


def test_an_adjourned_game_counts_as_a_draw_until_it_is_over(world, tmp_path):
    data = cut(swiss("rtg_104"), 1)
    player_record = next(
        player_record for player_record in read(data).tournament.players.values() if player_record.rounds[0].mark == "1"
    )
    two = (player_record.number, player_record.rounds[0].opponent)
    lines = [
        f"{line[:98]}?{line[99:]}" if line[:3] == "001" and int(line[4:8]) in two else line
        for line in data.decode().splitlines()
    ]
    section = same(world, "\r\n".join(lines).encode(), tmp_path)
    row = section.rounds.get(number=1)
    assert row.status == "playing"
    assert row.pairings.get(game__phase="adjourned").result == ""


def test_time_control_dates_and_planned_rounds_come_with_the_file(world):
    data = cut(swiss("rtg_104"), 1, "222 40/6000+30:900+30", "042 2026/03/01", "052 2026/03/07")
    section, _ = import_section(world, data)
    assert seconds_text(parse_control(section.control)) == "40/6000+30:900+30"
    row = section.rounds.get(number=1).pairings.exclude(game=None).first()
    assert row is not None and row.game is not None and row.game.control == section.control
    world.event.refresh_from_db()
    assert (str(world.event.starts_on), str(world.event.ends_on)) == ("2026-03-01", "2026-03-07")


def test_a_time_control_in_unreadable_text_is_reported(world):
    _, done = import_section(world, cut(swiss("rtg_104"), 1, "122 as announced on the board"))
    problem = next(item for item in done.adjustments if item.message.code == "trf_time_control")
    assert problem.line
