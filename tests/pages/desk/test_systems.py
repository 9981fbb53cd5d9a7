"""Teams, ladders and displays from the section's form to the public tables, through the pages alone."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.pages.desk.conftest import enter, new_section, signed_in
from tests.pages.html import page_of
from tests.world import NOW, World
from tournaments.models.section import Section
from tournaments.services import team_requests as teams_service
from tournaments.services.results import enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.team_rounds import pair_teams

pytestmark = pytest.mark.long

T = "/desk/spring-cup/teams-cup/"
TEAM_PAGES = [T + page for page in ("teams/", "teams/1/", "rounds/1/", "rounds/1/matches/1/", "rounds/1/back/")]


def make(world: World, slug: str, players: int, **fields: Any) -> Section:
    section = new_section(world, slug, **fields)
    enter(world, section, *(f"{slug.title()}{number:02}" for number in range(1, players + 1)))
    return section


def add_team(world: World, section: Section, name: str, *numbers: int) -> None:
    keys = dict(section.registrations.values_list("number", "pk"))
    members = [keys[n] for n in numbers]
    teams_service.add_team(actor=world.olga, now=NOW, section_id=section.pk, name=name, members=members)


@pytest.fixture
def teams(world: World) -> Section:
    """Three teams of three, two boards; round 1 a draft."""
    section = make(world, "teams-cup", 9, format="teams", options={"boards": 2})
    for team in range(3):
        add_team(world, section, f"Club {team + 1}", *range(3 * team + 1, 3 * team + 4))
    pair_teams(actor=world.olga, now=NOW, section_id=section.pk)
    return section


def test_the_pages_are_well_made(world, teams, olga):
    make(world, "simul", 3, format="simul")
    make(world, "ladder", 4, format="keizer")
    for path in (*TEAM_PAGES, "/desk/spring-cup/simul/display/", "/desk/spring-cup/ladder/pairing/"):
        answer = olga.get(path)
        assert answer.status_code == 200 and page_of(answer).problems == [], path


def section_form(**fields: str) -> dict[str, str]:
    return {
        "name_en": "Cup", "slug": "cup", "game": "chess", "regime": "fide-2023", "tracking": "result",
        "rating_kind": "standard", "points_win": "1", "points_draw": "½", "points_loss": "0", **fields,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "options"),
    [
        ({"format": "teams", "option_boards": "3", "option_keep_order": "no", "option_rank_by": "GP",
          "option_match_win": "3", "option_match_draw": "1", "option_cycles": "2"},
         {"boards": 3, "cycles": 2, "exchange_last": True, "keep_order": False, "rank_by": "GP", "match_win": 6,
          "match_draw": 2, "match_loss": 0}),
        ({"format": "keizer", "option_top": "100", "option_gap": "2", "option_boards": "9"},
         {"top": 100, "step": 1, "own": 1, "gap": 2, "excused": None}),
        ({"format": "simul", "option_colours": "alternate"}, {"colours": "alternate"}),
        ({"edition": "double-swiss-2026", "option_match_score": "match"},
         {"match_games": 1, "match_score": "match"}),
        ({"option_match_games": "2"}, {"match_games": 2, "match_score": "games"}),
        ({"format": "round_robin", "option_boards": "3"}, {}),
        ({"format": "double_round_robin", "option_exchange_last": "no"}, {"exchange_last": False}),
    ],
)  # fmt: skip
def test_the_form_of_a_section_offers_the_options_of_its_system(world, olga, fields, options):
    fields = fields if "format" in fields else {"format": "swiss", "rounds_planned": "5", **fields}
    answer = olga.post("/desk/spring-cup/new-section/", section_form(**fields))
    assert answer.status_code == 302, answer.content.decode()[:4000]
    section = Section.objects.get(slug="cup")
    assert section.options == options
    assert page_of(olga.get("/desk/spring-cup/cup/edit/")).problems == []
    response = olga.post("/desk/spring-cup/cup/edit/", section_form(**fields))
    section.refresh_from_db()
    assert response.status_code == 302 and section.options == options


@pytest.mark.parametrize(
    ("fields", "bye"),
    [
        ({"option_match_games": "2"}, 12),
        ({"option_match_games": "2", "option_match_score": "match"}, 6),
        ({"edition": "double-swiss-2026"}, 8),
    ],
)
def test_default_points_of_a_bye_follow_from_the_games_of_a_match(world, olga, fields, bye):
    """A win counts 3 and a draw 1: a bye is two wins, one match won, or by C.04.5 a win and a draw."""
    points = {"points_win": "3", "points_draw": "1", "rounds_planned": "5"}
    answer = olga.post("/desk/spring-cup/new-section/", section_form(format="swiss", **points, **fields))
    assert answer.status_code == 302, answer.content.decode()[:4000]
    assert Section.objects.get(slug="cup").points.pairing_bye == bye


def test_invalid_options_are_reported_at_their_field_and_the_input_is_kept(world, olga):
    new, form = "/desk/spring-cup/new-section/", section_form(format="teams")
    answer = olga.post(new, {**form, "option_boards": "99", "option_match_win": "3"})
    text = answer.content.decode()
    assert answer.status_code == 422 and 'id="id_option_boards_error"' in text and 'value="99"' in text
    unequal = olga.post(new, {**form, "option_match_win": "1", "option_match_draw": "2"})
    assert unequal.status_code == 422 and 'data-code="bad_match_points"' in unequal.content.decode()


def test_a_team_event_from_its_teams_to_the_table(world, olga):
    section = make(world, "teams-cup", 6, format="teams", options={"boards": 2})
    refused = olga.post(T + "teams/", {"name": "Reds", "members": "1, 77"})
    text = refused.content.decode()
    assert refused.status_code == 422 and 'value="1, 77"' in text and 'data-code="no_such_registration"' in text
    for name, members in (("Reds", "2, 1, 5"), ("Blues", "3 4 6")):
        assert olga.post(T + "teams/", {"name": name, "members": members}).status_code == 302
    order = section.teams.get(name="Reds").members.order_by("place")
    assert list(order.values_list("registration__number", flat=True)) == [2, 1, 5]
    assert olga.post(T + "rounds/pair/", {"first_at": "", "gap": "", "unit": "days"}).status_code == 302
    keys = dict(section.registrations.values_list("number", "pk"))
    values = {"act": "first", "board_1": str(keys[1]), "board_2": str(keys[5])}
    assert signed_in("ana").post(T + "rounds/1/matches/1/", values).status_code == 302
    assert olga.post(T + "rounds/1/action/", {"act": "publish"}).status_code == 302
    round_ = section.rounds.get()
    seats = [(pairing.white.number, pairing.black.number) for pairing in round_.pairings.order_by("board")]
    assert seats == [(1, 3), (4, 5)]
    for pairing in round_.pairings.all():
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1-0")
    reader = Client(headers={"accept-language": "en"})
    table = page_of(reader.get("/events/spring-cup/teams-cup/standings/"))
    assert table.problems == [] and "Reds" in table.text
    for page in ("rounds/1/", "teams/", "boards/", "players/"):
        answer = reader.get(f"/events/spring-cup/teams-cup/{page}")
        assert answer.status_code == 200 and page_of(answer).problems == [], page
    assert "1 : 1" in page_of(reader.get("/events/spring-cup/teams-cup/rounds/1/")).text
    assert "Reds" in page_of(reader.get("/events/spring-cup/")).text


def test_a_line_up_against_the_order_is_refused_in_words_and_a_forfeit_needs_its_reason(world, teams, olga):
    keys = dict(teams.registrations.values_list("number", "pk"))
    match = teams.rounds.get(number=1).team_matches.get()
    numbers = [member.registration.number for member in match.first.members.order_by("place")]
    form_data = {"act": "first", "board_1": str(keys[numbers[2]]), "board_2": str(keys[numbers[0]])}
    answer = olga.post(T + "rounds/1/matches/1/", form_data)
    text = answer.content.decode()
    assert answer.status_code == 422 and 'data-code="board_order"' in text
    assert f'<option value="{keys[numbers[2]]}" selected>' in text
    assert not match.line_ups.exists()
    forfeit = {"act": "forfeit", "lost_by": "first", "reason": "a bus"}
    assert olga.post(T + "rounds/1/matches/1/", {**forfeit, "reason": ""}).status_code == 422
    assert olga.post(T + "rounds/1/matches/1/", forfeit).status_code == 302
    assert "lost by forfeit" in page_of(olga.get(T + "rounds/1/matches/1/")).text


def test_a_team_withdraws_once_and_a_published_round_becomes_a_draft_again(world, teams, olga):
    round_ = teams.rounds.get(number=1)
    olga.post(T + "rounds/1/action/", {"act": "publish"})
    enter_result(actor=world.hana, now=NOW, pairing_id=round_.pairings.first().pk, result="1-0")
    refused = olga.post(T + "rounds/1/back/", {})
    assert refused.status_code == 409 and 'data-code="round_has_results"' in refused.content.decode()
    answer = olga.post(T + "rounds/1/back/", {"confirmed": "on", "reason": "wrong line-up"})
    round_.refresh_from_db()
    assert answer.status_code == 302 and round_.status == "draft" and not round_.pairings.exists()
    assert olga.post(T + "teams/2/withdraw/", {"reason": "illness"}).status_code == 302
    assert olga.post(T + "teams/2/withdraw/", {}).status_code == 409


def test_a_display_from_the_desk_to_its_score(world, olga):
    section = make(world, "simul", 4, format="simul", options={"colours": "alternate"})
    giver = section.registrations.get(number=2)
    assert olga.post("/desk/spring-cup/simul/display/", {"giver": str(giver.pk)}).status_code == 302
    assert olga.post("/desk/spring-cup/simul/games/action/", {"act": "publish"}).status_code == 302
    pairing = section.rounds.get().pairings.get(board=1)
    enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1/2-1/2")
    page = page_of(Client(headers={"accept-language": "en"}).get("/events/spring-cup/simul/games/"))
    assert page.problems == [] and "½ : ½" in page.text and "Simul02" in page.text
    assert Client().get("/events/spring-cup/simul/").headers["Location"].endswith("/games/")
    assert olga.post("/desk/spring-cup/simul/display/", {"giver": str(giver.pk)}).status_code == 409


def test_a_ladder_from_the_desk_to_its_explained_scores(world, olga):
    section = make(world, "ladder", 5, format="keizer", options={"top": 100})
    assert olga.get("/desk/spring-cup/ladder/pairing/").status_code == 200
    answer = olga.post("/desk/spring-cup/ladder/pairing/action/", {"act": "pair", "number": "1"})
    assert answer.status_code == 302
    assert olga.post("/desk/spring-cup/ladder/rounds/1/action/", {"act": "publish"}).status_code == 302
    for pairing in section.rounds.get().pairings.filter(bye=""):
        enter_result(actor=world.hana, now=NOW, pairing_id=pairing.pk, result="1-0")
    reader = Client(headers={"accept-language": "en"})
    page = page_of(reader.get("/events/spring-cup/ladder/standings/"))
    assert page.problems == []
    assert all(text in page.text for text in ("beat Ladder", "lost to Ladder", "no opponent was left"))
    for path in ("rounds/1/", "crosstable/", "players/1/"):
        assert reader.get(f"/events/spring-cup/ladder/{path}").status_code == 200
    assert "Change by hand" not in page_of(olga.get("/desk/spring-cup/ladder/rounds/1/")).text


def test_a_double_swiss_through_the_pages(world, olga):
    section = make(world, "double", 5, format="swiss", rounds_planned=3, edition="double-swiss-2026")
    act = {"act": "pair", "number": "1", "first_colour": "white"}
    olga.post("/desk/spring-cup/double/pairing/action/", act)
    for path in ("rounds/1/", "rounds/1/change/", "pairing/", "pairing/points/"):
        answer = olga.get(f"/desk/spring-cup/double/{path}")
        assert answer.status_code == 200 and page_of(answer).problems == [], path
    olga.post("/desk/spring-cup/double/rounds/1/action/", {"act": "publish"})
    round_ = section.rounds.get()
    assert round_.status == "published" and round_.pairings.filter(bye="").count() == 4


def test_more_matches_ask_for_no_more_queries(world):
    def queries(slug: str, count: int) -> int:
        section = make(world, slug, 2 * count, format="teams", options={"boards": 2})
        for team in range(count):
            add_team(world, section, f"Club {team + 1}", 2 * team + 1, 2 * team + 2)
        round_, *_ = pair_teams(actor=world.olga, now=NOW, section_id=section.pk)
        publish_round(actor=world.olga, now=NOW, round_id=round_.pk)
        total = 0
        for path in ("rounds/1/", "standings/", "teams/", "boards/"):
            with CaptureQueriesContext(connection) as captured:
                assert Client().get(f"/events/spring-cup/{slug}/{path}").status_code == 200
            total += len(captured)
        return total

    assert queries("few", 2) == queries("many", 6)
