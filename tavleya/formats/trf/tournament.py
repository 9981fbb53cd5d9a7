"""A tournament from a TRF: its lines in order, and the values derived from them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

from tavleya.clocks.controls import BonusKind, TimeControl, parse_control, seconds_text, sides_from_seconds_text
from tavleya.errors import BadInput
from tavleya.formats.trf.columns import Writing
from tavleya.formats.trf.records import (
    Header,
    InitialColour,
    OldTeam,
    PlayerRecord,
    RawRecord,
    ResultCell,
    ResultMark,
    RoundCount,
    RoundDates,
    TieBreakList,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import (
    AccelerationRecord,
    ByesRecord,
    ForbiddenRecord,
    MatchScoring,
    PlayerAcceleration,
    ScoringRecord,
    Together,
    Worth,
    Worths,
)
from tavleya.formats.trf.team_records import AbnormalPoints, TeamRecord
from tavleya.sides import Side
from tavleya.tiebreaks.table import Scoring

#: The prefix of FIDE's encoded types (192) of teams.
TEAM = "FIDE_TEAM"

_Kind = TypeVar("_Kind", bound=TrfRecord)

#: Fields of `Scoring` set by a symbol of record 162, of XXS and of BB.
_SYMBOLS: Mapping[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"),
    "D": ("draw", "half_bye"),
    "L": ("loss",),
    "A": ("zero_bye", "forfeit_loss"),
    "P": ("pairing_bye",),
}
_XXS: Mapping[str, tuple[str, ...]] = {
    "W": ("win", "forfeit_win", "full_bye"), "D": ("draw", "half_bye"), "L": ("loss",),
    "WW": ("win",), "WD": ("draw",), "WL": ("loss",), "FW": ("forfeit_win",), "FL": ("forfeit_loss",),
    "PAB": ("pairing_bye",), "FPB": ("full_bye",), "HPB": ("half_bye",), "ZPB": ("zero_bye",),
}  # fmt: skip
_BB: Mapping[str, tuple[str, ...]] = {
    "BBW": ("win", "forfeit_win", "full_bye"), "BBD": ("draw", "half_bye"), "BBL": ("loss",),
    "BBZ": ("zero_bye",), "BBF": ("forfeit_loss",), "BBU": ("pairing_bye",),
}  # fmt: skip


def names_round_robin(text: str) -> bool:
    """Return whether a type, encoded or in text, is a round robin of players or teams."""
    named = text.upper().replace("-", "").replace(" ", "")
    return "ROUNDROBIN" in named or "BERGER" in named


@dataclass(frozen=True)
class TrfTournament:
    """`records` are all lines in order; all other values are derived from them.

    Change a record with `dataclasses.replace`: unchanged lines are written as they were read.
    """

    records: tuple[TrfRecord, ...]
    writing: Writing = field(default_factory=Writing)

    def of(self, kind: type[_Kind], *codes: str) -> tuple[_Kind, ...]:
        """Return the records of one kind, in order."""
        return tuple(
            record for record in self.records if isinstance(record, kind) and (not codes or record.code in codes)
        )

    def header(self, code: str) -> str:
        """Return the text of the first line with this code, or an empty text."""
        return next((record.text for record in self.of(Header, code)), "")

    @cached_property
    def players(self) -> Mapping[int, PlayerRecord]:
        """The players by starting rank; a forfeit that is written without a colour gets one here.

        It is the opposite of the colour in the opponent's line; without any, the lower starting rank has White.
        """
        written = {player.number: player for player in sorted(self.of(PlayerRecord), key=lambda player: player.number)}
        return {number: _coloured(player, written) for number, player in written.items()}

    @property
    def name(self) -> str:
        return self.header("012")

    @cached_property
    def edition(self) -> int:
        """The edition: 26 if any record of that edition is present, else 16, which includes TRF06."""
        new = (record.since == 26 and not record.code.startswith("XX") for record in self.records)
        return 26 if any(new) else 16

    @property
    def system(self) -> str:
        """The encoded type (192), such as `FIDE_DUTCH_2026`."""
        return self.header("192").upper()

    @property
    def round_robin(self) -> bool:
        """Whether opponents were known from the start: by the encoded type, else by the type's text."""
        return names_round_robin(self.system or self.header("092"))

    @property
    def team_swiss(self) -> bool:
        """Whether the encoded type is one of FIDE's team Swiss, whose byes (240) are byes of teams."""
        return self.system.startswith(TEAM) and not self.round_robin

    @property
    def rounds_planned(self) -> int | None:
        """The number of rounds in 142 or XXR."""
        return next((record.rounds for record in self.of(RoundCount)), None)

    @cached_property
    def rounds_recorded(self) -> int:
        """The last round with a board or a pairing-allocated bye."""
        return max((_last(player.rounds) for player in self.players.values()), default=0)

    @cached_property
    def columns(self) -> int:
        """The last round that is not blank in any player's line."""
        return max((_last_filled_round(player.rounds) for player in self.players.values()), default=0)

    @property
    def dates(self) -> tuple[str, ...]:
        return next((record.dates for record in self.of(RoundDates)), ())

    @property
    def initial_colour(self) -> Side | None:
        return next((record.side for record in self.of(InitialColour) if record.side), None)

    @cached_property
    def scoring(self) -> Scoring:
        """The points of results and byes in the file, by default the usual ones.

        Raises: BadInput ("bad_scoring", "bad_scoring_order").
        """
        values: dict[str, object] = {}
        for record in self.records:
            if isinstance(record, ScoringRecord):
                pairs, fields = record.worths, _SYMBOLS
            elif isinstance(record, Worths):
                pairs, fields = record.worths, _XXS
            elif isinstance(record, Worth):
                pairs, fields = ((record.code, record.points),), _BB
            else:
                continue
            for symbol, points in pairs:
                values |= dict.fromkeys(fields.get(symbol, ()), points)
                # The allocated bye has the points of a win unless the file says otherwise.
                if symbol in ("W", "BBW") and not any(name in ("P", "PAB", "BBU") for name, _ in pairs):
                    values["pairing_bye"] = points
        return Scoring.read(values)

    @property
    def tiebreaks(self) -> tuple[str, ...]:
        """The tie-break descriptors in order (202, else 212 without its points)."""
        return next((record.descriptors for record in self.of(TieBreakList)), ())

    @cached_property
    def byes(self) -> Mapping[tuple[int, int], ResultMark]:
        """The byes of lines 240, requested, played or future: (round, starting rank) → H, F or Z."""
        return {
            (record.round, number): ResultMark(record.kind.upper())
            for record in self.of(ByesRecord)
            for number in record.ids
            if number
        }

    @cached_property
    def absent(self) -> frozenset[int]:
        """The players who must not be paired now (XXZ)."""
        return frozenset(number for together in self.of(Together, "XXZ") for number in together.ids)

    def accelerated(self, number: int, round_number: int) -> int:
        """Return the additional half-points for the pairing of a player in a round (250, XXA)."""
        ranges, players = self._accelerations
        total = sum(
            record.game_points or record.match_points or 0
            for record in ranges
            if record.first_round <= round_number <= (record.last_round or record.first_round)
            and record.first_id <= number <= (record.last_id or record.first_id)
        )
        return total + sum(
            sum(record.points[round_number - 1 : round_number]) for record in players if record.number == number
        )

    @cached_property
    def _accelerations(self) -> tuple[tuple[AccelerationRecord, ...], tuple[PlayerAcceleration, ...]]:
        return self.of(AccelerationRecord), self.of(PlayerAcceleration)

    def forbidden(self, round_number: int) -> frozenset[tuple[int, int]]:
        """Return pairs of starting ranks, the lower first, that must not meet in a round (260, XXP)."""
        groups = [together.ids for together in self.of(Together, "XXP")]
        for record in self.of(ForbiddenRecord):
            first = record.first_round or 1
            if first <= round_number <= (record.last_round or self.rounds_planned or round_number):
                groups.append(tuple(number for number in record.ids if number))
        return frozenset((lower, higher) for ids in groups for lower in ids for higher in ids if lower < higher)

    @property
    def comments(self) -> tuple[str, ...]:
        return tuple(record.comment for record in self.of(RawRecord) if record.comment is not None)

    @property
    def unknown(self) -> tuple[RawRecord, ...]:
        """The lines with an unknown meaning."""
        return tuple(record for record in self.of(RawRecord) if record.comment is None and record.text.strip())

    @property
    def teams(self) -> tuple[TeamRecord | OldTeam, ...]:
        """The teams of 310, or of 013 if there is no 310."""
        return self.of(TeamRecord) or self.of(OldTeam)

    @cached_property
    def changed_points(self) -> Mapping[tuple[int, int | None], tuple[AbnormalPoints, ...]]:
        """The lines 299 that change a player's points: (starting rank, round or None for all) → lines.

        Teams are not included.
        """
        lines: dict[tuple[int, int | None], tuple[AbnormalPoints, ...]] = {}
        for record in () if self.of(TeamRecord) else self.of(AbnormalPoints):
            for number in filter(None, record.ids):
                key = (number, record.round or None)
                lines[key] = (*lines.get(key, ()), record)
        return lines

    @property
    def match_scoring(self) -> Mapping[str, int]:
        """The half-points of TW, TD, TL (362)."""
        result = {"TW": 4, "TD": 2, "TL": 0}
        for record in self.of(MatchScoring):
            result |= dict(record.worths)
        return result


def _coloured(player: PlayerRecord, players: Mapping[int, PlayerRecord]) -> PlayerRecord:
    if all(cell.side is not None or cell.opponent is None for cell in player.rounds):
        return player
    return replace(
        player, rounds=tuple(_coloured_cell(player, index, cell, players) for index, cell in enumerate(player.rounds))
    )


def _coloured_cell(player: PlayerRecord, at: int, cell: ResultCell, players: Mapping[int, PlayerRecord]) -> ResultCell:
    if cell.side is not None or cell.opponent is None:
        return cell
    other = players.get(cell.opponent)
    opponent_cell = other.rounds[at] if other is not None and at < len(other.rounds) else ResultCell()
    if opponent_cell.side is not None:
        return replace(cell, side=opponent_cell.side.other)
    return replace(cell, side=Side.WHITE if player.number < cell.opponent else Side.BLACK)


def _last(rounds: tuple[ResultCell, ...]) -> int:
    return max(
        (index for index, cell in enumerate(rounds, 1) if cell.opponent or cell.mark is ResultMark.PAIRING_BYE),
        default=0,
    )


def _last_filled_round(rounds: tuple[ResultCell, ...]) -> int:
    return max((index for index, cell in enumerate(rounds, 1) if not cell.empty), default=0)


# The time control of a TRF: encoded (222), or parsed from free text (122).


def control_of(tournament: TrfTournament) -> TimeControl | None:
    """Return the control of 222, else of 122; None if neither is readable.

    Also None if White and Black have different times, because a section has one control for both.
    """
    code = tournament.header("222").strip()
    if code:
        try:
            white, black = sides_from_seconds_text(code)
        except BadInput:
            pass
        else:
            return white if white == black else None
    words = tournament.header("122").strip()
    try:
        return parse_control(words) if words else None
    except BadInput:
        return None


def header_time_control(tournament: TrfTournament) -> Header | None:
    """Return the first line with a time control."""
    return next((header for header in tournament.of(Header, "222", "122") if header.text.strip()), None)


def encoded(spelling: str) -> str:
    """Return `40/6000+30:900+30`; empty for a control with a delay, which 222 cannot express."""
    try:
        control = parse_control(spelling) if spelling else None
    except BadInput:
        return ""
    if control is None or any(
        period.bonus.kind in (BonusKind.DELAY, BonusKind.BRONSTEIN) for period in control.periods
    ):
        return ""
    return seconds_text(control)
