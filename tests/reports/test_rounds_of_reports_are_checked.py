"""The rounds of an imported report are paired again: differing rounds are imported and reported."""

import pytest

from reports.selectors.tournament_report import trf_file
from reports.services.importing import TrfImport, import_trf
from tavleya.errors import Conflict
from tests.tavleya.formats.samples import cut, file, player, swiss
from tests.tournaments.conftest import NOW, World
from tournaments.models.log import Log

pytestmark = pytest.mark.django_db

WHITE, BLACK = "   {} w {}", "   {} b {}"
FOUR = ["192 FIDE_DUTCH_2026", "142 3", "152 W"]


def import_report(world: World, data: bytes, **fields: object) -> TrfImport:
    section = world.section(format="swiss", rounds_planned=7, **fields)
    return import_trf(
        actor=world.olga, now=NOW, section_id=section.pk, data=data, confirmed=["trf_rounds_differ"]
    )


def round_adjustments(done: TrfImport) -> list[str]:
    codes = ("trf_round_differs", "trf_round_illegal")
    return [str(adjustment.message) for adjustment in done.adjustments if adjustment.message.code in codes]


def test_a_tournament_paired_by_the_rules_has_no_warnings(world: World) -> None:
    done = import_report(world, cut(swiss("rtg_057"), 5))
    assert (done.rounds, done.differ, round_adjustments(done)) == (5, (), [])


def test_a_differing_round_is_imported_and_reported(world: World) -> None:
    done = import_report(
        world,
        file(
            *FOUR, player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "   4 w 1"), player(4, "   3 b 0")
        ),
    )
    assert done.differ == (1,)
    assert round_adjustments(done) == [
        "Round 1 is not as the rules pair it: 1–2, 3–4 in the file, 1–3, 4–2 by the rules."
    ]  # fmt: skip
    assert Log.objects.get(action="trf.imported").after["differ"] == [1]
    section = world.event.sections.get()
    assert "not as the rules pair them: rounds 1" in trf_file(section).decode()


def test_rounds_that_break_the_rules_are_taken_only_when_that_is_confirmed(world: World) -> None:
    data = file(
        *FOUR, player(1, "   2 w 1"), player(2, "   1 b 0"), player(3, "   4 w 1"), player(4, "   3 b 0")
    )
    section = world.section(format="swiss", rounds_planned=7)
    common = {"actor": world.olga, "now": NOW, "section_id": section.pk, "data": data}
    with pytest.raises(Conflict) as excinfo:
        import_trf(**common)
    conflict = excinfo.value
    assert (conflict.code, conflict.detail["level"], conflict.detail["confirm"]) == (
        "trf_rounds_differ", 3, ["trf_rounds_differ"]
    )  # fmt: skip
    assert str(conflict) == "These rounds of the report are not as the rules of the section pair them: 1."
    assert [item["code"] for item in conflict.detail["told"]] == ["trf_round_differs"]
    assert not section.rounds.exists() and not section.registrations.exists()
    import_trf(**common, confirmed=["trf_rounds_differ"])
    remark = "### Import @ Round 1: not as the rules pair them: rounds 1 ("
    assert remark in trf_file(section).decode()


def test_players_who_met_twice_are_reported(world: World) -> None:
    done = import_report(
        world,
        file(
            *FOUR,
            player(1, "   3 w 1", "   3 b 1"),
            player(2, "   4 b 0", "   4 w 1"),
            player(3, "   1 b 0", "   1 w 0"),
            player(4, "   2 w 1", "   2 b 0"),
        ),
    )
    assert done.differ == (2,)
    assert "Round 2: C1: players 1 and 3 have met before, in round 1." in round_adjustments(done)


def test_a_bye_for_another_player_is_reported(world: World) -> None:
    done = import_report(
        world, file(*FOUR, player(1, "0000 - U"), player(2, "   3 w 1"), player(3, "   2 b 0"))
    )
    assert done.differ == (1,)


def test_nothing_is_asked_of_a_round_robin(world: World) -> None:
    section = world.section(format="round_robin")
    done = import_trf(
        actor=world.olga, now=NOW, section_id=section.pk,
        data=file(player(1, "   2 w 1"), player(2, "   1 b 0"), player(3)),
    )  # fmt: skip
    assert done.differ == ()
