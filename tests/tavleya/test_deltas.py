"""A delta turns any first value into the second, and is small if they are similar."""

import json

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tavleya.deltas import applied, difference
from tests.amounts import examples

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "=", "set", "at", "items", "drop"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["=", "set", "at", "items", "drop", "1"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=examples(500))
@given(VALUES, VALUES)
@example([1], [True])
@example([0, {"a": [False]}], [0, {"a": [0]}])
def test_the_second_value_comes_back_from_the_first(before: object, after: object) -> None:
    delta = json.loads(json.dumps(difference(before, after)))
    assert json.dumps(applied(before, delta), sort_keys=True) == json.dumps(after, sort_keys=True)


def test_equal_values_differ_in_nothing() -> None:
    assert difference({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) == {}


def test_one_change_in_much_is_a_small_delta() -> None:
    before = {"rows": [{"number": number, "name": "x" * 20} for number in range(1000)]}
    for after in (
        {"rows": [*before["rows"], {"number": 1001}]},
        {"rows": before["rows"][:500] + before["rows"][501:]},
        {"rows": [*before["rows"][:500], {"number": 500, "name": "y"}, *before["rows"][501:]]},
    ):
        assert len(json.dumps(difference(before, after))) < 150
