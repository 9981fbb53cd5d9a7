"""The Dubov, Burstein and team Swiss systems (C.04.4.1, C.04.4.2, C.04.6), and explanations of all but the Dutch."""

from dataclasses import replace
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.formats.trf import read
from tavleya.formats.trf.comparison import state_as_paired
from tavleya.formats.trf.team_table import team_code, team_options
from tavleya.pairing import burstein, dubov, dutch, legality, team_swiss
from tavleya.pairing.burstein import is_seeding
from tavleya.pairing.dubov import middle_out
from tavleya.pairing.engines import BURSTEIN, DUBOV, DUTCH, LIM, TEAM_SWISS
from tavleya.pairing.options import MatchOptions, TeamOptions, TeamSwissOptions
from tavleya.pairing.options import read as read_options
from tavleya.pairing.state import DUTCH_2026, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side
from tests.refusals import refused
from tests.tavleya.pairing import simulate
from tests.tavleya.pairing.literal_burstein import LiteralBurstein
from tests.tavleya.pairing.literal_dubov import LiteralDubov
from tests.tavleya.pairing.literal_team import LiteralTeams
from tests.tavleya.pairing.random_rounds import agree
from tests.tavleya.pairing.reference_rounds import files, reproduced, rounds, rounds_of_teams

W, B = Side.WHITE, Side.BLACK
#: Expectations of their authors that contradict the articles; what these say is tested below.
AGAINST_THE_TEXT = ("team_gp_primary", "team_c2_forfeit")
REFERENCES = {
    "dubov": [*files("dubov"), *files("dubov-large")], "burstein": files("burstein"),
    "team": [path for path in (*files("team-swiss"), *files("team-fork-cases")) if path.stem not in AGAINST_THE_TEXT],
}  # fmt: skip
READ = {"dubov": rounds, "burstein": rounds, "team": rounds_of_teams}


def options_in(path: Path):
    return team_options(read(path.read_bytes()).tournament.system)


@pytest.mark.parametrize(("system", "count"), [("dubov", 138), ("burstein", 89), ("team", 118)])
def test_the_references_are_there(system, count) -> None:
    assert sum(len(list(READ[system](path))) for path in REFERENCES[system]) == count


@pytest.mark.parametrize(
    ("system", "path"),
    [pytest.param(system, path, id=path.stem) for system, paths in REFERENCES.items() for path in paths],
)
def test_every_round_is_paired_as_it_was(system, path: Path) -> None:
    pair = {"dubov": dubov.pair, "burstein": burstein.pair}.get(system) or partial(
        team_swiss.pair, options=options_in(path)
    )
    assert reproduced(READ[system](path), pair) >= (1 if system == "team" else 4)


@pytest.mark.parametrize(("dubov_seeds", "burstein_seeds", "fewest", "most", "rounds"), [
    (range(120), range(200), 3, 7, (350, 200)),
    pytest.param(range(1000, 3000), range(1000, 3000), 4, 8, (6000, 2500), marks=pytest.mark.long),
])  # fmt: skip
def test_sections_are_paired_as_the_articles_say_word_by_word(
    dubov_seeds, burstein_seeds, fewest, most, rounds
) -> None:
    counts = agree(dubov_seeds, fewest, most, dubov.pair, lambda state: LiteralDubov(state).pair())
    assert counts["rounds"] > rounds[0] and counts["stuck"] > 20
    counts = agree(
        burstein_seeds, 4, most, burstein.pair, lambda state: LiteralBurstein(state).pair(),
        literal_from=lambda state: not is_seeding(state),
    )  # fmt: skip
    assert counts["rounds"] > rounds[1] and counts["stuck"] > 40


def test_shifters_are_numbered_from_the_middle_outwards() -> None:
    """The example of 4.3.3."""
    numbered = middle_out(range(7))
    assert "".join("ABCDEFG"[number] for number in numbered) == "DCEBFAG"
    assert middle_out([3, 5]) == [3, 5]


def played(opponent: int, side: Side, points: int = 2) -> PastRound:
    return PastRound(RoundOutcome.PLAYED, points, opponent, side)


def test_two_who_must_have_the_same_colour_do_not_even_meet_in_the_last_round() -> None:
    players = tuple(SwissPlayer(number, tuple(played(number + 2 * at, W) for at in (1, 2))) for number in (1, 2))
    strangers = tuple(SwissPlayer(number, (PastRound(), PastRound())) for number in (3, 4, 5, 6))
    state = SwissState((*players, *strangers), 3, absent=frozenset({3, 4, 5, 6}))
    messages = legality.check_without_topscorers(state, [(1, 2)], None)
    assert [message.code for message in messages] == ["same_colour"]
    assert not legality.check(state, [(1, 2)], None), "the Dutch system excepts topscorers"


def test_the_bye_goes_to_who_played_most_and_is_explained() -> None:
    """3.1.4 comes before the pairing number."""
    forfeited = SwissPlayer(3, (PastRound(RoundOutcome.FORFEIT, 0, 1, W),))
    played_and_lost = SwissPlayer(2, (played(4, W, 0),))
    winners = (SwissPlayer(1, (PastRound(RoundOutcome.FORFEIT, 2, 3, B),)), SwissPlayer(4, (played(2, B, 2),)))
    state = SwissState((*winners, played_and_lost, forfeited), 5, absent=frozenset({4}))
    assert dubov.pair(state).bye == 2
    assert [message.key for message in DUBOV.why.bye(state, {})] == ["bye", "bye.most_games"]


def test_the_seeding_rounds_are_those_of_the_dutch_system() -> None:
    state = SwissState(tuple(SwissPlayer(number) for number in range(1, 9)), 7)
    round_pairing = burstein.pair(state)
    assert round_pairing.pairs == dutch.pair(state).pairs
    assert round_pairing.edition == burstein.EDITION

    def after(rounds: int, past: int) -> SwissState:
        return SwissState(tuple(SwissPlayer(number, (PastRound(),) * past) for number in range(1, 9)), rounds)

    rounds_of = {rounds: [is_seeding(after(rounds, past)) for past in range(6)] for rounds in (5, 12)}
    assert rounds_of == {5: [True] * 2 + [False] * 4, 12: [True] * 4 + [False] * 2}
    messages = BURSTEIN.why.pair(state, {}, 1, 5)
    assert [message.key for message in messages[:2]] == ["burstein.seeding", "bracket"]
    assert BURSTEIN.why.why_not(state, {}, 1, 6) == DUTCH[DUTCH_2026].why.why_not(state, {}, 1, 6)


def test_two_who_must_have_the_same_colour_meet_in_no_round_after_the_seeding() -> None:
    past = {number: tuple(played(number + 2 * at, W) for at in (1, 2, 3, 4)) for number in (1, 2)}
    state = SwissState(tuple(SwissPlayer(number, rounds) for number, rounds in past.items()), 5)
    assert [message.key for message in burstein.check(state, [(1, 2)], None)] == ["same_colour.always"]


def random_teams(state: SwissState, random: Random) -> SwissState:
    """Add secondary scores, and turn the last forfeits with points into forfeit wins."""
    players = []
    for player in state.players:
        last = player.rounds[-1]
        if last.happened is RoundOutcome.FORFEIT and last.points:
            last = replace(last, happened=RoundOutcome.FORFEIT_WIN)
        secondary = player.secondary + random.randint(0, 3)
        players.append(replace(player, rounds=(*player.rounds[:-1], last), secondary=secondary))
    return replace(state, players=tuple(players))


# Explanations


def after_five_rounds(engine, seed: int, players: int, rounds: int, then=lambda state, random: state) -> SwissState:
    random = Random(seed)
    state = simulate.start(players, rounds, random)
    for _ in range(5):
        state = then(simulate.play(state, engine.pair(state, {}, None), random, 0.05), random)
    return state


def of_dubov_6037() -> SwissState:
    path = next(path for path in REFERENCES["dubov"] if path.stem == "dubov-6037")
    return list(rounds(path))[5].state


def of_the_largest_lim() -> SwissState:
    path = max(files("lim"), key=lambda path: path.stat().st_size)
    return state_as_paired(read(path.read_bytes(), persons=False).tournament, 4)


#: The engine, a late round, the first keys of each explanation, and keys against pairs that do not meet.
EXPLAINED = [
    (DUBOV, of_dubov_6037, [{"bracket.upfloaters"}], {"C1.met", "C5.dubov", "C7.dubov", "dubov.order"}),
    (BURSTEIN, lambda: after_five_rounds(BURSTEIN, 11, 17, 7), [{"bracket"}, {"burstein.places"}],
     {"C1.met", "C3.equal", "C8.burstein", "burstein.order"}),
    (LIM, of_the_largest_lim, [{"lim.group", "lim.floaters_alone"}], {"C1.met", "lim.order", "lim.float"}),
    (TEAM_SWISS, lambda: after_five_rounds(TEAM_SWISS, 3, 16, 8, random_teams),
     [{"bracket.upfloaters"}, {"team_swiss.members"}], {"C1.met", "C4.team_swiss"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("engine", "late_round", "first", "against"), EXPLAINED, ids=lambda value: getattr(value, "system", "")
)
def test_every_pair_of_a_round_is_explained_and_every_other_has_a_reason(engine, late_round, first, against) -> None:
    state = late_round()
    paired = engine.pair(state, {}, None).pairs
    assert len(paired) > 5
    explanations = [[message.key for message in engine.why.pair(state, {}, *pair)] for pair in paired]
    for keys in explanations:
        assert len(keys) > 2 and all(key in allowed for key, allowed in zip(keys, first, strict=False)), keys
    middle = {key for keys in explanations for key in keys[len(first) : -1]}
    assert middle & {"dubov.subgroups", "burstein.first", "lim.first", "dubov.first"}
    together = {frozenset(pair) for pair in paired}
    seated = sorted(number for pair in paired for number in pair)
    for pair in paired:
        assert engine.why.why_not(state, {}, *pair).key == "paired"
    others = [pair for pair in combinations(seated, 2) if frozenset(pair) not in together]
    keys = {engine.why.why_not(state, {}, *pair).key for pair in others}
    assert "paired" not in keys and against <= keys
    bye = [message.key for message in engine.why.bye(state, {})][:1]
    assert bye == (["bye"] if len(state.present) % 2 else [])
    absent = replace(state, absent=state.absent | {seated[0]})
    with pytest.raises(BadInput):
        engine.why.pair(absent, {}, *seated[:2])


@pytest.mark.parametrize(("name", "expected"), [
    ("team_gp_primary", {(1, 2), (3, 6), (4, 5)}),  # C5: the highest scores float up
    ("team_c2_forfeit", {(2, 3), (1, 5)}),  # 1.4: a bye is a drawn match, so 5 stands level with 3
])  # fmt: skip
def test_the_articles_decide_where_an_author_read_them_differently(name: str, expected) -> None:
    path = next(path for path in files("team-fork-cases") if path.stem == name)
    round_pairing = team_swiss.pair(next(rounds_of_teams(path)).state, options_in(path))
    assert {tuple(sorted(pair)) for pair in round_pairing.pairs} == expected


@pytest.mark.parametrize("kind", ["A", "B", "none"])
@pytest.mark.parametrize(("seeds", "most", "rounds"), [
    (range(100), 7, 300), pytest.param(range(1000, 2000), 8, 3500, marks=pytest.mark.long),
])  # fmt: skip
def test_fields_are_paired_as_the_articles_say_word_by_word(seeds, most, rounds, kind) -> None:
    secondary = kind != "none"
    counts = agree(
        seeds, 3, most,
        partial(team_swiss.pair, options={"preferences": kind, "secondary": secondary}),
        lambda state: LiteralTeams(state, kind, secondary=secondary).pair(),
        then=random_teams,
    )  # fmt: skip
    assert counts["rounds"] > rounds
    assert counts["stuck"] > 10


def pairs_of(state: SwissState) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(pair)) for pair in team_swiss.pair(state, {}).pairs)


def test_a_match_that_both_forfeited_may_be_played_later() -> None:
    forfeited = tuple(SwissPlayer(number, (PastRound(RoundOutcome.FORFEIT, 0, 3 - number, W),)) for number in (1, 2))
    state = SwissState(forfeited, 5, win=4)
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
        assert [problem.code for problem in legality.check_teams(state, [(1, 2)], 3)] == ["second_bye"]


def test_unplayed_rounds_leave_no_gap_in_the_colours() -> None:
    """4.3.6 finds no difference between absent B W B and B W B absent, so the first team alternates (4.3.8)."""
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
    """All matches of round 1 were drawn."""
    met = {1: (3, W), 2: (4, B), 3: (1, B), 4: (2, W)}
    state = SwissState(tuple(SwissPlayer(number, (played(*past),)) for number, past in met.items()), 7, win=4)
    assert pairs_of(state) == [(1, 4), (2, 3)]
    first, second = ([str(message) for message in TEAM_SWISS.why.pair(state, {}, *pair)] for pair in ((1, 4), (2, 3)))
    assert [line for line in first if line.startswith("Instead")] == ["Instead of 3: C1: 1 and 3 met in round 1."]
    earliest = "The first opponent still available by pairing number."
    assert earliest not in first and earliest in second
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
