"""Public files of an organiser: regulations for the event's page, images for the displays; import of games."""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.core.files.base import ContentFile, File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import F

from games.services.results import import_moves
from games.services.sheets import Picture, examine
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, DomainError, ImportRefused, NotFound, Problem
from tavleya.formats.game_plan import Plan, PlannedBoard, PlannedPlayer, PlannedRound, plan
from tavleya.formats.names import identity
from tavleya.pairing import berger
from tavleya.permissions import Action
from tavleya.record.results import FACTS
from tavleya.rules.filegame import FileReading
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import EVENT_UPLOAD_ADDED, EVENT_UPLOAD_REMOVED, GAMES_IMPORTED
from tournaments.messages import say
from tournaments.models.activity import EventUpload, UploadKind
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.services.broadcast import open_board
from tournaments.services.players import save_player
from tournaments.services.sections import add_registration
from tournaments.services.shared import find, lock_event, lock_event_for, lock_section_for

MOST = 12  # of one kind in an event
LARGEST_DOCUMENT = 4 * 1024 * 1024  # bytes; the proxy takes no more than 5 MB at an ordinary address
LARGEST_IMAGE = 2 * 1024 * 1024  # bytes
MOST_PIXELS = 8_000_000  # of an image: twice what the widest display has
_LONGEST_TITLE = 120


@dataclass(frozen=True, slots=True)
class FileInfo:
    """The type of a file by its bytes, independent of its name."""

    media_type: str
    suffix: str
    width: int | None = None
    height: int | None = None


def add_upload(
    *, actor: Actor, now: datetime, event_id: int, kind: UploadKind, file: Picture, title: str = ""
) -> EventUpload:
    """Add a file; without a `title` it has the name of the file.

    Raises: BadInput ("upload_too_large", "not_a_pdf", "not_a_photo", "photo_too_large"); Conflict ("same_upload",
    "too_many_uploads").
    """
    event = find(Event.objects.filter(pk=event_id), NotFound(say("no_such_event")))
    require(actor, event, Action.EDIT_EVENT)  # before the file is decoded
    info = examined(kind, file)
    stored = default_storage.save(f"uploads/{uuid.uuid4().hex}.{info.suffix}", ContentFile(file.content))
    try:
        return _save_upload(actor, now, event_id, EventUpload(
            kind=kind.value,
            title=(title.strip() or file.name.rpartition(".")[0] or file.name or kind.value)[:_LONGEST_TITLE],
            stored=stored,
            media_type=info.media_type,
            size=len(file.content),
            width=info.width,
            height=info.height,
            sha256=hashlib.sha256(file.content).hexdigest(),
            added_at=now,
        ))  # fmt: skip
    except BaseException:
        default_storage.delete(stored)  # no row refers to it
        raise


@transaction.atomic
def _save_upload(actor: Actor, now: datetime, event_id: int, row: EventUpload) -> EventUpload:
    event = lock_event_for(actor, Action.EDIT_EVENT, event_id)
    uploads = event.uploads.filter(kind=row.kind)
    if uploads.filter(sha256=row.sha256).exists():
        raise Conflict(say("same_upload"))
    if uploads.count() >= MOST:
        raise Conflict(say("too_many_uploads", most=MOST))
    row.event = event
    row.save()
    _note_change(event)
    happened(EVENT_UPLOAD_ADDED, event, actor=actor, now=now, after={"kind": row.kind, "title": row.title})
    return row


@transaction.atomic
def remove_upload(*, actor: Actor, now: datetime, event_id: int, upload_id: int) -> None:
    """Remove a file.  Raises: NotFound ("no_such_upload")."""
    event = lock_event_for(actor, Action.EDIT_EVENT, event_id)
    row = find(event.uploads.filter(pk=upload_id), NotFound(say("no_such_upload")))
    before = {"kind": row.kind, "title": row.title}
    remove_uploads([row])
    _note_change(event)
    happened(EVENT_UPLOAD_REMOVED, event, actor=actor, now=now, before=before)


def remove_all_uploads(event: Event) -> None:
    """Remove the uploads of an event that is deleted, in the transaction of the caller."""
    remove_uploads(event.uploads.all())


def upload_for(*, event: Event, upload_id: int) -> tuple[EventUpload, File[bytes]]:
    """Return a file with its bytes; the caller has checked access to `event`.  Raises: NotFound ("no_such_upload")."""
    row = event.uploads.filter(pk=upload_id).first()
    if row is None or not default_storage.exists(row.stored):
        raise NotFound(say("no_such_upload"))
    return row, default_storage.open(row.stored)


def remove_uploads(rows: Iterable[EventUpload]) -> None:
    """Delete the rows in the current transaction, and the files after its commit because it may be rolled back."""
    stored = [row.stored for row in rows]
    EventUpload.objects.filter(stored__in=stored).delete()

    def remove() -> None:
        for name in stored:
            default_storage.delete(name)

    transaction.on_commit(remove)


def _note_change(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(uploads_version=F("uploads_version") + 1)


def examined(kind: UploadKind, file: Picture) -> FileInfo:
    """Return the type of a file.  Raises: BadInput as in `add_upload`."""
    return _EXAMINE[kind](file)


def _document(file: Picture) -> FileInfo:
    _check_size(file, LARGEST_DOCUMENT)
    if not file.content.startswith(b"%PDF-"):
        raise BadInput(say("not_a_pdf", name=file.name[:80]), field="file")
    return FileInfo("application/pdf", "pdf")


def _image(file: Picture) -> FileInfo:
    _check_size(file, LARGEST_IMAGE)
    info = examine(file)
    if info.width * info.height > MOST_PIXELS:
        raise BadInput(say("upload_too_large.pixels", name=file.name[:80]), field="file")
    return FileInfo(info.kind, info.suffix, info.width, info.height)


def _check_size(file: Picture, most: int) -> None:
    if len(file.content) > most:
        raise BadInput(say("upload_too_large", name=file.name[:80], most=most // 1024**2), field="file")


_EXAMINE: Mapping[UploadKind, Callable[[Picture], FileInfo]] = MappingProxyType(
    {UploadKind.REGULATIONS: _document, UploadKind.IMAGE: _image}
)


# Import of a whole tournament from a file of games, all or nothing.

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ImportReport:
    """The counts and warnings of an import."""

    games: int
    plies: int
    players: int
    rounds: int
    forfeits: int
    unfinished: int
    warnings: tuple[Problem, ...] = ()

    def plain(self) -> dict[str, int]:
        names = ("games", "plies", "players", "rounds", "forfeits", "unfinished")
        return {name: getattr(self, name) for name in names}


@transaction.atomic
def import_games(
    *, actor: Actor, now: datetime, section_id: int, reading: FileReading, progress: Progress | None = None
) -> ImportReport:
    """Enter every player, round, board, move and result of a file that has been read.

    `progress(done, of)` is called after every game.  Any fault in the file refuses it whole.
    Raises: Conflict ("section_not_empty") if the section has rounds; ImportRefused ("games_refused"), with the problems
    by line, game and ply.
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is not None:
        lock_event(event_id)
    section = lock_section_for(actor, Action.IMPORT_GAMES, section_id)
    if section.rounds.exists():
        raise Conflict(say("section_not_empty.rounds"))
    planned = plan(reading)
    _refuse([*reading.problems, *_other_games(section, reading), *planned.problems])
    registrations = _registrations(section, planned, now)
    import_ = _Import(
        section, registrations, actor, now, progress, sum(len(round_.boards) for round_ in planned.rounds)
    )
    for planned_round in planned.rounds:
        import_.round(planned_round)
    _refuse(import_.problems)
    report = ImportReport(
        games=import_.done,
        plies=sum(len(board.moves) for round_ in planned.rounds for board in round_.boards),
        players=len(registrations),
        rounds=sum(round_.number is not None for round_ in planned.rounds),
        forfeits=sum(_forfeit(board) for round_ in planned.rounds for board in round_.boards),
        unfinished=sum(board.result is None for round_ in planned.rounds for board in round_.boards),
        warnings=reading.warnings,
    )
    happened(GAMES_IMPORTED, section, actor=actor, now=now, after=report.plain())
    return report


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise ImportRefused(say("games_refused"), tuple(problems))


def _other_games(section: Section, reading: FileReading) -> list[Problem]:
    message = say("other_game.section")
    return [Problem(message, line=game.line, game=game.number) for game in reading.games if game.game != section.game]


def _registrations(section: Section, planned: Plan, now: datetime) -> dict[str, Registration]:
    """Return the entry of each player of the plan; players missing in the event or the section are entered."""
    numbers = _numbers(section, planned)
    order = sorted(planned.players, key=lambda planned_player: numbers.get(planned_player.key, 0))
    return {
        planned_player.key: _registration(section, planned_player, numbers.get(planned_player.key), now)
        for planned_player in order
    }


def _numbers(section: Section, planned: Plan) -> dict[str, int]:
    """Return starting numbers that fit the rounds of a round robin, if the section has no entries yet."""
    if not section.system.cycles or section.registrations.exists():
        return {}
    rounds = [[(board.white, board.black) for board in round_.boards] for round_ in planned.rounds]
    return berger.numbers_of(rounds) or {}


def _registration(section: Section, planned: PlannedPlayer, number: int | None, now: datetime) -> Registration:
    player = _existing_player(section, planned)
    if player is None:
        player = _new_player(section, planned)
    return section.registrations.filter(player=player).first() or add_registration(
        section,
        player,
        now=now,
        number=number,
        ratings={section.rating_kind: planned.rating} if planned.rating else None,
    )


def _existing_player(section: Section, planned: PlannedPlayer) -> Player | None:
    """Return the player of the event with the FIDE number, or else the only one with the name."""
    players = Player.objects.filter(event=section.event_id)
    by_number = players.filter(fide_id=planned.fide_id).first() if planned.fide_id else None
    if by_number is not None:
        return by_number
    namesakes = players.filter(identity__startswith=identity(planned.name, None))
    if planned.fide_id:
        namesakes = namesakes.filter(fide_id=None)
    first_two = list(namesakes[:2])
    return first_two[0] if len(first_two) == 1 else None


def _new_player(section: Section, planned: PlannedPlayer) -> Player:
    player = Player(
        event=section.event,
        family_name=planned.name.family,
        given_name=planned.name.given,
        patronymic=planned.name.patronymic,
        federation=planned.federation,
        fide_id=planned.fide_id,
        title=planned.title,
        ratings={section.rating_kind: planned.rating} if planned.rating else {},
    )
    save_player(player)
    return player


class _Import:
    """The rounds of one import, in one transaction; problems are collected, so that all are reported at once."""

    def __init__(
        self,
        section: Section,
        registrations: dict[str, Registration],
        actor: Actor,
        now: datetime,
        progress: Progress | None,
        total: int,
    ) -> None:
        self.section, self.registrations, self.actor, self.now = section, registrations, actor, now
        self.progress, self.total, self.done = progress, total, 0
        self.problems: list[Problem] = []

    def round(self, planned: PlannedRound) -> None:
        # An exhibition has recorded games: a game without a result is not in progress.
        over = not self.section.system.ranked or all(board.result is not None for board in planned.boards)
        row = Round.objects.create(
            section=self.section,
            kind=RoundKind.ROUND if planned.number else RoundKind.SCHEDULE,
            number=planned.number,
            status=RoundStatus.CLOSED if over else RoundStatus.PLAYING,
            published_at=self.now,
            closed_at=self.now if over else None,
            played_on=planned.played_on,
            system="imported",
        )
        for number, board in enumerate(planned.boards, start=1):
            pairing = Pairing.objects.create(
                round=row,
                board=number,
                white=self.registrations[board.white],
                black=self.registrations[board.black],
                in_schedule=row.kind == RoundKind.SCHEDULE,
            )
            try:
                self._board(pairing, board)
            except DomainError as error:
                ply = error.detail.get("ply")
                place = ply if isinstance(ply, int) else None
                self.problems.append(Problem(error.message, line=board.line, game=board.game, ply=place))
            self.done += 1
            if self.progress is not None:
                self.progress(self.done, self.total)

    def _board(self, pairing: Pairing, board: PlannedBoard) -> None:
        open_board(pairing, self.section, actor=self.actor, now=self.now, start_position=board.start)
        if pairing.game_id is None:
            raise RuntimeError("a board that was opened has a game")
        import_moves(
            actor=self.actor,
            now=self.now,
            game_id=pairing.game_id,
            moves=board.moves,
            result=board.result,
            termination="forfeit" if _forfeit(board) else "",
        )


def _forfeit(board: PlannedBoard) -> bool:
    return board.result is not None and not FACTS[board.result].played
