"""Texts that make a pattern read the same characters again and again are read in linear time."""

import pytest

from tavleya.record.sheets import Keeper, read_sheet
from tavleya.rules.contract import UnreadableMove
from tavleya.rules.filegame import side_line
from tavleya.rules.pdn import tokens as pdn
from tavleya.rules.pgn import tokens as pgn
from tavleya.rules.sheets import tokenize
from tavleya.rules.tavreli.wording import wordings

pytestmark = pytest.mark.timeout(20)
MANY = 1_000_000


def test_a_sheet_of_braces_that_nothing_closes() -> None:
    assert len(read_sheet("chess", Keeper.WHITE, "{" * MANY).words) == 1


def test_a_sheet_of_blanks() -> None:
    assert read_sheet("chess", Keeper.WHITE, "1." + " " * MANY + "e4").words[0].text == "e4"
    assert [token.text for token in tokenize("1." + " " * MANY + "e4", "chess")] == ["1", "e4"]


def test_a_side_line_of_braces_that_nothing_closes() -> None:
    assert side_line("{" * MANY) == "{" * MANY


def test_a_side_line_keeps_what_follows_a_brace_that_nothing_closes() -> None:
    assert side_line("e4 {good} { e5 ; book\n%escape\nNf3 {") == "e4 {good} { e5 {book} Nf3 {"


@pytest.mark.long
def test_draughts_games_with_comments_that_nothing_closes() -> None:
    tokens = list(pdn.tokens("{\n" * MANY))
    assert (len(tokens), {token.kind for token in tokens}) == (MANY, {pdn.TokenKind.OPEN_COMMENT})


@pytest.mark.long
def test_chess_games_with_comments_that_nothing_closes() -> None:
    games = 400_000
    text = "{\n[Event x\n" * games + "}"
    unclosed = [token for token in pgn.tokenize(text) if token.trouble == pgn._UNCLOSED_COMMENT]
    assert len(unclosed) == games


def test_a_move_of_a_million_signs_is_no_move() -> None:
    with pytest.raises(UnreadableMove):
        wordings("+" * MANY + "1")
