"""The page of one game at one ply: the board, its description, the towers, the sheet, and links."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from urllib.parse import urlencode

from django.core.cache import cache
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, pgettext

from clocks.graph import ClockGraph, clock_graph
from clocks.readings import move_times
from clocks.replay import ClockInstant, ClockReplay
from games.models.game import Game, TrackingLevel
from games.models.record import RecordEntry
from games.states import state_of
from games.views.labels import phase_name
from games.views.ledger import Captured, captured, line, pair_of, players_of
from games.views.requests import notation_language
from tavleya.languages import is_cyrillic
from tavleya.messages import Message
from tavleya.record.entries import GamePhase
from tavleya.record.replay import Instant, Replay
from tavleya.record.state import PlyRecord, State
from tavleya.rules.contract import Figure, Position, Rules, StatusKind, Style
from tavleya.rules.pictures import Files, board_svg, describe, piece_defs, tower_svg
from tavleya.rules.registry import spec_of
from tavleya.sides import Side

# A position as a small picture next to its text.


def diagram(game: str, position: Position, title: str, *, key: str, last_move: tuple[str, ...] = ()) -> SafeString:
    """Return the board alone; its drawings are once on the page (`Viewer.drawings`).  `key`: a prefix of its ids."""
    return board_picture(game, position.figures(), title, key=key, marked=last_move)


def board_picture(
    game: str, figures: Mapping[str, tuple[Figure, ...]], title: str, *, key: str, marked: tuple[str, ...] = ()
) -> SafeString:
    """Return a diagram of arbitrary pieces; `marked` squares are shown as those of a last move."""
    svg = board_svg(
        figures, game=game, title=title, last_move=marked, id_prefix=f"{key}-", defs=False, translate=gettext
    )
    return mark_safe(svg)  # noqa: S308  the picture escapes its texts itself


_TO_CYRILLIC = str.maketrans("abcdefgh", "абвгдежз")
_LONGEST_PLY = 6  # digits of a ply number in an address


@dataclass(frozen=True, slots=True)
class ViewerOptions:
    """The reader's options: up to which ply (None: the last), from which side, in which notation."""

    ply: int | None = None
    bottom: Side = Side.WHITE
    notation: str = ""

    @classmethod
    def asked(cls, query: object) -> ViewerOptions:
        """Return the options in the query of an address; invalid ones have their defaults."""
        get = query.get  # type: ignore[attr-defined]
        ply = get("ply", "")
        return cls(
            ply=int(ply) if ply.isdecimal() and len(ply) <= _LONGEST_PLY else None,
            bottom=Side.BLACK if get("bottom") == "black" else Side.WHITE,
            notation=get("notation", ""),
        )


@dataclass(frozen=True, slots=True)
class Tower:
    """One tower: `square` as programs name it, `label` as the board's edge does."""

    square: str
    label: str
    height: int
    words: str
    svg: SafeString


@dataclass(frozen=True, slots=True)
class ViewerSide:
    """The heading of one side of the board."""

    side: Side
    name: str
    ms: int | None
    to_move: bool
    running: bool
    captured: tuple[Captured, ...] = ()


class Viewer:
    """One game at one ply, for the template `components/game.html`."""

    def __init__(self, game: Game, look: ViewerOptions) -> None:
        self.game = game
        self.state: State = state_of(game)
        self.last = self.state.ply
        self.ply = self.last if look.ply is None else min(look.ply, self.last)
        self.look = look
        self.spec = spec_of(game.game)
        notations = self.spec.notations
        self._notation = next((notation for notation in notations if notation.key == look.notation), notations[0])

    # Links

    def link(self, ply: int | None = None, *, bottom: Side | None = None, notation: str = "") -> str:
        """Return the address of another view of this game, relative to its page."""
        query = {
            "ply": str(self.ply if ply is None else ply),
            "bottom": (bottom or self.look.bottom).value,
            "notation": notation or self._notation.key,
        }
        defaults = {"ply": str(self.last), "bottom": "white", "notation": self.spec.notations[0].key}
        # The last ply is left out only of a finished game: a link into a running one means the ply it names.
        if not self.state.over:
            del defaults["ply"]
        return "?" + urlencode({name: value for name, value in query.items() if value != defaults.get(name)})

    @property
    def first_link(self) -> str:
        return self.link(0) if self.ply else ""

    @property
    def previous_link(self) -> str:
        return self.link(self.ply - 1) if self.ply else ""

    @property
    def next_link(self) -> str:
        return self.link(self.ply + 1) if self.ply < self.last else ""

    @property
    def last_link(self) -> str:
        return self.link(self.last) if self.ply < self.last else ""

    @property
    def flip_link(self) -> str:
        return self.link(bottom=self.look.bottom.other)

    @property
    def notation_links(self) -> list[tuple[str, str, bool]]:
        """The address and name of each notation, and whether it is in use."""
        return [
            (self.link(notation=notation.key), gettext(notation.name), notation is self._notation)
            for notation in self.spec.notations
        ]

    # The sheet

    @cached_property
    def texts(self) -> tuple[str, ...]:
        return format_moves(self.game, self.state, self._style)

    @property
    def _language(self) -> str:
        return notation_language()

    @property
    def _style(self) -> Style:
        return Style(form=self._notation.form, language=self._language)

    @cached_property
    def rows(self) -> list[Row]:
        return rows(self.state, self.texts, current=self.ply, link=self.link)

    @property
    def clock_graph(self) -> ClockGraph | None:
        return clock_graph(move_times(self.state), self.texts, self.ply)

    @property
    def move_words(self) -> str:
        """The move that led to this position with its number, `23… Rd8`, or a text for the start position."""
        if not self.ply:
            return gettext("Starting position")
        ply = self.state.line.plies[self.ply - 1]
        before = self.state.line.positions[self.ply - 1]
        shift = 0 if self.state.line.start.turn is Side.WHITE else 1
        dots = "." if before.turn is Side.WHITE else "…"
        text = self.texts[self.ply - 1]
        mark = f" ({pgettext('move', 'illegal')})" if ply.irregular else ""
        return f"{(self.ply + shift + 1) // 2}{dots} {text}{mark}"

    # The board

    @property
    def position(self) -> Position:
        return self.state.line.positions[self.ply]

    @property
    def start_words(self) -> str:
        """The description of the start position, in a game without a usual one."""
        return self.spec.start_words(self.state.line.start) if self.spec.start_words else ""

    @property
    def name(self) -> str:
        return self.spec.game

    @cached_property
    def figures(self) -> dict[str, tuple[Figure, ...]]:
        return dict(self.position.figures())

    @property
    def board(self) -> SafeString:
        return mark_safe(self._drawn(defs=False))  # noqa: S308  the picture escapes its texts itself

    @property
    def picture(self) -> str:
        """The board with its drawings, as a standalone picture."""
        return self._drawn(defs=True)

    def _drawn(self, *, defs: bool) -> str:
        return board_svg(
            self.figures,
            game=self.name,
            title=f"{pair_of(self.game)}. {self.move_words}",
            orientation=self.look.bottom,
            last_move=self.path,
            check=self.checked_square,
            files=self._files,
            defs=defs,
            translate=gettext,
        )

    @property
    def _files(self) -> Files:
        """The names of the files: the rule book of tavreli writes them in Cyrillic, on the sheet and the board."""
        return "cyrillic" if self._notation.form == "book" and is_cyrillic(self._language) else "latin"

    @property
    def drawings(self) -> SafeString:
        """The drawings that the board refers to, once a page."""
        return mark_safe(piece_defs(self.name))  # noqa: S308

    @cached_property
    def path(self) -> tuple[str, ...]:
        """The squares of the last move, from the first to the last; empty at the beginning."""
        if not self.ply:
            return ()
        ply, before = self.state.line.plies[self.ply - 1], self.state.line.positions[self.ply - 1]
        if ply.irregular:
            return self.spec.grid.find(ply.text)
        return self.state.rules.read(before, ply.text).squares

    @property
    def checked_square(self) -> str | None:
        """The square of a king that is in check."""
        if self.position.status().kind not in (StatusKind.CHECK, StatusKind.CHECKMATE):
            return None
        for square, pieces in self.figures.items():
            if pieces[0].kind == "K" and pieces[0].side is self.position.turn:
                return square
        return None

    @property
    def words(self) -> list[str]:
        """The position in sentences."""
        over = self.state.over and self.ply == self.last
        sentences: list[Message] = describe(self.figures, None if over else self.position.turn, game=self.name)
        return [message.render(gettext) for message in sentences]

    @cached_property
    def towers(self) -> list[Tower]:
        """Every tower on the board, enlarged."""
        return list(self._towers())

    def _towers(self) -> Iterator[Tower]:
        for square, pieces in sorted(self.figures.items()):
            if len(pieces) > 1:
                label = square.translate(_TO_CYRILLIC) if self._files == "cyrillic" else square
                title = gettext("Tower on %(square)s") % {"square": label}
                svg = tower_svg(pieces, game=self.name, title=title, translate=gettext, id_prefix=f"tower-{square}-")
                yield Tower(square, label, len(pieces), title, mark_safe(svg))  # noqa: S308

    # The players

    @property
    def top(self) -> ViewerSide:
        return self._player(self.look.bottom.other)

    @property
    def bottom(self) -> ViewerSide:
        return self._player(self.look.bottom)

    def _player(self, side: Side) -> ViewerSide:
        name = players_of(self.game)[0 if side is Side.WHITE else 1]
        over = self.state.over and self.ply == self.last
        to_move = self.position.turn is side and not over
        live = self.ply == self.last and self.state.phase is GamePhase.PLAYING
        taken = captured(side, self.state.line.start.figures(), self.figures, self.spec.pieces)
        return ViewerSide(side, name, self._clock(side), to_move, to_move and live, taken)

    def _clock(self, side: Side) -> int | None:
        """Return the clock reading of `side` at this ply; None if the clock was never started here."""
        record = self._record()
        if record is None or self.state.clock is None or not self.state.clock.started:
            return None
        return record.white_ms if side is Side.WHITE else record.black_ms

    def _record(self) -> PlyRecord | None:
        """Return the record of the shown ply."""
        return next((ply for ply in self.state.plies if ply.number == self.ply and not ply.struck), None)


# The moves of a game as the reader writes them, in two columns, struck-out ones in their place.

_A_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Cell:
    """One half-move on the sheet.  `struck` are the preceding moves that a ruling undid; `text` may be empty.

    `spent`: the player's thinking time in milliseconds, and `share` of the longest one in the game in hundredths;
    both None if the record is ambiguous.
    """

    ply: int
    text: str = ""
    href: str = ""
    current: bool = False
    irregular: bool = False
    offered: bool = False
    ms: int | None = None
    spent: int | None = None
    share: int | None = None
    struck: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    number: int
    white: Cell | None
    black: Cell | None


def format_moves(game: Game, state: State, style: Style) -> tuple[str, ...]:
    """Return the standing moves of `state`, the game's newest, in `style`: one text for each ply.

    Cached by the digest of the record, which is unique to this state.
    """
    key = f"sheet:{game.digest}:{style.form}:{style.language}"
    texts: list[str] | None = cache.get(key)
    if texts is None:
        texts = _write(state, style)
        cache.set(key, texts, _A_DAY)
    return tuple(texts)


def _write(state: State, style: Style) -> list[str]:
    rules: Rules = state.rules
    texts, before = [], state.line.start
    for ply in state.line.plies:
        # An irregular move is outside the rules: it keeps its original text.
        if ply.irregular:
            texts.append(ply.text)
        else:
            texts.append(rules.write(before, rules.read(before, ply.text), style))
        before = ply.position
    return texts


def rows(state: State, texts: tuple[str, ...], *, current: int, link: Callable[[int], str]) -> list[Row]:
    """Return the sheet: `texts` are the standing moves, `current` the ply shown on the board."""
    times = {move_time.ply: move_time for move_time in move_times(state)}
    longest = max((move_time.spent or 0 for move_time in times.values()), default=0) or 1
    cells: dict[int, Cell] = {}
    for record in state.plies:
        cell = cells.get(record.number, Cell(record.number))
        if record.struck:
            cells[record.number] = replace(cell, struck=(*cell.struck, record.text))
        else:
            time = times[record.number]
            cells[record.number] = replace(
                cell,
                text=texts[record.number - 1],
                href=link(record.number),
                current=record.number == current,
                irregular=record.irregular,
                offered=record.offered,
                ms=time.left,
                spent=time.spent,
                share=None if time.spent is None else max(1, 100 * time.spent // longest),
            )
    shift = 0 if state.line.start.turn is Side.WHITE else 1
    last = max(cells, default=0)
    return [
        Row((first + shift + 1) // 2, cells.get(first), cells.get(first + 1)) for first in range(1 - shift, last + 1, 2)
    ]


# The replay of the clocks of a game, with its players, its board and the words of its record.


def clocks_recorded(game: Game) -> bool:
    """Return whether the public may replay the clocks: the game was followed live and is over."""
    clock = game.snapshot.get("clock") or {}
    return game.tracking == TrackingLevel.LIVE and game.phase == GamePhase.FINISHED.value and bool(clock.get("started"))


def clock_replay(rows: Sequence[RecordEntry], now_ms: int, *, public: bool = False) -> ClockReplay:
    """Replay the clocks of a record, whose entries are `rows` in order."""
    by_seq = {row.seq: row for row in rows}
    replay = Replay((row.entry() for row in rows), now_ms)
    return ClockReplay(replay, lambda seq: line(by_seq[seq]), public=public)


class GameInstant(ClockInstant):
    """One instant of the clocks with the players and the position of the game."""

    def __init__(self, game: Game, clocks: ClockReplay, instant: Instant) -> None:
        super().__init__(clocks, instant, players_of(game))
        self.game = game

    @property
    def phase(self) -> str:
        return phase_name(self.state.phase.value)

    @property
    def drawings(self) -> SafeString:
        return SafeString(piece_defs(self.game.game))

    @property
    def board(self) -> SafeString:
        last = self.state.last_standing()
        squares = spec_of(self.game.game).grid.find(last.text) if last else ()
        title = f"{pair_of(self.game)}. {self.move}"
        return diagram(self.game.game, self.state.position, title, key="instant", last_move=squares)
