"""Every service of a Swiss against every role."""

from typing import ClassVar

import pytest

from tavleya.permissions import Action
from tests.tournaments.conftest import NOW, Given, World, requiring
from tests.tournaments.swiss import constrain, make_swiss, pair, play_round, registration
from tests.who_may import EveryRole, Table, made_for_module
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.section import Section
from tournaments.models.swiss import ByeRequest
from tournaments.selectors.standings import standings_version
from tournaments.services.attendance import enter_late, expel_player, record_absences, record_no_shows, reenter_player
from tournaments.services.bye_requests import cancel_bye, decide_bye_request, request_bye, request_byes
from tournaments.services.draft_edits import (
    add_to_draft,
    confirm_draft,
    exchange_players,
    import_pairing,
    move_table,
    pair_by_hand_in_draft,
    remove_from_draft,
    restore_engine_pairing,
    swap_colours,
)
from tournaments.services.entries import enter_person, enter_players
from tournaments.services.knockout import qualify_players
from tournaments.services.pairing_again import exchange_numbers, pair_again, undo_last_round
from tournaments.services.players import add_player
from tournaments.services.restore_points import restore
from tournaments.services.restrictions import add_pair_constraint, fix_table, remove_pair_constraint
from tournaments.services.results import correct_for_rating
from tournaments.services.rounds import publish_round
from tournaments.services.section_settings import leave_mode
from tournaments.services.seeding import renumber_by_rating
from tournaments.services.swiss import pair_next_round, request_pairing


class SwissWorld(World):
    """`begun`: rounds 1 and 2 played, 3 a draft; `fresh`: not paired yet; `public`: round 1 public, no results."""

    def __init__(self) -> None:
        super().__init__()
        self.begun = make_swiss(self, 6, slug="begun", correction_rounds=1)
        self.old = play_round(self, self.begun, 1).pairings.get(board=1)
        play_round(self, self.begun, 2)
        request_bye(actor=self.olga, now=NOW, registration_id=self.of(6).pk, round_number=3, kind="half")
        self.draft = pair(self, self.begun, 3)
        self.fresh = make_swiss(self, 4, slug="fresh")
        self.withdrawn = registration(self.fresh, 4)
        self.bye = registration(self.fresh, 1)
        request_bye(actor=self.olga, now=NOW, registration_id=self.bye.pk, round_number=2, kind="zero")
        self.bye_request = ByeRequest.objects.create(
            registration=registration(self.fresh, 2), round_number=2, kind="half", asked_at=NOW
        )
        self.constraint = constrain(self, self.fresh, "apart", 1, 4)
        Registration.objects.filter(pk=self.withdrawn.pk).update(status="withdrawn")
        self.point = self.begun.restore_points.first()
        self.public = make_swiss(self, 4, slug="public")
        self.public_round = publish_round(actor=self.olga, now=NOW, round_id=pair(self, self.public, 1).pk)
        self.imported = make_swiss(self, 4, slug="brought-in")
        self.equal = make_swiss(self, 2, slug="equal")
        self.equal.registrations.update(rating=2000)
        self.late = self.do(add_player, event_id=self.event.pk, family_name="Late", user_id=self.pia.user_id)

    def of(self, number: int) -> Registration:
        return registration(self.begun, number)

    @property
    def tables(self) -> list[Pairing]:
        return list(self.draft.pairings.filter(bye="").order_by("board"))

    @property
    def drafted(self) -> dict[str, object]:
        return {"version": 0, "round_id": self.draft.pk}


def _two(world: SwissWorld) -> tuple[int, int]:
    first, second = world.tables[:2]
    return first.white_id, second.white_id


def _halves(section: Section) -> list[tuple[int, int]]:
    """The first half against the second, in the order of the numbers."""
    keys = list(section.registrations.order_by("number").values_list("pk", flat=True))
    return list(zip(keys[: len(keys) // 2], keys[len(keys) // 2 :], strict=True))


GIVEN: Given = {
    Action.PAIR_ROUND: {
        pair_next_round: lambda w: {"section_id": w.fresh.pk, "number": 1},
        import_pairing: lambda w: {
            "section_id": w.imported.pk,
            "number": 1,
            "boards": _halves(w.imported),
            "despite": "drawn",
        },
        request_pairing: lambda w: {"section_id": w.fresh.pk, "number": 1},
        expel_player: lambda w: {"registration_id": w.bye.pk, "reason": "a phone"},
        add_pair_constraint: lambda w: {
            "confirmed": True,
            "section_id": w.fresh.pk,
            "kind": "apart",
            "registration_id": registration(w.fresh, 2).pk,
            "other_id": registration(w.fresh, 3).pk,
        },
        remove_pair_constraint: lambda w: {"rule_id": w.constraint.pk},
        fix_table: lambda w: {"registration_id": w.bye.pk, "board": 7},
        swap_colours: lambda w: {"version": 0, "pairing_id": w.tables[0].pk, "despite": "agreed"},
        move_table: lambda w: {"version": 0, "pairing_id": w.tables[0].pk, "board": 9},
        exchange_players: lambda w: {**w.drafted, "one_id": _two(w)[0], "other_id": _two(w)[1], "despite": "agreed"},
        pair_by_hand_in_draft: lambda w: {
            **w.drafted,
            "white_id": _two(w)[0],
            "black_id": _two(w)[1],
            "despite": "agreed",
        },
        remove_from_draft: lambda w: {**w.drafted, "registration_id": _two(w)[0], "despite": "ill"},
        add_to_draft: lambda w: {**w.drafted, "registration_id": w.of(6).pk, "despite": "came"},
        restore_engine_pairing: lambda w: {**w.drafted},
        confirm_draft: lambda w: {**w.drafted},
        pair_again: lambda w: {"round_id": w.begun.rounds.order_by("-number").first().pk},
        undo_last_round: lambda w: {"section_id": w.begun.pk, "number": 3},
        restore: lambda w: {"point_id": w.point.pk},
    },
    Action.ENTER_PLAYERS: {
        request_bye: lambda w: {"registration_id": w.bye.pk, "round_number": 1, "kind": "half"},
        decide_bye_request: lambda w: {"bye_request_id": w.bye_request.pk, "granted": True},
        cancel_bye: lambda w: {"registration_id": w.bye.pk, "round_number": 2},
        enter_late: lambda w: {"section_id": w.fresh.pk, "player_id": w.late.pk, "from_round": 2},
        enter_person: lambda w: {
            "section_id": w.fresh.pk,
            "person": {"family_name": "Tal"},
            "from_round": 2,
            "half_points": [1],
        },
        enter_players: lambda w: {"section_id": w.fresh.pk, "player_ids": [w.late.pk]},
        request_byes: lambda w: {"registration_id": w.bye.pk, "round_numbers": [1, 3], "kind": "full"},
        record_absences: lambda w: {"section_id": w.fresh.pk, "absent_ids": [w.bye.pk]},
        qualify_players: lambda w: {
            "section_id": w.fresh.pk,
            "standings": {w.begun.pk: standings_version(w.begun).key},
            "registration_ids": [w.of(1).pk],
        },
        renumber_by_rating: lambda w: {"section_id": w.public.pk},
        reenter_player: lambda w: {"registration_id": w.withdrawn.pk},
        exchange_numbers: lambda w: {
            "section_id": w.equal.pk,
            "one_id": registration(w.equal, 1).pk,
            "other_id": registration(w.equal, 2).pk,
            "confirmed": ["exchange_of_numbers"],
        },
    },
    Action.ENTER_RESULT: {
        record_no_shows: lambda w: {
            "round_id": w.public_round.pk,
            "registration_ids": [w.public_round.pairings.get(board=1).white_id],
        }
    },
    Action.EDIT_SECTION: {
        leave_mode: lambda w: {"section_id": w.fresh.pk, "confirmed": ["leaving_mode"], "typed": "fresh"}
    },
    Action.CORRECT_RESULT: {
        correct_for_rating: lambda w: {"pairing_id": w.old.pk, "result": "0-0", "reason": "found late"}
    },
}
CALLS: Table = requiring(GIVEN)


prepared = made_for_module(SwissWorld)


class TestSwiss(EveryRole):
    pytestmark: ClassVar = [pytest.mark.long]
    calls = CALLS
