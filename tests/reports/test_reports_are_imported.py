"""Imported reports: rounds paired again, missing values of older editions, a large open, teams, jobs."""

import threading
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.urls import reverse

from reports.selectors.tournament_report import trf_file, trf_of
from reports.services.importing import TrfImport, import_trf
from reports.services.jobs import choose_trf, confirm_trf, prepare_trf, request_trf, start_trf
from tavleya.errors import BadInput, Conflict, ImportRefused, NotPermitted
from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.formats.trf.records import PlayerRecord, ResultCell
from tavleya.formats.trf.schedule import report_of
from tavleya.formats.trf.swiss_records import AccelerationRecord
from tavleya.formats.trf.team_records import AbnormalPoints
from tavleya.pairing import dutch
from tavleya.pairing.simulation import Chances, Plan, simulate
from tests.refusals import refused
from tests.tavleya.formats.samples import cut, file, player, swiss
from tests.tavleya.pairing.reference_rounds import files
from tests.tournaments import test_team_swiss_is_run as team_swiss
from tests.tournaments.conftest import LATER, NOW, World
from tests.tournaments.counting import counts
from tournaments.models.activity import Job, JobKind, JobState, Log
from tournaments.models.pairing import PointAdjustment
from tournaments.models.section import Section
from tournaments.services.events import edit_event
from tournaments.services.jobs import JobRuns, create_job, run_job
from tournaments.services.players import edit_player
from tournaments.services.rounds import publish_round
from tournaments.services.swiss import pair_next_round
from tournaments.tasks import run_job as run_task

pytestmark = pytest.mark.django_db


FOUR = ["192 FIDE_DUTCH_2026", "142 3", "152 W"]
CELLS = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0")
DIFFERING = file(*FOUR, *(player(number, cell) for number, cell in enumerate(CELLS, 1)))


def imported(world: World, data: bytes, **fields: object) -> tuple[Section, TrfImport]:
    section = world.section(**{"format": "swiss", "rounds_planned": 7, **fields})
    done = world.do(import_trf, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"])
    section.refresh_from_db()
    return section, done


def codes(done: TrfImport) -> list[str]:
    return [adjustment.message.code for adjustment in done.adjustments]


def test_rounds_that_break_the_rules_are_taken_only_when_that_is_confirmed(world):
    section = world.section(format="swiss", rounds_planned=7)
    common = {"actor": world.olga, "now": NOW, "section_id": section.pk, "data": DIFFERING}
    with refused(Conflict, "trf_rounds_differ") as excinfo:
        import_trf(**common)
    detail = excinfo.value.detail
    assert (detail["level"], detail["confirm"]) == (3, ["trf_rounds_differ"])
    assert str(excinfo.value) == "These rounds of the report are not as the rules of the section pair them: 1."
    assert [item["code"] for item in detail["told"]] == ["trf_round_differs"]
    assert not section.rounds.exists() and not section.registrations.exists()
    done = import_trf(**common, confirmed=["trf_rounds_differ"])
    assert done.differ == (1,)
    text = "Round 1 is not as the rules pair it: 1–2, 3–4 in the file, 1–3, 4–2 by the rules."
    assert text in [str(adjustment.message) for adjustment in done.adjustments]
    assert Log.objects.get(action="trf.imported").after["differ"] == [1]
    assert "### Import @ Round 1: not as the rules pair them: rounds 1 (" in trf_file(section).decode()


def test_players_who_met_twice_are_reported(world):
    cells = (("3 w 1", "3 b 1"), ("4 b 0", "4 w 1"), ("1 b 0", "1 w 0"), ("2 w 1", "2 b 0"))
    lines = [player(number, *(f"   {cell}" for cell in row)) for number, row in enumerate(cells, 1)]
    _, done = imported(world, file(*FOUR, *lines))
    assert done.differ == (2,)
    text = "Round 2: C1: players 1 and 3 have met before, in round 1."
    assert text in [str(adjustment.message) for adjustment in done.adjustments]
    bye = file(*FOUR, player(1, "0000 - U"), player(2, "   3 w 1"), player(3, "   2 b 0"))
    assert imported(world, bye)[1].differ == (1,), "a bye for another player is reported too"


def test_nothing_is_asked_of_a_round_robin(world):
    data = file(player(1, "   2 w 1"), player(2, "   1 b 0"), player(3))
    assert imported(world, data, format="round_robin")[1].differ == ()


PLAYERS = (player(1, "   2 w 1", rating="2300"), player(2, "   1 b 0", rating="2200"))


def adapted(world: World, *lines: str) -> dict[str, str]:
    _, done = imported(world, file(*lines, *PLAYERS), rounds_planned=5)
    messages = [adjustment.message for adjustment in done.adjustments if adjustment.message.code == "trf_adapted"]
    return {message.key.removeprefix("trf_adapted."): str(message) for message in messages}


def test_every_missing_value_of_a_2006_report_is_reported(world):
    """Neither lines of pairing programs nor any record of later editions."""
    assert adapted(world, "012 Old Cup", "092 Individual: Swiss-System") == {
        "points": "The report does not say what results are worth (162): W=1.0 D=0.5 L=0.0 P=1.0.",
        "rounds": "The report does not say how many rounds there are (142): 5.",
        "colour": "The report does not name the initial colour (152): W, as the boards of round 1 show.",
        "system": "The report does not say by which rules it was paired (192): FIDE_DUTCH_2026.",
        "tiebreaks": "The report does not name the tie-breaks (202): BH/C1, BH, SB, DE.",
        "ratings": "The report does not say which ratings the starting ranks follow (172): FIDE.",
    }


def test_older_lines_of_a_2016_report_are_reported_with_their_records(world):
    result = adapted(world, "XXR 5", "XXC white1", "XXS W=1 D=0.5", "122 90+30", "XXZ 2")
    assert result["line"] == "Lines XXZ are kept as records 240 of TRF26."
    assert result["control"] == "The time control in words is kept as 90+30 (222)."
    assert set(result) == {"line", "control", "system", "tiebreaks", "ratings"}


def test_each_older_line_is_reported(world):
    lines = ("XXR 5", "XXC white1", "XXS W=1 D=0.5", "XXA    2  1.0", "XXZ 2")
    _, done = imported(world, file(*lines, *PLAYERS), rounds_planned=5)
    of_lines = [adjustment for adjustment in done.adjustments if adjustment.message.key == "trf_adapted.line"]
    assert {(item.message.params["old"], item.message.params["now"], item.line) for item in of_lines} == {
        ("XXR", "142", 2), ("XXC", "152", 3), ("XXS", "162", 4), ("XXA", "250", 5), ("XXZ", "240", 6),
    }  # fmt: skip


def test_a_report_of_2026_is_not_adapted(world):
    section, done = imported(world, file("192 FIDE_DUTCH_2026", *PLAYERS), rounds_planned=5)
    _, second = imported(world, trf_file(section), rounds_planned=5)
    assert "trf_adapted" not in codes(done) + codes(second)


CHANCES = Chances(forfeit=0.05, double_forfeit=0, odd=0, half_bye=0.02, zero_bye=0.01, full_bye=0, late=0.03)
COLOURLESS = 19


def large_open() -> TrfTournament:
    """After six of seven rounds; the colours of some forfeits are taken away on both lines."""
    report = report_of(simulate(Plan(284, 7, CHANCES, tiebreaks=("BH/C1", "BH", "SB")), "open"), "Large open")
    boards = [
        (number, cell.opponent, index)
        for number, record in report.players.items()
        for index, cell in enumerate(record.rounds[:6])
        if cell.mark.forfeit and cell.opponent is not None and number < cell.opponent
    ][:COLOURLESS]
    assert len(boards) == COLOURLESS
    bare = {(number, index) for *opponents, index in boards for number in opponents}

    def cells(record: PlayerRecord) -> tuple[ResultCell, ...]:
        return tuple(
            replace(cell, side=None) if (record.number, index) in bare else cell
            for index, cell in enumerate(record.rounds[:6])
        )

    records = report.records
    for record in report.players.values():
        bared = replace(record, rounds=cells(record), points=None, rank=None)
        records = tuple(bared if other is record else other for other in records)
    return TrfTournament(records)


@pytest.mark.long
def test_a_large_open_is_brought_in_paired_on_and_checked(world, tmp_path):
    data = write(large_open())
    assert data.count(b" - -") >= COLOURLESS
    section, done = imported(world, data)
    assert (done.players, done.rounds, done.differ) == (284, 6, ())
    assert codes(done).count("trf_forfeit_without_colour") == COLOURLESS
    by_rules = dutch.pair(state_before(read(data).tournament, 7))
    pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=7)
    publish_round(actor=world.olga, now=NOW, round_id=section.rounds.get(number=7).pk)
    written = tmp_path / "open.trf"
    written.write_bytes(trf_file(section))
    assert paired_in(read(written.read_bytes()).tournament, 7) == (frozenset(by_rules.pairs), by_rules.bye)
    out = StringIO()
    call_command("checkpairings", str(written), stdout=out, stderr=StringIO())
    assert "7 rounds checked, 0 differ" in out.getvalue()


CHANGED = (
    player(1, "   3 w 1", "   2 b ="), player(2, "   4 b 1", "   1 w ="),
    player(3, "   1 b 0", "   4 w 1"), player(4, "   2 w 0", "   3 b 0"),
)  # fmt: skip


def test_changed_points_are_kept_and_come_back(world):
    data = file("142 3", "299       -0.5     001    1", "299        0.5     002    3    4", *CHANGED)
    section, done = imported(world, data, rounds_planned=3)
    points = PointAdjustment.objects.order_by("registration__number")
    assert list(points.values_list("registration__number", "half_points")) == [(1, -1), (4, 1)]
    # Player 3 won: no player gets more than a win for one game, so that line is reported.
    abnormal = [item.message for item in done.adjustments if item.message.code == "trf_abnormal_points"]
    assert [message.params["ids"] for message in abnormal] == ["3, 4"]
    written = read(trf_file(section)).tournament
    changes = [(line.game_points, line.round, line.ids) for line in written.of(AbnormalPoints)]
    assert changes == [(-1, 1, (1,)), (1, 2, (4,))]
    assert {number: line.points for number, line in written.players.items()} == {1: 2, 2: 3, 3: 2, 4: 1}
    assert "trf_points_differ" not in [item.message.code for item in read(trf_file(section)).adjustments]


def test_a_date_of_birth_comes_back_in_full_to_officials_alone(world, client):
    line = player(1, "   2 w 1").replace("2000/01/01", "1990/05/17")
    data = file("142 3", line, player(2, "   1 b 0").replace("2000/01/01", "1991/00/00"))
    section, _ = imported(world, data, rounds_planned=3)

    def births(data: bytes) -> list[str]:
        return [record.birth for record in read(data).tournament.of(PlayerRecord)]

    assert births(trf_file(section, births=True)) == ["1990/05/17", "1991/00/00"]
    world.do(edit_event, event_id=world.event.pk, changes={"published": True})
    url = reverse("section_trf", args=[world.event.slug, section.slug])
    assert births(client.get(url).content) == ["1990/00/00", "1991/00/00"]
    client.force_login(world.users["olga"])
    assert births(client.get(url).content) == ["1990/05/17", "1991/00/00"]
    world.do(edit_player, player_id=section.registrations.get(number=1).player_id, changes={"birth_year": 1992})
    assert births(trf_file(section, births=True)) == ["1992/00/00", "1991/00/00"]


def test_the_acceleration_of_teams_is_that_of_the_method_or_none(world):
    data = next(path for path in files("team-swiss") if path.stem == "team-5012").read_bytes()
    code, line = b"FIDE_TEAM_TYPEA_MP_GP", f"250 {1.0:>4} {'':4} {1:>3} {1:>3} {1:>4} {4:>4}".encode()
    for report, accelerated in ((data.replace(code, code + b"_BAKU"), True), (line + b"\r\n" + data, False)):
        section, done = imported(world, report, format="team_swiss", rounds_planned=9)
        assert section.accelerated is accelerated
        assert not section.registrations.exclude(virtual_points=[]).exists()
    assert [adjustment.line for adjustment in done.adjustments if adjustment.line == 1] == [1]


def test_a_report_has_the_colours_of_the_boards_and_the_acceleration_of_the_teams(world):
    section = team_swiss.swiss(world, teams=8, accelerated=True)
    team_swiss.played(world, section, 1)
    report = trf_of(section)
    assert (report.system, report.header("352")) == ("FIDE_TEAM_TYPEA_MP_GP_BAKU", "WB")
    lines = [
        (row.match_points, row.game_points, row.first_round, row.last_round, row.first_id, row.last_id)
        for row in report.of(AccelerationRecord)
    ]
    assert lines == [(4, None, 1, 1, 1, 4), (2, None, 2, 2, 1, 4)]
    second, done = imported(world, write(report), format="team_swiss", rounds_planned=4)
    assert second.accelerated and "trf_record_left_out" not in codes(done)


VALUES: dict[str, Any] = {
    "slug": "made", "names": {"en": "Made"}, "game": "chess", "regime": "fide-2023", "format": "swiss",
    "rounds_planned": 7,
}  # fmt: skip
BAD = file(player(1, "   2 w 1"), player(1, "   1 b 1"))


def prepared(world: World, data: bytes) -> Job:
    return prepare_trf(actor=world.olga, now=NOW, event_id=world.event.pk, data=data, filename="a.trf")


def test_a_section_is_made_of_a_report(world):
    job = prepared(world, cut(swiss("rtg_057"), 3, "122 whatever the arbiter says"))
    assert (job.state, job.section_id) == (JobState.PREPARED, None)
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    steps: list[tuple[int, int]] = []
    done = run_job(job_id=job.pk, now=LATER, progress=lambda at, of: steps.append((at, of)))
    assert done.state == JobState.DONE and done.section is not None
    assert (done.section.slug, done.report["players"], done.report["rounds"]) == ("made", 10, 3)
    assert [bool(item["line"]) for item in done.report["warnings"] if item["code"] == "trf_time_control"] == [True]
    assert steps == [(1, 3), (2, 3), (3, 3)]
    before = counts()
    assert run_job(job_id=job.pk, now=LATER).state == JobState.DONE
    assert counts() == before


def test_a_report_that_is_refused_leaves_no_section(world):
    for bad, error in ((BAD, ImportRefused), (b"  ", BadInput)):
        with pytest.raises(error):
            prepared(world, bad)
    assert not Job.objects.exists()
    data = file(player(1), player(2).replace("m    ", "m  1 "))  # no title has a digit
    job = prepared(world, data)
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    before, sections, lines = counts(), Section.objects.count(), Log.objects.count()
    done = run_job(job_id=job.pk, now=LATER)
    assert (done.state, done.section_id, done.report["error"]["code"]) == ("failed", None, "trf_refused")
    assert done.report["problems"][0]["line"]
    assert (counts(), Section.objects.count(), Log.objects.count()) == (before, sections, lines)


def test_a_taken_slug_is_refused_before_the_job_runs(world):
    world.section(slug="made")
    job = prepared(world, cut(swiss("rtg_057"), 1))
    with refused(Conflict, "slug_taken"):
        start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    job.refresh_from_db()
    assert job.state == JobState.PREPARED
    start_trf(actor=world.olga, now=NOW, job_id=job.pk, section={**VALUES, "slug": "free"})
    with refused(Conflict, "job_begun"):
        start_trf(actor=world.olga, now=NOW, job_id=job.pk, section=VALUES)
    assert not Section.objects.filter(slug="free").exists()


def test_a_report_goes_into_an_empty_section_alone(world):
    section = world.section(format="swiss", rounds_planned=7)
    values = {"actor": world.chen, "now": NOW, "section_id": section.pk, "data": cut(swiss("rtg_057"), 2)}
    assert run_job(job_id=request_trf(**values).pk, now=LATER).state == JobState.DONE
    assert section.rounds.count() == 2
    for service in (request_trf, import_trf):
        with refused(Conflict, "section_not_empty"):
            service(**values)


@pytest.mark.parametrize("name", ["hal", "pia", "sam"])
def test_other_roles_cannot_import_a_report(world, name):
    section, data = world.section(format="free"), cut(swiss("rtg_057"), 2)
    job = prepared(world, data)
    for service, values in (
        (prepare_trf, {"event_id": world.event.pk, "data": data}),
        (choose_trf, {"job_id": job.pk, "accepted": []}),
        (confirm_trf, {"job_id": job.pk, "confirmed": []}),
        (start_trf, {"job_id": job.pk, "section": VALUES}),
        (request_trf, {"section_id": section.pk, "data": data}),
        (import_trf, {"section_id": section.pk, "data": data}),
    ):
        with pytest.raises(NotPermitted):
            service(actor=getattr(world, name), now=NOW, **values)
    assert not section.registrations.exists()


def test_long_files_have_half_an_hour(world, monkeypatch, django_capture_on_commit_callbacks):
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(run_task, "apply_async", lambda arguments, **options: sent.append(options))
    for kind in (JobKind.IMPORT_GAMES, JobKind.IMPORT_TRF, JobKind.EXPORT_EVENT):
        with django_capture_on_commit_callbacks(execute=True):
            create_job(kind, actor=world.olga, now=NOW, event=world.event, section=world.section())
        assert sent[-1]["soft_time_limit"] >= 30 * 60 and sent[-1]["time_limit"] > sent[-1]["soft_time_limit"]
        assert sent[-1]["queue"] == "import"
    assert run_task.max_retries is None


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_worker_that_gets_a_running_job_again_does_not_wait_for_it():
    world = World()
    section = world.section(format="swiss", rounds_planned=7)
    job = request_trf(actor=world.olga, now=NOW, section_id=section.pk, data=cut(swiss("rtg_057"), 1))
    Job.objects.filter(pk=job.pk).update(state=JobState.WAITING, finished_at=None)
    seen: list[str] = []

    def second() -> None:
        try:
            run_job(job_id=job.pk, now=LATER)
        except JobRuns:
            seen.append("runs")
        finally:
            connections.close_all()

    with transaction.atomic():
        Job.objects.select_for_update().get(pk=job.pk)
        thread = threading.Thread(target=second)
        thread.start()
        thread.join(timeout=20)
        assert not thread.is_alive()
    assert seen == ["runs"]
    assert connection.vendor == "postgresql"
