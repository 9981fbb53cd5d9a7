"""Legality checks of a round's pairing, without code in common with any engine.

They do not judge quality.  Every pairing is checked here before it is published, whatever its source.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from tavleya.messages import Message
from tavleya.pairing.messages import say
from tavleya.pairing.state import Pair, PastRound, RoundOutcome, SwissPlayer, SwissState
from tavleya.sides import Side

#: The faults of boards (White, Black) and a bye; empty if they are legal.
Check = Callable[[SwissState, Iterable[Pair | tuple[int, int]], int | None], tuple[Message, ...]]
Meeting = Callable[[SwissState, SwissPlayer, SwissPlayer], list[Message]]
SecondBye = Callable[[SwissState, SwissPlayer], list[Message]]
SIDES = {Side.WHITE: say("white"), Side.BLACK: say("black")}


def _checker(meeting: Meeting, second_bye: SecondBye) -> Check:
    """Return a check of boards (White, Black) and a bye, which gives their faults, or none if they are legal."""

    def check(state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None) -> tuple[Message, ...]:
        boards = [(white, black) for white, black in pairs]
        players = {player.number: player for player in state.players}
        problems = _seats(state, boards, bye)
        if any(problem.code == "unknown_player" for problem in problems):
            return tuple(problems)
        for white, black in boards:
            problems += meeting(state, players[white], players[black])
        if bye is not None:
            problems += second_bye(state, players[bye])
        return tuple(problems)

    return check


def check_ladder(state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None) -> tuple[Message, ...]:
    """Check a ladder, which permits rematches: every player has one board, and forbidden pairs do not meet."""
    boards = [(white, black) for white, black in pairs]
    problems = _seats(state, boards, bye)
    for white, black in boards:
        problems += _kept_apart(state, white, black)
    return tuple(problems)


def _seats(state: SwissState, boards: list[tuple[int, int]], bye: int | None) -> list[Message]:
    seated = Counter(number for board in boards for number in board)
    if bye is not None:
        seated[bye] += 1
    numbers = {player.number for player in state.players}
    problems = [say("unknown_player", number=number) for number in sorted(set(seated) - numbers)]
    for number in sorted(numbers):
        if number in state.absent:
            if seated[number]:
                problems.append(say("absent_paired", number=number))
        elif seated[number] > 1:
            problems.append(say("seated_twice.counted", number=number, times=seated[number]))
        elif not seated[number]:
            problems.append(say("not_seated", number=number))
    if bye is not None and len(numbers - state.absent) % 2 == 0:
        problems.append(say("needless_bye"))
    return problems


def _meeting(state: SwissState, white: SwissPlayer, black: SwissPlayer) -> list[Message]:
    if _topscorer(state, white) or _topscorer(state, black):
        return _met(state, white, black)
    return _met(state, white, black) + _same_colour(white, black, "same_colour")


def _colours_always(state: SwissState, white: SwissPlayer, black: SwissPlayer) -> list[Message]:
    return _met(state, white, black) + _same_colour(white, black, "same_colour.always")


def _same_colour(white: SwissPlayer, black: SwissPlayer, key: str) -> list[Message]:
    side = absolute_preference(white)
    if side is None or side is not absolute_preference(black):
        return []
    first, second = sorted((white.number, black.number))
    return [say(key, one=first, other=second, side=SIDES[side])]


def _colours_but_in_the_end(state: SwissState, white: SwissPlayer, black: SwissPlayer) -> list[Message]:
    round_ = state.round_number
    if state.is_last_round and white.pairing_score(round_) == black.pairing_score(round_):
        return _met(state, white, black)
    return _colours_always(state, white, black)


def _met(state: SwissState, white: SwissPlayer, black: SwissPlayer) -> list[Message]:
    first, second = sorted((white.number, black.number))
    return [
        say("rematch", one=first, other=second, round=round_)
        for round_, past in enumerate(white.rounds, start=1)
        if past.opponent == black.number and past.happened is RoundOutcome.PLAYED
    ] + _kept_apart(state, first, second)


def _kept_apart(state: SwissState, white: int, black: int) -> list[Message]:
    first, second = sorted((white, black))
    if {(first, second), (second, first)} & state.forbidden:
        return [say("kept_apart", one=first, other=second)]
    return []


def absolute_preference(player: SwissPlayer) -> Side | None:
    """Return the side of an absolute colour preference (1.7.1), or None."""
    played = "".join(
        "W" if past.side is Side.WHITE else "B" for past in player.rounds if past.happened is RoundOutcome.PLAYED
    )
    surplus = played.count("W") - played.count("B")
    if surplus >= 2:
        return Side.BLACK
    if surplus <= -2:
        return Side.WHITE
    return Side.BLACK if played.endswith("WW") else Side.WHITE if played.endswith("BB") else None


def _topscorer(state: SwissState, player: SwissPlayer) -> bool:
    return state.is_last_round and 2 * _score(state, player) > (state.round_number - 1) * state.win


def _second_bye(rules_out: Callable[[SwissState, PastRound], bool]) -> SecondBye:
    """Return the check of an earlier round that rules the bye out (C2)."""
    return lambda state, player: [
        say("second_bye", number=player.number, round=round_)
        for round_, past in enumerate(player.rounds, start=1)
        if rules_out(state, past)
    ]


def _bye_or_win(state: SwissState, past: PastRound) -> bool:
    """Return whether a past round was a bye, or a win without play."""
    return past.happened is RoundOutcome.PAIRING_BYE or (
        past.happened is not RoundOutcome.PLAYED and past.points >= state.win
    )


def _bye_of_matches(state: SwissState, past: PastRound) -> bool:
    """Return whether it was a bye, a match or game won by forfeit, or a bye worth a whole match (C.04.5, C2)."""
    return (
        past.happened is RoundOutcome.PAIRING_BYE
        or (past.happened is RoundOutcome.FORFEIT and past.points > 2 * state.loss)
        or (past.happened is RoundOutcome.BYE and past.points >= 2 * state.win)
    )


def _bye_of_teams(state: SwissState, past: PastRound) -> bool:
    """Return whether it was a bye, a match won by forfeit, or a full-point bye (C.04.6, C2)."""
    return past.happened in (RoundOutcome.PAIRING_BYE, RoundOutcome.FORFEIT_WIN) or (
        past.happened is RoundOutcome.BYE and past.points >= state.win
    )


check = _checker(_meeting, _second_bye(_bye_or_win))
#: Without exceptions for topscorers in the last round (Dubov, Burstein: C.04.4.1 and C.04.4.2, 2.1.3).
check_without_topscorers = _checker(_colours_always, _second_bye(_bye_or_win))
#: With free colours for players of one score in the last round (C.04.4.3, article 6).
check_lim = _checker(_colours_but_in_the_end, _second_bye(_bye_or_win))
#: Matches of two games (C.04.5): no rematch, no second bye; colours never forbid a match.
check_double_swiss = _checker(_met, _second_bye(_bye_of_matches))
#: Matches of teams (C.04.6): likewise.
check_teams = _checker(_met, _second_bye(_bye_of_teams))


# Doubts about legal boards that were set by hand.
#
# The checks above report forbidden boards. An engine creates boards with doubts only if it must.


def doubts(state: SwissState, pairs: Iterable[Pair | tuple[int, int]], bye: int | None) -> tuple[Message, ...]:
    """Return the doubts about these boards and this bye.

    `third_colour`: a third equal colour in a row, or a difference beyond two, before the last round (C.04.1, 6, 7);
    `against_colours`: both players of a board get the colour that they do not expect; `bye_not_lowest`: a player with a
    lower score has not had one yet (C5).
    """
    players = {player.number: player for player in state.players}
    messages: list[Message] = []
    for first, second in pairs:
        white, black = players[first], players[second]
        third = [
            say("third_colour", number=player.number, side=SIDES[side])
            for player, side in ((white, Side.WHITE), (black, Side.BLACK))
            if not state.is_last_round and absolute_preference(player) is side.other
        ]
        messages += third
        if not third and _expects(white) is Side.BLACK and _expects(black) is Side.WHITE:
            messages.append(say("against_colours", one=first, other=second))
    if bye is not None and bye in players:
        lowest = min((_score(state, player) for player in state.present if not _had_bye(state, player)), default=0)
        if _score(state, players[bye]) > lowest:
            messages.append(say("bye_not_lowest", number=bye))
    return tuple(messages)


def _expects(player: SwissPlayer) -> Side | None:
    """Return the due colour: the less frequent one, else the opposite of the last one; None before the first game."""
    sides = [past.side for past in player.rounds if past.happened is RoundOutcome.PLAYED]
    white, black = sides.count(Side.WHITE), sides.count(Side.BLACK)
    if white != black:
        return Side.BLACK if white > black else Side.WHITE
    last = sides[-1] if sides else None
    return last.other if last is not None else None


def _score(state: SwissState, player: SwissPlayer) -> int:
    before = state.round_number - 1
    virtual = player.virtual[before] if len(player.virtual) > before else 0
    return sum(past.points for past in player.rounds) + virtual


def _had_bye(state: SwissState, player: SwissPlayer) -> bool:
    return any(_bye_or_win(state, past) for past in player.rounds)
