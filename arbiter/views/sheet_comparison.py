"""Score sheets on the arbiters' page: side by side, with the differences and the effect of each choice."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.models.game import Game
from games.models.sheet import ScoreSheet
from games.views.labels import termination_label
from games.views.ledger import result_shown
from games.views.requests import notation_language
from games.views.viewer import diagram
from tavleya.messages import N_
from tavleya.record.merging import Gap, Keeper, Merge, Sheet, SheetDifference, read_sheet
from tavleya.record.replay import Continuation, SheetCell, cells, continuations, written_result
from tavleya.record.state import State
from tavleya.rules.contract import LineOfPlay, Ply, Position, Style
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

KEEPERS = {Keeper.WHITE: N_("White's sheet"), Keeper.BLACK: N_("Black's sheet"), Keeper.ARBITER: N_("Arbiter's sheet")}
_SHOWN_CANDIDATES = 12


def keeper_name(keeper: Keeper | str) -> str:
    return gettext(KEEPERS[Keeper(keeper)])


def ply_number(number: int) -> str:
    """Return `12.` for a move of White, `12…` for one of Black."""
    return f"{(number + 1) // 2}{'.' if number % 2 else '…'}"


def letters(game: str) -> list[tuple[str, str]]:
    """Return the languages of piece letters that a sheet of this game may use; none if sheets have no letters."""
    languages = spec_of(game).written.letters
    return [("", gettext("recognised by the letters")), *languages.items()] if languages else []


def troubles(sheet_cells: Sequence[SheetCell]) -> list[dict[str, Any]]:
    return [
        {"line": cell.line, "number": ply_number(cell.number), "text": cell.text, "why": cell.why.render(gettext)}
        for cell in sheet_cells
        if cell.why is not None
    ]


class Comparison:
    """The newest sheets of a game, side by side."""

    def __init__(self, game: Game, state: State, rows: Sequence[ScoreSheet], merged: Merge) -> None:
        self.game, self.state, self.merged = game, state, merged
        self.rules, self.start = state.rules, state.line.start
        self.sheets: list[Sheet] = [
            read_sheet(game.game, Keeper(row.keeper), row.text, row.language) for row in rows if row.text.strip()
        ]

    @cached_property
    def columns(self) -> list[dict[str, Any]]:
        return [
            {
                "keeper": sheet.keeper.value,
                "name": keeper_name(sheet.keeper),
                "cells": cells(self.rules, self.start, sheet, self.merged),
                "result": sheet.result,
            }
            for sheet in self.sheets
        ]

    @property
    def rows(self) -> list[dict[str, Any]]:
        longest = max((len(column["cells"]) for column in self.columns), default=0)
        first = self.merged.differences[0].number if self.merged.differences else 0
        return [
            {
                "number": (number + 1) // 2,
                "pairs": [(_at(column["cells"], number), _at(column["cells"], number + 1)) for column in self.columns],
                "parts": first in (number, number + 1),
            }
            for number in range(1, longest + 1, 2)
        ]

    @property
    def agreed(self) -> int:
        return self.merged.agreed

    @property
    def several(self) -> bool:
        return len(self.sheets) > 1

    @property
    def marks_differ(self) -> list[str]:
        """Half-moves with a draw offer on one sheet only."""
        return [f"{ply_number(number)} {self.written[number - 1]}" for number in self.merged.marks_differ]

    @property
    def results_differ(self) -> list[tuple[str, str]]:
        """The results on the sheets, if they differ."""
        results = [(keeper_name(sheet.keeper), sheet.result) for sheet in self.sheets if sheet.result]
        return results if len({written_result(result) for _, result in results}) > 1 else []

    @cached_property
    def written(self) -> list[str]:
        """The merged score as the reader writes it."""
        return format_moves(self.state, self.merged.moves)

    @property
    def differences(self) -> list[dict[str, Any]]:
        return [
            {"number": ply_number(difference.number), "claims": self._claims(difference)}
            for difference in self.merged.differences
        ]

    @property
    def gaps(self) -> list[dict[str, Any]]:
        return [self._gap(gap) for gap in self.merged.gaps]

    def _gap(self, gap: Gap) -> dict[str, Any]:
        position = self._before(gap.number)
        candidates = [
            self.rules.write(position, self.rules.read(position, text), style())
            for text in gap.candidates[:_SHOWN_CANDIDATES]
        ]
        return {
            "number": ply_number(gap.number),
            "why": gap.why.render(gettext) if gap.why else "",
            "candidates": candidates,
            "more": max(0, len(gap.candidates) - len(candidates)),
        }

    def _before(self, number: int) -> Position:
        return line_of(self.state, self.merged.moves[: number - 1]).position

    def _claims(self, difference: SheetDifference) -> list[dict[str, Any]]:
        ways = continuations(self.rules, self.start, self.sheets, self.merged, difference)
        by_keeper = {way.keeper: way for way in ways}
        before = self._before(difference.number)
        shown_claims = []
        for claim in difference.claims:
            way = by_keeper.get(claim.keeper)
            move = self.rules.read(before, claim.canonical) if claim.canonical else None
            name = keeper_name(claim.keeper)
            words = self.rules.write(before, move, style()) if move else ""
            shown_claims.append(
                {
                    "keeper": name,
                    "written": claim.written,
                    "move": words,
                    "why": claim.why.render(gettext) if claim.why else "",
                    "supported": claim.keeper is difference.supported,
                    "fact": _support(claim.own, claim.own_left, claim.others, claim.others_left) if move else "",
                    "means": _meaning(way) if way else "",
                    "after": diagram(
                        self.game.game,
                        way.after,
                        f"{name}: {ply_number(difference.number)} {words}",
                        key=f"after-{difference.number}-{claim.keeper}",
                        last_move=move.squares,
                    )
                    if way and move
                    else "",
                    "last": self._last(way, name, difference.number) if way and way.plies > difference.number else "",
                    "last_words": f"{ply_number(way.plies)} {format_moves(self.state, way.moves)[-1]}" if way else "",
                }
            )
        return shown_claims

    def _last(self, way: Continuation, name: str, number: int) -> SafeString:
        title = gettext("Position at the end of this score sheet")
        return diagram(self.game.game, way.last, f"{name}: {title}", key=f"last-{number}-{way.keeper}")


def style() -> Style:
    return Style("short", notation_language())


def line_of(state: State, moves: Sequence[str]) -> LineOfPlay:
    """Return the line of play of canonical moves from the start of the game."""
    line = LineOfPlay(state.line.start)
    for text in moves:
        move = state.rules.read(line.position, text)
        line = line.add(Ply(move.text, line.position.play(move)))
    return line


def format_moves(state: State, moves: Sequence[str]) -> list[str]:
    """Return canonical moves in the reader's notation."""
    texts, before = [], state.line.start
    for text in moves:
        move = state.rules.read(before, text)
        texts.append(state.rules.write(before, move, style()))
        before = before.play(move)
    return texts


def numbered(texts: Sequence[str], start: Side = Side.WHITE) -> str:
    """Return moves in score sheet form, one number per line."""
    shift = 0 if start is Side.WHITE else 1
    lines: list[str] = []
    for index, text in enumerate(texts):
        ply = index + shift
        if ply % 2 == 0:
            lines.append(f"{ply // 2 + 1}. {text}")
        elif lines:
            lines[-1] += f" {text}"
        else:
            lines.append(f"1... {text}")
    return "\n".join(lines)


def _at(sheet_cells: Sequence[SheetCell], number: int) -> SheetCell | None:
    return sheet_cells[number - 1] if number <= len(sheet_cells) else None


def _support(own: int, own_left: int, others: int, others_left: int) -> str:
    text = gettext("This score sheet is readable for %(own)s of the next %(own_left)s half-moves.") % {
        "own": own,
        "own_left": max(own_left, 0),
    }
    if others_left <= 0:
        return text + " " + gettext("No other score sheet goes further.")
    return (
        text
        + " "
        + gettext("The other score sheets agree with it for %(others)s of %(left)s half-moves.")
        % {"others": others, "left": others_left}
    )


def _meaning(way: Continuation) -> str:
    if way.implied is None:
        return gettext("No result follows from it.")
    text = result_shown(way.implied.value)
    if way.ending is not None:
        manner = termination_label(way.ending.kind.value)
        return gettext("The game would have ended there: %(result)s, %(how)s.") % {"result": text, "how": manner}
    return gettext("Result written on this score sheet: %(result)s.") % {"result": text}
