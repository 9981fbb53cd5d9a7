"""Online entries at the desk: their terms, the list with decisions, files."""

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from entries.forms.online_entries import FIELD_NAMES, STATE_NAMES, EntryTermsForm, question_of
from entries.kinds import ENTRY_APPROVED, ENTRY_MOVED, ENTRY_REFUSED
from entries.messages import say
from entries.selectors.online_entries import (
    counts_by_state,
    entries_at_desk,
    entry_door,
    other_claimants,
    owners_of_entry,
    places_left,
    terms_of,
    waiting_list,
)
from entries.services.entry_decisions import approve_entry, move_entry, refuse_entry, reopen_entry
from entries.services.entry_places import set_entry_terms, takes_teams
from games.views.answers import csv_answer, file_answer
from games.views.requests import or_404, posted_data, redirect_with, whole_number
from ratings.models import FIDE
from tavleya.documents.tabular import Column, Grid, Value, workbook
from tavleya.errors import Conflict, DomainError
from tavleya.permissions import Action
from tournaments.access import entered
from tournaments.forms.base import to_confirm
from tournaments.hooks import failed_letters
from tournaments.models.entry import ID_QUESTIONS, Entry, EntryState, EntryTerms, FieldRequirement
from tournaments.models.player import Player
from tournaments.models.section import Section
from tournaments.services.sections import withdraw_player
from tournaments.services.team_requests import withdraw_team
from tournaments.services.undo import takes_back
from tournaments.views.desk.acts import DeskAttempt, tell
from tournaments.views.desk.frame import SectionDesk, desk

_UNDECIDED = (EntryState.PENDING, EntryState.WAITING)


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def terms(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the form of the terms: opening and closing time, places, fields, conditions."""
    frame = SectionDesk.of(request, slug, section_slug, Action.EDIT_SECTION)
    section = frame.section
    if section.system.teams and not takes_teams(section):
        raise Http404
    common: dict[str, Any] = {
        "languages": frame.event.text_languages,
        "initial": EntryTermsForm.initial_of(terms_of(section) or _usual_terms(frame)),
        "rounds": section.rounds_planned,
        "by_round": section.system.pairs_players and not section.system.teams,
        "teams": section.system.teams,
    }
    form = EntryTermsForm(posted_data(request), **common)
    if form.attempt(
        lambda: set_entry_terms(actor=frame.actor, now=timezone.now(), section_id=section.pk, changes=form.changes())
    ):
        return redirect_with(request, gettext("Saved."), frame.url("entries"))
    context = {**frame.context(), "form": form, "public_url": _public_url(frame)}
    return render(request, "entries/desk/entry_terms.html", context, status=form.status)


def _usual_terms(frame: SectionDesk) -> EntryTerms:
    """Return terms with the fields that most organisers ask for."""
    fields = dict.fromkeys(("fide_id", "birth_year", "email"), FieldRequirement.OPTIONAL.value)
    return EntryTerms(section=frame.section, asked=fields)


def _public_url(frame: SectionDesk) -> str:
    return reverse("enter", args=[frame.event.slug, frame.section.slug])


@desk
@require_http_methods(["GET", "HEAD", "POST"])
def entries(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """List the entries, optionally in one `state`; on POST, perform `do` on `entry`."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    state = request.GET.get("state", "")
    state = state if state in EntryState.values else ""
    if attempt := DeskAttempt(request, lambda: _act(frame, _entry(frame))):
        tell(request, attempt.result, attempt.note)
        return redirect(request.get_full_path())
    live_page = frame.live_page()
    rows = sorted(entries_at_desk(frame.section, state), key=_urgency)
    counts = counts_by_state(frame.section)
    own_terms = terms_of(frame.section)
    context = {
        **frame.context(),
        "live_page": live_page,
        "rows": _rows(frame, rows, attempt.error),
        "state": state,
        "states": [(item.value, STATE_NAMES[item], counts.get(item.value, 0)) for item in EntryState],
        "all": sum(counts.values()),
        "addresses": ", ".join(dict.fromkeys(entry.email for entry in rows if entry.email)),
        "terms": own_terms,
        "door": entry_door(frame.section, timezone.now()),
        "left": places_left(frame.section, own_terms) if own_terms else None,
        "public_url": _public_url(frame),
        "refused": attempt.error,
        "may_edit": frame.may[Action.EDIT_SECTION],
    }
    return render(request, "entries/desk/entries.html", context, status=attempt.status)


def _urgency(entry: Entry) -> tuple[int, int]:
    """Return the sort key: entries that need the desk first, then by position."""
    requested = entry.state == EntryState.CONFIRMED and entry.withdrawal_asked_at is not None
    return (0 if requested else 1 + list(EntryState).index(EntryState(entry.state)), entry.position)


def _entry(frame: SectionDesk) -> Entry:
    key = or_404(whole_number(frame.request.POST.get("entry", "")))
    return or_404(Entry.objects.filter(section=frame.section, pk=key).first())


def _act(frame: SectionDesk, entry: Entry) -> str:
    """Perform the act and return its message."""
    act = or_404(_ACTS.get(frame.request.POST.get("do", "")))
    return act(frame, entry)


def _entry_arguments(frame: SectionDesk, entry: Entry) -> dict[str, Any]:
    return {"actor": frame.actor, "now": timezone.now(), "entry_id": entry.pk}


def _approve(frame: SectionDesk, entry: Entry) -> str:
    post = frame.request.POST
    who, owns = post.get("who", ""), post.get("owns_id", "")
    approve_entry(
        **_entry_arguments(frame, entry),
        who=whole_number(who) or 0 if who and not entry.team_name else None,
        answers=[whole_number(key) or 0 for key in post.getlist("who")],
        confirmed=post.getlist("confirmed"),
        owns_id=owns == "1" if owns in ("0", "1") else None,
    )
    return gettext("%(player)s has been confirmed.") % {"player": entry.full_name}


def _refuse(frame: SectionDesk, entry: Entry) -> str:
    reason = frame.request.POST.get("reason", "")[:400]
    refuse_entry(**_entry_arguments(frame, entry), reason=reason)
    return gettext("The entry of %(player)s has been refused.") % {"player": entry.full_name}


def _move(frame: SectionDesk, entry: Entry) -> str:
    move_entry(**_entry_arguments(frame, entry), to=whole_number(frame.request.POST.get("to", "")) or 0)
    return gettext("The waiting list has been changed.")


def _withdraw(frame: SectionDesk, entry: Entry) -> str:
    if entry.state == EntryState.CONFIRMED and entry.team is not None:
        withdraw_team(actor=frame.actor, now=timezone.now(), team_id=entry.team.pk)
        return gettext("%(team)s has been withdrawn.") % {"team": entry.full_name}
    registration = frame.section.registrations.filter(player=entry.player).first()
    if entry.state != EntryState.CONFIRMED or registration is None:
        raise Conflict(say("entry_not_confirmed"))
    withdraw_player(**frame.caller, registration_id=registration.pk)
    return gettext("%(player)s has been withdrawn.") % {"player": entry.full_name}


_ACTS: dict[str, Callable[[SectionDesk, Entry], str]] = {
    "approve": _approve,
    "refuse": _refuse,
    "move": _move,
    "withdraw": _withdraw,
}


def _rows(frame: SectionDesk, rows: list[Entry], refused: DomainError | None) -> list[dict[str, object]]:
    waiting = {entry.pk: number for number, entry in enumerate(waiting_list(frame.section), start=1)}
    posted_key = whole_number(frame.request.POST.get("entry", "")) if refused is not None else None
    failed = failed_letters([entry.pk for entry in rows])
    return [
        {
            "entry": entry,
            "rating": _rating(frame.section, entry),
            "state": STATE_NAMES[entry.state],
            "number": waiting.get(entry.pk),
            "is_last": waiting.get(entry.pk) == len(waiting),
            "question": question_of(entry),
            "undecided": entry.state in _UNDECIDED,
            **_identity(frame, entry, entry.pk == posted_key),
            "letter_failed": entry.pk in failed,
            "line_up": [_player_words(row) for row in entry.line_up],
            "answers": frame.request.POST.getlist("who") if entry.pk == posted_key else (),
            "namesakes": _namesakes(frame, entry, refused if entry.pk == posted_key else None),
            "to_confirm": to_confirm(refused) if entry.pk == posted_key else (),
            "refused": refused if entry.pk == posted_key else None,
        }
        for entry in rows
    ]


def _identity(frame: SectionDesk, entry: Entry, is_posted: bool) -> dict[str, object]:
    """Return the owners of the ID by lists and entries, and the answer already given if another question followed."""
    if entry.state not in _UNDECIDED or entry.question not in ID_QUESTIONS:
        return {}
    owns = frame.request.POST.get("owns_id", "") if is_posted else ""
    return {
        "in_doubt": True,
        "entered": _with_year(entry.full_name, entry.born),
        "owners": [
            (f"{'FIDE' if owner.list == FIDE else owner.list} {owner.number}", _with_year(owner.name, owner.birth_year))
            for owner in owners_of_entry(entry, frame.section)
        ],
        "claimants": other_claimants(entry, frame.section),
        "owns_id": owns if owns in ("0", "1") else "",
    }


def _with_year(name: str, year: int | None) -> str:
    return f"{name} ({year})" if year else name


def _player_words(row: Mapping[str, Any]) -> str:
    name = " ".join(filter(None, (row["title"], row["family_name"], row["given_name"], row["patronymic"])))
    facts = (row["federation"], row["birth_year"], f"FIDE {row['fide_id']}" if row["fide_id"] else "")
    return ", ".join(map(str, filter(None, (name, *facts))))


def _namesakes(frame: SectionDesk, entry: Entry, refused: DomainError | None) -> list[Player]:
    """Return the players who may be the same person."""
    keys = refused.detail.get("namesakes") if refused is not None else None
    return list(Player.objects.filter(pk__in=keys).order_by("pk")) if isinstance(keys, list) else []


# Files


@desk
@require_safe
def file(request: HttpRequest, slug: str, section_slug: str, form: str) -> HttpResponse:
    """Export the list, or the entries in `state`, as CSV or XLSX, with all fields that officials see."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
    state = request.GET.get("state", "")
    rows = entries_at_desk(frame.section, state if state in EntryState.values else "")
    grid = Grid(_columns(frame.section), tuple(rows))
    name = f"{frame.event.slug}-{frame.section.slug}-entries"
    if form == "csv":
        return csv_answer(request, name, grid)
    book = workbook([(gettext("Entries"), grid)], title=frame.section_name, made=timezone.localtime())
    return file_answer(book, "xlsx", name)


# Undo of acts on entries.


takes_back(ENTRY_APPROVED, ENTRY_REFUSED)(
    lambda caller, line, before, _: reopen_entry(**caller, entry_id=line.subject_id, state=before["status"])
)
takes_back(ENTRY_MOVED)(
    lambda caller, line, before, _: move_entry(**caller, entry_id=line.subject_id, to=before["number"])
)


def _columns(section: Section) -> tuple[Column[Entry], ...]:
    fields: dict[str, Column[Entry]] = {
        name: Column(name, partial(_field, name), FIELD_NAMES[name]) for name in entered(Entry)
    }
    note = fields.pop("note")
    return (
        Column("status", lambda entry: str(STATE_NAMES[entry.state]), gettext("State")),
        Column("name", lambda entry: entry.full_name, gettext("Player")),
        *fields.values(),
        Column("rating", partial(_rating, section), gettext("Rating")),
        Column("bye", lambda entry: ", ".join(map(str, entry.bye_rounds)) or None, gettext("Bye")),
        note,
        Column(
            "made_at", lambda entry: f"{timezone.localtime(entry.made_at):%Y-%m-%d %H:%M}", gettext("Entry received")
        ),
        Column("reason", lambda entry: entry.reason or None, gettext("Reason")),
        Column("captain", lambda entry: entry.captain if entry.team_name else None, gettext("Captain")),
        Column("line_up", lambda entry: "; ".join(map(_player_words, entry.line_up)) or None, gettext("Line-up")),
    )


def _field(name: str, entry: Entry) -> Value:
    value = getattr(entry, name) or None
    return value.isoformat() if isinstance(value, date) else value


def _rating(section: Section, entry: Entry) -> int | None:
    rating = section.rating_of(entry.ratings)
    return rating.rating if rating else None
