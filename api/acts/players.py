"""Acts on players, their entries, and what holds of them: byes, restrictions, check-in."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, ClassVar
from uuid import uuid4

from rest_framework import serializers

from api.acts.record import EVENT, REGISTRATION, SECTION, Act
from api.messages import say
from api.shapes import OnlineEntryMadeSerializer, OnlineEntrySerializer, PlayerSerializer, RegistrationSerializer
from api.shapes_desk import (
    ByeRequestSerializer,
    ByeSerializer,
    CheckInSerializer,
    CountSerializer,
    PersonOfPlayersSerializer,
    PersonSerializer,
    PlayerLinkSerializer,
    PresentSerializer,
    RegistrationFieldsSerializer,
    RestrictionSerializer,
)
from entries.services.check_in import check_player_in, remove_check_in, set_check_in
from entries.services.entry_decisions import approve_entry, move_entry, refuse_entry, reopen_entry
from entries.services.entry_submission import submit_entry
from people.services.persons import hide_person, join_players, split_player, undo_person_act
from ratings.selectors.player_lists import Again, ListAsked
from ratings.services.player_lists import enter_rated, import_players, renew_ratings, use_listed_rating
from tavleya.actors import Actor
from tavleya.errors import NotPermitted
from tavleya.formats.headings import NameOrder
from tavleya.formats.players_csv import read_players
from tavleya.permissions import Action
from tournaments.access import entered
from tournaments.models.entry import Entry
from tournaments.models.player import Registration
from tournaments.selectors.persons import ANOTHER
from tournaments.services.attendance import enter_late, expel_player, record_absences, reenter_player
from tournaments.services.bye_requests import cancel_bye, decide_bye_request, request_bye, request_byes
from tournaments.services.entries import NewEntrant, enter_people, enter_person, enter_players
from tournaments.services.pairing_again import exchange_numbers
from tournaments.services.players import (
    add_player,
    edit_player,
    issue_player_links,
    renew_player_link,
    revoke_player_link,
)
from tournaments.services.restrictions import add_pair_constraint, fix_table, remove_pair_constraint
from tournaments.services.sections import enter_player, withdraw_player
from tournaments.services.seeding import edit_registration, number_by_hand, number_by_rating, renumber_by_rating

_TERMS = ("number", "rating", "from_round", "half_points", "who")


#: The most persons in one call, because the event is locked meanwhile.
MOST_PEOPLE = 1000


class PeopleSerializer(serializers.Serializer[Any]):
    """Many persons, up to 1000; sent as `application/x-ndjson`, a line for each."""

    players = PersonSerializer(many=True, allow_empty=False, max_length=MOST_PEOPLE)  # type: ignore[call-arg]


class MeantSerializer(serializers.Serializer[Any]):
    """Who the line of a list means, where the event has somebody of whom only the name is the same."""

    line = serializers.IntegerField(min_value=1, max_value=1_000_000)
    player = serializers.IntegerField(
        min_value=ANOTHER, max_value=2**63 - 1, help_text="The id of the player, or 0 for somebody else."
    )


class ListSerializer(serializers.Serializer[Any]):
    """A list of players as CSV, with a line of headings.

    `meant` answers for lines that were refused as `same_name`; `leave` names lines that are left out; `again` says what
    becomes of a line with somebody who is in the section already.  Names without a comma are in the `order`; without
    one, in the order that the list shows.
    """

    csv = serializers.CharField(max_length=5_000_000, trim_whitespace=False)
    meant = MeantSerializer(many=True, required=False)
    leave = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=1_000_000), required=False)
    again = serializers.ChoiceField(choices=[choice.value for choice in Again], required=False)
    order = serializers.ChoiceField(choices=[item.value for item in NameOrder], required=False)
    half_points = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=400), required=False)


def enter(*, actor: Actor, now: datetime, section_id: int, **person: Any) -> Registration:
    """Enter a person in a section; who is in the event already is found again and not added twice."""
    terms = {name: person.pop(name) for name in _TERMS if name in person}
    return enter_person(actor=actor, now=now, section_id=section_id, person=person, **terms)


def enter_all(
    *, actor: Actor, now: datetime, section_id: int, players: Sequence[Mapping[str, Any]]
) -> list[Registration]:
    """Enter many persons in a section: all of them, or nobody where one is refused (`place`: which, from 1)."""
    people = [
        NewEntrant(
            {name: value for name, value in player.items() if name not in _TERMS},
            **{name: player[name] for name in _TERMS if name in player},
        )
        for player in players
    ]
    return enter_people(actor=actor, now=now, section_id=section_id, people=people)


def enter_list(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    section_id: int,
    csv: str,
    meant: Sequence[Mapping[str, int]] = (),
    leave: Collection[int] = (),
    again: str = Again.REFUSE,
    order: str = "",
    half_points: Collection[int] = (),
) -> list[Registration]:
    """Enter a whole list of players in a section, or nothing of it: 422 `players_refused` with problems by line."""
    by_line = {item["line"]: item["player"] for item in meant}
    names = NameOrder(order) if order else None
    rows = read_players(csv, order=names).rows
    answers = {row.identity: by_line[row.line] for row in rows if row.line in by_line}
    options = ListAsked(answers, leave=frozenset(leave), again=Again(again), order=names)
    players_import = import_players(
        actor=actor, now=now, event_id=event_id, section_id=section_id, data=csv, asked=options, half_points=half_points
    )
    return list(players_import.registrations)


class NewOnlineEntrySerializer(serializers.ModelSerializer[Entry]):
    """An online entry, with what the terms of the section ask for.

    `consent`: that the entrant has agreed to the text of the terms.  Of a team: the captain as the person, `team_name`,
    and the players in board order.
    """

    bye_rounds = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=400), required=False)
    line_up = serializers.ListField(child=serializers.DictField(), required=False, max_length=100)
    consent = serializers.BooleanField(required=False)
    extra = serializers.BooleanField(required=False, help_text="Order the extra of the fee terms.")

    class Meta:
        model = Entry
        fields: ClassVar = [
            "family_name", "given_name", "patronymic", *entered(Entry), "bye_rounds", "team_name", "line_up",
            "language", "consent", "extra",
        ]  # fmt: skip
        validators: ClassVar[list[Any]] = []


def submit(*, actor: Actor, now: datetime, section_id: int, language: str = "", **arguments: Any) -> Entry:
    """Submit an online entry for somebody, from a form of the club's own.

    It gets a place, waits for approval or is on the waiting list (`state`), by the terms of the section.  Messages go
    to the e-mail address of the entry.  Send the form's own `Idempotency-Key`, so that a repeated submission enters
    once.
    """
    if actor.user_id is None:
        raise NotPermitted(say("not_permitted"), action=Action.SUBMIT_ENTRY.value)
    return submit_entry(actor=actor, now=now, section_id=section_id, key=uuid4(), given=arguments, language=language)


def check_in(*, actor: Actor, now: datetime, registration_id: int, round_number: int, present: bool = True) -> bool:
    """Note that a player is there, or (`present` false) is not; to say the same again changes nothing."""
    check_player_in(actor=actor, now=now, registration_id=registration_id, round_number=round_number, present=present)
    return present


_E = Action.ENTER_PLAYERS
_PLAYERS = (
    Act(
        path=EVENT + "players/", service=add_player, name="players_add", summary="Add a player to an event",
        action=_E, answer=PlayerSerializer, status=201, body=PlayerSerializer,
    ),
    Act(
        path=EVENT + "players/<int:player_id>/", service=edit_player, name="player_edit",
        summary="Change a player", action=_E, method="patch", answer=PlayerSerializer, changes=PlayerSerializer,
    ),
    Act(
        path=SECTION + "registrations/", service=enter, does=("enter_person",), name="enter_person",
        summary="Enter a person in a section", action=_E, answer=RegistrationSerializer, status=201,
        body=PersonSerializer,
    ),
    Act(
        path=SECTION + "registrations/bulk/", service=enter_all, does=("enter_person",), name="enter_people",
        summary="Enter many persons in a section", action=_E, answer=RegistrationSerializer, many=True, status=201,
        body=PeopleSerializer, lines="players",
    ),
    Act(
        path=SECTION + "registrations/list/", service=enter_list, does=("import_players",), name="import_players",
        summary="Enter a list of players as CSV", action=_E, answer=RegistrationSerializer, many=True, status=201,
        body=ListSerializer,
    ),
    Act(
        path=SECTION + "registrations/known/", service=enter_players,
        summary="Enter players of the event in a section", action=_E, answer=RegistrationSerializer, many=True,
        status=201,
    ),
    Act(
        path=SECTION + "registrations/player/", service=enter_player,
        summary="Enter a player of the event in a section, with a number", action=_E, answer=RegistrationSerializer,
        status=201,
    ),
    Act(
        path=SECTION + "registrations/listed/", service=enter_rated,
        summary="Enter a player of the rating list", action=_E, answer=RegistrationSerializer, status=201,
    ),
    Act(
        path=SECTION + "registrations/late/", service=enter_late, summary="Enter a player late", action=_E,
        answer=RegistrationSerializer, status=201,
    ),
    Act(
        path=REGISTRATION, service=edit_registration, summary="Change number or rating of an entry",
        action=_E, method="patch", answer=RegistrationSerializer, changes=RegistrationFieldsSerializer,
    ),
    Act(
        path=REGISTRATION + "withdraw/", service=withdraw_player, summary="Withdraw a player", action=_E,
        answer=RegistrationSerializer,
    ),
    Act(
        path=REGISTRATION + "reenter/", service=reenter_player, summary="Bring a withdrawn player back",
        action=_E, answer=RegistrationSerializer,
    ),
    Act(
        path=REGISTRATION + "expel/", service=expel_player, summary="Expel a player",
        action=Action.PAIR_ROUND, answer=RegistrationSerializer,
    ),
    Act(
        path=REGISTRATION + "table/", service=fix_table, summary="Have a player always at one table",
        action=Action.PAIR_ROUND, answer=RegistrationSerializer,
    ),
    Act(
        path=REGISTRATION + "byes/", service=request_byes, summary="Note byes of a player for rounds to come",
        action=_E, answer=ByeSerializer, many=True, status=201,
    ),
    Act(
        path=REGISTRATION + "byes/<int:round_number>/", service=request_bye,
        summary="Note the bye of a player for one round", action=_E, method="put", answer=ByeSerializer,
    ),
    Act(
        path=REGISTRATION + "byes/<int:round_number>/", service=cancel_bye, summary="Cancel a bye",
        action=_E, method="delete",
    ),
    Act(
        path=REGISTRATION + "check-in/<int:round_number>/", service=check_in, does=("check_player_in",),
        name="check_player_in", summary="Note that a player is there, or is not", action=Action.CHECK_IN, method="put",
        answer=PresentSerializer, show=lambda present: {"present": present},
    ),
)  # fmt: skip

_OF_SECTION = (
    Act(
        path=SECTION + "numbers/by-rating/", service=number_by_rating,
        summary="Number the entries by rating", action=_E, answer=RegistrationSerializer, many=True,
    ),
    Act(
        path=SECTION + "numbers/by-hand/", service=number_by_hand, summary="Number the entries in this order",
        action=_E, answer=RegistrationSerializer, many=True,
    ),
    Act(
        path=SECTION + "numbers/again/", service=renumber_by_rating,
        summary="Number the entries again by rating while that is allowed", action=_E, answer=RegistrationSerializer,
        many=True,
    ),
    Act(
        path=SECTION + "numbers/exchange/", service=exchange_numbers,
        summary="Exchange the numbers of two players", action=_E, answer=RegistrationSerializer, many=True,
    ),
    Act(
        path=SECTION + "ratings/renew/", service=renew_ratings,
        summary="Take ratings from the list that holds now", action=_E, answer=RegistrationSerializer, many=True,
    ),
    Act(
        path=SECTION + "ratings/choose/", service=use_listed_rating,
        summary="Take the rating of a player from a list", action=_E, answer=RegistrationSerializer,
    ),
    Act(
        path=SECTION + "bye-requests/<int:request_id>/", service=decide_bye_request,
        summary="Grant or refuse a bye that a player asks for", action=_E, answer=ByeRequestSerializer,
    ),
    Act(
        path=SECTION + "restrictions/", service=add_pair_constraint,
        summary="Keep two players apart, or have them meet", action=Action.PAIR_ROUND, answer=RestrictionSerializer,
        status=201,
    ),
    Act(
        path=SECTION + "restrictions/<int:rule_id>/lift/", service=remove_pair_constraint,
        summary="Lift a restriction", action=Action.PAIR_ROUND,
    ),
    Act(
        path=SECTION + "absences/", service=record_absences,
        summary="Note who is absent from the next round, and who withdraws", action=_E,
    ),
    Act(
        path=SECTION + "check-ins/<int:round_number>/", service=set_check_in,
        summary="Hold a check-in for a round", action=_E, method="put", answer=CheckInSerializer,
    ),
    Act(
        path=SECTION + "check-ins/<int:round_number>/", service=remove_check_in,
        summary="Hold no check-in for a round", action=_E, method="delete",
    ),
    Act(
        path=SECTION + "online-entries/", service=submit, does=("submit_entry",), name="submit_entry",
        summary="Submit an online entry", action=Action.SUBMIT_ENTRY, answer=OnlineEntryMadeSerializer, status=201,
        body=NewOnlineEntrySerializer,
    ),
    Act(
        path=SECTION + "online-entries/<int:entry_id>/approve/", service=approve_entry,
        summary="Approve an online entry", action=_E, answer=RegistrationSerializer,
    ),
    Act(
        path=SECTION + "online-entries/<int:entry_id>/refuse/", service=refuse_entry,
        summary="Refuse an online entry", action=_E, answer=OnlineEntrySerializer,
    ),
    Act(
        path=SECTION + "online-entries/<int:entry_id>/reopen/", service=reopen_entry,
        summary="Decide on an online entry again", action=_E, answer=OnlineEntrySerializer,
    ),
    Act(
        path=SECTION + "online-entries/<int:entry_id>/move/", service=move_entry,
        summary="Move an entry on the waiting list", action=_E, answer=OnlineEntrySerializer,
    ),
    Act(
        path=EVENT + "player-links/", service=issue_player_links,
        summary="Make private links for players", action=Action.ISSUE_PLAYER_LINKS, answer=CountSerializer,
        show=lambda count: {"count": count},
    ),
    Act(
        path=EVENT + "players/<int:player_id>/link/", service=renew_player_link,
        summary="Give a player a new private link", action=Action.ISSUE_PLAYER_LINKS, method="put",
        answer=PlayerLinkSerializer,
    ),
    Act(
        path=EVENT + "players/<int:player_id>/link/", service=revoke_player_link,
        summary="Revoke the private link of a player", action=Action.ISSUE_PLAYER_LINKS, method="delete",
    ),
    Act(
        path=EVENT + "players/<int:player_id>/same-as/", service=join_players,
        summary="Join a player with the same person’s player of another event", action=Action.EDIT_EVENT,
        answer=PersonOfPlayersSerializer,
    ),
    Act(
        path=EVENT + "players/<int:player_id>/separate/", service=split_player,
        summary="Separate a player from players of other events", action=Action.EDIT_EVENT,
    ),
    Act(
        path=EVENT + "players/<int:player_id>/undo-joining/", service=undo_person_act,
        summary="Undo an act that joined or separated players", action=Action.EDIT_EVENT,
    ),
    Act(
        path=EVENT + "players/<int:player_id>/person-page/", service=hide_person,
        summary="Hide the public page of a player’s person, or show it", action=Action.EDIT_EVENT, method="put",
        answer=PersonOfPlayersSerializer,
    ),
)  # fmt: skip

ACTS = (*_PLAYERS, *_OF_SECTION)
