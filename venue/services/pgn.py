"""PGN games from a program at the venue, converted to board reports."""

from dataclasses import dataclass, replace
from datetime import datetime

from games.states import state_of
from tavleya.actors import Actor
from tavleya.errors import BadInput
from tavleya.rules.filegame import FileGame, FileReading
from tavleya.rules.pgn import read_pgn
from tavleya.rules.registry import rules_for, spec_of
from tavleya.rules.spec import FileForm
from tournaments.models.boards import Feed, QuestionCode
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.models.section import Section
from venue.messages import say
from venue.services.reading import LONGEST_MOVE, MOST_MOVES, PROPOSED, Fault, Refusal, Report, match_games
from venue.services.reports import MOST_BOARDS, BoardAnswer, reported_round, take_reports

#: Bytes of a file: a round of three hundred games with clocks is a third of it.
LARGEST = 4 * 1024**2
#: The default name of the source.
PGN = "PGN"


@dataclass(frozen=True, slots=True)
class GameAnswer:
    """The outcome for a game of a PGN: `number` is its position in it, `white` and `black` as it has them.

    `told` is that of a reported board; an unmatched game has the code of `matching.Match`.
    """

    number: int
    white: str
    black: str
    told: BoardAnswer


def supports_boards(section: Section) -> bool:
    """Return whether electronic boards and PGN support games of the section."""
    return spec_of(section.game).file is FileForm.PGN


def report_pgn(*, actor: Actor, now: datetime, round_id: int, pgn: str, source: str = PGN) -> list[GameAnswer]:
    """Import the games of a round as far as `pgn` has them, each by itself, in the order of the text.

    A game shorter than the record is older and changes nothing, so the same text may be sent repeatedly.
    Raises: BadInput ("pgn_too_large", "pgn_of_another_game", "no_pgn_games", "too_many_reports"); the errors of
    `report_boards`.
    """
    return take_pgn(reported_round(actor, round_id), pgn, source[:80] or PGN, actor=actor, now=now)


def take_pgn(round_: Round, text: str, source: str, *, actor: Actor, now: datetime) -> list[GameAnswer]:
    """Import a PGN for a round that the actor may report."""
    section = round_.section
    if not supports_boards(section):
        raise BadInput(say("pgn_of_another_game"))
    if len(text) > LARGEST:
        raise BadInput(say("pgn_too_large", most=LARGEST // 1024**2))
    reading = read_pgn(text, rules=rules_for(section.game, section.rules))
    if not reading.games:
        raise BadInput(say("no_pgn_games"))
    if len(reading.games) > MOST_BOARDS:
        raise BadInput(say("too_many_reports", most=MOST_BOARDS))
    rows = Pairing.objects.filter(round=round_, game__isnull=False, black__isnull=False)
    boards = list(rows.select_related("game", "white__player", "black__player"))
    matches = match_games(reading.games, boards, round_.number)
    reports = [
        _report(reading, game, match.board)
        for game, match in zip(reading.games, matches, strict=True)
        if match.board is not None
    ]
    board_answers = iter(take_reports(round_, source, Feed.PGN, reports, actor=actor, now=now))
    return [
        _answer(game, next(board_answers) if match.board is not None else BoardAnswer(match.code))
        for game, match in zip(reading.games, matches, strict=True)
    ]


def _answer(game: FileGame, board_answer: BoardAnswer) -> GameAnswer:
    white, black = (game.tags.get(side, "")[:200] for side in ("White", "Black"))
    return GameAnswer(game.number, white, black, board_answer)


def _report(reading: FileReading, game: FileGame, board: Pairing) -> Report:
    assert board.game is not None
    report = Report(board=board.board, result=game.result if game.result in PROPOSED else "")
    if game.moves and game.line_of_play.start.text() != state_of(board.game).line.start.text():
        fault = Fault(QuestionCode.START_POSITION, fen=game.line_of_play.start.text().split(" ")[0])
        return replace(report, faults=(fault,))
    return replace(
        report,
        moves=game.moves[:MOST_MOVES],
        shown=dict(game.clocks),
        faults=(),
        refusal=_refusal(reading, game),
    )


def _refusal(reading: FileReading, game: FileGame) -> Refusal | None:
    """Return the unreadable move; a file that ends within a move is only incomplete."""
    ply = len(game.moves) + 1
    bad = next((problem for problem in reading.problems_of(game.number) if problem.ply == ply), None)
    if bad is None or (game.number == len(reading.games) and _cut_off(reading, game)):
        return None
    return Refusal(ply, str(bad.message.params.get("move", ""))[:LONGEST_MOVE], bad.message)


def _cut_off(reading: FileReading, game: FileGame) -> bool:
    return any(warning.game == game.number and warning.message.code == "result_missing" for warning in reading.warnings)
