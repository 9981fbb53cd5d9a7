"""Payment of fines, marked in the log of rulings."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from arbiter.models.ruling import Ruling
from arbiter.services.fines import note_payment
from arbiter.views.board_frame import BoardFrame
from games.views.problems import or_404
from tavleya.errors import Conflict, NotFound


@require_POST
def fine(request: HttpRequest, slug: str, game_id: int, number: int) -> HttpResponse:
    """Mark a fine as paid (`paid=yes`) or unpaid (`no`); the log shows an error if it is marked so already."""
    frame = BoardFrame.of(request, slug, game_id)
    row = or_404(Ruling.objects.filter(game=game_id, number=number).first())
    try:
        noted = note_payment(
            actor=frame.actor,
            now=timezone.now(),
            ruling_id=row.pk,
            paid=request.POST.get("paid") != "no",
        )
    except NotFound:
        raise Http404 from None
    except Conflict as problem:
        messages.error(request, problem.message.render(gettext))
    else:
        text = gettext("Fine marked as paid.") if noted.paid_at else gettext("Fine marked as unpaid.")
        messages.success(request, text)
    return redirect("rulings", slug=slug)
