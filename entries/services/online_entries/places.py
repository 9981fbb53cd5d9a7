"""The places of a section: assign a place, and move up the waiting list when one is free.

The caller holds the locks of the event and the section, so that no place is given twice.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import Max

from entries.kinds import ENTRY_MOVED_UP, ENTRY_PENDING
from entries.messages import say
from entries.selectors.online_entries import places_left
from entries.services.fees.charging import charge_entry
from entries.services.online_entries.identity import complete_from_lists, undisputed_ids
from entries.services.online_entries.teams import enter_team
from notifications.services.outbox import queue_entry_letter
from tavleya.actors import Actor
from tavleya.errors import Conflict, DomainError
from tournaments.activity import happened
from tournaments.declarations import entered, uses
from tournaments.models.byes import Bye
from tournaments.models.entry import ID_QUESTIONS, RATING_LIST_AWAY, Entry, EntryState, EntryTerms
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.models.team import Team
from tournaments.services.bye_requests import submit_bye_request
from tournaments.services.entries import enter_person
from tournaments.services.player_links import give_link

#: The actor of automatic decisions.
BY_TERMS = Actor.of_system("online entry")
#: Conflicts that the entrant cannot fix: an officer must decide about the identity.
_QUESTIONS = frozenset({"same_name", "duplicate_player", "already_entered"})
_LONGEST_QUESTION = 40
_OF_PERSON = tuple(name for name in entered(Player) if name in uses(Entry))


def next_position(section: Section) -> int:
    """Return the position after all entries so far."""
    return (section.entries.aggregate(last=Max("position"))["last"] or 0) + 1


def settle(entry: Entry, section: Section, terms: EntryTerms, *, now: datetime) -> None:
    """Give a new entry its state: a place, or else the waiting list. Raises: Conflict ("section_full")."""
    if places_left(section, terms) == 0:
        if not terms.waiting_list:
            raise Conflict(say("section_full"))
        entry.state = EntryState.WAITING
        entry.save()
        tell(entry, now)
    else:
        _give_place(entry, section, terms, now=now)


def fill_places(section: Section, *, now: datetime) -> list[Entry]:
    """Move the first of the waiting list up into the places that are free, before the first pairing; who they are."""
    terms = EntryTerms.objects.filter(section=section).first()
    if terms is None or section.rounds.exists():
        return []
    left = places_left(section, terms)
    waiting = list(section.entries.filter(state=EntryState.WAITING).order_by("position", "pk")[:left])
    for entry in waiting:
        try:
            _give_place(entry, section, terms, now=now)
        except DomainError as error:  # the user who freed the place cannot fix this
            _leave_to_desk(entry, error.code, now)
        happened(
            ENTRY_MOVED_UP,
            entry,
            actor=BY_TERMS,
            now=now,
            before={"status": str(EntryState.WAITING)},
            after={"status": entry.state},
        )
    return waiting


def _give_place(entry: Entry, section: Section, terms: EntryTerms, *, now: datetime) -> None:
    """Confirm an entry, or leave it to an officer for approval or identification."""
    unchecked = entry.question if entry.question in (RATING_LIST_AWAY, *ID_QUESTIONS) else ""
    if terms.approval or unchecked:
        _leave_to_desk(entry, unchecked, now)
        return
    try:
        with transaction.atomic():  # rolls back only the changes for this entry
            confirm(entry, section, actor=BY_TERMS, now=now)
    except Conflict as error:
        if error.code not in _QUESTIONS:
            raise
        _leave_to_desk(entry, error.code, now)


def _leave_to_desk(entry: Entry, question: str, now: datetime) -> None:
    entry.state, entry.question = EntryState.PENDING, question[:_LONGEST_QUESTION]
    entry.player, entry.team, entry.own_page, entry.decided_at = None, None, False, None
    entry.save()
    tell(entry, now)
    happened(ENTRY_PENDING, entry, actor=BY_TERMS, now=now)


def confirm(
    entry: Entry,
    section: Section,
    *,
    actor: Actor,
    now: datetime,
    who: int | None = None,
    answers: Sequence[int] = (),
    owns_id: bool = True,
) -> Registration | Team:
    """Make the entrant a player of the section (`entries.enter_person`), with a private page.

    Requested byes need an officer's decision, as for any player. A disputed ID is given to the player if `owns_id`,
    otherwise it is left out.
    Raises: the errors of `enter_person`.
    """
    if entry.team_name:
        return _confirm_team(entry, section, actor=actor, now=now, answers=answers, owns_id=owns_id)
    fide_id, national_id = entry.fide_id, entry.national_id
    if entry.question in ID_QUESTIONS:
        if not owns_id:
            fide_id, national_id = undisputed_ids(entry, section)
        complete_from_lists(entry, section, fide_id, national_id)
    newest = Player.objects.filter(event=section.event_id).aggregate(last=Max("pk"))["last"] or 0
    registration = enter_person(
        actor=actor,
        now=now,
        section_id=section.pk,
        person=_person_of(entry, section, fide_id, national_id),
        who=who,
    )
    entry.state, entry.question, entry.decided_at = EntryState.CONFIRMED, "", now
    entry.player = registration.player
    entry.own_page = registration.player_id > newest
    entry.save()
    charge_entry(entry, section, now=now)
    tell(entry, now)
    if entry.own_page:
        give_link(registration.player, now=now)
    if section.system.pairs_players:
        for number in entry.bye_rounds:
            if number >= registration.from_round:
                submit_bye_request(
                    actor=BY_TERMS,
                    now=now,
                    registration_id=registration.pk,
                    round_number=number,
                    kind=Bye.HALF,
                )
    return registration


def _confirm_team(
    entry: Entry, section: Section, *, actor: Actor, now: datetime, answers: Sequence[int], owns_id: bool
) -> Team:
    team = enter_team(entry, section, actor=actor, now=now, answers=answers, owns_id=owns_id)
    entry.state, entry.question, entry.decided_at, entry.team = EntryState.CONFIRMED, "", now, team
    entry.save()
    charge_entry(entry, section, now=now)
    tell(entry, now)
    return team


def _person_of(entry: Entry, section: Section, fide_id: int | None, national_id: str) -> dict[str, Any]:
    """Return the arguments of `enter_person`."""
    federation = section.national_list or entry.federation or section.event.federation
    national = {federation: national_id} if national_id and federation else {}
    return {
        **{name: getattr(entry, name) for name in _OF_PERSON},
        "fide_id": fide_id,
        "birth_year": entry.born,
        "ratings": dict(entry.ratings),
        "national_ids": national,
    }


def tell(entry: Entry, now: datetime) -> None:
    """Queue an email about the state of a saved entry."""
    if entry.email and settings.SENDS_EMAIL:
        queue_entry_letter(entry, entry.section.event_id, now)


# Hooks for changes of players (registered with `services.sections`)


def player_left(section: Section, player: Player, now: datetime) -> None:
    """Withdraw the entry of a withdrawn player, and move up the waiting list."""
    for entry in Entry.objects.filter(section=section, player=player, state=EntryState.CONFIRMED):
        entry.state, entry.decided_at, entry.withdrawal_asked_at = EntryState.WITHDRAWN, now, None
        entry.save()
        tell(entry, now)
    fill_places(section, now=now)


def team_left(section: Section, entries: Sequence[Entry], now: datetime) -> None:
    """Withdraw the entries of a withdrawn team, and move up the waiting list."""
    for entry in entries:
        entry.state, entry.team, entry.decided_at = EntryState.WITHDRAWN, None, now
        entry.withdrawal_asked_at = None
        entry.save()
        tell(entry, now)
    fill_places(section, now=now)


def players_came(section: Section, players: Sequence[Player], now: datetime) -> None:
    """Confirm withdrawn entries of players who are entered again."""
    rows = Entry.objects.filter(section=section, player__in=players, state=EntryState.WITHDRAWN)
    rows.update(state=EntryState.CONFIRMED)
