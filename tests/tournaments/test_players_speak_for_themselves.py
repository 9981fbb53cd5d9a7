"""Players' own links, what they report, and the byes that they ask for."""

from datetime import timedelta

import pytest

from arbiter.selectors.boards import boards_of
from arbiter.selectors.queue import QueueItemKind, queue_of
from games.models.record import milliseconds
from games.services.moves import start_game
from games.verification import verify
from tavleya.errors import BadInput, Conflict, NotPermitted
from tavleya.sides import Side
from tests.refusals import refused
from tests.tournaments.conftest import LATER, NOW
from tests.tournaments.swiss import make_swiss, pair, registration
from tournaments.models.activity import Log
from tournaments.models.swiss import ByeRequest, PlayerLink, RequestedBye, ResultReport
from tournaments.services.bye_requests import decide_bye_request, submit_bye_request, withdraw_bye_request
from tournaments.services.players import (
    actor_of_link,
    issue_player_links,
    renew_player_link,
    revoke_player_link,
    secret_of,
)
from tournaments.services.results import enter_result, report_result

pytestmark = pytest.mark.django_db


def holder(world, player):
    """Return the actor that opens the valid link of a player."""
    issue_player_links(actor=world.olga, now=NOW, event_id=player.event_id)
    link = PlayerLink.objects.get(player=player, revoked_at=None)
    return actor_of_link(secret=secret_of(link), now=NOW)[1]


@pytest.fixture
def board(world):
    section = world.round_robin("Alekhine", "Botvinnik", slug="main", published=1, tracking="result")
    return section.rounds.get(number=1).pairings.select_related("white__player", "black__player").get()


def seats(world, board):
    return holder(world, board.white.player), holder(world, board.black.player)


def test_a_new_link_shuts_the_old_one_and_a_revoked_one_does_not_come_back(world):
    player, _ = (registration.player for registration in world.enter(world.section(), "Tal", "Stein"))
    for links in (2, 0):
        assert issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk) == links, "links are made once"
    secrets = {secret_of(link) for link in PlayerLink.objects.all()}
    assert len(secrets) == 2 and all(len(secret) == 24 for secret in secrets)
    assert not secrets & set(PlayerLink.objects.values_list("digest", flat=True)), "secrets are not stored"
    old = secret_of(player.player_links.get())
    new = secret_of(renew_player_link(actor=world.olga, now=NOW, player_id=player.pk))
    assert old != new
    actor_of_link(secret=new, now=NOW)
    for bad in (old, new + "x", "", "0" * 24):
        with refused(NotPermitted, "bad_link"):
            actor_of_link(secret=bad, now=NOW)
    revoke_player_link(actor=world.olga, now=NOW, player_id=player.pk)
    with pytest.raises(NotPermitted):
        actor_of_link(secret=new, now=NOW)
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    assert secret_of(player.player_links.get(revoked_at=None)) not in (old, new)


def test_a_link_under_another_key_of_the_service_cannot_be_shown_again(world, settings):
    player = world.enter(world.section(), "Tal")[0].player
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk)
    link = player.player_links.get()
    old = secret_of(link)
    settings.SECRET_KEY = "another key " * 8
    assert secret_of(link) is None
    actor_of_link(secret=old, now=NOW)  # the printed link stays valid


def test_two_reports_alike_are_the_result(world, board):
    white, black = seats(world, board)
    report_result(actor=white, now=NOW, pairing_id=board.pk, result="1-0")
    board.refresh_from_db()
    assert board.result == ""
    report_result(actor=black, now=LATER, pairing_id=board.pk, result="1-0")
    board.refresh_from_db()
    assert (board.result, board.version) == ("1-0", 1)
    assert not [check for check in verify(type(board.game).objects.all()) if check.broken]
    agreed = Log.objects.get(action="result.agreed")
    assert agreed.actor == "system:both-players"
    reported = Log.objects.filter(action="result.reported").values_list("actor", flat=True)
    assert set(reported) == {f"player:{board.white.player_id}", f"player:{board.black.player_id}"}


def test_reports_that_differ_wait_for_an_arbiter_until_they_agree(world, board):
    white, black = seats(world, board)
    report_result(actor=white, now=NOW, pairing_id=board.pk, result="1-0")
    report_result(actor=black, now=LATER, pairing_id=board.pk, result="1/2-1/2")
    board.refresh_from_db()
    assert board.result == ""
    now = LATER + timedelta(minutes=1)
    (waiting,) = queue_of(world.event, boards_of(world.event, milliseconds(now)), now)
    assert (waiting.kind, waiting.results) == (QueueItemKind.REPORTS, ("1-0", "1/2-1/2"))
    assert waiting.since == milliseconds(LATER)
    report_result(actor=white, now=now, pairing_id=board.pk, result="1/2-1/2")
    board.refresh_from_db()
    assert board.result == "1/2-1/2"
    assert queue_of(world.event, boards_of(world.event, milliseconds(now)), now) == []


def test_an_arbiter_settles_it_and_later_reports_are_refused(world, board):
    white, black = seats(world, board)
    report_result(actor=white, now=NOW, pairing_id=board.pk, result="1-0")
    report_result(actor=black, now=NOW, pairing_id=board.pk, result="0-1")
    enter_result(actor=world.ana, now=LATER, pairing_id=board.pk, result="0-1")
    assert queue_of(world.event, boards_of(world.event, milliseconds(LATER)), LATER) == []
    with refused(Conflict, "already_finished"):
        report_result(actor=white, now=LATER, pairing_id=board.pk, result="0-1")


def test_a_player_cannot_report_for_the_opponent_nor_at_another_board(world, board):
    white, _ = seats(world, board)
    report_result(actor=white, now=NOW, pairing_id=board.pk, result="1-0")
    with refused(NotPermitted, "not_your_board"):
        report_result(actor=white, now=NOW, pairing_id=board.pk, result="1-0", side=Side.BLACK)
    other = holder(world, world.enter(world.section(), "Spassky")[0].player)
    with pytest.raises(NotPermitted):
        report_result(actor=other, now=NOW, pairing_id=board.pk, result="1-0")
    board.refresh_from_db()
    assert board.result == "" and ResultReport.objects.count() == 1


@pytest.mark.parametrize("result", ["+/-", "0-0", "2-0", ""])
def test_a_result_that_players_cannot_agree_on_is_refused(world, board, result):
    white, _ = seats(world, board)
    with pytest.raises(BadInput):
        report_result(actor=white, now=NOW, pairing_id=board.pk, result=result)
    assert not ResultReport.objects.exists()


def test_a_game_that_is_followed_live_ends_on_its_own_board(world):
    section = world.round_robin("Alekhine", "Botvinnik", published=1, tracking="live", control="60")
    board = section.rounds.get(number=1).pairings.get()
    start_game(actor=world.ana, now=NOW, game_id=board.game_id)
    with refused(Conflict, "board_is_live"):
        report_result(actor=holder(world, board.white.player), now=NOW, pairing_id=board.pk, result="1-0")


@pytest.fixture
def asking(world):
    """Return number 2 of a Swiss of four, and functions that ask for and withdraw their bye by their link."""
    entry = registration(make_swiss(world, 4), 2)
    actor = holder(world, entry.player)

    def ask(kind, round_number=2, entry=entry):
        return submit_bye_request(actor=actor, now=NOW, registration_id=entry.pk, round_number=round_number, kind=kind)

    def withdraw():
        withdraw_bye_request(actor=actor, now=LATER, registration_id=entry.pk, round_number=2)

    return entry, ask, withdraw


def decide(world, bye_request, granted):
    decide_bye_request(actor=world.chen, now=LATER, bye_request_id=bye_request.pk, granted=granted)


def test_a_bye_asked_for_is_one_once_it_is_granted(world, asking):
    entry, ask, withdraw = asking
    bye_request = ask("half")
    assert not RequestedBye.objects.exists()
    decide(world, bye_request, True)
    assert RequestedBye.objects.get(registration=entry).kind == "half"
    with refused(Conflict, "bye_decided"):
        withdraw()
    with pytest.raises(Conflict):
        decide(world, bye_request, False)


def test_a_wish_can_be_changed_and_taken_back_before_it_is_decided_or_refused(world, asking):
    _, ask, withdraw = asking
    ask("half")
    ask("zero")
    assert ByeRequest.objects.get().kind == "zero"
    withdraw()
    assert not ByeRequest.objects.exists()
    decide(world, ask("zero"), False)
    assert not RequestedBye.objects.exists()
    with pytest.raises(Conflict):
        ask("zero")


def test_invalid_bye_requests_are_refused(world, asking):
    entry, ask, _ = asking
    pair(world, entry.section, 1)
    for error, *values in (
        (NotPermitted, "half", 2, registration(entry.section, 1)),
        (Conflict, "half", 1),
        (BadInput, "full"),
        (BadInput, "half", 99),
    ):
        with pytest.raises(error):
            ask(*values)
    assert not ByeRequest.objects.exists()
