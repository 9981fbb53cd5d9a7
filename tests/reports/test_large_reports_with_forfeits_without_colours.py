"""A rated open of 284 players with 19 forfeits without a colour, and points that were changed: in, on, and out."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.formats.trf import TrfTournament, read, write
from tavleya.formats.trf.pairing import paired_in, state_before
from tavleya.formats.trf.records import PlayerRecord
from tavleya.formats.trf.simulated import report_of
from tavleya.pairing import dutch
from tavleya.pairing.simulation import Chances, Plan, simulate
from tests.tavleya.formats.samples import file, player
from tests.tournaments.conftest import NOW, World
from tournaments.models.penalties import PointAdjustment
from tournaments.services.rounds import publish_round
from tournaments.services.swiss import pair_next_round

pytestmark = pytest.mark.django_db

CHANCES = Chances(forfeit=0.05, double_forfeit=0, odd=0, half_bye=0.02, zero_bye=0.01, full_bye=0, late=0.03)
COLOURLESS = 19


def large_open() -> TrfTournament:
    """After six of seven rounds; the colours of some forfeits are taken away on both lines."""
    report = report_of(simulate(Plan(284, 7, CHANCES, tiebreaks=("BH/C1", "BH", "SB")), "open"), "Large open")
    records = tuple(
        replace(record, rounds=record.rounds[:6], points=None, rank=None)
        if isinstance(record, PlayerRecord)
        else record
        for record in report.records
    )
    trf_tournament = TrfTournament(records)
    boards = [
        (number, cell.opponent, index)
        for number, record in trf_tournament.players.items()
        for index, cell in enumerate(record.rounds)
        if cell.mark.forfeit and cell.opponent is not None and number < cell.opponent
    ][:COLOURLESS]
    bare = {(number, index) for record, other, index in boards for number in (record, other)}
    assert len(boards) == COLOURLESS
    return TrfTournament(
        tuple(
            replace(
                record,
                rounds=tuple(
                    replace(cell, side=None) if (record.number, index) in bare else cell
                    for index, cell in enumerate(record.rounds)
                ),
            )
            if isinstance(record, PlayerRecord)
            else record
            for record in records
        )
    )


@pytest.mark.long
def test_a_large_open_is_brought_in_paired_on_and_checked(world: World, tmp_path: Path) -> None:
    value = write(large_open())
    assert value.count(b" - -") >= COLOURLESS
    section = world.section(format="swiss", rounds_planned=7)
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=value)
    codes = [adjustment.message.code for adjustment in done.adjustments]
    assert (done.players, done.rounds, done.differ) == (284, 6, ())
    assert codes.count("trf_forfeit_without_colour") == COLOURLESS
    by_file = read(value).tournament
    by_rules = dutch.pair(state_before(by_file, 7))
    pair_next_round(actor=world.olga, now=NOW, section_id=section.pk, number=7)
    publish_round(actor=world.olga, now=NOW, round_id=section.rounds.get(number=7).pk)
    written = tmp_path / "open.trf"
    written.write_bytes(trf_file(section))
    assert paired_in(read(written.read_bytes()).tournament, 7) == (frozenset(by_rules.pairs), by_rules.bye)
    out = StringIO()
    call_command("checkpairings", str(written), stdout=out, stderr=StringIO())
    assert "7 rounds checked, 0 differ" in out.getvalue()


CHANGED = (
    player(1, "   3 w 1", "   2 b ="),
    player(2, "   4 b 1", "   1 w ="),
    player(3, "   1 b 0", "   4 w 1"),
    player(4, "   2 w 0", "   3 b 0"),
)


def test_changed_points_are_kept_and_come_back(world: World) -> None:
    data = file("142 3", "299       -0.5     001    1", "299        0.5     002    3    4", *CHANGED)
    section = world.section(format="swiss", rounds_planned=3)
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=data)
    points = PointAdjustment.objects.order_by("registration__number")
    assert list(points.values_list("registration__number", "half_points")) == [(1, -1), (4, 1)]
    # Player 3 won: no player gets more than a win for one game, so that line is reported.
    abnormal = [item.message for item in done.adjustments if item.message.code == "trf_abnormal_points"]
    assert [message.params["ids"] for message in abnormal] == ["3, 4"]
    written = read(trf_file(section)).tournament
    changes = [(line.game_points, line.round, line.ids) for line in written.abnormal_points]
    assert changes == [(-1, 1, (1,)), (1, 2, (4,))]
    assert {number: line.points for number, line in written.players.items()} == {1: 2, 2: 3, 3: 2, 4: 1}
    assert "trf_points_differ" not in [item.message.code for item in read(trf_file(section)).adjustments]
