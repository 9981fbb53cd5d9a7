"""Current rounds and officials, for the page of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.db.models import Count, F, Q

from tavleya.actors import Role
from tavleya.pairing.knockout import Decided, Tie, ranks
from tavleya.pairing.micromatches import MatchVerdict, MicroMatchScore, decide, total
from tavleya.record.results import FACTS, Result
from tavleya.tiebreaks.table import Scoring
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Match, Pairing
from tournaments.models.player import Registration
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.broadcast import shown_result

_SHOWN_ROLES = (Role.CHIEF_ARBITER, Role.ARBITER, Role.ORGANISER)


@dataclass(slots=True)
class RoundNow:
    """The numbers of boards and finished boards of a round, without byes, and its first boards."""

    boards: int = 0
    finished: int = 0
    top: list[Pairing] = field(default_factory=list)


def rounds_now(rounds: Sequence[Round], most: int) -> dict[int, RoundNow]:
    """Return the state of rounds, loaded with their sections, with at most so many boards of each.  Two queries."""
    states: dict[int, RoundNow] = defaultdict(RoundNow)
    if not rounds:
        return states
    boards = Pairing.objects.filter(round__in=rounds, bye="", black__isnull=False)
    boards = boards.annotate(shown=shown_result())
    done = Count("pk", filter=~Q(shown=""))
    for key, count, finished in boards.order_by().values_list("round").annotate(n=Count("pk"), done=done):
        states[key].boards, states[key].finished = count, finished
    first = boards.filter(board__lt=F("round__section__first_board") + most).order_by("round", "board")
    for pairing in first.select_related("white__player", "black__player", "game"):
        states[pairing.round_id].top.append(pairing)
    return states


def officials_of(event: Event) -> list[tuple[Role, str]]:
    """Return officials with public names, each with the highest role.  One query."""
    roles = EventRole.objects.filter(event=event, role__in=_SHOWN_ROLES, user__is_active=True)
    rows = roles.exclude(user__name="").filter(user__deleted_at=None).values_list("user", "role", "user__name")
    order = {role.value: place for place, role in enumerate(_SHOWN_ROLES)}
    officials: dict[int, tuple[Role, str]] = {}
    for user_id, role, name in sorted(rows, key=lambda row: (order[row[1]], row[2])):
        officials.setdefault(user_id, (Role(role), name))
    return list(officials.values())


# Matches of several games with their scores, and the bracket of a knockout.


def score_of(game: Pairing, match: Match, scoring: Scoring) -> MicroMatchScore:
    """Return the score of a finished game from the seats of its match."""
    facts = FACTS[Result(game.result)]
    white, black = scoring.of_outcome(facts.white), scoring.of_outcome(facts.black)
    first, second = (white, black) if game.white_id == match.first_id else (black, white)
    return MicroMatchScore(first, second, not facts.played)


@dataclass(frozen=True)
class MatchView:
    """A match with its games in order."""

    match: Match
    games: tuple[Pairing, ...]
    scoring: Scoring

    @cached_property
    def scores(self) -> tuple[MicroMatchScore, ...]:
        return tuple(score_of(game, self.match, self.scoring) for game in self.games if game.result)

    @property
    def points(self) -> tuple[int, int]:
        """Half-points of the first and of the second."""
        return total(self.scores)

    @cached_property
    def verdict(self) -> MatchVerdict:
        return decide(self.scores, len(self.games), win=self.scoring.win)

    @property
    def winner(self) -> int | None:
        """The entry that advances; None while the match is open."""
        if self.match.second_id is None:
            return self.match.first_id
        if self.match.winner_id is not None:
            return self.match.winner_id
        decided = {MatchVerdict.FIRST: self.match.first_id, MatchVerdict.SECOND: self.match.second_id}
        return decided.get(self.verdict)


def match_view(match: Match) -> MatchView:
    return MatchView(match, tuple(match.games.order_by("leg")), match.round.section.points)


@dataclass(frozen=True)
class KnockoutBracket:
    """A knockout so far: its stages in order, each match by match.  `seeds`: entry → seed, 1 the best."""

    section: Section
    stages: tuple[tuple[MatchView, ...], ...]
    seeds: dict[int, int]

    @property
    def undecided(self) -> list[MatchView]:
        """Matches of the last stage that have no winner yet."""
        return [view for view in self.stages[-1] if view.winner is None] if self.stages else []

    def tie(self, match: Match) -> Tie:
        seeds = sorted(self.seeds[key] for key in (match.first_id, match.second_id) if key is not None)
        return Tie(match.number, seeds[0], seeds[1] if len(seeds) > 1 else None, match.for_third)

    def decided(self, stage: tuple[MatchView, ...]) -> list[Decided]:
        return [Decided(self.tie(view.match), self.seeds[view.winner]) for view in stage if view.winner is not None]

    @property
    def places(self) -> dict[int, tuple[int, int]]:
        """The first and last place that each entry shares; entries still in the knockout are missing."""
        registrations = {seed: key for key, seed in self.seeds.items()}
        waiting = [[self.tie(view.match) for view in stage if view.winner is None] for stage in self.stages]
        places_by_seed = ranks([self.decided(stage) for stage in self.stages], waiting)
        return {registrations[seed]: places for seed, places in places_by_seed.items()}


def bracket(section: Section, *, drafts: bool = True) -> KnockoutBracket:
    """Return every stage; drafts too, unless the reader may not see them.  Two queries."""
    matches = Match.objects.filter(round__section=section)
    rows = (
        (matches if drafts else matches.exclude(round__status=RoundStatus.DRAFT))
        .select_related("first__player", "second__player", "round")
        .order_by("round__number", "number")
    )
    games: dict[int, list[Pairing]] = {}
    boards = Pairing.objects.filter(round__section=section, match__isnull=False).select_related("game")
    for game in boards.order_by("leg"):
        games.setdefault(game.match_id or 0, []).append(game)
    stages: dict[int, list[MatchView]] = {}
    for match in rows:
        view = MatchView(match, tuple(games.get(match.pk, ())), section.points)
        stages.setdefault(match.round.number or 0, []).append(view)
    ordered = tuple(tuple(stages[number]) for number in sorted(stages))
    return KnockoutBracket(section, ordered, _seeds(ordered))


def _seeds(stages: tuple[tuple[MatchView, ...], ...]) -> dict[int, int]:
    """Return the seeds: the order of starting numbers among the players of the first stage."""
    starters: list[Registration] = [
        registration
        for view in (stages[0] if stages else ())
        for registration in (view.match.first, view.match.second)
        if registration is not None
    ]
    return {
        registration.pk: seed
        for seed, registration in enumerate(sorted(starters, key=lambda entry: entry.number), start=1)
    }
