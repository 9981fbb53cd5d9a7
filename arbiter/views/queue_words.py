"""The queue of the console in words: what waits, for how long, and the act that answers it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import urlencode

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext

from arbiter.selectors.adjournments import Waits
from arbiter.selectors.queue import Kind, Waiting
from arbiter.views.desk import ago
from common.messages import N_
from games.views.ledger import call_words, result_shown, side_name
from tournaments.views.words import round_name

_ADJOURNED: Mapping[Waits, str] = MappingProxyType(
    {
        Waits.SEAL: N_("%(side)s has been asked to seal a move"),
        Waits.STOP: N_("%(side)s has sealed a move: the clocks are to be stopped"),
        Waits.RESUMPTION: N_("The time of the resumption has come"),
        Waits.OPENING: N_("Set up again: the envelope is to be opened"),
        Waits.RULING: N_("The sealed move cannot be made: a ruling is needed"),
        Waits.LOST: N_("The envelope is lost"),
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """`where` is the board, `what` waits there `since`; `act` and `url` answer it."""

    kind: str
    board: int
    where: str
    players: str
    what: str
    since: str
    act: str
    url: str
    card: str


def queue_lines(
    slug: str, waiting: list[Waiting], section_names: Mapping[int, str], now_ms: int
) -> list[Line]:
    return [_line(slug, one, section_names, now_ms) for one in waiting]


def _line(slug: str, one: Waiting, section_names: Mapping[int, str], now_ms: int) -> Line:
    pairing = one.pairing
    assert pairing.game_id is not None
    assert pairing.game is not None
    act, url = _act(slug, one)
    section = section_names.get(pairing.round.section_id, "")
    return Line(
        kind=one.kind.value,
        board=pairing.board,
        where=f"{section}, {round_name(pairing.round.number)}"
        if section
        else round_name(pairing.round.number),
        players=f"{pairing.game.white_name} – {pairing.game.black_name}",
        what=_what(one),
        since=ago(one.since, now_ms) if one.since is not None else "",
        act=act,
        url=url,
        card=reverse("board-card", args=[slug, pairing.game_id]),
    )


def _what(one: Waiting) -> str:
    side = {"side": side_name(one.side) if one.side else ""}
    if one.kind is Kind.CALL:
        words = {**side, "reason": call_words(one.reason, one.text)}
        return gettext("%(side)s calls: %(reason)s") % words
    if one.kind is Kind.ADJOURNED:
        assert one.due is not None
        return gettext(_ADJOURNED[one.due.waits]) % side
    if one.kind is Kind.SHEETS:
        white, black = (result_shown(value) for value in one.results)
        words = {"white": white, "black": black}
        return gettext("The score sheets differ: White wrote %(white)s, Black %(black)s") % words
    if one.kind is Kind.REPORTS:
        white, black = (result_shown(value) for value in one.results)
        words = {"white": white, "black": black}
        return gettext("The players report different results: White %(white)s, Black %(black)s") % words
    texts = {
        Kind.CLAIM: gettext("%(side)s claims a draw: the decision was put off"),
        Kind.FLAG: gettext("%(side)s: the flag is down"),
        Kind.IRREGULAR: gettext("An illegal move stands in the record"),
        Kind.APPEAL: gettext("%(side)s appeals against a ruling"),
        Kind.LATE: gettext("Not begun, and the default time is over"),
    }
    return texts[one.kind] % side


def _act(slug: str, one: Waiting) -> tuple[str, str]:
    """What answers it, and where."""
    game = one.pairing.game_id
    card = reverse("board-card", args=[slug, game])
    if one.kind is Kind.CALL:
        return gettext("Answer the call"), f"{card}#calls"
    if one.kind is Kind.ADJOURNED:
        return gettext("Adjournment"), reverse("board-adjournment", args=[slug, game])
    if one.kind is Kind.APPEAL:
        try:
            return gettext("Appeals"), reverse("appeals", args=[slug])
        except NoReverseMatch:
            return gettext("Open the board"), card
    if one.kind in (Kind.SHEETS, Kind.REPORTS, Kind.IRREGULAR):
        return gettext("Open the board"), card
    opened = {
        Kind.CLAIM: {"kind": "quickplay"},
        Kind.FLAG: {"kind": "flag", "side": one.side or ""},
        Kind.LATE: {"kind": "absence"},
    }[one.kind]
    return gettext("Rule on it"), f"{reverse('board-ruling', args=[slug, game])}?{urlencode(opened)}"
