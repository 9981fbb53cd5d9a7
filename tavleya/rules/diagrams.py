"""Pictures for the pages about the rules, drawn from a list and validated by the rules.

A list is an INI file with one section per picture, named as its file:

[en-passant]
title = The ratnik on e5 takes en passant
position = 4k3/3pq4/8/4PH3/8/8/8/4K3 b - d - 0 1
moves = d7-d5 e5-d6
arrows = e5-d6

`moves` are played by the rules and the last one is marked; `targets` marks the legal targets of a piece; `tower` draws
only the pieces of one square; a volhv or king in check is marked automatically; `turned` shows Black's side.
"""

import configparser
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from tavleya.rules.contract import LineOfPlay, Position, Rules, StatusKind
from tavleya.rules.filegame import UNKNOWN, Notes
from tavleya.rules.pictures import board_svg, describe, tower_svg
from tavleya.sides import Side

_CHECKS = (StatusKind.CHECK, StatusKind.CHECKMATE)
# Pages may be dark, but a picture in black ink needs white paper.
_PAPER = '<svg style="background:#fff"'


@dataclass(frozen=True, slots=True)
class Diagram:
    """One picture.  `position` and `moves` are read by the rules.

    `targets` is a square whose moves are shown; `tower` is a square whose pieces alone are drawn, enlarged.
    """

    title: str
    position: str = "start"
    moves: tuple[str, ...] = ()
    arrows: tuple[tuple[str, str], ...] = ()
    targets: str = ""
    tower: str = ""
    turned: bool = False


def read_list(text: str) -> dict[str, Diagram]:
    """Return the pictures of a list by name.  Raises: ValueError for an invalid list."""
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read_string(text)
    except configparser.Error as problem:
        raise ValueError(str(problem)) from None
    return {name: _diagram(parser[name]) for name in parser.sections()}


def _diagram(section: configparser.SectionProxy) -> Diagram:
    unknown = set(section) - {"title", "position", "moves", "arrows", "targets", "tower", "turned"}
    if unknown or "title" not in section:
        raise ValueError(f"[{section.name}] needs a title and knows no {', '.join(sorted(unknown))}")
    arrows = (arrow.split("-") for arrow in section.get("arrows", "").split())
    return Diagram(
        title=section["title"],
        position=section.get("position", "start"),
        moves=tuple(section.get("moves", "").split()),
        arrows=tuple((start, end) for start, end in arrows),
        targets=section.get("targets", ""),
        tower=section.get("tower", ""),
        turned=section.getboolean("turned", fallback=False),
    )


def draw(rules: Rules, diagram: Diagram) -> str:
    """Return the picture as an SVG document, in black on white.  Raises: BadInput for an illegal position or move."""
    position = rules.position(diagram.position)
    last: tuple[str, ...] = ()
    for text in diagram.moves:
        move = rules.read(position, text)
        position, last = position.play(move), move.squares
    figures = position.figures()
    if diagram.tower:
        return _on_paper(tower_svg(figures[diagram.tower], game=rules.game, title=diagram.title, theme="print"))
    sentences = describe(figures, position.turn, game=rules.game)
    picture = board_svg(
        figures,
        game=rules.game,
        title=diagram.title,
        description=" ".join(sentence.render() for sentence in sentences),
        orientation=Side.BLACK if diagram.turned else Side.WHITE,
        last_move=last,
        check=_in_check(position),
        selected=diagram.targets or None,
        targets=tuple(sorted(set(_targets(position, diagram.targets)))),
        arrows=diagram.arrows,
        theme="print",
    )
    return _on_paper(picture)


def _on_paper(picture: str) -> str:
    return picture.replace("<svg", _PAPER, 1) + "\n"


def _in_check(position: Position) -> str | None:
    if position.status().kind not in _CHECKS:
        return None
    return next(
        square
        for square, pieces in position.figures().items()
        if pieces[0].kind == "K" and pieces[0].side is position.turn
    )


def _targets(position: Position, square: str) -> Iterator[str]:
    return (move.squares[-1] for move in position.legal_moves() if move.squares[0] == square)


# Chapters for files and relays from a game that continued after irregular moves.
#
# Readers of PGN and PDN follow only legal moves. The game is cut before each irregular move: the moves
# before it are one game of the file, those after it another, from the position on the board.

_Value = TypeVar("_Value")

#: Tags that distinguish a chapter from the first; without them relays treat it as a correction of the same game.
CONTINUED = " (continued)"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Legal moves from a position.  `notes` are by the plies of `line`; only the last chapter has the game's result.

    `irregular` is the irregular move played after it; empty for the last.
    """

    line: LineOfPlay
    tags: Mapping[str, str]
    result: str
    notes: Notes
    irregular: str = ""


def chapters(line: LineOfPlay, tags: Mapping[str, str], result: str, notes: Notes) -> Iterator[Chapter]:
    """Yield one chapter for a game of legal moves, and one more for each irregular move.

    Notes of the irregular move itself, its clock time included, are at the beginning of the next chapter.  `Event` and
    `GameId` of that chapter mark it as a continuation, and do not change when it is written again.
    """
    start, first, number = line.start, 0, 1
    for index, ply in enumerate(line.plies):
        if ply.irregular:
            before = LineOfPlay(start, line.plies[first:index])
            yield Chapter(before, _tags(tags, number), UNKNOWN, _from(notes, first, index), ply.text)
            start, first, number = ply.position, index + 1, number + 1
    yield Chapter(
        LineOfPlay(start, line.plies[first:]), _tags(tags, number), result, _from(notes, first, len(line.plies))
    )


def _tags(tags: Mapping[str, str], number: int) -> Mapping[str, str]:
    if number == 1:
        return tags
    chapter_tags = {name: value for name, value in tags.items() if name not in ("FEN", "SetUp")}
    chapter_tags["Event"] = tags.get("Event", "?") + CONTINUED
    if key := tags.get("GameId"):
        chapter_tags["GameId"] = f"{key}-{number}"
    return chapter_tags


def _from(notes: Notes, first: int, last: int) -> Notes:
    """Return the notes of the plies after `first` up to `last`, counted from 1 again."""

    def shifted(by_ply: Mapping[int, _Value]) -> dict[int, _Value]:
        return {ply - first: value for ply, value in by_ply.items() if first <= ply <= last}

    return Notes(
        comments=shifted(notes.comments),
        # The start position of a chapter has no mark and no time: they belong to moves.
        marks={ply: value for ply, value in shifted(notes.marks).items() if ply},
        clocks=shifted(notes.clocks),
        elapsed=shifted(notes.elapsed),
        variations=shifted(notes.variations),
    )
