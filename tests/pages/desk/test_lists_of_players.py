"""A list of players is imported completely or not at all, and errors are reported by line beside the pasted text."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.pages.desk.conftest import new_section
from tests.pages.desk.test_swiss import S, make, pair, play, post, registration
from tests.pages.html import Page, page_of
from tests.paths import DATA
from tests.world import NOW, World
from tournaments.models.activity import Log
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.services.bye_requests import request_bye

LISTS = DATA / "lists"
GOOD = "Фамилия;Имя;Рейтинг;Год рождения\nИванов;Иван;2100;1990\nПетров;Пётр;2050;1985\n"
BAD = "Name,Rating,Hat\nNovak Ivan,2100,44\nAlice,x,1\n,1900,2\nAlice,2000,3\n"


@pytest.fixture
def second(world: World) -> Section:
    return new_section(world, "second", format="round_robin")


def counts() -> tuple[int, int, int]:
    return Player.objects.count(), Registration.objects.count(), Log.objects.count()


def lines_of(page: Page) -> list[str]:
    return [tag["data-line"] for tag in page.find(type="button") if "data-line" in tag]


def names(section: Section) -> list[str]:
    return [entry.player.full_name for entry in section.registrations.order_by("number")]


ADDRESS = "/desk/spring-cup/second/players/list/"
NEW = "/desk/spring-cup/second/players/new/"


def test_a_bad_list_or_file_keeps_the_text_and_reports_lines(olga: Client, second: Section) -> None:
    before = counts()
    file = SimpleUploadedFile("list.csv", b"\xef\xbb\xbf" + BAD.encode())
    for form_data in ({"text": BAD, "act": "import"}, {"file": file}):
        answer = olga.post(ADDRESS, form_data)
        page = page_of(answer)
        assert answer.status_code == 422 and counts() == before
        assert BAD.strip() in answer.content.decode()
        assert lines_of(page) == ["3", "4", "5", "1"]  # the last is a warning: an unknown column
        for code in ("players_refused", "bad_cell", "name_missing", "unknown_column"):
            assert page.find(data_code=code), code
    both = {"text": "Name\nNovak", "file": SimpleUploadedFile("a.csv", b"Name\nNovak")}
    for form_data, code in (({}, "empty_file"), (both, "both")):
        answer = olga.post(ADDRESS, form_data)
        assert answer.status_code == 422 and page_of(answer).find(data_code=code)


def test_a_file_in_an_old_encoding_is_imported_and_the_page_names_it(olga: Client, second: Section) -> None:
    file = SimpleUploadedFile("list.csv", GOOD.encode("cp1251"))
    words = page_of(olga.post(ADDRESS, {"file": file, "act": "import"}, follow=True)).words
    assert "2 players entered." in words and "windows-1251" in words
    assert second.registrations.filter(player__family_name="Иванов").exists()


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
    olga.post(ADDRESS, {"text": text.replace("1850", "1900"), "again": "keep"})
    ivan.refresh_from_db()
    assert ivan.rating == 1850


def test_lines_are_left_out_one_by_one_or_all_with_problems_by_one_button(olga: Client, second: Section) -> None:
    """A line that only repeats a faulty line is good without that line."""
    text = "Name,Rating\nNovak Ivan,2100\nKeres,x\n,1900\nKeres,2000\nFine,\n"
    page = page_of(olga.post(ADDRESS, {"text": text, "act": "look", "leave": ["6"]}))
    assert page.find(value="rest") and page.find(data_code="duplicate_in_file")
    assert page.find(name="leave", value="6", checked="")
    words = page_of(olga.post(ADDRESS, {"text": text, "act": "rest", "leave": ["6"]}, follow=True)).words
    assert "2 players entered." in words and "Lines left out: 3, 4" in words
    assert names(second) == ["Novak, Ivan", "Keres"]


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


def test_a_possible_match_in_the_event_is_asked_about_and_the_answer_enters_by_list_and_form(olga, second):
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
    dora = Player.objects.get(family_name="Dora")
    response = olga.post(NEW, {"family_name": "Dora"})
    page = page_of(response)
    assert response.status_code == 409 and page.problems == [] and page.find(data_code="same_name")
    assert page.find(name="who", value=str(dora.pk))
    olga.post(NEW, {"family_name": "Dora", "who": str(dora.pk)})
    assert second.registrations.filter(player=dora).exists()
    assert olga.post(NEW, {"family_name": "Dora", "who": "0"}).status_code == 302
    assert Player.objects.filter(family_name="Dora").count() == 2


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


def test_one_player_is_entered_with_number_and_account(olga: Client, second: Section) -> None:
    data = {
        "family_name": "Таль", "given_name": "Михаил", "name_en": "Tal, Mikhail", "number": "5",
        "federation": "lat", "rating_standard": "2650", "username": "charlie", "then": "again",
    }  # fmt: skip
    assert olga.post(NEW, data)["Location"] == NEW
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


# Players of the event, qualifiers and absentees: chosen on one page, by one submit


def cup(world: World) -> Section:
    return new_section(world, "cup", format="knockout")


C = "/desk/spring-cup/cup/"


def test_players_of_the_event_are_ticked_and_entered_together(world: World, olga: Client) -> None:
    section = cup(world)
    assert C + "players/event/" in page_of(olga.get(C + "players/")).links
    page = page_of(olga.get(C + "players/event/"))
    assert page.problems == [] and "Alice" in page.words and "Open" in page.words
    response = olga.post(C + "players/event/", {})
    assert response.status_code == 422 and page_of(response).find(data_code="nobody_chosen")
    keys = [Player.objects.get(family_name=name).pk for name in ("Alice", "Dora")]
    assert olga.post(C + "players/event/", {"player": keys})["Location"] == C + "players/"
    assert names(section) == ["Alice", "Dora"]
    page = page_of(olga.get(C + "players/event/"))
    assert not page.find(name="player", value=str(keys[0])) and page.find(name="player")
    assert olga.post(C + "players/event/", {"player": keys}).status_code == 409


def test_a_begun_swiss_takes_them_late_and_only_a_swiss_notes_absences(world: World, olga: Client) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    assert "play from round 2" in page_of(olga.get(S + "players/event/")).words
    olga.post(S + "players/event/", {"player": [Player.objects.get(family_name="Alice").pk]})
    assert section.registrations.get(player__family_name="Alice").from_round == 2
    address = "/desk/spring-cup/open/players/absences/"
    assert olga.get(address).status_code == 404
    assert address not in page_of(olga.get("/desk/spring-cup/open/players/")).links


def test_the_first_of_another_section_qualify(world: World, olga: Client) -> None:
    source, section = make(world, 6), cup(world)
    play(world, pair(world, source, 1))
    assert C + "players/qualify/" in page_of(olga.get(C + "players/")).links
    page = page_of(olga.get(C + "players/qualify/", {"source": "swiss", "n": 2}))
    assert page.problems == [] and "after Round 1: they have not been declared final" in page.words
    (digest,) = (tag["value"] for tag in page.find(name="standings"))
    ticked = [tag["value"] for tag in page.find(name="registration", checked="")]
    assert len(ticked) == 2 and len(page.find(name="registration")) == 6
    data = {"source": "swiss", "n": 2, "standings": digest, "registration": ticked}
    assert olga.post(C + "players/qualify/", {**data, "standings": "old"}).status_code == 409
    assert olga.post(C + "players/qualify/", data)["Location"] == C + "players/"
    players = section.registrations.order_by("number").values_list("player", flat=True)
    assert list(players) == [source.registrations.get(pk=key).player_id for key in ticked]
    page = page_of(olga.get(C + "players/qualify/", {"source": "swiss", "n": 2}))
    assert "already in this section" in page.words and len(page.find(name="registration", disabled="")) == 2


def test_the_first_of_several_groups_qualify_and_the_first_stage_is_shown_before(world, olga):
    make(world, 4, slug="one")
    make(world, 4, slug="two", first=11)
    section = cup(world)
    page = page_of(olga.get(C + "players/qualify/", {"source": ["one", "two"]}))
    assert page.problems == []
    assert "A1" in page.words and "First stage, if these players qualify" in page.words
    data = {
        "source": [tag["value"] for tag in page.find(name="source", type="hidden")],
        "standings": [tag["value"] for tag in page.find(name="standings")],
        "registration": [tag["value"] for tag in page.find(name="registration", checked="")],
        "n": 2,
    }
    assert [len(values) for values in data.values() if isinstance(values, list)] == [2, 2, 4]
    uneven = olga.post(C + "players/qualify/", {**data, "registration": data["registration"][:3]})
    assert uneven.status_code == 422 and names(section) == []
    assert olga.post(C + "players/qualify/", data)["Location"] == C + "players/"
    assert section.registrations.count() == 4


def test_absences_of_a_hall_are_noted_by_one_submit(world: World, olga: Client) -> None:
    section = make(world, 6)
    address = S + "players/absences/"
    for start in ("players/", "pairing/"):
        assert address in page_of(olga.get(S + start)).links
    first, second, third = (registration(section, number) for number in (1, 2, 3))
    request_bye(actor=world.olga, now=NOW, registration_id=third.pk, round_number=1, kind="half")
    page = page_of(olga.get(address))
    assert page.problems == [] and "half-point bye" in page.words
    assert "withdrawn players are removed from the list" in page.words
    assert olga.post(address, {f"state_{first.pk}": ""}).status_code == 422
    answer = post(olga, address, **{f"state_{first.pk}": "absent", f"state_{second.pk}": "withdrawn"})
    assert answer["Location"] == S + "pairing/"
    words = page_of(olga.get(S + "pairing/")).words
    assert "3 players to be paired" in words and "zero-point bye" in words
    assert not section.registrations.filter(pk=second.pk).exists()


def test_the_order_of_equal_players_is_chosen_on_their_page(world: World, olga: Client) -> None:
    section = make(world, 3)
    assert "alphabetically" in page_of(olga.get(S + "players/")).words
    olga.post(S + "players/numbers/", {"equal_seeds": "entry"})
    section.refresh_from_db()
    assert section.equal_seeds == "entry"
    assert page_of(olga.get(S + "players/")).find(value="entry", selected="")
    assert olga.post(S + "players/numbers/", {"equal_seeds": "birth"}).status_code == 422
