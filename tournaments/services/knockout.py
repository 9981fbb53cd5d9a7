"""A knockout section: its stages one by one, tie-break games, and matches that the arbiter decides."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound
from tavleya.pairing import knockout, meetings
from tavleya.pairing.meetings import Boards, breaches, cannot_be_met, yet_to_meet
from tavleya.pairing.micromatches import MatchVerdict
from tavleya.permissions import Action
from tavleya.sides import Side
from tavleya.warnings import Consent, Level, Warned, insist
from tournaments.access import require
from tournaments.activity import happened
from tournaments.kinds import KNOCKOUT_PAIRED, MATCH_AWARDED, MATCH_PROLONGED, PLAYERS_QUALIFIED
from tournaments.messages import say
from tournaments.models.pairing import MOST_TIEBREAK_GAMES, Match, MatchTerms, Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.match_centre import KnockoutBracket, MatchView, bracket, match_view
from tournaments.selectors.simul import can_send, qualifiers
from tournaments.services.broadcast import open_board
from tournaments.services.matches import Seats, game_of, lot_of, read_control, seat, terms_of
from tournaments.services.restore_points import take_restore_point
from tournaments.services.rounds import refuse_undecided
from tournaments.services.sections import add_registration, note_numbers_given
from tournaments.services.shared import (
    find,
    lock_round_with_section,
    lock_section_for,
    lock_standings,
    require_unpaired,
)


@transaction.atomic
def pair_knockout_stage(
    *, actor: Actor, now: datetime, section_id: int, starts_at: datetime | None = None, drawn: Side = Side.WHITE
) -> Round:
    """Make the next stage as a draft round.

    The first stage is made of the active entries, seeded by their starting numbers; `drawn` is the lot of the best seed
    of the first match, for colours.  Later ones are made of the winners.  A match is one game unless the section has
    other terms.
    Raises: BadInput ("not_a_knockout", "too_few_players"); Conflict ("matches_undecided", "knockout_is_over").
    """
    section = lock_section_for(actor, Action.PAIR_ROUND, section_id)
    if not section.system.by_stage:
        raise BadInput(say("not_a_knockout"))
    terms = terms_of(section) or MatchTerms.objects.create(section=section, games=1)
    so_far = bracket(section)
    registrations: dict[int, int]
    if so_far.stages:
        ties = _next_ties(so_far, terms)
        registrations = {seed: key for key, seed in so_far.seeds.items()}
        drawn = lot_of(so_far)
    else:
        active = section.registrations.filter(status=RegistrationStatus.ACTIVE).order_by("number")
        registrations = dict(enumerate(active.values_list("pk", flat=True), start=1))
        if len(registrations) < 2:
            raise BadInput(say("too_few_players.knockout"))
        ties = knockout.first_stage(len(registrations))
    return _stage(section, len(so_far.stages) + 1, ties, registrations, drawn, starts_at, actor, now)


def _next_ties(so_far: KnockoutBracket, terms: MatchTerms) -> tuple[knockout.Tie, ...]:
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
    """Continue a level match with further games, colours still alternating; they can be played at once.

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
        raise Conflict(say("round_status", status=row.status), status=row.status)
    if isinstance(games, bool) or not 1 <= games <= MOST_TIEBREAK_GAMES:
        raise BadInput(say("bad_match_terms.added", most=MOST_TIEBREAK_GAMES), field="games")
    if view.winner is not None or view.verdict is not MatchVerdict.LEVEL:
        raise Conflict(say("match_not_level"))
    board = row.pairings.aggregate(last=Max("board"))["last"] or 0
    leg, last = len(view.games), view.games[-1]
    pairings = []
    for step in range(1, games + 1):
        pairing = game_of(match, leg + step, board=board + step, like=last)
        pairing.save()
        open_board(pairing, section, actor=actor, now=now, control=control)
        pairings.append(pairing)
    after = {"games": games, "legs": [pairing.leg for pairing in pairings], "control": control}
    happened(MATCH_PROLONGED, match, actor=actor, now=now, after=after)
    return pairings


@transaction.atomic
def award_match(*, actor: Actor, now: datetime, match_id: int, registration_id: int, reason: str) -> Match:
    """Let a player advance by decision: lots, the rule of a deciding game, an opponent who cannot play.

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
        MATCH_AWARDED, match, actor=actor, now=now, before=before, after={"winner": registration_id, "reason": reason}
    )
    return match


def _locked(match_id: int) -> MatchView:
    """Return a match with its games, after locking its section and round."""
    round_id = find(Match.objects.filter(pk=match_id).values_list("round", flat=True), NotFound(say("no_such_match")))
    lock_round_with_section(round_id)
    return match_view(Match.objects.select_related("round__section__event").get(pk=match_id))


# Players who qualify from other sections of an event: from one, or from several that are its groups.


@transaction.atomic
def qualify_players(
    *, actor: Actor, now: datetime, section_id: int, standings: Mapping[int, str], registration_ids: Sequence[int]
) -> list[Registration]:
    """Enter players of other sections of the event, seeded in the order of their standings.

    `standings`: the key of the standings that the actor saw (`selectors.standings.standings_version`), by the key of
    each source section.  `registration_ids` are entries of these sections, in any order; they get the next starting
    numbers, which stay.  Several sections are groups in that order: the same number qualifies from each, with the seeds
    of `tavleya.pairing.meetings`.

    Raises: BadInput ("nobody_chosen", "no_such_registration", "cannot_qualify_from", "groups_uneven"); Conflict
    ("standings_moved", "already_entered"; "already_paired" once the section has a round).
    """
    section = lock_section_for(actor, Action.ENTER_PLAYERS, section_id, with_event=True)
    sources = _sources(section, list(standings))
    require_unpaired(section)
    for key in sorted(standings):
        lock_standings(key)
    chosen = set(registration_ids)
    if not chosen:
        raise BadInput(say("nobody_chosen"))
    groups = [_chosen(section, source, chosen, standings[source.pk]) for source in sources]
    if sum(map(len, groups)) < len(chosen):
        raise BadInput(say("no_such_registration"))
    if len({len(group) for group in groups}) > 1:
        raise BadInput(say("groups_uneven"))
    seeded = [groups[seed.group][seed.place - 1] for seed in meetings.seeds(len(groups), len(groups[0]))]
    entries = [add_registration(section, qualifier.player, now=now) for qualifier in seeded]
    note_numbers_given(section)
    happened(
        PLAYERS_QUALIFIED,
        section,
        actor=actor,
        now=now,
        after={
            "from_section": ", ".join(source.slug for source in sources),
            "players": [entry.player.full_name for entry in entries],
        },
    )
    return entries


def _sources(section: Section, keys: Sequence[int]) -> list[Section]:
    """Return the sections in the order of `keys`.

    Raises: NotFound ("no_such_section"); BadInput ("cannot_qualify_from").
    """
    sections = Section.objects.filter(pk__in=keys, event=section.event_id).select_related("event").in_bulk()
    if not keys or len(sections) < len(keys):
        raise NotFound(say("no_such_section"))
    if any(source.pk == section.pk or not can_send(source) for source in sections.values()):
        raise BadInput(say("cannot_qualify_from"))
    return [sections[key] for key in keys]


def _chosen(section: Section, source: Section, chosen: set[int], key: str) -> list[Registration]:
    """Return the chosen entries of this source section, in the order of its standings."""
    view = qualifiers(section, source)
    if view.key != key:
        raise Conflict(say("standings_moved"))
    entries = (row.standing.registration for row in view.rows)
    return [entry for entry in entries if entry.pk in chosen]


# A round robin that is paired by hand: each round is checked before it is shown, and the whole before it is
# final.

_MOST_PAIRS = 6


def check_meetings(row: Round, actor: Actor, consent: Consent) -> None:
    """Check a round paired by hand (registered with `rounds.before_publication`).

    Raises: Conflict ("meetings_broken") if players meet too often or have one colour too often; Conflict
    ("cannot_meet_all", level 3, until confirmed) if too few rounds are left for all players to meet.
    """
    section, number = row.section, row.number
    if not section.meetings_by_hand or number is None:
        return
    rounds = _rounds(section, number)
    problems = breaches(rounds, section.meetings_by_hand)
    if problems:
        raise Conflict(say("meetings_broken", why=problems[0]), broken=[str(message) for message in problems])
    if section.rounds_planned is not None:
        players = cannot_be_met(rounds, _players(section), section.meetings_by_hand, section.rounds_planned)
        if players:
            warning = say("cannot_meet_all", players=", ".join(map(str, players)))
            insist([Warned(Level.CONFIRMATION, warning)], consent)


def refuse_unmet(section: Section) -> None:
    """Check that all players of a round robin paired by hand have met.  Raises: Conflict ("not_all_met")."""
    if not section.meetings_by_hand:
        return
    last = section.rounds.count()
    missing = yet_to_meet(_rounds(section, last), _players(section), section.meetings_by_hand)
    if missing:
        pairs = [f"{first}–{second}" for first, second in missing]
        text = ", ".join(pairs[:_MOST_PAIRS]) + (" …" if len(pairs) > _MOST_PAIRS else "")
        raise Conflict(say("not_all_met", pairs=text), pairs=pairs)


def _rounds(section: Section, last: int) -> list[Boards]:
    """Return the boards of rounds 1 to `last`, by starting numbers; a match of several games counts as one."""
    rows = Pairing.objects.filter(round__section=section, round__number__lte=last, bye="", leg=1)
    results: list[list[tuple[int, int]]] = [[] for _ in range(last)]
    for number, white, black in rows.values_list("round__number", "white__number", "black__number"):
        results[(number or 0) - 1].append((white, black or 0))
    return list(results)


def _players(section: Section) -> list[int]:
    active = section.registrations.filter(status=RegistrationStatus.ACTIVE)
    return list(active.values_list("number", flat=True))
