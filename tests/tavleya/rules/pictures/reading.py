"""Parsers of pictures for tests."""

from collections import Counter
from xml.etree import ElementTree

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
