"""A knockout section: its stages one by one, tie-break games, and matches that the arbiter decides."""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.pairing import knockout
from tavleya.pairing.micromatch import MatchVerdict
from tavleya.permissions import Action
from tavleya.sides import Side
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import KNOCKOUT_PAIRED, MATCH_AWARDED, MATCH_PROLONGED
from tournaments.messages import say
from tournaments.models.match import MOST_TIEBREAK_GAMES, Match, MatchTerms
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.matches import KnockoutBracket, MatchView, bracket, match_view
from tournaments.services.advancement import lot_of
from tournaments.services.boards import open_board
from tournaments.services.matches import Seats, game_of, read_control, seat, terms_of
from tournaments.services.rollback.restore_points import take_restore_point
from tournaments.services.rounds import refuse_undecided
from tournaments.services.shared import lock_round_with_section, lock_section


@transaction.atomic
def pair_knockout_stage(
    *,
    actor: Actor,
    now: datetime,
    section_id: int,
    starts_at: datetime | None = None,
    drawn: Side = Side.WHITE,
) -> Round:
    """Make the next stage as a draft round.

    The first stage is made of the active entries, seeded by their starting numbers; `drawn` is the lot of the best seed
    of the first match, for colours.  Later ones are made of the winners.  A match is one game unless the section has
    other terms.
    Raises: BadInput ("not_a_knockout", "too_few_players"); Conflict ("matches_undecided", "knockout_is_over").
    """
    section = lock_section(section_id)
    require(actor, section.event, Action.PAIR_ROUND)
    if not section.system.by_stage:
        raise BadInput(say("not_a_knockout"))
    terms = terms_of(section) or MatchTerms.objects.create(section=section, games=1)
    so_far = bracket(section)
    registrations: dict[int, int]
    if so_far.stages:
        ties = _next(so_far, terms)
        registrations = {seed: registration for registration, seed in so_far.seeds.items()}
        drawn = lot_of(so_far)
    else:
        active = section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number")
        registrations = dict(enumerate(active.values_list("pk", flat=True), start=1))
        if len(registrations) < 2:
            raise BadInput(say("too_few_players.knockout"))
        ties = knockout.first_stage(len(registrations))
    return _stage(section, len(so_far.stages) + 1, ties, registrations, drawn, starts_at, actor, now)


def _next(so_far: KnockoutBracket, terms: MatchTerms) -> tuple[knockout.Tie, ...]:
    refuse_undecided(so_far.undecided)
    ties = knockout.next_stage(so_far.decided(so_far.stages[-1]), third_place=terms.third_place)
    if not ties:
        raise Conflict(say("knockout_is_over"))
    return ties


def _stage(
    section: Section,
    stage: int,
    ties: tuple[knockout.Tie, ...],
    registrations: dict[int, int],
    drawn: Side,
    starts_at: datetime | None,
    actor: Actor,
    now: datetime,
) -> Round:
    number = (section.rounds.aggregate(last=Max("number"))["last"] or 0) + 1
    take_restore_point(section, actor=actor, now=now, before="pairing", round_number=number)
    row = Round.objects.create(
        section=section,
        number=number,
        starts_at=starts_at or section.planned_start(number),
        system=knockout.SYSTEM,
        edition=knockout.EDITION,
    )
    boards = seat(section, [_seats(row, stage, tie, registrations, drawn) for tie in ties])
    after = {"round": row.number, "matches": len(ties), "boards": boards, "drawn": drawn.value}
    happened(KNOCKOUT_PAIRED, row, actor=actor, now=now, after=after)
    return row


def _seats(row: Round, stage: int, tie: knockout.Tie, registrations: dict[int, int], drawn: Side) -> Seats:
    higher = registrations[tie.higher]
    if tie.lower is None:
        return Seats(row, tie.place, higher, None)
    lower = registrations[tie.lower]
    white_first = knockout.colour_of_higher(tie, stage, drawn) is Side.WHITE
    first, second = (higher, lower) if white_first else (lower, higher)
    return Seats(row, tie.place, first, second, tie.for_third)


@transaction.atomic
def add_tiebreak_games(
    *, actor: Actor, now: datetime, match_id: int, games: int | None = None, control: str | None = None
) -> list[Pairing]:
    """Have a level match go on with further games, colours still alternating; they can be played at once.

    `games` and `control` (their time control) default to the section's terms.
    Raises: BadInput ("bad_match_terms", "bad_control" and other codes of time controls); Conflict ("match_not_level",
    "round_status").
    """
    view = _locked(match_id)
    match = view.match
    row, section = match.round, match.round.section
    require(actor, section.event, Action.PAIR_ROUND)
    terms = terms_of(section) or MatchTerms()
    games = terms.tiebreak_games if games is None else games
    control = (terms.tiebreak_control if control is None else read_control(control)) or None
    if row.status not in (RoundStatus.PUBLISHED, RoundStatus.PLAYING):
        raise Conflict(
            say("round_status", status=row.status),
            status=row.status,
        )
    if isinstance(games, bool) or not 1 <= games <= MOST_TIEBREAK_GAMES:
        raise BadInput(
            say("bad_match_terms.added", most=MOST_TIEBREAK_GAMES),
            field="games",
        )
    if view.winner is not None or view.verdict is not MatchVerdict.LEVEL:
        raise Conflict(say("match_not_level"))
    board = row.pairings.aggregate(last=Max("board"))["last"] or 0
    leg, last = len(view.games), view.games[-1]
    added = []
    for step in range(1, games + 1):
        pairing = game_of(match, leg + step, board=board + step, like=last)
        pairing.save()
        open_board(pairing, section, actor=actor, now=now, control=control)
        added.append(pairing)
    after = {"games": games, "legs": [item.leg for item in added], "control": control}
    happened(MATCH_PROLONGED, match, actor=actor, now=now, after=after)
    return added


@transaction.atomic
def award_match(*, actor: Actor, now: datetime, match_id: int, registration_id: int, reason: str) -> Match:
    """Send a player on by decision: lots, the rule of a deciding game, an opponent who cannot play.

    The results of the games stay unchanged.
    Raises: BadInput ("reason_missing", "no_such_registration"); Conflict ("match_decided") if the games decided
    otherwise.
    """
    view = _locked(match_id)
    match = view.match
    require(actor, match.round.section.event, Action.CORRECT_RESULT)
    if not reason.strip():
        raise BadInput(say("reason_missing.award"), field="reason")
    if registration_id not in (match.first_id, match.second_id):
        raise BadInput(say("no_such_registration"), registration=registration_id)
    if view.verdict in (MatchVerdict.FIRST, MatchVerdict.SECOND) and view.winner != registration_id:
        raise Conflict(say("match_decided"))
    before = {"winner": match.winner_id}
    match.winner_id = registration_id
    match.save(update_fields=["winner"])
    happened(
        MATCH_AWARDED,
        match,
        actor=actor,
        now=now,
        before=before,
        after={"winner": registration_id, "reason": reason},
    )
    return match


def _locked(match_id: int) -> MatchView:
    """Return a match with its games, after locking its section and round."""
    round_id = Match.objects.filter(pk=match_id).values_list("round", flat=True).first()
    if round_id is None:
        raise NotFound(say("no_such_match"))
    lock_round_with_section(round_id)
    return match_view(Match.objects.select_related("round__section__event").get(pk=match_id))
