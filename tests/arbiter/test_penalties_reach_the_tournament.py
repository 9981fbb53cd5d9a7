"""Points, fines and exclusions from rounds (FIDE 12.9.4 to 12.9.9): in the standings, in pairing, and undone."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.models import Fine, Ruling
from arbiter.services.duty import set_regulations
from arbiter.services.reversal import reverse
from arbiter.services.ruling import preview
from games.services.moves import start_game
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.law.remedies import ChangePoints, Exclude, ImposeFine, SitOut
from tavleya.record import commands
from tavleya.record.results import FACTS as RESULTS
from tavleya.record.results import Result
from tavleya.sides import Side
from tavleya.tiebreaks.table import Scoring
from tests.arbiter.ruling import rule
from tests.refusals import refused
from tests.tavleya.law.cases import MINUTE, Table
from tests.world import World, later
from tournaments.adjusted import adjusted_pair, adjustments_in
from tournaments.models.pairing import Pairing, PointAdjustment, RoundExclusion
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import publish_round
from tournaments.services.swiss_state import load_state

TARIFF = {"currency": "EUR", "amounts": [20, 50]}


def over(result: str = "draw", **own: object) -> Table:
    """A game under FIDE's Laws that has its result."""
    table = Table("fide-2023", **own).started().play("e2e4", "e7e5")
    if result == "draw":
        table.board.do(commands.move, None, "g1f3", at=10_000)
        table.board.do(commands.offer_draw, Side.WHITE, at=10_000)
        table.board.do(commands.answer_draw, Side.BLACK, accept=True, at=11_000)
    else:
        table.board.do(commands.resign, Side.WHITE, at=10_000)
    return table


@pytest.mark.article("chess:12.9.4", "chess:12.9.5")
def test_points_are_given_and_taken_within_the_game_once_it_has_a_result() -> None:
    table = over()
    off = table.decide("penalty", offender="white", measure="points_off", half_points="1")
    assert off.effects == (ChangePoints(Side.WHITE, -1),)
    assert (off.penalty_article, off.result) == ("fide-2023:12.9.5", None)
    table.rule("penalty", 20_000, offender="white", measure="points_off", half_points="1")
    more = table.decide("penalty", offender="white", measure="opponent_points", half_points="1")
    assert (more.effects, more.penalty_article) == ((ChangePoints(Side.BLACK, 1),), "fide-2023:12.9.4")
    for measure in ("points_off", "opponent_points"):
        with refused(BadInput, "points_out_of_game"):
            table.decide("penalty", offender="white", measure=measure, half_points="2")
        with refused(BadInput, "no_points_given"):
            table.decide("penalty", offender="white", measure=measure)
    common = {"offender": "white", "measure": "points_off", "half_points": "1"}
    with pytest.raises(BadInput):
        over("white resigns").decide("penalty", **common)
    with refused(Conflict, "points_after_the_game"):
        Table("fide-2023").started().decide("penalty", **common)


@pytest.mark.article("chess:10.2", "chess:12.9.4")
@pytest.mark.parametrize(
    ("points", "game", "drawn"),
    [
        ({"win": 2, "draw": 1, "loss": 0}, 2, 0),
        ({"win": 4, "draw": 2, "loss": 0}, 4, 0),
        ({"win": 6, "draw": 2, "loss": 0}, 6, 2),
        ({"win": 6, "draw": 4, "loss": 2}, 8, 0),
        ({"win": 2, "draw": 0, "loss": 0}, 2, 2),
    ],
    ids=["1-½-0", "2-1-0", "3-1-0", "3-2-1", "1-0-0"],
)
def test_repeated_penalties_never_make_a_game_worth_more_than_its_points(points, game, drawn):
    """Impose half-points one by one, on both players in turn, and count the accepted ones."""
    for result, expected in (("draw", drawn), ("white resigns", 0)):
        table, accepted = over(result, points=points), 0
        for number in range(2 * game):
            for offender in Side:
                facts = {"offender": offender, "measure": "opponent_points", "half_points": "1"}
                with suppress(BadInput):
                    table.rule("penalty", 20_000 + number, **facts)
                    accepted += 1
        assert accepted == expected


POINTS = st.sampled_from([(2, 1, 0), (4, 2, 0), (6, 2, 0), (6, 4, 2), (2, 0, 0)])
PENALTIES = st.tuples(
    st.sampled_from(["points_off", "opponent_points"]), st.sampled_from(Side), st.sampled_from("1246")
)
SCORES = st.tuples(st.sampled_from([Result.BOTH_LOSE, Result.DRAW, Result.WHITE_WINS, Result.BLACK_HALF]))
UNDONE = st.tuples(st.integers(0, 3))


@pytest.mark.long
@pytest.mark.article("chess:10.2", "chess:12.9.4", "chess:12.9.5")
@settings(max_examples=100, deadline=None)
@given(POINTS, st.lists(PENALTIES | SCORES | UNDONE, min_size=2, max_size=8))
def test_random_rulings_never_make_a_game_worth_more_than_its_points(points, rulings) -> None:
    """The rulings penalise and change the result, and are undone, in any order."""
    win, draw, loss = points
    scoring = Scoring(win=win, draw=draw, loss=loss, forfeit_win=win, forfeit_loss=loss)
    table, changes, as_decided = over(points={"win": win, "draw": draw, "loss": loss}), [], True
    for second, (kind, *facts) in enumerate(rulings, start=20_000):
        with suppress(DomainError):
            if isinstance(kind, int):
                del changes[kind : kind + 1]
            elif facts:
                offender, size = facts
                common = {"offender": offender, "measure": kind, "half_points": size}
                changes += table.rule("penalty", second, **common).effects
            else:
                table.rule("score", second, result=kind, reason="x")
            as_decided = as_decided and bool(facts)
        result = RESULTS[table.state.result]
        own = (scoring.of_outcome(result.white), scoring.of_outcome(result.black))
        sums = tuple(sum(change.half_points for change in changes if change.side is side) for side in Side)
        scores = adjusted_pair(own, sums, scoring, bounded=not as_decided)
        assert all(0 <= score <= win for score in scores)
        assert sum(scores) <= scoring.game


@pytest.mark.article("chess:12.9.6", "chess:11.3.2.2")
@pytest.mark.parametrize("facts", [{}, {"article": "11.3.2.2"}])
def test_a_loss_for_conduct_is_a_win_of_an_opponent_who_has_nothing_to_mate_with(facts: dict[str, str]) -> None:
    table = Table("fide-2023", start="4k3/8/8/8/8/8/P7/4K3 w - - 0 1").started()
    assert table.decide("penalty", offender="white", measure="loss", **facts).result is Result.BLACK_WINS


@pytest.mark.article("chess:12.9.7")
def test_a_fine_is_one_that_was_announced() -> None:
    table = Table("fide-2023", fines=TARIFF).started()
    fine = table.decide("penalty", offender="black", measure="fine", amount=20)
    assert fine.effects == (ImposeFine(Side.BLACK, 20, "EUR"),)
    assert (fine.penalty_article, fine.result) == ("fide-2023:12.9.7", None)
    for fines, amount in ((TARIFF, 30), ({}, 20)):
        other = Table("fide-2023", **({"fines": fines} if fines else {})).started()
        with refused(Conflict, "fine_not_announced"):
            other.decide("penalty", offender="black", measure="fine", amount=amount)


@pytest.mark.article(
    "chess:12.9", "chess:12.9.1", "chess:12.9.2", "chess:12.9.3", "chess:12.9.6", "chess:12.9.8", "chess:12.9.9"
)
@pytest.mark.parametrize(
    ("measure", "facts", "number", "result", "effects"),
    [
        ("warning", {}, 1, None, ()),
        ("opponent_time", {"ms": 2 * MINUTE}, 2, None, ()),
        ("time_off", {"ms": 2 * MINUTE}, 3, None, ()),
        ("loss", {"opponent_score": "draw"}, 6, Result.BLACK_HALF, ()),
        ("rounds", {"rounds": 2}, 8, None, (SitOut(Side.WHITE, 2),)),
        ("exclusion", {}, 9, Result.BLACK_WINS, (Exclude(Side.WHITE),)),
    ],
)
def test_each_penalty_is_laid_by_its_own_article(measure, facts, number, result, effects):
    remedy = Table("fide-2023").started().decide("penalty", offender="white", measure=measure, **facts)
    assert (remedy.article, remedy.penalty_article) == (f"fide-2023:12.9.{number}",) * 2
    assert (remedy.result, remedy.effects) == (result, effects)


@pytest.mark.article("tavreli:13.4")
def test_the_tavreli_rules_have_five_penalties_and_others_only_by_the_regulations() -> None:
    bare = Table().started()
    measures = {measure.value for measure in bare.regime.measures}
    assert measures == {"warning", "opponent_time", "time_off", "loss", "exclusion"}
    with refused(Conflict, "measure_unknown"):
        bare.decide("penalty", offender="white", measure="rounds", rounds=1)
    table = Table(penalties=["warning", "rounds:1", "fine:20"], fines=TARIFF).started()
    table.rule("penalty", offender="white")
    assert table.rule("penalty", offender="white").effects == (SitOut(Side.WHITE, 1),)
    assert table.rule("penalty", offender="white").effects == (ImposeFine(Side.WHITE, 20, "EUR"),)


# In a tournament


@pytest.fixture
def world(db: None) -> World:
    """Four in a round robin under FIDE's Laws, the first round drawn at every board."""
    world = World(game="chess", regime="fide-2023", control="60", others=("dora", "egor"))
    for pairing in Pairing.objects.filter(round=world.rounds[0]):
        enter_result(actor=world.artur, now=later(seconds=2), pairing_id=pairing.pk, result="1/2-1/2")
    return world


def points(world: World) -> dict[str, str]:
    section = Section.objects.get(pk=world.section.pk)
    return {row.registration.player.family_name: row.points for row in standings_of(section).rows}


def board_of(world: World, name: str, index: int = 0) -> Pairing:
    registration = Registration.objects.get(section=world.section, player__family_name=name)
    return next(
        pairing
        for pairing in Pairing.objects.filter(round=world.rounds[index])
        if registration.pk in (pairing.white_id, pairing.black_id)
    )


def penalise(world: World, name: str, at: int = 10, index: int = 0, **facts: object) -> Ruling:
    pairing = board_of(world, name, index)
    side = "white" if pairing.white.player.family_name == name else "black"
    return rule(world, "penalty", at, game_id=pairing.game_id, offender=side, **facts)


def opponent(world: World, name: str) -> str:
    pairing = board_of(world, name)
    names = (pairing.white.player.family_name, pairing.black.player.family_name)
    return names[names[0] == name]


@pytest.mark.article("chess:12.9.5")
def test_points_taken_are_off_the_table_as_the_preview_said_and_back_when_the_ruling_is_undone(world: World) -> None:
    other = opponent(world, "Alice")
    before = points(world)
    pairing = board_of(world, "Alice")
    side = "white" if pairing.white.player.family_name == "Alice" else "black"
    facts = {"offender": side, "measure": "points_off", "half_points": "1"}
    seen = preview(actor=world.artur, now=later(seconds=9), game=pairing.game, kind="penalty", facts=facts)
    foretold = {line.registration.player.family_name: line.points_after for line in seen.standings}
    assert foretold["Alice"] == 0
    ruling = penalise(world, "Alice", measure="points_off", half_points="1")
    assert points(world) == {**before, "Alice": "0"}
    assert before["Alice"] == "½" and points(world)[other] == "½", "the opponent's half stays"
    assert board_of(world, "Alice").result == "1/2-1/2", "the result of the game is what it was"
    (adjustment,) = adjustments_in(world.section)
    assert (adjustment.half_points, adjustment.article) == (-1, "fide-2023:12.9.5")
    assert (adjustment.ruling, adjustment.round) == (ruling.number, 1)
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=ruling.pk, note="appeal upheld")
    assert points(world) == before
    assert not adjustments_in(world.section).exists()
    assert PointAdjustment.objects.get().undone_at == later(seconds=20)


def correct(world: World, pairing: Pairing, result: str, at: int) -> None:
    correct_result(actor=world.artur, now=later(seconds=at), pairing_id=pairing.pk, result=result, reason="misread")


@pytest.mark.article("chess:10.2")
def test_a_corrected_result_makes_no_game_worth_more_than_its_points(world: World) -> None:
    other = opponent(world, "Alice")
    correct(world, board_of(world, "Alice"), "0-0", at=8)
    penalise(world, "Alice", measure="opponent_points", half_points="2")
    assert (points(world)["Alice"], points(world)[other]) == ("0", "1")
    correct(world, board_of(world, "Alice"), "1/2-1/2", at=30)
    assert (points(world)["Alice"], points(world)[other]) == ("½", "½")
    state = load_state(Section.objects.get(pk=world.section.pk), 2)
    assert [player.rounds[0].points for player in state.players] == [1] * 4, "and pairing uses the same"


@pytest.mark.article("chess:12.9.7")
def test_a_fine_is_owed_by_its_ruling(world: World) -> None:
    set_regulations(actor=world.olga, now=later(seconds=3), section_id=world.section.pk, regulations={"fines": TARIFF})
    ruling = penalise(world, "Alice", measure="fine", amount=50)
    fine = Fine.objects.get()
    assert (fine.ruling_id, fine.amount, fine.currency, fine.paid_at) == (ruling.pk, 50, "EUR", None)


@pytest.mark.article("chess:12.9.8")
def test_a_player_excluded_from_a_round_forfeits_only_its_board_when_it_is_published(world: World) -> None:
    penalise(world, "Alice", measure="rounds", rounds=1)
    publish_round(actor=world.olga, now=later(seconds=20), round_id=world.rounds[1].pk)
    publish_round(actor=world.olga, now=later(seconds=21), round_id=world.rounds[2].pk)
    board = board_of(world, "Alice", 1)
    assert board.result == ("-/+" if board.white.player.family_name == "Alice" else "+/-")
    rest = Pairing.objects.filter(round__in=world.rounds[1:]).exclude(pk=board.pk)
    assert {pairing.result for pairing in rest} == {""}


@pytest.mark.article("chess:12.9.8")
def test_an_open_round_is_forfeited_at_once_and_given_back_when_the_ruling_is_undone(world: World) -> None:
    publish_round(actor=world.olga, now=later(seconds=5), round_id=world.rounds[1].pk)
    ruling = penalise(world, "Alice", measure="rounds", rounds=1)
    assert board_of(world, "Alice", 1).result in ("+/-", "-/+")
    assert [part.result for part in ruling.parts.all()] == [board_of(world, "Alice", 1).result]
    reverse(actor=world.artur, now=later(seconds=20), ruling_id=ruling.pk, note="appeal upheld")
    assert board_of(world, "Alice", 1).result == ""
    assert RoundExclusion.objects.get().lifted_at is not None


@pytest.mark.article("chess:12.9.8")
def test_only_rounds_to_come_can_be_missed(world: World) -> None:
    with refused(Conflict, "no_rounds_to_come"):
        penalise(world, "Alice", measure="rounds", rounds=3)
    assert not RoundExclusion.objects.exists() and not Ruling.objects.exists(), "nothing is left behind"
    publish_round(actor=world.olga, now=later(seconds=5), round_id=world.rounds[1].pk)
    game = board_of(world, "Alice", 1).game
    start_game(actor=world.artur, now=later(seconds=6), game_id=game.pk)
    penalise(world, "Alice", measure="rounds", rounds=1)
    assert RoundExclusion.objects.get().round_number == 3, "the round in play is played"


@pytest.mark.article("chess:12.9.5", "chess:12.9.8")
def test_the_next_round_is_paired_by_the_points_as_they_are_now_and_without_who_is_kept_out(world: World) -> None:
    number = Registration.objects.get(section=world.section, player__family_name="Alice").number
    penalise(world, "Alice", measure="points_off", half_points="1")
    state = load_state(Section.objects.get(pk=world.section.pk), 2)
    scores = {player.number: player.rounds[0].points for player in state.players}
    assert scores.pop(number) == 0 and set(scores.values()) == {1}
    assert state.absent == frozenset()
    penalise(world, "Alice", at=20, measure="rounds", rounds=1)
    assert load_state(Section.objects.get(pk=world.section.pk), 2).absent == {number}
