"""Attendance in a Swiss: late entries, returning players, no-shows, expulsions."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.permissions import Action
from tavleya.record.results import Result
from tournaments.access import require
from tournaments.activity import Fact, happened, happened_to_many
from tournaments.kinds import REGISTRATION_ABSENT, REGISTRATION_LATE, REGISTRATION_RETURNED
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import RequestedBye
from tournaments.services.bye_requests import check_to_come, note_byes
from tournaments.services.exclusion import boards_to_come, exclude_registration
from tournaments.services.restore_points import take_restore_point
from tournaments.services.results import set_forfeit
from tournaments.services.sections import add_registration, withdraw_player
from tournaments.services.seeding import seed
from tournaments.services.shared import as_organiser, find, lock_round_for, lock_section_for, section_of
from tournaments.services.swiss_state import require_swiss


@transaction.atomic
def enter_late(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    player_id: int,
    from_round: int,
    half_points: Collection[int] = (),
    rating: int | None = None,
) -> Registration:
    """Enter a player who is paired from a later round on; `half_points`: rounds before it that bring half a point.

    The starting number follows the rating while numbers may change (`seeding.seed`); otherwise it is the next
    number.
    Raises: BadInput ("no_such_round"); Conflict ("round_paired_already", "already_entered", "earlier_round_is_draft").
    """
    # With the event, because entry fees are numbered in it.
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    terms = late_terms(section, from_round, half_points)
    player = find(Player.objects.filter(pk=player_id, event=section.event_id), NotFound(say("no_such_player.in_event")))
    take_restore_point(section, actor=actor, now=now, before="late_entry", round_number=from_round)
    registration = add_registration(section, player, now=now, rating=rating)
    settle_late_entries(section, [(registration, terms)], actor=actor, now=now)
    return registration


@dataclass(frozen=True, slots=True)
class LateTerms:
    """The first round in which late entries are paired, and earlier rounds that bring them half a point."""

    from_round: int
    half_points: frozenset[int] = frozenset()


def late_terms(section: Section, from_round: int, half_points: Collection[int] = ()) -> LateTerms:
    """Return the checked terms for a locked section.  Raises the errors of `enter_late` about rounds."""
    require_swiss(section)
    check_to_come(section, from_round)
    if any(not 1 <= number < from_round for number in half_points):
        raise BadInput(say("no_such_round"), field="half_points")
    if section.rounds.filter(number__in=half_points, status=RoundStatus.DRAFT).exists():
        raise Conflict(say("earlier_round_is_draft"), field="half_points")
    return LateTerms(from_round, frozenset(half_points))


def settle_late_entries(
    section: Section, entries: Sequence[tuple[Registration, LateTerms]], *, actor: Actor, now: datetime
) -> None:
    """Make new entries late ones.  For a caller that has locked the section and taken a restore point."""
    numbers = {number for _, terms in entries for number in terms.half_points}
    rounds = {row.number: row for row in section.rounds.filter(number__in=numbers)}
    for registration, terms in entries:
        registration.from_round = terms.from_round
        registration.save(update_fields=["from_round"])
        for number in sorted(terms.half_points):
            if number in rounds:
                _give_bye(rounds[number], registration, Bye.HALF)
            else:
                RequestedBye.objects.create(registration=registration, round_number=number, kind=Bye.HALF, asked_at=now)
    seed(section, actor=actor, now=now)
    facts = []
    for registration, terms in entries:
        registration.refresh_from_db(fields=["number"])
        after = {
            "player": registration.player.full_name,
            "number": registration.number,
            "from_round": terms.from_round,
            "half_point_rounds": sorted(terms.half_points),
        }
        facts.append(Fact(registration, after=after))
    happened_to_many(REGISTRATION_LATE, facts, actor=actor, now=now)


def _give_bye(row: Round, registration: Registration, kind: Bye) -> None:
    last = row.pairings.aggregate(last=Max("board"))["last"] or 0
    Pairing.objects.create(round=row, board=last + 1, white=registration, bye=kind)


@transaction.atomic
def reenter_player(*, actor: Actor, now: datetime, registration_id: int, from_round: int | None = None) -> Registration:
    """Pair a player again who had withdrawn; they have no points for the rounds between.  Conflict `not_withdrawn`.

    Without `from_round`, from the next round to be paired; in a schedule, in the rounds to come.
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_of(registration_id))
    if from_round is not None:
        require_swiss(section)
    registration = section.registrations.get(pk=registration_id)
    if registration.status != RegistrationStatus.WITHDRAWN:
        raise Conflict(say("not_withdrawn"))
    if from_round is not None:
        check_to_come(section, from_round)
    point = (
        take_restore_point(section, actor=actor, now=now, before="re_entry", round_number=from_round)
        if section.system.from_results
        else None
    )
    registration.status = RegistrationStatus.ACTIVE
    if from_round is not None:
        registration.from_round = from_round
    registration.save(update_fields=["status", "from_round"])
    happened(
        REGISTRATION_RETURNED,
        registration,
        actor=actor,
        now=now,
        before={"status": str(RegistrationStatus.WITHDRAWN), **({"restore_point": point.pk} if point else {})},
        after={"status": str(RegistrationStatus.ACTIVE), "from_round": from_round},
    )
    return registration


@transaction.atomic
def expel_player(*, actor: Actor, now: datetime, registration_id: int, reason: str) -> Registration:
    """Expel a player: they are not paired any more, and their boards without a result are lost by forfeit.

    Games already played stay valid.  Raises: BadInput ("reason_missing"); Conflict ("already_expelled").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_of(registration_id))
    registration = section.registrations.select_related("section__event").get(pk=registration_id)
    if not reason.strip():
        raise BadInput(say("reason_missing.expulsion"), field="reason")
    if registration.status == RegistrationStatus.EXCLUDED:
        raise Conflict(say("already_expelled"))
    take_restore_point(section, actor=actor, now=now, before="expulsion")
    exclude_registration(registration, actor=actor, now=now, reason=reason)
    for pairing in boards_to_come(registration):
        result = Result.BLACK_FORFEIT_WIN if pairing.white_id == registration.pk else Result.WHITE_FORFEIT_WIN
        set_forfeit(actor=as_organiser(actor), now=now, pairing_id=pairing.pk, result=result, reason=reason)
    return registration


@transaction.atomic
def record_no_shows(
    *,
    actor: Actor,
    now: datetime,
    round_id: int,
    registration_ids: Collection[int],
    without_notice: Collection[int] = (),
    reason: str = "",
) -> list[Pairing]:
    """Forfeit the boards of players who did not appear: a win for the opponent, or a double forfeit if both are absent.

    Players who are absent `without_notice` are not paired any more until they return (`reenter_player`), in a section
    that is paired round by round; that needs an officer.  All or none.
    Raises: BadInput ("nobody_named", "not_at_a_board"); Conflict ("already_finished") if there is a result.
    """
    row = lock_round_for(actor, Action.ENTER_RESULT, round_id)
    absent = set(registration_ids)
    if not absent:
        raise BadInput(say("nobody_named"), field="registrations")
    boards = [
        pairing
        for pairing in row.pairings.filter(bye="").order_by("game_id")
        if absent & {pairing.white_id, pairing.black_id}
    ]
    seated = {key for pairing in boards for key in (pairing.white_id, pairing.black_id)}
    if absent - seated:
        raise BadInput(say("not_at_a_board"), field="registrations")
    if any(pairing.result for pairing in boards):
        raise Conflict(say("already_finished.one_board"))
    withdrawn = absent & set(without_notice) if row.section.system.pairs_players else set()
    if withdrawn:
        require(actor, row.section.event, Action.CORRECT_RESULT)
    forfeited = [
        set_forfeit(
            actor=actor,
            now=now,
            pairing_id=pairing.pk,
            result=_forfeit_result(pairing, absent),
            reason=reason or "did not appear",
        )
        for pairing in boards
    ]
    for registration in row.section.registrations.filter(
        pk__in=withdrawn, status=RegistrationStatus.ACTIVE
    ).select_related("player"):
        _withdraw_absent(registration, row, actor=actor, now=now)
    return forfeited


def _withdraw_absent(registration: Registration, row: Round, *, actor: Actor, now: datetime) -> None:
    registration.status = RegistrationStatus.WITHDRAWN
    registration.save(update_fields=["status"])
    happened(
        REGISTRATION_ABSENT,
        registration,
        actor=actor,
        now=now,
        after={"player": registration.player.full_name, "in_round": row.number},
    )


def _forfeit_result(pairing: Pairing, absent: set[int]) -> Result:
    if {pairing.white_id, pairing.black_id} <= absent:
        return Result.BOTH_FORFEIT
    return Result.BLACK_FORFEIT_WIN if pairing.white_id in absent else Result.WHITE_FORFEIT_WIN


@transaction.atomic
def record_absences(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    absent_ids: Collection[int] = (),
    withdrawn_ids: Collection[int] = (),
) -> None:
    """Note absences before a round is published: `absent_ids` are not paired in it, which brings them no points;
    `withdrawn_ids` withdraw, and before the first pairing leave the list.  All or none.

    The round is the draft, which is then stale and must be re-paired, or else the next one to be paired.  Absence from
    a round applies to sections that are paired round by round.
    Raises: BadInput ("nobody_named", "no_such_registration", "not_a_swiss"); Conflict ("not_playing";
    "no_round_to_come" after the last round).
    """
    # With the event, as `withdraw_player` locks it.
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    withdrawn, away = set(withdrawn_ids), set(absent_ids) - set(withdrawn_ids)
    if not withdrawn and not away:
        raise BadInput(say("nobody_named"))
    statuses = list(section.registrations.filter(pk__in=withdrawn | away).values_list("status", flat=True))
    if len(statuses) < len(withdrawn | away):
        raise BadInput(say("no_such_registration"))
    if any(status != RegistrationStatus.ACTIVE for status in statuses):
        raise Conflict(say("not_playing"))
    point = take_restore_point(section, actor=actor, now=now, before="attendance") if section.system.by_round else None
    number = (section.rounds.exclude(status=RoundStatus.DRAFT).aggregate(last=Max("number"))["last"] or 0) + 1
    if away and section.rounds_planned and number > section.rounds_planned:
        raise Conflict(say("no_round_to_come"))
    for key in sorted(away):
        note_byes(section, key, [number], Bye.ZERO, actor=actor, now=now, in_draft=True, point=point)
    for key in sorted(withdrawn):
        withdraw_player(actor=actor, now=now, registration_id=key, reason="absent")
