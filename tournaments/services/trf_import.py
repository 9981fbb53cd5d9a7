"""A whole tournament from a report file, or nothing of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db import transaction

from common.actors import Actor
from common.errors import BadInput, Conflict, DomainError, ImportRefused, Problem
from common.messages import N_, Message
from common.permissions import Action
from common.sides import Side
from games import services as games
from tournaments.access import require
from tournaments.formats.names import identity, split_name
from tournaments.formats.trf import TrfTournament, read
from tournaments.formats.trf.check import bye_kind, points_of
from tournaments.formats.trf.records import NationalRecord, OldTeam, PlayerRecord
from tournaments.formats.trf.results import Cell, result_of
from tournaments.formats.trf.swiss_records import (
    AccelerationRecord,
    ForbiddenRecord,
    PlayerAcceleration,
    Together,
)
from tournaments.formats.trf.team_records import AbnormalPoints, LineUp, TeamByes, TeamForfeit, TeamRecord
from tournaments.models import Entry, Pairing, Player, Round, Section
from tournaments.models.pairing import Bye
from tournaments.models.round import RoundStatus
from tournaments.services.players import save_player
from tournaments.services.rounds import open_board
from tournaments.services.sections import add_entry
from tournaments.services.shared import lock_event, lock_section, standings_changed, write_log
from tournaments.tiebreaks.registry import tiebreaks
from tournaments.tiebreaks.table import Kind, Scoring

Progress = Callable[[int, int], None]
#: Records that say something which a section does not keep.
_NOT_TAKEN = (
    AccelerationRecord, PlayerAcceleration, ForbiddenRecord, Together, NationalRecord, OldTeam, TeamRecord, LineUp,
    TeamByes, TeamForfeit, AbnormalPoints,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TrfImport:
    """What a file brought; `adjustments` is everything that was taken otherwise than it is written."""

    players: int
    rounds: int
    boards: int
    byes: int
    adjustments: tuple[Problem, ...]

    def plain(self) -> dict[str, int]:
        return {name: getattr(self, name) for name in ("players", "rounds", "boards", "byes")}


@transaction.atomic
def import_trf(
    *, actor: Actor, now: datetime, section_id: int, data: bytes, progress: Progress | None = None
) -> TrfImport:
    """Enter players, rounds, pairings, byes and results of a TRF in a section without any.

    Points for results, the number of rounds and the tie-breaks are the file's where the section has none of its own.
    Conflict `section_not_empty`; ImportRefused (`trf_refused`) with the problems by line; BadInput for no text.
    """
    event_id = Section.objects.filter(pk=section_id).values_list("event", flat=True).first()
    if event_id is not None:
        lock_event(event_id)
    section = lock_section(section_id)
    for action in (Action.IMPORT_GAMES, Action.ENTER_PLAYERS):
        require(actor, section.event, action)
    if section.rounds.exists() or section.entries.exists():
        raise Conflict(Message("section_not_empty", N_("The section has players or rounds already.")))
    reading = read(data)
    import_ = _Import(section, reading.tournament, actor, now, progress)
    import_.players()
    import_.settings()
    import_.rounds()
    import_.left_out()
    standings_changed(section.pk)
    adjustments = (*reading.adjustments, *import_.adjustments)
    done = TrfImport(
        len(import_.entries), reading.tournament.rounds_recorded, import_.boards, import_.byes, adjustments
    )
    write_log(
        event=section.event, actor=actor, now=now, action="trf.imported", subject=section, after=done.plain()
    )
    return done


class _Import:
    """One import, in one transaction."""

    def __init__(
        self,
        section: Section,
        tournament: TrfTournament,
        actor: Actor,
        now: datetime,
        progress: Progress | None,
    ) -> None:
        self.section, self.tournament, self.actor, self.now = section, tournament, actor, now
        self.progress = progress
        self.entries: dict[int, Entry] = {}
        self.adjustments: list[Problem] = []
        self.boards = self.byes = 0

    def players(self) -> None:
        problems = []
        for record in self.tournament.players.values():
            try:
                player = self._player(record)
                self.entries[record.number] = add_entry(
                    self.section, player, number=record.number, rating=record.rating or None
                )
            except DomainError as refused:
                problems.append(Problem(refused.message, line=record.line))
        _refuse(problems)

    def _player(self, record: PlayerRecord) -> Player:
        name = split_name(record.name)
        fide_id = int(record.fide_id) if record.fide_id.isascii() and record.fide_id.isdigit() else 0
        known = self._known(fide_id, identity(name, _year(record.birth)))
        if known is not None:
            return known
        federation = record.federation.upper()
        if federation and not (len(federation) == 3 and federation.isascii() and federation.isalpha()):
            self._adjust(
                record, "trf_federation", N_("“%(text)s” is no federation and was left out."), text=federation
            )
            federation = ""
        rating = record.rating or None
        player = Player(
            event=self.section.event,
            family_name=name.family,
            given_name=name.given,
            patronymic=name.patronymic,
            federation=federation,
            fide_id=fide_id or None,
            title=record.title,
            ratings={self.section.rating_kind: rating} if rating else {},
            birth_year=_year(record.birth),
            sex={"m": "m", "w": "f", "f": "f"}.get(record.sex.lower(), ""),
        )
        save_player(player)
        return player

    def _known(self, fide_id: int, key: str) -> Player | None:
        """Somebody of the event already, with the FIDE number or else the name and year of birth."""
        players = Player.objects.filter(event=self.section.event_id)
        found = players.filter(fide_id=fide_id).first() if fide_id else None
        if found is not None:
            return found
        namesake = players.filter(identity=key).first()
        return namesake if namesake and not (fide_id and namesake.fide_id) else None

    def settings(self) -> None:
        """What the file says of the tournament and the section does not."""
        section, changed = self.section, []
        scoring = self.tournament.scoring
        if not section.scoring and scoring != Scoring():
            section.scoring = scoring.plain()
            changed.append("scoring")
        elif section.points != scoring:
            self.adjustments.append(
                Problem(Message("trf_other_scoring", N_("The section's own points for results count.")))
            )
        planned = self.tournament.rounds_planned
        if section.rounds_planned is None and planned is not None:
            section.rounds_planned = planned
            changed.append("rounds_planned")
        if not section.tiebreaks and self.tournament.tiebreaks:
            try:
                section.tiebreaks = [str(one.descriptor) for one in tiebreaks(self.tournament.tiebreaks)]
                changed.append("tiebreaks")
            except BadInput as refused:
                self.adjustments.append(Problem(refused.message))
        if changed:
            section.save(update_fields=changed)

    def rounds(self) -> None:
        total = self.tournament.rounds_recorded
        problems = []
        for number in range(1, total + 1):
            boards = self._boards(number)
            byes = list(self._byes(number))
            if byes and self.section.kind.predetermined:
                problems += [
                    Problem(
                        Message(
                            "bye_in_round_robin", N_("In a round robin there are no byes, only forfeits.")
                        ),
                        line=record.line,
                    )
                    for record, _ in byes
                ]
                continue
            self._round(number, boards, byes)
            if self.progress is not None:
                self.progress(number, total)
        _refuse(problems)

    def _boards(self, number: int) -> list[tuple[PlayerRecord, PlayerRecord]]:
        """White and Black of each board, in the order of C.04.2 (3.6): scores, then starting ranks."""
        players = self.tournament.players
        boards = [
            (one, players[cell.opponent])
            for one in players.values()
            if (cell := _cell(one, number)).opponent is not None and cell.side is Side.WHITE
        ]
        scores = {one.number: self._score(one, number) for pair in boards for one in pair}

        def order(pair: tuple[PlayerRecord, PlayerRecord]) -> tuple[int, int, int]:
            one, other = sorted(pair, key=lambda player: (-scores[player.number], player.number))
            return -scores[one.number], -scores[other.number], one.number

        return sorted(boards, key=order)

    def _score(self, one: PlayerRecord, number: int) -> int:
        scoring = self.tournament.scoring
        return sum(points_of(cell, scoring) for cell in one.rounds[: number - 1])

    def _byes(self, number: int) -> Iterator[tuple[PlayerRecord, Kind]]:
        """Byes that are written; of a round of which nothing is said the section says nothing either."""
        for one in self.tournament.players.values():
            cell = _cell(one, number)
            if cell.empty and (number, one.number) in self.tournament.byes:
                cell = Cell(mark=self.tournament.byes[number, one.number])
            kind = bye_kind(cell)
            if kind is None or cell.empty or (kind is Kind.ZERO_BYE and self.section.kind.predetermined):
                continue
            yield one, kind

    def _round(
        self,
        number: int,
        boards: Sequence[tuple[PlayerRecord, PlayerRecord]],
        byes: Sequence[tuple[PlayerRecord, Kind]],
    ) -> None:
        marks = [(_cell(white, number).mark, _cell(black, number).mark) for white, black in boards]
        results = [result_of(*pair) for pair in marks]
        over = all(result is not None for result in results)
        row = Round.objects.create(
            section=self.section,
            number=number,
            status=RoundStatus.CLOSED if over else RoundStatus.PLAYING,
            published_at=self.now,
            closed_at=self.now if over else None,
            played_on=self._date(number),
            system="imported",
            edition=self.tournament.system[:60],
        )
        for board, ((white, black), result) in enumerate(zip(boards, results, strict=True), start=1):
            pairing = Pairing.objects.create(
                round=row, board=board, white=self.entries[white.number], black=self.entries[black.number]
            )
            open_board(pairing, self.section, actor=self.actor, now=self.now)
            if result is not None and pairing.game_id is not None:
                games.record_result(
                    actor=self.actor, now=self.now, game_id=pairing.game_id, result=result, reason="TRF"
                )
        for board, (one, kind) in enumerate(byes, start=len(boards) + 1):
            Pairing.objects.create(
                round=row, board=board, white=self.entries[one.number], bye=Bye(kind.value)
            )
        self.boards += len(boards)
        self.byes += len(byes)

    def _date(self, number: int) -> date | None:
        """132 has two digits for the year, or sometimes four."""
        text = self.tournament.dates[number - 1] if number <= len(self.tournament.dates) else ""
        for form in ("%y/%m/%d", "%Y/%m/%d"):
            try:
                return datetime.strptime(text, form).date()  # noqa: DTZ007 (a day has no zone)
            except ValueError:
                continue
        return None

    def left_out(self) -> None:
        codes = dict.fromkeys(one.code for one in self.tournament.records if isinstance(one, _NOT_TAKEN))
        for code in codes:
            message = Message(
                "trf_record_left_out",
                N_("The section does not keep what records %(code)s say."),
                {"code": code},
            )
            self.adjustments.append(Problem(message))
        ahead = sorted(at for at in self.tournament.byes if at[0] > self.tournament.rounds_recorded)
        for number, player in ahead:
            message = Message(
                "trf_bye_ahead",
                N_("Player %(player)s asked for a bye in round %(round)s, which is not paired yet."),
                {"player": player, "round": number},
            )
            self.adjustments.append(Problem(message))

    def _adjust(self, record: PlayerRecord, code: str, text: str, /, **params: object) -> None:
        self.adjustments.append(Problem(Message(code, text, params), line=record.line))


def _cell(one: PlayerRecord, number: int) -> Cell:
    return one.rounds[number - 1] if number <= len(one.rounds) else Cell()


def _year(birth: str) -> int | None:
    text = birth[:4]
    if not (len(text) == 4 and text.isascii() and text.isdigit()):
        return None
    return int(text) if 1800 <= int(text) <= 2200 else None


def _refuse(problems: list[Problem]) -> None:
    if problems:
        raise ImportRefused(
            Message("trf_refused", N_("The tournament report was not taken: see what is wrong in it.")),
            tuple(problems),
        )
