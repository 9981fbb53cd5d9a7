"""The form of a section asks for what its system has and nothing else, with scripts and without."""

import pytest

from tests.pages.desk.test_systems import add_team, make, section_form
from tests.pages.html import page_of
from tests.world import NOW
from tournaments.models.section import Section
from tournaments.services.team_rounds import pair_teams
from tournaments.systems.registry import SYSTEMS

NEW = "/desk/spring-cup/new-section/"


def shown_by(answer) -> set[str]:
    return set(answer.context["form"].fields)


@pytest.mark.parametrize("key", list(SYSTEMS))
def test_only_the_options_of_the_system_that_is_chosen_are_shown(olga, key):
    answer = olga.get(NEW, {"format": key})
    system = SYSTEMS[key]
    page = page_of(answer)
    assert page.problems == [] and 'id="of-the-system"' in answer.content.decode()
    options = {name for name in shown_by(answer) if name.startswith("option_")}
    assert options == {
        f"option_{item.name}" for item in (system.option_group.fields if system.option_group else ())
    }
    settings = shown_by(answer) & {"edition", "accelerated", "correction_rounds"}
    assert settings == set(system.option_group.settings if system.option_group else ())
    assert ("third_place" in shown_by(answer)) is system.by_stage
    assert answer.context["form"]["tiebreaks"].value() == ", ".join(system.tiebreaks)


@pytest.mark.parametrize("key", [key for key in SYSTEMS if SYSTEMS[key].options])
def test_the_displayed_values_are_saved(olga, key):
    form = olga.get(NEW, {"format": key}).context["form"]
    visible = {name: form[name].value() for name in form.fields}
    data = {name: value for name, value in visible.items() if value not in (None, False)}
    answer = olga.post(NEW, {**data, **section_form(format=key, rounds_planned="5", shown=key)})
    assert answer.status_code == 302, answer.context["form"].errors
    sections = Section.objects.get(slug="cup")
    assert sections.options == SYSTEMS[key].checked_options({})
    assert sections.tiebreaks == list(SYSTEMS[key].tiebreaks)


def test_without_scripts_the_options_of_another_system_are_shown_before_anything_is_saved(olga):
    typed = section_form(format="keizer", name_en="Ladder", shown="round_robin", tiebreaks="DE, SB, KS, WIN")
    first = olga.post(NEW, typed)
    assert first.status_code == 422 and not Section.objects.filter(slug="cup").exists()
    page = page_of(first)
    assert page.problems == [] and "Check them and save again" in page.words
    form = first.context["form"]
    assert (form["name_en"].value(), form["option_gap"].value()) == ("Ladder", 4)
    assert form["tiebreaks"].value() == ""
    response = olga.post(NEW, {**typed, "shown": "keizer", "option_gap": "9"})
    assert response.status_code == 302 and Section.objects.get(slug="cup").options["gap"] == 9


def test_edited_tiebreaks_are_kept_when_another_system_is_chosen(olga):
    typed = section_form(format="swiss", rounds_planned="5", shown="round_robin", tiebreaks="WIN, DE")
    form = olga.post(NEW, typed).context["form"]
    assert form["tiebreaks"].value() == "WIN, DE"


def test_tie_breaks_typed_so_far_go_with_the_question_for_another_system(olga):
    def form_tiebreaks(tiebreaks: str) -> str:
        query = {"format": "swiss", "shown": "round_robin", "tiebreaks": tiebreaks}
        return olga.get(NEW, query).context["form"]["tiebreaks"].value()

    assert form_tiebreaks("WIN, DE") == "WIN, DE"
    assert form_tiebreaks("DE, SB, KS, WIN") == "BH/C1, BH, SB, DE"


def test_a_section_can_be_given_another_system_before_it_is_paired(olga):
    assert olga.post(NEW, section_form(format="round_robin")).status_code == 302
    edit = "/desk/spring-cup/cup/edit/"
    assert "option_gap" not in shown_by(olga.get(edit))
    assert "option_gap" in shown_by(olga.get(edit, {"format": "keizer"}))
    saved = olga.post(edit, section_form(format="keizer", shown="keizer", option_gap="3"))
    section = Section.objects.get(slug="cup")
    assert saved.status_code == 302 and (section.format, section.options["gap"]) == ("keizer", 3)


def test_saving_the_settings_of_a_paired_section_leaves_its_options_alone(world, olga):
    section = make(world, "two-teams", 2, format="scheveningen", options={"cycles": 2})
    for number in (1, 2):
        add_team(world, section, f"Team {number}", number)
    pair_teams(actor=world.olga, now=NOW, section_id=section.pk)
    options = section.options
    edit = "/desk/spring-cup/two-teams/edit/"
    form = olga.get(edit).context["form"]
    visible = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    answer = olga.post(edit, {**visible, "name_en": "Friends", "shown": "scheveningen"})
    section.refresh_from_db()
    assert answer.status_code == 302, answer.context["form"].errors
    assert (section.names["en"], section.options) == ("Friends", options)


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("DE, SB, KS, WIN", ["DE", "SB", "KS", "WIN"]), ("BH", ["BH"]), ("", [])],
)
def test_the_tie_breaks_in_the_field_are_the_ones_that_are_stored(olga, typed, stored):
    """Also those that are usual in another system, and none."""
    data = section_form(format="swiss", rounds_planned="5", shown="swiss", tiebreaks=typed)
    assert olga.post(NEW, data).status_code == 302
    assert Section.objects.get(slug="cup").tiebreaks == stored
