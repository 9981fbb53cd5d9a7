from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from django.core.cache import cache
from django.db import transaction
from django.db.models import Max, Q

from games.models.game import TrackingLevel
from games.services.moves import start_game
from games.services.results import record_result
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.permissions import Action
from tavleya.record.results import Result
from tavleya.warnings import Consent
from tournaments import hooks
from tournaments.access import require
from tournaments.activity import happened, tables_changed
from tournaments.adjusted import barred_from
from tournaments.kinds import (
    BYE_RECORDED,
    ROUND_CLOSED,
    ROUND_PAIRED_BY_HAND,
    ROUND_PUBLISHED,
    ROUND_SCHEDULED,
    ROUND_STARTED,
    ROUNDS_PAIRED,
)
from tournaments.messages import say
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import TRANSITIONS, Bye, Round, RoundKind, RoundStatus
from tournaments.selectors.match_centre import MatchView, match_view
from tournaments.services.broadcast import open_boards
from tournaments.services.drawn_openings import draw_openings
from tournaments.services.matches import Seats, seat
from tournaments.services.schedule import starts_of
from tournaments.services.shared import (
    find,
    lock_round_for,
    lock_round_with_section,
    lock_section_for,
    or_refuse,
    require_unpaired,
)
from tournaments.services.team_rounds import seat_teams
from tournaments.services.uploads import Progress


@transaction.atomic
def pair_round_robin(*, actor: Actor, now: datetime, section_id: int, starts: Sequence[datetime] = ()) -> list[Round]:
    """Make the whole schedule by the Berger tables, as draft rounds.

    Active entries take the places of the tables in order of their starting numbers.  `starts` are the times of the
    first rounds, in order, and are stored in the plan; the others begin as planned.
    Raises: BadInput ("not_a_round_robin", "too_few_players"); Conflict ("already_paired").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    schedule = or_refuse(section.system.schedule, BadInput(say("not_a_round_robin")))
    require_unpaired(section)
    registrations = list(section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number"))
    if len(registrations) < 2:
        raise BadInput(say("too_few_players.round_robin"))
    planned = schedule.rounds(len(registrations), section.system.cycles, section.options)
    planned_starts = starts_of(section, len(planned), starts)
    rounds = Round.objects.bulk_create(
        Round(
            section=section,
            number=berger_round.number,
            starts_at=planned_starts[berger_round.number - 1],
            system=schedule.system,
            edition=schedule.edition,
        )
        for berger_round in planned
    )
    seat(
        section,
        (
            Seats(row, number, registrations[board.white - 1].pk, registrations[board.black - 1].pk)
            for row, berger_round in zip(rounds, planned, strict=True)
            for number, board in enumerate(berger_round.boards, start=1)
        ),
    )
    after = {
        "system": schedule.system,
        "edition": schedule.edition,
        "rounds": len(rounds),
        "players": len(registrations),
    }
    happened(ROUNDS_PAIRED, section, actor=actor, now=now, after=after)
    return rounds


@transaction.atomic
def pair_by_hand(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    boards: Sequence[tuple[int, int]],
    starts_at: datetime | None = None,
) -> Round:
    """Add a draft round with these boards (ids of entries, White first), in order.

    Raises: BadInput ("seated_twice", "no_such_registration", "pairing_with_oneself"); Conflict ("already_paired") in a
    round robin.
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    if section.system.scheduled:
        raise Conflict(say("already_paired.round_robin"))
    active = set(section.registrations.filter(status=RegistrationStatus.ACTIVE).values_list("pk", flat=True))
    seated: set[int] = set()
    for white, black in boards:
        _check_board(white, black, active, seated)
        seated |= {white, black}
    number = (section.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    row = Round.objects.create(
        section=section, number=number, starts_at=starts_at or section.planned_start(number), system="by_hand"
    )
    seat(section, (Seats(row, board, white, black) for board, (white, black) in enumerate(boards, start=1)))
    happened(ROUND_PAIRED_BY_HAND, row, actor=actor, now=now, after={"round": number, "boards": len(boards)})
    return row


def _check_board(white: int, black: int, active: set[int], seated: set[int]) -> None:
    if white == black:
        raise BadInput(say("pairing_with_oneself"), registration=white)
    for registration_id in (white, black):
        if registration_id not in active:
            raise BadInput(say("no_such_registration"), registration=registration_id)
        if registration_id in seated:
            raise BadInput(say("seated_twice"), registration=registration_id)


@transaction.atomic
def record_bye(*, actor: Actor, now: datetime, round_id: int, registration_id: int, kind: Bye | str) -> Pairing:
    """Give a player without an opponent their bye, in a round that is not closed.

    Raises: BadInput ("unknown_bye", "no_such_registration", "bye_in_round_robin"); Conflict ("seated_twice",
    "round_closed").
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PAIR_ROUND)
    if kind not in Bye.values:
        raise BadInput(say("unknown_bye", kind=kind), field="kind")
    if section.system.scheduled or row.kind == RoundKind.SCHEDULE:
        raise BadInput(say("bye_in_round_robin"))
    if row.status == RoundStatus.CLOSED:
        raise Conflict(say("round_closed"))
    registration = find(
        Registration.objects.filter(pk=registration_id, section=section),
        BadInput(say("no_such_registration"), registration=registration_id),
    )
    if row.pairings.filter(Q(white=registration) | Q(black=registration)).exists():
        raise Conflict(say("seated_twice"), registration=registration_id)
    board = (row.pairings.aggregate(last=Max("board"))["last"] or 0) + 1
    pairing = Pairing.objects.create(round=row, board=board, white=registration, bye=str(kind))
    if row.status != RoundStatus.DRAFT:
        tables_changed([section.pk])
    after = {"registration": registration.pk, "bye": str(kind), "round": row.number}
    happened(BYE_RECORDED, pairing, actor=actor, now=now, after=after)
    return pairing


@transaction.atomic
def publish_round(*, actor: Actor, now: datetime, round_id: int, confirmed: Collection[str] = ()) -> Round:
    """Publish a draft round and open the games of its boards.

    Raises: Conflict ("round_status" if the round is not a draft; "earlier_round_is_draft"; "draft_stale" if the input
    of a Swiss pairing has changed since; "differs_from_rules" until `confirmed` if a Swiss round differs from the
    rules).
    """
    row = lock_round_with_section(round_id)
    section = row.section
    require(actor, section.event, Action.PUBLISH_ROUND)
    _change_status(row, RoundStatus.PUBLISHED)
    earlier = section.rounds.filter(status=RoundStatus.DRAFT, number__lt=row.number or 0)
    if row.number and earlier.exists():
        raise Conflict(say("earlier_round_is_draft"))
    hooks.before_publication(row, actor, Consent(confirmed))
    seat_teams(row)
    draw_openings(row, actor=actor, now=now)
    boards = list(row.pairings.select_related("white__player", "black__player").filter(bye=""))
    open_boards(boards, section, actor=actor, now=now)
    barred = barred_from(section, row.number)
    for pairing in boards:
        forfeit_excluded(pairing, barred, actor=actor, now=now)
    row.published_at, row.publish_at = now, None
    row.save(update_fields=["status", "published_at", "publish_at"])
    happened(ROUND_PUBLISHED, row, actor=actor, now=now, after={"round": row.number})
    return row


@transaction.atomic
def schedule_publication(
    *, actor: Actor, now: datetime, round_id: int, at: datetime | None, confirmed: Collection[str] = ()
) -> Round:
    """Schedule the publication of a draft, or (None) cancel it; `confirmed`: the warnings of the publication."""
    row = lock_round_for(actor, Action.PUBLISH_ROUND, round_id)
    if row.status != RoundStatus.DRAFT:
        raise _wrong_status(row)
    if at is not None and at <= now:
        raise BadInput(say("time_is_past"), field="at")
    if at is not None:
        hooks.before_publication(row, actor, Consent(confirmed))
    row.publish_at = at
    row.save(update_fields=["publish_at"])
    after = {"round": row.number, "at": at.isoformat() if at else None}
    happened(ROUND_SCHEDULED, row, actor=actor, now=now, after=after)
    return row


@transaction.atomic
def start_round(*, actor: Actor, now: datetime, round_id: int, start_clocks: bool = False) -> Round:
    """Start a round.  `start_clocks`: also the clock of every live board that has not begun."""
    row = lock_round_for(actor, Action.CLOSE_ROUND, round_id)
    _change_status(row, RoundStatus.PLAYING)
    row.save(update_fields=["status"])
    if start_clocks:
        waiting = row.pairings.filter(game__tracking=TrackingLevel.LIVE, game__phase="pending").order_by("game")
        for game_id in waiting.values_list("game", flat=True):
            start_game(actor=actor, now=now, game_id=game_id)
    happened(ROUND_STARTED, row, actor=actor, now=now, after={"round": row.number})
    return row


@transaction.atomic
def close_round(*, actor: Actor, now: datetime, round_id: int) -> Round:
    """Close a round.

    Raises: Conflict ("results_missing" with the boards without a result; "matches_undecided" with the matches of a
    knockout without a winner: games can be added to them only while the round is open).
    """
    row = lock_round_for(actor, Action.CLOSE_ROUND, round_id)
    _change_status(row, RoundStatus.CLOSED)
    missing = list(row.pairings.filter(bye="", result="").values_list("board", flat=True))
    if missing:
        raise Conflict(say("results_missing", boards=", ".join(map(str, missing))), boards=missing)
    if row.section.system.by_stage:
        refuse_undecided(match_view(match) for match in row.matches.order_by("number"))
    row.closed_at = now
    row.save(update_fields=["status", "closed_at"])
    happened(ROUND_CLOSED, row, actor=actor, now=now, after={"round": row.number})
    return row


def refuse_undecided(matches: Iterable[MatchView]) -> None:
    """Refuse matches without a winner.  Raises: Conflict ("matches_undecided") with their numbers."""
    undecided = [view.match.number for view in matches if view.winner is None]
    if undecided:
        raise Conflict(say("matches_undecided", matches=", ".join(map(str, undecided))), matches=undecided)


def _change_status(row: Round, status: RoundStatus) -> None:
    if status not in TRANSITIONS[row.status]:
        raise _wrong_status(row)
    row.status = status


def _wrong_status(row: Round) -> Conflict:
    return Conflict(say("round_status", status=row.status), status=row.status)


# Boards at which an excluded player would have to sit.


def forfeit_of(pairing: Pairing, barred: Collection[int]) -> Result | None:
    """Return the forfeit result of a board with an excluded player, or one of the `barred`; None if both may play.

    `barred`: entries that are excluded from this round alone (`tournaments.adjusted.barred_from`).
    """
    white, black = (
        registration is not None and (registration.status == RegistrationStatus.EXCLUDED or registration.pk in barred)
        for registration in (pairing.white, pairing.black)
    )
    if white and black:
        return Result.BOTH_FORFEIT
    if white:
        return Result.BLACK_FORFEIT_WIN
    return Result.WHITE_FORFEIT_WIN if black else None


def forfeit_excluded(pairing: Pairing, barred: Collection[int], *, actor: Actor, now: datetime) -> None:
    """Forfeit a board of a round that is being published, if an excluded player sits at it."""
    result = forfeit_of(pairing, barred)
    if result is not None and pairing.game_id is not None:
        record_result(actor=actor, now=now, game_id=pairing.game_id, result=result, reason="excluded")


# The progress of a running job, stored in the cache.

_PROGRESS_KEPT_SECONDS = 60 * 60


def progress_writer(job_id: int) -> Progress:
    def progress(done: int, total: int) -> None:
        cache.set(_progress_key(job_id), (done, total), _PROGRESS_KEPT_SECONDS)

    return progress


def progress_of(job_id: int) -> tuple[int, int] | None:
    """Return the progress of a running job as (done, total) in games or players; None before the first step."""
    cached: list[int] | None = cache.get(_progress_key(job_id))
    return (cached[0], cached[1]) if cached else None


def _progress_key(job_id: int) -> str:
    return f"import-progress:{job_id}"
