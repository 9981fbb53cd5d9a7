"""Tie-breaks in their order, each on those still tied, and the values of FIDE's Swiss exercise from March 2026."""

import json
from collections.abc import Iterable
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.errors import BadInput
from tavleya.formats.trf import read, table_of
from tavleya.sides import Side
from tavleya.tiebreaks.registry import TIEBREAKS, tiebreak, tiebreaks
from tavleya.tiebreaks.standings import compute_standings
from tavleya.tiebreaks.table import Encounter, EncounterKind, Participant, Scoring, Table
from tests.paths import DATA
from tests.refusals import refused

Game = tuple[int, int, str]  # white, black, result


def make(games: Iterable[Game], *, players: int = 0, predetermined: bool = True, rated: bool = True) -> Table:
    """Return a table of games, one per round; results as on a score sheet, + and - for forfeits."""
    games = list(games)
    encounters: dict[int, list[Encounter]] = {n: [] for n in range(1, players + 1)}
    for round_, (white, black, result) in enumerate(games, start=1):
        points = {"1": (2, 0), "=": (1, 1), "0": (0, 2), "+": (2, 0), "-": (0, 2)}[result]
        kinds = {
            "+": (EncounterKind.FORFEIT_WIN, EncounterKind.FORFEIT_LOSS),
            "-": (EncounterKind.FORFEIT_LOSS, EncounterKind.FORFEIT_WIN),
        }
        kind = kinds.get(result, (EncounterKind.PLAYED, EncounterKind.PLAYED))
        for player, opponent, side, index in ((white, black, Side.WHITE, 0), (black, white, Side.BLACK, 1)):
            encounter = Encounter(round_, kind[index], points[index], opponent, side, points[1 - index])
            encounters.setdefault(player, []).append(encounter)
    participants = {
        n: Participant(n, n, 2000 + n if rated else None, tuple(list_)) for n, list_ in sorted(encounters.items())
    }
    most = max((len(participant.encounters) for participant in participants.values()), default=0)
    return Table(participants, len(games), Scoring(), predetermined, games=most)


def places(table: Table, *breaks: str) -> dict[int, tuple[int, int]]:
    return {row.participant: (row.rank, row.last) for row in compute_standings(table, tiebreaks(breaks)).rows}


# 1 and 2 have 2 of 3 points; 1 beat 2, and has the better Sonneborn-Berger too.
FOUR = [(1, 2, "1"), (3, 4, "="), (1, 3, "0"), (2, 4, "1"), (1, 4, "1"), (2, 3, "1")]


def test_the_order_of_the_list_decides():
    table = make(FOUR)
    assert table.scores == {1: 4, 2: 4, 3: 3, 4: 1}
    assert places(table, "DE")[1] == (1, 1) and places(table, "DE")[2] == (2, 2)
    sb = tiebreak("SB").values(table, [1, 2])
    assert (sb[1].text, sb[2].text) == ("2.50", "2.00")


def test_a_tie_that_nothing_breaks_is_a_shared_place():
    table = make([(1, 2, "="), (3, 4, "="), (1, 3, "="), (2, 4, "="), (1, 4, "="), (2, 3, "=")])
    assert set(places(table, "DE", "SB", "WIN").values()) == {(1, 4)}
    for name, order in (("TPN", [1, 2, 3, 4]), ("TPN/R", [4, 3, 2, 1])):
        assert [row.participant for row in compute_standings(table, tiebreaks([name])).rows] == order


def test_points_come_before_every_tiebreak():
    rows = compute_standings(make(FOUR), tiebreaks(["TPN/R"])).rows
    assert [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)


def test_direct_encounter_is_asked_again_for_those_still_tied():
    # Among 1, 2 and 3, who have all met, 1 has 1½ points, 2 has 1 and 3 has ½.
    table = make([(1, 2, "1"), (1, 3, "="), (2, 3, "1"), (3, 4, "1"), (2, 4, "="), (1, 4, "0")])
    assert table.scores == {1: 3, 2: 3, 3: 3, 4: 3}
    values = tiebreak("DE").values(table, [1, 2, 3])
    assert {key: value.units for key, value in values.items()} == {1: 1, 2: 2, 3: 3}


def test_in_a_round_robin_a_forfeit_counts_among_the_tied_and_elsewhere_only_by_order():
    games = [(1, 2, "+"), (2, 3, "1"), (1, 3, "0")]
    tied = {1, 2, 3}
    assert {v.units for v in tiebreak("DE").values(make(games), tied).values()} == {1}
    swiss = make([(1, 2, "+")], predetermined=False)
    assert {v.units for v in tiebreak("DE").values(swiss, {1, 2}).values()} == {1}
    assert [v.units for _, v in sorted(tiebreak("DE/P").values(swiss, {1, 2}).items())] == [1, 2]


def test_two_who_met_twice_count_with_the_average():
    # 1 beat 2 and drew with 2; 2 beat 3 once: 1 has ¾ + 0, 2 has ¼ + 1, 3 beat 1 once.
    table = make([(1, 2, "1"), (2, 1, "="), (2, 3, "1"), (3, 1, "1")])
    assert {key: v.units for key, v in tiebreak("DE").values(table, {1, 2, 3}).items()} == {2: 1, 3: 2, 1: 3}


@given(st.data())
def test_a_certain_place_stays_whatever_the_missing_games_bring(data):
    """Compare with every outcome of the missing games."""
    size = data.draw(st.integers(2, 4))
    pairs = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    results = [data.draw(st.sampled_from(["1", "=", "0", None])) for _ in pairs]
    games = [(a, b, result) for (a, b), result in zip(pairs, results, strict=True) if result]
    missing = [pair for pair, result in zip(pairs, results, strict=True) if result is None]
    first = tiebreak("DE").values(make(games, players=size, predetermined=False), range(1, size + 1))
    alone = [key for key, value in first.items() if value.units == 1]
    winners = set()
    always_alone = True
    for outcome in product("1=0", repeat=len(missing)):
        full = make([*games, *((a, b, r) for (a, b), r in zip(missing, outcome, strict=True))], players=size)
        best = max(full.scores.values())
        tops = [key for key, score in full.scores.items() if score == best]
        always_alone = always_alone and len(tops) == 1
        winners.update(tops)
    if missing:
        assert (len(alone) == 1 and len(first) > 1) == (always_alone and len(winners) == 1)
        if len(alone) == 1:
            assert set(alone) == winners
    elif always_alone:
        assert set(alone) == winners


def test_koya_counts_points_from_those_with_half_or_more_and_its_limit_can_be_moved():
    table = make(FOUR)
    # Half of three games is 1½: players 1, 2 and 3.
    values = {k: v.text for k, v in tiebreak("KS").values(table, table.participants).items()}
    assert values == {1: "1.0", 2: "1.0", 3: "1.0", 4: "0.5"}
    assert tiebreak("KS/L+1").values(table, [3])[3].text == "1.0"
    assert tiebreak("KS/L-2").values(table, [2])[2].text == "2.0"


def test_an_unusable_tiebreak_is_left_out_with_the_reason():
    standings = compute_standings(make(FOUR, rated=False), tiebreaks(["BH", "ARO", "SB"]))
    assert standings.tiebreaks == ("SB",)
    codes = [message.code for message in standings.dropped]
    assert codes == ["tiebreak_not_in_round_robin", "tiebreak_needs_ratings"]
    swiss = compute_standings(make(FOUR, predetermined=False), tiebreaks(["KS", "BH"]))
    assert [message.code for message in swiss.dropped] == ["tiebreak_only_in_round_robin"]


def test_progressive_scores_need_rounds():
    table = make(FOUR)
    unrecorded = Table(table.participants, 0, table.scoring, predetermined=True, games=3)
    (message,) = compute_standings(unrecorded, tiebreaks(["PS"])).dropped
    assert message.code == "tiebreak_needs_rounds"


def test_three_points_for_a_win_change_the_order_and_standard_points_do_not():
    games = [(1, 2, "="), (1, 3, "="), (2, 3, "1"), (1, 4, "="), (2, 4, "0"), (3, 4, "=")]
    table = make(games)
    scoring = Scoring(win=6, draw=2, forfeit_win=6)
    worth = {2: 6, 1: 2, 0: 0}
    rescored = {
        key: replace(
            player,
            encounters=tuple(replace(e, points=worth[e.points], against=worth[e.against]) for e in player.encounters),
        )
        for key, player in table.participants.items()
    }
    threes = Table(rescored, table.rounds, scoring, predetermined=True, games=3)
    assert threes.scores == {1: 6, 2: 8, 3: 4, 4: 10}
    std = tiebreak("STD")
    assert {k: v.units for k, v in std.values(threes, threes.participants).items()} == table.scores


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("BH/C1/C1", "bad_tiebreak"),
        ("KS/L", "bad_tiebreak"),
        ("XYZ", "unknown_tiebreak"),
        ("SB/R", "tiebreak_modifier"),
        ("WIN/C1", "tiebreak_modifier"),
    ],
)
def test_a_bad_descriptor_is_refused(text, code):
    with refused(BadInput, code):
        tiebreak(text)


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"win": 2.5}, "bad_scoring"),
        ({"victory": 2}, "bad_scoring"),
        ({"draw": True}, "bad_scoring"),
        ({"loss": -1}, "bad_scoring"),
        ({"win": 1, "draw": 1}, "bad_scoring_order"),
    ],
)
def test_bad_scoring_is_refused(values, code):
    with refused(BadInput, code):
        Scoring.read(values)


def test_scoring_reads_what_it_writes():
    scoring = Scoring(win=6, draw=2, pairing_bye=6)
    assert Scoring.read(scoring.plain()) == scoring


FOLDER = DATA / "tournaments"
EXPECTED = json.loads((FOLDER / "tec_swiss_expected_2026.json").read_text("utf-8"))["values"]


@pytest.fixture(scope="module")
def table():
    return table_of(read((FOLDER / "tec_swiss.trf").read_bytes()).tournament)


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_each_value_is_the_published_one(table, name):
    # The file writes -0 if a cut leaves no opponent to average.
    expected = {int(key): "0" if value == "-0" else value for key, value in EXPECTED[name].items()}
    values = tiebreak(name).values(table, table.participants.keys())
    assert {key: value.text for key, value in values.items()} == expected


def test_the_exercise_covers_all_individual_ones_but_a_few():
    names = {name.partition("/")[0] for name in EXPECTED}
    individual = {name for name, kind in TIEBREAKS.items() if not kind.for_teams}
    entered = {"OTHER_EXTERNAL", "OTHER_ORDER"}
    assert individual - names == {"DE", "KS", "RTNG", "TPN", "OTHER_SHMULYAN", "OTHER_SOLKOFF"} | entered


def test_a_value_is_the_sum_of_what_it_is_explained_by(table):
    for name in ("BH", "BH/C1", "BH/C2", "BH/M1", "BH/M2", "SB", "SB/C1", "PS", "PS/C1", "FB", "WIN", "STD"):
        for key, value in tiebreak(name).values(table, table.participants.keys()).items():
            assert value.units == sum(part.units for part in value.parts if not part.cut), (name, key)
