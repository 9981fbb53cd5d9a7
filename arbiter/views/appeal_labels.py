"""Texts about appeals: their states, their history and their rulings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.utils.translation import gettext, ngettext

from arbiter.models.appeal import Appeal
from arbiter.models.ruling import Ruling
from arbiter.selectors.appeals import PanelSeat, board_of
from arbiter.views.fact_fields import field_of, typed_from
from arbiter.views.ruling_labels import shown_article
from arbiter.views.rulings import shown_ruling
from clocks.labels import side_name
from tavleya.law.kinds import KINDS
from tavleya.messages import N_
from tavleya.sides import Side
from tournaments.models.log import Log
from tournaments.models.pairing import Pairing
from tournaments.selectors.actors import names_of
from tournaments.views.frame import language
from tournaments.views.labels import round_name

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
_HANDLERS: Mapping[str, str] = MappingProxyType(
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
    return [(row.at, names[row.actor], _handle(row)) for row in rows]


def _handle(row: Log) -> str:
    if row.action == "appeal.effect" and row.after:
        text = (
            gettext("The effect of the ruling was suspended: %(reason)s")
            if row.after["suspended"]
            else gettext("The effect of the ruling was no longer suspended: %(reason)s")
        )
        return text % {"reason": row.after["reason"]}
    return gettext(_HANDLERS.get(row.action, row.action))


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
        black = pairing.black.player.name_in(language()) if pairing.black else ""
        return cls(
            pairing.round.section.name_in(language()),
            round_name(pairing.round.number),
            pairing.board,
            pairing.white.player.name_in(language()),
            black,
        )


def line_of(appeal: Appeal, now: datetime, board: Pairing | None = None) -> dict[str, object]:
    """Return one appeal for a list. `board`: that of the ruling's game, if the caller has it."""
    place = AppealBoard.of(board or board_of(appeal.ruling.game))
    side = Side(appeal.side)
    return {
        "appeal": appeal,
        "board": place,
        "ruling": shown_ruling(appeal.ruling, notes=False, undone_by=0),
        "side": side_name(side),
        "player": place.white if side is Side.WHITE else place.black,
        "state": state_name(appeal, now),
        "outcome": gettext(OUTCOMES[appeal.outcome]) if appeal.outcome else "",
        "deposit_state": gettext(DEPOSITS[appeal.deposit_state]),
        "left": time_left(appeal.hearing_at, now) if appeal.pending else "",
    }


def about_ruling(ruling: Ruling, *, notes: bool) -> dict[str, object]:
    """Return the context of the full ruling: effects, articles and facts."""
    row = shown_ruling(ruling, notes=notes, undone_by=0)
    return {
        "line": {"ruling": row},
        "ruling_articles": [item for item in map(shown_article, row.articles) if item.text],
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
