"""The records of finished events: written to archives, and taken out of the database when everything allows it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.db.models import Max

from games.archive import OVER
from games.models.game import Game
from games.partitions import Partition, newest_game, partitions
from games.services import archiving
from games.services.archiving import WrittenArchive, games_of, not_archived
from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.finality import finality
from tournaments.selectors.standings import standings_of

#: How long an event's games must be unchanged before their entries leave the database.
REST = timedelta(days=30)
#: The event name of games without a board: those of unpublished rounds.
UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class LeavingPartition:
    """A partition, its number of games, and the reasons that keep it in the database: sentences, empty if it may go."""

    partition: Partition
    games: int
    kept_by: tuple[str, ...]


def archive_records(*, actor: Actor, now: datetime, event: Event, folder: Path) -> WrittenArchive:
    """Write the records of all games of an event, annulled ones too, to an archive in a folder.

    Errors as of `games.services.archiving.write_archive`; NotPermitted.
    """
    require(actor, event, Action.EXPORT_RECORD)
    return archiving.write_archive(
        actor=actor, now=now, name=event.slug, games=games_of_event(event), folder=folder
    )


def archive_unpaired(*, actor: Actor, now: datetime, folder: Path) -> WrittenArchive:
    """Archive the records of games that have no board any more, because their rounds were unpublished."""
    over = Game.objects.filter(pairing=None, phase__in=OVER, changed_at__lt=now - REST)
    numbers = list(over.values_list("pk", flat=True))
    boards = events_of(numbers)
    unpaired = [number for number in numbers if number not in boards]
    return archiving.write_archive(actor=actor, now=now, name=UNPAIRED, games=unpaired, folder=folder)


def games_of_event(event: Event) -> list[int]:
    """Return the numbers of the event's games, including annulled and replayed ones."""
    found: list[int] = []
    games = Game.objects.filter(pairing__round__section__event=event)
    while numbers := list(games.values_list("pk", flat=True)):
        found += numbers
        games = Game.objects.filter(replaced_by__in=numbers)
    return found


def events_of(games: Iterable[int]) -> dict[int, int]:
    """Return the event of each of these games, by the board of the game or of its replay."""
    boards = {number: number for number in games}  # the searched game, by the last game that replaced it
    found: dict[int, int] = {}
    while boards:
        events = Pairing.objects.filter(game__in=boards).values_list("game", "round__section__event")
        found |= {boards.pop(game): event for game, event in list(events)}
        later = Game.objects.filter(replaces__in=boards)
        boards = {one.pk: boards[one.replaces_id] for one in later.only("replaces") if one.replaces_id}
    return found


def leaving_partitions(now: datetime) -> list[LeavingPartition]:
    """Return the partitions that get no new games, and the reasons that keep each in the database."""
    newest = newest_game() if partitions() else 0
    kept: dict[int, tuple[str, ...]] = {}
    return [_leaving(one, now, kept) for one in partitions() if one.last <= newest]


def drop_partition(*, now: datetime, partition: Partition) -> bool:
    """Delete the entries of a partition from the database, if nothing keeps them there; return whether they were
    deleted.

    Raises: the errors of `games.services.archiving.drop_partition`.
    """
    if _leaving(partition, now, {}).kept_by:
        return False
    archiving.drop_partition(partition)
    return True


def _leaving(partition: Partition, now: datetime, known: dict[int, tuple[str, ...]]) -> LeavingPartition:
    """Return the state of a partition. `known`: reasons that keep the games of an event, by its key."""
    numbers = list(games_of(partition).values_list("pk", flat=True))
    waiting = set(not_archived(games_of(partition)).values_list("pk", flat=True))
    by_game = events_of(numbers)
    kept: list[str] = []
    for event in Event.objects.filter(pk__in=set(by_game.values())).order_by("slug"):
        if event.pk not in known:
            known[event.pk] = tuple(f"{event.slug}: {why}" for why in _kept_by(event, now))
        kept += known[event.pk]
        kept += _missing(event.slug, sum(by_game.get(number) == event.pk for number in waiting))
    kept += _missing(UNPAIRED, sum(number not in by_game for number in waiting))
    return LeavingPartition(partition, len(numbers), tuple(kept))


def _missing(name: str, games: int) -> list[str]:
    return [f"{name}: {games} games are not in an archive as they are now"] if games else []


def _kept_by(event: Event, now: datetime) -> list[str]:
    changed = Game.objects.filter(pk__in=games_of_event(event)).aggregate(last=Max("changed_at"))["last"]
    kept = []
    if changed is not None and changed > now - REST:
        kept.append(f"a game has changed in the last {REST.days} days")
    # The table of a rehearsal is never declared final.
    for section in () if event.rehearsal else event.sections.order_by("position", "slug"):
        if not _is_over(section):
            kept.append(f"section {section.slug} is not over, or its table is not final")
    return kept


def _is_over(section: Section) -> bool:
    """Return whether the rounds are closed and the table, if any, is final."""
    if not Pairing.objects.filter(round__section=section, game__isnull=False).exists():
        return True
    if section.system.ranked:
        return finality(section, standings_of(section)).final
    return not section.rounds.exclude(status=RoundStatus.CLOSED).exists()
