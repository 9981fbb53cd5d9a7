"""Positions in words, for users of screen readers."""

from collections.abc import Mapping, Sequence

from tavleya.messages import Message
from tavleya.rules.contract import Figure
from tavleya.rules.messages import say
from tavleya.rules.pictures.defs import piece_name
from tavleya.sides import Side

_ORDER = "KQHRBNDMP"


def tower_words(figures: Sequence[Figure], game: str) -> Message:
    """Describe every piece of one square from the top: "white ratoborets over black vsadnik over …"."""
    *upper, bottom = (piece_name(figure, game) for figure in figures)
    words = bottom
    for name in reversed(upper):
        words = say("piece_over", upper=name, lower=words)
    return words


def square_words(square: str, figures: Sequence[Figure], game: str) -> Message:
    """Describe one square: "e4: white ratoborets over black vsadnik", "e4: empty"."""
    if not figures:
        return say("square_empty", square=square)
    return say("square_holds", square=square, pieces=tower_words(figures, game))


def describe(figures: Mapping[str, tuple[Figure, ...]], turn: Side | None, *, game: str) -> list[Message]:
    """Describe a position in sentences: the turn, the single pieces by kind, White first, then tower by tower.

    `turn` is None if it does not matter (a finished game).
    """
    sentences = [] if turn is None else [_turn(turn)]
    singles: dict[Figure, list[str]] = {}
    # By length first: 9 comes before 10.
    for square, pieces in sorted(figures.items(), key=lambda item: (len(item[0]), item[0])):
        if len(pieces) == 1:
            singles.setdefault(pieces[0], []).append(square)
    for figure in sorted(singles, key=_rank):
        words = {"piece": piece_name(figure, game), "squares": ", ".join(singles[figure])}
        sentences.append(say("piece_on", **words))
    towers = [(square, pieces) for square, pieces in sorted(figures.items()) if len(pieces) > 1]
    if towers:
        sentences.append(say("towers_from_top"))
        sentences += [square_words(square, pieces, game) for square, pieces in towers]
    return sentences


def _turn(turn: Side) -> Message:
    return say("white_to_move") if turn is Side.WHITE else say("black_to_move")


def _rank(figure: Figure) -> tuple[bool, int, bool, str]:
    return figure.side is Side.BLACK, _ORDER.index(figure.kind), figure.promoted, figure.becomes
