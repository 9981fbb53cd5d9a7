"""Re-pairing: drop a draft and pair its round again from the current state."""

from collections.abc import Collection
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from games.services.results import annul
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.pairing.state import Pair, RoundPairing
from tavleya.permissions import Action
from tavleya.record.entries import GamePhase
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened, tables_changed
from tournaments.kinds import REGISTRATIONS_EXCHANGED, ROUND_UNDONE, ROUND_UNPUBLISHED
from tournaments.messages import say
from tournaments.models.activity import Job
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.swiss import Provenance, RestorePoint
from tournaments.services.draft_sheet import sheet_of
from tournaments.services.restore_points import remove_round, require_undoable, take_restore_point
from tournaments.services.restrictions import last_round
from tournaments.services.seeding import number_in_order, remember_numbers, require_renumberable
from tournaments.services.shared import as_organiser, lock_round_with_section, lock_section_for
from tournaments.services.swiss import LARGE, pair_next_round, prepare, request_pairing, rests_on_others, solve
from tournaments.services.swiss_state import digest_of

# Undoing the last round of a section that is paired round by round.


@transaction.atomic
def undo_last_round(
    *, actor: Actor, now: datetime, section_id: int, number: int, confirmed: bool = False, reason: str = ""
) -> RestorePoint:
    """Remove the last round as if it had not been paired; return the restore point that contains it.

    A draft, or a round in which nothing has happened yet, is removed at once.  The games are annulled; their records
    stay.
    Raises: Conflict ("round_has_results") until `confirmed` with a reason, if a game has begun or there is a result;
    BadInput ("reason_missing").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    require_undoable(section)
    row = section.rounds.select_for_update(of=("self",)).order_by("-number").first()
    if row is None or row.number != number:
        raise Conflict(say("not_the_last_round", number=number))
    begun = row.pairings.exclude(result="") | row.pairings.filter(
        game__phase__in=[GamePhase.PLAYING, GamePhase.PAUSED, GamePhase.ADJOURNED, GamePhase.FINISHED]
    )
    boards = sorted(set(begun.values_list("board", flat=True)))
    require_confirmed(boards, confirmed=confirmed, reason=reason)
    point = take_restore_point(section, actor=actor, now=now, before="undo", round_number=number)
    before = {"round": number, "status": row.status, "boards": row.pairings.count(), "restore_point": point.pk}
    status = row.status
    annulled = remove_round(row, actor=actor, now=now)
    if number == 1:
        section.first_colour = "" if status == RoundStatus.DRAFT else section.first_colour
        section.save(update_fields=["first_colour"])
    if status != RoundStatus.DRAFT:
        tables_changed([section.pk])
    after = {"games_annulled": annulled, "reason": reason.strip()}
    happened(ROUND_UNDONE, section, actor=actor, now=now, before=before, after=after)
    return point


def require_confirmed(boards: list[int], *, confirmed: bool, reason: str) -> None:
    """Require a confirmation with a reason if any of `boards` has begun or has a result.

    Raises: Conflict ("round_has_results"); BadInput ("reason_missing").
    """
    if boards and not confirmed:
        raise Conflict(say("round_has_results", boards=", ".join(map(str, boards))), boards=boards)
    if boards and not reason.strip():
        raise BadInput(say("reason_missing.undoing_round"), field="reason")


# A round that was published too early, or by mistake, becomes a draft again.


@transaction.atomic
def unpublish_round(*, actor: Actor, now: datetime, round_id: int, confirmed: bool = False, reason: str = "") -> Round:
    """Make the last public round of a section a draft again.

    Its games are annulled; their records stay.  Boards made from line-ups are set again at publication.  If rounds
    depend on results, only a round in which nothing has happened can be unpublished.
    Raises: Conflict ("round_has_results" if a game has begun or there is a result, until `confirmed` with a reason;
    "undo_instead", "round_status", "not_the_last_round"); BadInput ("reason_missing").
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PAIR_ROUND)
    if section.system.by_stage:
        raise Conflict(say("undo_instead"))
    if row.status == RoundStatus.DRAFT:
        raise Conflict(say("round_status.draft"))
    later = section.rounds.filter(number__gt=row.number or 0).exclude(status=RoundStatus.DRAFT)
    if later.exists():
        raise Conflict(say("not_the_last_round", number=row.number))
    begun = row.pairings.filter(game__isnull=False).exclude(result="", game__phase=GamePhase.PENDING)
    boards = sorted(begun.values_list("board", flat=True))
    if boards and section.system.from_results:
        raise Conflict(say("undo_instead"))
    require_confirmed(boards, confirmed=confirmed, reason=reason)
    before = {"round": row.number, "status": row.status}
    annulled = _annul_games(row, actor, now)
    row.status, row.published_at, row.closed_at = RoundStatus.DRAFT, None, None
    row.save(update_fields=["status", "published_at", "closed_at"])
    happened(
        ROUND_UNPUBLISHED,
        row,
        actor=actor,
        now=now,
        before=before,
        after={"games_annulled": annulled, "reason": reason.strip()},
    )
    return row


def _annul_games(row: Round, actor: Actor, now: datetime) -> int:
    game_ids = list(
        row.pairings.filter(game__isnull=False)
        .exclude(game__phase=GamePhase.ANNULLED)
        .order_by("game_id")
        .values_list("game_id", flat=True)
    )
    if row.section.system.line_ups:
        row.pairings.all().delete()
    else:
        row.pairings.update(game=None, result="")
    for game_id in game_ids:
        annul(actor=as_organiser(actor), now=now, game_id=game_id, reason="round undone")
    return len(game_ids)


@transaction.atomic
def pair_again(*, actor: Actor, now: datetime, round_id: int) -> Round | Job:
    """Undo a draft that an engine paired and pair its round again; the worker does it for a large section.

    The colour of the first player and the time of the round stay.  On an error the old draft stays.
    Raises: Conflict ("round_status") if the round is not a draft; errors of `undo_last_round` and `pair_next_round`.
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PAIR_ROUND)
    if row.status != RoundStatus.DRAFT or row.number is None:
        raise Conflict(say("round_status", status=row.status), status=row.status)
    colour = section.first_colour
    undo_last_round(actor=actor, now=now, section_id=section.pk, number=row.number)
    common: dict[str, Any] = {
        "actor": actor,
        "now": now,
        "section_id": section.pk,
        "number": row.number,
        "first_colour": colour,
    }
    if section.registrations.filter(status=RegistrationStatus.ACTIVE).count() >= LARGE:
        return request_pairing(**common)
    return pair_next_round(**common, starts_at=row.starts_at)


# Exchange of two players' starting numbers: only for players whose order follows from the list alone.


@transaction.atomic
def exchange_numbers(
    *, actor: Actor, now: datetime, section_id: int, one_id: int, other_id: int, confirmed: Collection[str] = ()
) -> tuple[Registration, Registration]:
    """Give each of two players of one rating the starting number of the other.

    Paired rounds stay unchanged.  The report states the exchange.
    Raises: BadInput ("no_such_registration", "pairing_with_oneself"); Conflict ("numbers_of_unequal",
    "earlier_round_is_draft"; "numbers_stand" once round 4 is paired; "exchange_of_numbers", level 3, until
    `confirmed`).
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id)
    require_renumberable(section)
    if one_id == other_id:
        raise BadInput(say("pairing_with_oneself"), field="other")
    order = list(section.registrations.select_related("player").order_by("number"))
    places = {registration.pk: place for place, registration in enumerate(order)}
    if one_id not in places or other_id not in places:
        raise BadInput(say("no_such_registration"), field="other")
    first, second = order[places[one_id]], order[places[other_id]]
    if first.rating != second.rating:
        raise Conflict(say("numbers_of_unequal"), field="other")
    message = say(
        "exchange_of_numbers",
        one=first.player.full_name,
        other=second.player.full_name,
        number=first.number,
        second=second.number,
    )
    insist([Warned(Level.CONFIRMATION, message)], Consent(confirmed))
    point = take_restore_point(section, actor=actor, now=now, before="renumbered")
    remember_numbers(section, {str(registration.pk): registration.number for registration in order})
    order[places[one_id]], order[places[other_id]] = second, first
    number_in_order(section, order)
    happened(
        REGISTRATIONS_EXCHANGED,
        section,
        actor=actor,
        now=now,
        before={"restore_point": point.pk},
        after={"pair": [first.player.full_name, second.player.full_name], "after_round": last_round(section)},
    )
    return first, second


# Manually changed rounds: before publication they are compared with the pairing by the rules.

_CODE = "differs_from_rules"


@dataclass(frozen=True, slots=True)
class Alteration:
    """Boards only in a draft, and boards only in the pairing by the rules; as text, like those of a report."""

    drawn: tuple[str, ...]
    ruled: tuple[str, ...]


def check_draft(row: Round, actor: Actor, consent: Consent) -> None:
    """Check a changed draft before publication (registered with `rounds.before_publication`).

    A confirmed difference is stored with the round until it is changed again; the explanation of the pairing then shows
    the pairing by the rules.
    Raises: Conflict ("draft_stale"; "differs_from_rules", level 3, until confirmed).
    """
    source = Provenance.objects.filter(round=row).only("round", "digest", "version", "waived").first()
    if source is None:
        return
    if rests_on_others(row, source):
        raise Conflict(say("draft_stale"))
    if not source.version or any(item["code"] == _CODE for item in source.waived):
        return
    difference = _compare(row, _ruled(row, source))
    if difference is None:
        return
    message = say(_CODE, drawn=", ".join(difference.drawn) or "–", ruled=", ".join(difference.ruled) or "–")
    insist([Warned(Level.CONFIRMATION, message, detail=asdict(difference))], consent)
    source.waived = [
        *source.waived,
        {"code": _CODE, "problem": str(message), "reason": consent.reason, "who": actor.key},
    ]
    source.save(update_fields=["waived"])


def _ruled(row: Round, source: Provenance) -> RoundPairing | None:
    """Return the pairing by the rules from the current state; None if they cannot pair it.

    Save it as the source of the round if the state differs from the stored one.
    """
    prepared = prepare(row.section, row.number or 1)
    if digest_of(prepared.plain) == digest_of(source.state):
        boards = tuple(Pair(white, black) for white, black in source.boards)
        return RoundPairing(boards, source.bye, source.edition)
    try:
        round_pairing = solve(prepared)
    except Conflict:
        return None
    source.state, source.boards = prepared.plain, [list(pair) for pair in round_pairing.pairs]
    source.bye, source.trace = round_pairing.bye, [asdict(bracket) for bracket in round_pairing.trace]
    source.save(update_fields=["state", "boards", "bye", "trace"])
    return round_pairing


def _compare(row: Round, round_pairing: RoundPairing | None) -> Alteration | None:
    sheet = sheet_of(row)
    drawn = [f"{white}-{black}" for white, black in sheet.numbers]
    if sheet.bye is not None:
        drawn.append(f"{sheet.allocated}=PAB")
    ruled = [f"{pair.white}-{pair.black}" for pair in round_pairing.pairs] if round_pairing is not None else []
    if round_pairing is not None and round_pairing.bye is not None:
        ruled.append(f"{round_pairing.bye}=PAB")
    extra = tuple(pair for pair in drawn if pair not in ruled)
    missing = tuple(pair for pair in ruled if pair not in drawn)
    return Alteration(extra, missing) if extra or missing else None
