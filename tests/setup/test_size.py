"""The size of the project and its unclear names stay within the budget, as `./run lint` checks too."""

import tomllib

import pytest

from tests.house.measure import BUDGET, complaints_of, measured
from tests.house.size import statements


@pytest.mark.long
def test_sizes_are_within_the_budget_and_savings_are_recorded():
    assert complaints_of(measured(), tomllib.loads(BUDGET.read_text())) == []


@pytest.mark.parametrize(("today", "complains"), [(101, True), (100, False), (98, False), (97, True)])
def test_a_figure_may_be_at_most_two_percent_below_its_budget(today: int, complains: bool):
    assert bool(complaints_of({"modules": {"api": today}}, {"modules": {"api": 100}})) is complains


def test_a_package_without_a_budget_is_reported():
    assert complaints_of({"modules": {"api": 1}}, {"modules": {}}) == ["modules of api: measured 1, budget None"]


def test_docstrings_and_line_breaks_are_not_statements():
    assert statements('"""Module."""\n\n\ndef f():\n    """F."""\n    return (\n        1\n    )\n') == 2
