"""The form to file an appeal: a player their own, an officer one received on paper."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from arbiter.messages import say
from arbiter.models.appeal import Appeal
from arbiter.models.ruling import Ruling
from arbiter.selectors.appeals import board_of
from arbiter.services import appeals as services
from arbiter.services.committee import rules_in
from arbiter.views.appeal_forms import FilingForm
from arbiter.views.appeal_frame import AppealsFrame
from arbiter.views.appeal_labels import AppealBoard, about_ruling, time_left
from games import hooks
from tavleya.errors import BadInput, DomainError
from tavleya.permissions import Action, allowed
from tavleya.sides import Side
from tournaments.models.pairing import Pairing


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Show the ruling, the time limit and the form; on POST, file the appeal."""
    frame = AppealsFrame.at(request, slug)
    assert isinstance(frame, AppealsFrame)
    ruling = Ruling.objects.select_related("game", "arbiter").filter(game=game_id, number=number).first()
    if ruling is None:
        raise Http404
    board = board_of(ruling.game)
    if board.round.section.event_id != frame.event.pk or not hooks.visible_to(frame.actor, ruling.game):
        raise Http404
    sides = _sides(frame, ruling, board)
    rules = rules_in(frame.event)
    form = FilingForm(request.POST or None, sides=sides, deposit=rules.deposit)
    problem: DomainError | None = None
    if request.method == "POST":
        try:
            if form.is_valid():
                return _filed(frame, form, ruling, sides)
            problem = BadInput(say("fields_marked"))
        except DomainError as error:
            form.refuse(error)
            problem = error
    until, bar = None, ""
    try:
        until = services.admit(ruling, rules, frame.now)
    except DomainError as error:
        bar = error.message.render(gettext)
    context = {
        **about_ruling(ruling, notes=True),
        "game": ruling.game,
        "board": AppealBoard.of(board),
        "form": form,
        "until": until,
        "left": time_left(until, frame.now),
        "bar": "" if problem else bar,
        "rules": rules,
        "earlier": Appeal.objects.filter(ruling=ruling).order_by("number"),
    }
    return frame.answer("hall/appeal_file.html", context, problem)


def _sides(frame: AppealsFrame, ruling: Ruling, board: Pairing) -> list[tuple[Side, str]]:
    """Return the sides for which the visitor may file. Raises: PermissionDenied if there are none."""
    standing = hooks.standing_of(frame.actor, ruling.game)
    place = AppealBoard.of(board)
    names = {Side.WHITE: place.white, Side.BLACK: place.black}
    official = allowed(standing, Action.READ_SHEETS)
    results = [(side, names[side]) for side in Side if official or side in standing.sides]
    if not results or not allowed(standing, Action.FILE_APPEAL):
        raise PermissionDenied
    return results


def _filed(
    frame: AppealsFrame, form: FilingForm, ruling: Ruling, sides: list[tuple[Side, str]]
) -> HttpResponse:
    cleaned_data = form.cleaned_data
    appeal = services.file_appeal(
        actor=frame.actor,
        now=frame.now,
        ruling_id=ruling.pk,
        grounds=cleaned_data["grounds"],
        side=Side(cleaned_data["side"]) if "side" in cleaned_data else sides[0][0],
        deposit_paid=cleaned_data.get("deposit_paid", False),
    )
    messages.success(frame.request, gettext("Appeal %(number)s has been filed.") % {"number": appeal.number})
    return redirect("appeal", frame.event.slug, appeal.number)
