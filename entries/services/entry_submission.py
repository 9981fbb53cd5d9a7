"""Acts of an entrant: enter, change the entry, withdraw it."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from entries.kinds import ENTRY_CHANGED, ENTRY_SUBMITTED, ENTRY_WITHDRAWAL_REQUESTED, ENTRY_WITHDRAWN
from entries.messages import say
from entries.selectors.online_entries import (
    OPEN_STATES,
    complete_from_lists,
    entry_door,
    question_of_id,
    rating_lists_away,
    undisputed_ids,
)
from entries.services.entry_decisions import entry_of_link, secret_of_key
from entries.services.entry_places import (
    BY_TERMS,
    all_rounds,
    change_team,
    check_new_team,
    fill_places,
    next_position,
    read_line_up,
    remove_team,
    settle,
)
from entries.services.fees import charge_entry
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tournaments.access import entered, require
from tournaments.activity import happened
from tournaments.hooks import letter_due
from tournaments.models.entry import (
    ID_DIFFERS,
    ID_QUESTIONS,
    RATING_LIST_AWAY,
    Entry,
    EntryState,
    EntryTerms,
    FieldRequirement,
)
from tournaments.models.section import Section
from tournaments.notices import LetterKind
from tournaments.registry import Kind
from tournaments.services.sections import withdraw_player
from tournaments.services.shared import check_fields, lock_section_with_event
from tournaments.services.tokens import digest_of

_NAMES = ("family_name", "given_name", "patronymic")
#: The fields that an entrant can still change once they are a player; only the desk changes the others.
CONTACTS = ("email", "phone", "note")


@transaction.atomic
def submit_entry(
    *, actor: Actor, now: datetime, section_id: int, key: UUID, given: Mapping[str, Any], language: str = ""
) -> Entry:
    """Enter a section. `key` is that of the form: a repetition is the same entry.

    `given`: names, the fields of the terms, `bye_rounds`, `consent`. According to the terms, the entry is confirmed at
    once, waits for an officer or is on the waiting list. An officer decides if ratings are limited and no rating list
    is imported, and if the ID belongs to another person by the rating list or is already used.
    Raises: Conflict ("entries_closed", "section_full", "already_entered"); BadInput ("field_required",
    "consent_missing", the errors of the limits).
    """
    section = lock_section_with_event(section_id)
    require(actor, section.event, Action.SUBMIT_ENTRY)
    earlier_entry = section.entries.filter(key=key).first()
    if earlier_entry is not None:
        return earlier_entry
    terms = _open_terms(section, now)
    entry = Entry(
        section=section,
        key=key,
        digest=digest_of(secret_of_key(key)),
        position=next_position(section),
        language=language,
        made_at=now,
    )
    _fill(entry, section, terms, given)
    if any(terms.consent.values()):
        if not given.get("consent"):
            raise BadInput(say("consent_missing"), field="consent")
        entry.consented_at = now
    settle(entry, section, terms, now=now)
    charge_entry(entry, section, now=now, extra=bool(given.get("extra")))
    _note(entry, ENTRY_SUBMITTED, now=now)
    return entry


@transaction.atomic
def change_entry(*, actor: Actor, now: datetime, secret: str, given: Mapping[str, Any]) -> Entry:
    """Change an entry by its private link, until entries close.

    A player can only change their contacts.
    Raises: NotPermitted ("bad_link"); Conflict ("entries_closed", "entry_is_over", "id_of_another" in a confirmed
    team); the field errors of `submit_entry`.
    """
    linked_entry = entry_of_link(secret=secret)
    section = lock_section_with_event(linked_entry.section_id)
    require(actor, section.event, Action.SUBMIT_ENTRY)
    entry = section.entries.get(pk=linked_entry.pk)
    terms = _open_terms(section, now, full=True)
    if entry.state not in OPEN_STATES:
        raise Conflict(say("entry_is_over"))
    only = CONTACTS if entry.state == EntryState.CONFIRMED and not entry.team_name else None
    _fill(entry, section, terms, given, only=only)
    if entry.state == EntryState.CONFIRMED and entry.question in ID_QUESTIONS:
        raise Conflict(say("id_of_another"), field="line_up")
    entry.save()
    if entry.state == EntryState.CONFIRMED:
        change_team(entry, section, actor=BY_TERMS, now=now)
    extra = bool(given["extra"]) if "extra" in given else None
    charge_entry(entry, section, now=now, extra=extra, again=True)
    _note(entry, ENTRY_CHANGED, now=now)
    return entry


@transaction.atomic
def withdraw_entry(*, actor: Actor, now: datetime, secret: str) -> Entry:
    """Withdraw an entry by its private link; the first of the waiting list moves up.

    Once a round is paired, it is a request to the desk. Repeatable.
    Raises: NotPermitted ("bad_link").
    """
    linked_entry = entry_of_link(secret=secret)
    section = lock_section_with_event(linked_entry.section_id)
    require(actor, section.event, Action.SUBMIT_ENTRY)
    entry = section.entries.get(pk=linked_entry.pk)
    if entry.state not in OPEN_STATES:
        return entry
    if entry.state == EntryState.CONFIRMED and section.rounds.exists():
        if entry.withdrawal_asked_at is None:
            entry.withdrawal_asked_at = now
            entry.save(update_fields=["withdrawal_asked_at"])
            _note(entry, ENTRY_WITHDRAWAL_REQUESTED, now=now)
        return entry
    confirmed = entry.state == EntryState.CONFIRMED
    entry.state, entry.decided_at = EntryState.WITHDRAWN, now
    entry.save()
    letter_due(entry, now, LetterKind.ENTRY)
    _note(entry, ENTRY_WITHDRAWN, now=now)
    if confirmed and entry.team is not None:
        remove_team(entry, actor=BY_TERMS, now=now)
    elif confirmed:
        registration = section.registrations.filter(player=entry.player).first()
        if registration is not None:
            withdraw_player(actor=BY_TERMS, now=now, registration_id=registration.pk)
    fill_places(section, now=now)
    return entry


def _note(entry: Entry, kind: Kind, *, now: datetime) -> None:
    after = {"status": entry.state}  # no name: a log is kept for ever
    happened(kind, entry, actor=BY_TERMS, now=now, after=after)


def _open_terms(section: Section, now: datetime, *, full: bool = False) -> EntryTerms:
    """Return the terms if entry is open; `full`: also if no place is free. Raises: Conflict
    ("entries_closed", "section_full").
    """
    door = entry_door(section, now)
    if door is None:
        raise Conflict(say("entries_closed"))
    if not door.is_open and not full:
        raise Conflict(say("section_full" if _within(door.terms, now) else "entries_closed"))
    if full and not _within(door.terms, now):
        raise Conflict(say("entries_closed"))
    return door.terms


def _within(terms: EntryTerms, now: datetime) -> bool:
    begun = terms.opens_at is None or terms.opens_at <= now
    return begun and (terms.closes_at is None or now < terms.closes_at)


def _fill(
    entry: Entry, section: Section, terms: EntryTerms, values: Mapping[str, Any], only: Collection[str] | None = None
) -> None:
    """Fill in the entry from `values`, and check it against the terms."""
    for field in entered(Entry):
        if not terms.asks(field) or (only is not None and field not in only):
            continue
        value = values.get(field)
        if value in (None, "") and terms.asked[field] == FieldRequirement.REQUIRED:
            raise BadInput(say("field_required"), field=field)
        empty = Entry._meta.get_field(field).get_default()  # type: ignore[union-attr]
        setattr(entry, field, empty if value in (None, "") else value)
    if only is None:
        for name in _NAMES:
            setattr(entry, name, str(values.get(name, "")).strip())
        if not any(letter.isalpha() for letter in entry.family_name):
            raise BadInput(say("name_missing"), field="family_name")
        if section.system.teams:
            _fill_team(entry, section, terms, values)
            entry.question = question_of_id(entry, section)
            check_fields(entry, exclude=["section", "player", "team", "state"])
            return
        entry.bye_rounds = _byes(section, terms, values)
        complete_from_lists(entry, section, *undisputed_ids(entry, section))
    check_fields(entry, exclude=["section", "player", "team", "state"])
    if only is None:
        doubt = question_of_id(entry, section)
        _check_limits(entry, section, terms, doubtful=doubt == ID_DIFFERS)
        if doubt or entry.question in ID_QUESTIONS:
            entry.question = doubt


def _fill_team(entry: Entry, section: Section, terms: EntryTerms, values: Mapping[str, Any]) -> None:
    entry.team_name = " ".join(str(values.get("team_name", "")).split())
    if not any(letter.isalpha() for letter in entry.team_name):
        raise BadInput(say("name_missing"), field="team_name")
    if terms.federations and entry.federation not in terms.federations:
        allowed = ", ".join(terms.federations)
        raise BadInput(say("federation_not_admitted", allowed=allowed), field="federation")
    check_new_team(entry, section)
    entry.line_up = read_line_up(section, terms, values.get("line_up") or ())


def _byes(section: Section, terms: EntryTerms, values: Mapping[str, Any]) -> list[int]:
    rounds = sorted(set(values.get("bye_rounds") or ()))
    if not all_rounds(rounds, section.rounds_planned) or set(rounds) - set(terms.bye_rounds):
        raise BadInput(say("no_such_round"), field="bye_rounds")
    if len(rounds) > terms.most_byes:
        raise BadInput(say("too_many_byes", most=terms.most_byes), field="bye_rounds")
    return rounds


def _check_limits(entry: Entry, section: Section, terms: EntryTerms, *, doubtful: bool) -> None:
    """Check the entry conditions. `doubtful`: a list gives the ID to another person, so an officer decides about the
    rating.
    """
    tournament_rating = section.rating_of(entry.ratings)
    rating = tournament_rating.rating if tournament_rating is not None else 0
    unknown = terms.limits_ratings and tournament_rating is None and (doubtful or rating_lists_away(section))
    if unknown or entry.question == RATING_LIST_AWAY:
        entry.question = RATING_LIST_AWAY if unknown else ""
    field = "fide_id" if terms.asks("fide_id") else None
    if terms.highest_rating is not None and rating > terms.highest_rating:
        raise BadInput(say("rated_too_high", most=terms.highest_rating, rating=rating), field=field)
    if terms.lowest_rating is not None and rating < terms.lowest_rating and not unknown:
        raise BadInput(say("rated_too_low", least=terms.lowest_rating), field=field)
    _check_born(entry, terms)
    if terms.federations and entry.federation not in terms.federations:
        allowed = ", ".join(terms.federations)
        raise BadInput(say("federation_not_admitted", allowed=allowed), field="federation")
    if terms.sex and entry.sex != terms.sex:
        raise BadInput(say(f"sex_not_admitted.{terms.sex}"), field="sex")


def _check_born(entry: Entry, terms: EntryTerms) -> None:
    field = "birth_date" if terms.asks("birth_date") else "birth_year"
    if (terms.born_from or terms.born_until) and entry.born is None:
        raise BadInput(say("birth_missing"), field=field)
    if terms.born_from and entry.born is not None and entry.born < terms.born_from:
        raise BadInput(say("born_too_early", year=terms.born_from), field=field)
    if terms.born_until and entry.born is not None and entry.born > terms.born_until:
        raise BadInput(say("born_too_late", year=terms.born_until), field=field)
