"""The table of a series, against a slow and obvious reckoning and by cases counted by hand."""

from fractions import Fraction
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tavleya.series import Result, Terms, table_of


def shares(*places: tuple[str, int, int, int]) -> dict[str, Result]:
    return {name: Result(half, rank, last) for name, half, rank, last in places}


FIRST = shares(("ann", 12, 1, 1), ("bob", 10, 2, 3), ("cid", 10, 2, 3), ("dan", 2, 4, 4))
SECOND = shares(("bob", 11, 1, 1), ("ann", 9, 2, 2))
THIRD = shares(("cid", 13, 1, 1), ("dan", 12, 2, 2), ("ann", 8, 3, 3))
YEAR = (FIRST, SECOND, THIRD)


def totals(terms: Terms) -> dict[str, Fraction]:
    return {row.key: row.total for row in table_of(YEAR, terms)}


def test_scores_are_added() -> None:
    expected = {"ann": Fraction(29, 2), "bob": Fraction(21, 2), "cid": Fraction(23, 2), "dan": Fraction(7)}
    assert totals(Terms()) == expected
    assert table_of((), Terms()) == table_of(({}, {}), Terms()) == ()


def test_only_the_best_results_count_and_the_others_are_shown() -> None:
    rows = {row.key: row for row in table_of(YEAR, Terms(best=2))}
    assert rows["ann"].total == Fraction(21, 2)
    assert [cell and (cell.points, cell.counted) for cell in rows["ann"].cells] == [
        (6, True), (Fraction(9, 2), True), (4, False),
    ]  # fmt: skip
    assert rows["bob"].cells[2] is None


def test_points_of_shared_places_are_divided_and_places_beyond_the_list_have_none() -> None:
    terms = Terms(rule="place", place_points=(10, 6, 3))
    assert totals(terms) == {"ann": Fraction(19), "bob": Fraction(29, 2), "cid": Fraction(29, 2), "dan": Fraction(6)}


def test_ties_are_broken_in_the_declared_order_and_shared_where_nothing_does() -> None:
    terms = Terms(rule="place", place_points=(10, 6, 3))
    assert [(row.key, row.rank, row.last) for row in table_of(YEAR, terms)] == [
        ("ann", 1, 1), ("bob", 2, 3), ("cid", 2, 3), ("dan", 4, 4),
    ]  # fmt: skip
    pair = {"ann": Result(4, 1, 1), "bob": Result(2, 3, 3)}, {"bob": Result(2, 1, 1)}
    assert [row.key for row in table_of(pair, Terms(tiebreaks=("best", "events")))] == ["ann", "bob"]
    assert [row.key for row in table_of(pair, Terms(tiebreaks=("events", "best")))] == ["bob", "ann"]
    assert [row.last for row in table_of(pair, Terms(tiebreaks=("firsts",)))] == [2, 2]


@st.composite
def tournaments(draw: st.DrawFn) -> list[dict[int, Result]]:
    """Tournaments with places as tables give them: players who are level share consecutive places."""
    results = []
    for _ in range(draw(st.integers(0, 4))):
        names = draw(st.lists(st.integers(0, 5), unique=True, max_size=6))
        result: dict[int, Result] = {}
        rank = 1
        while names:
            size = draw(st.integers(1, len(names)))
            half = draw(st.integers(0, 6))
            result |= {name: Result(half, rank, rank + size - 1) for name in names[:size]}
            names, rank = names[size:], rank + size
        results.append(result)
    return results


TERMS = st.builds(
    Terms,
    rule=st.sampled_from(("score", "place")),
    best=st.none() | st.integers(1, 4),
    place_points=st.lists(st.integers(0, 10), max_size=4).map(lambda points: tuple(sorted(points, reverse=True))),
    tiebreaks=st.permutations(("best", "firsts", "events")).map(tuple),
)


@given(tournaments(), TERMS)
def test_the_table_is_the_obvious_one(events: list[dict[int, Result]], terms: Terms) -> None:
    merits = {}
    for name in {name for event in events for name in event}:
        results = [event[name] for event in events if name in event]
        points = [_obvious(result, terms) for result in results]
        number = len(points) if terms.best is None else min(terms.best, len(points))
        total = max(sum(chosen, Fraction()) for chosen in combinations(points, number))
        values = {"best": max(points), "firsts": sum(result.rank == 1 for result in results), "events": len(results)}
        merits[name] = (total, *(values[name] for name in terms.tiebreaks))
    rows = table_of(events, terms)
    assert {row.key for row in rows} == set(merits)
    for row in rows:
        assert (row.total, *row.values) == merits[row.key]
        better = sum(merit > merits[row.key] for merit in merits.values())
        assert row.rank == better + 1
        assert row.last == better + list(merits.values()).count(merits[row.key])
        counted = [cell.points for cell in row.cells if cell and cell.counted]
        assert sum(counted, Fraction()) == row.total
    assert [row.rank for row in rows] == sorted(row.rank for row in rows)


def _obvious(result: Result, terms: Terms) -> Fraction:
    if terms.rule == "score":
        return Fraction(result.half_points, 2)
    shared = range(result.rank, result.last + 1)
    points = [terms.place_points[place - 1] if place <= len(terms.place_points) else 0 for place in shared]
    return Fraction(sum(points), len(points))
