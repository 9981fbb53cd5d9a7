"""The queue of the console as text: the item, its waiting time and its act."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext

from arbiter.selectors.adjournments import AwaitedStep
from arbiter.selectors.queue import QueueItem, QueueItemKind
from arbiter.views.board_questions import words_of_question
from arbiter.views.desk import ago
from arbiter.views.finding_labels import words_of
from clocks.labels import side_name
from games.views.ledger import call_label, result_shown
from tavleya.messages import N_
from tournaments.views.labels import round_name

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


@dataclass(frozen=True, slots=True)
class QueueLine:
    """`where` is the board, `what` waits there `since`; `action` and `url` answer it."""

    kind: str
    board: int
    where: str
    players: str
    what: str
    since: str
    action: str
    url: str
    card: str


def queue_lines(
    slug: str, waiting: list[QueueItem], section_names: Mapping[int, str], now_ms: int
) -> list[QueueLine]:
    return [_line(slug, queue_item, section_names, now_ms) for queue_item in waiting]


def _line(slug: str, queue_item: QueueItem, section_names: Mapping[int, str], now_ms: int) -> QueueLine:
    pairing = queue_item.pairing
    assert pairing.game_id is not None
    assert pairing.game is not None
    action, url = _handle(slug, queue_item)
    section = section_names.get(pairing.round.section_id, "")
    return QueueLine(
        kind=queue_item.kind.value,
        board=pairing.board,
        where=f"{section}, {round_name(pairing.round.number)}"
        if section
        else round_name(pairing.round.number),
        players=f"{pairing.game.white_name} – {pairing.game.black_name}",
        what=_describe_item(queue_item),
        since=ago(queue_item.since, now_ms) if queue_item.since is not None else "",
        action=action,
        url=url,
        card=reverse("board-card", args=[slug, pairing.game_id]),
    )


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


def _handle(slug: str, queue_item: QueueItem) -> tuple[str, str]:
    """Return the label and the URL of the act that answers the item."""
    game = queue_item.pairing.game_id
    card = reverse("board-card", args=[slug, game])
    if queue_item.kind is QueueItemKind.CALL:
        return gettext("Answer call"), f"{card}#calls"
    if queue_item.kind is QueueItemKind.ADJOURNED:
        return gettext("Adjournment"), reverse("board-adjournment", args=[slug, game])
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
    opened = {
        QueueItemKind.CLAIM: {"kind": "quickplay"},
        QueueItemKind.FLAG: {"kind": "flag", "side": queue_item.side or ""},
        QueueItemKind.LATE: {"kind": "absence"},
    }[queue_item.kind]
    return gettext("Make a ruling"), f"{reverse('board-ruling', args=[slug, game])}?{urlencode(opened)}"
