"""Every TRF26 value missing from a TRF06 or TRF16 report is reported with its assumed value."""

import pytest

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tests.tavleya.formats.samples import file, player
from tests.tournaments.conftest import NOW, World

pytestmark = pytest.mark.django_db

PLAYERS = (player(1, "   2 w 1", rating="2300"), player(2, "   1 b 0", rating="2200"))


def import_adjustments(world: World, *lines: str, **fields: object) -> dict[str, str]:
    section = world.section(format="swiss", rounds_planned=5, **fields)
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=file(*lines, *PLAYERS))
    return {
        adjustment.message.key: str(adjustment.message)
        for adjustment in done.adjustments
        if adjustment.message.code == "trf_adapted"
    }


def test_every_missing_value_of_a_2006_report_is_reported(world: World) -> None:
    """Neither lines of pairing programs nor any record of later editions."""
    assert import_adjustments(world, "012 Old Cup", "092 Individual: Swiss-System") == {
        "trf_adapted.points": "The report does not say what results are worth (162): W=1.0 D=0.5 L=0.0 P=1.0.",
        "trf_adapted.rounds": "The report does not say how many rounds there are (142): 5.",
        "trf_adapted.colour": (
            "The report does not name the initial colour (152): W, as the boards of round 1 show."
        ),
        "trf_adapted.system": "The report does not say by which rules it was paired (192): FIDE_DUTCH_2026.",
        "trf_adapted.tiebreaks": "The report does not name the tie-breaks (202): BH/C1, BH, SB, DE.",
        "trf_adapted.ratings": "The report does not say which ratings the starting ranks follow (172): FIDE.",
    }


def test_older_lines_of_a_2016_report_are_reported_with_their_records(world: World) -> None:
    result = import_adjustments(world, "XXR 5", "XXC white1", "XXS W=1 D=0.5", "122 90+30", "XXZ 2")
    assert result["trf_adapted.line"] == "Lines XXZ are kept as records 240 of TRF26."
    assert result["trf_adapted.control"] == "The time control in words is kept as 90+30 (222)."
    keys = ("line", "control", "system", "tiebreaks", "ratings")
    assert set(result) == {f"trf_adapted.{key}" for key in keys}


def test_each_older_line_is_reported(world: World) -> None:
    section = world.section(format="swiss", rounds_planned=5)
    lines = ("XXR 5", "XXC white1", "XXS W=1 D=0.5", "XXA    2  1.0", "XXZ 2")
    done = import_trf(actor=world.olga, now=NOW, section_id=section.pk, data=file(*lines, *PLAYERS))
    told_of = {
        (adjustment.message.params["old"], adjustment.message.params["now"], adjustment.line)
        for adjustment in done.adjustments
        if adjustment.message.key == "trf_adapted.line"
    }
    assert told_of == {
        ("XXR", "142", 2), ("XXC", "152", 3), ("XXS", "162", 4), ("XXA", "250", 5), ("XXZ", "240", 6)
    }  # fmt: skip


def test_a_report_of_2026_is_not_adapted(world: World) -> None:
    assert import_adjustments(world, "192 FIDE_DUTCH_2026") == {}
    section = world.event.sections.get()
    second = world.section(format="swiss", slug="again", rounds_planned=5)
    done = import_trf(actor=world.olga, now=NOW, section_id=second.pk, data=trf_file(section))
    assert not [adjustment for adjustment in done.adjustments if adjustment.message.code == "trf_adapted"]
