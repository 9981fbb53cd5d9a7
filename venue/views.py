"""Electronic boards of a section, the PGN URL that is read while rounds are played, and the lichess broadcast."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.views.requests import find_or_404, require_found
from tavleya.errors import NotPermitted
from tavleya.permissions import Action, allowed
from tournaments.forms.base import DeskForm
from tournaments.models.boards import Broadcast, BroadcastRound, ElectronicBoard, PgnAddress
from tournaments.views.desk.frame import SectionDesk, desk, flash
from tournaments.views.frame import round_name
from venue.services.broadcasting import can_broadcast, send_again, set_broadcast, stop_broadcast
from venue.services.pgn import LEAST, MOST, forget_pgn_address, set_pgn_address, supports_boards
from venue.services.reports import assign_board, forget_board


class BroadcastForm(DeskForm):
    """A token, which is never shown again, and the address of each round: `round_4`, by its number."""

    token = forms.CharField(
        label=_("Token of lichess"),
        required=False,
        max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, rounds: Mapping[int, str], known: bool, **kwargs: Any) -> None:
        """Build the form. `rounds`: the current settings by number; `known`: whether there is a token already."""
        super().__init__(*args, **kwargs)
        self.numbers = tuple(rounds)
        if known:
            self.fields["token"].help_text = gettext("Leave empty to keep the token that is in use.")
        else:
            self.fields["token"].help_text = gettext("With the right study:write.")
        for number, key in rounds.items():
            label = gettext("Round %(number)s") % {"number": number}
            self.fields[f"round_{number}"] = forms.CharField(label=label, initial=key, required=False, max_length=300)

    def rounds(self) -> dict[int, str]:
        return {number: self.cleaned_data[f"round_{number}"] for number in self.numbers}


class ElectronicBoardForm(DeskForm):
    """Form for the table of an electronic board, empty for none."""

    serial = forms.CharField(label=_("Serial number"), max_length=40)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)


class PgnAddressForm(DeskForm):
    address = forms.CharField(
        label=_("PGN address"),
        max_length=500,
        help_text=_("Begins with https://. Write {round} where the number of the round stands."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    seconds = forms.IntegerField(label=_("Read every, seconds"), min_value=LEAST, max_value=MOST, initial=15)
    active = forms.BooleanField(label=_("Read this address"), required=False, initial=True)


# The lichess broadcast of a section: its settings and the responses of lichess.


@desk
def broadcast(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Set up (`do`: `save`), send everything again (`send`), or stop (`stop`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_EVENT)
    require_found(can_broadcast(frame.section))
    row = Broadcast.objects.filter(section=frame.section).first()
    sent = list(row.rounds.all()) if row else []
    keys = {broadcast_round.number: broadcast_round.key for broadcast_round in sent}
    numbers = range(1, _rounds(frame, keys) + 1)
    do = request.POST.get("do", "")
    form = BroadcastForm(
        request.POST if do == "save" else None,
        rounds={number: keys.get(number, "") for number in numbers},
        known=row is not None,
    )
    status = HTTPStatus.OK
    if do:
        if _broadcast_done(frame, form, do):
            return redirect(frame.url("broadcast"))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    now = timezone.now()
    context = {
        **frame.context(),
        "form": form,
        "broadcast": row,
        "paused": row is not None and row.paused_until is not None and row.paused_until > now,
        "addresses": [form[f"round_{number}"] for number in numbers],
        "sent": [_line(broadcast_round) for broadcast_round in sent],
    }
    return render(request, "venue/desk/broadcast.html", context, status=status)


def _broadcast_done(frame: SectionDesk, form: BroadcastForm, do: str) -> bool:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    if do == "send":
        find_or_404(lambda: send_again(**common))
        flash(frame.request, gettext("All rounds will be sent in a few seconds."))
        return True
    if do == "stop":
        stop_broadcast(**common)
        flash(frame.request, gettext("Nothing more is sent to lichess."))
        return True
    done = form.attempt(lambda: set_broadcast(**common, rounds=form.rounds(), token=form.cleaned_data["token"]))
    if done:
        flash(frame.request, gettext("Saved."))
    return done


def _rounds(frame: SectionDesk, keys: dict[int, str]) -> int:
    paired = [round_.number or 0 for round_ in frame.rounds]
    return max([frame.section.rounds_planned or 0, *paired, *keys, 1])


def _line(broadcast_round: BroadcastRound) -> dict[str, object]:
    refused = [answer for answer in broadcast_round.answers if answer["error"]]
    return {
        "name": round_name(broadcast_round.number),
        "url": f"https://lichess.org/broadcast/-/-/{broadcast_round.key}",
        "sent_at": broadcast_round.sent_at,
        "games": len(broadcast_round.answers),
        "refused": refused,
        "problem": _problem(broadcast_round),
        "tried_at": broadcast_round.tried_at,
    }


def _problem(broadcast_round: BroadcastRound) -> str:
    """Return why the last attempt failed, as text."""
    if broadcast_round.tried_at is None or broadcast_round.status == HTTPStatus.OK:
        return ""
    if broadcast_round.status is None:
        return gettext("lichess could not be reached.")
    sentences: dict[int, str] = {
        HTTPStatus.UNAUTHORIZED: gettext("lichess does not accept the token."),
        HTTPStatus.FORBIDDEN: gettext("The token may not edit this broadcast."),
        HTTPStatus.NOT_FOUND: gettext("There is no such round on lichess."),
        HTTPStatus.TOO_MANY_REQUESTS: gettext("lichess asked for a pause of one minute."),
    }
    return sentences.get(broadcast_round.status, "") or gettext("lichess answered: %(status)s %(problem)s") % {
        "status": broadcast_round.status,
        "problem": broadcast_round.problem,
    }


@desk
def electronic_boards(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Assign a board (`do`: `assign`), remove one (`forget`), set the address (`pgn`), or remove it (`pgn_forget`)."""
    frame = SectionDesk.of(request, slug, section_slug, Action.REPORT_BOARDS)
    require_found(supports_boards(frame.section))
    do = request.POST.get("do", "")
    row = PgnAddress.objects.filter(section=frame.section).first()
    initial = {"address": row.address, "seconds": row.seconds, "active": row.active} if row else None
    board_form = ElectronicBoardForm(request.POST if do == "assign" else None, prefix="board")
    address_form = PgnAddressForm(request.POST if do == "pgn" else None, initial=initial)
    status = HTTPStatus.OK
    if do:
        if _done(frame, do, board_form, address_form):
            return redirect(frame.url("electronic_boards"))
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    boards = list(ElectronicBoard.objects.filter(section=frame.section))
    context = {
        **frame.context(),
        "assigned": [board for board in boards if board.table is not None],
        "unassigned": [board for board in boards if board.table is None],
        "board_form": board_form,
        "pgn": row,
        "pgn_form": address_form,
        "may_set_pgn": allowed(frame.standing, Action.EDIT_EVENT),
        "answers": [_describe_outcome(answer) for answer in row.answers] if row else [],
    }
    return render(request, "venue/desk/electronic_boards.html", context, status=status)


def _done(frame: SectionDesk, do: str, board_form: ElectronicBoardForm, address_form: PgnAddressForm) -> bool:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    form: DeskForm = address_form if do.startswith("pgn") else board_form
    acts: dict[str, Callable[[], object]] = {
        "assign": lambda: assign_board(**common, **board_form.cleaned_data),
        "forget": lambda: forget_board(**common, serial=frame.request.POST.get("serial", "")),
        "pgn": lambda: set_pgn_address(**common, **address_form.cleaned_data),
        "pgn_forget": lambda: forget_pgn_address(**common),
    }
    if do in acts and do.endswith("forget"):
        acts[do]()
    elif do not in acts or not form.attempt(acts[do]):
        if isinstance(form.refused, NotPermitted):
            raise form.refused
        return False
    flash(frame.request, gettext("Saved."))
    return True


def _describe_outcome(answer: dict[str, Any]) -> str:
    """Return the outcome for a game that was not imported, as text."""
    values = {"number": answer["number"], "board": answer["board"], "ply": answer["ply"]}
    sentences = {
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
    code = str(answer["code"])
    return sentences.get(code, code) % values
