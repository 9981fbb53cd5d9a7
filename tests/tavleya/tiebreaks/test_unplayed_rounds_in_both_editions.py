"""Unplayed rounds by C.07 15-16 in the editions of 2024 and of 2026.

The expected values of the tournament with many unplayed rounds are those of FIDE's own reference program; those of
the exercise are published with it (2024) and follow from the caps (2026).
"""

from pathlib import Path

import pytest

from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.registry import tiebreak
from tavleya.tiebreaks.table import TieBreakEdition
from tests.paths import DATA

FOLDER = DATA / "tiebreaks"
EXERCISE = FOLDER.parent / "tournaments" / "tec_swiss.trf"

# Values printed in the exercise of 2023 that the caps of 2026 changed.
PUBLISHED_BEFORE = {
    "BH": {4: "15.0", 6: "12.0", 11: "13.5"}, "BH/C1": {11: "12.0", 6: "11.0"},
    "AOB": {1: "12.60", 3: "13.40", 5: "13.40", 12: "15.00"}, "FB": {4: "15.5", 11: "12.5", 12: "11.5"},
    "SB": {4: "9.75", 6: "6.50", 11: "5.75"}, "SB/C1": {4: "8.00", 6: "5.50", 11: "4.25"},
}  # fmt: skip


def table(path: Path, edition: TieBreakEdition):
    return table_of(read(path.read_bytes()).tournament, edition)


def expected(edition: TieBreakEdition) -> list[tuple[str, dict[int, str]]]:
    lines = (FOLDER / f"many_unplayed_rounds.{edition}.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [
        (name, {int(row[0]): row[column] for row in rows[1:]})
        for column, name in enumerate(rows[0])
        if column
    ]


@pytest.mark.parametrize("edition", TieBreakEdition)
def test_every_value_is_the_reference_programs(edition):
    created = table(FOLDER / "many_unplayed_rounds.trf", edition)
    for name, wanted in expected(edition):
        values = tiebreak(name).values(created, created.participants.keys())
        assert {key: value.text for key, value in values.items()} == wanted, name


@pytest.mark.parametrize("name", PUBLISHED_BEFORE)
def test_the_exercise_has_its_old_values_in_the_old_edition(name):
    created = table(EXERCISE, TieBreakEdition.AUGUST_2024)
    values = tiebreak(name).values(created, created.participants.keys())
    assert {key: values[key].text for key in PUBLISHED_BEFORE[name]} == PUBLISHED_BEFORE[name]


@pytest.mark.parametrize("name", ["STD", "TPN", "RTNG", "AOB/F"])
def test_tie_breaks_of_2026_are_not_in_2024(name):
    assert tiebreak(name).refusal(table(EXERCISE, TieBreakEdition.MARCH_2026)) is None
    assert (
        tiebreak(name).refusal(table(EXERCISE, TieBreakEdition.AUGUST_2024)).code == "tiebreak_not_in_edition"
    )


def test_buchholz_is_kept_out_of_round_robins_since_2026_only():
    path = FOLDER / "round_robin_with_forfeit.trf"
    assert tiebreak("BH").refusal(table(path, TieBreakEdition.AUGUST_2024)) is None
    assert (
        tiebreak("BH").refusal(table(path, TieBreakEdition.MARCH_2026)).code == "tiebreak_not_in_round_robin"
    )


def test_round_robin_forfeits_count_as_games_except_for_ratings_and_own_losses():
    # Franck (5) forfeited against Helene (6) with White, she had Black.
    old = table(FOLDER / "round_robin_with_forfeit.trf", TieBreakEdition.AUGUST_2024)
    new = table(FOLDER / "round_robin_with_forfeit.trf", TieBreakEdition.MARCH_2026)
    for name, before, now in (("BPG", "3", "3"), ("WON", "1", "1"), ("ARO", "2100", "2125")):
        key = 6 if name != "ARO" else 5
        assert tiebreak(name).values(old, [key])[key].text == before, name
        assert tiebreak(name).values(new, [key])[key].text == now, name
