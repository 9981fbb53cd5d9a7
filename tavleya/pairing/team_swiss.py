"""The Swiss team pairing system (FIDE C.04.6, applied from 1 February 2026), bracket by bracket.

The state is that of a Swiss whose players are teams: points are those of the primary score, `secondary` the other one,
the side of a past round is that of the first board.  A match counts as played if at least one of its boards was.

Interpretations: C6 is complied with or not; the rest of the next scoregroup complies if it needs no upfloater, or one
if its number is odd; if no set of upfloaters achieves that, C6 decides nothing.  C7 and C10 minimise their numbers.  A
floater is determined by the scores of the pairing of its last match; a forfeited match makes no floater.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from tavleya.messages import Message
from tavleya.pairing.dutch.pool import ALTERNATE, BOTH, STRONGER, Pool, Preference, Strength, preference
from tavleya.pairing.explaining import Options, PairedRound, Pairs, first_worse, only
from tavleya.pairing.meetings import TopScoregroup, UpfloaterChoice, Wanted, choose, first_by_identifier
from tavleya.pairing.messages import say
from tavleya.pairing.micromatches import MatchField
from tavleya.pairing.options import PREFERENCES_A, PREFERENCES_B, TeamSwissOptions, read
from tavleya.pairing.state import (
    BracketTrace,
    Pair,
    PastRound,
    RoundOutcome,
    RoundPairing,
    SwissPlayer,
    SwissState,
    ordered,
)
from tavleya.sides import Side
from tavleya.tiebreaks.table import EncounterKind, ScoreType, TeamEncounter, TeamTable

EDITION = "team-2026"
CRITERIA = ("C4", "C5", "C6", "C7", "C8", "C9", "C10")


def no_bye_after(state: SwissState, past: PastRound) -> bool:
    """Return whether a past round rules out the bye (C2): an allocated or full-point bye, or a forfeit win."""
    return past.happened in (RoundOutcome.PAIRING_BYE, RoundOutcome.FORFEIT_WIN) or (
        past.happened is RoundOutcome.BYE and past.points >= state.win
    )


@dataclass(frozen=True)
class Bracket:
    """The ranks of a bracket: `pairs` as (top, bottom member), by the top ones."""

    group: TopScoregroup
    upfloaters: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]

    @property
    def members(self) -> tuple[int, ...]:
        return (*self.group.residents, *self.upfloaters)


class Field(MatchField):
    """All teams to be paired, by rank."""

    def __init__(self, state: SwissState, options: Mapping[str, Any]) -> None:
        self.state, self.options = state, read(TeamSwissOptions, options)
        preference_of = wish(self.options.preferences, last_round=state.is_last_round)
        pool = Pool(state, preference_of, topscorers=False, no_bye_after=no_bye_after)
        super().__init__(pool, floats_count=state.round_number < state.rounds - 1)
        teams = {team.number: team for team in state.players}
        self.secondary = [teams[member.number].secondary for member in pool.members]

    def brackets(self, bye: int | None) -> Iterator[Bracket]:
        """Yield the brackets from the top (3.3.2)."""
        for group, left in self.scoregroups(bye):
            chosen = self.chosen(group)
            assert chosen is not None, "each bracket leaves the lower ones a complete pairing"
            bracket = self.paired(group, chosen.upfloaters)
            assert bracket is not None, "the bracket was chosen because it can be paired"
            yield bracket
            left -= set(bracket.members)

    def chosen(self, group: TopScoregroup, wanted: Wanted | None = None) -> UpfloaterChoice | None:
        """Choose the upfloaters (3.5); None if no legal pairing has the `wanted` pairs."""

        def serves(floats: tuple[int, ...]) -> bool:
            return self.serves_following(group, floats)

        result = choose(self.pool, group, self.upfloater_cost(group), wanted, serves)
        if result is None or serves(result.upfloaters):
            return result
        return choose(self.pool, group, self.upfloater_cost(group, look_down=False), wanted)

    def colour_costs(self, number: int, other: int) -> tuple[int, int]:
        """Return the cost of a pair in C8 and C9."""
        preference, other_preference = self.pool.members[number].preference, self.pool.members[other].preference
        if preference.side is None or preference.side is not other_preference.side:
            return 0, 0
        return 1, int(preference.strength is other_preference.strength is Strength.STRONG)

    def paired(self, group: TopScoregroup, upfloaters: Sequence[int], wanted: Wanted | None = None) -> Bracket | None:
        """Pair a bracket (3.6); None if the `wanted` pairs leave a team over."""
        by_tpn = sorted((*group.residents, *upfloaters), key=self.tpn)
        residents = set(group.residents)
        width = len(by_tpn).bit_length()

        def cost(number: int, other: int) -> int:
            first, second = by_tpn[number], by_tpn[other]
            c8, c9 = self.colour_costs(first, second)
            return (c8 << 2 * width) + (c9 << width) + self.opponent_floats_again(first, second, residents)

        def may_meet(number: int, other: int) -> bool:
            first, second = by_tpn[number], by_tpn[other]
            if not self.pool.meets[first] >> second & 1:
                return False
            return wanted is None or wanted(first, second)

        pairs = first_by_identifier(len(by_tpn), may_meet, cost)
        if pairs is None:
            return None
        return Bracket(group, tuple(upfloaters), tuple((by_tpn[first], by_tpn[second]) for first, second in pairs))

    def judged(self, bracket: Bracket) -> dict[str, tuple[int, ...]]:
        """Return C4-C10; smaller is better."""
        group, pool = bracket.group, self.pool
        residents = set(group.residents)
        high = pool.score[group.residents[0]]
        gaps = tuple(sorted((high - pool.score[upfloater] for upfloater in bracket.upfloaters), reverse=True))
        colours = [self.colour_costs(*pair) for pair in bracket.pairs]
        values = (
            (len(gaps),),
            gaps,
            (int(not self.serves_following(group, bracket.upfloaters)),),
            (sum(map(self.floats_again, bracket.upfloaters)),),
            (sum(c8 for c8, _ in colours),),
            (sum(c9 for _, c9 in colours),),
            (sum(self.opponent_floats_again(*pair, residents) for pair in bracket.pairs),),
        )
        return dict(zip(CRITERIA, values, strict=True))

    def coloured(self, number: int, other: int) -> tuple[Pair, Message]:
        """Return the match, White at the first board first, and the rule that decided the colours (article 4)."""
        first, second = sorted((number, other), key=self._first_team)
        member, opponent = self.pool.members[first], self.pool.members[second]
        side, rule = side_of_first(
            ColouredTeam(member.tpn, member.preference),
            ColouredTeam(opponent.tpn, opponent.preference),
            self.state.initial_colour,
        )
        numbers = member.number, opponent.number
        return Pair(*(numbers if side is Side.WHITE else numbers[::-1])), rule

    def _first_team(self, number: int) -> tuple[int, int, int]:
        """Return the sort key of the first-team (4.2)."""
        secondary = self.secondary[number] if self.options.secondary else 0
        return -self.pool.score[number], -secondary, self.tpn(number)


def colours(state: SwissState, together: Sequence[tuple[int, int]], options: Mapping[str, Any]) -> tuple[Pair, ...]:
    """Return required pairs of teams, by number, with the colours of article 4."""
    field = Field(state, options)
    index = field.pool.index
    return tuple(field.coloured(index[first], index[second])[0] for first, second in together)


def pair(
    state: SwissState, options: Mapping[str, Any], progress: Callable[[int, int], None] | None = None
) -> RoundPairing:
    """Pair the matches of the coming round.  Raises: CannotPair if there is no legal pairing (3.3.3)."""
    field = Field(state, options)
    bye = field.bye()
    brackets = []
    for bracket in field.brackets(bye):
        brackets.append(bracket)
        if progress is not None:
            progress(sum(len(done.members) for done in brackets), field.pool.size)
    matches = ordered(state, (field.coloured(*both)[0] for bracket in brackets for both in bracket.pairs))
    bye_number = None if bye is None else field.pool.members[bye].number
    return RoundPairing(matches, bye_number, EDITION, tuple(_trace(field, bracket) for bracket in brackets))


def _trace(field: Field, bracket: Bracket) -> BracketTrace:
    numbers = field.pool.numbers
    criteria = field.judged(bracket)
    return BracketTrace(
        score=field.pool.score[bracket.group.residents[0]],
        moved_down=(),
        residents=numbers(bracket.group.residents),
        pairs=field.pool.pairs_of(bracket.pairs),
        criteria={f"{name}.team_swiss": value for name, value in criteria.items() if any(value)},
        perfect=not any(any(value) for value in criteria.values()),
        upfloaters=numbers(bracket.upfloaters),
    )


# The pairing input of a round of teams, from the matches so far.

_OUTCOMES = {
    EncounterKind.PLAYED: RoundOutcome.PLAYED,
    EncounterKind.FORFEIT_WIN: RoundOutcome.FORFEIT_WIN,
    EncounterKind.FORFEIT_LOSS: RoundOutcome.FORFEIT,
}


def state_of_teams(
    table: TeamTable,
    round_number: int,
    *,
    rounds: int,
    initial_colour: Side,
    absent: Collection[int] = (),
    forbidden: Collection[tuple[int, int]] = (),
    virtual: Mapping[int, tuple[int, ...]] | None = None,
) -> SwissState:
    """Return the teams before `round_number` by pairing number, as are `absent`, `forbidden` and `virtual`.

    Points are of the score that ranks in `table`, `secondary` those of the other one.
    """
    primary = table.primary
    numbers = {key: team.number for key, team in table.teams.items()}
    scoring = table.match_scoring if primary is ScoreType.MATCH else table.game_scoring
    teams = []
    for key, team in sorted(table.teams.items(), key=lambda item: item[1].number):
        past = {match.round: match for match in team.matches if match.round < round_number}
        past_rounds = tuple(_past(past.get(round_), primary, numbers) for round_ in range(1, round_number))
        secondary = sum(_points(match, primary.other) for match in past.values())
        teams.append(SwissPlayer(numbers[key], past_rounds, (virtual or {}).get(numbers[key], ()), secondary=secondary))
    return SwissState(
        tuple(teams), rounds, initial_colour, frozenset(absent), frozenset(forbidden), scoring.win, scoring.loss
    )


def _points(match: TeamEncounter, score: ScoreType) -> int:
    return match.match_points if score is ScoreType.MATCH else match.game_points


def _past(match: TeamEncounter | None, primary: ScoreType, numbers: Mapping[int, int]) -> PastRound:
    if match is None:
        return PastRound()
    points = _points(match, primary)
    if match.opponent is None:
        allocated = match.kind is EncounterKind.PAIRING_BYE
        return PastRound(RoundOutcome.PAIRING_BYE if allocated else RoundOutcome.BYE, points)
    return PastRound(_OUTCOMES[match.kind], points, numbers[match.opponent], match.colour)


# Colour preferences of teams (C.04.6, 1.7) and the colour of a team at the first board (article 4).
#
# Interpretation of 1.7.2: in the last round, a team of colour difference 0 whose last two played matches
# had one colour keeps its strong preference; the sentence on the last round removes the mild one.

INITIAL = say("team_swiss.initial_colour")
ONLY = say("team_swiss.only_preference")
FEWER_WHITES = say("team_swiss.colour_difference")
FIRST_WISH = say("team_swiss.first_preference")
FIRST_TURNS = say("team_swiss.first_alternates")
OTHER_TURNS = say("team_swiss.other_alternates")


def wish(kind: str, *, last_round: bool) -> Callable[[SwissPlayer], Preference]:
    """Return the preference function of the type of the competition: A (mild only), B, or none."""

    def preference_for(team: SwissPlayer) -> Preference:
        base = preference(team)
        side, strength = _wanted(kind, base, last_round=last_round)
        return Preference(side, strength, base.difference, base.history)

    return preference_for


def _wanted(kind: str, base: Preference, *, last_round: bool) -> tuple[Side | None, Strength]:
    if kind not in (PREFERENCES_A, PREFERENCES_B) or not base.history:
        return None, Strength.NONE
    side = _pressing(base)
    if side is not None:
        return side, Strength.MILD if kind == PREFERENCES_A else Strength.STRONG
    if kind == PREFERENCES_A:
        return None, Strength.NONE
    if base.difference:
        return (Side.BLACK if base.difference > 0 else Side.WHITE), Strength.MILD
    return (None, Strength.NONE) if last_round else (base.history[-1].other, Strength.MILD)


def _pressing(base: Preference) -> Side | None:
    """Return the preference that type A calls simple and type B strong."""
    if abs(base.difference) > 1:
        return Side.BLACK if base.difference > 0 else Side.WHITE
    last = base.repeated
    if last is Side.BLACK and base.difference in (0, -1):
        return Side.WHITE
    if last is Side.WHITE and base.difference in (0, 1):
        return Side.BLACK
    return None


@dataclass(frozen=True, slots=True)
class ColouredTeam:
    """A team with the values for article 4."""

    tpn: int
    preference: Preference


def side_of_first(first: ColouredTeam, other: ColouredTeam, initial: Side) -> tuple[Side, Message]:
    """Return the colour of the first-team (4.2) at the first board, and the rule that decided it (4.3)."""
    preference, other_preference = first.preference, other.preference
    if not preference.history and not other_preference.history:
        return (initial if first.tpn % 2 else initial.other), INITIAL
    if preference.side is None and other_preference.side is not None:
        return other_preference.side.other, ONLY
    if preference.side is not None and other_preference.side is None:
        return preference.side, ONLY
    if preference.side is not None and preference.side is not other_preference.side:
        return preference.side, BOTH
    if preference.side is not None and preference.strength is not other_preference.strength:
        return (preference.side if preference.strength > other_preference.strength else preference.side.other), STRONGER
    if preference.difference != other_preference.difference:
        return (Side.WHITE if preference.difference < other_preference.difference else Side.BLACK), FEWER_WHITES
    for own, opposite in zip(reversed(preference.history), reversed(other_preference.history), strict=False):
        if own is not opposite:
            return opposite, ALTERNATE
    if preference.side is not None:
        return preference.side, FIRST_WISH
    if preference.history:
        return preference.history[-1].other, FIRST_TURNS
    return other_preference.history[-1], OTHER_TURNS


# Explanations of team Swiss pairings.


class TeamRound(PairedRound):
    """A re-paired round."""

    bye_reason = say("bye.most_matches")

    def __init__(self, state: SwissState, options: Options) -> None:
        self.field = Field(state, options)
        super().__init__(self.field.pool, self.field.bye())

    @cached_property
    def brackets(self) -> tuple[Bracket, ...]:
        return tuple(self.field.brackets(self.bye))

    def pairs(self) -> Iterable[tuple[int, int]]:
        return (pair for bracket in self.brackets for pair in bracket.pairs)

    def rule(self, first: int, second: int) -> Message:
        return self.field.coloured(first, second)[1]

    def _bracket_of(self, place: int) -> Bracket:
        return next(bracket for bracket in self.brackets if place in bracket.members)

    def told(self, number: int, other: int) -> list[Message]:
        bracket, tpn = self._bracket_of(number), self.field.tpn
        top, bottom = next(pair for pair in bracket.pairs if number in pair)
        before = bracket.pairs[: bracket.pairs.index((top, bottom))]
        messages = [
            self.bracket_with_upfloaters(bracket.group.residents, bracket.upfloaters),
            say("team_swiss.members", **self.numbers(top, bottom), place=len(before) + 1),
        ]
        later = [mate for _, mate in bracket.pairs[len(before) :]]
        earlier = sorted((mate for mate in later if tpn(mate) < tpn(bottom)), key=tpn)
        return messages + self.instead(
            top, earlier, lambda mate: self._forced(bracket, (*before, (top, mate))), say("dubov.first")
        )

    def against(self, first: int, second: int) -> Message:
        bracket = self._bracket_of(first)
        pair = ((first, second),)
        if second in bracket.members:
            return self._forced(bracket, pair)
        chosen = self.field.chosen(bracket.group, only(pair))
        if chosen is None:
            return say("C3.team_swiss")
        paired = self.field.paired(bracket.group, chosen.upfloaters)
        worse = self._worse(bracket, paired) if paired else None
        return say(f"{worse}.team_swiss") if worse in CRITERIA[:4] else say("team_swiss.order_of_upfloaters")

    def _forced(self, bracket: Bracket, pairs: Pairs) -> Message:
        """Return the criterion by which the best pairing with these pairs is worse than the chosen one."""
        paired = self.field.paired(bracket.group, bracket.upfloaters, only(pairs))
        if paired is None:
            return say("team_swiss.stuck")
        worse = self._worse(bracket, paired)
        return say(f"{worse}.team_swiss") if worse else say("team_swiss.order")

    def _worse(self, chosen: Bracket, other: Bracket) -> str | None:
        return first_worse(CRITERIA, self.field.judged(chosen), self.field.judged(other))
