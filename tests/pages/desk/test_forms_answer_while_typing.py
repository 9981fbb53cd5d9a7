"""Hints of the desk's forms before submission, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.pages.desk.browsing import sign_in
from tests.world import NOW, World
from tournaments.models.player import Player
from tournaments.services.sections import create_section, enter_player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
E = "/desk/spring-cup/"


@pytest.fixture
def cup(transactional_db: None) -> World:
    world = World(game="chess", regime="fide-2023", control="90+30", tracking="result", others=("dora",))
    create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="free",
        names={"en": "Free"},
        game="chess",
        regime="fide-2023",
        format="free",
    )
    return world


@pytest.fixture
def desk(page: Page, live_server, cup: World) -> Page:
    sign_in(page, live_server.url, "olga")
    page.goto(live_server.url + E + "new-section/")
    return page


@pytest.mark.long
def test_a_time_control_is_read_back(desk: Page) -> None:
    locator = desk.locator("output[for=id_control]")
    expect(locator).to_have_text("Without clocks")
    desk.get_by_label("Time control", exact=True).press_sequentially("40/90, 30; +30")
    expect(locator).to_contain_text("90 min for 40 moves, then 30 min; 30 s added per move")
    desk.get_by_label("Time control", exact=True).fill("soon")
    expect(locator.locator("[data-code]")).to_have_attribute("data-code", "time_control_unreadable")


@pytest.mark.long
def test_a_refusal_is_shown_once(desk: Page) -> None:
    desk.get_by_label("English").fill("A")
    desk.get_by_label("Time control", exact=True).fill("soon")
    desk.get_by_label("Tie-breaks, in order").fill("BH, ZZ")
    desk.get_by_role("button", name="Create section").click()
    for code in ("time_control_unreadable", "unknown_tiebreak"):
        desk.wait_for_selector(f".field-error[data-code={code}]")
    desk.wait_for_load_state("networkidle")
    for code in ("time_control_unreadable", "unknown_tiebreak"):
        expect(desk.locator(f"[data-code={code}]")).to_have_count(1)


@pytest.mark.long
def test_tie_breaks_are_named_in_order(desk: Page) -> None:
    desk.get_by_label("Tie-breaks, in order").fill("BH/C1, SB")
    locator = desk.locator("output[for=id_tiebreaks] li")
    expect(locator).to_have_count(2)
    expect(locator.first).to_contain_text("Buchholz, cut lowest")


@pytest.mark.long
def test_another_format_brings_its_own_options(desk: Page) -> None:
    desk.get_by_label("English").fill("Ladder")
    desk.get_by_label("Format").select_option("keizer")
    expect(desk.get_by_label("Value of first place")).to_be_visible()
    expect(desk.locator("#of-the-system input[name=shown]")).to_have_value("keizer")
    desk.get_by_label("Format").select_option("swiss")
    expect(desk.get_by_label("Baku acceleration")).to_be_visible()
    expect(desk.get_by_label("Value of first place")).to_have_count(0)
    expect(desk.get_by_label("Tie-breaks, in order")).to_have_value("BH/C1, BH, SB, DE")
    expect(desk.get_by_label("English")).to_have_value("Ladder")


@pytest.mark.long
def test_the_address_follows_the_name_until_it_is_written_by_hand(desk: Page) -> None:
    desk.get_by_label("Русский").press_sequentially("Шашки, женщины")
    expect(desk.get_by_label("Address")).to_have_value("shashki-zhenshchiny")
    desk.get_by_label("Address").fill("women")
    desk.get_by_label("English").press_sequentially("Ladies")
    desk.wait_for_load_state("networkidle")
    expect(desk.get_by_label("Address")).to_have_value("women")


@pytest.mark.long
def test_only_the_laws_of_the_chosen_game_are_offered(desk: Page) -> None:
    laws = desk.get_by_label("Laws")
    expect(laws.locator("optgroup")).to_have_count(1)
    desk.get_by_label("Game", exact=True).select_option("tavreli")
    expect(laws).to_have_value("tavreli-1997")
    assert all(text.startswith("Tavreli") for text in laws.locator("option").all_text_contents())


@pytest.mark.long
def test_a_pasted_list_is_counted_and_its_bad_line_found(desk: Page, live_server) -> None:
    desk.goto(live_server.url + E + "free/players/list/")
    area = desk.get_by_label("The list")
    area.fill("Name;Rating\nTal;2700\nFine;much\n")
    expect(desk.locator("#preview")).to_contain_text("1 problem")
    desk.get_by_role("button", name="Line 3").click()
    assert area.evaluate("(area) => area.value.slice(area.selectionStart, area.selectionEnd)") == "Fine;much"
    area.fill("Name;Rating\nTal;2700\nFine;2600\n")
    expect(desk.locator("#preview")).to_contain_text("2 players recognised")
    assert not Player.objects.filter(family_name="Tal").exists()


@pytest.mark.long
def test_a_player_cannot_be_seated_twice_by_hand(desk: Page, live_server, cup: World) -> None:
    free = cup.event.sections.get(slug="free")
    registration, _two, _three = (
        enter_player(actor=cup.olga, now=NOW, section_id=free.pk, player_id=player.pk)
        for player in cup.event.players.order_by("pk")
    )
    desk.goto(live_server.url + E + "free/rounds/new/")
    desk.get_by_label("White on board 1").select_option(str(registration.pk))
    expect(desk.locator(f"#id_black_1 option[value='{registration.pk}']")).to_be_disabled()
    expect(desk.locator("[data-unseated]")).to_have_text("2. Bob, 3. Dora")


@pytest.mark.long
def test_a_key_can_be_copied_once(desk: Page, live_server) -> None:
    desk.goto(live_server.url + E + "tokens/")
    desk.get_by_label("Description").fill("relay")
    desk.get_by_label("Enter results").check()
    desk.get_by_role("button", name="Create key").click()
    expect(desk.locator("#secret")).to_contain_text("tvl_")
    expect(desk.get_by_role("button", name="Copy")).to_be_visible()
