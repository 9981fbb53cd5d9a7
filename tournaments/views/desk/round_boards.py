"""The boards of a round as the desk shows them: with points and score groups, on the page of the round and on paper."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from games.models.game import TrackingLevel
from games.views.requests import or_404, whole_number
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.record.results import FACTS, Result
from tavleya.tiebreaks.table import points_text
from tournaments.forms.base import to_confirm
from tournaments.forms.rounds import RESULT_NAMES
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, status_name
from tournaments.selectors.finality import PlayerReports
from tournaments.selectors.rounds import RoundView, Writer, find_board, last_result_change, round_view
from tournaments.views.desk.frame import DeskFrame, ReportsLine, SectionDesk, at_round, desk, reports_line
from tournaments.views.frame import RoundLink, round_name
from tournaments.views.seats import Seat, seat_in

# The strip of links to a section's rounds.


def round_links(section: Section, rounds: list[Round], current: Round | None = None) -> list[RoundLink]:
    """Return the strip of rounds, each linking to its page on the desk."""
    return [
        RoundLink(
            round_.number,
            f"{round_name(round_.number)}: {status_name(round_.status)}",
            reverse("desk_round", args=[section.event.slug, section.slug, round_.number]),
            round_.status,
            current is not None and round_.pk == current.pk,
        )
        for round_ in rounds
        if round_.number is not None
    ]


def seat_with(frame: SectionDesk, registration: Registration, points: Mapping[int, int]) -> Seat:
    """Return a player with their points before the round, if there are any."""
    own = points_text(points[registration.pk]) if registration.pk in points else ""
    return seat_in(frame.event.slug, frame.section, registration, own)


def score_groups(frame: SectionDesk, boards: Iterable[Pairing], points: Mapping[int, int]) -> dict[int, str]:
    """Return the heading of each score group, by the key of its first board.

    A board belongs to the group of the higher of its two players.  Empty if rounds are not paired by scores.
    """
    if not points or not frame.section.system.needs_rounds:
        return {}
    sizes = Counter(points.get(key, 0) for board in boards for key in (board.white_id, board.black_id) if key)
    result: dict[int, str] = {}
    last: int | None = None
    for board in boards:
        score = max(points.get(key, 0) for key in (board.white_id, board.black_id) if key)
        if score != last:
            words = ngettext(
                "Score group %(points)s: %(n)s player", "Score group %(points)s: %(n)s players", sizes[score]
            )
            result[board.pk] = words % {"points": points_text(score), "n": sizes[score]}
        last = score
    return result


def board_rows(
    frame: SectionDesk,
    view: RoundView,
    points: Mapping[int, int],
    reports: Mapping[int, PlayerReports] = MappingProxyType({}),
) -> list[dict[str, object]]:
    groups = score_groups(frame, view.boards, points)
    return [
        {
            "pairing": board,
            "number": board.board,
            "white": seat_with(frame, board.white, points),
            "black": seat_with(frame, board.black, points) if board.black else None,
            "bye": bye_name(board.bye) if board.bye else "",
            "result": board.result,
            "correct_url": frame.url("correction", view.round.number, board.board),
            "group": groups.get(board.pk, ""),
            "reports": reports_line(reports.get(board.pk)),
        }
        for board in view.boards
    ]


@desk
@require_safe
@at_round()
def print_page(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """The pairings for the notice board: by board, and by name with the board to go to."""
    view = round_view(frame.section, row.number)
    boards = board_rows(frame, view, {})
    people = [
        (registration.player.sort_key, seat_in(frame.event.slug, frame.section, registration), side, board)
        for board in view.boards
        for registration, side in ((board.white, "white"), (board.black, "black"))
        if registration is not None
    ]
    people.sort(key=lambda line: line[0])
    return frame.page(
        "desk/print.html",
        round=row,
        round_name=round_name(row.number),
        boards=boards,
        people=[
            {"seat": seat, "side": "" if board.bye else side, "board": board.board, "bye": bool(board.bye)}
            for _key, seat, side, board in people
        ],
        free=[seat_in(frame.event.slug, frame.section, entry) for entry in view.free],
        back=frame.url("round", row.number),
    )


# Rows of boards on the pages for entering results and the second reading: players and possible results.

#: The three results of a board in the order of their buttons, each with its key.
PLAIN = ((Result.WHITE_WINS, "1"), (Result.DRAW, "2"), (Result.BLACK_WINS, "3"))
#: All the others, with the key that presses each while their menu is open.
MORE = (
    (Result.WHITE_FORFEIT_WIN, "1"),
    (Result.BLACK_FORFEIT_WIN, "2"),
    (Result.BOTH_FORFEIT, "0"),
    (Result.BOTH_LOSE, "4"),
    (Result.WHITE_HALF, "5"),
    (Result.BLACK_HALF, "6"),
    (Result.WHITE_WINS_UNRATED, "7"),
    (Result.BLACK_WINS_UNRATED, "8"),
    (Result.DRAW_UNRATED, "9"),
)
#: The results that can replace a mistyped one.
ALL = (*((result, "") for result, _key in PLAIN), *MORE)


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: what it stores, shows, means, and the key that presses it."""

    value: str
    shown: str
    name: str
    key: str


@dataclass(frozen=True, slots=True)
class RowNames:
    """The players at a board."""

    pairing: Pairing
    white: Seat
    black: Seat | None

    @classmethod
    def seats(cls, frame: SectionDesk, pairing: Pairing) -> dict[str, Any]:
        event, section = frame.event.slug, frame.section
        return {
            "pairing": pairing,
            "white": seat_in(event, section, pairing.white),
            "black": seat_in(event, section, pairing.black) if pairing.black else None,
        }

    @property
    def result_name(self) -> str:
        return str(RESULT_NAMES[Result(self.pairing.result)]) if self.pairing.result else ""

    @property
    def search(self) -> str:
        """The names of both players in every writing."""
        return " ".join(seat.search for seat in (self.white, self.black) if seat is not None)

    def is_found_by(self, text: str) -> bool:
        """Return whether `text` matches the number of the board or the names of its players."""
        if (number := whole_number(text)) is not None:
            return self.pairing.board == number
        return all(word in self.search.casefold() for word in text.casefold().split())


@dataclass(frozen=True, slots=True)
class ResultRow(RowNames):
    """One board.  `problem` is the reason why the requested result (`wanted`) is not saved.

    `may_retype`: the reader may withdraw or replace its result as a typing error.  `may_seat_late`: a late
    player may be seated opposite the player with the bye.
    """

    bye: str
    url: str
    correct_url: str
    played_url: str
    withdraw_url: str
    may_correct: bool
    may_enter: bool
    may_retype: bool
    may_seat_late: bool
    plain: SafeString
    more: SafeString
    problem: str = ""
    code: str = ""
    wanted: str = ""
    #: The warnings to confirm, and the result concerned, as posted.
    to_confirm: tuple[str, ...] = ()
    to_post: str = ""
    saved: bool = False
    undo: str = ""
    undo_url: str = ""
    back: str = ""
    reports: ReportsLine | None = None

    @property
    def rating_result(self) -> str:
        """The result that counts in the rating report only, corrected too late for the tournament."""
        correction = getattr(self.pairing, "rating_correction", None)
        return str(correction.result) if correction is not None else ""


def result_row(
    frame: SectionDesk,
    row: Round,
    pairing: Pairing,
    writers: Mapping[int, Writer],
    reports: Mapping[int, PlayerReports],
    *,
    refused: DomainError | None = None,
    wanted: str = "",
    saved: bool = False,
    undo: str = "",
) -> ResultRow:
    """Return the row of a board.

    `writers`: author of the result, by the key of a game; `reports`: the players' reports, by the key of a board;
    `undo`: the undo note of the saved result.
    """
    section = frame.section
    may_correct = frame.may[Action.CORRECT_RESULT]
    writer = writers.get(pairing.game_id or 0)
    own = writer is not None and writer.may_retype(frame.actor.user_id)
    return ResultRow(
        **RowNames.seats(frame, pairing),
        bye=bye_name(pairing.bye) if pairing.bye else "",
        url=frame.url("result", row.number, pairing.board),
        correct_url=frame.url("correction", row.number, pairing.board),
        played_url=frame.url("played", row.number, pairing.board),
        withdraw_url=frame.url("result_withdraw", row.number, pairing.board),
        may_correct=may_correct,
        may_enter=row.status != RoundStatus.CLOSED,
        may_retype=(may_correct or own) and row.status != RoundStatus.CLOSED and section.tracking != TrackingLevel.LIVE,
        may_seat_late=may_correct and pairing.bye == Bye.PAIRING_ALLOCATED and section.seats_late_players,
        plain=buttons("desk/result_plain.html", PLAIN, get_language()),
        more=buttons("desk/result_buttons.html", ALL if pairing.result else MORE, get_language()),
        problem=describe_refusal(pairing, refused) if refused else "",
        code=refused.code if refused else "",
        wanted=result_text(wanted),
        to_confirm=to_confirm(refused),
        to_post=wanted,
        saved=saved,
        undo=undo,
        undo_url=DeskFrame.url(frame, "undo"),
        back=frame.url("results", row.number),
        reports=reports_line(reports.get(pairing.pk)),
    )


@cache
def buttons(template: str, results: tuple[tuple[Result, str], ...], language: str) -> SafeString:
    """Return the buttons, which are the same for hundreds of boards, and so are cached by language."""
    choices = [Choice(result.value, result_text(result), str(RESULT_NAMES[result]), key) for result, key in results]
    return render_to_string(template, {"choices": choices})


def result_text(result: str) -> str:
    return " – ".join(FACTS[Result(result)].shown) if result in set(Result) else ""


def describe_refusal(pairing: Pairing, refused: DomainError) -> str:
    """Return the error in words; for a conflict also the author and the result of the first entry."""
    sentence = refused.message.render(gettext)
    if refused.code not in ("changed_meanwhile", "already_finished") or not pairing.result:
        return sentence
    change = last_result_change(pairing)
    if change is None or not change.who:
        return gettext("In the meantime the board has been given the result %(result)s.") % {
            "result": result_text(pairing.result)
        }
    return gettext("%(who)s has entered %(result)s at %(time)s.") % {
        "who": change.who,
        "result": result_text(pairing.result),
        "time": date_format(timezone.localtime(change.at), "H:i T"),
    }


def board_of(row: Round, number: int) -> Pairing:
    """Return the board of the round.  Raises: Http404."""
    return or_404(find_board(row, number))
