"""Entering people in a section: as a new player, recognised in the event, or chosen from its list."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, NotFound
from tavleya.formats.names import PersonName
from tavleya.permissions import Action
from tavleya.ratings import FROM_FILE
from tournaments import hooks
from tournaments.access import entered
from tournaments.activity import Fact, happened, happened_to_many, tables_changed, write_lines
from tournaments.kinds import PLAYER_ADDED, PLAYER_EDITED, REGISTRATION_ADDED
from tournaments.messages import say
from tournaments.models.event import Event
from tournaments.models.player import Player, Registration
from tournaments.models.section import Section
from tournaments.registry import Kind
from tournaments.selectors.persons import ANOTHER, KnownPeople, Sameness
from tournaments.services.attendance import LateTerms, late_terms, settle_late_entries
from tournaments.services.players import complete_player, duplicate, new_player, number_namesake, save_player
from tournaments.services.restore_points import take_restore_point
from tournaments.services.sections import add_registration, new_registration, note_numbers_given
from tournaments.services.shared import lock_section_for

# Many people entered at once: checked one after the other in memory, saved together by a few statements.

_BATCH = 500


@dataclass(frozen=True, slots=True)
class NewEntrant:
    """A person to be entered, with the arguments of `entries.enter_person`."""

    person: Mapping[str, Any]
    who: int | None = None
    number: int | None = None
    rating: int | None = None
    from_round: int | None = None
    half_points: Collection[int] = ()


class ManyEntries:
    """New players of an event, and entries in one of its sections, that wait to be saved by `save`.

    For a caller that has locked event and section and checked the actor.  `logs`: each act has its line in the log.
    """

    def __init__(
        self, event: Event, section: Section | None, *, actor: Actor, now: datetime, logs: bool = True
    ) -> None:
        self._event, self._section, self._actor, self._now, self._logs = event, section, actor, now, logs
        self.people = KnownPeople(event)
        self._players: list[Player] = []
        self._registrations: list[Registration] = []
        self._lines: list[tuple[Kind, Fact]] = []
        self._numbers_given = False
        self._closed = False
        self._entered, self._numbers = set[int](), set[int]()
        if section is not None:
            self._closed = section.system.closes_entries and section.rounds.exists()
            for player_id, number in section.registrations.values_list("player", "number"):
                self._entered.add(player_id)
                self._numbers.add(number)
        self._last = max(self._numbers, default=0)

    def find_or_add(self, person: Mapping[str, Any], answer: int | None) -> Player:
        """Return the matching player of the event, completed, or a new one.  Raises the errors of `enter_person`."""
        name = PersonName(person["family_name"], person.get("given_name", ""), person.get("patronymic", ""))
        player = chosen_of(self.people.find(name, person.get("birth_year"), person.get("fide_id")), answer)
        if player is None:
            return self.add(person, another=answer == ANOTHER)
        self.complete(player, person)
        return player

    def add(self, person: Mapping[str, Any], *, another: bool) -> Player:
        """Add a new player.  `another`: although a player has the same name.  Raises: Conflict ("duplicate_player")."""
        player = Player(event=self._event, **person)
        complete_player(player)
        if twin := self.people.of_fide_id(player.fide_id):
            raise duplicate(twin)
        number_namesake(player, self.people.alike(player.identity), another=another)
        self.people.add(player)
        self._players.append(player)
        after = {"player": player.full_name, "fide_id": player.fide_id}
        self._lines.append((PLAYER_ADDED, Fact(player, after=after)))
        return player

    def complete(self, player: Player, person: Mapping[str, Any]) -> None:
        """Fill in data that the event lacks about a known player."""
        if player._state.adding or known_changes(player, person):
            self.save()  # the log keeps its order, and names are compared with saved ones
            complete_known(player, person, actor=self._actor, now=self._now)
            self.people.know(player)

    def enter(
        self,
        player: Player,
        *,
        number: int | None = None,
        rating: int | None = None,
        ratings: Mapping[str, int] | None = None,
        late: bool = False,
    ) -> Registration:
        """Add an entry to the section.  `late`: log it as a late entry.  Raises the errors of `enter_person`."""
        assert self._section is not None
        if self._closed:
            raise Conflict(say("already_paired.registrations_closed"))
        if player.pk in self._entered:
            raise Conflict(say("already_entered", player=player.full_name), player=player.pk)
        if number is not None and number in self._numbers:
            raise Conflict(say("number_taken", number=number), number=number)
        has_number, number = number is not None, self._last + 1 if number is None else number
        registration = new_registration(self._section, player, number, rating=rating, ratings=ratings)
        self._numbers_given |= has_number
        self._numbers.add(number)
        self._last = max(self._last, number)
        self._registrations.append(registration)
        if not late:
            after = {"player": player.full_name, "number": number, "section": self._section.slug}
            self._lines.append((REGISTRATION_ADDED, Fact(registration, after=after)))
        return registration

    def save(self) -> None:
        """Save what waits: players, their entries and fees, the log."""
        Player.objects.bulk_create(self._players, batch_size=_BATCH)
        Registration.objects.bulk_create(self._registrations, batch_size=_BATCH)
        if self._section is not None and self._registrations:
            players = [registration.player for registration in self._registrations]
            self._entered.update(player.pk for player in players)
            if self._numbers_given:
                note_numbers_given(self._section)
            hooks.players_entered(self._section, players, self._now)
        if self._logs:
            write_lines(self._lines, event=self._event, actor=self._actor, now=self._now)
        self._players, self._registrations, self._lines = [], [], []


@transaction.atomic
def enter_people(*, actor: Actor, now: datetime, section_id: int, people: Sequence[NewEntrant]) -> list[Registration]:
    """Enter many persons in a section as `entries.enter_person` does: all of them, or none.

    Late entries share one restore point.  Raises the errors of `enter_person`, with `place`: the index, from 1.
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    entering = ManyEntries(section.event, section, actor=actor, now=now)
    known_terms: dict[tuple[int | None, frozenset[int]], LateTerms | None] = {}
    registrations: list[Registration] = []
    late: list[tuple[Registration, LateTerms]] = []
    for place, entrant in enumerate(people, start=1):
        try:
            player = entering.find_or_add(entrant.person, entrant.who)
            conditions = (entrant.from_round, frozenset(entrant.half_points))
            if conditions not in known_terms:
                known_terms[conditions] = entry_terms(section, *conditions)
            terms = known_terms[conditions]
            if terms is not None and not late:
                before_entries(section, terms, actor=actor, now=now)
            registration = entering.enter(
                player,
                number=entrant.number,
                rating=entrant.rating,
                ratings=entrant.person.get("ratings"),
                late=terms is not None,
            )
        except DomainError as error:
            raise type(error)(error.message, **{**error.detail, "place": place}) from error
        registrations.append(registration)
        if terms is not None:
            late.append((registration, terms))
    entering.save()
    if late:
        settle_late_entries(section, late, actor=actor, now=now)
    tables_changed([section.pk])
    return registrations


#: Fields of a known player that a new entry may fill in.
_COMPLETED = {*entered(Player), "user_id"} - {"family_name", "given_name", "patronymic"}


@transaction.atomic
def enter_person(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    person: Mapping[str, Any],
    who: int | None = None,
    number: int | None = None,
    rating: int | None = None,
    from_round: int | None = None,
    half_points: Collection[int] = (),
) -> Registration:
    """Enter a person in a section; a player of the event is recognised and not added twice.

    `person`: fields as `add_player` takes them; without `rating` the one given there counts in the section.  If only
    the name matches a player of the event, `who` names that player or is `ANOTHER`.  In a section that is paired round
    by round and has begun, the entry is a late one, by default from the next round (`attendance.enter_late`).
    Raises: Conflict ("same_name").
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    existing = find_again(section.event, person, who)
    player = existing or new_player(section.event, person, another=who == ANOTHER, actor=actor, now=now)
    if existing is not None:
        complete_known(existing, person, actor=actor, now=now)
    terms = entry_terms(section, from_round, half_points)
    before_entries(section, terms, actor=actor, now=now)
    registration = add_registration(
        section, player, now=now, number=number, rating=rating, ratings=person.get("ratings")
    )
    after_entries(section, [registration], terms, actor=actor, now=now)
    return registration


@transaction.atomic
def enter_players(*, actor: Actor, now: datetime, section_id: int, player_ids: Sequence[int]) -> list[Registration]:
    """Enter players of the event in a section, in this order; late, if it has begun and is paired round by round.

    Raises: BadInput ("nobody_chosen"); NotFound ("no_such_player"); Conflict ("already_entered", "already_paired").
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    keys = list(dict.fromkeys(player_ids))
    if not keys:
        raise BadInput(say("nobody_chosen"))
    players = Player.objects.filter(event=section.event_id).in_bulk(keys)
    if len(players) < len(keys):
        raise NotFound(say("no_such_player.in_event"))
    terms = entry_terms(section)
    before_entries(section, terms, actor=actor, now=now)
    registrations = [add_registration(section, players[key], now=now) for key in keys]
    after_entries(section, registrations, terms, actor=actor, now=now)
    return registrations


# For the services that enter people by lists


def find_again(event: Event, person: Mapping[str, Any], answer: int | None) -> Player | None:
    """Return the matching player of the event; None for a new person.  Raises: Conflict ("same_name")."""
    name = PersonName(person["family_name"], person.get("given_name", ""), person.get("patronymic", ""))
    sameness = KnownPeople(event).find(name, person.get("birth_year"), person.get("fide_id"))
    return chosen_of(sameness, answer)


def chosen_of(sameness: Sameness, answer: int | None) -> Player | None:
    """Return the matching player, by the key `answer` if the match is uncertain; None for a new person.

    Raises: Conflict ("same_name").
    """
    if sameness.player is not None or not sameness.namesakes:
        return sameness.player
    chosen = next((namesake for namesake in sameness.namesakes if answer is not None and namesake.pk == answer), None)
    if chosen is None and answer != ANOTHER:
        raise Conflict(
            say("same_name", player=sameness.namesakes[0].full_name),
            namesakes=[namesake.pk for namesake in sameness.namesakes if not namesake._state.adding],
        )
    return chosen


def complete_known(player: Player, person: Mapping[str, Any], *, actor: Actor, now: datetime) -> None:
    """Fill in data that the event lacks about a player; existing values are kept."""
    after = known_changes(player, person)
    if not after:
        return
    player.rating_sources = {**person.get("rating_sources", {}), **player.rating_sources}
    before = {name: getattr(player, name) for name in after}
    for name, value in after.items():
        setattr(player, name, value)
    _save_edited(player, before, after, actor=actor, now=now)


def known_changes(player: Player, person: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data about a player that the event lacks."""
    after = {
        name: value for name, value in person.items() if name in _COMPLETED and value and not getattr(player, name)
    }
    for name in ("ratings", "names", "national_ids"):
        more = {**person.get(name, {}), **getattr(player, name)}
        if more != getattr(player, name):
            after[name] = more
    return after


def _save_edited(
    player: Player, before: Mapping[str, Any], after: Mapping[str, Any], *, actor: Actor, now: datetime
) -> None:
    save_player(player)
    happened(PLAYER_EDITED, player, actor=actor, now=now, before=before, after=after)


def update_from_list(player: Player, changes: Mapping[str, Any], *, actor: Actor, now: datetime) -> Player:
    """Update a player from a list with the differing values (`ratings.selectors.player_lists.changes_of`)."""
    changed_lists = {name for name, value in changes.get("ratings", {}).items() if player.ratings.get(name) != value}
    before = {name: getattr(player, name) for name in changes}
    for name, value in changes.items():
        setattr(player, name, value)
    player.rating_sources = {**player.rating_sources, **dict.fromkeys(changed_lists, FROM_FILE)}
    _save_edited(player, before, dict(changes), actor=actor, now=now)
    return player


def entry_terms(section: Section, from_round: int | None = None, half_points: Collection[int] = ()) -> LateTerms | None:
    """Return the terms of entries made now: late ones if the section is paired round by round and has begun."""
    if not section.system.pairs_players:
        return None
    last = section.rounds.aggregate(last=Max("number"))["last"] or 0
    if not last and not half_points and (from_round or 1) == 1:
        return None
    return late_terms(section, from_round or last + 1, half_points)


def before_entries(section: Section, terms: LateTerms | None, *, actor: Actor, now: datetime) -> None:
    if terms is not None:
        take_restore_point(section, actor=actor, now=now, before="late_entry", round_number=terms.from_round)


def after_entries(
    section: Section, registrations: Sequence[Registration], terms: LateTerms | None, *, actor: Actor, now: datetime
) -> None:
    if terms is not None:
        settle_late_entries(section, [(registration, terms) for registration in registrations], actor=actor, now=now)
        return
    facts = [
        Fact(
            registration,
            after={"player": registration.player.full_name, "number": registration.number, "section": section.slug},
        )
        for registration in registrations
    ]
    happened_to_many(REGISTRATION_ADDED, facts, actor=actor, now=now)
