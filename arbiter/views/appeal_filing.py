"""The form to file an appeal: a player their own, an officer one received on paper."""

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
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
from games.views.problems import or_404, posted_data, redirect_with, require_found
from tavleya.errors import BadInput, DomainError
from tavleya.permissions import Action, allowed
from tavleya.sides import Side
from tournaments.models.pairing import Pairing


@require_http_methods(["GET", "HEAD", "POST"])
def file(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Show the ruling, the time limit and the form; on POST, file the appeal."""
    frame = AppealsFrame.at(request, slug)
    assert isinstance(frame, AppealsFrame)
    ruling = or_404(
        Ruling.objects.select_related("game", "arbiter").filter(game=game_id, number=number).first()
    )
    board = board_of(ruling.game)
    require_found(
        board.round.section.event_id == frame.event.pk and hooks.visible_to(frame.actor, ruling.game)
    )
    sides = _sides(frame, ruling, board)
    rules = rules_in(frame.event)
    form = FilingForm(posted_data(request), sides=sides, deposit=rules.deposit)
    if form.attempt(lambda: _filed(frame, form, ruling, sides)):
        words = gettext("Appeal %(number)s has been filed.") % {"number": form.result.number}
        return redirect_with(request, words, "appeal", frame.event.slug, form.result.number)
    problem = form.refused or (BadInput(say("fields_marked")) if form.errors else None)
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


def _filed(frame: AppealsFrame, form: FilingForm, ruling: Ruling, sides: list[tuple[Side, str]]) -> Appeal:
    cleaned_data = form.cleaned_data
    return services.file_appeal(
        actor=frame.actor,
        now=frame.now,
        ruling_id=ruling.pk,
        grounds=cleaned_data["grounds"],
        side=Side(cleaned_data["side"]) if "side" in cleaned_data else sides[0][0],
        deposit_paid=cleaned_data.get("deposit_paid", False),
    )
