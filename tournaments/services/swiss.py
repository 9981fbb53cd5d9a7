"""The next round of a Swiss: from the section to a draft, with its provenance."""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime
from typing import Any

from django.db import transaction

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict
from tavleya.messages import Message
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import CannotPair, Pair, RoundPairing, SwissState, ordered
from tavleya.permissions import Action
from tournaments.activity import happened
from tournaments.kinds import ROUND_PAIRED
from tournaments.messages import say
from tournaments.models.activity import Job, JobKind, JobState
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Bye, Round, RoundStatus
from tournaments.models.section import FirstColour, Section
from tournaments.models.swiss import PairConstraintKind, Provenance, RequestedBye
from tournaments.services.jobs import Report, actor_from, create_job
from tournaments.services.matches import Seats, seat, terms_of
from tournaments.services.restore_points import take_restore_point
from tournaments.services.seeding import seed
from tournaments.services.shared import lock_section, lock_section_for
from tournaments.services.swiss_state import (
    digest_of,
    engine_of,
    load_state,
    load_team_state,
    match_teams,
    pair_constraints,
    plain_state,
    require_swiss,
    without,
)

#: The worker pairs sections of so many players, because a request would take too long.
LARGE = 150
#: Problems of a single pair, in contrast to problems of a whole round.
_OF_PAIRS = frozenset({"rematch", "kept_apart", "same_colour"})
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class RoundInputs:
    """The complete input of the engine for a round."""

    number: int
    state: SwissState
    together: tuple[tuple[int, int], ...]
    engine: Engine
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def plain(self) -> dict[str, Any]:
        common = {**plain_state(self.state), "together": [list(pair) for pair in self.together]}
        return {**common, "options": dict(self.options)} if self.options else common


@transaction.atomic
def pair_next_round(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    number: int,
    first_colour: str = "",
    starts_at: datetime | None = None,
) -> Round:
    """Pair round `number`, the one after the last, as a draft.

    Starting numbers that no official set follow the ratings first.  The section is locked until the draft exists, so a
    second request gets "round_paired_already".  `first_colour` is that of the first player in round 1; if empty, it is
    drawn here.
    Raises: Conflict ("round_paired_already", "pairing_runs", "results_missing", "earlier_round_is_draft",
    "all_rounds_paired", "too_few_players"; "cannot_pair" with the rules to relax in `free`).
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    check_next(section, number)
    if section.jobs.filter(kind=JobKind.PAIR_ROUND, state=JobState.WAITING).exists():
        raise Conflict(say("pairing_runs"))
    seed(section, actor=actor, now=now)
    draw_first_colour(section, first_colour)
    prepared = prepare(section, number)
    return store(section, prepared, solve(prepared), actor=actor, now=now, starts_at=starts_at)


def check_next(section: Section, number: int) -> None:
    """Check that `number` is the round to be paired now, and that it can be paired."""
    require_swiss(section)
    last = section.rounds.order_by("-number").first()
    latest = (last.number or 0) if last else 0
    if number <= latest:
        raise Conflict(say("round_paired_already", number=number), number=number)
    if number != latest + 1:
        raise BadInput(say("not_the_next_round", number=latest + 1), field="number")
    if last is not None and last.status == RoundStatus.DRAFT:
        raise Conflict(say("earlier_round_is_draft"))
    if section.rounds_planned and number > section.rounds_planned:
        raise Conflict(say("all_rounds_paired", rounds=section.rounds_planned))


def draw_first_colour(section: Section, wanted: str) -> None:
    """Set the colour of the first player in round 1 (C.04.3, 5.1): as the organiser drew it, or drawn now."""
    if section.first_colour or not engine_of(section).colour_drawn:
        return
    if wanted and wanted not in FirstColour.values:
        raise BadInput(say("bad_colour"), field="first_colour")
    section.first_colour = wanted or secrets.choice(FirstColour.values)
    section.save(update_fields=["first_colour"])


def prepare(section: Section, number: int) -> RoundInputs:
    """Return the current input of round `number`."""
    state = load_team_state(section, number) if section.system.teams else load_state(section, number)
    present = {player.number for player in state.present}
    if len(present) < 2:
        raise Conflict(say("too_few_players.round"))
    required = () if section.system.teams else pair_constraints(section, number, PairConstraintKind.TOGETHER)
    together = [pair for pair in required if set(pair) <= present]
    seats = [seat for pair in together for seat in pair]
    twice = next((seat for seat in seats if seats.count(seat) > 1), None)
    if twice is not None:
        raise Conflict(say("two_required_opponents", number=twice), number=twice)
    engine = engine_of(section)
    options = section.options if engine.takes_options else {}
    return RoundInputs(number, state, tuple(together), engine, options)


def solve(prepared: RoundInputs, progress: Progress | None = None) -> RoundPairing:
    """Return the engine's pairing, with the required pairs set aside first, after an independent check.

    The engine does not see required pairs, so they are not in the pairing numbers of round 1.
    """
    fixed = frozenset(number for pair in prepared.together for number in pair)
    engine = prepared.engine
    problems = engine.check(prepared.state, prepared.together, None)
    refuse_illegal(tuple(problem for problem in problems if problem.code in _OF_PAIRS))
    try:
        round_pairing = engine.pair(without(prepared.state, fixed), prepared.options, progress)
        extra = engine.coloured(prepared.state, prepared.together, prepared.options)
    except CannotPair as error:
        raise Conflict(error.message, **error.detail) from error
    if fixed:
        round_pairing = replace(round_pairing, pairs=ordered(prepared.state, round_pairing.pairs + extra))
    refuse_illegal(engine.check(prepared.state, round_pairing.pairs, round_pairing.bye))
    return round_pairing


def refuse_illegal(problems: tuple[Message, ...]) -> None:
    """Refuse an illegal pairing.  Raises: Conflict ("illegal_pairing") with every reason."""
    if problems:
        reasons = " ".join(str(problem) for problem in problems)
        raise Conflict(say("illegal_pairing", reasons=reasons), problems=[problem.code for problem in problems])


def store(
    section: Section,
    prepared: RoundInputs,
    round_pairing: RoundPairing,
    *,
    actor: Actor,
    now: datetime,
    starts_at: datetime | None = None,
) -> Round:
    """Write the draft.  For a caller that has locked the section and checked that nothing changed."""
    take_restore_point(section, actor=actor, now=now, before="pairing", round_number=prepared.number)
    row = Round.objects.create(
        section=section,
        number=prepared.number,
        starts_at=starts_at or section.planned_start(prepared.number),
        system=prepared.engine.system,
        edition=prepared.engine.edition,
    )
    if section.system.teams:
        match_teams(row, round_pairing.pairs, round_pairing.bye)
    else:
        registrations = {registration.number: registration for registration in section.registrations.all()}
        byes = byes_of(section, prepared.number, registrations, round_pairing.bye)
        seat_boards(row, section, registrations, round_pairing.pairs, byes)
    plain = prepared.plain
    Provenance.objects.create(
        round=row,
        engine=prepared.engine.name,
        edition=round_pairing.edition,
        accelerated=section.accelerated,
        state=plain,
        digest=digest_of(plain),
        boards=[list(pair) for pair in round_pairing.pairs],
        bye=round_pairing.bye,
        trace=[asdict(bracket) for bracket in round_pairing.trace],
        made_at=now,
    )
    after = {
        "round": prepared.number,
        "system": prepared.engine.system,
        "edition": prepared.engine.edition,
        "boards": len(round_pairing.pairs),
        "digest": digest_of(plain),
    }
    happened(ROUND_PAIRED, row, actor=actor, now=now, after=after)
    return row


def is_stale(row: Round) -> bool:
    """Return whether the input of a draft (results, players, byes, rules) has changed since pairing or confirmation."""
    source = Provenance.objects.filter(round=row).only("digest").first()
    return source is not None and rests_on_others(row, source)


def rests_on_others(row: Round, source: Provenance) -> bool:
    """Return `is_stale` for a round whose provenance is loaded."""
    return source.digest != digest_of(prepare(row.section, row.number or 1).plain)


def byes_of(
    section: Section, number: int, registrations: Mapping[int, Registration], allocated: int | None
) -> list[tuple[Registration, str]]:
    """Return the byes of a round: the pairing-allocated one first, then requested ones that still apply."""
    byes: list[tuple[Registration, str]] = []
    if allocated is not None:
        byes.append((registrations[allocated], Bye.PAIRING_ALLOCATED))
    requested_byes = RequestedBye.objects.filter(
        registration__section=section, registration__status="active", round_number=number
    ).select_related("registration")
    byes += [
        (requested_bye.registration, requested_bye.kind)
        for requested_bye in requested_byes.order_by("registration__number")
        if requested_bye.registration.from_round <= number
    ]
    return byes


def seat_boards(
    row: Round,
    section: Section,
    registrations: Mapping[int, Registration],
    pairs: tuple[Pair, ...],
    byes: list[tuple[Registration, str]],
) -> None:
    """Number the tables and write the boards: players with a fixed table keep it, the others fill the rest.

    If matches are played, each has its tables side by side, in order.
    """
    if terms_of(section) is not None:
        seats = (
            Seats(row, number, registrations[pair.white].pk, registrations[pair.black].pk)
            for number, pair in enumerate(pairs, start=1)
        )
        give_byes(row, byes, after=section.first_board - 1 + seat(section, seats))
        return
    numbers = table_numbers(
        [(registrations[pair.white].fixed_board, registrations[pair.black].fixed_board) for pair in pairs],
        section.first_board,
    )
    last = max(numbers, default=section.first_board - 1)
    boards = [
        Pairing(round=row, board=number, white=registrations[pair.white], black=registrations[pair.black])
        for pair, number in zip(pairs, numbers, strict=True)
    ]
    Pairing.objects.bulk_create(boards)
    give_byes(row, byes, after=last)


def give_byes(row: Round, byes: list[tuple[Registration, str]], *, after: int) -> None:
    """Write the byes of a round behind its last table."""
    Pairing.objects.bulk_create(
        Pairing(round=row, board=after + place, white=registration, bye=kind)
        for place, (registration, kind) in enumerate(byes, start=1)
    )


def table_numbers(fixed: list[tuple[int | None, int | None]], first: int) -> list[int]:
    """Return a number for each board in order.  If two players with fixed tables meet, the lower table is taken."""
    taken: dict[int, int] = {}
    for place, pair in enumerate(fixed):
        wanted = sorted(value for value in pair if value is not None)
        if wanted:
            taken[place] = wanted[0]
    reserved = set(taken.values())
    free = (number for number in range(first, first + len(fixed) + len(reserved)) if number not in reserved)
    return [taken[place] if place in taken else next(free) for place in range(len(fixed))]


# Pairing of a large section in the background: requested here, run by `tournaments.tasks`.

_TRIES = 3


@transaction.atomic
def request_pairing(*, actor: Actor, now: datetime, section_id: int, number: int, first_colour: str = "") -> Job:
    """Have the worker pair a large section.  The waiting job is the section's lock: one at a time.

    Raises: Conflict ("pairing_runs"), and the immediate errors of `pair_next_round`.
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    check_next(section, number)
    if section.jobs.filter(kind=JobKind.PAIR_ROUND, state=JobState.WAITING).exists():
        raise Conflict(say("pairing_runs"))
    seed(section, actor=actor, now=now)
    draw_first_colour(section, first_colour)
    prepare(section, number)
    return create_job(JobKind.PAIR_ROUND, actor=actor, now=now, section=section, report={"round": number})


def pair_round(job: Job, now: datetime, progress: Progress | None) -> Report:
    """Pair the round of a job.

    The engine works without the section's lock, so that results and players can be entered meanwhile.  If its input has
    changed by then, the round is paired again.  Raises: Conflict ("changes_too_fast").
    """
    number = int(job.report["round"])
    for _ in range(_TRIES):
        section = Section.objects.get(pk=job.section_id or 0)
        prepared = prepare(section, number)
        round_pairing = solve(prepared, progress)
        with transaction.atomic():
            section = lock_section(section.pk)
            check_next(section, number)
            if not _same(prepared, prepare(section, number)):
                continue
            store(section, prepared, round_pairing, actor=actor_from(job.actor), now=now)
            return {"round": number, "boards": len(round_pairing.pairs)}
    raise Conflict(say("changes_too_fast"))


def _same(prepared: RoundInputs, other: RoundInputs) -> bool:
    return prepared.engine == other.engine and digest_of(prepared.plain) == digest_of(other.plain)
