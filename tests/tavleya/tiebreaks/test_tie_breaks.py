"""Tie-breaks: both editions, lots, draughts, any scoring, play-offs, and the command for standings."""

import hashlib
import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.formats.trf import read, table_of
from tavleya.tiebreaks.base import Descriptor
from tavleya.tiebreaks.registry import tiebreak, tiebreaks
from tavleya.tiebreaks.standings import RankedRow, Standings, compute_standings, explanation
from tavleya.tiebreaks.table import TieBreakEdition
from tavleya.tiebreaks.team_breaks import block_of, with_play_off
from tests.paths import DATA
from tests.tavleya.formats.samples import file, player
from tests.tournaments.test_standings_break_ties_in_order import make

FOLDER = DATA / "tiebreaks"
EXERCISE = DATA / "tournaments" / "tec_swiss.trf"

# Values printed in the exercise of 2023 that the caps of 2026 changed.
PUBLISHED_BEFORE = {
    "BH": {4: "15.0", 6: "12.0", 11: "13.5"}, "BH/C1": {11: "12.0", 6: "11.0"},
    "AOB": {1: "12.60", 3: "13.40", 5: "13.40", 12: "15.00"}, "FB": {4: "15.5", 11: "12.5", 12: "11.5"},
    "SB": {4: "9.75", 6: "6.50", 11: "5.75"}, "SB/C1": {4: "8.00", 6: "5.50", 11: "4.25"},
}  # fmt: skip


def read_table(path: Path, edition: TieBreakEdition):
    return table_of(read(path.read_bytes()).tournament, edition)


def expected(edition: TieBreakEdition) -> list[tuple[str, dict[int, str]]]:
    lines = (FOLDER / f"many_unplayed_rounds.{edition}.tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines]
    return [(name, {int(row[0]): row[column] for row in rows[1:]}) for column, name in enumerate(rows[0]) if column]


@pytest.mark.parametrize("edition", TieBreakEdition)
def test_every_value_is_the_reference_programs(edition):
    table = read_table(FOLDER / "many_unplayed_rounds.trf", edition)
    for name, wanted in expected(edition):
        values = tiebreak(name).values(table, table.participants.keys())
        assert {key: value.text for key, value in values.items()} == wanted, name


@pytest.mark.parametrize("name", PUBLISHED_BEFORE)
def test_the_exercise_has_its_old_values_in_the_old_edition(name):
    table = read_table(EXERCISE, TieBreakEdition.AUGUST_2024)
    values = tiebreak(name).values(table, table.participants.keys())
    assert {key: values[key].text for key in PUBLISHED_BEFORE[name]} == PUBLISHED_BEFORE[name]


@pytest.mark.parametrize("name", ["STD", "TPN", "RTNG", "AOB/F"])
def test_tie_breaks_of_2026_are_not_in_2024(name):
    assert tiebreak(name).refusal(read_table(EXERCISE, TieBreakEdition.MARCH_2026)) is None
    assert tiebreak(name).refusal(read_table(EXERCISE, TieBreakEdition.AUGUST_2024)).code == "tiebreak_not_in_edition"


def test_buchholz_is_kept_out_of_round_robins_since_2026_only():
    path = FOLDER / "round_robin_with_forfeit.trf"
    assert tiebreak("BH").refusal(read_table(path, TieBreakEdition.AUGUST_2024)) is None
    assert tiebreak("BH").refusal(read_table(path, TieBreakEdition.MARCH_2026)).code == "tiebreak_not_in_round_robin"


def test_round_robin_forfeits_count_as_games_except_for_ratings_and_own_losses():
    # Franck (5) forfeited against Helene (6) with White, she had Black.
    old = read_table(FOLDER / "round_robin_with_forfeit.trf", TieBreakEdition.AUGUST_2024)
    new = read_table(FOLDER / "round_robin_with_forfeit.trf", TieBreakEdition.MARCH_2026)
    for name, before, now in (("BPG", "3", "3"), ("WON", "1", "1"), ("ARO", "2100", "2125")):
        key = 6 if name != "ARO" else 5
        assert tiebreak(name).values(old, [key])[key].text == before, name
        assert tiebreak(name).values(new, [key])[key].text == now, name


GAMES = [(1, 2, "1"), (3, 1, "="), (4, 1, "1"), (2, 3, "1"), (4, 2, "="), (3, 4, "1")]  # 1: 1½, 2: 1½, 3: 1½, 4: 1½
MORE = [*GAMES, (1, 5, "1"), (2, 5, "0"), (5, 3, "="), (4, 5, "1")]


def units(name: str, games) -> dict[int, int]:
    table = make(games)
    return {key: value.units for key, value in tiebreak(name).values(table, table.participants).items()}


def test_solkoff_is_the_sum_of_all_opponents_and_may_be_cut():
    # Half-points after MORE: 1 has 5, 2 has 3, 3 has 4, 4 has 5, 5 has 3.
    assert units("OTHER_SOLKOFF", MORE) == {1: 15, 2: 17, 3: 16, 4: 15, 5: 17}
    assert units("OTHER_SOLKOFF/C1", MORE)[1] == 15 - 3
    assert units("OTHER_SOLKOFF/M1", MORE)[1] == 15 - 3 - 5


# Half-points: 1 beat 2 (0), drew with 3 (1) and lost by forfeit to 4 (4).  The dummy of 1 has the 3 of 1.
FORFEITED = [(1, 2, "1"), (1, 3, "="), (1, 4, "-"), (4, 3, "1")]


@pytest.mark.parametrize(("name", "expected"), [
    ("BH/C1", 0 + 1), ("BH/C1/P", 1 + 4), ("BH/C2/P", 4), ("BH/M1/P", 1), ("FB/C1/P", 2 + 3),
    ("SB/C1/P", 1 * 1), ("SB/M1/P", 1 * 1),
])  # fmt: skip
def test_a_forfeit_that_counts_as_a_game_is_not_cut_first(name, expected):
    table = make(FORFEITED, predetermined=False)
    assert tiebreak(name).values(table, [1])[1].units == expected


def test_shmulyan_adds_who_was_beaten_and_takes_off_who_was_lost_to():
    # 1 beat 2 (3) and 5 (3) and lost to 4 (5); the draw with 3 does not count.
    assert units("OTHER_SHMULYAN", MORE)[1] == 3 + 3 - 5
    assert tiebreak("OTHER_SHMULYAN").values(make(MORE), [2])[2].text == "-2.0"


def test_lots_are_drawn_by_a_reproducible_digest():
    table = make([(1, 2, "="), (3, 4, "="), (1, 3, "="), (2, 4, "=")], predetermined=False)
    drawn = [(row.participant, row.rank) for row in compute_standings(table, [], seed="spring cup 2026").rows]
    digest = {key: hashlib.sha256(f"spring cup 2026:{key}".encode()).hexdigest() for key in range(1, 5)}
    assert drawn == list(zip(sorted(digest, key=digest.get), (1, 2, 3, 4), strict=True))
    assert {row.rank for row in compute_standings(table, []).rows} == {1}


@given(st.text(max_size=12))
def test_lots_only_part_who_are_still_level(seed):
    table = make(MORE)
    without = {row.participant: (row.rank, row.last) for row in compute_standings(table, tiebreaks(["SB"])).rows}
    drawn = compute_standings(table, tiebreaks(["SB"]), seed=seed).rows
    assert sorted(row.rank for row in drawn) == [1, 2, 3, 4, 5]
    for row in drawn:
        first, last = without[row.participant]
        assert first <= row.rank <= last


def test_a_value_names_its_opponents_and_what_each_counted_for():
    table = table_of(read(EXERCISE.read_bytes()).tournament)
    value = tiebreak("BH/C1").values(table, [12])[12]
    sentences = [item.render() for item in explanation(value, lambda key: f"player {key}")]
    assert sentences[0] == "Round 1, player 4: 3.5."
    assert sentences[1] == "Round 2 was not played and counts as a game against a dummy opponent (C.07 16.4): 2.0."
    assert sentences[3].endswith("a voluntarily unplayed round goes first (C.07 16.5).")


@pytest.mark.parametrize(("text", "written"), [
    ("bh:gp/m2/p", "BH:GP/M2/P"), ("mpvgp", "MPvGP"), ("SSSC/K4/F/P", "SSSC/K4/P/F"), ("edebt/p", "EDEBT/P"),
    ("KS/L-1", "KS/L-1"), ("KS/L2", "KS/L+2"), ("OTHER_SOLKOFF/C1", "OTHER_SOLKOFF/C1"),
])  # fmt: skip
def test_descriptors_are_read_in_any_case_and_order(text, written):
    assert str(tiebreak(text).descriptor) == written
    assert Descriptor.parse(written) == Descriptor.parse(text)


@given(st.text(max_size=20))
def test_anything_else_is_a_bad_descriptor(text):
    try:
        read_back = Descriptor.parse(str(Descriptor.parse(text)))
    except BadInput as error:
        code = error.code
    else:
        code = "bad_tiebreak" if read_back == Descriptor.parse(text) else "changed"
    assert code == "bad_tiebreak"


@pytest.mark.parametrize("text", ["BH/C1/C2", "BH/C1/M1", "BH:XP", "SSSC/K0", "BH/C３", ""])
def test_contradictory_descriptors_are_refused(text):
    with pytest.raises(BadInput):
        Descriptor.parse(text)


def test_bare_standings_have_everything_but_the_parts():
    table = table_of(read(EXERCISE.read_bytes()).tournament)
    full = compute_standings(table, tiebreaks(["BH/C1", "DE", "TPR"]))
    bare = full.bare()
    assert [row._replace(values=()) for row in bare.rows] == [row._replace(values=()) for row in full.rows]
    for row, explained in zip(bare.rows, full.rows, strict=True):
        for value, other in zip(row.values, explained.values, strict=True):
            assert (value and value.text) == (other and other.text)
            assert not value or not value.parts


# Values of FIDE's reference program (1.9.57): TPR, PTP, APRO.
VALUES = {2: (2154, 2152, 2129), 3: (2398, 2420, 2037), 4: (2146, 2160, 2047)}


def test_performance_where_a_win_is_worth_three_and_a_loss_one() -> None:
    table = table_of(read((DATA / "tiebreaks" / "three-two-one.trf").read_bytes()).tournament)
    rows = compute_standings(table, tiebreaks(("TPR", "PTP", "APRO"))).rows
    units = {row.participant: tuple(value.units for value in row.values if value) for row in rows}
    assert {participant: units[participant] for participant in VALUES} == VALUES


#: 1 leads, 2 to 4 are tied but for a tie-break that puts 4 last, 5 and 6 share the last places.
#: Participant, rank, last shared place, half-points.
PLACES = ((1, 1, 1, 9), (2, 2, 3, 7), (3, 2, 3, 7), (4, 4, 4, 7), (5, 5, 6, 3), (6, 5, 6, 3))
STANDINGS = Standings(tuple(RankedRow(*row, 0, 0, 0, 0, ()) for row in PLACES), ())


@pytest.mark.parametrize(("places", "first", "expected"), [
    ({2: (2, 2), 3: (3, 3), 4: (1, 1)}, 0, [
        (1, 1, 1, False), (4, 2, 2, True), (2, 3, 3, True), (3, 4, 4, True), (5, 5, 6, False), (6, 5, 6, False),
    ]),
    ({5: (1, 2), 6: (1, 2)}, 4, [(5, 5, 6, True), (6, 5, 6, True)]),
])  # fmt: skip
def test_only_the_players_of_a_play_off_change_places_and_may_still_share_them(places, first, expected):
    rows = with_play_off(STANDINGS, places).rows[first:]
    assert [(row.participant, row.rank, row.last, row.play_off) for row in rows] == expected


@pytest.mark.parametrize(
    "participants",
    [{2}, {1, 2}, {2, 4}, {3, 4}, {4, 5}, {2, 3, 9}, set()],
    ids=["one alone", "other points", "not neighbours", "part of a tie", "other points below", "a stranger", "nobody"],
)
def test_nothing_is_decided_among_players_who_are_not_tied_for_places_of_their_own(participants):
    assert not participants or block_of(STANDINGS, participants) is None
    places = {participant: (place, place) for place, participant in enumerate(sorted(participants, reverse=True), 1)}
    assert with_play_off(STANDINGS, places) == STANDINGS


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("standings", *arguments, stdout=out, stderr=StringIO())
    return out.getvalue()


def test_json_is_a_list_with_the_values_by_descriptor():
    expected = json.loads((DATA / "tournaments" / "tec_swiss_expected_2026.json").read_text("utf-8"))["values"]
    rows = json.loads(run(EXERCISE, "--tiebreaks", "BH/C1,BH,SB", "--json"))
    assert [row["rank"] for row in rows] == list(range(1, 17))
    assert rows[0] == {
        "rank": 1, "id": 2, "name": "Bruno", "points": 4.0,
        "tiebreaks": {"BH/C1": 12.0, "BH": 13.0, "SB": 9.5},
    }  # fmt: skip
    for name in ("BH/C1", "BH", "SB"):
        values = {str(row["id"]): row["tiebreaks"][name] for row in rows}
        assert values == {key: float(value) for key, value in expected[name].items()}


def test_edition_seed_and_form_may_be_chosen():
    old = json.loads(run(EXERCISE, "--tiebreaks", "BH", "--json", "--edition", "2024"))
    assert {row["id"]: row["tiebreaks"]["BH"] for row in old}[4] == 15.0
    drawn = json.loads(run(EXERCISE, "--tiebreaks", "", "--json", "--seed", "Moscow"))
    assert sorted(row["rank"] for row in drawn) == list(range(1, 17))
    assert run(EXERCISE, "--tiebreaks", "SB").splitlines()[1].split() == ["1", "2", "Bruno", "4.0", "9.50"]
    assert "Round 3, Irina: 2.5." in run(EXERCISE, "--tiebreaks", "BH", "--explain", "3")


def test_the_tie_breaks_of_the_file_are_used_if_none_are_named(tmp_path):
    path = tmp_path / "sample.trf"
    path.write_bytes(file("202 WIN,BPG", player(1, "   2 w 1"), player(2, "   1 b 0")))
    assert list(json.loads(run(str(path), "--json"))[0]["tiebreaks"]) == ["WIN", "BPG"]


def test_bad_files_and_arguments_are_refused(tmp_path):
    path = tmp_path / "bad.trf"
    path.write_bytes(file(player(1, "   2 w 1"), player(2, "   1 b 1")))
    with pytest.raises(CommandError, match="line 2: Round 1 against 2"):
        run(str(path))
    wrong = (("--tiebreaks", "BH/X"), ("--tiebreaks", "NONE"), ("--explain", "99"))
    for arguments in ((str(tmp_path / "missing.trf"),), *((EXERCISE, *options) for options in wrong)):
        with pytest.raises(CommandError):
            run(*arguments)
