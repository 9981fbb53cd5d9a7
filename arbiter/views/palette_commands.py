"""The commands of the palette: parser, names, required action, suggestions and execution."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, override, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from arbiter.kinds import RULING_APPLIED
from arbiter.messages import say
from arbiter.selectors.regimes import game_at, is_followed
from arbiter.services.reversal import reverse as reverse_ruling
from arbiter.services.ruling import preview_illegal_move, rule_illegal_move
from arbiter.views.desk import DeskFrame
from clocks.labels import side_name
from games.views.ledger import result_shown
from tavleya.errors import DomainError, NotFound
from tavleya.formats.names import folded, search_words
from tavleya.languages import codes
from tavleya.law.kinds import incidents_of
from tavleya.law.library import regime
from tavleya.permissions import Action, allowed
from tavleya.record.results import Result
from tavleya.sides import Side
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import RoundStatus
from tournaments.services.results import enter_result, retype_result
from tournaments.services.sections import withdraw_player
from tournaments.services.undo import takes_back
from tournaments.views.frame import language, round_name

# Parser for palette commands: a board, a result, a side, a command and other words. Pure.

#: Accepted spellings of results: any dash or colon, and short forms that cannot be another number.
_RESULTS: Mapping[str, Result] = {
    **{result.value.casefold(): result for result in Result},
    "1": Result.WHITE_WINS,
    "0": Result.BLACK_WINS,
    "=": Result.DRAW,
    "½": Result.DRAW,
    "1/2": Result.DRAW,
    "0.5": Result.DRAW,
    "½-½": Result.DRAW,
    "=-=": Result.DRAW,
    "½-0": Result.WHITE_HALF,
    "0-½": Result.BLACK_HALF,
    "+-": Result.WHITE_FORFEIT_WIN,
    "+--": Result.WHITE_FORFEIT_WIN,
    "-+": Result.BLACK_FORFEIT_WIN,
    "--+": Result.BLACK_FORFEIT_WIN,
    "--": Result.BOTH_FORFEIT,
    "---": Result.BOTH_FORFEIT,
}
_DASHES = str.maketrans(dict.fromkeys("–—−:", "-"))
_SIDES: Mapping[Side, tuple[str, ...]] = {
    Side.WHITE: ("w", "white", "б", "белые", "білі"),
    Side.BLACK: ("b", "black", "ч", "черные", "чорні"),
}
#: A result with blanks around its dash.
_SPREAD = re.compile(r"(?<!\S)([01½]|1/2|[+-]) +- +([01½]|1/2|[+-])(?!\S)")
#: A word may be abbreviated to so many letters.
_PREFIX = 3
_LONGEST = 120


@dataclass(frozen=True, slots=True)
class Typed:
    """A parsed line. `command` is the key of the recognised command or empty; `words` are the other words, folded."""

    board: int | None = None
    result: Result | None = None
    side: Side | None = None
    command: str = ""
    words: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.words)


def read(text: str, keywords: Mapping[str, Iterable[str]]) -> Typed:
    """Parse a line; never raises. `keywords`: the names of each command, in every language.

    The first whole number is the board; a following number that spells a result is the result: `12 1-0`, `12 =`.
    """
    board = result = side = None
    command, words = "", []
    for token in _tokens(text[:_LONGEST]):
        if board is None and token.isdecimal() and len(token) < 5:
            board = int(token)
        elif board is not None and result is None and token in _RESULTS:
            result = _RESULTS[token]
        elif not command and (key := _matching_key(token, keywords)):
            command = key
        elif side is None and (token_side := _side(token, sure=board is not None)):
            side = token_side
        elif plain := folded(token):
            words += plain.split()
    return Typed(board, result, side, command, tuple(words))


def _tokens(text: str) -> list[str]:
    """Return the words of a line; a result with spaces, `1 - 0`, is one word."""
    plain = text.translate(_DASHES).casefold()
    plain = _SPREAD.sub(r"\1-\2", plain)
    return plain.replace(",", " ").split()


def _side(token: str, *, sure: bool) -> Side | None:
    """Return the side of a word; a single letter is a side only next to a board, because it may begin a name."""
    plain = folded(token)
    for side, names in _SIDES.items():
        if plain in names and (sure or len(plain) > 1):
            return side
    return None


def _matching_key(token: str, keywords: Mapping[str, Iterable[str]]) -> str:
    plain = folded(token)
    if len(plain) < _PREFIX:
        return ""
    return next((key for key, words in keywords.items() if any(folded(word).startswith(plain) for word in words)), "")


def begins(words: Iterable[str], name: str) -> bool:
    """Return whether each of the words begins a word of the name."""
    name_words = folded(name).split()
    return all(any(name_word.startswith(word) for name_word in name_words) for word in words)


_MOST = 6


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A line of the list: it leads to `url`, or is carried out with `values` by the command of that key."""

    title: str
    detail: str = ""
    url: str = ""
    command: str = ""
    values: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Command:
    """A command of the palette. `names`: its names, separated by commas; `action`: the required action.

    `suggest` yields possible meanings, the most likely first. `run` calls the services, which check permissions again,
    and returns the outcome as text; without it suggestions are only links.
    """

    key: str
    names: Promise | str
    action: Action
    suggest: Callable[[DeskFrame, Typed, datetime], Iterator[Suggestion]]
    run: Callable[[DeskFrame, datetime, Mapping[str, Any]], str] | None = None


# Boards


def boards_of(frame: DeskFrame, number: int) -> QuerySet[Pairing]:
    """Return the boards of that number in all public rounds, by section, the newest round first."""
    return (
        Pairing.objects.filter(round__section__event=frame.event, board=number, bye="", game__isnull=False)
        .filter(round__section__archived_at=None)
        .exclude(round__status=RoundStatus.DRAFT)
        .select_related("game", "white__player", "black__player", "round__section")
        .order_by("round__section__position", "-round__number")
    )


def _boards(frame: DeskFrame, number: int) -> list[Pairing]:
    """Return boards of that number in open rounds, those without a result first, else those of the last round."""
    newest: dict[int, Pairing] = {}
    for row in boards_of(frame, number)[: _MOST * 20]:
        row.round.section.event = frame.event
        pairing = newest.get(row.round.section_id)
        if pairing is None or (pairing.result and not row.result and row.round.status != RoundStatus.CLOSED):
            newest[row.round.section_id] = row
    return sorted(newest.values(), key=lambda board: (board.round.status == RoundStatus.CLOSED, bool(board.result)))


def _board_label(frame: DeskFrame, board: Pairing) -> str:
    assert board.black is not None
    names = f"{board.white.player.name_in(language())} – {board.black.player.name_in(language())}"
    return f"{names} · {board.round.section.name_in(language())}, {round_name(board.round.number)}"


def _results(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    if typed.board is None or typed.result is None:
        return
    for board in _boards(frame, typed.board):
        if board.round.status == RoundStatus.CLOSED or board.result == typed.result:
            continue
        common = {"n": board.board, "result": result_shown(typed.result)}
        title = gettext("Board %(n)s: enter %(result)s") % common
        if board.result:
            title = gettext("Board %(n)s: replace %(before)s with %(result)s") % {
                **common,
                "before": result_shown(board.result),
            }
        values = {"pairing": board.pk, "version": board.version, "result": typed.result.value}
        yield Suggestion(title, _board_label(frame, board), command="result", values=values)


def _enter_result(frame: DeskFrame, now: datetime, values: Mapping[str, Any]) -> str:
    """Enter a result; with `first` an existing result is not replaced."""
    board = _board(frame, values["pairing"])
    act = retype_result if board.result and not values.get("first") else enter_result
    saved = act(
        actor=frame.actor, now=now, pairing_id=board.pk, result=values["result"], expected_version=values["version"]
    )
    return gettext("Board %(n)s: %(result)s.") % {"n": board.board, "result": result_shown(saved.result)}


def _board(frame: DeskFrame, key: int) -> Pairing:
    pairing = (
        Pairing.objects.select_related("round__section", "game")
        .filter(pk=key, round__section__event=frame.event)
        .first()
    )
    if pairing is None:
        raise NotFound(say("no_such_board"))
    return pairing


def _open_boards(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    if typed.board is None or typed.words:
        return
    for board in _boards(frame, typed.board):
        title = gettext("Open board %(n)s") % {"n": board.board}
        yield Suggestion(title, _board_label(frame, board), _card(frame, board))


def _card(frame: DeskFrame, board: Pairing) -> str:
    return reverse("board-card", args=[frame.event.slug, board.game_id])


def _illegal_moves(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    """Yield a complete ruling if the record has the move, otherwise a link to the form."""
    if typed.board is None:
        return
    for board in _boards(frame, typed.board):
        game = game_at(board)
        data = {"n": board.board, "side": side_name(typed.side) if typed.side else ""}
        ready = _ready(frame, board, typed.side, now)
        if ready is not None:
            title = gettext("Board %(n)s: rule on the illegal move") % data
            values = {"game": game.pk, "seq": game.seq}
            yield Suggestion(title, f"{ready} · {_board_label(frame, board)}", command="illegal", values=values)
        elif is_followed(game):
            title = gettext("Board %(n)s: no illegal move to rule on") % data
            yield Suggestion(title, _board_label(frame, board), _card(frame, board))
        else:
            title = (
                gettext("Board %(n)s: illegal move, %(side)s") if typed.side else gettext("Board %(n)s: illegal move")
            )
            query = urlencode({"incident": "illegal_move", "side": typed.side or ""})
            url = reverse("board-ruling", args=[frame.event.slug, game.pk])
            yield Suggestion(title % data, _board_label(frame, board), f"{url}?{query}")


def _ready(frame: DeskFrame, board: Pairing, side: Side | None, now: datetime) -> str | None:
    """Return the result of the ruling in a word; None if no ruling is possible or the other side moved."""
    game = game_at(board)
    if not is_followed(game):
        return None
    try:
        remedy = preview_illegal_move(actor=frame.actor, now=now, game=game)
    except DomainError:
        return None
    if remedy.offender is None or (side is not None and side is not remedy.offender):
        return None
    if remedy.result:
        return gettext("the game ends: %(result)s") % {"result": result_shown(remedy.result)}
    return "; ".join(message.render(gettext) for message in remedy.grounds[-1:])


def _rule_illegal(frame: DeskFrame, now: datetime, values: Mapping[str, Any]) -> str:
    board = Pairing.objects.filter(game=values["game"], round__section__event=frame.event).first()
    if board is None:
        raise NotFound(say("no_such_board"))
    ruling = rule_illegal_move(actor=frame.actor, now=now, game_id=values["game"], expected=values["seq"])
    return gettext("Ruling %(number)s has been applied.") % {"number": ruling.number}


# As on the page of the ruling; the record says that it was done at once.
takes_back(RULING_APPLIED)(
    lambda caller, _, before, after: reverse_ruling(
        **caller, ruling_id=after["ruling"], note=gettext("Undone right after it was applied.")
    )
)


def _rulings(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    """Yield incidents by the beginning of their names: `phone 7 black`."""
    if typed.board is None or not typed.words:
        return
    for board in _boards(frame, typed.board)[:2]:
        game = game_at(board)
        base = reverse("board-ruling", args=[frame.event.slug, game.pk])
        for incident in incidents_of(regime(game.regime), live=is_followed(game)):
            name = incident.name.render(gettext)
            if not begins(typed.words, name):
                continue
            side = typed.side if incident.of_player else None
            title = gettext("Board %(n)s: %(what)s") % {"n": board.board, "what": name}
            query = urlencode({"incident": incident.code, "side": side or ""})
            yield Suggestion(
                f"{title}, {side_name(side)}" if side else title, _board_label(frame, board), f"{base}?{query}"
            )


# Players


def _people(frame: DeskFrame, text: str) -> list[Registration]:
    rows = Registration.objects.filter(section__event=frame.event, section__archived_at=None)
    for forms in search_words(text):
        condition = Q()
        for form in forms:
            condition |= Q(player__search_key__contains=f" {form}")
        rows = rows.filter(condition)
    registrations = list(
        rows.select_related("player", "section").order_by("player__sort_key", "section__position")[:_MOST]
    )
    for registration in registrations:
        registration.section.event = frame.event
    return registrations


def _withdrawals(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    if not typed.words:
        return
    for entry in _people(frame, typed.text):
        if entry.status == RegistrationStatus.ACTIVE:
            yield Suggestion(
                gettext("Withdraw %(player)s") % {"player": entry.player.name_in(language())},
                entry.section.name_in(language()),
                command="withdraw",
                values={"registration": entry.pk},
            )


def _withdraw(frame: DeskFrame, now: datetime, values: Mapping[str, Any]) -> str:
    registrations = Registration.objects.select_related("player").filter(
        pk=values["registration"], section__event=frame.event
    )
    registration = registrations.first()
    if registration is None:
        raise NotFound(say("no_such_registration"))
    name = registration.player.name_in(language())
    withdraw_player(actor=frame.actor, now=now, registration_id=registration.pk)
    return gettext("%(player)s has been withdrawn.") % {"player": name}


def _players(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    if typed.board is not None or len(typed.text) < 2:
        return
    page = "desk_player" if allowed(frame.standing, Action.ENTER_PLAYERS) else "player"
    for entry in _people(frame, typed.text):
        url = reverse(page, args=[frame.event.slug, entry.section.slug, entry.number])
        detail = f"{entry.section.name_in(language())} · {entry.number}"
        yield Suggestion(entry.player.name_in(language()), detail, url)


# Pages


def _pages(frame: DeskFrame, typed: Typed, now: datetime) -> Iterator[Suggestion]:
    if typed.board is not None or len(typed.text) < 2:
        return
    links = frame.menu().everything
    titles: dict[str, str] = {}
    for code in (language(), *codes()):  # names in the reader's language first
        with override(code):
            matches = [(name, url) for name, url in links if begins(typed.words, str(name))]
        for name, url in matches:
            titles.setdefault(url, str(name))
    for url, title in titles.items():
        yield Suggestion(title, gettext("Go to page"), url)


COMMANDS: Mapping[str, Command] = {
    command.key: command
    for command in (
        Command("result", "", Action.ENTER_RESULT, _results, _enter_result),
        Command("illegal", _("illegal"), Action.RULE, _illegal_moves, _rule_illegal),
        Command("withdraw", _("withdraw"), Action.ENTER_PLAYERS, _withdrawals, _withdraw),
        Command("ruling", "", Action.RULE, _rulings),
        Command("board", pgettext_lazy("command", "board"), Action.SEE_DESK, _open_boards),
        Command("page", "", Action.SEE_DESK, _pages),
        Command("player", pgettext_lazy("command", "player"), Action.SEE_DESK, _players),
    )
}


def keywords() -> dict[str, list[str]]:
    """Return the names of each command in all languages: an arbiter may type any of them."""
    names: dict[str, list[str]] = {}
    for code in codes():
        with override(code):
            for command in COMMANDS.values():
                names.setdefault(command.key, []).extend(
                    word.strip() for word in str(command.names).split(",") if word.strip()
                )
    return names


def suggestions(frame: DeskFrame, typed: Typed, now: datetime) -> list[Suggestion]:
    """Return the suggestions that the reader may use; a named command excludes the others."""
    standing = frame.standing
    commands = [COMMANDS[typed.command]] if typed.command else [*COMMANDS.values()]
    results: list[Suggestion] = []
    for command in commands:
        if not typed.command and command.key in ("illegal", "withdraw"):
            continue  # these change data, so they must be named
        if allowed(standing, command.action):
            results += command.suggest(frame, typed, now)
        if command.key == "result" and results:
            break
    return results[: 2 * _MOST]


def carry_out(frame: DeskFrame, key: str, values: Mapping[str, Any], now: datetime) -> str:
    """Run a command with `values` of its suggestion. Raises: the errors of the services."""
    run = COMMANDS[key].run
    assert run is not None
    return run(frame, now, values)
