"""The title of a table says of which round it is."""

import pytest

from tournaments.models.round import Round, RoundStatus
from tournaments.views.table_titles import TableKind, table_title

DRAFT, PUBLISHED, PLAYING, CLOSED = RoundStatus


@pytest.mark.parametrize(
    ("statuses", "after", "expected"),
    [
        ([], None, "Standings"),
        ([DRAFT], None, "Standings"),
        ([PUBLISHED], None, "Standings"),
        ([PLAYING], None, "Standings during round 1"),
        ([CLOSED, CLOSED], None, "Standings after round 2"),
        ([CLOSED, PUBLISHED], None, "Standings after round 1"),
        ([CLOSED, PLAYING, DRAFT], None, "Standings during round 2"),
        ([CLOSED, CLOSED, PLAYING], 1, "Standings after round 1"),
    ],
)
def test_a_title_says_after_or_during_which_round(
    statuses: list[RoundStatus], after: int | None, expected: str
) -> None:
    rounds = [Round(number=number, status=status) for number, status in enumerate(statuses, start=1)]
    assert table_title(TableKind.STANDINGS, rounds, after) == expected


def test_games_without_rounds_have_no_round_in_the_title() -> None:
    assert table_title(TableKind.CROSSTABLE, [Round(number=None, status=CLOSED)]) == "Crosstable"
