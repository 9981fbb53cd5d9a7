"""What pairing needs of a TRF: players, rounds, colours and requests; the rest is passed over."""

from __future__ import annotations

import re
from dataclasses import dataclass

from common.errors import BadInput
from common.messages import N_, Message
from common.sides import Side
from tournaments.pairing.state import Happened, Pair, PastRound, SwissPlayer, SwissState

_PLAYED = {"1": 2, "=": 1, "0": 0, "W": 2, "D": 1, "L": 0}
_FORFEITS = {"+": 2, "-": 0}
_BYES = {"H": 1, "F": 2, "Z": 0, "U": 2}
_SIDES = {"w": Side.WHITE, "b": Side.BLACK}
_FIRST_ROUND = 91
_ROUND_WIDTH = 10


@dataclass(frozen=True)
class TrfSection:
    """A file's players with every round in it, and what it says about the tournament.

    `absences`: (round, starting rank) of byes asked for; `rounds` is None if the file does not say.
    """

    players: tuple[SwissPlayer, ...]
    rounds: int | None
    initial_colour: Side
    absences: frozenset[tuple[int, int]]
    forbidden: frozenset[tuple[int, int]]
    now_absent: frozenset[int]

    @property
    def played(self) -> int:
        """Rounds that were paired: the last one with a board or a pairing-allocated bye."""
        return max((_last_paired(player) for player in self.players), default=0)

    def before(self, round_number: int) -> SwissState:
        """The section before `round_number` was paired, as far as the file tells."""
        absent = {number for at, number in self.absences if at == round_number}
        if round_number > self.played:
            absent |= self.now_absent
        else:
            absent |= {player.number for player in self.players if len(player.rounds) < round_number}
        players = []
        for player in self.players:
            rounds = player.rounds + (PastRound(),) * (round_number - 1 - len(player.rounds))
            players.append(SwissPlayer(player.number, rounds[: round_number - 1], player.virtual))
        # A file that does not say how many rounds there are is taken to be complete, or else not at its last round.
        of_all = self.rounds or (self.played if round_number <= self.played else round_number + 1)
        return SwissState(tuple(players), of_all, self.initial_colour, frozenset(absent), self.forbidden)

    def paired(self, round_number: int) -> tuple[frozenset[Pair], int | None]:
        """The boards and the pairing-allocated bye that the file has for a round."""
        boards, bye = set(), None
        for player in self.players:
            past = player.rounds[round_number - 1] if round_number <= len(player.rounds) else PastRound()
            if past.happened is Happened.PAIRING_BYE:
                bye = player.number
            elif past.opponent is not None:
                white = past.side is Side.WHITE or (past.side is None and player.number < past.opponent)
                boards.add(
                    Pair(player.number, past.opponent) if white else Pair(past.opponent, player.number)
                )
        return frozenset(boards), bye


def read(text: str) -> TrfSection:
    """Raises BadInput with the line that cannot be read."""
    players: dict[int, SwissPlayer] = {}
    rounds: int | None = None
    colour: Side | None = None
    absences: set[tuple[int, int]] = set()
    now_absent: set[int] = set()
    forbidden: set[tuple[int, int]] = set()
    virtual: dict[int, tuple[int, ...]] = {}
    for line_number, line in enumerate(text.splitlines(), start=1):
        code, rest = line[:3], line[3:]
        try:
            if code == "001":
                player = _player(line)
                if player.number in players:
                    raise _bad(
                        line_number,
                        N_("Line %(line)s: player %(number)s is in the file twice."),
                        player.number,
                    )
                players[player.number] = player
            elif code in ("142", "XXR"):
                rounds = int(rest)
            elif code == "152":
                colour = Side.WHITE if rest.strip().upper() == "W" else Side.BLACK
            elif code == "XXC":
                words = rest.split()
                colour = Side.WHITE if "white1" in words else Side.BLACK if "black1" in words else colour
            elif code == "XXZ":
                now_absent.update(map(int, rest.split()))
            elif code == "XXP":
                forbidden |= _apart([int(word) for word in rest.split()])
            elif code == "XXA":
                number, *points = rest.split()
                virtual[int(number)] = tuple(round(2 * float(one)) for one in points)
            elif code in ("162", "XXS") and not _usual_points(rest):
                raise _bad(line_number, N_("Line %(line)s: only 1, ½ and 0 points can be paired by."))
            elif code == "240":
                _, at, *who = rest.split()
                absences |= {(int(at), int(number)) for number in who}
        except (ValueError, KeyError, IndexError):
            raise _bad(line_number, N_("Line %(line)s of the TRF cannot be read.")) from None
    if not players:
        raise BadInput(Message("trf_without_players", N_("The file has no player lines (001).")))
    everybody = tuple(
        SwissPlayer(player.number, player.rounds, virtual.get(player.number, ()))
        for player in sorted(players.values(), key=lambda player: player.number)
    )
    _agree(everybody)
    longest = max(len(player.rounds) for player in everybody)
    if rounds is not None and longest > rounds:
        raise BadInput(
            Message(
                "too_many_rounds",
                N_("The file has results of %(found)s rounds; it says that there are %(rounds)s."),
                {"found": longest, "rounds": rounds},
            )
        )
    for player in everybody:
        absences |= {
            (at, player.number)
            for at, past in enumerate(player.rounds, start=1)
            if past.happened is Happened.BYE
        }
    first = TrfSection(
        everybody,
        rounds,
        colour or Side.WHITE,
        frozenset(absences),
        frozenset(forbidden),
        frozenset(now_absent),
    )
    if colour is None:
        return TrfSection(
            everybody, rounds, _drawn_colour(first), first.absences, first.forbidden, first.now_absent
        )
    return first


def _player(line: str) -> SwissPlayer:
    line = line.rstrip()
    rounds = []
    for start in range(_FIRST_ROUND, len(line), _ROUND_WIDTH):
        rounds.append(_round(line[start : start + _ROUND_WIDTH - 2]))
    return SwissPlayer(int(line[4:8]), tuple(rounds))


def _round(cell: str) -> PastRound:
    opponent, side, code = cell[:4].strip(), cell[5:6].lower(), (cell[7:8] or " ").upper()
    if code == " " and not opponent.strip("0"):
        return PastRound()
    if code in _BYES:
        return PastRound(Happened.PAIRING_BYE if code == "U" else Happened.BYE, _BYES[code])
    if opponent.strip("0") == "":
        # A forfeit against nobody: points without a game.
        return PastRound(Happened.BYE, _FORFEITS[code])
    if code in _FORFEITS:
        return PastRound(Happened.FORFEIT, _FORFEITS[code], int(opponent), _SIDES.get(side))
    return PastRound(Happened.PLAYED, _PLAYED[code], int(opponent), _SIDES[side])


def _usual_points(text: str) -> bool:
    """Whether the points for win, draw, loss and bye are those of chess."""
    usual = {"W": 1.0, "D": 0.5, "L": 0.0, "P": 1.0, "WW": 1.0, "BW": 1.0, "WD": 0.5, "BD": 0.5, "PAB": 1.0}
    given = re.findall(r"([A-Z]+)[ =]*(\d+(?:\.\d+)?)", text)
    return all(float(points) == usual[name] for name, points in given if name in usual)


def _apart(numbers: list[int]) -> set[tuple[int, int]]:
    return {(one, other) for one in numbers for other in numbers if one < other}


def _agree(players: tuple[SwissPlayer, ...]) -> None:
    """Both players of a board say the same about it."""
    by_number = {player.number: player for player in players}
    for player in players:
        for at, past in enumerate(player.rounds, start=1):
            if past.opponent is None:
                continue
            theirs = by_number.get(past.opponent)
            other = theirs.rounds[at - 1] if theirs and at <= len(theirs.rounds) else PastRound()
            same_side = other.side is past.side and past.side is not None
            too_much = past.points + other.points > _PLAYED["1"]
            if (
                other.opponent != player.number
                or same_side
                or too_much
                or other.happened is not past.happened
            ):
                raise BadInput(
                    Message(
                        "trf_contradiction",
                        N_("Round %(round)s: players %(one)s and %(other)s contradict each other."),
                        {"round": at, "one": player.number, "other": past.opponent},
                    )
                )


def _last_paired(player: SwissPlayer) -> int:
    return max(
        (at for at, past in enumerate(player.rounds, start=1) if past.happened is not Happened.BYE), default=0
    )


def _drawn_colour(section: TrfSection) -> Side:
    """The initial colour that round 1 shows: its first player has it if his pairing number is odd."""
    tpn = section.before(1).tpn
    for pair in section.paired(1)[0]:
        higher = min(pair)
        return Side.WHITE if (tpn[higher] % 2 == 1) == (pair.white == higher) else Side.BLACK
    return Side.WHITE


def _bad(line: int, text: str, number: int = 0) -> BadInput:
    return BadInput(Message("trf_line", text, {"line": line, "number": number}), line=line)
