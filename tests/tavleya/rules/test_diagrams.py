"""The pictures of the pages about the rules are those that the rules draw, and every page finds its pictures."""

import re
from pathlib import Path

import pytest

from tavleya.errors import BadInput
from tavleya.rules.__main__ import main
from tavleya.rules.diagrams import Diagram, draw, read_list
from tavleya.rules.registry import rules_for
from tests.tavleya.rules.chess.samples import ROOT

PAGES = ROOT / "docs" / "rules"
LISTS = {path.stem: read_list(path.read_text(encoding="utf-8")) for path in (PAGES / "img").glob("*.ini")}
PICTURES = [(game, name) for game, found in LISTS.items() for name in found]


@pytest.mark.parametrize(("game", "name"), PICTURES)
def test_a_picture_of_the_pages_is_up_to_date(game: str, name: str) -> None:
    drawn = (PAGES / "img" / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == draw(rules_for(game), LISTS[game][name]), (
        f"run: python -m tavleya.rules {game} diagrams …"
    )


def test_every_picture_is_in_a_list_and_on_a_page() -> None:
    on_pages = {
        name
        for page in PAGES.glob("*.md")
        for name in re.findall(r"\(img/(.+?)\.svg\)", page.read_text("utf-8"))
    }
    assert {path.stem for path in (PAGES / "img").glob("*.svg")} == {name for _, name in PICTURES} == on_pages


def test_a_picture_marks_the_last_move_what_a_piece_may_do_and_a_check() -> None:
    rules = rules_for("tavreli")
    mate = draw(rules, Diagram("mate", "k7/8/8/1+H6/8/8/8/4K3 w - - - 0 1", ("b5-b6",)))
    assert 'class="sq light check" data-square="a8"' in mate
    assert 'class="sq dark last" data-square="b6"' in mate
    ratnik = draw(rules, Diagram("e2", targets="e2"))
    assert re.findall(r'class="sq \w+ target" data-square="(\w\d)"', ratnik) == ["e4", "e3"]


def test_a_picture_of_what_the_rules_do_not_allow_is_refused() -> None:
    with pytest.raises(BadInput):
        draw(rules_for("tavreli"), Diagram("no", moves=("e2-e5",)))


@pytest.mark.parametrize("text", ["no section", "[a]\nposition = start", "[a]\ntitle = b\nsize = 3"])
def test_a_list_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        read_list(text)


def test_the_command_line_draws_one_position_and_whole_lists(tmp_path: Path, capsys) -> None:
    assert main(["draughts", "draw", "start", "c3-d4", "--title", "One move"]) == 0
    assert '<title id="board-title">One move</title>' in capsys.readouterr().out
    (tmp_path / "list.ini").write_text("[first]\ntitle = First\n", encoding="utf-8")
    assert main(["chess", "diagrams", str(tmp_path / "list.ini")]) == 0
    assert (tmp_path / "first.svg").read_text(encoding="utf-8").startswith("<svg")
    (tmp_path / "bad.ini").write_text("[first]\n", encoding="utf-8")
    assert main(["chess", "diagrams", str(tmp_path / "bad.ini")]) == 2
