"""The console: the boards of all rounds in progress, the queue, and recent changes by other officials."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import NoReverseMatch, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from arbiter.models import Duty
from arbiter.selectors.adjournments import AwaitedStep
from arbiter.selectors.boards import (
    ConsoleBoard,
    boards_of,
    console_board,
    unassigned_boards,
    with_players,
    with_questions,
)
from arbiter.selectors.queue import (
    RECENT,
    QueueItem,
    QueueItemKind,
    changes_at,
    console_changes_of,
    out_of_date_at,
    queue_of,
)
from arbiter.views.board_cards import BoardCard, CardSeat, board_card, legend, round_overviews, words_of_question
from arbiter.views.desk import CallView, DeskFrame, ago
from arbiter.views.ruling_labels import shown_changes, words_of
from clocks.labels import side_name
from games.live.events import channel, server_now_ms
from games.models.record import moment
from games.views.caching import fresh
from games.views.ledger import call_label, result_shown
from tavleya.messages import N_
from tournaments.models.round import RoundStatus
from tournaments.views.desk.pages import page_of
from tournaments.views.frame import language, round_name

PART = "X-Part"  # requests only the boards

_ATTENTION = "attention"
_TABLES = "desk_electronic_boards"  # where a board is given its table
_FILTERS: dict[str, Callable[[ConsoleBoard], bool]] = {
    _ATTENTION: lambda board: False,  # the boards of the queue, which are shown under every filter
    "running": lambda board: board.running,
    "unreported": lambda board: board.unreported,
    "finished": lambda board: not board.unreported,
    "all": lambda board: True,
}
_MOST_CARDS = 100  # the most urgent of them; the strip above has every board
_CHANGES = 3


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """The filter of the URL: tiles to show, section, round, all tiles or the most urgent, own boards only."""

    show: str
    section: str
    round: str
    every: bool
    mine: bool

    @classmethod
    def by(cls, request: HttpRequest) -> BoardFilter:
        get = request.GET.get
        show = get("show", "")
        return cls(
            show if show in _FILTERS else "running",
            get("section", "")[:60],
            get("round", "")[:4],
            "every" in request.GET,
            "mine" in request.GET,
        )

    def query(self, **changes: str | bool) -> str:
        values: dict[str, Any] = {
            "show": self.show, "section": self.section, "round": self.round, "every": self.every, "mine": self.mine,
            **changes,
        }  # fmt: skip
        parameters = {name: "1" if value is True else value for name, value in values.items() if value}
        return "?" + urlencode(parameters)


@require_safe
def boards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the console. With `seen` (a poll): 204 if nothing has changed."""
    frame, board_filter, now_ms = DeskFrame.of(request, slug), BoardFilter.by(request), server_now_ms()
    now, every_round = moment(now_ms), board_filter.show in ("finished", "all")
    # Before the boards are read, so that later changes are news to the next poll.
    changes = console_changes_of(frame.event, closed_rounds=every_round)
    if changes.nothing_since(request.GET.get("seen", ""), now_ms):
        return fresh(HttpResponse(status=204))
    all_boards = boards_of(frame.event, now_ms, closed_rounds=every_round)
    if changes.questions:
        all_boards = with_questions(all_boards)
    duties = list(Duty.objects.filter(event=frame.event, ended_at=None)) if changes.duties else []
    own = next((duty for duty in duties if duty.user_id == frame.actor.user_id), None)
    console_boards = [board for board in all_boards if _wanted(board, board_filter, own)]
    open_now = [board for board in console_boards if board.pairing.round.status != RoundStatus.CLOSED]
    # A call waits after its round is closed too.
    active = [board for board in console_boards if board.calls or board.pairing.round.status != RoundStatus.CLOSED]
    waiting = _within(queue_of(frame.event, active, now, changes), console_boards, board_filter)
    changed = changes_at(
        frame.event,
        [board.pairing for board in all_boards],
        since=now - RECENT,
        most=_CHANGES,
        without=frame.actor.user_id,
    )
    attention = {item.pairing.pk for item in waiting}
    rows = [board for board in console_boards if board.pairing.pk in attention or _FILTERS[board_filter.show](board)]
    rows += _boards_elsewhere(waiting, console_boards, now_ms)
    rows.sort(key=lambda board: board.pairing.pk not in attention)
    cards = rows if board_filter.every else rows[:_MOST_CARDS]
    with_players(cards)
    rounds = {board.pairing.round_id: board.pairing.round for board in (*all_boards, *rows)}
    names = {round_.section_id: round_.section.name_in(language()) for round_ in rounds.values()}
    base = reverse("boards", args=[slug])
    overviews = round_overviews(
        open_now or console_boards, lambda key: f"{base}{key}/", lambda board: names[board.pairing.round.section_id]
    )
    context = {
        **frame.context(),
        "overviews": overviews,
        "legend": legend(overviews),
        "queue": queue_lines(slug, waiting, names if len(names) > 1 else {}, now_ms),
        "attention": len(attention),
        "unassigned": _unassigned(slug, frame.event.pk) if changes.unassigned and page_of(_TABLES) else [],
        "changes": shown_changes(frame.event, changed, now_ms),
        "duties": duties,
        "own": own,
        "mine": board_filter.mine,
        "mine_url": board_filter.query(mine=not board_filter.mine),
        "tiles": tiles_markup(
            board_card(board, base, names, now_ms, attention=board.pairing.pk in attention) for board in cards
        ),
        "more": len(rows) - len(cards),
        "every_url": board_filter.query(every=True),
        "calls": sum(bool(board.calls) for board in console_boards),
        "filters": _filters(console_boards, board_filter, len(attention)),
        "sections": _sections(all_boards, board_filter),
        "rounds": _rounds(all_boards, board_filter),
        "live_url": f"/live/{channel('console', frame.event.pk)}",
        "poll": f"{board_filter.query()}&seen={changes.seen(out_of_date_at(console_boards, waiting, now_ms))}",
    }
    template = "hall/boards_list.html" if PART in request.headers else "hall/boards.html"
    return fresh(render(request, template, context))


def _unassigned(slug: str, event_id: int) -> list[dict[str, str]]:
    """Return reporting electronic boards without a table, by section, with the link to assign them. One query."""
    lines: dict[str, dict[str, str]] = {}
    for row in unassigned_boards(event_id).select_related("section")[:_MOST_CARDS]:
        section = row.section
        url = reverse(_TABLES, args=[slug, section.slug])
        line = lines.setdefault(url, {"url": url, "section": section.name_in(language()), "serials": ""})
        line["serials"] += f", {row.serial}" if line["serials"] else row.serial
    return list(lines.values())


def _wanted(board: ConsoleBoard, board_filter: BoardFilter, own: Duty | None) -> bool:
    round_ = board.pairing.round
    if board_filter.section and round_.section.slug != board_filter.section:
        return False
    if board_filter.round and str(round_.number or "") != board_filter.round:
        return False
    return not board_filter.mine or own is None or covers_board(own, board)


def covers_board(duty: Duty, board: ConsoleBoard) -> bool:
    """Return whether this board is assigned to the arbiter on duty."""
    number = board.pairing.board
    return (
        duty.section_id in (None, board.pairing.round.section_id)
        and (duty.first_board is None or number >= duty.first_board)
        and (duty.last_board is None or number <= duty.last_board)
    )


def _within(waiting: list[QueueItem], boards: list[ConsoleBoard], board_filter: BoardFilter) -> list[QueueItem]:
    """Return the queue items of the filtered boards, all items without a filter."""
    if not (board_filter.section or board_filter.round or board_filter.mine):
        return waiting
    keys = {board.pairing.pk for board in boards}
    return [queue_item for queue_item in waiting if queue_item.pairing.pk in keys]


def _boards_elsewhere(waiting: Iterable[QueueItem], boards: Iterable[ConsoleBoard], now_ms: int) -> list[ConsoleBoard]:
    """Return the queue's boards that are not in `boards`: appeals come from closed rounds too. No query."""
    keys = {board.pairing.pk for board in boards}
    others = {item.pairing.pk: item.pairing for item in waiting if item.pairing.pk not in keys}
    return [console_board(pairing, now_ms) for pairing in others.values()]


def _filters(boards: list[ConsoleBoard], board_filter: BoardFilter, attention: int) -> list[dict[str, Any]]:
    """Return the tabs, with a count if all their boards were read. `attention`: number of boards in the queue."""
    names = {
        "running": gettext("Running"),
        _ATTENTION: gettext("Needs an arbiter"),
        "unreported": gettext("Without a result"),
        "finished": gettext("With a result"),
        "all": gettext("All rounds"),
    }
    counts = {key: sum(map(_FILTERS[key], boards)) for key in ("running", "unreported")}
    counts[_ATTENTION] = attention
    return [
        {
            "name": name,
            "url": board_filter.query(show=key, every=False),
            "current": key == board_filter.show,
            "count": counts.get(key),
        }
        for key, name in names.items()
    ]


def _sections(boards: list[ConsoleBoard], board_filter: BoardFilter) -> list[dict[str, Any]]:
    sections = {board.pairing.round.section_id: board.pairing.round.section for board in boards}
    if len(sections) < 2 and not board_filter.section:
        return []
    in_order = sorted(sections.values(), key=lambda section: section.position)
    links = [("", gettext("All sections")), *((section.slug, section.name_in(language())) for section in in_order)]
    return [
        {"name": name, "url": board_filter.query(section=slug), "current": slug == board_filter.section}
        for slug, name in links
    ]


def _rounds(boards: list[ConsoleBoard], board_filter: BoardFilter) -> list[dict[str, Any]]:
    numbers = {board.pairing.round.number for board in boards} - {None}
    if len(numbers) < 2 and not board_filter.round:
        return []
    links = [
        ("", gettext("All rounds")),
        *((str(number), round_name(number)) for number in sorted(filter(None, numbers))),
    ]
    return [
        {"name": name, "url": board_filter.query(round=key), "current": key == board_filter.round}
        for key, name in links
    ]


# The queue of the console as text: the item, its waiting time and its act.

_ADJOURNED: Mapping[AwaitedStep, str] = MappingProxyType(
    {
        AwaitedStep.SEAL: N_("%(side)s has been asked to seal a move"),
        AwaitedStep.STOP: N_("%(side)s has sealed a move: stop the clocks"),
        AwaitedStep.RESUMPTION: N_("Time to resume"),
        AwaitedStep.OPENING: N_("Set up again: open the envelope"),
        AwaitedStep.RULING: N_("The sealed move cannot be played: a ruling is needed"),
        AwaitedStep.LOST: N_("The envelope is lost"),
    }
)


def queue_lines(
    slug: str, waiting: list[QueueItem], section_names: Mapping[int, str], now_ms: int
) -> list[dict[str, Any]]:
    return [_line(slug, queue_item, section_names, now_ms) for queue_item in waiting]


def _line(slug: str, queue_item: QueueItem, section_names: Mapping[int, str], now_ms: int) -> dict[str, Any]:
    pairing = queue_item.pairing
    assert pairing.game_id is not None
    assert pairing.game is not None
    action, url = _act_link(slug, queue_item)
    section = section_names.get(pairing.round.section_id, "")
    return {
        "kind": queue_item.kind.value,
        "board": pairing.board,
        "where": f"{section}, {round_name(pairing.round.number)}" if section else round_name(pairing.round.number),
        "players": f"{pairing.game.white_name} – {pairing.game.black_name}",
        "what": _describe_item(queue_item),
        "since": ago(queue_item.since, now_ms) if queue_item.since is not None else "",
        "action": action,
        "url": url,
        "card": reverse("board-card", args=[slug, pairing.game_id]),
    }


def _describe_item(queue_item: QueueItem) -> str:
    side = {"side": side_name(queue_item.side) if queue_item.side else ""}
    if queue_item.kind is QueueItemKind.CALL:
        words = {**side, "reason": call_label(queue_item.reason, queue_item.text)}
        return gettext("%(side)s calls: %(reason)s") % words
    if queue_item.kind is QueueItemKind.ADJOURNED:
        assert queue_item.due is not None
        return gettext(_ADJOURNED[queue_item.due.waits]) % side
    if queue_item.kind is QueueItemKind.SHEETS:
        white, black = (result_shown(value) for value in queue_item.results)
        words = {"white": white, "black": black}
        return gettext("The score sheets differ: White wrote %(white)s, Black %(black)s") % words
    if queue_item.kind is QueueItemKind.REPORTS:
        white, black = (result_shown(value) for value in queue_item.results)
        words = {"white": white, "black": black}
        return gettext("The players report different results: White %(white)s, Black %(black)s") % words
    if queue_item.kind is QueueItemKind.FINDING:
        assert queue_item.finding is not None
        return words_of(queue_item.finding)
    if queue_item.kind is QueueItemKind.BOARD:
        assert queue_item.question is not None
        return words_of_question(queue_item.question)
    texts = {
        QueueItemKind.CLAIM: gettext("%(side)s claims a draw: decision postponed"),
        QueueItemKind.FLAG: gettext("%(side)s: flag fallen"),
        QueueItemKind.IRREGULAR: gettext("Illegal move in the record"),
        QueueItemKind.APPEAL: gettext("%(side)s appeals against a ruling"),
        QueueItemKind.LATE: gettext("Not started, and the default time is over"),
    }
    return texts[queue_item.kind] % side


def _act_link(slug: str, queue_item: QueueItem) -> tuple[str, str]:
    game_id = queue_item.pairing.game_id
    card = reverse("board-card", args=[slug, game_id])
    if queue_item.kind is QueueItemKind.CALL:
        return gettext("Answer call"), f"{card}#calls"
    if queue_item.kind is QueueItemKind.ADJOURNED:
        return gettext("Adjournment"), reverse("board-adjournment", args=[slug, game_id])
    if queue_item.kind is QueueItemKind.APPEAL:
        try:
            return gettext("Appeals"), reverse("appeals", args=[slug])
        except NoReverseMatch:
            return gettext("Open the board"), card
    if queue_item.kind is QueueItemKind.FINDING:
        return gettext("Open the board"), f"{card}#findings"
    if queue_item.kind is QueueItemKind.BOARD:
        return gettext("Compare"), f"{card}#board-questions"
    if queue_item.kind in (QueueItemKind.SHEETS, QueueItemKind.REPORTS, QueueItemKind.IRREGULAR):
        return gettext("Open the board"), card
    query = {
        QueueItemKind.CLAIM: {"kind": "quickplay"},
        QueueItemKind.FLAG: {"kind": "flag", "side": queue_item.side or ""},
        QueueItemKind.LATE: {"kind": "absence"},
    }[queue_item.kind]
    return gettext("Make a ruling"), f"{reverse('board-ruling', args=[slug, game_id])}?{urlencode(query)}"


# The tiles of the console as markup. A hundred are made at every change in a hall, so no template is run.


def tiles_markup(cards: Iterable[BoardCard]) -> SafeString:
    """Return the markup of the list of tiles."""
    board, calls = escape(gettext("Board")), gettext("%(side)s calls: %(reason)s")
    return mark_safe("\n".join(_tile(card, board, calls) for card in cards))  # noqa: S308  every text is escaped


def _tile(card: BoardCard, board: str, calls: str) -> str:
    clocks = ""
    if card.clocks:
        announced = "" if card.announce_flag else ' data-announce-flag="false"'
        clocks = f' data-clocks data-clock-full="{card.clock_full}" data-state="{escape(card.clocks)}"{announced}'
    status = f"<strong>{escape(card.result)}</strong>"
    if not card.result:
        status = f'<span class="badge{card.badge}">{escape(card.phase)}</span>'
    parts = [
        f'<li class="tile{card.look}"{clocks}><p class="tile-head"><a id="board-{card.key}" href="{escape(card.url)}">',
        f'<span class="visually-hidden">{board} </span><span class="tile-board tile-ring">{card.number}</span> ',
        f'<span class="tile-place">{escape(card.place)}</span></a> {status}</p>',
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
