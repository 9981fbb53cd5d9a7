"""A list of players is imported completely or not at all, and errors are reported by line beside the pasted text."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.desk.conftest import new_section
from tests.pages.html import Page, page_of
from tests.paths import DATA
from tests.world import World
from tournaments.models.activity import Log
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section

GOOD = "Фамилия;Имя;Рейтинг;Год рождения\nИванов;Иван;2100;1990\nПетров;Пётр;2050;1985\n"
LISTS = DATA / "lists"
BAD = "Name,Rating,Hat\nNovak Ivan,2100,44\nAlice,x,1\n,1900,2\nAlice,2000,3\n"


@pytest.fixture
def second(world: World) -> Section:
    return new_section(world, "second", format="round_robin")


def counts() -> tuple[int, int, int]:
    return Player.objects.count(), Registration.objects.count(), Log.objects.count()


def lines_of(page: Page) -> list[str]:
    return [result["data-line"] for result in page.find(type="button") if "data-line" in result]


def names(section: Section) -> list[str]:
    return [row.player.full_name for row in section.registrations.order_by("number")]


ADDRESS = "/desk/spring-cup/second/players/list/"
NEW = "/desk/spring-cup/second/players/new/"


def test_a_bad_list_keeps_the_text_and_reports_lines(olga: Client, second: Section) -> None:
    before = counts()
    answer = olga.post(ADDRESS, {"text": BAD, "act": "import"})
    page = page_of(answer)
    assert answer.status_code == 422 and counts() == before
    assert BAD.strip() in answer.content.decode()
    assert lines_of(page) == ["3", "4", "5", "1"]  # the last is a warning: an unknown column
    for code in ("players_refused", "bad_cell", "name_missing", "unknown_column"):
        assert page.find(data_code=code), code


@pytest.mark.parametrize("head", ["", "Name\n"])
def test_given_names_first_are_recognised_and_the_order_can_be_chosen(olga, second, head):
    text = f"{head}John Smith\nMary Ann Jones\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look"}))
    assert "Smith, John" in page.words and "Jones, Mary Ann" in page.words
    assert page.find(data_code="given_name_first")
    (was,) = page.find(name="was:0")
    assert was["value"] == "given_first"
    chosen = {"text": text, "was:0": "given_first", "column:0": "name"}
    assert "John, Smith" in page_of(olga.post(ADDRESS, {**chosen, "act": "look"})).words
    olga.post(ADDRESS, {"text": text, "was:0": "given_first", "column:0": "given_first"})
    assert set(names(second)) == {"Smith, John", "Jones, Mary Ann"}


def test_a_list_imported_again_updates_players_without_duplicates(olga: Client, second: Section) -> None:
    olga.post(ADDRESS, {"text": "Name;Born;Rating;Club\nNovak Ivan;1990;1800;Riga\nTal;1936;2600;Riga\n"})
    before = counts()
    text = "Name;Born;Rating;Club\nNovak Ivan;1990;1850;\nTal;1936;2600;\nFine;1914;;\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look"}))
    assert "2 of them are already entered in this section." in page.words
    assert "updated: ratings" in page.words and "already entered" in page.words
    assert counts() == before
    words = page_of(olga.post(ADDRESS, {"text": text, "act": "import"}, follow=True)).words
    assert "1 player entered. 1 player updated." in words
    ivan = second.registrations.select_related("player").get(player__birth_year=1990)
    assert (ivan.rating, ivan.player.ratings, ivan.player.club) == (1850, {"standard": 1850}, "Riga")
    assert second.registrations.count() == 3
    words = page_of(olga.post(ADDRESS, {"text": text, "act": "import"}, follow=True)).words
    assert "updated" not in words and second.registrations.count() == 3


def test_existing_entries_are_left_unchanged_if_chosen(olga: Client, second: Section) -> None:
    olga.post(ADDRESS, {"text": "Name;Born;Rating\nNovak Ivan;1990;1800\n"})
    olga.post(ADDRESS, {"text": "Name;Born;Rating\nNovak Ivan;1990;1850\nTal;1936;\n", "again": "keep"})
    assert [registration.rating for registration in second.registrations.order_by("number")] == [1800, None]


def test_lines_without_problems_are_imported_by_one_button(olga: Client, second: Section) -> None:
    """A line that is only a second of a bad one is good without it."""
    text = "Name,Rating\nNovak Ivan,2100\nKeres,x\n,1900\nKeres,2000\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look"}))
    assert page.find(value="rest") and page.find(data_code="duplicate_in_file")
    words = page_of(olga.post(ADDRESS, {"text": text, "act": "rest"}, follow=True)).words
    assert "2 players entered." in words and "Lines left out: 3, 4." in words
    assert names(second) == ["Novak, Ivan", "Keres"]


def test_lines_are_left_out_one_by_one(olga: Client, second: Section) -> None:
    text = "Name\nTal\nFine\nKeres\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look", "leave": ["3"]}))
    assert page.find(name="leave", value="3", checked="")
    olga.post(ADDRESS, {"text": text, "act": "import", "leave": ["3"]})
    assert names(second) == ["Tal", "Keres"]


def test_a_column_is_read_as_the_user_chooses(olga: Client, second: Section) -> None:
    text = "Who;Strength;Place\nTal;2600;Riga\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look"}))
    assert page.find(data_code="no_header") and page.find(name="column:1")
    chosen = {"column:0": "name", "was:0": "", "column:1": "rating", "was:1": "", "column:2": "", "was:2": ""}
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look", **chosen}))
    assert "1 player recognised" in page.words and not page.find(data_code="no_header")
    olga.post(ADDRESS, {"text": text, "act": "import", **chosen})
    entry = second.registrations.select_related("player").get()
    assert (entry.player.family_name, entry.rating, entry.player.club) == ("Tal", 2600, "")


def test_a_workbook_is_shown_as_text_with_its_columns(olga: Client, second: Section) -> None:
    data = (LISTS / "sm-starting-rank.xlsx").read_bytes()
    answer = olga.post(ADDRESS, {"file": SimpleUploadedFile("list.xlsx", data), "act": "look"})
    page = page_of(answer)
    assert answer.status_code == 200 and "6 players recognised" in page.words
    assert "Workbook (XLSX)" in page.words and "by its values" in page.words
    assert page.find(data_code="other_sheets")
    text = answer.context["form"]["text"].value()
    olga.post(ADDRESS, {"text": text, "layout": "workbook", "act": "import"})
    entry = second.registrations.select_related("player").get(number=1)
    assert (entry.player.full_name, entry.player.title) == ("Sokolov-Test, Ivan", "IM")


def test_a_possible_match_in_the_event_is_asked_about_and_the_answer_enters(olga, second):
    alice = Player.objects.get(family_name="Alice")
    text = "Name\nNovak Ivan\nAlice\n"
    response = olga.post(ADDRESS, {"text": text, "act": "import"})
    page = page_of(response)
    assert response.status_code == 422 and page.problems == [] and not second.registrations.exists()
    assert page.find(data_code="same_name")
    # A player outside the section is most likely meant: that answer is preselected.
    assert page.find(name="who:alice|", value=str(alice.pk), checked="")
    assert "Is it the same person?" in page.words and "Open" in page.words
    olga.post(ADDRESS, {"text": text, "act": "import", "who:alice|": str(alice.pk)})
    assert second.registrations.filter(player=alice).exists()
    olga.post(ADDRESS, {"text": "Name\nBob\n", "who:bob|": "0"})
    assert Player.objects.filter(family_name="Bob").count() == 2


def test_the_whole_list_can_be_looked_through_before_it_is_entered(olga: Client, second: Section) -> None:
    lines = "".join(f"Player{n:02};{'f' if n % 2 else 'm'}\n" for n in range(40))
    page = page_of(olga.post(ADDRESS, {"text": f"Name;Sex\n{lines}", "act": "look"}))
    assert page.problems == []
    assert all(f"Player{n:02}{'f' if n % 2 else 'm'}" in page.words for n in range(40))


def test_a_list_of_teams_shows_and_makes_them(olga: Client, world: World) -> None:
    section = new_section(world, "league", format="teams", options={"boards": 2})
    address = "/desk/spring-cup/league/players/list/"
    text = "Name;Team\nA1;Lions\nB1;Bears\nA2;Lions\n"
    page = page_of(olga.post(address, {"text": text, "act": "look"}))
    assert page.problems == [] and "Teams: Lions (2), Bears (1)" in page.words
    assert olga.post(address, {"text": text})["Location"] == "/desk/spring-cup/league/teams/"
    assert list(section.teams.values_list("name", flat=True)) == ["Lions", "Bears"]


def test_a_person_of_the_event_is_entered_by_the_form_too(olga: Client, second: Section) -> None:
    alice = Player.objects.get(family_name="Alice")
    response = olga.post(NEW, {"family_name": "Alice"})
    page = page_of(response)
    assert response.status_code == 409 and page.problems == [] and page.find(data_code="same_name")
    assert page.find(name="who", value=str(alice.pk))
    olga.post(NEW, {"family_name": "Alice", "who": str(alice.pk)})
    assert second.registrations.get().player == alice
    assert olga.post(NEW, {"family_name": "Alice", "who": "0"}).status_code == 302
    assert Player.objects.filter(family_name="Alice").count() == 2


def test_a_refused_file_can_be_corrected_and_the_page_names_an_old_encoding(olga, second):
    file = SimpleUploadedFile("list.csv", b"\xef\xbb\xbf" + BAD.encode())
    answer = olga.post(ADDRESS, {"file": file})
    assert answer.status_code == 422 and BAD.strip() in answer.content.decode()
    file = SimpleUploadedFile("list.csv", GOOD.encode("cp1251"))
    answer = olga.post(ADDRESS, {"file": file, "act": "import"}, follow=True)
    words = page_of(answer).words
    assert "2 players entered." in words
    assert "windows-1251" in words
    assert second.registrations.filter(player__family_name="Иванов").exists()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "empty_file"),
        ({"text": "Name\nNovak", "file": SimpleUploadedFile("a.csv", b"Name\nNovak")}, "both"),
        ({"file": SimpleUploadedFile("a.png", b"\x89PNG\x00\x01\x02")}, "binary_file"),
    ],
)
def test_an_invalid_list_is_refused_with_its_code(olga, second, data, code):
    answer = olga.post(ADDRESS, data)
    assert answer.status_code == 422 and page_of(answer).find(data_code=code)


def test_one_player_is_entered_with_number_and_account(olga: Client, second: Section) -> None:
    data = {
        "family_name": "Таль", "given_name": "Михаил", "name_en": "Tal, Mikhail", "number": "5",
        "federation": "lat", "rating_standard": "2650", "username": "charlie", "then": "again",
    }  # fmt: skip
    answer = olga.post(NEW, data)
    assert answer["Location"] == NEW
    registration = second.registrations.select_related("player__user").get()
    assert (registration.number, registration.rating, registration.player.federation) == (5, 2650, "LAT")
    assert registration.player.user is not None
    assert registration.player.user.get_username() == "charlie"


def test_a_player_who_cannot_be_entered_is_not_added_either(olga: Client, second: Section) -> None:
    olga.post(NEW, {"family_name": "Tal", "number": "1"})
    before = counts()
    answer = olga.post(NEW, {"family_name": "Fischer", "number": "1"})
    assert answer.status_code == 409
    page = page_of(answer)
    assert page.find(data_code="number_taken")
    assert page.find(value="Fischer")
    assert counts() == before


def test_a_player_is_changed_and_withdrawn(olga: Client, second: Section) -> None:
    olga.post(ADDRESS, {"text": GOOD})
    values = {"family_name": "Иванов", "given_name": "Игорь", "number": "3", "entry_rating": "2222"}
    assert olga.post("/desk/spring-cup/second/players/1/", values).status_code == 302
    registration = second.registrations.select_related("player").get(number=3)
    assert (registration.player.given_name, registration.rating) == ("Игорь", 2222)
    olga.post("/desk/spring-cup/second/players/3/withdraw/", {"reason": "ill"})
    assert list(second.registrations.values_list("number", flat=True)) == [2]
    assert Log.objects.filter(action="registration.withdrawn", after__reason="ill").exists()
