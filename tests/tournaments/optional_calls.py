"""Services of online entry, fees, private links, venues, persons and prizes, with the action that each requires."""

import uuid
from typing import Any

from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    publish_prizes,
    remove_category,
    save_category,
    set_prizes,
)
from entries.models import PaymentReport
from entries.services.check_in import remove_check_in, set_check_in
from entries.services.entry_decisions import approve_entry, move_entry, refuse_entry, reopen_entry
from entries.services.entry_places import set_entry_terms
from entries.services.entry_submission import submit_entry
from entries.services.fees import set_fee_terms, set_payment_terms
from entries.services.payments import recompute_fee, set_fee, settle_report, take_payment, void_payment
from notifications.services.webhooks import add_webhook, revoke_webhook
from people.models import PersonAct
from people.services.persons import hide_person, join_players, split_player, undo_person_act
from ratings.services.norms import set_norm_terms
from tavleya.actors import ANONYMOUS, Actor
from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, Given, World, requiring
from tests.who_may import Table
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.final_table import finalise_table
from tournaments.services.players import complete_player, issue_player_links, renew_player_link, revoke_player_link
from tournaments.services.tokens import issue_token
from venue.services.broadcasting import send_again, set_broadcast, stop_broadcast
from venue.services.pgn import forget_pgn_address, report_pgn, set_pgn_address
from venue.services.reports import assign_board, forget_board, report_boards


def prepare_entries(world: Any) -> None:
    """A section with one place, that an official gives, and two who wait; another with check-in."""
    world.entered = world.section(slug="entered", format="swiss", rounds_planned=3)
    world.do(set_entry_terms, section_id=world.entered.pk, changes={"offered": True, "approval": True, "places": 1})
    world.pending, world.waiting, world.last = (
        _enter(world, ANONYMOUS, name) for name in ("Kotov", "Kholmov", "Korchnoi")
    )
    world.checked = world.section(slug="checked", format="swiss", rounds_planned=3)
    set_check_in(actor=world.olga, now=NOW, section_id=world.checked.pk, round_number=1)


def _enter(world: Any, actor: Actor, name: str) -> Entry:
    return submit_entry(
        actor=actor, now=NOW, section_id=world.entered.pk, key=uuid.uuid4(), given={"family_name": name}
    )


def prepare_fees(world: Any) -> None:
    """Create a section with an unpaid fee, a paid fee and a reported payment."""
    world.charged = world.section(slug="charged", format="swiss", rounds_planned=3)
    changes = {"charged": True, "currency": "EUR", "base": 3000}
    set_fee_terms(actor=world.olga, now=NOW, section_id=world.charged.pk, changes=changes)
    world.enter(world.charged, "Nei", "Nezh")
    world.owed, world.settled = world.charged.fees.order_by("number")
    world.payment = take_payment(actor=world.olga, now=NOW, fee_id=world.settled.pk, amount=3000, way="cash")
    world.payment_report = PaymentReport.objects.create(
        event=world.event, key="signed:1", amount=1, currency="EUR", problem="unknown_reference", received_at=NOW
    )


def prepare_holders(world: Any) -> None:
    """A webhook of the world's event, and a link of its `spare` player."""
    world.webhook = world.do(
        add_webhook, event_id=world.event.pk, url="https://example.org/hook", kinds=["round.published"]
    )
    world.do(set_broadcast, section_id=world.main.pk, rounds={1: "abcdefgh"}, token="lip_old")
    assign_board(actor=world.olga, now=NOW, section_id=world.main.pk, serial="24017", table=1)
    world.do(set_pgn_address, section_id=world.main.pk, address="https://example.org/open.pgn")
    issue_player_links(actor=world.olga, now=NOW, event_id=world.event.pk, player_ids=[world.spare.pk])
    world.over, world.declared = world._played("over"), world._played("declared")
    finalise_table(actor=world.olga, now=NOW, section_id=world.declared.pk)
    world.token, _ = world.do(issue_token, event_id=world.event.pk, name="relay", scopes=["enter_result"])


_REPORT = [{"board": 2, "faults": [{"code": "offline"}]}]
_PGN = '[Board "2"]\n\n1. e4 1-0'


def prepare_persons(world: Any) -> None:
    """A player who is joined with one of another event, and one of a third event who is not."""
    players = []
    for slug in ("second-event", "third-event"):
        event = Event.objects.create(slug=slug, names={"en": slug}, languages=["en"], created_at=NOW, published=True)
        player = Player(event=event, family_name="Spassky")
        complete_player(player)
        player.save()
        players.append(player)
    joined, world.not_joined = players
    join_players(actor=world.olga, now=NOW, player_id=world.spare.pk, same_as=joined.pk, reason="known")
    world.person_act = PersonAct.objects.latest("pk")


def prepare_prizes(world: World, funded: Section, awarded: Section) -> None:
    """A fund in both sections; a list of prizes approved in the second, whose table is not asked to be final."""
    world.funded, world.awarded = funded, awarded
    world.category = world.do(
        save_category, section_id=funded.pk, slug="women", names={"en": "Women"}, terms={"women": True}
    )
    for section in (funded, awarded):
        world.do(set_prizes, section_id=section.pk, currency="UAH", sharing="hort", prizes={"": [300, 100]})
    approve_awards(actor=world.olga, now=NOW, section_id=awarded.pk, provisional=True)


GIVEN: Given = {
    Action.EDIT_SECTION: {
        set_entry_terms: lambda w: {"section_id": w.entered.pk, "changes": {"lookup": False}},
        set_fee_terms: lambda w: {"section_id": w.charged.pk, "changes": {"together": True}},
        save_category: lambda w: {
            "section_id": w.funded.pk,
            "slug": "club",
            "names": {"en": "Club"},
            "terms": {"clubs": ["Dynamo"]},
        },
        remove_category: lambda w: {"category_id": w.category.pk},
        set_prizes: lambda w: {
            "section_id": w.funded.pk,
            "currency": "EUR",
            "sharing": "equal",
            "prizes": {"women": [5]},
        },
        publish_prizes: lambda w: {"section_id": w.funded.pk, "published": True},
        approve_awards: lambda w: {"section_id": w.funded.pk, "provisional": True},
        set_norm_terms: lambda w: {"section_id": w.funded.pk, "kind": "zonal", "published": True},
        cancel_awards: lambda w: {"section_id": w.awarded.pk, "reason": "a mistake"},
    },
    Action.ENTER_PLAYERS: {
        approve_entry: lambda w: {"entry_id": w.pending.pk},
        refuse_entry: lambda w: {"entry_id": w.last.pk},
        reopen_entry: lambda w: {"entry_id": w.last.pk, "state": "pending"},
        move_entry: lambda w: {"entry_id": w.last.pk, "to": 1},
        set_check_in: lambda w: {"section_id": w.checked.pk, "round_number": 2},
        remove_check_in: lambda w: {"section_id": w.checked.pk, "round_number": 1},
    },
    Action.EDIT_EVENT: {
        set_payment_terms: lambda w: {"event_id": w.event.pk, "changes": {"payee": "Club"}},
        set_broadcast: lambda w: {"section_id": w.main.pk, "rounds": {1: "abcdefgh"}, "token": "lip_new"},
        send_again: lambda w: {"section_id": w.main.pk},
        stop_broadcast: lambda w: {"section_id": w.main.pk},
        set_pgn_address: lambda w: {"section_id": w.main.pk, "address": "https://example.org/other.pgn"},
        forget_pgn_address: lambda w: {"section_id": w.main.pk},
        join_players: lambda w: {"player_id": w.spare.pk, "same_as": w.not_joined.pk, "reason": "x"},
        split_player: lambda w: {"player_id": w.spare.pk, "reason": "x"},
        undo_person_act: lambda w: {"act_id": w.person_act.pk, "player_id": w.spare.pk},
        hide_person: lambda w: {"player_id": w.spare.pk, "hidden": True, "reason": "x"},
    },
    Action.HANDLE_FEES: {
        take_payment: lambda w: {"fee_id": w.owed.pk, "amount": 1000, "way": "cash"},
        void_payment: lambda w: {"payment_id": w.payment.pk},
        set_fee: lambda w: {"fee_id": w.owed.pk, "amount": 100, "reason": "Agreed"},
        recompute_fee: lambda w: {"fee_id": w.owed.pk, "extra": False},
        settle_report: lambda w: {"report_id": w.payment_report.pk},
    },
    Action.ISSUE_PLAYER_LINKS: {
        issue_player_links: lambda w: {"event_id": w.event.pk},
        renew_player_link: lambda w: {"player_id": w.spare.pk},
        revoke_player_link: lambda w: {"player_id": w.spare.pk},
    },
    Action.MANAGE_WEBHOOKS: {
        add_webhook: lambda w: {"event_id": w.event.pk, "url": "https://example.org/new", "kinds": ["round.published"]},
        revoke_webhook: lambda w: {"webhook_id": w.webhook.pk},
    },
    Action.REPORT_BOARDS: {
        report_boards: lambda w: {"round_id": w.round.pk, "source": "hall", "reports": _REPORT},
        report_pgn: lambda w: {"round_id": w.round.pk, "pgn": _PGN},
        assign_board: lambda w: {"section_id": w.main.pk, "serial": "24018", "table": 2},
        forget_board: lambda w: {"section_id": w.main.pk, "serial": "24017"},
    },
}
CALLS: Table = requiring(GIVEN)
