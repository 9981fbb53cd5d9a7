from random import Random

import pytest

from tavleya.errors import BadInput
from tavleya.formats.trf import read
from tavleya.formats.trf.pairing import state_before
from tavleya.pairing.dutch import engine, explain, explain_bye, pair, why_not
from tavleya.pairing.dutch.criteria_scores import CRITERIA, score_criteria
from tavleya.pairing.dutch.explain import RoundExplanation
from tavleya.pairing.state import SwissState
from tests.paths import DATA
from tests.tavleya.pairing import simulate

SWISS = DATA / "swiss"


def before(name: str, number: int) -> SwissState:
    return state_before(read((SWISS / f"{name}.trf").read_bytes()).tournament, number)


FORTY = before("rtg_092_n40_r5", 5)


def sentences(state: SwissState, white: int, black: int) -> list[str]:
    return [str(message) for message in explain(state, white, black)]


def test_the_first_candidate_stands_when_nothing_speaks_against_it() -> None:
    assert sentences(FORTY, 1, 5) == [
        "Bracket of 4 points: 2 residents, moved down: no one.",
        "1 is number 1 of S1, 5 number 1 of S2.",
        "The first opponent still available in the order of Article 4.",
        "The higher-ranked player's preference is granted.",
    ]


def test_a_transposition_names_the_criterion_that_made_it() -> None:
    assert "Instead of 8: C12: more players would not get the colour they prefer." in sentences(FORTY, 2, 10)


def test_a_moved_down_player_and_whom_they_did_not_get() -> None:
    messages = sentences(FORTY, 15, 11)
    assert messages[0] == "Bracket of 2½ points: 6 residents, moved down: 11."
    assert any(line.startswith("Instead of 9: C15") for line in messages)


def test_an_exchange_is_explained_once() -> None:
    number = 0
    for path in sorted(SWISS.glob("*.trf"))[:12]:
        state = state_before(read(path.read_bytes()).tournament, 5)
        pairing = pair(state)
        for bracket in pairing.trace:
            if bracket.to_s2:
                assert len(bracket.to_s2) == len(bracket.to_s1)
                messages = [
                    message for message in explain(state, *bracket.pairs[-1]) if message.code == "exchanged"
                ]
                assert len(messages) == 1
                assert messages[0].params["reason"].code in (*CRITERIA, "C4")
                number += 1
    assert number > 3


def test_why_two_do_not_meet() -> None:
    assert why_not(FORTY, 1, 5).code == "paired"
    assert why_not(FORTY, 1, 2).code in ("C1", "float")
    state = before("rtg_020_n9_r6", 4)
    assert str(why_not(state, 1, 4)) == "C1: 1 and 4 met in round 2."


def test_why_the_bye_went_where_it_did() -> None:
    messages = explain_bye(before("rtg_020_n9_r6", 4))
    assert [message.code for message in messages][:2] == ["bye", "C5"]
    assert str(messages[0]) == "The bye goes to 6, with a score of ½."
    assert explain_bye(FORTY) == ()


def test_unpaired_players_cannot_be_explained() -> None:
    with pytest.raises(BadInput):
        explain(FORTY, 1, 999)


def test_no_other_pair_would_make_a_bracket_better() -> None:
    """Each bracket's candidate against the best with some other pair in it."""
    compared = 0
    for seed in range(12):
        random = Random(seed)
        state = simulate.start(random.randint(10, 24), 7, random)
        for _ in range(5):
            pairing = pair(state)
            compared += better_than_forced(state)
            state = simulate.play(state, pairing, random, 0.05)
    assert compared > 300


def better_than_forced(state: SwissState) -> int:
    paired, compared = RoundExplanation.of(state), 0
    for bracket in paired.brackets:
        chosen = score_criteria(
            paired.pool, bracket.scope.moved_down, bracket.scope.residents, bracket.settled, bracket.scope.bye
        )
        for resident in bracket.scope.residents[:3]:
            for other in bracket.scope.residents[-3:]:
                if resident >= other:
                    continue
                match = engine.search(
                    paired.pool,
                    bracket.scope,
                    lambda a, b, both={resident, other}: not {a, b} & both or {a, b} == both,
                )
                if match is None:
                    continue
                forced = score_criteria(
                    paired.pool, bracket.scope.moved_down, bracket.scope.residents, match.settled,
                    bracket.scope.bye,
                )  # fmt: skip
                # C8, which comes after C7, is not judged here; all before it is.
                assert (chosen["C6"], chosen["C7"]) <= (forced["C6"], forced["C7"])
                compared += 1
    return compared
