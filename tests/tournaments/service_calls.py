"""A world in which every service can be called, and one call of each with the action that it requires."""

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
from notifications.models import Subscription
from notifications.services.sending import end_mail, retry_messages
from notifications.services.webhooks import add_webhook, revoke_webhook, try_webhook
from people.models import PersonAct
from people.services.organisations import invite
from people.services.persons import hide_person, join_players, split_player, undo_person_act
from portal.services import set_up_event
from ratings.services.norms import set_norm_terms
from ratings.services.player_lists import import_players
from tavleya.actors import ANONYMOUS, Actor, Role
from tavleya.permissions import Action
from tavleya.rules.files import read_game_file
from tests.tournaments.conftest import LATER, NOW, Given, World, requiring
from tests.transfer.transfer_calls import CALLS as TRANSFER_CALLS
from tests.uploads import pdf_file, png_file
from tests.who_may import Row, Table
from tournaments.models.activity import UploadKind
from tournaments.models.entry import Entry
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.drawn_openings import verify_result
from tournaments.services.entries import NewEntrant, enter_people
from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.final_table import finalise_table, open_play_off, reopen_table
from tournaments.services.jobs import request_import
from tournaments.services.players import (
    add_player,
    complete_player,
    edit_player,
    issue_player_links,
    renew_player_link,
    revoke_player_link,
)
from tournaments.services.results import correct_result, enter_result, retype_result, set_forfeit, withdraw_result
from tournaments.services.rounds import (
    close_round,
    pair_by_hand,
    pair_round_robin,
    publish_round,
    record_bye,
    schedule_publication,
    start_round,
)
from tournaments.services.schedule import discard_drafts, plan_rounds, reschedule_round
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import create_section, enter_player, withdraw_player
from tournaments.services.seeding import edit_registration, enter_tie_values, number_by_hand, number_by_rating
from tournaments.services.tokens import issue_token, revoke_token
from tournaments.services.uploads import add_upload, import_games, remove_upload
from venue.services.broadcasting import send_again, set_broadcast, stop_broadcast
from venue.services.pgn import forget_pgn_address, report_pgn, set_pgn_address
from venue.services.reports import assign_board, forget_board, report_boards

PGN = '[White "A, B"]\n[Black "C, D"]\n[Round "1"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


def prepare_entries(world: Any) -> None:
    """Create a section with one place, an entry that needs approval and two that wait; and a section with check-in."""
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
    """Create a webhook, a broadcast, a board, a PGN address, a link of `spare`, two played sections and a token."""
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
    """Join `spare` with a player of another event, and add a player of a third event who is not joined."""
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
    """Set prizes in both sections; approve those of the second, whose standings need not be final."""
    world.funded, world.awarded = funded, awarded
    world.category = world.do(
        save_category, section_id=funded.pk, slug="women", names={"en": "Women"}, terms={"women": True}
    )
    for section in (funded, awarded):
        world.do(set_prizes, section_id=section.pk, currency="UAH", sharing="hort", prizes={"": [300, 100]})
    approve_awards(actor=world.olga, now=NOW, section_id=awarded.pk, provisional=True)


_APPS: Given = {
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
        try_webhook: lambda w: {"webhook_id": w.webhook.pk},
    },
    Action.REPORT_BOARDS: {
        report_boards: lambda w: {"round_id": w.round.pk, "source": "hall", "reports": _REPORT},
        report_pgn: lambda w: {"round_id": w.round.pk, "pgn": _PGN},
        assign_board: lambda w: {"section_id": w.main.pk, "serial": "24018", "table": 2},
        forget_board: lambda w: {"section_id": w.main.pk, "serial": "24017"},
    },
}


def _mail_came_back(world: World, actor: Actor) -> object:
    Subscription.objects.get_or_create(
        event=world.event, channel="email", address="gone@example.org",
        defaults={"digest": "gone", "made_at": NOW, "ended_at": None},
    )  # fmt: skip
    return end_mail(actor=actor, now=NOW, event_id=world.event.pk, address="gone@example.org")


class PreparedWorld(World):
    """A world in which every service could be called with success."""

    def __init__(self) -> None:
        super().__init__()
        self.empty = self.section(slug="empty")
        self.unpaired = self.section(slug="unpaired")
        self.enter(self.unpaired, "Uhlmann", "Unzicker")
        self.free = self.section(slug="free", format="free")
        self.free_registrations = self.enter(self.free, "Filip", "Fine", "Flohr")
        boards = [(self.free_registrations[0].pk, self.free_registrations[1].pk)]
        self.draft_round = self.do(pair_by_hand, section_id=self.free.pk, boards=boards)
        self.main = self.round_robin("Alekhine", "Botvinnik", "Capablanca", "Duras", slug="main", published=2)
        self.round = self.main.rounds.get(number=1)
        start_round(actor=self.olga, now=NOW, round_id=self.round.pk)
        self.done, self.open = self.round.pairings.order_by("board")
        enter_result(actor=Actor.of_system("tests"), now=NOW, pairing_id=self.done.pk, result="1-0")
        self.spare = add_player(
            actor=self.olga, now=NOW, event_id=self.event.pk, family_name="Spassky", user_id=self.pia.user_id
        )
        self.bare = Event.objects.create(
            slug="bare", names={"en": "Bare"}, languages=["en"], created_at=NOW, published=True
        )
        for role in self.event.roles.all():
            self.bare.roles.create(user=role.user, role=role.role)
        self.upload = self.do(add_upload, event_id=self.event.pk, kind=UploadKind.IMAGE, file=png_file())
        prepare_holders(self)
        prepare_entries(self)
        prepare_fees(self)
        prepare_persons(self)
        prepare_prizes(self, self.unpaired, self.declared)

    def _played(self, slug: str) -> Section:
        section = self.round_robin(f"Ahues {slug}", f"Becker {slug}", slug=slug, published=1)
        round_ = section.rounds.get()
        enter_result(actor=self.olga, now=NOW, pairing_id=round_.pairings.get().pk, result="1-0")
        start_round(actor=self.olga, now=NOW, round_id=round_.pk)
        close_round(actor=self.olga, now=NOW, round_id=round_.pk)
        return section


GIVEN: Given = {
    Action.CREATE_EVENT: {
        create_event: lambda w: {"slug": "another", "names": {"en": "Another"}},
        set_up_event: lambda w: {
            "name": "Quick",
            "section_name": "Main",
            "language": "en",
            "game": "chess",
            "format": "swiss",
            "players": "Tal Mikhail\nFine Reuben",
        },
    },
    Action.EDIT_EVENT: {
        retry_messages: lambda w: {"event_id": w.event.pk},
        edit_event: lambda w: {"event_id": w.event.pk, "changes": {"place": "Kyiv", "published": True}},
        add_upload: lambda w: {"event_id": w.event.pk, "kind": UploadKind.REGULATIONS, "file": pdf_file()},
        remove_upload: lambda w: {"event_id": w.event.pk, "upload_id": w.upload.pk},
    },
    Action.GRANT_ROLES: {
        grant_role: lambda w: {"event_id": w.event.pk, "user_id": w.sam.user_id, "role": Role.HELPER},
        invite: lambda w: {"event_id": w.event.pk, "roles": [Role.HELPER]},
        revoke_role: lambda w: {"event_id": w.event.pk, "user_id": w.hal.user_id, "role": Role.HELPER},
    },
    Action.ISSUE_TOKENS: {
        issue_token: lambda w: {"event_id": w.event.pk, "name": "new", "scopes": ["issue_tokens"]},
        revoke_token: lambda w: {"token_id": w.token.pk},
    },
    Action.EDIT_SECTION: {
        create_section: lambda w: {
            "event_id": w.event.pk,
            "slug": "extra",
            "names": {"en": "New"},
            "game": "tavreli",
            "regime": "tavreli-1997",
            "format": "free",
        },
        edit_section: lambda w: {"section_id": w.main.pk, "changes": {"slug": "first"}},
        open_play_off: lambda w: {
            "section_id": w.unpaired.pk,
            "registration_ids": list(w.unpaired.registrations.values_list("pk", flat=True)),
            "names": {"en": "Play-off"},
            "regime": "fide-2023-rapid",
            "control": "10+5",
        },
    },
    Action.ENTER_PLAYERS: {
        add_player: lambda w: {"event_id": w.event.pk, "family_name": "Tal"},
        edit_player: lambda w: {"player_id": w.spare.pk, "changes": {"club": "Dynamo"}},
        import_players: lambda w: {"event_id": w.event.pk, "data": "Name\nTal, Mikhail\n"},
        enter_player: lambda w: {"section_id": w.empty.pk, "player_id": w.spare.pk},
        enter_people: lambda w: {"section_id": w.empty.pk, "people": [NewEntrant({"family_name": "Tal"})]},
        withdraw_player: lambda w: {"registration_id": w.free_registrations[2].pk},
        edit_registration: lambda w: {"registration_id": w.free_registrations[2].pk, "changes": {"rating": 2400}},
        number_by_rating: lambda w: {"section_id": w.unpaired.pk},
        number_by_hand: lambda w: {"section_id": w.unpaired.pk, "registration_ids": []},
    },
    Action.PAIR_ROUND: {
        pair_round_robin: lambda w: {"section_id": w.unpaired.pk},
        pair_by_hand: lambda w: {"section_id": w.free.pk, "boards": []},
        record_bye: lambda w: {
            "round_id": w.draft_round.pk,
            "registration_id": w.free_registrations[2].pk,
            "kind": "half",
        },
        discard_drafts: lambda w: {"section_id": w.free.pk},
        plan_rounds: lambda w: {"section_id": w.free.pk, "starts": {1: LATER}},
        reschedule_round: lambda w: {"round_id": w.draft_round.pk, "starts_at": LATER},
    },
    Action.PUBLISH_ROUND: {
        publish_round: lambda w: {"round_id": w.draft_round.pk},
        schedule_publication: lambda w: {"round_id": w.draft_round.pk, "at": LATER},
    },
    Action.CLOSE_ROUND: {
        start_round: lambda w: {"round_id": w.main.rounds.get(number=2).pk},
        finalise_table: lambda w: {"section_id": w.over.pk},
        enter_tie_values: lambda w: {"section_id": w.over.pk, "order": {w.over.registrations.order_by("pk")[0].pk: 1}},
        reopen_table: lambda w: {"section_id": w.declared.pk, "reason": "slip"},
    },
    Action.ENTER_RESULT: {
        enter_result: lambda w: {"pairing_id": w.open.pk, "result": "0-1"},
        set_forfeit: lambda w: {"pairing_id": w.open.pk, "result": "+/-", "reason": "no-show"},
        verify_result: lambda w: {"pairing_id": w.done.pk, "result": "0-1"},
    },
    Action.CORRECT_RESULT: {
        correct_result: lambda w: {"pairing_id": w.done.pk, "result": "0-1", "reason": "wrong slip"},
        withdraw_result: lambda w: {"pairing_id": w.done.pk},
        retype_result: lambda w: {"pairing_id": w.done.pk, "result": "0-1"},
        record_actual_seating: lambda w: {
            "round_id": w.round.pk,
            "boards": [ActualSeats(w.done.board, w.done.black_id, w.done.white_id)],
            "reason": "colours reversed",
        },
    },
    Action.IMPORT_GAMES: {
        import_games: lambda w: {"section_id": w.empty.pk, "reading": read_game_file("chess", PGN)},
        request_import: lambda w: {"section_id": w.empty.pk, "data": PGN.encode()},
    },
}
CALLS: Table = {
    **requiring(_APPS),
    **TRANSFER_CALLS,
    **requiring(GIVEN),
    "end_mail": (Action.EDIT_EVENT, _mail_came_back),
    "close_round": Row(
        Action.CLOSE_ROUND,
        lambda w, a: close_round(actor=a, now=NOW, round_id=w.round.pk),
        lambda w: enter_result(actor=w.olga, now=NOW, pairing_id=w.open.pk, result="0-1"),
    ),
}
