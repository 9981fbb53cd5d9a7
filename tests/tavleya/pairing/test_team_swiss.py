"""The Swiss team pairing system (C.04.6)."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.formats.trf import read
from tavleya.formats.trf.team_table import team_code, team_options
from tavleya.pairing import legality, team_swiss
from tavleya.pairing.engines import TEAM_SWISS
from tavleya.pairing.options import MatchOptions, TeamOptions, TeamSwissOptions
from tavleya.pairing.options import read as read_options
from tavleya.pairing.state import PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_team import LiteralTeams
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files, reproduced, rounds_of_teams
from tests.tavleya.refusals import refused

W, B = Side.WHITE, Side.BLACK
#: Expectations of their authors that contradict the articles; what these say is tested below.
AGAINST_THE_TEXT = ("team_gp_primary", "team_c2_forfeit")
REFERENCES = [path for path in [*files("team-swiss"), *files("team-fork-cases")] if path.stem not in AGAINST_THE_TEXT]


def options_in(path: Path):
    return team_options(read(path.read_bytes()).tournament.system)


def test_the_references_are_there() -> None:
    assert sum(len(list(rounds_of_teams(path))) for path in REFERENCES) == 118


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: path.stem)
def test_every_round_is_paired_as_it_was(path: Path) -> None:
    assert reproduced(rounds_of_teams(path), partial(team_swiss.pair, options=options_in(path))) >= 1


@pytest.mark.parametrize(("name", "expected"), [
    ("team_gp_primary", {(1, 2), (3, 6), (4, 5)}),  # C5: the highest scores float up
    ("team_c2_forfeit", {(2, 3), (1, 5)}),  # 1.4: a bye is a drawn match, so 5 stands level with 3
])  # fmt: skip
def test_the_articles_decide_where_an_author_read_them_differently(name: str, expected) -> None:
    path = next(path for path in files("team-fork-cases") if path.stem == name)
    round_pairing = team_swiss.pair(next(rounds_of_teams(path)).state, options_in(path))
    assert {tuple(sorted(pair)) for pair in round_pairing.pairs} == expected


def random_teams(state: SwissState, random: Random) -> SwissState:
    """Other scores beside, and forfeited matches that are won."""
    players = []
    for player in state.players:
        last = player.rounds[-1]
        if last.happened is RoundOutcome.FORFEIT and last.points:
            last = replace(last, happened=RoundOutcome.FORFEIT_WIN)
        players.append(
            replace(player, rounds=(*player.rounds[:-1], last), secondary=player.secondary + random.randint(0, 3))
        )
    return replace(state, players=tuple(players))


def agreement(seeds: range, kind: str, most: int):
    options = {"preferences": kind, "secondary": kind != "none"}
    return agree(
        seeds,
        3,
        most,
        partial(team_swiss.pair, options=options),
        lambda state: LiteralTeams(state, kind, secondary=kind != "none").pair(),
        then=random_teams,
    )


@pytest.mark.parametrize("kind", ["A", "B", "none"])
def test_small_fields_are_paired_as_the_articles_say_word_by_word(kind: str) -> None:
    counts = agreement(range(100), kind, 7)
    assert counts["rounds"] > 300
    assert counts["stuck"] > 10


@pytest.mark.long
@pytest.mark.parametrize("kind", ["A", "B", "none"])
def test_many_fields_are_paired_as_the_articles_say_word_by_word(kind: str) -> None:
    assert agreement(range(1000, 2000), kind, 8)["rounds"] > 3500


def played(opponent: int, side: Side, points: int = 2) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


def after_first_round(results: dict[tuple[int, int], tuple[int, int]], rounds: int = 7) -> SwissState:
    """Matches of round 1 and their match points, White first."""
    teams = {}
    for (first, second), (points, opponent) in results.items():
        teams[first] = SwissPlayer(first, (played(second, W, points),))
        teams[second] = SwissPlayer(second, (played(first, B, opponent),))
    return SwissState(tuple(teams[number] for number in sorted(teams)), rounds, win=4)


def pairs_of(state: SwissState, **options: object) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(pair)) for pair in team_swiss.pair(state, options).pairs)


def test_a_match_that_both_forfeited_may_be_played_later() -> None:
    forfeited = [SwissPlayer(item, (PastRound(RoundOutcome.FORFEIT, 0, 3 - item, W),)) for item in (1, 2)]
    state = SwissState(tuple(forfeited), 5, win=4)
    assert pairs_of(state) == [(1, 2)]
    assert not legality.check_teams(state, [(1, 2)], None)


def test_the_bye_goes_to_the_team_that_played_more_matches() -> None:
    """3.4.3, before the larger number of 3.4.4."""
    once = SwissPlayer(1, (played(4, W, 0),))
    absent = SwissPlayer(2, (PastRound(),))
    forfeited = SwissPlayer(3, (PastRound(RoundOutcome.FORFEIT, 0, 4, W),))
    won = SwissPlayer(4, (PastRound(RoundOutcome.FORFEIT_WIN, 4, 3, B),))
    state = SwissState((once, absent, forfeited, won), 5, win=4, absent=frozenset({4}))
    assert team_swiss.pair(state, {}).bye == 1
    assert [message.key for message in TEAM_SWISS.why.bye(state, {})] == ["bye", "bye.most_matches"]


def test_a_forfeit_win_or_a_bye_excludes_another_bye() -> None:
    """C2."""
    for happened in (RoundOutcome.FORFEIT_WIN, RoundOutcome.PAIRING_BYE):
        had = SwissPlayer(3, (PastRound(happened, 0, None),))
        others = (SwissPlayer(1, (PastRound(),)), SwissPlayer(2, (PastRound(),)))
        state = SwissState((*others, had), 5, win=4)
        assert team_swiss.pair(state, {}).bye == 2
        assert [check_team.code for check_team in legality.check_teams(state, [(1, 2)], 3)] == ["second_bye"]


def test_unplayed_rounds_leave_no_gap_in_the_colours() -> None:
    """4.3.6 finds no difference between absent B W B and B W B absent, so the first-team alternates (4.3.8)."""
    away = PastRound(points=2)
    first = SwissPlayer(1, (away, played(8, B), played(7, W), played(6, B)))
    second = SwissPlayer(2, (played(6, B), played(7, W), played(8, B), away))
    round_pairing = team_swiss.pair(SwissState((first, second), 9, win=4), {})
    assert [tuple(pair) for pair in round_pairing.pairs] == [(1, 2)]
    messages = TEAM_SWISS.why.pair(SwissState((first, second), 9, win=4), {}, 1, 2)
    assert messages[-1].key == "team_swiss.first_alternates"


@pytest.mark.parametrize(("code", "kind", "rank_by", "secondary"), [
    ("FIDE_TEAM_TYPEA_MP_GP", "A", "MP", True), ("FIDE_TEAM_TYPEB_GP_MP", "B", "GP", True),
    ("FIDE_TEAM_MP", "none", "MP", False), ("FIDE_TEAM_GP_MP", "none", "GP", True),
])  # fmt: skip
def test_the_code_of_a_report_names_the_options(code, kind, rank_by, *, secondary) -> None:
    data = {"preferences": kind, "rank_by": rank_by, "secondary": secondary}
    assert team_options(code) == team_options(f"{code}_BAKU") == data
    assert team_code(kind, rank_by, secondary=secondary) == code
    assert team_options("FIDE_TEAM") == team_options("FIDE_TEAM_TYPEA_MP_GP")


def test_an_explanation_names_the_earlier_opponent_that_the_team_met_before() -> None:
    state = after_first_round({(1, 3): (2, 2), (4, 2): (2, 2)})
    assert {frozenset(pair) for pair in team_swiss.pair(state, {}).pairs} == {frozenset({1, 4}), frozenset({2, 3})}
    first, second = ([str(message) for message in TEAM_SWISS.why.pair(state, {}, *pair)] for pair in ((1, 4), (2, 3)))
    assert [line for line in first if line.startswith("Instead")] == ["Instead of 3: C1: 1 and 3 met in round 1."]
    assert "The first opponent still available by pairing number." not in first
    assert "The first opponent still available by pairing number." in second
    assert not [line for line in second if line.startswith("Instead")]


@pytest.mark.parametrize("options", [MatchOptions, TeamOptions, TeamSwissOptions])
def test_a_won_match_counts_more_than_a_drawn_one_which_counts_no_less_than_a_lost_one(options) -> None:
    level = read_options(options, {"match_win": 3, "match_draw": 1, "match_loss": 1})
    assert (level.match_win, level.match_draw, level.match_loss) == (3, 1, 1)
    for win, draw, loss in ((2, 4, 0), (2, 2, 0), (4, 1, 2)):
        with refused(BadInput, "bad_match_points", field="match_win"):
            read_options(options, {"match_win": win, "match_draw": draw, "match_loss": loss})
    with refused(BadInput, "bad_option"):
        read_options(options, {"rank_by": "IP"})


def test_large_fields_are_paired_legally() -> None:
    random = Random(9)
    state = simulate.start(61, 7, random)
    for _ in range(state.rounds):
        round_pairing = team_swiss.pair(state, {"preferences": "B"})
        assert not legality.check_teams(state, round_pairing.pairs, round_pairing.bye)
        state = random_teams(simulate.play(state, round_pairing, random, 0.05), random)
