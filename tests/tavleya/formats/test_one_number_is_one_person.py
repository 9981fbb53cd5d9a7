"""Two players with one number are one person only if no other data contradict it."""

import pytest

from tavleya.formats.same_person import Described, contradict, same_name


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
