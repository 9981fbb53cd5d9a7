"""Proposal of a section from a TRF, for the user who imports it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tavleya.errors import Problem
from tavleya.formats.messages import say
from tavleya.formats.names import suggest_slug
from tavleya.formats.trf.check import MOST_ROUNDS, check
from tavleya.formats.trf.pairing import matches_in
from tavleya.formats.trf.records import (
    POINTS_AS_BYES,
    PlayerRecord,
    RawRecord,
    ResultCell,
    ResultMark,
    RoundCount,
    TrfRecord,
)
from tavleya.formats.trf.swiss_records import ByesRecord
from tavleya.formats.trf.tournament import TrfTournament, control_of
from tavleya.languages import DEFAULT
from tavleya.messages import Message
from tavleya.rules.registry import SPECS
from tavleya.sides import Side


@dataclass(frozen=True, slots=True)
class SectionProposal:
    """Values of a new section; `format` is the system named by the encoded type or its text."""

    name: str
    slug: str
    game: str
    format: str
    rounds: int
    control: str
    players: int
    teams: int
    rounds_recorded: int


#: Returns the system of a report's type, if any, from its text in upper case and whether teams play.
ToldBy = Callable[[str, bool], str]


def propose_section(tournament: TrfTournament, told_by: ToldBy) -> SectionProposal:
    """Return the section of the file; `told_by` finds systems by their own words."""
    name = tournament.name.strip()[:120]
    control = control_of(tournament)
    recorded = tournament.rounds_recorded
    return SectionProposal(
        name,
        suggest_slug({DEFAULT: name}),
        _game(tournament),
        format_of(tournament, told_by),
        max(tournament.rounds_planned or 0, recorded, 1),
        control.text() if control is not None else "",
        len(tournament.players),
        len(tournament.teams),
        recorded,
    )


def _game(tournament: TrfTournament) -> str:
    """Return the game named in the header or comments, else the game that FIDE rates.

    The format has no field for it.
    """
    texts = (tournament.name, tournament.header("092"), *tournament.comments)
    text = " ".join(texts).lower()
    words = {word: spec.game for spec in SPECS.values() for word in spec.report_words if word in text}
    if words:
        return words[max(words, key=len)]  # the longest: "international draughts" also contains "draughts"
    return next(spec.game for spec in SPECS.values() if spec.fide_rated)


def format_of(tournament: TrfTournament, told_by: ToldBy) -> str:
    """Return the key of the system by the encoded type (192), else by the type's text; `free` if unknown."""
    system = (tournament.system or tournament.header("092")).upper().replace("-", "").replace(" ", "")
    if tournament.teams and tournament.round_robin:
        met = all(matches_in(tournament, at) for at in range(1, tournament.rounds_recorded + 1))
        return "teams" if met else "free"
    if named := told_by(system, bool(tournament.teams)):
        return named
    if tournament.teams:
        return "free"
    if tournament.round_robin:
        return "double_round_robin" if "DOUBLE" in system else "round_robin"
    return "free" if "CUSTOM" in system or "KNOCK" in system else "swiss"


# Repairs of contradictory lines of a TRF that a user can accept.

#: The description of a repair, and the records that it replaces, by line.
Mend = tuple[Message, Mapping[int, TrfRecord]]
Params = Mapping[str, Any]

_OF_THE_OTHER = {
    ResultMark.WIN: ResultMark.LOSS, ResultMark.LOSS: ResultMark.WIN, ResultMark.DRAW: ResultMark.DRAW,
    ResultMark.SHORT_WIN: ResultMark.SHORT_LOSS, ResultMark.SHORT_LOSS: ResultMark.SHORT_WIN,
    ResultMark.SHORT_DRAW: ResultMark.SHORT_DRAW,
    ResultMark.FORFEIT_WIN: ResultMark.FORFEIT_LOSS, ResultMark.FORFEIT_LOSS: ResultMark.FORFEIT_WIN,
}  # fmt: skip


def mended(
    tournament: TrfTournament, accepted: Collection[str], *, persons: bool
) -> tuple[TrfTournament, list[Problem], list[Problem]]:
    """Return the tournament with every accepted remedy (`Problem.mark`), the remaining problems, and the adjustments.

    A remaining problem carries its remedy if there is one.  While any remains, the adjustments contain only remedies.
    """
    repaired: list[Problem] = []
    done: set[str] = set()
    while True:
        problems, adjustments = check(tournament, persons=persons)
        changes: dict[int, TrfRecord] = {}
        open_problems = []
        for problem in problems:
            mend = _mend(tournament, problem)
            if mend is None:
                open_problems.append(problem)
                continue
            problem.remedy, change = mend
            open_problems.append(problem)
            if problem.mark not in accepted or problem.mark in done or change.keys() & changes.keys():
                continue
            changes |= change
            done.add(problem.mark)
            repaired.append(problem)
        if not changes:
            return tournament, open_problems, [*repaired, *adjustments]
        records = tuple(changes.get(record.line, record) for record in tournament.records)
        tournament = TrfTournament(records, tournament.writing)


def _mend(tournament: TrfTournament, problem: Problem) -> Mend | None:
    mend = _MENDS.get(problem.message.key)
    return mend(tournament, problem.line, problem.message.params) if mend is not None else None


# One repair function for each problem


def _left_blank(**values: object) -> Callable[[TrfTournament, int | None, Params], Mend | None]:
    def mend(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
        player = _player(tournament, line)
        return (say("trf_remedy.left_blank"), {player.line: replace(player, **values)}) if player else None  # type: ignore[arg-type]

    return mend


def _rounds_of_the_lines(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    most = max(params.get("rounds", 0), tournament.columns)
    counts = tournament.of(RoundCount)
    if not counts or not 1 <= most <= MOST_ROUNDS:
        return None
    return say("trf_remedy.rounds_of_the_lines"), {count.line: replace(count, rounds=most) for count in counts}


def _bye_instead(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    player = _player(tournament, line)
    if player is None:
        return _without_the_bye(tournament, line, {"number": params["opponent"]})
    bye = ResultCell(mark=POINTS_AS_BYES.get(_cell(player, params).mark, ResultMark.ZERO_BYE))
    return say("trf_remedy.bye_instead"), _with_cell(player, params["round"], bye)


def _without_the_bye(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    for record in tournament.of(ByesRecord):
        if record.line == line:
            ids = tuple(number for number in record.ids if number != params["number"])
            return say("trf_remedy.bye_left_out"), {record.line: replace(record, ids=ids)}
    return None


def _without_the_line(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    for record in tournament.records:
        if record.line == line:
            raw = RawRecord(
                text=record.source or record.written(), source=record.source, end=record.end, line=record.line
            )
            return say("trf_remedy.line_left_out"), {record.line: raw}
    return None


def _colours_by_rank(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    board = _board(tournament, line, params)
    if board is None:
        return None
    white, black = sorted(board, key=lambda player: player.number)
    return say("trf_remedy.colours_by_rank"), {
        **_with_cell(white, params["round"], replace(_cell(white, params), side=Side.WHITE)),
        **_with_cell(black, params["round"], replace(_cell(black, params), side=Side.BLACK)),
    }


def _results_together(tournament: TrfTournament, line: int | None, params: Params) -> Mend | None:
    """Use the result of the one line that has a result; if both have one, the correct one is unknown."""
    board = _board(tournament, line, params)
    if board is None:
        return None
    decided = [player for player in board if not _cell(player, params).mark.open]
    if len(decided) == 1:
        [sure], [other] = decided, [player for player in board if player is not decided[0]]
        mark = _OF_THE_OTHER[_cell(sure, params).mark]
        changed = replace(_cell(other, params), mark=mark)
        return say("trf_remedy.result_of_the_other"), _with_cell(other, params["round"], changed)
    changes: dict[int, TrfRecord] = {}
    for player in board:
        changes |= _with_cell(player, params["round"], replace(_cell(player, params), mark=ResultMark.UNKNOWN))
    return say("trf_remedy.result_unknown"), changes


def _player(tournament: TrfTournament, line: int | None) -> PlayerRecord | None:
    return next((player for player in tournament.of(PlayerRecord) if player.line == line), None)


def _board(tournament: TrfTournament, line: int | None, params: Params) -> tuple[PlayerRecord, PlayerRecord] | None:
    first = _player(tournament, line)
    second = next((player for player in tournament.of(PlayerRecord) if player.number == params["opponent"]), None)
    return (first, second) if first is not None and second is not None else None


def _cell(player: PlayerRecord, params: Params) -> ResultCell:
    at: int = params["round"]
    return player.rounds[at - 1]


def _with_cell(player: PlayerRecord, at: int, cell: ResultCell) -> dict[int, TrfRecord]:
    return {player.line: replace(player, rounds=(*player.rounds[: at - 1], cell, *player.rounds[at:]))}


_MENDS: Mapping[str, Callable[[TrfTournament, int | None, Params], Mend | None]] = {
    "trf_fide_id_twice": _left_blank(fide_id=""),
    "trf_rating": _left_blank(rating=None),
    "trf_rounds_planned": _rounds_of_the_lines,
    "trf_too_many_rounds": _rounds_of_the_lines,
    "trf_opponent_unknown": _bye_instead,
    "trf_opponent_self": _bye_instead,
    "trf_opponent_mismatch": _bye_instead,
    "trf_same_colour": _colours_by_rank,
    "trf_results_contradict": _results_together,
    "trf_bye_kind": _without_the_line,
    "trf_bye_contradicts": _without_the_bye,
}
