"""No table and no form shows a tie-break of draughts under the code of a program."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils.translation import override

from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.forms.sections import SectionForm, split_tiebreaks
from tournaments.models.section import Section
from tournaments.services.section_settings import edit_section
from tournaments.views.tables import columns

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("descriptor", "code"),
    [
        ("OTHER_SOLKOFF", "Solkoff"), ("OTHER_SOLKOFF/C1", "Solkoff/C1"), ("OTHER_SHMULYAN", "Shmulyan"),
        ("BH/C1", "BH/C1"), ("DE", "DE"),
    ],
)  # fmt: skip
def test_a_head_has_the_code_of_c07_or_a_name(descriptor: str, code: str) -> None:
    with override("en"):
        (column,) = columns([descriptor])
    assert column.code == code
    assert "OTHER" not in column.name


def draughts_with(*tiebreaks: str) -> World:
    world = World(game="draughts", regime="draughts64", control="")
    common = {"actor": world.olga, "now": NOW, "section_id": world.section.pk}
    edit_section(**common, changes={"tiebreaks": list(tiebreaks)}, confirmed=["tiebreaks"])
    return world


def test_standings_and_the_form_that_asks_for_them_say_the_name() -> None:
    draughts_with("OTHER_SOLKOFF", "WIN")
    client = Client(headers={"accept-language": "en"})
    words = page_of(client.get("/events/spring-cup/open/standings/")).words
    assert "Solkoff" in words and "OTHER" not in words
    client.force_login(get_user_model().objects.get(username="olga"))
    content = client.get("/desk/suggest/tie-breaks/", {"tiebreaks": "OTHER_SOLKOFF, WIN"}).content.decode()
    assert "<strong>Solkoff</strong>" in content and "OTHER" not in content
    assert "C.07, </span>" not in content


def test_the_list_on_the_form_has_each_tie_break_once_by_a_name_and_no_code_of_a_program() -> None:
    World()
    client = Client(headers={"accept-language": "en"})
    client.force_login(get_user_model().objects.get(username="olga"))
    page = client.get("/desk/spring-cup/new-section/")
    codes, names, _ = zip(*page.context["known"], strict=True)
    assert len(set(names)) == len(names) and not any("OTHER" in code for code in codes)
    assert "OTHER_" not in page.content.decode() and "C.07, <" not in page.content.decode()


def test_tie_breaks_that_are_not_in_c07_are_typed_by_their_word() -> None:
    world = draughts_with("OTHER_SOLKOFF/C1")
    assert SectionForm.initial_of(Section.objects.get(pk=world.section.pk))["tiebreaks"] == "SOLKOFF/C1"
    assert split_tiebreaks("Solkoff/C1, BH, other_shmulyan, Nonsense") == [
        "OTHER_SOLKOFF/C1", "BH", "other_shmulyan", "Nonsense"
    ]  # fmt: skip
