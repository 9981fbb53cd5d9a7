"""The announced sessions of an event: end and resumption of play, and boards still running at the end."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_safe

from arbiter.models.envelope import PlaySession
from arbiter.selectors.sessions import programme
from arbiter.services import sessions as announcing
from arbiter.views.desk import DeskFrame
from games.views.caching import fresh
from games.views.problems import Attempt, or_404, posted_data, require_found
from tavleya.permissions import Action, allowed
from tournaments.forms.base import DeskForm, MomentField
from tournaments.models.section import Section
from tournaments.views.frame import language


class SessionForm(DeskForm):
    section = forms.ChoiceField(label=_("Section"))
    starts_at = MomentField(label=_("Start"), required=True)
    ends_at = MomentField(label=_("End: play stops"), required=True)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)

    def __init__(self, sections: list[Section], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["section"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(str(section.pk), section.name_in(language())) for section in sections]


@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the sessions and the form for another; `alter` is the key of a session to change."""
    frame = DeskFrame.of(request, slug)
    may = allowed(frame.standing, Action.ANNOUNCE_SESSION)
    altered = _selected_session(request, frame)
    sections = list(Section.objects.filter(event=frame.event).order_by("position"))
    form = SessionForm(sections, posted_data(request), initial=_initial(altered))
    if altered is not None:
        form.fields["section"].disabled = True
    if form.attempt(lambda: _announce(frame, form.cleaned_data, altered)):
        return redirect("sessions", slug=slug)
    context = {
        **frame.context(),
        "programme": programme(frame.event, timezone.now()),
        "form": form,
        "may": may,
        "altered": altered,
        "language": language(),
    }
    return fresh(render(request, "hall/sessions.html", context, status=form.status))


@require_http_methods(["POST"])
def cancel(request: HttpRequest, slug: str, session_id: int) -> HttpResponse:
    """Take a session that has not begun from the programme."""
    frame = DeskFrame.of(request, slug)
    _get_session(frame, session_id)
    attempt = Attempt(
        request,
        lambda: announcing.cancel_session(actor=frame.actor, now=timezone.now(), session_id=session_id),
    )
    if attempt:
        return redirect("sessions", slug=slug)
    context = {
        **frame.context(),
        "programme": programme(frame.event, timezone.now()),
        "refused": attempt.refused,
        "language": language(),
    }
    return fresh(render(request, "hall/sessions.html", context, status=attempt.status))


@require_safe
def ending(request: HttpRequest, slug: str) -> HttpResponse:
    """Return the part of the console about boards still running near the end of their session."""
    frame = DeskFrame.of(request, slug)
    context = {
        "event": frame.event,
        "near": programme(frame.event, timezone.now()).near,
        "language": language(),
    }
    return fresh(render(request, "hall/session_ending.html", context))


def _announce(frame: DeskFrame, values: dict[str, Any], altered: PlaySession | None) -> None:
    times = {name: values[name] for name in ("starts_at", "ends_at", "place")}
    caller: dict[str, Any] = {"actor": frame.actor, "now": timezone.now()}
    if altered is None:
        announcing.announce_session(**caller, section_id=int(values["section"]), **times)
    else:
        announcing.alter_session(**caller, session_id=altered.pk, **times)


def _selected_session(request: HttpRequest, frame: DeskFrame) -> PlaySession | None:
    wanted = request.GET.get("alter", "")
    if not wanted:
        return None
    require_found(wanted.isdecimal() and len(wanted) <= 9)
    return _get_session(frame, int(wanted))


def _get_session(frame: DeskFrame, session_id: int) -> PlaySession:
    return or_404(PlaySession.objects.filter(pk=session_id, section__event=frame.event).first())


def _initial(altered: PlaySession | None) -> dict[str, Any] | None:
    if altered is None:
        return None
    return {
        "section": str(altered.section_id),
        "starts_at": altered.starts_at,
        "ends_at": altered.ends_at,
        "place": altered.place,
    }
