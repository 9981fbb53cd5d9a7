"""Shared helpers of the tavreli tests: the default rules, and short ways to play and to list moves."""

from tavleya.rules.contract import LineOfPlay, Ply
from tavleya.rules.tavreli import TavreliPosition, TavreliRules

RULES = TavreliRules()


def position(text: str, rules: TavreliRules = RULES) -> TavreliPosition:
    return rules.position(text)


def legal(position: TavreliPosition, origin: str = "") -> set[str]:
    """Canonical texts of the legal moves, those from `origin` if it is given."""
    return {move.text for move in position.legal_moves() if move.text.startswith(origin)}


def play(position: TavreliPosition, *moves: str, rules: TavreliRules = RULES) -> TavreliPosition:
    for text in moves:
        position = position.play(rules.read(position, text))
    return position


def line(start: TavreliPosition, *moves: str, rules: TavreliRules = RULES) -> LineOfPlay:
    game = LineOfPlay(start)
    for text in moves:
        move = rules.read(game.position, text)
        game = game.add(Ply(move.text, game.position.play(move)))
    return game


def tower(position: TavreliPosition, square: str) -> str:
    """The tower of a square from the top down, in the signs of the position text."""
    signs = []
    for figure in position.figures().get(square, ()):
        sign = ("+" + figure.kind) if figure.promoted else figure.kind + figure.becomes
        signs.append(sign.lower() if figure.side.value == "black" else sign)
    return " ".join(signs)
