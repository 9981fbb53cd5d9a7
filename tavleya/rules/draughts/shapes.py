"""The draughts set: a turned man, and a king with a second man on top as its crown, as the rules say."""

from collections.abc import Mapping


def _disc(y: int, radius: int = 38) -> str:
    """Return a man seen from a little above: its rim, then its face."""
    return f'<circle cx="50" cy="{y + 5}" r="{radius}"/><circle cx="50" cy="{y}" r="{radius}"/>'


def _groove(y: int, radius: int) -> str:
    ring = f'<circle cx="50" cy="{y}" r="{radius}"'
    return f'{ring} fill="none" stroke="currentColor" stroke-width="2.6" stroke-opacity=".55"/>'


_CROWN = (
    '<path d="M31 57L27 32L40 43L50 26L60 43L73 32L69 57Z" fill="currentColor" stroke="none"/>'
    '<path d="M32 61H68V66.5H32Z" fill="currentColor" stroke="none"/>'
)

DRAUGHTS: Mapping[str, str] = {
    "M": f'<g stroke="currentColor" stroke-width="3">{_disc(48)}</g>{_groove(48, 28)}{_groove(48, 17)}',
    "D": f'<g stroke="currentColor" stroke-width="3">{_disc(55)}{_disc(46)}</g>{_groove(46, 31)}{_CROWN}',
}
"""Piece letter → markup."""
