"""Invalid points are refused; settings fixed by the first pairing change only if confirmed, and are reported."""

import pytest

from reports.selectors.tournament_report import trf_file
from reports.services.importing import import_trf
from tavleya.errors import BadInput, Conflict
from tavleya.tiebreaks.table import Scoring
from tests.tavleya.formats.samples import file, player
from tests.tournaments.conftest import LATER, NOW, World, raises_code
from tests.tournaments.swiss import leave_mode, make_swiss, pair, play_round
from tournaments.models.log import Log
from tournaments.models.section import Section
from tournaments.services.section_settings import edit_section

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("scoring", "code"),
    [
        ({"pairing_bye": 4}, "bad_scoring_bye"),
        ({"full_bye": 3}, "bad_scoring_bye"),
        ({"win": 3, "draw": 2, "pairing_bye": 3}, "bad_scoring_draws"),
        ({"win": 6, "draw": 2, "pairing_bye": 6}, ""),
        ({"win": 6, "draw": 4, "loss": 2, "pairing_bye": 2}, ""),
        ({"pairing_bye": 1}, ""),
        ({}, ""),
    ],
)
def test_points_that_no_regulation_allows_are_refused(
    world: World, scoring: dict[str, int], code: str
) -> None:
    section = make_swiss(world, 2)
    for call in (
        lambda: Scoring.read(scoring).check_regular(),
        lambda: edit_section(actor=world.olga, now=NOW, section_id=section.pk, changes={"scoring": scoring}),
        lambda: world.section(slug="made", format="swiss", rounds_planned=5, scoring=scoring),
    ):
        if not code:
            call()
            continue
        with raises_code(BadInput, code):
            call()


CHANGES: list[tuple[str, object, str]] = [
    ("scoring", {"win": 6, "draw": 2}, "scoring the usual => win=3.0 draw=1.0"),
    ("tiebreaks", ["BH", "SB"], "tie-breaks BH/C1,BH,SB,DE => BH,SB"),
    ("edition", "dutch-2017", "rules of pairing dutch-2026 => dutch-2017"),
    ("accelerated", True, "Baku acceleration off => on"),
    ("rounds_planned", 7, "rounds 5 => 7"),
    ("correction_rounds", 9, "rounds open to correction 2 => 9"),
]  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("field", "value", "message"), CHANGES)
def test_a_change_after_the_first_pairing_is_confirmed_logged_and_reported(
    world: World, field: str, value: object, message: str
) -> None:
    section = leave_mode(world, make_swiss(world, 6))
    play_round(world, section, 1)
    common = {"actor": world.olga, "now": LATER, "section_id": section.pk, "changes": {field: value}}
    lines = Log.objects.count()
    for confirmed in ((), ("names", "slug")):
        with pytest.raises(Conflict) as excinfo:
            edit_section(**common, confirmed=confirmed)
        assert (excinfo.value.code, excinfo.value.detail["fields"]) == ("settled_by_pairing", [field])
    assert Log.objects.count() == lines
    assert getattr(Section.objects.get(pk=section.pk), field) != value
    edit_section(**common, confirmed=[field])
    section.refresh_from_db()
    assert getattr(section, field) == value
    assert Log.objects.first().after["after_pairing"] == [field]
    assert f"### Configuration @ Round 1: {message}" in trf_file(section).decode()


def test_several_changes_are_confirmed_one_by_one(world: World) -> None:
    section = leave_mode(world, make_swiss(world, 6))
    pair(world, section, 1)
    common = {
        "actor": world.olga, "now": LATER, "section_id": section.pk,
        "changes": {"accelerated": True, "correction_rounds": 3, "names": {"en": "Other"}},
    }  # fmt: skip
    with pytest.raises(Conflict) as excinfo:
        edit_section(**common, confirmed=["accelerated"])
    assert excinfo.value.detail["fields"] == ["accelerated", "correction_rounds"]
    edit_section(**common, confirmed=["accelerated", "correction_rounds"])
    assert (
        "Configuration @ Round 1: Baku acceleration off => on; rounds open to" in trf_file(section).decode()
    )


def test_changes_before_the_first_pairing_need_no_confirmation_or_report(world: World) -> None:
    section = make_swiss(world, 6)
    world.do(
        edit_section,
        section_id=section.pk,
        changes={"tiebreaks": ["SB"], "accelerated": True, "edition": "dutch-2017"},
    )
    play_round(world, section, 1)
    world.do(edit_section, LATER, section_id=section.pk, changes={"control": "90+30", "tracking": "sheets"})
    assert "### Configuration" not in trf_file(section).decode()


def test_a_report_with_invalid_points_is_imported_with_a_warning(world: World) -> None:
    section = world.section(format="swiss", rounds_planned=5)
    done = world.do(import_trf, section_id=section.pk, data=file("162  W 1.5    D 1.0", player(1), player(2)))
    assert "bad_scoring_draws" in [adjustment.message.code for adjustment in done.adjustments]
