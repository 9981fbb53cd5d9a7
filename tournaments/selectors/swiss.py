"""The organiser's view of a Swiss between its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.record.entries import GamePhase
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus, TeamStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import PairConstraint, Provenance, RequestedBye
from tournaments.selectors.table import load_boards, make_table


@dataclass(frozen=True, slots=True)
class NextRound:
    """The round that is paired next (`number`; None after the last) and its players.

    `present`: the number of players, or of teams in a section of teams.  `registrations` are all of the section.
    `late` are paired from a later round on; `out` have withdrawn or were expelled; `byes` are those noted for any round
    that is not public yet; `open_boards` and `adjourned` are without a result.
    """

    number: int | None
    last: Round | None
    present: int
    registrations: tuple[Registration, ...]
    active: tuple[Registration, ...]
    late: tuple[Registration, ...]
    out: tuple[Registration, ...]
    byes: tuple[RequestedBye, ...]
    rules: tuple[PairConstraint, ...]
    open_boards: tuple[Pairing, ...]
    adjourned: tuple[Pairing, ...]

    @property
    def adjourned_before(self) -> tuple[Pairing, ...]:
        """The adjourned games of rounds before the last one."""
        last = (self.last.number if self.last else None) or 0
        return tuple(pairing for pairing in self.adjourned if (pairing.round.number or 0) < last)

    @property
    def most_rounds(self) -> int:
        """The number of rounds without repeated opponents; if the number of players is odd, one is free in each."""
        return max(1, len(self.active) - 1 + len(self.active) % 2)


def next_round(section: Section) -> NextRound:
    """Return the round to be paired next.  Six queries (with teams seven), however many players there are."""
    last = section.rounds.order_by("-number").first()
    number = (last.number or 0) + 1 if last else 1
    has_draft = last is not None and last.status == RoundStatus.DRAFT
    registrations = list(section.registrations.select_related("player").order_by("number"))
    byes = list(
        RequestedBye.objects.filter(registration__section=section, round_number__gte=number - has_draft)
        .select_related("registration__player")
        .order_by("round_number", "registration__number")
    )
    away = {bye.registration_id for bye in byes if bye.round_number == number}
    active = tuple(entry for entry in registrations if entry.status == RegistrationStatus.ACTIVE)
    late = tuple(entry for entry in active if entry.from_round > number)
    open_boards = _open_boards(section)
    over = bool(section.rounds_planned and number > section.rounds_planned)
    return NextRound(
        number=None if over else number,
        last=last,
        present=section.teams.filter(status=TeamStatus.ACTIVE).exclude(requested_byes__round_number=number).count()
        if section.system.teams
        else sum(entry.pk not in away and entry.from_round <= number for entry in active),
        registrations=tuple(registrations),
        active=active,
        late=late,
        out=tuple(entry for entry in registrations if entry.status != RegistrationStatus.ACTIVE),
        byes=tuple(byes),
        rules=tuple(section.pair_rules.select_related("one__player", "other__player")),
        open_boards=tuple(board for board in open_boards if not _is_adjourned(board)),
        adjourned=tuple(board for board in open_boards if _is_adjourned(board)),
    )


def _open_boards(section: Section) -> list[Pairing]:
    return list(
        Pairing.objects.filter(round__section=section, bye="", result="")
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("round", "game", "white__player", "black__player")
        .order_by("round__number", "board")
    )


def _is_adjourned(pairing: Pairing) -> bool:
    return pairing.game is not None and pairing.game.phase == GamePhase.ADJOURNED


@dataclass(frozen=True, slots=True)
class DraftDifference:
    """A board of a draft that differs from the engine's pairing.  `turned`: the same players with exchanged colours."""

    pairing: Pairing
    turned: bool


def differences(row: Round, source: Provenance) -> tuple[DraftDifference, ...]:
    """Return the manual changes since the engine paired the round.  One query."""
    engine_pairs = {(white, black) for white, black in source.boards}
    draft_differences = []
    for pairing in row.pairings.select_related("white__player", "black__player").order_by("board"):
        if pairing.black is None:
            continue
        seats = (pairing.white.number, pairing.black.number)
        if seats not in engine_pairs:
            draft_differences.append(DraftDifference(pairing, seats[::-1] in engine_pairs))
    return tuple(draft_differences)


# Players who left a round robin so early that their results do not count.


def early_withdrawals(section: Section, registrations: Sequence[Registration]) -> tuple[Registration, ...]:
    """Return the entries whose results stay in the crosstable but do not count (`tavleya.pairing.state`).

    `registrations` are all of the section.  No query if all are active.
    """
    if not section.system.predetermined:
        return ()
    inactive = [registration for registration in registrations if registration.status != RegistrationStatus.ACTIVE]
    if not inactive:
        return ()
    boards = load_boards(section)
    played = {seat for board in boards if board.result for seat in (board.white, board.black)}
    participants = make_table(section, registrations, boards).participants
    return tuple(
        registration
        for registration in inactive
        if registration.pk in played and not participants[registration.pk].encounters
    )
