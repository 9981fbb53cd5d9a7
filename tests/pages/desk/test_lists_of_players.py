"""A list of players is taken whole or not at all, and what is wrong is said by line, beside what was pasted."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.html import Page, page_of
from tests.world import NOW, World
from tournaments import services
from tournaments.models import Log, Player, Registration, Section

GOOD = "Фамилия;Имя;Рейтинг;Год рождения\nИванов;Иван;2100;1990\nПетров;Пётр;2050;1985\n"
BAD = "Name,Rating,Hat\nNovak Ivan,2100,44\nAlice,x,1\n,1900,2\nAlice,2000,3\n"


@pytest.fixture
def second(world: World) -> Section:
    return services.create_section(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        slug="second",
        names={"en": "Second"},
        game="chess",
        regime="fide-2023",
        format="round_robin",
    )


def counts() -> tuple[int, int, int]:
    return Player.objects.count(), Registration.objects.count(), Log.objects.count()


def lines_of(page: Page) -> list[str]:
    return [found["data-line"] for found in page.find(type="button") if "data-line" in found]


ADDRESS = "/desk/spring-cup/second/players/list/"


def test_a_bad_list_keeps_the_text_and_reports_lines(olga: Client, second: Section) -> None:
    before = counts()
    answer = olga.post(ADDRESS, {"text": BAD, "act": "import"})
    page = page_of(answer)
    assert answer.status_code == 422
    assert counts() == before
    assert BAD.strip() in answer.content.decode()
    assert lines_of(page) == ["3", "4", "5", "1"]  # the last is a warning: an unknown column
    assert page.find(data_code="players_refused")
    assert page.find(data_code="bad_cell")
    assert page.find(data_code="name_missing")
    assert page.find(data_code="unknown_column")


def test_a_player_who_is_in_the_section_already_is_named_by_line(olga: Client, second: Section) -> None:
    olga.post(ADDRESS, {"text": "Name;Born\nNovak Ivan;1990\n"})
    before = counts()
    answer = olga.post(ADDRESS, {"text": "Name;Born\nTal;1936\nNovak Ivan;1990\n"})
    assert answer.status_code == 422
    assert counts() == before
    page = page_of(answer)
    assert lines_of(page) == ["3"]
    assert page.find(data_code="already_entered")


def test_of_somebody_who_is_perhaps_in_the_event_the_list_asks_and_the_answer_enters(
    olga: Client, second: Section
) -> None:
    alice = Player.objects.get(family_name="Alice")
    text = "Name\nNovak Ivan\nAlice\n"
    asked = olga.post(ADDRESS, {"text": text, "act": "import"})
    page = page_of(asked)
    assert asked.status_code == 422 and page.problems == [] and not second.registrations.exists()
    assert page.find(data_code="same_name")
    # Who is not in the section yet is most likely meant: that answer is chosen already.
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


def test_everything_wrong_with_a_line_is_told_at_once(olga: Client, second: Section) -> None:
    words = page_of(olga.post(ADDRESS, {"text": "Name;Fed;Rating\nTal;WALES;24x46\n", "act": "look"})).words
    assert "“WALES”" in words and "“24x46”" in words and "2 problems" in words


def test_a_list_of_teams_shows_and_makes_them(olga: Client, world: World) -> None:
    section = services.create_section(
        actor=world.olga, now=NOW, event_id=world.event.pk, slug="league", names={"en": "League"}, game="chess",
        regime="fide-2023", format="teams", options={"boards": 2},
    )  # fmt: skip
    address = "/desk/spring-cup/league/players/list/"
    text = "Name;Team\nA1;Lions\nB1;Bears\nA2;Lions\n"
    page = page_of(olga.post(address, {"text": text, "act": "look"}))
    assert page.problems == [] and "Teams: Lions (2), Bears (1)" in page.words
    assert olga.post(address, {"text": text})["Location"] == "/desk/spring-cup/league/teams/"
    assert list(section.teams.values_list("name", flat=True)) == ["Lions", "Bears"]


def test_where_no_teams_play_the_page_says_what_becomes_of_the_column(olga: Client, second: Section) -> None:
    page = page_of(olga.post(ADDRESS, {"text": "Name;Team\nTal;Riga\n", "act": "look"}))
    assert page.find(data_code="team_as_club")


def test_a_person_of_the_event_is_entered_by_the_form_too(olga: Client, second: Section) -> None:
    address = "/desk/spring-cup/second/players/new/"
    alice = Player.objects.get(family_name="Alice")
    asked = olga.post(address, {"family_name": "Alice"})
    page = page_of(asked)
    assert asked.status_code == 409 and page.problems == [] and page.find(data_code="same_name")
    assert page.find(name="who", value=str(alice.pk))
    olga.post(address, {"family_name": "Alice", "who": str(alice.pk)})
    assert second.registrations.get().player == alice
    assert olga.post(address, {"family_name": "Alice", "who": "0"}).status_code == 302
    assert Player.objects.filter(family_name="Alice").count() == 2


def test_looking_first_says_how_many_and_changes_nothing(olga: Client, second: Section) -> None:
    before = counts()
    answer = olga.post(ADDRESS, {"text": GOOD, "act": "look"})
    page = page_of(answer)
    assert answer.status_code == 200
    assert "2 players recognised" in page.words
    assert GOOD.strip() in answer.content.decode()
    assert counts() == before


def test_a_file_of_an_old_program_is_read_and_its_encoding_said(olga: Client, second: Section) -> None:
    file = SimpleUploadedFile("list.csv", GOOD.encode("cp1251"))
    answer = olga.post(ADDRESS, {"file": file, "act": "import"}, follow=True)
    words = page_of(answer).words
    assert "2 players entered." in words
    assert "windows-1251" in words
    assert second.registrations.filter(player__family_name="Иванов").exists()


def test_a_refused_file_can_be_put_right_on_the_page(olga: Client, second: Section) -> None:
    file = SimpleUploadedFile("list.csv", b"\xef\xbb\xbf" + BAD.encode())
    answer = olga.post(ADDRESS, {"file": file})
    assert answer.status_code == 422
    assert BAD.strip() in answer.content.decode()


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({}, "empty_file"),
        ({"text": "Name\nNovak", "file": SimpleUploadedFile("a.csv", b"Name\nNovak")}, "both"),
        ({"file": SimpleUploadedFile("a.png", b"\x89PNG\x00\x01\x02")}, "binary_file"),
    ],
)
def test_what_is_no_list_is_refused_with_its_code(
    olga: Client, second: Section, data: dict[str, object], code: str
) -> None:
    answer = olga.post(ADDRESS, data)
    assert answer.status_code == 422
    assert page_of(answer).find(data_code=code)


def test_one_player_is_entered_with_number_and_account(olga: Client, second: Section) -> None:
    data = {
        "family_name": "Таль", "given_name": "Михаил", "name_en": "Tal, Mikhail", "number": "5",
        "federation": "lat", "rating_standard": "2650", "username": "charlie", "then": "again",
    }  # fmt: skip
    answer = olga.post("/desk/spring-cup/second/players/new/", data)
    assert answer["Location"] == "/desk/spring-cup/second/players/new/"
    registration = second.registrations.select_related("player__user").get()
    assert (registration.number, registration.rating, registration.player.federation) == (5, 2650, "LAT")
    assert registration.player.user is not None
    assert registration.player.user.get_username() == "charlie"


def test_a_player_who_cannot_be_entered_is_not_added_either(olga: Client, second: Section) -> None:
    olga.post("/desk/spring-cup/second/players/new/", {"family_name": "Tal", "number": "1"})
    before = counts()
    answer = olga.post("/desk/spring-cup/second/players/new/", {"family_name": "Fischer", "number": "1"})
    assert answer.status_code == 409
    page = page_of(answer)
    assert page.find(data_code="number_taken")
    assert page.find(value="Fischer")
    assert counts() == before


def test_a_player_is_changed_and_withdrawn(olga: Client, second: Section) -> None:
    olga.post(ADDRESS, {"text": GOOD})
    answer = olga.post(
        "/desk/spring-cup/second/players/1/",
        {"family_name": "Иванов", "given_name": "Игорь", "number": "3", "entry_rating": "2222"},
    )
    assert answer.status_code == 302
    registration = second.registrations.select_related("player").get(number=3)
    assert (registration.player.given_name, registration.rating) == ("Игорь", 2222)
    olga.post("/desk/spring-cup/second/players/3/withdraw/", {"reason": "ill"})
    assert list(second.registrations.values_list("number", flat=True)) == [2]
    assert Log.objects.filter(action="registration.withdrawn", after__reason="ill").exists()
