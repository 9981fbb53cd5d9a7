"""Next month's event: a repetition, a template saved from one, an event made from a template."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext

from clocks.labels import control_label
from games.views.labels import game_name
from games.views.problems import posted_data, redirect_with
from tavleya.law.library import regime
from tavleya.permissions import Action
from tournaments.forms.events import RepeatForm, TemplateForm
from tournaments.names import format_name
from tournaments.selectors.events import sections_shown
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.frame import language
from tournaments.views.labels import tiebreak_name
from transfer.services.repeating import following_slug, repeat_event, save_template


@desk
def repeat(request: HttpRequest, slug: str) -> HttpResponse:
    """Repeat the event or create one from a template, with changed values; redirects to the desk of the new event."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    initial = {**RepeatForm.initial_of(frame.event), "slug": following_slug(frame.event.slug)}
    form = RepeatForm(posted_data(request), languages=frame.event.text_languages, initial=initial)
    if form.attempt(
        lambda: repeat_event(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, **form.values())
    ):
        return redirect_with(
            request,
            gettext("The new event has been set up. Only officials can see it so far."),
            "desk_event",
            form.result.slug,
        )
    context = {**frame.context(), "form": form, "settings": _settings(frame) if frame.event.template else []}
    return render(request, "transfer/desk/repeat.html", context, status=form.status)


@desk
def template(request: HttpRequest, slug: str) -> HttpResponse:
    """Save the settings of the event, or of some of its sections, for events to come."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    sections = [(section.slug, section.name_in(language())) for section in sections_shown(frame.event)]
    initial = TemplateForm.initial_of(frame.event, sections)
    form = TemplateForm(
        posted_data(request), languages=frame.event.text_languages, initial=initial, sections=sections
    )
    if form.attempt(
        lambda: save_template(actor=frame.actor, now=timezone.now(), event_id=frame.event.pk, **form.values())
    ):
        return redirect_with(
            request,
            gettext("The template has been saved. You find it under “Create event”."),
            "desk_event",
            form.result.slug,
        )
    return render(
        request, "transfer/desk/template.html", {**frame.context(), "form": form}, status=form.status
    )


def _settings(frame: DeskFrame) -> list[dict[str, object]]:
    """Return the initial settings of an event made from the template, by section."""
    return [
        {
            "name": section.name_in(language()),
            "game": game_name(section.game),
            "format": format_name(section.format),
            "rounds": section.rounds_planned,
            "laws": regime(section.regime).name.render(gettext),
            "control": control_label(section.control) if section.control else gettext("Without clocks"),
            "tiebreaks": [tiebreak_name(code) for code in section.tiebreaks],
        }
        for section in sections_shown(frame.event)
    ]
