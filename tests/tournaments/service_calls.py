"""A world in which every service can be called, and one call of each with the action that it asks for."""

from notifications.models import Subscription
from notifications.services.sending import end_mail, retry_messages
from people.services.organisations import invite
from portal.services import set_up_event
from ratings.services.player_lists import import_players
from tavleya.actors import Actor, Role
from tavleya.permissions import Action
from tavleya.rules.files import read_game_file
from tests.tournaments.conftest import LATER, NOW, Given, World, requiring
from tests.tournaments.optional_calls import CALLS as OPTIONAL_CALLS
from tests.tournaments.optional_calls import (
    prepare_entries,
    prepare_fees,
    prepare_holders,
    prepare_persons,
    prepare_prizes,
)
from tests.transfer.transfer_calls import CALLS as TRANSFER_CALLS
from tests.uploads import pdf_file, png_file
from tests.who_may import Row, Table
from tournaments.models.activity import UploadKind
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.services.actual_seating import ActualSeats, record_actual_seating
from tournaments.services.drawn_openings import verify_result
from tournaments.services.entries import NewEntrant, enter_people
from tournaments.services.events import create_event, edit_event, grant_role, revoke_role
from tournaments.services.final_table import finalise_table, open_play_off, reopen_table
from tournaments.services.jobs import request_import
from tournaments.services.players import add_player, edit_player
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

PGN = '[White "A, B"]\n[Black "C, D"]\n[Round "1"]\n[Result "1-0"]\n\n1. e4 e5 1-0\n'


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
        row = section.rounds.get()
        enter_result(actor=self.olga, now=NOW, pairing_id=row.pairings.get().pk, result="1-0")
        start_round(actor=self.olga, now=NOW, round_id=row.pk)
        close_round(actor=self.olga, now=NOW, round_id=row.pk)
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
    **OPTIONAL_CALLS,
    **TRANSFER_CALLS,
    **requiring(GIVEN),
    "end_mail": (Action.EDIT_EVENT, _mail_came_back),
    "close_round": Row(
        Action.CLOSE_ROUND,
        lambda w, a: close_round(actor=a, now=NOW, round_id=w.round.pk),
        lambda w: enter_result(actor=w.olga, now=NOW, pairing_id=w.open.pk, result="0-1"),
    ),
}
