"""The players of a section: the list, and one of them."""

from typing import Any

from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, or_404, posted_data, redirect_with
from ratings.selectors.rated import changes_from_list
from ratings.services.rating_list import listed_person
from tavleya.errors import NotFound
from tavleya.permissions import Action
from tournaments.forms.players import PlayerForm
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.section import EqualSeeds
from tournaments.services.entries import enter_person
from tournaments.services.players import edit_player
from tournaments.services.section_settings import edit_section
from tournaments.services.sections import withdraw_player
from tournaments.services.seeding import edit_registration, may_renumber, number_by_hand, number_by_rating
from tournaments.views.desk.acts import (
    DeskAttempt,
    absences_can_be_noted,
    begun,
    fields_of_late_entry,
    origin_words,
    source_words,
    tell,
)
from tournaments.views.desk.entries import numbering
from tournaments.views.desk.frame import SectionDesk, desk, flash, posted_from
from tournaments.views.desk.section import step_of
from tournaments.views.frame import language


@desk
@require_safe
def players(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    return players_page(request, SectionDesk.of(request, slug, section_slug))


def players_page(request: HttpRequest, frame: SectionDesk, problem: str = "", status: int = 200) -> HttpResponse:
    registrations = frame.section.registrations.select_related("player__user").order_by("number")
    rows = [
        {
            "registration": registration,
            "player": registration.player,
            "name": registration.player.name_in(language()),
            "withdrawn": registration.status == RegistrationStatus.WITHDRAWN,
            "source": source_words(
                frame.section.rating_kind,
                registration.rating_source,
                registration.player.rating_sources.get(registration.rating_source, ""),
            ),
            "username": registration.player.user.get_username() if registration.player.user else "",
            "search": f"{registration.number} {registration.player.full_name} {registration.player.search_key}",
        }
        for registration in registrations
    ]
    context = {
        **frame.context(),
        "players": rows,
        "active": sum(not row["withdrawn"] for row in rows),
        "others": _others(frame),
        "may_mark": absences_can_be_noted(frame),
        "equal_seeds": _equal_seeds(frame),
        "outdated": _outdated(frame),
        "may_number": frame.may[Action.ENTER_PLAYERS] and not frame.rounds and len(rows) > 1,
        **numbering(frame, list(registrations)),
        "complete": frame.section.system.closes_entries and bool(frame.rounds),
        "problem": problem,
        "step": step_of(frame),
    }
    return render(request, "portal/desk/players.html", context, status=status)


def _others(frame: SectionDesk) -> dict[str, bool]:
    """Return whether the event has other players, or other sections, to enter players from. Two queries."""
    if not frame.may[Action.ENTER_PLAYERS]:
        return {}
    elsewhere = Player.objects.filter(event=frame.event).exclude(registrations__section=frame.section)
    return {
        "players": elsewhere.exists(),
        "sections": not frame.rounds and frame.event.sections.exclude(pk=frame.section.pk).exists(),
    }


def _outdated(frame: SectionDesk) -> int:
    """Return the number of entries that differ from the rating lists; 0 once a round is paired, or without checks."""
    if frame.rounds or not frame.may[Action.ENTER_PLAYERS] or not frame.section.rating_checks:
        return 0
    return len(changes_from_list(frame.section, timezone.now().date()))


def _equal_seeds(frame: SectionDesk) -> list[tuple[str, str, bool]]:
    """Return the choices to rank players of equal rating and title; empty once it has no effect."""
    section = frame.section
    has_effect = section.system.pairs_players and (not frame.rounds or may_renumber(section))
    if not has_effect or not (frame.may[Action.ENTER_PLAYERS] and frame.may[Action.EDIT_SECTION]):
        return []
    names = {EqualSeeds.NAME: gettext("alphabetically"), EqualSeeds.ENTRY: gettext("in order of entry")}
    return [(key.value, name, key == section.equal_seeds) for key, name in names.items()]


@desk
def new(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Enter a person in the section, adding them to the event if necessary."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    form = PlayerForm(
        posted_data(request),
        languages=frame.event.text_languages,
        late=fields_of_late_entry(frame) if begun(frame) else None,
        initial=_initial_from_list(request.GET.get("fide_id", "")),
    )
    if form.attempt(lambda: _enter(frame, form)):
        words = gettext("%(player)s has been added as number %(number)s.")
        flash(request, words % {"player": form.result.player.full_name, "number": form.result.number})
        another = request.POST.get("then") == "again"
        return redirect(frame.url("player_new") if another else frame.url("players"))
    return render(request, "portal/desk/player_form.html", {**frame.context(), "form": form}, status=form.status)


def _initial_from_list(fide_id: str) -> dict[str, object]:
    """Return the initial values from the rating list's entry with this number."""
    if not (fide_id.isascii() and fide_id.isdigit() and len(fide_id) <= 11):
        return {}
    try:
        person = listed_person(int(fide_id))
    except NotFound:
        return {}
    return {**person, **{f"rating_{kind}": rating for kind, rating in person["ratings"].items()}}


def _enter(frame: SectionDesk, form: PlayerForm) -> Registration:
    cleaned = form.cleaned_data
    return enter_person(
        actor=frame.actor,
        now=timezone.now(),
        section_id=frame.section.pk,
        person=form.person(),
        who=cleaned["who"],
        number=cleaned["number"],
        rating=cleaned["entry_rating"],
        from_round=cleaned.get("from_round"),
        half_points=cleaned.get("half_points", ()),
    )


def _registration(frame: SectionDesk, number: int) -> Registration:
    return or_404(frame.section.registrations.select_related("player__user").filter(number=number).first())


@desk
def player(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    """Edit a player's data, or their place in the list."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    registration = _registration(frame, number)
    form = PlayerForm(
        posted_data(request),
        languages=frame.event.text_languages,
        initial=PlayerForm.initial_of(registration),
        long=frame.event.long,
    )
    form.fields["number"].help_text = ""
    origin = registration.player.rating_sources.get(registration.rating_source, "")
    form.fields["entry_rating"].help_text = source_words("", registration.rating_source, origin)
    for name, source in registration.player.rating_sources.items():
        if f"rating_{name}" in form.fields:
            form.fields[f"rating_{name}"].help_text = origin_words(source)
    if frame.rounds:
        form.fields["number"].disabled = True
    if not frame.section.system.pairs_players:
        del form.fields["half_byes"]
    if form.attempt(lambda: _change(frame, registration, form)):
        return redirect_with(request, gettext("Saved."), frame.url("players"))
    registration = _registration(frame, number)
    seated = Pairing.objects.filter(white=registration).exists() or Pairing.objects.filter(black=registration).exists()
    context = {
        **frame.context(),
        "form": form,
        "registration": registration,
        "name": registration.player.name_in(language()),
        "withdrawn": registration.status == RegistrationStatus.WITHDRAWN,
        "seated": seated,
    }
    return render(request, "portal/desk/player_form.html", context, status=form.status)


@transaction.atomic
def _change(frame: SectionDesk, registration: Registration, form: PlayerForm) -> None:
    now = timezone.now()
    edit_player(actor=frame.actor, now=now, player_id=registration.player_id, changes=form.person())
    changes: dict[str, object] = {"rating": form.cleaned_data["entry_rating"]}
    if "later_ratings" in form.cleaned_data:
        changes["later_ratings"] = form.cleaned_data["later_ratings"]
    if "half_byes" in form.cleaned_data:
        changes["half_byes"] = form.cleaned_data["half_byes"]
    if form.cleaned_data["number"]:
        changes["number"] = form.cleaned_data["number"]
    edit_registration(actor=frame.actor, now=now, registration_id=registration.pk, changes=changes)


@posted_from("desk_player", "slug", "section_slug", "number")
@desk
def withdraw(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    registration = _registration(frame, number)
    reason = request.POST.get("reason", "")[:400].strip()
    attempt = DeskAttempt(
        request, lambda: withdraw_player(**frame.caller, registration_id=registration.pk, reason=reason)
    )
    if not attempt:
        return players_page(request, frame, attempt.sentence, attempt.status)
    words = gettext("%(player)s has been withdrawn.") % {"player": registration.player.full_name}
    tell(request, words, attempt.note)
    return redirect(frame.url("players"))


@posted_from("desk_players")
@desk
def number(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Number the players by rating; with `keep` the numbers stay, as if given by hand.

    With `equal_seeds` only the ranking of players of equal rating and title is set.
    """
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    attempt = Attempt(request, lambda: _number(frame))
    if not attempt:
        return players_page(request, frame, attempt.sentence, attempt.status)
    return redirect_with(request, attempt.result, frame.url("players"))


def _number(frame: SectionDesk) -> str:
    common: dict[str, Any] = {"actor": frame.actor, "now": timezone.now(), "section_id": frame.section.pk}
    equal_seeds = frame.request.POST.get("equal_seeds")
    if equal_seeds is not None:
        edit_section(**common, changes={"equal_seeds": equal_seeds[:10]})
        return gettext("Saved.")
    if "keep" in frame.request.POST:
        number_by_hand(**common, registration_ids=[])
        return gettext("Starting numbers are kept.")
    number_by_rating(**common)
    return gettext("Starting numbers now follow the ratings.")
