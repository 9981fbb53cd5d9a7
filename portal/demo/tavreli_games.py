"""The recorded tavreli games: players, moves checked by the rules core, and the result, if any."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from tavleya.errors import BadInput, Problem
from tavleya.rules.contract import LineOfPlay, Ply, Position, Rules
from tavleya.rules.filegame import BLACK_WON, UNKNOWN, WHITE_WON, FileGame, FileReading
from tavleya.rules.registry import rules_for
from tavleya.sides import Side

_TWO_PEOPLE = re.compile(r"(?P<white>.+?)\s+[-–]\s+(?P<black>.+?)(?:,\s*(?P<where>.+)|\s+\(.*\))?\Z")
_INITIAL_FIRST = re.compile(r"(?P<initial>\w\.)\s*(?P<family>\w{2,})\Z")
_FAMILY_FIRST = re.compile(r"(?P<family>\w{2,})\.?\s+(?P<initial>\w)\.?\Z")
_RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")


def read(path: Path) -> FileReading:
    """Read every game of the file; an illegal move becomes a problem with its game and ply."""
    rules = rules_for("tavreli")
    games: list[FileGame] = []
    problems: list[Problem] = []
    for number, game in enumerate(json.loads(path.read_text("utf-8"))["games"], start=1):
        plies: list[Ply] = []
        position = rules.start()
        try:
            for text in game["moves"]:
                position = _play(rules, position, text, plies)
        except BadInput as error:
            problems.append(Problem(error.message, game=number, ply=len(plies) + 1))
        games.append(
            FileGame(
                number=number,
                line=number,
                tags=_tags(game["players"]),
                game=rules.game,
                start=rules.start().text(),
                line_of_play=LineOfPlay(rules.start(), tuple(plies)),
                texts=tuple(game["moves"][: len(plies)]),
                result=_result(game["result"], position),
            )
        )
    return FileReading(tuple(games), tuple(problems))


def _play(rules: Rules, position: Position, text: str, plies: list[Ply]) -> Position:
    move = rules.read(position, text)
    position = position.play(move)
    plies.append(Ply(move.text, position))
    return position


def _result(recorded: str, position: Position) -> str:
    """Return the recorded result, else the winner by mate, else unknown."""
    match = _RESULT.match(recorded)
    if match:
        return match[1]
    winner = position.status().winner
    return UNKNOWN if winner is None else WHITE_WON if winner is Side.WHITE else BLACK_WON


def _tags(players: str) -> Mapping[str, str]:
    match = _TWO_PEOPLE.match(players)
    if match is None:
        # The book's sample game has no names.
        return {"White": "Партия-образец (белые)", "Black": "Партия-образец (чёрные)"}
    tags = {"White": _name(match["white"]), "Black": _name(match["black"])}
    return tags | ({"Site": match["where"]} if match["where"] else {})


def _name(text: str) -> str:
    """Return `А.Карпов`, `Рогова. Т` and `Ершова С.` with the family name first, so that one person has one name."""
    text = text.strip()
    match = _INITIAL_FIRST.match(text) or _FAMILY_FIRST.match(text)
    return f"{match['family']} {match['initial'].rstrip('.')}." if match else text
