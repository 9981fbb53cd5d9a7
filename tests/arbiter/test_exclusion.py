"""Exclusion from the event: the present game, the games to come, the rounds not yet published, the standings."""

import pytest

from arbiter.models import Ruling
from arbiter.selectors.boards import counts_of
from arbiter.services import ruling as ruling_service
from arbiter.services.reversal import preview_reversal, reverse, supersede
from arbiter.services.ruling import preview
from games.services.moves import play_move, start_game
from tavleya.errors import Conflict
from tests.arbiter.ruling import rule
from tests.refusals import refused
from tests.tournaments.conftest import LATER as SWISS_LATER
from tests.tournaments.conftest import World as SwissWorld
from tests.tournaments.swiss import make_swiss, play_round
from tests.world import World, later
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.selectors.standings import standings_of
from tournaments.services.results import correct_result, enter_result
from tournaments.services.rounds import close_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    """Round 1 is played; round 2 is published too, so that the excluded player has a game to come."""
    world = World(others=("dora", "egor"))
    publish_round(actor=world.olga, now=later(seconds=1), round_id=world.rounds[1].pk)
    return world


def alice(world: World) -> Registration:
    return Registration.objects.get(section=world.section, player__family_name="Alice")


def results(world: World, registration: Registration) -> dict[int, str]:
    """Return the results of an entry by round, as a win or loss of the player."""
    results_by_round = {}
    for pairing in Pairing.objects.filter(round__section=world.section).select_related("round"):
        if registration.pk in (pairing.white_id, pairing.black_id):
            results_by_round[pairing.round.number or 0] = pairing.result
    return results_by_round


def board_of(world: World, registration: Registration, index: int = 0) -> Pairing:
    return next(
        pairing
        for pairing in Pairing.objects.select_related("game").filter(round=world.rounds[index])
        if registration.pk in (pairing.white_id, pairing.black_id)
    )


def exclude(world: World) -> Ruling:
    registration = alice(world)
    pairing = board_of(world, registration)
    start_game(actor=world.artur, now=later(seconds=2), game_id=pairing.game.pk)
    side = "white" if pairing.white_id == registration.pk else "black"
    facts = {"offender": side, "measure": "exclusion", "article": "tavreli-1997:12.2", "reason": "an engine"}
    return rule(world, "penalty", 10, game_id=pairing.game.pk, **facts)


@pytest.mark.article("tavreli:13.4")
def test_the_game_is_lost_the_games_to_come_are_forfeited_and_the_standings_follow_at_once(world: World) -> None:
    registration = alice(world)
    before = standings_of(world.section).version
    ruling = exclude(world)
    registration.refresh_from_db()
    assert registration.status == "excluded"
    by_round = results(world, registration)
    assert by_round[1] in ("1-0", "0-1") and by_round[2] in ("+/-", "-/+") and by_round[3] == ""
    assert [part.result for part in ruling.parts.all()] == [by_round[2]]
    table = standings_of(world.section)
    assert table.version > before
    # She has played one game of three: in a round robin results against her do not count then.
    assert {row.points for row in table.rows} == {"0"}


@pytest.mark.article("tavreli:13.4")
def test_after_half_of_the_games_the_results_against_her_stay_and_the_preview_has_said_so(world: World) -> None:
    registration = alice(world)
    publish_round(actor=world.olga, now=later(seconds=2), round_id=world.rounds[2].pk)
    for index in (0, 1):
        pairing = board_of(world, registration, index)
        result = "1-0" if pairing.white_id == registration.pk else "0-1"
        enter_result(actor=world.artur, now=later(seconds=3), pairing_id=pairing.pk, result=result)
    pairing = board_of(world, registration, 2)
    side = "white" if pairing.white_id == registration.pk else "black"
    facts = {"offender": side, "measure": "exclusion"}
    seen = preview(actor=world.artur, now=later(seconds=9), game=pairing.game, kind="penalty", facts=facts)
    foretold = {line.registration.pk: line.points_after for line in seen.standings}
    rule(world, "penalty", 9, game_id=pairing.game.pk, **facts)
    rows = {row.registration.pk: row.row.points for row in standings_of(world.section).everybody}
    assert sorted(rows.values(), reverse=True) == [4, 2, 0, 0]
    assert rows[registration.pk] == 4
    assert foretold and all(rows[key] == points for key, points in foretold.items())


@pytest.mark.article("tavreli:13.4")
def test_her_boards_of_a_draft_round_are_forfeited_when_it_is_published(world: World) -> None:
    exclude(world)
    publish_round(actor=world.olga, now=later(seconds=20), round_id=world.rounds[2].pk)
    assert results(world, alice(world))[3] in ("+/-", "-/+")
    others = Pairing.objects.filter(round=world.rounds[2]).exclude(result__in=["+/-", "-/+"])
    assert [pairing.result for pairing in others] == [""], "the other board is played"


@pytest.mark.article("tavreli:13.4")
def test_an_exclusion_that_is_undone_gives_everything_back(world: World) -> None:
    ruling = exclude(world)
    undone = reverse(actor=world.artur, now=later(seconds=30), ruling_id=ruling.pk, note="appeal upheld")
    registration = alice(world)
    assert registration.status == "active"
    assert set(results(world, registration).values()) == {""}
    assert {row.points for row in standings_of(world.section).rows} == {"0"}
    assert (undone.outcome, undone.supersedes_id) == ("reversed", ruling.pk)
    assert board_of(world, registration).game.phase == "paused"


def test_both_players_excluded_lose_the_game_between_them(world: World) -> None:
    exclude(world)
    # A player with a board against Alice in round 3 is excluded as well, before that round is published.
    draft = board_of(world, alice(world), 2)
    other = draft.black if draft.white_id == alice(world).pk else draft.white
    pairing = board_of(world, other)
    side = "white" if pairing.white_id == other.pk else "black"
    rule(world, "penalty", 40, game_id=pairing.game.pk, offender=side, measure="exclusion")
    publish_round(actor=world.olga, now=later(seconds=50), round_id=world.rounds[2].pk)
    draft.refresh_from_db()
    assert draft.result == "-/-"


def test_illegal_moves_and_penalties_are_counted_by_player_game_and_event() -> None:
    world = World(others=("dora", "egor"))
    pairing = board_of(world, alice(world))
    game = pairing.game
    start_game(actor=world.artur, now=later(seconds=1), game_id=game.pk)
    mover = pairing.white
    for number in (1, 2):
        play_move(actor=world.artur, now=later(seconds=number * 10), game_id=game.pk, text="e2-e5", irregular=True)
        last = rule(world, "illegal_move", number * 10 + 5, game_id=game.pk)
    rule(world, "penalty", 30, game_id=game.pk, offender="white", measure="warning")
    game.refresh_from_db()
    counts = counts_of(world.event, [mover.player_id])[mover.player_id]
    assert (counts.illegal, counts.penalties) == (2, 1)
    latest = Ruling.objects.get(game=game, kind="penalty")
    reverse(actor=world.artur, now=later(seconds=40), ruling_id=latest.pk)
    reverse(actor=world.artur, now=later(seconds=41), ruling_id=last.pk)
    assert counts_of(world.event, [mover.player_id])[mover.player_id].illegal == 1


@pytest.mark.article("tavreli:13.4", "tavreli:12.8")
def test_two_players_both_excluded_before_they_meet_both_lose_and_undoing_one_returns_the_point(world: World) -> None:
    first = alice(world)
    # Round 2 is published: the opponent of Alice there has the point without play, until they too are excluded.
    meeting = board_of(world, first, 1)
    second = meeting.black if meeting.white_id == first.pk else meeting.white
    exclude(world)
    meeting.refresh_from_db()
    assert meeting.result == ("-/+" if meeting.white_id == first.pk else "+/-")
    board = board_of(world, second, 0)
    assert board.game is not None and board.result == ""
    start_game(actor=world.artur, now=later(seconds=20), game_id=board.game.pk)
    side = "white" if board.white_id == second.pk else "black"
    ruling = rule(world, "penalty", 30, game_id=board.game.pk, offender=side, measure="exclusion")
    earlier_result = meeting.result
    meeting.refresh_from_db()
    assert meeting.result == "-/-"
    assert [part.result for part in ruling.parts.all()] == ["-/-"]
    reverse(actor=world.artur, now=later(seconds=40), ruling_id=ruling.pk)
    meeting.refresh_from_db()
    assert meeting.result == earlier_result


def closed_after_exclusion(world: World) -> tuple[Ruling, Pairing]:
    """Alice is expelled during round 1, where all other boards have a result; rounds 1 and 2 are closed."""
    ruling = exclude(world)
    for index in (0, 1):
        for pairing in Pairing.objects.filter(round=world.rounds[index], result="", black__isnull=False):
            enter_result(actor=world.artur, now=later(seconds=20), pairing_id=pairing.pk, result="1/2-1/2")
        close_round(actor=world.olga, now=later(seconds=21), round_id=world.rounds[index].pk)
    return ruling, board_of(world, alice(world))


@pytest.mark.parametrize("corrected", [False, True], ids=["named on the page", "corrected before"])
def test_an_expulsion_in_a_closed_round_is_undone_with_the_result_that_the_board_keeps(world: World, corrected) -> None:
    ruling, board = closed_after_exclusion(world)
    common = {"actor": world.artur, "now": later(seconds=30)}
    with refused(Conflict, "round_closed"):
        reverse(**common, ruling_id=ruling.pk)
    if corrected:
        correct_result(**common, pairing_id=board.pk, result="1/2-1/2", reason="no engine was used")
    seen = preview_reversal(**common, ruling=ruling, result="1/2-1/2")
    reverse(**common, ruling_id=ruling.pk, result="1/2-1/2")
    assert alice(world).status == "active"
    by_round = results(world, alice(world))
    assert by_round[1] == "1/2-1/2"
    assert by_round[2] in ("+/-", "-/+"), "the game of the closed round 2 can no longer be played"
    stays = "The forfeit on board %s of round 2 stays, because that game can no longer be played."
    assert stays % board_of(world, alice(world), 1).board in [str(message) for message in seen.grounds]


def test_an_expulsion_in_a_closed_round_is_replaced_by_a_warning(world: World) -> None:
    ruling, board = closed_after_exclusion(world)
    side = "white" if board.white_id == alice(world).pk else "black"
    supersede(
        actor=world.artur, now=later(seconds=30), ruling_id=ruling.pk, kind="penalty",
        facts={"offender": side, "measure": "warning"}, result="1-0",
    )  # fmt: skip
    assert (alice(world).status, results(world, alice(world))[1]) == ("active", "1-0")


def test_an_expulsion_in_an_old_round_is_undone_and_its_result_stays_in_the_tournament() -> None:
    world = SwissWorld()
    section = make_swiss(world, 6, correction_rounds=1)
    play_round(world, section, 1)
    board = Pairing.objects.filter(round__section=section, round__number=1, bye="").order_by("board")[0]
    facts = {"offender": "white", "measure": "exclusion", "opponent_score": "win"}
    common = {"actor": world.chen, "now": SWISS_LATER}
    score = {"result": "0-1", "article": "12.9", "reason": "x"}
    ruling_service.rule(**common, game_id=board.game_id, kind="score", facts=score)
    expelled = ruling_service.rule(**common, game_id=board.game_id, kind="penalty", facts=facts)
    play_round(world, section, 2)
    board.refresh_from_db()
    reverse(**common, ruling_id=expelled.pk, result=board.result)
    board.white.refresh_from_db()
    assert (board.white.status, Pairing.objects.get(pk=board.pk).result) == ("active", "0-1")
