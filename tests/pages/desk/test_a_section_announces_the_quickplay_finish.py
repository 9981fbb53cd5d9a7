"""Whether a draw can be claimed in the quickplay finish is a switch of the section (FIDE Guidelines III.2.1)."""

import pytest
from django.test import Client

from arbiter.selectors.regimes import regime_of_section
from tests.pages.desk.test_an_event_is_run_from_the_desk import SECTION, D, S
from tests.pages.desk.test_chess960_sections import organiser
from tests.pages.html import page_of
from tournaments.models.section import Section

__all__ = ["organiser"]


def create_section(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, **fields})
    return Section.objects.get(slug="open")


@pytest.mark.parametrize(
    ("regime", "message", "played"),
    [
        ("fide-2023", "", False),
        ("fide-2023", "yes", True),
        ("tavreli-1997", "", True),
        ("tavreli-1997", "no", False),
    ],
)
def test_the_form_switches_it(organiser: Client, regime: str, message: str, played: bool) -> None:
    game = "chess" if regime.startswith("fide") else "tavreli"
    section = create_section(organiser, game=game, regime=regime, quickplay=message)
    assert (regime_of_section(section).quickplay_in_force is not None) is played


def test_the_form_keeps_what_else_the_section_rules(organiser: Client) -> None:
    section = create_section(organiser, game="chess", regime="fide-2023", quickplay="yes")
    section.regulations |= {"default_time_minutes": 30}
    section.save()
    content = organiser.get(S + "edit/").content.decode()
    assert '<option value="yes" selected>' in content
    organiser.post(S + "edit/", {**SECTION, "game": "chess", "regime": "fide-2023", "quickplay": ""})
    section.refresh_from_db()
    assert section.regulations == {"default_time_minutes": 30}


def test_laws_without_it_cannot_announce_it(organiser: Client) -> None:
    answer = organiser.post(
        D + "new-section/", {**SECTION, "game": "chess", "regime": "fide-2023-blitz", "quickplay": "yes"}
    )
    assert answer.status_code == 422 and "quickplay" in page_of(answer).words
