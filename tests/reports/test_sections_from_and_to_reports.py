"""A section from a TRF and back: everything or nothing, with a list of adjustments."""

from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.errors import Conflict, ImportRefused
from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.registry import tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tests.tavleya.formats.samples import DATA, EVERY_RECORD, EXERCISE, file, player
from tests.tournaments.conftest import NOW, World, raises_code
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    caches["computed"].clear()  # keys of standings are keys of rows, which tests use again
    return World()


def section(world: World, data: bytes, **fields: object) -> Section:
    created = world.section(**{"format": "free", **fields})
    import_trf(actor=world.olga, now=NOW, section_id=created.pk, data=data)
    created.refresh_from_db()
    return created


def rounds_of(data: bytes) -> dict[int, tuple]:
    return {one.number: one.rounds for one in read(data).tournament.players.values()}


@pytest.mark.parametrize("path", [EXERCISE, DATA / "swiss" / "rtg_057_n10_r7.trf"], ids=lambda p: p.stem)
def test_a_tournament_comes_out_as_it_went_in(world, path: Path):
    created = section(world, path.read_bytes())
    second = trf_file(created)
    assert rounds_of(second) == rounds_of(path.read_bytes())
    before, after = read(path.read_bytes()).tournament, read(second).tournament
    for number, player_record in before.players.items():
        other = after.players[number]
        assert (other.rating, other.points) == (player_record.rating, player_record.points)
    assert after.rounds_planned == before.rounds_planned
    assert read(second).adjustments == ()


def test_standings_of_the_section_are_those_of_the_file(world):
    data = EXERCISE.read_bytes()
    created = section(world, data, tiebreaks=["BH/C1", "BH", "SB", "ARO"])
    rows = standings_of(created).rows
    table = table_of(read(data).tournament)
    expected = compute_standings(table, tiebreaks(["BH/C1", "BH", "SB", "ARO"])).rows
    assert [(row.registration.number, row.row.rank, [v.text for v in row.values]) for row in rows] == [
        (row.participant, row.rank, [v.text for v in row.values]) for row in expected
    ]


def test_the_report_counts_and_names_adjustments(world):
    section = world.section(format="free")
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=EVERY_RECORD.encode("cp1251"))
    assert done.plain() == {"players": 4, "rounds": 2, "boards": 4, "byes": 0, "teams": 0}
    codes = [adjustment.message.code for adjustment in done.adjustments]
    assert codes[0] == "guessed_encoding"
    assert {"trf_record_left_out", "trf_bye_ahead"} <= set(codes)
    stored = {
        adjustment.message.params["code"]
        for adjustment in done.adjustments
        if adjustment.message.code == "trf_record_left_out"
    }
    assert {"250", "260", "310"} <= stored and not {"RUS", "DDD", "ABC"} & stored
    section.refresh_from_db()
    # An unknown line comes back unchanged, for officials alone: it may name people.
    (line,) = [line for line in EVERY_RECORD.splitlines() if line.startswith("ABC")]
    assert line.encode() in trf_file(section, births=True).splitlines()
    assert b"ABC" not in trf_file(section)
    first = section.registrations.get(number=1)
    assert (section.rating_method, first.rating, first.rating_source) == ("HBFN", 2510, "RUS")
    messages = {adjustment.message.code for adjustment in done.adjustments if adjustment.line is None}
    assert messages <= {"guessed_encoding", "trf_player_count", "trf_other_scoring"}
    section.refresh_from_db()
    assert section.rounds_planned == 2
    assert Player.objects.get(fide_id=14101012).full_name == "Петренко Олена"
    first = section.rounds.get(number=1)
    assert (first.played_on.isoformat(), first.status) == ("2026-11-01", "closed")


@pytest.mark.parametrize(
    "name", ["Praggnanandhaa R", "Abdul-Rahman bin Mohd Al-Amin Zaki", "Петренко Олена", "Иванов, Иван Иванович"]
)
def test_a_name_comes_out_as_the_report_has_it(world, name):
    created = section(world, file(player(1, name=name[:33]), player(2)))
    assert read(trf_file(created)).tournament.players[1].name == name[:33]


def test_two_lines_with_one_name_are_two_people(world):
    lee, olga = ("Lee, A", "Lee, O")
    lines = (player(1, name=lee), player(2, name=lee), player(3, name=olga), player(4, name=lee))
    created = world.section(format="free")
    done = import_trf(actor=world.olga, now=NOW, section_id=created.pk, data=file(*lines))
    same = [problem.line for problem in done.adjustments if problem.message.code == "trf_same_name"]
    assert same == [3, 5]
    section(world, file(*lines))
    assert Player.objects.count() == 4 and Registration.objects.count() == 8
    assert sorted(Player.objects.filter(family_name="Lee").values_list("namesake", flat=True)) == [0, 0, 1, 2]


def test_a_namesake_with_another_fide_number_is_new_and_the_numbered_line_keeps_its_player(world):
    numbered = player(2, name="Lee, A").replace(" " * 13 + "2000/01/01", "   24101010  2000/01/01".rjust(23))
    section(world, file(player(1, name="Kim, B"), numbered))
    (lee,) = Player.objects.filter(family_name="Lee")
    assert lee.fide_id == 24101010
    created = section(world, file(player(1, name="Lee, A"), numbered))
    first, second = created.registrations.order_by("number")
    assert second.player == lee and first.player.namesake == 1 and first.player.fide_id is None


def test_players_of_the_event_are_found_again(world):
    data = file(player(1, name="Carlsen, Magnus"), player(2, name="Caruana, Fabiano"))
    section(world, data)
    section(world, data)
    assert Player.objects.count() == 2 and Registration.objects.count() == 4


def test_a_round_without_all_results_is_still_played(world):
    created = section(world, file(player(1, "   2 w  "), player(2, "   1 b  ")))
    row = created.rounds.get()
    assert row.status == "playing" and row.pairings.get().result == ""


def test_points_of_the_file_count_where_the_section_has_none(world):
    lines = ("162  W 3.0    D 1.0", player(1, "   2 w 1").replace("0.0", "3.0"), player(2, "   1 b 0"))
    created = section(world, file(*lines))
    assert created.points.win == 6
    assert b"162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0" in trf_file(created)


@pytest.mark.parametrize(
    ("lines", "fields"),
    [
        ([player(1, "   2 w 1"), player(2, "   1 b 1")], {}),
        ([player(1).replace("m    ", "m  1 ")], {}),
        ([player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "0000 - H")], {"format": "round_robin"}),
    ],
)
def test_a_bad_file_leaves_nothing_behind(world, lines, fields):
    with raises_code(ImportRefused, "trf_refused") as excinfo:
        section(world, file(*lines), **fields)
    assert excinfo.value.problems[0].line
    assert not Player.objects.exists() and not Round.objects.exists() and not Pairing.objects.exists()


def test_a_report_is_imported_only_into_an_empty_section(world):
    section = world.section(format="free")
    data = EXERCISE.read_bytes()
    import_trf(actor=world.chen, now=NOW, section_id=section.pk, data=data)
    with raises_code(Conflict, "section_not_empty"):
        import_trf(actor=world.chen, now=NOW, section_id=section.pk, data=data)


def test_a_round_robin_run_here_is_written_as_one(world):
    round_robin = world.round_robin("Aronov", "Borisova", "Coen", published=3)
    tournament = read(trf_file(round_robin)).tournament
    assert tournament.round_robin and tournament.rounds_planned == 3
    assert [record.name for record in tournament.players.values()] == ["Aronov", "Borisova", "Coen"]
    assert "162" not in {record.code for record in tournament.records}


def test_the_file_twin_is_public_with_its_section(world, client):
    created = section(world, EXERCISE.read_bytes(), slug="open")
    address = f"/events/{world.event.slug}/{created.slug}.trf"
    assert client.get(address).status_code == 404
    type(world.event).objects.update(published=True)
    answer = client.get(address)
    assert answer.status_code == 200 and answer.content == trf_file(created)
    assert answer["Content-Disposition"].endswith('-open.trf"')
    assert client.get(address, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    old = client.get(address + "?edition=16").content
    assert b"\r\nXXR 5\r\n" in old and b"\r\n142 " not in old
    assert client.get(address + "?edition=7").status_code == 404


def test_there_is_a_file_for_checkers_that_know_no_editions_of_the_system(world, client):
    section = world.section(format="swiss", rounds_planned=9, slug="open")
    data = (DATA / "swiss" / "rtg_065_n8_r5.trf").read_bytes()
    import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    type(world.event).objects.update(published=True)
    address = f"/events/{world.event.slug}/{section.slug}.trf"
    usual, older = client.get(address).content, client.get(address + "?for=checkers").content
    assert b"\r\n192 FIDE_DUTCH_2026\r\n" in usual
    assert older == usual.replace(b"FIDE_DUTCH_2026", b"FIDE_DUTCH")
    assert client.get(address + "?for=others").status_code == 404


def test_the_queries_do_not_grow_with_the_players(world):
    counted = []
    for name in ("rtg_065_n8_r5", "rtg_092_n40_r5"):
        section = world.section(format="swiss", rounds_planned=5)
        data = (DATA / "swiss" / f"{name}.trf").read_bytes()
        with CaptureQueriesContext(connection) as seen:
            import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
        counted.append(len(seen))
    # SQLite takes fewer rows at a time than the larger one has.
    assert counted[1] - counted[0] < 20 and counted[1] < 80
