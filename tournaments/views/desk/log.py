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
from tournaments.models import Event, Log
from tournaments.models.byes import Bye
from tournaments.names import bye_name, format_name, method_name
from tournaments.selectors.actors import names_of
from tournaments.selectors.log import log_of
from tournaments.systems.registry import edition_labels
from tournaments.views.desk.frame import DeskFrame, desk
from tournaments.views.desk.log_labels import label_of, shown
from tournaments.views.desk.log_subjects import subjects_of
from tournaments.views.desk.swiss_labels import CHANGES, RULES

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
        "check_in.opened": N_("Check-in set"),
        "check_in.removed": N_("Check-in removed"),
        "fair_play.bag_undone": N_("Fair play: entry on a bag undone"),
        "fair_play.complaint": N_("Fair play: complaint received"),
        "fair_play.complaint_handled": N_("Fair play: state of a complaint changed"),
        "fair_play.declaration_removed": N_("Fair play: declaration deleted"),
        "fair_play.declared": N_("Fair play: declaration recorded"),
        "fair_play.drawn": N_("Fair play: players drawn for random checks"),
        "fair_play.handed_back": N_("Fair play: devices handed back"),
        "fair_play.handed_in": N_("Fair play: devices handed in"),
        "fair_play.recorded": N_("Fair play: check recorded"),
        "fair_play.reversed": N_("Fair play: entry on a check reversed"),
        "fair_play.screened": N_("Fair play: screening file downloaded"),
        "duty.began": N_("On duty"),
        "duty.ended": N_("Off duty"),
        "entries.terms": N_("Terms of online entry changed"),
        "entry.approved": N_("Entry approved"),
        "entry.changed": N_("Entry changed by the entrant"),
        "entry.moved": N_("Waiting list changed"),
        "entry.moved_up": N_("Entry moved up from the waiting list"),
        "entry.refused": N_("Entry refused"),
        "entry.reopened": N_("Decision on an entry undone"),
        "entry.submitted": N_("Entry received"),
        "entry.withdrawal_requested": N_("Withdrawal requested by the player"),
        "entry.withdrawn": N_("Entry withdrawn by the entrant"),
        "fee.computed": N_("Fee recalculated"),
        "fee.set": N_("Fee changed or waived"),
        "fees.terms": N_("Fee of a section changed"),
        "payment.report_settled": N_("Report of a payment settled"),
        "payment.reported": N_("Report of a payment that matches no fee"),
        "payment.taken": N_("Payment or refund recorded"),
        "payment.voided": N_("Receipt voided"),
        "payments.terms": N_("Payment details changed"),
        "presence.cancelled": N_("Check-in of a player undone"),
        "presence.noted": N_("Player checked in"),
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
        "norms.terms": N_("Title norms: kind of event and publication set"),
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
        "registrations.exchanged": N_("Starting numbers exchanged"),
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
        "event.upload_added": N_("File added"),
        "event.upload_removed": N_("File removed"),
        "event.imported": N_("Event imported from a file"),
        "event.move_asked": N_("Organisation asked to own the event"),
        "event.move_cancelled": N_("Request to an organisation cancelled"),
        "event.moved": N_("Event moved to another organisation"),
        "event.rehearsed": N_("Copied as a rehearsal"),
        "event.repeated": N_("Set up like an earlier event"),
        "event.template_saved": N_("Template saved"),
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
        "player.join_undone": N_("Joining or separating of players undone"),
        "player.joined": N_("Player joined with players of other events"),
        "player.page_hidden": N_("Public page of a person hidden"),
        "player.page_shown": N_("Public page of a person shown"),
        "player.split": N_("Player separated from players of other events"),
        "players.imported": N_("List of players imported"),
        "players.qualified": N_("Players qualified"),
        "play_off.opened": N_("Play-off opened"),
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
        "rounds.scheduled": N_("Schedule changed"),
        "section.created": N_("Section created"),
        "section.edited": N_("Section changed"),
        "section.mode_left": N_("Mode of the regulations left"),
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
        "ties.decided": N_("Tied players ordered, or external values entered"),
        "board.assigned": N_("Electronic board assigned to a table"),
        "board.forgotten": N_("Electronic board removed"),
        "board.question_answered": N_("Question of an electronic board answered"),
        "board.question_closed": N_("Question of an electronic board no longer open"),
        "board.question_opened": N_("Electronic board differs from the record"),
        "board.source_changed": N_("Source of a game’s moves changed"),
        "pgn.forgotten": N_("PGN address removed"),
        "pgn.set": N_("PGN address set"),
        "broadcast.set": N_("Lichess broadcast set up"),
        "broadcast.again": N_("Rounds sent to lichess again"),
        "broadcast.stopped": N_("Lichess broadcast stopped"),
        "token.issued": N_("API key created"),
        "messages.bounced": N_("Address marked as not accepting mail"),
        "messages.retried": N_("Failed messages sent again"),
        "webhook.added": N_("Webhook added"),
        "webhook.revoked": N_("Webhook removed"),
        "token.revoked": N_("API key revoked"),
    }
)
#: What is already said by the subject, or by the code.
_UNSAID = frozenset(
    {
        "version",
        "round",
        "player",
        "section",
        "slug",
        "digest",
        "restore_point",
        "point",
        "games_annulled",
        "complaint_state",
    }
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
    page = Paginator(log_of(frame.event, frame.standing), PAGE).get_page(request.GET.get("page"))
    context = {**frame.context(), "page": page, "lines": log_lines(frame.event, list(page.object_list))}
    return render(request, "desk/log.html", context)


def log_lines(event: Event, rows: Iterable[Log]) -> list[LogLine]:
    """The rows in words.  A query for each kind of thing that they are about, however many rows there are."""
    rows = list(rows)
    names = subjects_of(rows)
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
