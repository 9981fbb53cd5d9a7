"""International draughts against published counts and a slow generator on coordinates."""

import random
from collections.abc import Iterator

import pytest

from tavleya.rules.contract import EndingKind, LineOfPlay, Ply
from tavleya.rules.draughts.generator import perft
from tavleya.rules.draughts.spec import BOARD, InternationalRules
from tavleya.rules.files import read_games, write_game
from tavleya.rules.registry import rules_for
from tavleya.sides import Side

RULES = InternationalRules()
START = RULES.start()
PUBLISHED = (9, 81, 658, 4265, 27117, 167140)

Place = tuple[int, int]  # file, row
Men = dict[Place, tuple[int, bool]]  # 1 White, -1 Black; is a king
DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def ray(place: Place, across: int, up: int) -> Iterator[Place]:
    file, row = place[0] + across, place[1] + up
    while 0 <= file < 10 and 0 <= row < 10:
        yield file, row
        file, row = file + across, row + up


def takes(
    men: Men, origin: Place, side: int, king: bool, taken: frozenset[Place]
) -> Iterator[tuple[Place, frozenset[Place]]]:
    """Every place where a piece can be after a take, or a part of one, with the men that it has jumped."""
    for step in DIAGONALS:
        way = list(ray(origin, *step))
        ahead = next((n for n, place in enumerate(way) if place in men), None)
        if ahead is None or (ahead and not king) or men[way[ahead]][0] == side or way[ahead] in taken:
            continue
        for place in way[ahead + 1 :] if king else way[ahead + 1 : ahead + 2]:
            if place in men:
                break
            yield place, taken | {way[ahead]}
            yield from takes(men, place, side, king, taken | {way[ahead]})


def plain_moves(men: Men, side: int) -> set[tuple[Place, Place, frozenset[Place]]]:
    moves = set()
    for origin, (owner, king) in men.items():
        if owner == side:
            rest = {place: man for place, man in men.items() if place != origin}
            moves |= {(origin, end, taken) for end, taken in takes(rest, origin, side, king, frozenset())}
    if moves:
        most = max(len(taken) for _, _, taken in moves)
        return {move for move in moves if len(move[2]) == most}
    for origin, (owner, king) in men.items():
        if owner == side:
            for across, up in DIAGONALS if king else ((1, side), (-1, side)):
                for place in ray(origin, across, up):
                    if place in men:
                        break
                    moves.add((origin, place, frozenset()))
                    if not king:
                        break
    return moves


def play(men: Men, side: int, move: tuple[Place, Place, frozenset[Place]]) -> Men:
    origin, target, taken = move
    left = {place: man for place, man in men.items() if place != origin and place not in taken}
    left[target] = (side, men[origin][1] or target[1] == (9 if side == 1 else 0))
    return left


def men_of(position) -> Men:
    return {
        BOARD.grid.places[square]: (1 if pieces[0].side is Side.WHITE else -1, pieces[0].kind == "D")
        for square, pieces in position.figures().items()
    }


def placed(move) -> tuple[Place, Place, frozenset[Place]]:
    places = BOARD.grid.places
    return places[move.origin], places[move.target], frozenset(places[name] for name in move.captured)


def code(position, text: str) -> str:
    message = RULES.explain(position, text)
    return message.code if message else "legal"


@pytest.mark.parametrize(
    ("depth", "lines"), [*enumerate(PUBLISHED, 1), pytest.param(7, 1_049_442, marks=pytest.mark.long)]
)
def test_lines_from_the_start_are_counted_as_published(depth, lines):
    assert perft(START.pieces, True, depth, BOARD) == lines


def test_random_games_have_the_moves_of_the_slow_generator():
    rng = random.Random(100)
    longest = 0
    for _ in range(40):
        position = START
        for _ in range(140):
            moves = position.legal_moves()
            side = 1 if position.turn is Side.WHITE else -1
            assert {placed(move) for move in moves} == plain_moves(men_of(position), side), position.text()
            assert len({move.text for move in moves}) == len(moves)
            if not moves:
                break
            move = rng.choice(moves)
            after = position.play(move)
            assert men_of(after) == play(men_of(position), side, placed(move))
            assert RULES.position(after.text()) == after
            assert RULES.read(position, move.full_text) == move
            longest = max(longest, len(move.captured))
            position = after
    assert longest > 3


def test_squares_are_numbered_from_the_corner_at_blacks_right():
    assert BOARD.numbered == tuple(str(number) for number in range(1, 51))
    places = BOARD.grid.places
    assert (places["1"], places["5"], places["6"], places["46"], places["50"]) == (
        (1, 9), (9, 9), (0, 8), (0, 0), (8, 0),
    )  # fmt: skip
    assert START.text().startswith("W:W31,32") and RULES.position("W:W31-50:B1-20") == START


def test_the_take_of_most_men_is_compulsory():
    position = RULES.position("W:W32,37:B28,18,9,41")
    assert [move.full_text for move in position.legal_moves()] == ["32x23x12"]
    assert code(position, "37x46") == "take_too_small"
    assert code(position, "32x23") == "take_not_finished"
    assert code(position, "37-31") == "take_compulsory"


def test_a_man_that_passes_the_last_row_in_a_take_stays_a_man():
    position = RULES.position("W:W22:B17,7,8")
    (move,) = position.legal_moves()
    assert move.full_text == "22x11x2x13"
    assert position.play(move).text() == "B:W13:B"
    position = RULES.position("W:W22:B17,7,40")
    assert position.play(RULES.read(position, "22x2")).text() == "B:WK2:B40"


@pytest.mark.parametrize(("text", "expected"), [
    ("32-28", "legal"), ("32 - 28", "legal"), ("32-38", "target_occupied"), ("32-23", "too_far_for_a_man"),
    ("32-31", "not_diagonal"), ("32-b1", "light_square"), ("28-32", "no_man_there"), ("20-25", "not_your_man"),
    ("32-51", "unreadable_move"), ("c3-d4", "unreadable_move"), ("3228", "unreadable_move"),
])  # fmt: skip
def test_an_illegal_move_is_explained(text, expected):
    assert code(START, text) == expected


def quiet_line(fen: str, plies: int) -> LineOfPlay:
    """Return a line in which no take is ever possible and no position is repeated."""

    def extended(line: LineOfPlay) -> LineOfPlay | None:
        if len(line.plies) == plies:
            return line
        for move in line.position.legal_moves():
            after = line.position.play(move)
            if not any(reply.captured for reply in after.legal_moves()) and after not in line.positions:
                if whole := extended(line.add(Ply(move.text, after))):
                    return whole
        return None

    line = extended(LineOfPlay(RULES.position(fen)))
    assert line is not None
    return line


def test_a_short_ending_is_drawn_after_five_moves_and_moves_of_kings_alone_are_not_counted():
    line = quiet_line("W:WK1,K2:BK49", 10)
    assert RULES.ending(line.cut(9)) is None
    ending = RULES.ending(line)
    assert (ending.kind, ending.article) == (EndingKind.SHORT_ENDING, "draws.3")
    assert RULES.ending(quiet_line("W:WK1,K2,K3:BK48,K49,K50", 34)) is None


def test_a_game_is_exported_and_imported_as_pdn_of_its_game_type():
    line = LineOfPlay(START)
    for text in ("32-28", "19-23", "28x19", "14x23", "37-32"):
        move = RULES.read(line.position, text)
        line = line.add(Ply(move.text, line.position.play(move)))
    text = write_game(RULES, line, tags={"White": "A"}, result="*")
    assert '[GameType "20,W,10,10,N2,0"]' in text and "1. 32-28 19-23 2. 28x19 14x23 3. 37-32 *" in text
    reading = read_games(RULES, text)
    assert not reading.problems and not reading.warnings
    (game,) = reading.games
    assert (game.game, game.moves) == ("draughts100", ("32-28", "19-23", "28x19", "14x23", "37-32"))
    (problem,) = read_games(rules_for("draughts"), text).problems
    assert problem.message.code == "other_game_type"


def test_an_irregular_move_is_done_bodily():
    after = RULES.displace(START, "32-23 -19")
    assert "23" in after.figures() and "19" not in after.figures() and after.turn is Side.BLACK
    assert "32" not in RULES.displace(START, "32-b1").figures()
