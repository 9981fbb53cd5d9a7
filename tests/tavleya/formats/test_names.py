"""Names: whose are the same person's, and which part comes first in one column."""

import pytest

from tavleya.formats.headings import NameOrder, guess_order, split_in_order
from tavleya.formats.names import Described, contradict, same_name, tell_apart
from tavleya.formats.players_csv import read_players


@pytest.mark.parametrize(("item", "other"), [
    ("Carlsen Magnus", "Магнус Карлсен"), ("Carlsen, M.", "Magnus Carlsen"), ("Иванов И. И.", "Ivanov Ivan"),
    ("Razuvaev Yuri", "Разуваев Юрий"), ("Carlsen", "Carlsen Magnus"),
    ("Шевченко Олександр", "Shevchenko Oleksandr"),
])  # fmt: skip
def test_spellings_of_one_name_are_known_again(item: str, other: str) -> None:
    assert same_name(item, other)
    assert same_name(other, item)


@pytest.mark.parametrize(("item", "other"), [
    ("Polgar Judit", "Polgar Sofia"), ("Carlsen Magnus", "Carlsen Ingrid"), ("Ivanov Ivan", "Petrov Ivan"),
    ("A. B.", "Anand B."), ("", "Carlsen Magnus"),
])  # fmt: skip
def test_another_name_is_another_person(item: str, other: str) -> None:
    assert not same_name(item, other)
    assert not same_name(other, item)


def test_a_name_in_any_script_is_enough() -> None:
    described = Described(("Ding Liren",))
    assert contradict(described, Described(("丁立人",)))
    assert not contradict(described, Described(("丁立人", "Ding, Liren")))


@pytest.mark.parametrize("other", [
    Described(("Carlsen Magnus",), birth_year=1991), Described(("Carlsen Magnus",), sex="f"),
    Described(("Carlsen Magnus",), fide_id=2),
])  # fmt: skip
def test_a_fact_that_differs_contradicts_where_both_are_known(other: Described) -> None:
    assert contradict(Described(("Carlsen Magnus",), 1990, "m", 1), other)
    assert not contradict(Described(("Carlsen Magnus",)), other)


ENGLISH = "John Smith\nMary Ann Jones\nPriya Raman\nOliver van der Berg\nWei Zhang"
RUSSIAN = "Иванов Иван Иванович\nПетрова Анна Сергеевна\nКуперман И.\nЛі Олена\nТаль Михаил"


def names(text: str, **options: object) -> list[tuple[str, str, str]]:
    rows = read_players(text, **options).rows  # type: ignore[arg-type]
    return [(row.name.family, row.name.given, row.name.patronymic) for row in rows]


def notes(text: str, **options: object) -> list[str]:
    return [warning.message.key for warning in read_players(text, **options).warnings]  # type: ignore[arg-type]


@pytest.mark.parametrize("head", ["", "Name\n", "Name;Rating\n"])
def test_a_list_with_the_given_names_first_is_not_reversed(head: str) -> None:
    assert names(head + ENGLISH) == [
        ("Smith", "John", ""), ("Jones", "Mary Ann", ""), ("Raman", "Priya", ""),
        ("van der Berg", "Oliver", ""), ("Zhang", "Wei", ""),
    ]  # fmt: skip
    assert notes(head + ENGLISH) == ["given_name_first"], "and it says so"


@pytest.mark.parametrize("head", ["", "ФИО\n", "Игрок\n", "Name;Rating\n"])
def test_russian_and_ukrainian_lists_have_the_family_name_first(head: str) -> None:
    assert names(head + RUSSIAN) == [
        ("Иванов", "Иван", "Иванович"), ("Петрова", "Анна", "Сергеевна"), ("Куперман", "И.", ""),
        ("Лі", "Олена", ""), ("Таль", "Михаил", ""),
    ]  # fmt: skip
    assert notes(head + RUSSIAN) == []


def test_a_comma_decides_in_a_list_of_either_order() -> None:
    mixed = "John Smith\nJones, Mary\nPeter Brown\nСмирнов, Иван"
    assert names(mixed) == [
        ("Smith", "John", ""), ("Jones", "Mary", ""), ("Brown", "Peter", ""), ("Смирнов", "Иван", ""),
    ]  # fmt: skip
    assert names("Smith, John\nCarlsen, Magnus") == [("Smith", "John", ""), ("Carlsen", "Magnus", "")]
    assert notes("Smith, John\nCarlsen, Magnus") == []


@pytest.mark.parametrize(("text", "order"), [
    ("Carlsen Magnus\nNepomniachtchi Ian", NameOrder.FAMILY_FIRST), ("Smith John", NameOrder.FAMILY_FIRST),
    ("SMITH John\nRAMAN Priya", NameOrder.FAMILY_FIRST), ("John SMITH\nWei ZHANG", NameOrder.GIVEN_FIRST),
    ("J. Smith\nM.A. Jones", NameOrder.GIVEN_FIRST), ("Smith J.\nJones M.A.", NameOrder.FAMILY_FIRST),
    ("Иван Иванович Петров", NameOrder.GIVEN_FIRST), ("Иван Петров\nАнна Смирнова", NameOrder.GIVEN_FIRST),
    ("Олена Коваль\nСергій Шевченко", NameOrder.GIVEN_FIRST),
    ("Ivanov Ivan Ivanovich", NameOrder.FAMILY_FIRST), ("van den Doel Erik", NameOrder.FAMILY_FIRST),
    ("Jan-Krzysztof Duda", NameOrder.GIVEN_FIRST),
])  # fmt: skip
def test_the_order_is_that_of_most_names(text: str, order: NameOrder) -> None:
    assert guess_order(text.splitlines()).order is order


def test_given_names_first_with_a_patronymic() -> None:
    name = split_in_order("Иван Иванович Петров", NameOrder.GIVEN_FIRST)
    assert (name.family, name.given, name.patronymic) == ("Петров", "Иван", "Иванович")
    name = split_in_order("Sammy Davis Jr.", NameOrder.GIVEN_FIRST)
    assert (name.family, name.given) == ("Davis Jr.", "Sammy")


def test_where_no_name_shows_the_order_the_list_asks() -> None:
    unknown = "Xyzzy Plugh\nFrobnitz Quux"
    assert names(unknown)[0] == ("Xyzzy", "Plugh", "")
    assert notes(unknown) == ["family_name_first"]
    assert names(unknown, order=NameOrder.GIVEN_FIRST)[0] == ("Plugh", "Xyzzy", "")
    assert names(unknown, matched={0: "given_first"})[0] == ("Plugh", "Xyzzy", "")
    for chosen in ({"order": NameOrder.FAMILY_FIRST}, {"matched": {0: "given_first"}}):
        assert notes(unknown, **chosen) == []
    assert notes("Ктото Неведомый\nНекто Незнакомый") == [], "in Cyrillic the family name is first"


def test_a_choice_goes_before_what_the_names_show() -> None:
    assert names("John Smith", order=NameOrder.FAMILY_FIRST) == [("John", "Smith", "")]
    assert names("Name;Rating\nJohn Smith;1500", matched={0: "name"}) == [("John", "Smith", "")]


def test_a_heading_that_says_the_order_goes_before_what_the_names_show() -> None:
    assert names("Имя и фамилия;Рейтинг\nШахов Мат;1500") == [("Мат", "Шахов", "")]
    assert names("Фамилия Имя;Рейтинг\nИван Анна;1500") == [("Иван", "Анна", "")]
    assert names("First name;Surname\nSmith;John") == [("John", "Smith", "")]


def test_names_of_one_word_ask_nothing() -> None:
    assert notes("Tal\nStein") == []


@pytest.mark.parametrize(("details", "notes"), [
    ([("1520", "Lions"), ("1480", "Lions")], ["1520", "1480"]),
    ([("", "Lions"), ("1480", "Tigers")], ["Lions", "Tigers"]),  # one of them lacks a rating
    ([("1480", ""), ("1480", "Tigers"), ("1500", "Tigers")], ["", "Tigers", "Tigers"]),
])  # fmt: skip
def test_the_first_detail_that_all_have_and_none_share_tells_namesakes_apart(details, notes) -> None:
    people = [("Post, Noor", own) for own in details]
    assert tell_apart([*people, ("Post, Nora", details[0])]) == [*notes, ""]
