"""What has been done to the event: who, when, what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from django.contrib.auth import get_user_model
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from common.actors import Role
from common.messages import N_
from core.law.library import current
from core.record.results import FACTS, Result
from core.rules.registry import SPECS
from games.views.labels import game_name
from tournaments.forms.events import ROLE_NAMES
from tournaments.forms.prizes import SHARINGS
from tournaments.models import Event, Log, Pairing, Player, Registration, Round, Section
from tournaments.models.pairing import Bye
from tournaments.names import bye_name, format_name, method_name
from tournaments.selectors.actors import names_of
from tournaments.systems.registry import edition_labels
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.desk.log_labels import label_of, shown
from tournaments.views.desk.swiss_labels import CHANGES, RULES
from tournaments.views.frame import language
from tournaments.views.labels import round_name

PAGE = 50

_ACTIONS: Mapping[str, str] = MappingProxyType(
    {
        "awards.approved": N_("Awards approved"),
        "awards.cancelled": N_("Awards withdrawn"),
        "board.replayed": N_("New game on a board"),
        "category.added": N_("Prize category added"),
        "category.changed": N_("Prize category changed"),
        "category.removed": N_("Prize category deleted"),
        "display.seated": N_("Boards of the simultaneous display set"),
        "duty.began": N_("On duty"),
        "duty.ended": N_("Off duty"),
        "registration.excluded": N_("Player excluded"),
        "registration.suspended": N_("Player excluded from rounds"),
        "registration.reinstated": N_("Exclusion from rounds undone"),
        "registration.readmitted": N_("Exclusion of a player undone"),
        "line_up.cleared": N_("Line-up withdrawn"),
        "line_up.set": N_("Line-up of a team set"),
        "match.forfeited": N_("Team match forfeited"),
        "points.adjusted": N_("Points of a game changed by a penalty"),
        "points.restored": N_("Change of points undone"),
        "prizes.hidden": N_("Prizes hidden"),
        "prizes.published": N_("Prizes published"),
        "prizes.set": N_("Prizes set"),
        "round.unpublished": N_("Round unpublished"),
        "section.regulations": N_("Regulations changed"),
        "team.added": N_("Team added"),
        "team.edited": N_("Team changed"),
        "team.members": N_("Members of a team changed"),
        "team.withdrawn": N_("Team withdrawn"),
        "trf.imported": N_("Tournament report imported"),
        "bye.cancelled": N_("Bye cancelled"),
        "bye.refused": N_("Bye refused"),
        "bye.request_withdrawn": N_("Bye request withdrawn by the player"),
        "bye.request_submitted": N_("Bye requested by the player"),
        "bye.recorded": N_("Bye granted"),
        "bye.requested": N_("Bye requested"),
        "drafts.discarded": N_("Drafts discarded"),
        "registrations.numbered": N_("Starting numbers assigned by rating"),
        "registration.added": N_("Player added to a section"),
        "registration.edited": N_("Entry changed"),
        "registration.late": N_("Late entry"),
        "registration.returned": N_("Player reinstated"),
        "registration.withdrawn": N_("Player withdrawn"),
        "event.created": N_("Event created"),
        "event.edited": N_("Event changed"),
        "event.archived": N_("Event archived"),
        "event.unarchived": N_("Event restored from the archive"),
        "event.checked_in": N_("Event checked in"),
        "event.checked_out": N_("Event checked out"),
        "event.deleted": N_("Event deleted"),
        "event.exported": N_("Event exported to a file"),
        "event.handed_back": N_("Event handed back"),
        "event.imported": N_("Event imported from a file"),
        "event.rehearsed": N_("Copied as a rehearsal"),
        "event.taken_back": N_("Hand-off cancelled"),
        "invitation.accepted": N_("Invitation accepted"),
        "invitation.made": N_("Official invited"),
        "invitation.revoked": N_("Invitation revoked"),
        "fine.paid": N_("Fine paid"),
        "fine.unpaid": N_("Fine marked as unpaid"),
        "games.imported": N_("Games imported from a file"),
        "pair.constraint_added": N_("Pairing restriction added"),
        "pair.constraint_removed": N_("Pairing restriction removed"),
        "player_link.renewed": N_("New player link"),
        "player_link.revoked": N_("Player link revoked"),
        "player_links.issued": N_("Player links created"),
        "player.added": N_("Player added"),
        "player.edited": N_("Player changed"),
        "player.erased": N_("Personal data erased"),
        "players.imported": N_("List of players imported"),
        "players.qualified": N_("Players qualified"),
        "ratings.renewed": N_("Ratings taken from the rating list"),
        "result.agreed": N_("Same result reported by both players"),
        "result.reported": N_("Result reported by a player"),
        "draw.committed": N_("Seed of the drawn openings committed"),
        "draw.public": N_("Public addition to the seed recorded"),
        "draw.revealed": N_("Seed of the drawn openings revealed"),
        "openings.drawn": N_("Openings drawn"),
        "registration.absent": N_("No-show: player not paired again"),
        "registrations.renumbered": N_("Starting numbers reassigned"),
        "knockout.paired": N_("Stage of the knockout paired"),
        "knockout.replanned": N_("Next match reset after a correction"),
        "match.awarded": N_("Match decided by the arbiter"),
        "match.prolonged": N_("Tie-break games added"),
        "match.terms": N_("Games per match set"),
        "result.corrected": N_("Result corrected"),
        "result.corrected_for_rating": N_("Result corrected for the rating report only"),
        "result.withdrawn": N_("Result withdrawn"),
        "result.verified": N_("Result verified by a second person"),
        "result.disputed": N_("Second reading differs"),
        "result.retyped": N_("Result re-entered"),
        "result.entered": N_("Result entered"),
        "role.granted": N_("Role granted"),
        "role.revoked": N_("Role revoked"),
        "round.changed_by_hand": N_("Draft changed by hand"),
        "round.closed": N_("Round closed"),
        "round.paired": N_("Round paired"),
        "round.paired_by_hand": N_("Round paired by hand"),
        "round.published": N_("Round published"),
        "round.rescheduled": N_("Start of a round changed"),
        "round.scheduled": N_("Publication scheduled"),
        "round.started": N_("Round started"),
        "round.undone": N_("Round undone"),
        "rounds.paired": N_("All rounds paired"),
        "section.created": N_("Section created"),
        "section.edited": N_("Section changed"),
        "section.restored": N_("Section restored"),
        "session.altered": N_("Session of play changed"),
        "session.announced": N_("Session of play announced"),
        "section.archived": N_("Section archived"),
        "section.unarchived": N_("Section restored from the archive"),
        "section.deleted": N_("Section deleted"),
        "session.cancelled": N_("Session of play cancelled"),
        "appeal.decided": N_("Appeal decided"),
        "appeal.effect": N_("Effect of a ruling under appeal changed"),
        "appeal.filed": N_("Appeal filed"),
        "appeal.hearing": N_("Hearing of an appeal set"),
        "appeal.published": N_("Decision on an appeal published"),
        "appeal.withdrawn": N_("Appeal withdrawn"),
        "appeals.regulation": N_("Regulations on appeals changed"),
        "committee.appointed": N_("Member of the appeals committee appointed"),
        "committee.left": N_("Member removed from the appeals committee"),
        "table.final": N_("Standings declared final"),
        "table.reopened": N_("Standings reopened"),
        "table.fixed": N_("Fixed board assigned"),
        "token.issued": N_("API key created"),
        "webhook.added": N_("Webhook added"),
        "webhook.revoked": N_("Webhook removed"),
        "token.revoked": N_("API key revoked"),
    }
)
#: What is already said by the subject, or by the code.
_UNSAID = frozenset(
    {"version", "round", "player", "section", "slug", "digest", "restore_point", "point", "games_annulled"}
)


#: What made a round where no system paired it.
_SOURCES: Mapping[str, str] = MappingProxyType(
    {
        "by_hand": N_("by hand"),
        "imported": N_("from a file"),
    }
)
#: Fields that are told first, in this order; the others follow by name.
_FIRST = ("user", "number", "game", "regime", "format", "rounds", "system", "edition")


@dataclass(frozen=True, slots=True)
class LogLine:
    """`changes` are pairs of a field and what became of it."""

    at: datetime
    who: str
    what: str
    about: str
    changes: tuple[tuple[str, str], ...]


@desk
@require_safe
def log(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    page = Paginator(Log.objects.filter(event=frame.event), PAGE).get_page(request.GET.get("page"))
    context = {**frame.context(), "page": page, "lines": log_lines(frame.event, list(page.object_list))}
    return render(request, "desk/log.html", context)


def log_lines(event: Event, rows: Iterable[Log]) -> list[LogLine]:
    """The rows in words.  A query for each kind of thing that they are about, however many rows there are."""
    rows = list(rows)
    names = _subjects(rows)
    people = _people(rows)
    who = names_of(row.actor for row in rows)
    return [
        LogLine(
            row.at,
            who[row.actor],
            gettext(_ACTIONS[row.action]) if row.action in _ACTIONS else row.action,
            names.get(row.subject) or _own_message(row),
            tuple(_changes(row, people)),
        )
        for row in rows
    ]


def _own_message(row: Log) -> str:
    """For a subject that is gone: what the row itself says of it."""
    for known in (row.after, row.before):
        if isinstance(known, dict):
            for name in ("player", "name", "slug"):
                if isinstance(known.get(name), str):
                    return str(known[name])
    return ""


def _people(rows: list[Log]) -> dict[object, str]:
    """The names of those to whom roles were given, by their numbers."""
    sides = [side for row in rows for side in (row.before, row.after) if isinstance(side, dict)]
    keys = {side["user"] for side in sides if "user" in side}
    users = get_user_model().objects.filter(pk__in=keys) if keys else ()
    return {user.pk: user.shown_name for user in users}


def _changes(row: Log, people: Mapping[object, str]) -> Iterable[tuple[str, str]]:
    before = row.before if isinstance(row.before, dict) else {}
    after = row.after if isinstance(row.after, dict) else {}
    if row.action == "registrations.numbered":
        return
    if row.action == "ratings.renewed":
        yield label_of("players"), str(len(after))
        return
    for name in sorted({*before, *after}, key=_place):
        old, new = (_coded(name, side.get(name), people) for side in (before, after))
        if name in _UNSAID or old == new or (not old and not new):
            continue
        label = label_of(name)
        if name in before and name in after:
            yield label, f"{shown(old)} → {shown(new)}"
        else:
            yield label, shown(new if name in after else old)


def _place(name: str) -> tuple[int, str]:
    """The database keeps no order of names within a row, so the page has one of its own."""
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)


def _coded(name: str, value: object, people: Mapping[object, str]) -> object:
    """In words what the log keeps as a code."""
    if name == "roles" and isinstance(value, list):
        return [str(ROLE_NAMES[Role(role)]) for role in value]
    if not isinstance(value, (str, int)) or not value:
        return value
    if name == "user":
        return people.get(value, value)
    if name == "role" and value in ROLE_NAMES:
        return str(ROLE_NAMES[Role(value)])
    if name == "result" and value in FACTS:
        return " – ".join(FACTS[Result(value)].shown)
    if name == "game" and value in SPECS:
        return game_name(str(value))
    if name == "bye" and value in Bye.values:
        return bye_name(str(value))
    if name == "rule" and value in RULES:
        return gettext(RULES[str(value)])
    if name == "by_hand" and value in CHANGES:
        return gettext(CHANGES[str(value)])
    if name == "regime":
        found = current().regimes.get(str(value))
        return found.name.render(gettext) if found else value
    if name == "system":
        return gettext(_SOURCES[str(value)]) if value in _SOURCES else method_name(str(value)) or value
    if name == "edition" and value in edition_labels():
        return gettext(edition_labels()[str(value)])
    if name == "sharing":
        return str(dict(SHARINGS).get(str(value), value))
    return format_name(str(value)) if name == "format" else value


def _subjects(rows: list[Log]) -> dict[str, str]:
    wanted: dict[str, set[int]] = {}
    for row in rows:
        kind, _, key = row.subject.partition(":")
        if key.isdigit():
            wanted.setdefault(kind, set()).add(int(key))
    names: dict[str, str] = {}
    for kind, keys in wanted.items():
        names |= {f"{kind}:{key}": name for key, name in _named(kind, keys)}
    return names


def _named(kind: str, keys: set[int]) -> Iterable[tuple[int, str]]:
    if kind == "pairing":
        rows = Pairing.objects.filter(pk__in=keys).select_related("round", "white__player", "black__player")
        for one in rows:
            people = " – ".join(seat.player.name_in(language()) for seat in (one.white, one.black) if seat)
            board = gettext("%(round)s, board %(board)s") % {
                "round": round_name(one.round.number),
                "board": one.board,
            }
            yield one.pk, f"{board}: {people}"
    elif kind == "round":
        for round_ in Round.objects.filter(pk__in=keys).select_related("section__event"):
            yield round_.pk, f"{round_.section.name_in(language())}, {round_name(round_.number)}"
    elif kind == "section":
        for section in Section.objects.filter(pk__in=keys):
            yield section.pk, section.name_in(language())
    elif kind == "player":
        for player in Player.objects.filter(pk__in=keys):
            yield player.pk, player.name_in(language())
    elif kind == "registration":
        for registration in Registration.objects.filter(pk__in=keys).select_related("player"):
            yield registration.pk, registration.player.name_in(language())
