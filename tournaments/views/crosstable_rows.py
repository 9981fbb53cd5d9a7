"""The lines of a crosstable as markup.  A thousand players have ten thousand results, so no template is run."""

from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tavleya.sides import Side
from tournaments.selectors.crosstable import Crosstable, CrosstableCell, CrosstableRow
from tournaments.views.addresses import around, numbered
from tournaments.views.frame import SectionFrame, language
from tournaments.views.labels import round_name, value_texts
from tournaments.views.standings_rows import player_markup
from tournaments.views.tables import Head, is_own, kind_of, letter_of

_DIAGONAL = '<td class="cell diagonal"></td>'


class CrosstableMarkup:
    """Heads and rows of a table: opponents in columns in a round robin, else rounds.

    A result is `1`, or `12w1` if the column does not name the opponent; its title gives round, colour and opponent.
    """

    def __init__(self, frame: SectionFrame, table: Crosstable) -> None:
        self._frame, self._table = frame, table
        self._game = around("game", frame.event.slug)
        self._by_round = not table.section.system.predetermined and table.rounds > 0
        # By place of the opponent, and by number of the round; escaped, for all results have them.
        self._names = ["", *(row.standing.registration.player.name_in(language()) for row in table.rows)]
        self._rounds = ["", *(escape(round_name(number)) for number in range(1, table.rounds + 1))]
        self._against = {
            Side.WHITE: self._said(gettext("White against %(name)s")),
            Side.BLACK: self._said(gettext("Black against %(name)s")),
        }
        self._letters = {side: escape(letter_of(side)) for side in Side}
        self._not_played, self._not_rated = escape(gettext("not played")), escape(gettext("not rated"))

    def _said(self, text: str) -> list[str]:
        return [escape(text % {"name": name}) for name in self._names]

    @property
    def heads(self) -> list[Head]:
        if self._by_round:
            return [Head(str(number), round_name(number)) for number in range(1, self._table.rounds + 1)]
        return [Head(str(place), name) for place, name in enumerate(self._names[1:], start=1)]

    @property
    def rows(self) -> SafeString:
        """The rows of the table's body."""
        return mark_safe("\n".join(map(self._row, self._table.rows)))  # noqa: S308  every text in a row is escaped

    def _row(self, row: CrosstableRow) -> str:
        standing, registration = row.standing, row.standing.registration
        frame, number = self._frame, row.standing.registration.number
        url = numbered("player", frame.event.slug, frame.section.slug, number=number)
        player = player_markup(registration.player.title, self._names[row.line], url)
        cells = "".join(map(self._cell, row.by_round)) if self._by_round else self._against_all(row)
        values = "".join(f'<td class="number">{escape(value)}</td>' for value in value_texts(standing.values))
        own = ' class="own"' if is_own(frame, registration) else ""
        return (
            f'<tr id="player-{number}"{own}><td class="number sticky">{escape(standing.place)}</td>'
            f'<th class="sticky-2" scope="row">{player}</th>{cells}'
            f'<td class="number points">{escape(standing.points)}</td>{values}</tr>'
        )

    def _against_all(self, row: CrosstableRow) -> str:
        return "".join(
            _DIAGONAL if place == row.line else self._cell(games)
            for place, games in enumerate(row.against, start=1)
        )

    def _cell(self, games: tuple[CrosstableCell, ...]) -> str:
        return f'<td class="cell">{"".join(map(self._result, games))}</td>'

    def _result(self, cell: CrosstableCell) -> str:
        mark, place, side = cell.mark, cell.place, cell.side
        text = escape(mark) or "·"
        words = self._rounds[cell.round] if cell.round else ""
        if place is not None and side is not None:
            if self._by_round:
                text = f"{place}{self._letters[side]}{escape(mark)}"
            words += (", " if words else "") + self._against[side][place]
        if mark and not cell.played:
            words += (", " if words else "") + self._not_played
        if mark.endswith("*"):
            words += (", " if words else "") + self._not_rated
        kind = kind_of(mark)
        if not cell.game:
            return f'<span class="{kind}" title="{words}">{text}</span>'
        before, after = self._game
        url = f"{before}{cell.game}{after}"
        return f'<a class="{kind}" href="{url}" title="{words}">{text}<span class="visually-hidden"> {words}</span></a>'
