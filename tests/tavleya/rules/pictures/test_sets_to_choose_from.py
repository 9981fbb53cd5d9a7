"""Board pieces come in sets: each draws every piece, and tells apart what must be told apart."""

import pytest

from tavleya.rules.pictures import piece_defs
from tavleya.rules.registry import SPECS, spec_of
from tests.tavleya.rules.pictures.reading import SVG, parse

SETS = ("cut", "tokens", "contrast")


def piece_markup(game: str, piece_set: str) -> dict[str, str]:
    pieces = spec_of(game).pieces
    return dict(pieces.sets[piece_set](lambda name: f'<use href="#{pieces.key}-{name}"/>'))


@pytest.mark.parametrize("piece_set", SETS)
@pytest.mark.parametrize("game", SPECS)
def test_a_set_draws_every_piece_in_its_own_way(game: str, piece_set: str) -> None:
    pieces, drawings = spec_of(game).pieces, piece_markup(game, piece_set)
    assert set(pieces.names) <= set(drawings)
    assert len(set(drawings.values())) == len(drawings)
    usual = pieces.drawings(lambda name: f'<use href="#{pieces.key}-{name}"/>')
    assert not [name for name in pieces.names if drawings[name] == usual[name]]


def test_without_a_style_sheet_the_usual_set_is_shown() -> None:
    for group in parse(piece_defs("chess")).iter(SVG + "g"):
        css = group.attrib.get("class", "")
        if css.startswith("set-"):
            assert (group.attrib.get("display") == "none") == (css != "set-turned")


@pytest.mark.parametrize("game", SPECS)
def test_all_references_of_a_set_are_on_the_page(game: str) -> None:
    document = parse(piece_defs(game))
    ids = {element.attrib["id"] for element in document.iter() if "id" in element.attrib}
    assert {use.attrib["href"].removeprefix("#") for use in document.iter(SVG + "use")} <= ids
