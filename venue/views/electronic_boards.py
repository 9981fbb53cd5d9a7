"""Electronic boards of a section and their tables, and the PGN URL that is read while rounds are played."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from games.views.requests import require_found
from tavleya.errors import NotPermitted
from tavleya.permissions import Action, allowed
from tournaments.forms.base import DeskForm
from tournaments.models.boards import ElectronicBoard, PgnAddress
from tournaments.views.desk.frame import SectionDesk, desk, flash
from venue.forms import ElectronicBoardForm, PgnAddressForm
from venue.services.pgn import supports_boards
from venue.services.pulling import forget_pgn_address, set_pgn_address
from venue.services.reports import assign_board, forget_board


@desk
def electronic_boards(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Assign a board (`do`: `assign`), remove one (`forget`), set the address (`pgn`), or remove it (`pgn_forget`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.REPORT_BOARDS)
    require_found(supports_boards(frame.section))
    do = request.POST.get("do", "")
    row = PgnAddress.objects.filter(section=frame.section).first()
    initial = {"address": row.address, "seconds": row.seconds, "active": row.active} if row else None
    board = ElectronicBoardForm(request.POST if do == "assign" else None, prefix="board")
    address = PgnAddressForm(request.POST if do == "pgn" else None, initial=initial)
    status = HTTPStatus.OK
    if do:
        if _done(frame, do, board, address):
            return redirect(frame.url("electronic_boards"))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    boards = list(ElectronicBoard.objects.filter(section=frame.section))
    context = {
        **frame.context(),
        "assigned": [answer for answer in boards if answer.table is not None],
        "unassigned": [answer for answer in boards if answer.table is None],
        "board_form": board,
        "pgn": row,
        "pgn_form": address,
        "may_set_pgn": allowed(frame.standing, Action.EDIT_EVENT),
        "answers": [_describe_outcome(answer) for answer in row.answers] if row else [],
    }
    return render(request, "venue/desk/electronic_boards.html", context, status=status)


def _done(frame: SectionDesk, do: str, board: ElectronicBoardForm, address: PgnAddressForm) -> bool:
    given: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    form: DeskForm = address if do.startswith("pgn") else board
    acts: dict[str, Callable[[], object]] = {
        "assign": lambda: assign_board(**given, **board.cleaned_data),
        "forget": lambda: forget_board(**given, serial=frame.request.POST.get("serial", "")),
        "pgn": lambda: set_pgn_address(**given, **address.cleaned_data),
        "pgn_forget": lambda: forget_pgn_address(**given),
    }
    if do in acts and do.endswith("forget"):
        acts[do]()
    elif do not in acts or not form.attempt(acts[do]):
        if isinstance(form.refused, NotPermitted):
            raise form.refused
        return False
    flash(frame.request, gettext("Saved."))
    return True


def _describe_outcome(row: dict[str, Any]) -> str:
    """Return the outcome for a game that was not imported, as text."""
    values = {"number": row["number"], "board": row["board"], "ply": row["ply"]}
    data = {
        "other_round": gettext("Game %(number)s is of another round."),
        "no_board": gettext("Game %(number)s fits no board of this round."),
        "two_boards": gettext("Game %(number)s names two different boards."),
        "two_games": gettext("Game %(number)s is for a board that another game names too."),
        "differs": gettext("Board %(board)s: the moves differ from half-move %(ply)s on."),
        "not_legal": gettext("Board %(board)s: half-move %(ply)s is not legal."),
        "not_source": gettext("Board %(board)s: its moves come from elsewhere."),
        "not_live": gettext("Board %(board)s: its moves are not recorded live, or its game is over."),
        "stopped": gettext("Board %(board)s: the clocks are stopped."),
    }
    code = str(row["code"])
    return data.get(code, code) % values
