"""The acceleration of teams and the colours of their boards in tournament reports."""

from reports.selectors.tournament_report import trf_of
from reports.services.importing import import_trf
from tavleya.formats.trf import write
from tavleya.formats.trf.swiss_records import AccelerationRecord
from tests.tavleya.pairing.reference_rounds import files
from tests.tournaments.conftest import NOW
from tests.tournaments.test_team_swiss_is_run import played, swiss


def test_the_acceleration_of_teams_is_that_of_the_method_or_none(world):
    data = next(path for path in files("team-swiss") if path.stem == "team-5012").read_bytes()
    code, line = b"FIDE_TEAM_TYPEA_MP_GP", f"250 {1.0:>4} {'':4} {1:>3} {1:>3} {1:>4} {4:>4}".encode()
    named, laid_down = (world.section(format="team_swiss", rounds_planned=9) for _ in range(2))
    for section, file in ((named, data.replace(code, code + b"_BAKU")), (laid_down, line + b"\r\n" + data)):
        done = import_trf(
            actor=world.olga, now=NOW, section_id=section.pk, data=file, confirmed=["trf_rounds_differ"]
        )
        section.refresh_from_db()
        assert not section.registrations.exclude(virtual_points=[]).exists()
    assert named.accelerated and not laid_down.accelerated
    assert [adjustment.line for adjustment in done.adjustments if adjustment.line == 1] == [1]


def test_a_report_has_the_colours_of_the_boards_and_the_acceleration_of_the_teams(world):
    section = swiss(world, teams=8, accelerated=True)
    played(world, section, 1)
    report = trf_of(section)
    assert (report.system, report.header("352")) == ("FIDE_TEAM_TYPEA_MP_GP_BAKU", "WB")
    lines = [
        (row.match_points, row.game_points, row.first_round, row.last_round, row.first_id, row.last_id)
        for row in report.of(AccelerationRecord)
    ]
    assert lines == [(4, None, 1, 1, 1, 4), (2, None, 2, 2, 1, 4)]
    second = world.section(format="team_swiss", slug="again", rounds_planned=4)
    done = import_trf(actor=world.olga, now=NOW, section_id=second.pk, data=write(report))
    second.refresh_from_db()
    assert second.accelerated
    assert "trf_record_left_out" not in [adjustment.message.code for adjustment in done.adjustments]
