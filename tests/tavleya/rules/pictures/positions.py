"""Positions for the tests of pictures, with a small parser, and parsers of pictures."""

import re
from collections import Counter
from xml.etree import ElementTree

from tavleya.rules.contract import Figure
from tavleya.sides import Side

START = "rnbqkbnr/prpnpbpqphpbpnpr/8/8/8/8/PRPNPBPQPHPBPNPR/RNBQKBNR"
TOWERS = "1n2k1n1/1(bpn)6/8/8/Q1(RPR)1(PQqpbNpqrprphBpbPH)3/4(Bpn)N2/2PB2PBPNPR/(bPNRrpr)5+HK"
CHESS = "r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQ1RK1"

Figures = dict[str, tuple[Figure, ...]]


def chess(text: str) -> Figures:
    return _board(text, r"\d|\w")


def tavreli(text: str) -> Figures:
    return _board(text, r"\(.*?\)|\d|[+Pp]?[A-Za-z]")


def _board(text: str, pattern: str) -> Figures:
    figures: Figures = {}
    for rank, row in zip("87654321", text.split("/"), strict=True):
        file = 0
        for token in re.findall(pattern, row):
            if token.isdigit():
                file += int(token)
            else:
                figures["abcdefgh"[file] + rank] = pieces(token.strip("()"))
                file += 1
        assert file == 8, row
    return figures


def pieces(text: str) -> tuple[Figure, ...]:
    """`RpN+q`: pieces from the top down; a chess pawn stands alone."""
    if text in ("P", "p"):
        return (Figure("P", side_of(text)),)
    return tuple(figure(token) for token in re.findall(r"[+Pp]?[A-Za-z]", text))


def figure(token: str) -> Figure:
    side = side_of(token[-1])
    letters = token.upper()
    if letters[0] == "+":
        return Figure(letters[1], side, becomes=letters[1], promoted=True)
    return Figure(letters[0], side, becomes=letters[1:])


def side_of(letter: str) -> Side:
    return Side.WHITE if letter.isupper() else Side.BLACK


def draughts(white: str, black: str) -> Figures:
    """`draughts("c3 Kd4", "e5")`: men, and kings marked with K."""
    figures: Figures = {}
    for side, squares in ((Side.WHITE, white), (Side.BLACK, black)):
        for square in squares.split():
            figures[square[-2:]] = (Figure("D" if square[0] == "K" else "M", side),)
    return figures


SVG = "{http://www.w3.org/2000/svg}"


def parse(svg: str) -> ElementTree.Element:
    return ElementTree.fromstring(svg)


def squares(svg: str) -> dict[str, ElementTree.Element]:
    """Square name → its group."""
    elements = [element for element in parse(svg).iter() if "data-square" in element.attrib]
    names = [element.attrib["data-square"] for element in elements]
    assert len(names) == len(set(names)) == 64
    return dict(zip(names, elements, strict=True))


def place(square: ElementTree.Element) -> tuple[int, int]:
    """Left and top of a square, in the units of the picture."""
    x, y = square.attrib["transform"].removeprefix("translate(").removesuffix(")").split()
    return int(x), int(y)


def drawings(element: ElementTree.Element) -> Counter[tuple[str, str]]:
    """Count (drawing, side) of the drawings in a group: `("chess-K", "w")`.  An outer group may set the side."""
    counts: Counter[tuple[str, str]] = Counter()

    def visit(part: ElementTree.Element, side: str) -> None:
        side = part.attrib.get("class", side) if part.attrib.get("class") in ("w", "b") else side
        if part.tag == SVG + "use":
            counts[part.attrib["href"].removeprefix("#"), side] += 1
        for child in part:
            visit(child, side)

    visit(element, "")
    return counts
