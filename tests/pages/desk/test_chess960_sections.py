"""A Chess960 section set up at the desk: its start position given, or drawn in public."""

import pytest
from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.desk.test_an_event_is_run_from_the_desk import SECTION, D, S
from tests.pages.html import page_of
from tests.world import person
from tournaments.models.match import OpeningDraw
from tournaments.models.pairing import Pairing
from tournaments.models.section import Section

LIST = "No;Name\n1;Leko, Peter\n2;Svidler, Peter\n3;Aronian, Levon\n4;Nakamura, Hikaru\n"


@pytest.fixture
def organiser(db: None) -> Client:
    person("olga")
    client = signed_in("olga")
    client.post(
        "/desk/new-event/",
        {"name_ru": "Кубок весны", "languages": ["ru", "en"], "place": "Pskov", "federation": "rus"},
    )
    return client


def create_section(organiser: Client, **fields: str) -> Section:
    organiser.post(D + "new-section/", {**SECTION, "game": "chess960", **fields})
    return Section.objects.get(slug="open")


def test_the_given_position_is_checked_and_kept(organiser: Client) -> None:
    wrong = organiser.post(D + "new-section/", {**SECTION, "game": "chess960", "start_position": "960"})
    assert wrong.status_code == 422 and "from 0 to 959" in page_of(wrong).words
    section = create_section(organiser, start_position="518")
    assert section.rules == {"start_position": "518"} and section.regime == "fide-2023"
    assert 'value="518"' in organiser.get(S + "edit/").content.decode()


def test_other_games_have_no_start_position(organiser: Client) -> None:
    assert create_section(organiser, game="chess", start_position="518").rules == {}


def test_positions_are_drawn_for_every_board_and_shown_to_the_public(organiser: Client) -> None:
    section = create_section(organiser)
    organiser.post(S + "players/list/", {"text": LIST, "act": "import"})
    page = page_of(organiser.get(S + "openings/")).words
    assert "Start positions of Chess960: 960" in page and "Each board separately" in page
    assert "Each match separately" not in page
    organiser.post(S + "openings/", {"act": "commit", "table": "chess960", "scope": "board", "seed": ""})
    organiser.post(S + "rounds/pair/", {})
    organiser.post(S + "rounds/1/action/", {"act": "publish"})
    board = Pairing.objects.get(round__section=section, round__number=1, board=2)
    assert board.opening and board.game is not None
    event = section.event
    organiser.post(D + "edit/published/", {"published": "1"})
    text = page_of(
        Client().get(f"/events/{event.slug}/open/openings/", headers={"accept-language": "en"})
    ).words
    assert OpeningDraw.objects.get().commitment in text and f"board 2: {board.opening}" in text
    game = Client().get(f"/events/{event.slug}/games/{board.game_id}/", headers={"accept-language": "en"})
    assert f"Start position {board.opening}: " in page_of(game).words
