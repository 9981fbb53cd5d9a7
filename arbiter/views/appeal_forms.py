"""Appeals on pages: access, forms, and texts about their states, history and rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar

from django import forms
from django.contrib.auth import get_user_model
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from arbiter.models import Appeal, AppealRegulation, CommitteeMember, Ruling
from arbiter.selectors.rulings import PanelSeat, board_of
from arbiter.services.appeals import version_of
from arbiter.views.proposal import shown_ruling
from arbiter.views.ruling_labels import field_of, shown_article, typed_from
from clocks.labels import side_name
from games.views.caching import fresh
from games.views.requests import Refused, or_404
from tavleya.actors import Actor, Standing
from tavleya.errors import DomainError
from tavleya.law.kinds import KINDS
from tavleya.law.regulations import CountedFrom
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tavleya.sides import Side
from tournaments.access import standing_in
from tournaments.forms.base import DeskForm, MomentField
from tournaments.models.activity import Log
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.names import names_of
from tournaments.views.desk.help import DeskMenu
from tournaments.views.frame import EventFrame, language, round_name

OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        Appeal.Outcome.UPHELD: N_("the ruling is upheld"),
        Appeal.Outcome.REVERSED: N_("the ruling is reversed"),
        Appeal.Outcome.AMENDED: N_("the ruling is amended"),
    }
)
DEPOSITS: Mapping[str, str] = MappingProxyType(
    {
        Appeal.Deposit.NONE: N_("no deposit"),
        Appeal.Deposit.PAID: N_("paid"),
        Appeal.Deposit.RETURNED: N_("returned"),
        Appeal.Deposit.KEPT: N_("kept"),
    }
)
SEATS: Mapping[str, str] = MappingProxyType(
    {
        PanelSeat.PANEL: N_("decides this appeal"),
        PanelSeat.FREE: N_("can be called to the panel"),
        PanelSeat.PLAYS: N_("not eligible: plays this game"),
        PanelSeat.RULED: N_("not eligible: made the ruling"),
        PanelSeat.FILED: N_("not eligible: filed this appeal"),
    }
)
_ACTS: Mapping[str, str] = MappingProxyType(
    {
        "appeal.filed": N_("The appeal was filed."),
        "appeal.hearing": N_("The hearing was set."),
        "appeal.withdrawn": N_("The appeal was withdrawn."),
        "appeal.decided": N_("The appeal was decided."),
        "appeal.published": N_("The decision was published."),
    }
)


def state_name(appeal: Appeal, now: datetime) -> str:
    """Return the state: `waits for a hearing`, `heard`, `decided: the ruling is upheld` …"""
    if appeal.status == Appeal.Status.WITHDRAWN:
        return gettext("withdrawn")
    if appeal.status == Appeal.Status.DECIDED:
        return gettext("decided: %(outcome)s") % {"outcome": gettext(OUTCOMES[appeal.outcome])}
    if appeal.hearing_at is None:
        return gettext("waiting for a hearing")
    return gettext("waiting for a decision") if appeal.hearing_at <= now else gettext("hearing scheduled")


def time_left(until: datetime | None, now: datetime) -> str:
    """Return the time left until `until`, empty if it is over or has not started."""
    if until is None or until < now:
        return ""
    minutes = int((until - now).total_seconds()) // 60
    if minutes >= 120:
        hours = minutes // 60
        return ngettext("%(n)s hour left", "%(n)s hours left", hours) % {"n": hours}
    if not minutes:
        return gettext("less than a minute left")
    return ngettext("%(n)s minute left", "%(n)s minutes left", minutes) % {"n": minutes}


def history(appeal: Appeal) -> list[tuple[datetime, str, str]]:
    """Return the acts on the appeal: time, actor and text, the oldest first."""
    rows = list(Log.objects.filter(event=appeal.event_id, subject=f"appeal:{appeal.pk}").order_by("pk"))
    names = names_of(row.actor for row in rows)
    return [(row.at, names[row.actor], _describe_act(row)) for row in rows]


def _describe_act(row: Log) -> str:
    if row.action == "appeal.effect" and row.after:
        text = (
            gettext("The effect of the ruling was suspended: %(reason)s")
            if row.after["suspended"]
            else gettext("The effect of the ruling was no longer suspended: %(reason)s")
        )
        return text % {"reason": row.after["reason"]}
    return gettext(_ACTS.get(row.action, row.action))


@dataclass(frozen=True, slots=True)
class AppealBoard:
    """Texts about the board of the ruling."""

    section: str
    round: str
    number: int
    white: str
    black: str

    @classmethod
    def of(cls, pairing: Pairing) -> AppealBoard:
        return cls(
            pairing.round.section.name_in(language()),
            round_name(pairing.round.number),
            pairing.board,
            pairing.white.player.name_in(language()),
            pairing.black.player.name_in(language()) if pairing.black else "",
        )


def line_of(appeal: Appeal, now: datetime, board: Pairing | None = None) -> dict[str, object]:
    """Return one appeal for a list. `board`: that of the ruling's game, if the caller has it."""
    texts = AppealBoard.of(board or board_of(appeal.ruling.game))
    side = Side(appeal.side)
    return {
        "appeal": appeal,
        "board": texts,
        "ruling": shown_ruling(appeal.ruling, notes=False, undone_by=0),
        "side": side_name(side),
        "player": texts.white if side is Side.WHITE else texts.black,
        "state": state_name(appeal, now),
        "outcome": gettext(OUTCOMES[appeal.outcome]) if appeal.outcome else "",
        "deposit_state": gettext(DEPOSITS[appeal.deposit_state]),
        "left": time_left(appeal.hearing_at, now) if appeal.pending else "",
    }


def about_ruling(ruling: Ruling, *, notes: bool) -> dict[str, object]:
    """Return the context of the full ruling: effects, articles and facts."""
    view = shown_ruling(ruling, notes=notes, undone_by=0)
    return {
        "line": {"ruling": view},
        "ruling_articles": [
            article for article in (shown_article(address, ruling.game) for address in view.articles) if article.text
        ],
        "ruling_facts": _facts(ruling),
    }


def _facts(ruling: Ruling) -> list[tuple[str, str]]:
    kind = KINDS.get(ruling.kind)
    if kind is None:
        return []
    rows = []
    for fact in kind.facts:
        if fact.name in ruling.facts:
            field = field_of(fact, typed_from((fact,), ruling.facts))
            parts = [f"{input_.label} {input_.value}" for input_ in field.inputs if input_.value]
            parts += [input_.label for input_ in field.choices if input_.chosen]
            value = ", ".join(parts) or ("" if field.choices else field.value)
            rows += [(field.label, value)] if value else []
    return rows


# Access to the pages of appeals: the desk, the committee and the players of the game.


class AppealsFrame(EventFrame):
    """An event whose appeals the visitor may read, as a member of its desk or committee."""

    def __init__(self, request: HttpRequest, actor: Actor, event: Event) -> None:
        super().__init__(request, actor, event)
        self.now = timezone.now()

    @classmethod
    def of(cls, request: HttpRequest, slug: str) -> AppealsFrame:
        """Return the frame of the event's appeals. Raises: Http404; PermissionDenied outside desk and committee."""
        frame = cls.at(request, slug)
        assert isinstance(frame, AppealsFrame)
        if not (frame.may(Action.SEE_DESK) or frame.in_committee):
            raise PermissionDenied
        return frame

    @cached_property
    def standing(self) -> Standing:
        return standing_in(self.actor, self.event)

    def may(self, action: Action) -> bool:
        return allowed(self.standing, action)

    @cached_property
    def in_committee(self) -> bool:
        return CommitteeMember.objects.filter(event=self.event, user=self.actor.user_id, left_at__isnull=True).exists()

    def context(self) -> dict[str, Any]:
        return {
            **super().context(),
            "slug": self.event.slug,
            "desk": (at_desk := self.may(Action.SEE_DESK)),
            "desk_menu": DeskMenu(self.request, self.event, self.standing) if at_desk else None,
            "section_of_site": "desk" if at_desk else "events",
            "looks_through": self.may(Action.SEE_DESK) or self.in_committee,
        }

    def answer(self, template: str, context: Mapping[str, Any], problem: DomainError | None = None) -> HttpResponse:
        """Return the page, or the error with its status."""
        page_context, status = {**self.context(), **context}, 200
        if problem is not None:
            refused = Refused.by(problem)
            page_context["refused"], status = refused, refused.status
        return fresh(render(self.request, template, page_context, status=status))


class AppealFrame(AppealsFrame):
    """One appeal, open to the desk, the committee, its panel, and both players."""

    appeal: Appeal

    @classmethod
    def one(cls, request: HttpRequest, slug: str, number: int) -> AppealFrame:
        """Return the frame of one appeal. Raises: Http404; PermissionDenied."""
        frame = cls.at(request, slug)
        assert isinstance(frame, AppealFrame)
        rows = Appeal.objects.select_related("event", "ruling__game", "ruling__arbiter", "filed_by")
        frame.appeal = or_404(rows.filter(event=frame.event, number=number).first())
        if not (frame.may(Action.SEE_DESK) or frame.in_committee or frame.on_panel or frame.sides):
            raise PermissionDenied
        return frame

    @cached_property
    def on_panel(self) -> bool:
        return self.actor.user_id is not None and self.appeal.panel.filter(user=self.actor.user_id).exists()

    @cached_property
    def sides(self) -> frozenset[Side]:
        """The visitor's own sides."""
        board = board_of(self.appeal.ruling.game)
        seats = ((Side.WHITE, board.white), (Side.BLACK, board.black))
        return frozenset(
            side
            for side, registration in seats
            if registration and registration.player.user_id == self.actor.user_id is not None
        )

    @property
    def version(self) -> int:
        return version_of(self.appeal)

    def meanwhile(self, version: int | None) -> list[str]:
        """Return the acts on the appeal since that version, as texts."""
        return [text for _, _, text in history(self.appeal)[version:]] if version is not None else []


# The forms of appeals: filing one, hearing it, deciding it; the committee and the regulation.

_LINES = forms.Textarea({"rows": 4})


class FilingForm(DeskForm):
    """Form to file an appeal. `sides`: the possible appellants; the field is shown only if there are two."""

    aliases: ClassVar = {"grounds_missing": "grounds", "deposit_missing": "deposit_paid", "not_your_board": "side"}

    side = forms.ChoiceField(label=_("Appellant"), widget=forms.RadioSelect)
    grounds = forms.CharField(label=_("What is wrong with the ruling"), max_length=4000, widget=_LINES)
    deposit_paid = forms.BooleanField(label=_("The deposit has been paid"), required=False)

    def __init__(self, *args: Any, sides: list[tuple[Side, str]], deposit: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["side"].choices = [  # type: ignore[attr-defined]
            (side.value, f"{side_name(side)}: {name}") for side, name in sides
        ]
        if len(sides) == 1:
            del self.fields["side"]
        if deposit:
            self.fields["deposit_paid"].help_text = deposit
        else:
            del self.fields["deposit_paid"]


class VersionForm(DeskForm):
    """Form with the version of the appeal that the reader saw when they opened it."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    def renew(self, version: int) -> None:
        """Keep the form data, and let another attempt use the current version."""
        self.data = {**{name: self.data[name] for name in self.data}, "version": str(version)}


class HearingForm(VersionForm):
    aliases: ClassVar = {"hearing_in_the_past": "at", "no_panel": "at"}

    at = MomentField(label=_("Time of the hearing"), required=True)
    place = forms.CharField(label=_("Place"), max_length=200, required=False)


class EffectForm(VersionForm):
    aliases: ClassVar = {"reason_missing": "reason"}

    reason = forms.CharField(label=_("Why"), max_length=500)


class WithdrawalForm(VersionForm):
    deposit_returned = forms.BooleanField(label=_("The deposit is returned"), required=False)


class DecisionForm(VersionForm):
    """Form for the text of a decision, and for the deposit if one was paid."""

    aliases: ClassVar = {"decision_missing": "decision"}

    decision = forms.CharField(label=_("Decision and reasons"), max_length=8000, widget=forms.Textarea({"rows": 6}))
    deposit = forms.ChoiceField(
        label=_("Deposit"), choices=[("returned", _("is returned")), ("kept", _("is kept"))], required=False
    )

    def __init__(self, *args: Any, appeal: Appeal, outcome: str, **kwargs: Any) -> None:
        usual = "kept" if outcome == Appeal.Outcome.UPHELD else "returned"
        kwargs["initial"] = {"deposit": usual, **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        if appeal.deposit_state != Appeal.Deposit.PAID:
            del self.fields["deposit"]

    @property
    def deposit_returned(self) -> bool | None:
        chosen = self.cleaned_data.get("deposit")
        return chosen == "returned" if chosen else None


class MemberForm(DeskForm):
    aliases: ClassVar = {"already_a_member": "username", "chair_taken": "seat"}

    username = forms.CharField(
        label=_("User name"),
        max_length=150,
        widget=forms.TextInput({"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    seat = forms.ChoiceField(
        label=_("Seat"), choices=[("member", _("member")), ("chair", _("chair")), ("reserve", _("reserve"))]
    )

    def clean_username(self) -> int:
        """Return the user's key."""
        name = self.cleaned_data["username"].strip()
        users = get_user_model().objects.filter(username=name, is_active=True)
        match = users.values_list("pk", flat=True).first()
        if match is None:
            text = gettext("There is no account “%(name)s”.") % {"name": name}
            raise ValidationError(text, code="no_such_user")
        return int(match)


class RegulationForm(DeskForm):
    aliases: ClassVar = {"bad_appeal_regulation": "within_minutes"}

    within_minutes = forms.IntegerField(
        label=_("Time for an appeal"), min_value=1, max_value=10_000, help_text=_("In minutes.")
    )
    counted_from = forms.ChoiceField(
        label=_("Counted from"),
        choices=[(CountedFrom.RULING.value, _("the ruling")), (CountedFrom.GAME.value, _("the end of the game"))],
    )
    seats = forms.IntegerField(label=_("Members who decide"), min_value=1, max_value=15)
    deposit = forms.CharField(
        label=_("Deposit"),
        max_length=60,
        required=False,
        help_text=_("As announced, for example 50 EUR; empty for none."),
    )
    effect_suspended = forms.BooleanField(
        label=_("An appeal suspends the ruling's effect until it is decided"), required=False
    )
    final_kinds = forms.MultipleChoiceField(
        label=_("Rulings that cannot be appealed"), required=False, widget=forms.CheckboxSelectMultiple
    )

    def __init__(self, *args: Any, kinds: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["final_kinds"].choices = kinds  # type: ignore[attr-defined]

    @staticmethod
    def initial_of(row: AppealRegulation | None) -> dict[str, object]:
        row = row or AppealRegulation()
        names = ("within_minutes", "counted_from", "seats", "deposit", "effect_suspended", "final_kinds")
        return {name: getattr(row, name) for name in names}
