"""Shared frame of the fair play pages: access, the chosen round, navigation."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from arbiter.views.desk import DeskFrame
from fairplay.messages import say
from fairplay.models import Complaint, Declaration, Inspection
from games.views.caching import fresh
from games.views.requests import Attempt, Refused, or_404, whole_number
from tavleya.documents.form_sheet import FilledForm, FormField, FormPart
from tavleya.documents.paper import PLAIN, wrapped
from tavleya.errors import BadInput
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.views.contents import event_facts, moment
from tournaments.views.frame import language, round_name

_TABS = (
    (N_("Checks"), "fair-play"),
    (N_("Devices"), "fair-play-devices"),
    (N_("Complaints"), "fair-play-complaints"),
    (N_("Declarations"), "fair-play-declarations"),
)
_LONGEST_NUMBER = 6


class FairPlayFrame(DeskFrame):
    """An event whose fair play data the visitor manages; `here` is the URL name of the page."""

    here = ""

    @classmethod
    def keeping(cls, request: HttpRequest, slug: str, here: str) -> FairPlayFrame:
        """Return the frame. Raises: Http404; PermissionDenied for a visitor who is not an arbiter of the event."""
        frame = cls.of(request, slug)
        assert isinstance(frame, FairPlayFrame)
        if not allowed(frame.standing, Action.KEEP_FAIR_PLAY):
            raise PermissionDenied
        frame.here = here
        frame.rounds = list(
            Round.objects.filter(section__event=frame.event, section__archived_at__isnull=True, number__isnull=False)
            .select_related("section__event")
            .order_by("section__position", "section__slug", "number")
        )
        wanted = request.POST.get("round") or request.GET.get("round", "")
        frame.row = _chosen(frame.rounds, wanted)
        return frame

    rounds: list[Round]
    row: Round | None

    @property
    def chosen(self) -> Round:
        """The round of the page. Raises: Http404 if no round is paired."""
        if self.row is None:
            raise Http404
        return self.row

    @property
    def section(self) -> Section:
        return self.chosen.section

    @property
    def number(self) -> int:
        return self.chosen.number or 0

    def url(self, place: str = "") -> str:
        address = reverse(place or self.here, args=[self.event.slug])
        return f"{address}?round={self.row.pk}" if self.row else address

    def who(self) -> dict[str, Any]:
        return {"actor": self.actor, "now": timezone.now()}

    def attempt(
        self, acts: Mapping[str, Callable[[FairPlayFrame, Mapping[str, str]], str | None]]
    ) -> Attempt[HttpResponse]:
        """Attempt the act of the button `do`; its result is the redirect to the anchor that the act returns."""

        def act() -> HttpResponse:
            form_data = self.request.POST
            anchor = or_404(acts.get(form_data.get("do", "")))(self, form_data)
            return redirect(self.url() + (f"#{anchor}" if anchor else ""))

        return Attempt(self.request, act)

    def page(self, template: str, context: Mapping[str, object], refused: Refused | None) -> HttpResponse:
        shared = {
            **self.context(),
            "slug": self.event.slug,
            "tabs": [(gettext(name), self.url(place), place == self.here) for name, place in _TABS],
            "rounds": [(row.pk, f"{row.section.name_in(language())}, {round_name(row.number)}") for row in self.rounds],
            "row": self.row,
            "round_name": f"{self.row.section.name_in(language())}, {round_name(self.row.number)}" if self.row else "",
            "refused": refused,
            "given": self.request.POST,
            "may_write": not self.standing.read_only,
        }
        status = refused.status if refused else 200
        return fresh(render(self.request, template, {**shared, **context}, status=status))

    def players(self) -> list[Registration]:
        """Return the players of the chosen round's section, by starting number."""
        return list(self.section.registrations.select_related("player").order_by("number"))


def _chosen(rounds: list[Round], wanted: str) -> Round | None:
    """Return the requested round, else the newest that is published or played."""
    if wanted:
        return or_404(next((round_ for round_ in rounds if str(round_.pk) == wanted), None))
    for status in (RoundStatus.PLAYING, RoundStatus.PUBLISHED):
        matching = [round_ for round_ in rounds if round_.status == status]
        if matching:
            return matching[-1]
    return rounds[-1] if rounds else None


def number_in(form_data: Mapping[str, str], name: str) -> int:
    """Return the number in a field. Raises: BadInput ("bad_number")."""
    text = form_data.get(name, "").strip()
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise BadInput(say("bad_number"), field=name)
    return int(text)


def key_in(form_data: Mapping[str, str], name: str) -> int:
    """Return the key in a hidden field. Raises: Http404 for a value that no form posts."""
    return or_404(whole_number(form_data.get(name, "")))


def player_in(players: Iterable[Registration], form_data: Mapping[str, str], name: str) -> int:
    """Return the player named by starting number (`12`, `12. Alekhine`) or by name.

    Raises: BadInput ("player_not_clear").
    """
    text = form_data.get(name, "").strip()
    number = text.partition(".")[0].strip()
    if number.isdecimal() and len(number) <= _LONGEST_NUMBER:
        matches = [player for player in players if player.number == int(number)]
    else:
        words = text.casefold().split()
        matches = [player for player in players if words and all(word in _search_text(player) for word in words)]
    if len(matches) != 1:
        raise BadInput(say("player_not_clear", text=text), field=name)
    return int(matches[0].pk)


def _search_text(registration: Registration) -> str:
    return " ".join([registration.player.full_name, *registration.player.names.values()]).casefold()


def suggestion_label(registration: Registration) -> str:
    """Return a player as text for the list of suggestions, as read by `player_in`."""
    return f"{registration.number}. {registration.player.name_in(language())}"


def player_name(registration: Registration) -> str:
    return registration.player.name_in(language())


def clock(at: datetime) -> str:
    """Return the time of day by the event's clock."""
    return f"{timezone.localtime(at):%H:%M}"


# The forms of a complaint: a received one to sign, and a blank one for a complaint after the event.
#
# Their fields are common to the published forms of federations; they copy no federation's form.

_FACTS_LINES, _ANSWER_LINES, _BLANK_LINES = 18, 6, 20
#: The size of letters in a box and the length of its lines on either paper (points), and the most lines of a box.
_SIZE, _WIDTH, _LONGEST_BOX = 9.5, 480, 42


def complaint_form(row: Complaint) -> FilledForm:
    event = row.event
    board = FormField("board", gettext("Board"), str(row.board or ""))
    parts = (
        FormPart(
            gettext("The complaint"),
            (
                (
                    FormField("number", gettext("No."), str(row.number)),
                    FormField("section", gettext("Section"), row.section.name_in(language()), 3),
                    FormField("round", gettext("Round"), round_name(row.round_number) if row.round_number else "", 2),
                    board,
                ),
                (FormField("at", gettext("Received"), moment(row.received_at, event), 2),
                 FormField("by", gettext("Received by"), row.received_by.shown_name if row.received_by else "", 2)),
            ),
        ),
        FormPart(gettext("Complainant"), (_person(row.complainant),)),
        FormPart(gettext("About whom"), (_person(row.about),)),
        FormPart(gettext("Facts"), _text("facts", gettext("What happened, when and where"), row.facts, _FACTS_LINES)),
        FormPart(gettext("Answer"), _text("answer", gettext("Answer of the arbiter"), row.answer, _ANSWER_LINES)),
    )  # fmt: skip
    signs = (gettext("Complainant: date, signature"), gettext("Arbiter: date, signature"))
    return FilledForm("complaint", gettext("Complaint"), parts, signs, _note())


def _text(key: str, label: str, text: str, least: int) -> tuple[tuple[FormField, ...], ...]:
    """Return boxes with the whole text, split because one box cannot continue on a second page."""
    lines = wrapped(text.replace("\r", ""), PLAIN, _SIZE, _WIDTH) if text else []
    boxes = [lines[start : start + _LONGEST_BOX] for start in range(0, len(lines), _LONGEST_BOX)] or [[]]
    return tuple(
        (FormField(key, label, "\n".join(box), lines=max(len(box) + 1, least if len(boxes) == 1 else 0)),)
        for box in boxes
    )


def _person(registration: Registration | None) -> tuple[FormField, ...]:
    player = registration.player if registration else None
    return (
        FormField("name", gettext("Player"), player.name_in(language()) if player else "", 4),
        FormField("fide_id", gettext("FIDE ID"), str(player.fide_id or "") if player else "", 2),
        FormField("federation", gettext("Fed."), player.federation if player else ""),
    )


def blank_form(event: Event) -> FilledForm:
    """Return a form with only the event filled in."""
    empty = _person(None)
    parts = (
        FormPart(
            gettext("The event"),
            (
                (FormField("event", gettext("Event"), event.name_in(language()), 3),
                 FormField("facts", gettext("Place and dates"), event_facts(event), 3)),
                (FormField("section", gettext("Section"), width=2), FormField("round", gettext("Round")),
                 FormField("board", gettext("Board")), FormField("chief", gettext("Arbiter"), width=2)),
            ),
        ),
        FormPart(gettext("Complainant"), (empty, (FormField("contact", gettext("Phone or e-mail")),))),
        FormPart(gettext("About whom"), (empty,)),
        FormPart(gettext("Facts"), (
            (FormField("facts", gettext("What happened, when and where"), lines=_BLANK_LINES),),
        )),
        FormPart(gettext("Attachments"), ((FormField("attachments", gettext("What is attached"), lines=2),),)),
    )  # fmt: skip
    signs = (gettext("Place and date"), gettext("Signature"))
    return FilledForm("complaint", gettext("Complaint after the event"), parts, signs, _note())


def _note() -> str:
    return gettext("Only arbiters read this complaint. It says what the complainant reports, and decides nothing.")


# Neutral labels for fair play data: they name the act, never its possible meaning.

_Kind, _Means, _Outcome = Inspection.Kind, Inspection.Means, Inspection.Outcome

KINDS: Mapping[str, str] = MappingProxyType(
    {
        _Kind.ENTRANCE: N_("At the entrance"),
        _Kind.DURING: N_("During the game"),
        _Kind.AFTER: N_("After the game"),
        _Kind.FULL: N_("Full check in a separate room"),
        _Kind.RANDOM: N_("Random check"),
    }
)
MEANS: Mapping[str, str] = MappingProxyType(
    {
        _Means.DETECTOR: N_("Hand-held detector"),
        _Means.GATE: N_("Detector gate"),
        _Means.BAG: N_("Bags"),
        _Means.EAR: N_("Ears"),
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        _Outcome.NOTHING: N_("Checked: nothing found"),
        _Outcome.OBJECT: N_("Checked: object found"),
        _Outcome.REFUSED: N_("Check refused"),
        _Outcome.SKIPPED: N_("Not checked"),
    }
)
STATES: Mapping[str, str] = MappingProxyType(
    {
        Complaint.State.RECEIVED: N_("Received"),
        Complaint.State.EXAMINED: N_("Under examination"),
        Complaint.State.ANSWERED: N_("Answered"),
        Complaint.State.PASSED_ON: N_("Passed on"),
    }
)
DECLARED: Mapping[str, str] = MappingProxyType(
    {
        Declaration.Kind.HEARING_AID: N_("Hearing aid"),
        Declaration.Kind.MEDICAL_DEVICE: N_("Medical device"),
        Declaration.Kind.OTHER: N_("Other declaration"),
    }
)


def choices(words: Mapping[str, str], *without: str) -> list[tuple[str, str]]:
    return [(str(code), gettext(text)) for code, text in words.items() if code not in without]


def means_in_words(codes: Iterable[str]) -> str:
    return ", ".join(gettext(MEANS[code]) for code in codes if code in MEANS)
