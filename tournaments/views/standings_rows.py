"""The lines of standings as markup.  Two thousand of them are rendered after every result, so no template is used."""

from collections.abc import Iterable
from html import escape

from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from tournaments.views.seats import Seat
from tournaments.views.tables import StandingsLine


def rows_markup(lines: Iterable[StandingsLine], *, federations: bool, ratings: bool) -> SafeString:
    """Return the rows of the table's body; `federations` and `ratings`: with these columns."""
    withdrawn = f' <span class="badge">{escape(gettext("withdrawn"))}</span>'
    rows = (
        _row(line, withdrawn if line.seat.withdrawn else "", federations=federations, ratings=ratings)
        for line in lines
    )
    return mark_safe("\n".join(rows))  # noqa: S308  every text in a row is escaped


def _row(line: StandingsLine, badge: str, *, federations: bool, ratings: bool) -> str:
    seat = line.seat
    person = person_markup(seat) if seat.person_url else ""
    cells = [
        f'<td class="number">{escape(line.place)}</td>',
        f'<th scope="row">{player_markup(seat.title, seat.name, seat.url)}{person}{badge}</th>',
    ]
    if federations:
        cells.append(f'<td class="wide-only">{escape(seat.federation)}</td>')
    if ratings:
        rating = "" if seat.rating is None else seat.rating
        cells.append(f'<td class="number wide-only">{rating}</td>')
    cells.append(f'<td class="number">{line.played}</td><td class="number points">{escape(line.points)}</td>')
    cells += [f'<td class="number tie-break">{escape(value)}</td>' for value in line.values]
    own = ' class="own"' if line.own else ""
    return f'<tr id="player-{seat.number}"{own}>{"".join(cells)}</tr>'


def player_markup(title: str, name: str, url: str) -> str:
    """Return a player as in components/player_cell.html, without a cell."""
    text = f'<span class="title">{escape(title)}</span> ' if title else ""
    return f'<a class="player" href="{escape(url)}">{text}{escape(name)}</a>'


def person_markup(seat: Seat) -> str:
    """Return the link to a person's page as in components/person_link.html."""
    words = escape(gettext("All events of %(name)s") % {"name": seat.name})
    symbol = f"{static('img/icons.svg')}#person"
    icon = f'<svg class="icon" aria-hidden="true" focusable="false"><use href="{symbol}"></use></svg>'
    return f' <a class="person-link" href="{escape(seat.person_url)}" aria-label="{words}" title="{words}">{icon}</a>'
