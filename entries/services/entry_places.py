"""The places of a section: assign a place, and move up the waiting list when one is free.

The caller holds the locks of the event and the section, so that no place is given twice.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max, Q

from entries.kinds import ENTRIES_TERMS, ENTRY_MOVED_UP, ENTRY_PENDING
from entries.messages import say
from entries.selectors.online_entries import (
    OPEN_STATES,
    complete_from_lists,
    listed_ratings,
    other_owners,
    places_left,
    undisputed_ids,
)
from entries.services.fees import charge_entry
from ratings.models import RatedPlayer
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError
from tavleya.formats.headings import NameOrder, guess_order, split_in_order
from tavleya.formats.names import folded
from tavleya.permissions import Action
from tavleya.ratings import FROM_LIST
from tournaments.access import entered, require, uses
from tournaments.activity import happened
from tournaments.hooks import letter_due
from tournaments.models.entry import ID_QUESTIONS, RATING_LIST_AWAY, Entry, EntryState, EntryTerms, FieldRequirement
from tournaments.models.player import Player, Registration, Team
from tournaments.models.round import Bye
from tournaments.models.section import Section
from tournaments.notices import LetterKind
from tournaments.selectors.teams import options_of
from tournaments.services.bye_requests import submit_bye_request
from tournaments.services.entries import enter_person
from tournaments.services.events import check_texts
from tournaments.services.players import give_link
from tournaments.services.sections import withdraw_player
from tournaments.services.shared import change, check_fields, lock_section_with_event
from tournaments.services.team_requests import add_team, edit_team, members_of, set_members, withdraw_team

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
        letter_due(entry, now, LetterKind.ENTRY)
    else:
        _give_place(entry, section, terms, now=now)


def fill_places(section: Section, *, now: datetime) -> list[Entry]:
    """Move the first of the waiting list up into free places, before the first pairing, and return them."""
    terms = EntryTerms.objects.filter(section=section).first()
    if terms is None or section.rounds.exists():
        return []
    left = places_left(section, terms)
    waiting = list(section.entries.filter(state=EntryState.WAITING).order_by("position", "pk")[:left])
    for entry in waiting:
        try:
            _give_place(entry, section, terms, now=now, letter=LetterKind.MOVED_UP)
        except DomainError as error:  # the user who freed the place cannot fix this
            _leave_to_desk(entry, error.code, now, LetterKind.MOVED_UP)
        happened(
            ENTRY_MOVED_UP,
            entry,
            actor=BY_TERMS,
            now=now,
            before={"status": str(EntryState.WAITING)},
            after={"status": entry.state},
        )
    return waiting


def _give_place(
    entry: Entry, section: Section, terms: EntryTerms, *, now: datetime, letter: LetterKind = LetterKind.ENTRY
) -> None:
    """Confirm an entry, or leave it to an officer for approval or identification."""
    unchecked = entry.question if entry.question in (RATING_LIST_AWAY, *ID_QUESTIONS) else ""
    if terms.approval or unchecked:
        _leave_to_desk(entry, unchecked, now, letter)
        return
    try:
        with transaction.atomic():  # rolls back only the changes for this entry
            confirm(entry, section, actor=BY_TERMS, now=now, letter=letter)
    except Conflict as error:
        if error.code not in _QUESTIONS:
            raise
        _leave_to_desk(entry, error.code, now, letter)


def _leave_to_desk(entry: Entry, question: str, now: datetime, letter: LetterKind) -> None:
    entry.state, entry.question = EntryState.PENDING, question[:_LONGEST_QUESTION]
    entry.player, entry.team, entry.own_page, entry.decided_at = None, None, False, None
    entry.save()
    letter_due(entry, now, letter)
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
    letter: LetterKind = LetterKind.ENTRY,
) -> Registration | Team:
    """Make the entrant a player of the section (`entries.enter_person`), with a private page.

    Requested byes need an officer's decision, as for any player. A disputed ID is given to the player if `owns_id`,
    otherwise it is left out. `letter`: the kind of the email.
    Raises: the errors of `enter_person`.
    """
    if entry.team_name:
        entry.team = enter_team(entry, section, actor=actor, now=now, answers=answers, owns_id=owns_id)
        _save_confirmed(entry, section, now, letter)
        return entry.team
    fide_id, national_id = entry.fide_id, entry.national_id
    if entry.question in ID_QUESTIONS:
        if not owns_id:
            fide_id, national_id = undisputed_ids(entry, section)
        complete_from_lists(entry, section, fide_id, national_id)
    newest = Player.objects.filter(event=section.event_id).aggregate(last=Max("pk"))["last"] or 0
    registration = enter_person(
        actor=actor, now=now, section_id=section.pk, person=_person_of(entry, section, fide_id, national_id), who=who
    )
    entry.player = registration.player
    entry.own_page = registration.player_id > newest
    _save_confirmed(entry, section, now, letter)
    if entry.own_page:
        give_link(registration.player, now=now)
    if section.system.pairs_players:
        for number in entry.bye_rounds:
            if number >= registration.from_round:
                submit_bye_request(
                    actor=BY_TERMS, now=now, registration_id=registration.pk, round_number=number, kind=Bye.HALF
                )
    return registration


def _save_confirmed(entry: Entry, section: Section, now: datetime, letter: LetterKind) -> None:
    entry.state, entry.question, entry.decided_at = EntryState.CONFIRMED, "", now
    entry.save()
    charge_entry(entry, section, now=now)
    letter_due(entry, now, letter)


def _person_of(entry: Entry, section: Section, fide_id: int | None, national_id: str) -> dict[str, Any]:
    """Return the arguments of `enter_person`."""
    federation = section.national_list or entry.federation or section.event.federation
    national = {federation: national_id} if national_id and federation else {}
    return {
        **{name: getattr(entry, name) for name in _OF_PERSON},
        "fide_id": fide_id,
        "birth_year": entry.born,
        "birth_date": entry.birth_date,
        **_ratings(entry.ratings),
        "national_ids": national,
    }


def _ratings(ratings: Mapping[str, int]) -> dict[str, object]:
    """Return ratings of the rating lists as arguments of `enter_person`."""
    return {"ratings": dict(ratings), "rating_sources": dict.fromkeys(ratings, FROM_LIST)}


# Hooks for changes of players and teams (registered in `entries.apps`)


def player_left(section: Section, player: Player, now: datetime) -> None:
    """Withdraw the entry of a withdrawn player, and move up the waiting list."""
    for entry in Entry.objects.filter(section=section, player=player, state=EntryState.CONFIRMED):
        entry.state, entry.decided_at, entry.withdrawal_asked_at = EntryState.WITHDRAWN, now, None
        entry.save()
        letter_due(entry, now, LetterKind.ENTRY)
    fill_places(section, now=now)


def team_left(section: Section, entries: Sequence[Entry], now: datetime) -> None:
    """Withdraw the entries of a withdrawn team, and move up the waiting list."""
    for entry in entries:
        entry.state, entry.team, entry.decided_at = EntryState.WITHDRAWN, None, now
        entry.withdrawal_asked_at = None
        entry.save()
        letter_due(entry, now, LetterKind.ENTRY)
    fill_places(section, now=now)


def players_came(section: Section, players: Sequence[Player], now: datetime) -> None:
    """Confirm withdrawn entries of players who are entered again."""
    rows = Entry.objects.filter(section=section, player__in=players, state=EntryState.WITHDRAWN)
    rows.update(state=EntryState.CONFIRMED)


# The terms of online entry.

_FEDERATION = re.compile(r"[A-Z]{3}")


@transaction.atomic
def set_entry_terms(*, actor: Actor, now: datetime, section_id: int, changes: Mapping[str, object]) -> EntryTerms:
    """Set the terms of online entry; fields that are not in `changes` stay.

    With more places the first of the waiting list move up at once.
    Raises: BadInput ("bad_field", "unknown_entry_field", "entries_close_too_early", "limits_crossed", "bad_federation",
    "no_such_round"); Conflict ("entries_of_teams").
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.EDIT_SECTION)
    if section.system.teams and not takes_teams(section):
        raise Conflict(say("entries_of_teams"))
    stored = EntryTerms.objects.filter(section=section).first()
    terms = stored or EntryTerms(section=section)
    before, after = change(terms, changes)
    _check(terms, section.rounds_planned)
    terms.asked = {**terms.asked, **dict.fromkeys(_required_fields(terms), FieldRequirement.REQUIRED.value)}
    terms.save()
    if after or stored is None:
        happened(ENTRIES_TERMS, section, actor=actor, now=now, before=before, after=after)
    fill_places(section, now=now)
    return terms


def _check(terms: EntryTerms, rounds_planned: int | None) -> None:
    check_fields(terms, exclude=["section"])
    requested = terms.asked.items()
    if any(name not in entered(Entry) or manner not in FieldRequirement.values for name, manner in requested):
        raise BadInput(say("unknown_entry_field"), field="asked")
    check_texts(terms.consent, "consent", optional=True)
    if terms.opens_at and terms.closes_at and terms.opens_at >= terms.closes_at:
        raise BadInput(say("entries_close_too_early"), field="closes_at")
    if terms.lowest_rating and terms.highest_rating and terms.lowest_rating > terms.highest_rating:
        raise BadInput(say("limits_crossed"), field="highest_rating")
    if terms.born_from and terms.born_until and terms.born_from > terms.born_until:
        raise BadInput(say("limits_crossed"), field="born_until")
    if any(not _FEDERATION.fullmatch(str(code)) for code in terms.federations):
        raise BadInput(say("bad_federation"), field="federations")
    if not all_rounds(terms.bye_rounds, rounds_planned):
        raise BadInput(say("no_such_round"), field="bye_rounds")


def _required_fields(terms: EntryTerms) -> list[str]:
    """Return the fields that the limits require."""
    names = []
    if terms.federations:
        names.append("federation")
    if terms.sex:
        names.append("sex")
    if terms.born_from or terms.born_until:
        names.append("birth_date" if terms.asks("birth_date") else "birth_year")
    if terms.lowest_rating:
        names.append("fide_id")
    return names


def all_rounds(numbers: Collection[object], last: int | None) -> bool:
    """Return whether these are numbers of rounds of a section."""
    return all(isinstance(number, int) and 1 <= number <= (last or 400) for number in numbers)


# Teams that enter online: their line-up, the team created from the entry, and later changes.

LONGEST_NAME = 80


def takes_teams(section: Section) -> bool:
    """Return whether teams can enter online: those whose captains hand in line-ups."""
    return section.system.teams and section.system.line_ups


def most_players(section: Section, terms: EntryTerms) -> int:
    return options_of(section).boards + terms.most_reserves


def read_line_up(section: Section, terms: EntryTerms, items: Sequence[Mapping[str, Any]]) -> list[dict[str, object]]:
    """Return the players in board order, as stored. `items`: `name`, `fide_id`, `birth_year` of each.

    The rating list completes players with a FIDE ID.
    Raises: BadInput ("too_few_players", "too_many_players", "player_in_line_up_twice").
    """
    named = [item for item in items if str(item.get("name") or "").strip()]
    order = guess_order(str(item["name"])[:200] for item in named).order
    rows = [_player(section, item, order) for item in named]
    boards = options_of(section).boards
    if len(rows) < boards:
        raise BadInput(say("too_few_players", boards=boards), field="line_up")
    if len(rows) > most_players(section, terms):
        raise BadInput(say("too_many_players", most=most_players(section, terms)), field="line_up")
    seen: set[object] = set()
    for row in rows:
        for key in (row["fide_id"], (folded(_name(row)), row["birth_year"])):
            if key in seen:
                raise BadInput(say("player_in_line_up_twice", player=_name(row)), field="line_up")
            seen |= {key} if key else set()
    return rows


def _player(section: Section, values: Mapping[str, Any], order: NameOrder) -> dict[str, object]:
    """Return a player, completed from the rating list unless it gives the ID to another person."""
    name = split_in_order(str(values["name"])[:200], order)
    fide_id = values.get("fide_id") or None
    person: dict[str, object] = {
        "family_name": name.family[:LONGEST_NAME],
        "given_name": name.given[:LONGEST_NAME],
        "patronymic": name.patronymic[:LONGEST_NAME],
        "fide_id": fide_id,
        "birth_year": values.get("birth_year") or None,
    }
    rated = RatedPlayer.objects.filter(pk=int(fide_id)).first() if fide_id else None
    if rated is not None and other_owners(section, person):
        rated = None
    return {
        **person,
        "birth_year": person["birth_year"] or (rated.birth_year if rated else None),
        "federation": rated.federation if rated and len(rated.federation) == 3 else "",
        "title": (rated.title or rated.women_title) if rated else "",
        "sex": rated.sex if rated else "",
    }


def _name(row: Mapping[str, object]) -> str:
    return " ".join(filter(None, (str(row["family_name"]), str(row["given_name"]), str(row["patronymic"]))))


def check_new_team(entry: Entry, section: Section) -> None:
    """Check that no other team has this name. Raises: Conflict ("team_name_taken")."""
    others = section.entries.filter(team_name=entry.team_name, state__in=OPEN_STATES).exclude(pk=entry.pk)
    teams = section.teams.filter(~Q(pk=entry.team_id), name=entry.team_name)
    if others.exists() or teams.exists():
        raise Conflict(say("team_name_taken", name=entry.team_name), field="team_name")


def enter_team(
    entry: Entry, section: Section, *, actor: Actor, now: datetime, answers: Sequence[int] = (), owns_id: bool = True
) -> Team:
    """Make the entry a team of the section with its players, as the desk does it.

    `answers` identify players with a known name, in board order. Without `owns_id` its players do not get IDs that the
    rating list gives to others.
    Raises: Conflict ("same_name" if an answer is missing); the errors of `add_team`.
    """
    line_up = [row if owns_id or not other_owners(section, row) else {**row, "fide_id": None} for row in entry.line_up]
    remaining_answers = list(answers)
    registrations = [_enter(entry, row, section, actor=actor, now=now, answers=remaining_answers) for row in line_up]
    return add_team(
        actor=actor,
        now=now,
        section_id=section.pk,
        name=entry.team_name,
        captain=entry.captain,
        federation=entry.federation,
        members=[registration.pk for registration in registrations],
    )


def _enter(
    entry: Entry, row: Mapping[str, Any], section: Section, *, actor: Actor, now: datetime, answers: list[int]
) -> Registration:
    """Enter a player of the team. A player of the section without a team joins this one."""
    person = {**row, "club": entry.club, **_ratings(listed_ratings(section, row["fide_id"], ""))}
    who: int | None = None
    while True:
        try:
            return enter_person(actor=actor, now=now, section_id=section.pk, person=person, who=who)
        except Conflict as error:
            if error.code == "already_entered":
                return section.registrations.get(player=int(str(error.detail["player"])))
            if error.code != "same_name" or not answers or who is not None:
                raise
            who = answers.pop(0)


def change_team(entry: Entry, section: Section, *, actor: Actor, now: datetime) -> None:
    """Update the team after its captain changed a confirmed entry before the first round.

    Removed players leave the section.
    Raises: Conflict ("same_name") if an official must identify a player.
    """
    team = entry.team
    if team is None:
        return
    changes = {"name": entry.team_name, "captain": entry.captain, "federation": entry.federation}
    edit_team(actor=actor, now=now, team_id=team.pk, changes=changes)
    before = members_of(team)
    registrations = {
        (registration.player.fide_id, folded(registration.player.name.full)): registration for registration in before
    }
    wanted = []
    for row in entry.line_up:
        same = registrations.get((row["fide_id"], folded(_name(row))))
        wanted.append(same or _enter(entry, row, section, actor=actor, now=now, answers=[]))
    set_members(actor=actor, now=now, team_id=team.pk, registration_ids=[registration.pk for registration in wanted])
    _remove(set(before) - set(wanted), actor=actor, now=now)


def remove_team(entry: Entry, *, actor: Actor, now: datetime) -> None:
    """Remove the team and its players after its entry was withdrawn before the first round."""
    if entry.team is None:
        return
    registrations = set(members_of(entry.team))
    withdraw_team(actor=actor, now=now, team_id=entry.team.pk)
    _remove(registrations, actor=actor, now=now)


def _remove(registrations: set[Registration], *, actor: Actor, now: datetime) -> None:
    for registration in sorted(registrations, key=lambda registration: registration.number):
        withdraw_player(actor=actor, now=now, registration_id=registration.pk)
