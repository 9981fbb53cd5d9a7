"""The tiles of the console as markup.  A hundred are made at every change in a hall, so no template is run."""

from collections.abc import Iterable
from html import escape

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from arbiter.views.board_cards import BoardCard, CardSeat
from arbiter.views.desk import CallView


def tiles_markup(cards: Iterable[BoardCard]) -> SafeString:
    """Return the markup of the list of tiles."""
    board, calls = escape(gettext("Board")), gettext("%(side)s calls: %(reason)s")
    return mark_safe("\n".join(_tile(card, board, calls) for card in cards))  # noqa: S308  every text is escaped


def _tile(card: BoardCard, board: str, calls: str) -> str:
    state = ""
    if card.clocks:
        announced = "" if card.announce_flag else ' data-announce-flag="false"'
        state = (
            f' data-clocks data-clock-full="{card.clock_full}" data-state="{escape(card.clocks)}"{announced}'
        )
    text = f"<strong>{escape(card.result)}</strong>"
    if not card.result:
        text = f'<span class="badge{card.badge}">{escape(card.phase)}</span>'
    parts = [
        f'<li class="tile{card.look}"{state}><p class="tile-head"><a id="board-{card.key}" href="{escape(card.url)}">',
        f'<span class="visually-hidden">{board} </span><span class="tile-board tile-ring">{card.number}</span> ',
        f'<span class="tile-place">{escape(card.place)}</span></a> {text}</p>',
    ]
    parts += [_call(call, calls) for call in card.calls]
    parts += [f'<p class="tile-call">{escape(warning)}</p>' for warning in card.warnings]
    if card.trouble:
        parts.append(f'<p class="tile-trouble small">{escape(card.trouble)}</p>')
    parts += [_seat(seat, with_clock=bool(card.clocks)) for seat in card.seats]
    if card.last:
        parts.append(f'<p class="tile-last small soft">{escape(card.last)}</p>')
    return "".join(parts) + "</li>"


def _call(call: CallView, text: str) -> str:
    sentence = text % {"side": call.side, "reason": call.reason}
    return f'<p class="tile-call">{escape(sentence)}, {escape(call.waiting)}</p>'


def _seat(seat: CardSeat, *, with_clock: bool) -> str:
    clock = f'<span class="tile-clock" data-clock="{seat.side}"></span>' if with_clock else ""
    to_move = " to-move" if seat.to_move else ""
    return (
        f'<p class="tile-side{to_move}"><span class="side side-{seat.side}" aria-hidden="true"></span>'
        f'<span class="visually-hidden">{escape(seat.said)} </span>'
        f'<span class="tile-name">{escape(seat.name)}</span>{clock}</p>'
    )
