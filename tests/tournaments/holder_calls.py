"""Services that give private links to players, and tell other programs what happens."""

from typing import Any

from notifications.services.webhooks.subscriptions import add_webhook, revoke_webhook
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, requiring
from tests.who_may import Table
from tournaments.services.final_table import finalise_table
from tournaments.services.player_links import issue_player_links, renew_player_link, revoke_player_link
from tournaments.services.tokens import issue_token
from venue.services.broadcasting import send_again, set_broadcast, stop_broadcast
from venue.services.pgn import report_pgn
from venue.services.pulling import forget_pgn_address, set_pgn_address
from venue.services.reports import report_boards
from venue.services.tables import assign_board, forget_board


def prepare(world: Any) -> None:
    """A webhook of the world's event, and a link of its `spare` player."""
    world.webhook = add_webhook(
        actor=world.olga,
        now=NOW,
        event_id=world.event.pk,
        url="https://example.org/hook",
        kinds=["round.published"],
    )
    set_broadcast(
        actor=world.olga, now=NOW, section_id=world.main.pk, rounds={1: "abcdefgh"}, token="lip_old"
    )
    assign_board(actor=world.olga, now=NOW, section_id=world.main.pk, serial="24017", table=1)
    set_pgn_address(
        actor=world.olga, now=NOW, section_id=world.main.pk, address="https://example.org/open.pgn"
    )
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk, player_ids=[world.spare.pk])
    world.over, world.declared = world._played("over"), world._played("declared")
    finalise_table(actor=world.olga, now=NOW, section_id=world.declared.pk)
    world.token, _ = issue_token(
        actor=world.olga, now=NOW, event_id=world.event.pk, name="relay", scopes=["enter_result"]
    )


_REPORT = [{"board": 2, "faults": [{"code": "offline"}]}]
_PGN = '[Board "2"]\n\n1. e4 1-0'
CALLS: Table = {
    **requiring(
        Action.ISSUE_PLAYER_LINKS,
        issue_player_links=lambda w, a: issue_player_links(actor=a, now=NOW, event_id=w.event.pk),
        renew_player_link=lambda w, a: renew_player_link(actor=a, now=NOW, player_id=w.spare.pk),
        revoke_player_link=lambda w, a: revoke_player_link(actor=a, now=NOW, player_id=w.spare.pk),
    ),
    **requiring(
        Action.MANAGE_WEBHOOKS,
        add_webhook=lambda w, a: add_webhook(
            actor=a, now=NOW, event_id=w.event.pk, url="https://example.org/new", kinds=["round.published"]
        ),
        revoke_webhook=lambda w, a: revoke_webhook(actor=a, now=NOW, webhook_id=w.webhook.pk),
    ),
    **requiring(
        Action.EDIT_EVENT,
        set_broadcast=lambda w, a: set_broadcast(
            actor=a, now=NOW, section_id=w.main.pk, rounds={1: "abcdefgh"}, token="lip_new"
        ),
        send_again=lambda w, a: send_again(actor=a, now=NOW, section_id=w.main.pk),
        stop_broadcast=lambda w, a: stop_broadcast(actor=a, now=NOW, section_id=w.main.pk),
        set_pgn_address=lambda w, a: set_pgn_address(
            actor=a, now=NOW, section_id=w.main.pk, address="https://example.org/other.pgn"
        ),
        forget_pgn_address=lambda w, a: forget_pgn_address(actor=a, now=NOW, section_id=w.main.pk),
    ),
    **requiring(
        Action.REPORT_BOARDS,
        report_boards=lambda w, a: report_boards(
            actor=a, now=NOW, round_id=w.round.pk, source="hall", reports=_REPORT
        ),
        report_pgn=lambda w, a: report_pgn(actor=a, now=NOW, round_id=w.round.pk, pgn=_PGN),
        assign_board=lambda w, a: assign_board(
            actor=a, now=NOW, section_id=w.main.pk, serial="24018", table=2
        ),
        forget_board=lambda w, a: forget_board(actor=a, now=NOW, section_id=w.main.pk, serial="24017"),
    ),
}
