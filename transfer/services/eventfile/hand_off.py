"""Hand-off: an event moves to another machine, is read-only here meanwhile, and returns with the changes made there."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import IO, Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models.game import Game
from people.services.person_acts import forget_player, settle
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, ImportRefused, NotPermitted, Problem
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.activity import happened
from tournaments.event_tables import PERSON, Table
from tournaments.hooks import event_returned
from tournaments.models.activity import Job
from tournaments.models.event import Event
from tournaments.models.player import Player
from tournaments.models.section import StandingsVersion
from tournaments.services.shared import lock_event
from tournaments.services.uploads import Progress
from transfer.kinds import EVENT_CHECKED_IN, EVENT_CHECKED_OUT, EVENT_HANDED_BACK, EVENT_TAKEN_BACK
from transfer.messages import say
from transfer.models import HandOff
from transfer.services.eventfile.container import EventFile, Keys
from transfer.services.eventfile.importing import accounts_of, check_signer, key_of, photographs
from transfer.services.eventfile.reading import (
    ENTRIES,
    TEXTS,
    Rows,
    add_records,
    changes,
    new_texts,
    readable,
    refuse_broken,
)
from transfer.services.eventfile.tables import Scope
from transfer.services.eventfile.writing import (
    digest_of_lines,
    give_keys,
    keyed,
    lines_of,
    open_hand_off,
    stands,
    written_tables,
)

#: Tables whose rows are updated, not replaced, because many rows refer to them.
_STAYING = ("event", "game")
#: Fields of the event that are decided here, not by its holder.
_OURS = ("published", "archived_at", "rehearsal", "created_at")


@transaction.atomic
def check_out_event(*, actor: Actor, now: datetime, event_id: int, holder: str) -> HandOff:
    """Check the event out to another machine: it is read-only here until it is checked in or the hand-off is cancelled.

    The file that `write_file` makes of it carries the hand-off. An event held for another machine is handed back: its
    file is checked in there.
    Raises: Conflict ("checked_out"); BadInput ("hand_off_holder_missing").
    """
    event = lock_event(event_id)
    require(actor, event, Action.HAND_OFF)
    if event.checked_out_at is not None:
        raise Conflict(say("checked_out"))
    hand_off = open_hand_off(event)
    if hand_off is None and not holder.strip():
        raise BadInput(say("hand_off_holder_missing"), field="holder")
    kind, after = (EVENT_HANDED_BACK, None) if hand_off else (EVENT_CHECKED_OUT, {"holder": holder.strip()})
    happened(kind, event, actor=actor, now=now, after=after)
    event.checked_out_at = now
    event.save(update_fields=["checked_out_at"])
    if hand_off is not None:
        return hand_off
    scope = Scope(event)
    keys = Keys()
    give_keys(scope, keys, links=True)
    return HandOff.objects.create(
        event=event,
        holder=holder.strip()[:120],
        rows=keys.packed(),
        heads=stands(scope, keys),
        made_at=now,
        made_by=actor.key,
    )


@transaction.atomic
def take_back_event(*, actor: Actor, now: datetime, event_id: int) -> Event:
    """End a hand-off without the file: the event continues here, and the holder's file is refused afterwards.

    Only for an administrator, because games played at the holder may be lost.
    Raises: NotPermitted; Conflict ("not_checked_out").
    """
    event = lock_event(event_id)
    if not (actor.system or _administrator(actor)):
        raise NotPermitted(say("not_permitted"), action=Action.HAND_OFF.value)
    if event.checked_out_at is None:
        raise Conflict(say("not_checked_out"))
    event.checked_out_at = None
    event.save(update_fields=["checked_out_at"])
    hand_off = open_hand_off(event)
    if hand_off is not None and hand_off.outgoing:
        hand_off.ended_at, hand_off.ended_by, hand_off.outcome = now, actor.key, HandOff.Outcome.TAKEN_BACK
        hand_off.save(update_fields=["ended_at", "ended_by", "outcome"])
    happened(EVENT_TAKEN_BACK, event, actor=actor, now=now)
    return event


def _administrator(actor: Actor) -> bool:
    """Return whether the actor is an administrator's account itself, not one of its keys or links."""
    if actor.user_id is None or actor.scopes is not None:
        return False
    return bool(get_user_model().objects.filter(pk=actor.user_id, is_superuser=True, is_active=True).exists())


def check_in_event(
    *,
    actor: Actor,
    now: datetime,
    event_id: int,
    source: IO[bytes],
    people: Mapping[int, int] | None = None,
    trusted: str = "",
    progress: Progress | None = None,
) -> Event:
    """Check the event in with the changes made at its holder, in one transaction.

    The file must descend from the checked-out file: it has the same hand-off, every record and the log continue from
    their last known entry, and no score sheet, photograph or ruling is missing or changed. Entries and lines are
    appended, other rows are taken from the file; roles, keys and publication stay unchanged.

    Raises: the errors of `import_event`; Conflict ("not_checked_out", "hand_off_over", "hand_off_other"); ImportRefused
    ("event_file_other") with the differences.
    """
    file = EventFile(source)
    with photographs() as keep, transaction.atomic():
        event = lock_event(event_id)
        require(actor, event, Action.HAND_OFF)
        hand_off = _hand_off_of(event, file)
        refuse_broken(file, hand_off.heads["games"])
        check_signer(file, trusted, now)
        keys = Keys.unpacked(bytes(hand_off.rows))
        numbers = keys.rows()
        numbers[PERSON] = accounts_of(file, people or {}, numbers.get(PERSON, {}))
        rows = Rows(file, event, numbers)
        keep(rows)
        persons = persons_of(event)
        _take_over(event, file, rows, keys, hand_off.heads, progress)
        stay(event, persons, now)
        hand_off.ended_at, hand_off.ended_by, hand_off.outcome = now, actor.key, HandOff.Outcome.RETURNED
        hand_off.save(update_fields=["ended_at", "ended_by", "outcome"])
        event.checked_out_at = None
        event.save()
        after = {"holder": hand_off.holder, "from": file.manifest.fingerprint}
        happened(EVENT_CHECKED_IN, event, actor=actor, now=now, after=after)
        return event


def _hand_off_of(event: Event, file: EventFile) -> HandOff:
    if not file.manifest.hand_off:
        raise Conflict(say("hand_off_other"))
    hand_off = HandOff.objects.filter(event=event, outgoing=True, key=key_of(file)).first()
    if hand_off is None:
        raise Conflict(say("hand_off_other"))
    if hand_off.ended_at is not None:
        raise Conflict(say("hand_off_over"))
    return hand_off


def _take_over(
    event: Event, file: EventFile, rows: Rows, keys: Keys, heads: Mapping[str, Any], progress: Progress | None
) -> None:
    """Make the event equal to the file: delete removed and changed rows, then create all rows in order."""
    scope = Scope(event)
    all_tables = [table for table in written_tables(links=True) if not table.own]
    log = _log_since(file, heads["log"])
    written: dict[str, list[str]] = {}
    removals: list[tuple[Table, set[int]]] = []
    for table in all_tables:
        if not table.series:
            lines, removed = _changed(table, scope, keys, file)
            written[table.name] = lines
            removals.append((table, removed))
    for table, removed in reversed(removals):
        _take_out(table, removed, rows)
    for done, table in enumerate(all_tables):
        if progress is not None:
            progress(done, len(all_tables))
        if table.name == "event":
            _edit(event, table, written[table.name], rows)
        elif table.name == ENTRIES:
            add_records(file, rows, heads["games"])
        elif table.name == "game":
            _games(table, written[table.name], rows)
        elif table.name == TEXTS:
            rows.add(table, new_texts(file, heads["games"]))
        else:
            rows.add(table, log if table.name == "log" else written[table.name])
    rows.finish()
    new = event.sections.filter(standings_row=None)
    StandingsVersion.objects.bulk_create(StandingsVersion(section_id=section.pk) for section in new)


def _changed(table: Table, scope: Scope, keys: Keys, file: EventFile) -> tuple[list[str], set[int]]:
    """Return the lines to write, and the keys of the rows to delete first."""
    old = keyed(lines_of(scope, table, keys))
    with readable(table.name):
        written, changed, removed = changes(old, file.lines(table.name))
        if table.together and removed:
            lines = keyed(file.lines(table.name))
            written, changed = list(lines.values()), old.keys() & lines.keys()
    if (table.kept and changed) or ((table.kept or table.name in _STAYING) and removed):
        member = f"tables/{table.name}.ndjson"
        problems = tuple(
            Problem(say("event_file_other.row", member=member, row=key)) for key in sorted(changed | removed)
        )
        raise ImportRefused(say("event_file_other"), problems)
    return written, set() if table.name in _STAYING else changed | removed


def _take_out(table: Table, removed: set[int], rows: Rows) -> None:
    if table.name == "section" and removed:
        # References to a re-created row stay; the database checks them at the end of the transaction.
        remaining = keyed(rows.file.lines("section"))
        removed_sections = [rows.numbers["section"][key] for key in removed if key not in remaining]
        Job.objects.filter(section__in=removed_sections).delete()
        StandingsVersion.objects.filter(section__in=removed_sections).delete()
    if removed:
        rows.take_out(table, removed)


def _edit(event: Event, table: Table, lines: list[str], rows: Rows) -> None:
    for line in lines:
        with readable(table.name):
            values = rows.values(table, json.loads(line))
        for name, value in values.items():
            if name not in _OURS and name not in table.left:
                setattr(event, name, value)


def _games(table: Table, lines: list[str], rows: Rows) -> None:
    """Create new games; known games keep their rows, to which their records refer."""
    numbers = rows.numbers["game"]
    new = []
    for line in lines:
        data = json.loads(line)
        if data["row"] not in numbers:
            new.append(line)
            continue
        with readable(table.name):
            values = rows.values(table, data)
        Game.objects.filter(pk=numbers[data["row"]]).update(
            **{name: value for name, value in values.items() if name not in table.left}
        )
    rows.add(table, new)


def _log_since(file: EventFile, head: list[Any]) -> list[str]:
    """Return the new lines of the log. Raises: ImportRefused if they do not continue the checked-out log."""
    count, digest = head
    lines = list(file.lines("log"))
    if len(lines) < count or digest_of_lines(lines[:count]) != digest:
        problem = Problem(say("event_file_other.log", member="tables/log.ndjson"))
        raise ImportRefused(say("event_file_other"), (problem,))
    return lines[count:]


# Data that stay here while an event is away: the persons of its players, and what other apps have.
#
# The file contains none of them, and a player changed on the other machine is created again when the event is
# back.

#: By players, their person.
Persons = dict[int, int]


def persons_of(event: Event) -> Persons:
    """Return the persons of the players, before rows are deleted."""
    rows = Player.objects.filter(event=event, person__isnull=False)
    return dict(rows.values_list("pk", "person"))


def stay(event: Event, persons: Persons, now: datetime) -> None:
    """Restore the persons of the players, and delete the data of deleted rows.

    A request for no public page belongs to the person, so it always applies.
    """
    players = {player.pk: player for player in event.players.filter(pk__in=persons)}
    for key, person in persons.items():
        player = players.get(key)
        if player is None or player.erased_at is not None:
            forget_player(player or Player(pk=key, person_id=person, event=event))
        elif player.person_id != person:
            Player.objects.filter(pk=key).update(person=person)
    settle(set(persons.values()), now)
    event_returned(event)
