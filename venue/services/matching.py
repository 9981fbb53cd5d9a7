"""Games of a PGN and the boards of a round: by table, by the game's key, by FIDE ids, by names; never by a guess."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tavleya.formats.names import PersonName, folded, split_name
from tavleya.rules.filegame import FileGame
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player

_ROUND = re.compile(r"^(\d{1,4})(?:\.(\d{1,5}))?$")
_NUMBER = re.compile(r"^\d{1,5}$")


@dataclass(frozen=True, slots=True)
class Match:
    """The board of a game; without a board, `code` has the reason.

    other_round, no_board, two_boards (its tags name different ones), two_games (another game of the file names it too).
    """

    board: Pairing | None
    code: str = ""


def match_games(games: Sequence[FileGame], boards: Sequence[Pairing], number: int | None) -> list[Match]:
    """Return the board of each game, in the order of the games. Boards have their players; `number` of the round."""
    ways = [way(boards) for way in (_by_table, _by_key, _by_fide_ids, _by_names)]
    matches = [_match(game, ways, number) for game in games]
    times = Counter(match.board.pk for match in matches if match.board is not None)
    return [
        Match(None, "two_games") if match.board is not None and times[match.board.pk] > 1 else match
        for match in matches
    ]


_Way = Callable[[FileGame], list[Pairing]]


def _match(game: FileGame, ways: Sequence[_Way], number: int | None) -> Match:
    round_ = _ROUND.match(game.tags.get("Round", ""))
    if round_ and number is not None and int(round_[1]) != number:
        return Match(None, "other_round")
    named = [boards for way in ways if (boards := way(game))]
    if not named:
        return Match(None, "no_board")
    # The first way that names one board has it, unless a later one is as sure of another.
    sure = [boards[0] for boards in named if len(boards) == 1]
    if not sure or any(board.pk != sure[0].pk for board in sure):
        return Match(None, "two_boards")
    return Match(sure[0])


def _by_table(boards: Sequence[Pairing]) -> _Way:
    at = {board.board: board for board in boards}

    def way(game: FileGame) -> list[Pairing]:
        tag, round_ = game.tags.get("Board", ""), _ROUND.match(game.tags.get("Round", ""))
        table = int(tag) if _NUMBER.match(tag) else int(round_[2] or 0) if round_ else 0
        return [at[table]] if table in at else []

    return way


def _by_key(boards: Sequence[Pairing]) -> _Way:
    at = {str(board.game.key): board for board in boards if board.game is not None}

    def way(game: FileGame) -> list[Pairing]:
        key = game.tags.get("GameId", "")
        return [at[key]] if key in at else []

    return way


def _by_fide_ids(boards: Sequence[Pairing]) -> _Way:
    at: Mapping[tuple[str, str], list[Pairing]] = defaultdict(list)
    for board in boards:
        white, black = _players(board)
        if white.fide_id and black.fide_id:
            at[(str(white.fide_id), str(black.fide_id))].append(board)

    def way(game: FileGame) -> list[Pairing]:
        ids = game.tags.get("WhiteFideId", ""), game.tags.get("BlackFideId", "")
        return at.get(ids, [])

    return way


def _by_names(boards: Sequence[Pairing]) -> _Way:
    at: Mapping[tuple[str, str], list[Pairing]] = defaultdict(list)
    for board in boards:
        white, black = _players(board)
        for name in _names(white):
            for other in _names(black):
                at[(name, other)].append(board)

    def way(game: FileGame) -> list[Pairing]:
        white, black = game.tags.get("White", ""), game.tags.get("Black", "")
        if not white.strip() or not black.strip():
            return []
        return at.get((_folded_name(white), _folded_name(black)), [])

    return way


def _players(board: Pairing) -> tuple[Player, Player]:
    assert board.black is not None
    return board.white.player, board.black.player


def _names(player: Player) -> set[str]:
    """Return all names of a player in the event, with and without the patronymic."""
    own = PersonName(player.family_name, player.given_name, player.patronymic)
    short = PersonName(player.family_name, player.given_name)
    return {
        folded(own.full),
        folded(short.full),
        *(_folded_name(name) for name in player.names.values() if name),
    }


def _folded_name(text: str) -> str:
    return folded(split_name(text).full)
