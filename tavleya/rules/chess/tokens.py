"""Parser of a written move: its information on the piece, the squares and the marks (FIDE Laws, app. C).

A token is a set of constraints, not yet a move; `rules.candidates` finds the legal moves.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

import chess

from tavleya.errors import BadInput
from tavleya.languages import DEFAULT, Script, first_in
from tavleya.messages import Message
from tavleya.rules.chess.messages import say
from tavleya.rules.chess.position import ChessMove, ChessPosition
from tavleya.rules.contract import StatusKind, Style, UnreadableMove
from tavleya.rules.filegame import FIGURINES, PIECE_LETTERS, piece_prefixes, to_latin


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks after the squares, all of them optional (C.13)."""

    check: str = ""  # "+" or "#"; `++` is mate (C.13)
    en_passant: bool = False
    offer: bool = False  # (=), a draw offered with this move (C.12)
    comment: str = ""  # ! ?! …


@dataclass(frozen=True, slots=True)
class Token:
    """Constraints on the legal moves.  An empty field permits any value.

    `kind`: K Q R B N P, or empty if both squares are given without a letter (`g1f3`).  `castling`: `0-0`, `0-0-0`.
    """

    kind: str = ""
    from_file: str = ""
    from_rank: str = ""
    to: str = ""
    capture: bool = False
    promotion: str = ""
    castling: str = ""
    marks: Marks = Marks()
    warnings: tuple[Message, ...] = field(default=(), compare=False)

    @property
    def origin(self) -> str:
        """The square of origin, if the token has all of it."""
        return self.from_file + self.from_rank if self.from_file and self.from_rank else ""


LOWER_CASE = say("letter_case")
PAWN_LETTER = say("pawn_letter")

_EQUIVALENTS = str.maketrans(
    {**dict.fromkeys("–—−‐‑‒", "-"), "×": "x", "\u00a0": " ", "\u202f": " ", "\u200b": "", "\u200d": "", "\ufe0e": ""}
)
_NUMBER = re.compile(r"^\d+(?:\s*(?:\.+|…)\s*|\s+)")
_FILE, _TAKES = "[a-hасеАСЕA-H]", "[x:хXХ-]"
_OFFER = re.compile(r"\s*(?:\(\s*=\s*\)|=)$")
_EN_PASSANT = re.compile(r"(?<=[1-8])\s*\(?[eе]\.?\s?[pр]\.?\)?$")
_CHECK = re.compile(r"\s*(\+\+|#|\+|‡|†|(?<=[1-8])[xхXХ])$")
_COMMENT = re.compile(r"\s*([!?]{1,2})$")
_CASTLING = re.compile(r"^[0OoОо]-?[0OoОо](-?[0OoОо])?$")
_CANONICAL = re.compile(r"^[a-h][1-8][a-h][1-8][qrbn]?$")
_SQUARES = re.compile(
    rf"^(?P<file>{_FILE})?(?P<rank>[1-8])?(?P<takes>{_TAKES})?(?P<to>{_FILE}[1-8])(?P<promotion>[=/(]?[^\d\s=/()]{{1,2}}\)?)?$"
)
#: Descriptive (`P-K4`, `KtxP`, `R-QB1`) and numeric (`5254`) notation.
_PIECE = "(?:[KQ]?(?:R|B|Kt|N|P)|[KQ])"
_OTHER_NOTATION = re.compile(
    rf"^(?:{_PIECE}-(?:[KQ]?(?:R|B|Kt|N)|[KQ])[1-8]|{_PIECE}x{_PIECE}|[1-8]{{4}}[1-4]?)(?:\s*(?:ch|\+|e\.?p\.?|=Q))*[!?]*$"
)
#: A longer text is never a move.
_LONGEST = 40


def parse(text: str, language: str = "") -> tuple[Token, ...]:
    """Return every reading of `text`, the most literal first.

    There are several only without a language, for a letter K or К.  Raises: UnreadableMove.
    """
    if len(text) > _LONGEST:
        raise _unreadable(text)
    readings = _literal(text, language)
    if not readings and _OTHER_NOTATION.match(text.strip()):
        raise UnreadableMove(say("other_notation", text=text), text=text)
    readings = readings or parse_loosely(text, language)
    if not readings:
        raise _unreadable(text)
    return readings


@lru_cache(maxsize=4096)
def _literal(text: str, language: str) -> tuple[Token, ...]:
    languages: tuple[str, ...] = (language,)
    if not language:
        # A Cyrillic К is preferably a knight, else a king in the wrong alphabet.
        by_script = (first_in(Script.CYRILLIC), DEFAULT)
        languages = by_script[::-1] if text.isascii() else by_script
    return tuple(dict.fromkeys(token for code in languages for token in _parse(text, code)))


def parse_loosely(text: str, language: str = "") -> tuple[Token, ...]:
    """Return readings with corrected case (`nf3`, `E2E4`), each with a warning; may be empty."""
    bare = _NUMBER.sub("", text.translate(_EQUIVALENTS).strip())
    lower = bare.lower()
    spellings = [spelling for spelling in (lower[:1].upper() + lower[1:], lower) if spelling != bare]
    return tuple(
        dict.fromkeys(
            replace(token, warnings=(*token.warnings, LOWER_CASE))
            for spelling in spellings
            for token in _literal(spelling, language)
        )
    )


def _unreadable(text: str) -> UnreadableMove:
    label = text if len(text) <= _LONGEST else text[:_LONGEST] + "…"
    return UnreadableMove(say("unreadable_move.chess", text=label), text=label)


def _parse(text: str, language: str) -> Iterator[Token]:
    bare, marks = _marks(_NUMBER.sub("", text.translate(_EQUIVALENTS).strip()))
    if castling := _CASTLING.match(bare):
        yield Token(kind="K", castling="0-0-0" if castling[1] else "0-0", marks=marks)
        return
    if _CANONICAL.match(bare):
        yield Token(from_file=bare[0], from_rank=bare[1], to=bare[2:4], promotion=bare[4:].upper(), marks=marks)
        return
    for kind, rest in _split(bare, language):
        if token := _squares(kind, rest, language, marks):
            yield token
            return


def _marks(text: str) -> tuple[str, Marks]:
    """Return the text without its final marks, and the marks; they may be in any order."""
    marks, previous = Marks(), None
    while previous != text:
        previous = text
        if match := _OFFER.search(text):
            marks, text = replace(marks, offer=True), text[: match.start()]
        if match := _EN_PASSANT.search(text):
            marks, text = replace(marks, en_passant=True), text[: match.start()]
        if match := _CHECK.search(text):
            marks, text = replace(marks, check="+" if match[1] in "+†" else "#"), text[: match.start()]
        if match := _COMMENT.search(text):
            marks, text = replace(marks, comment=match[1] + marks.comment), text[: match.start()]
    return text, marks


@lru_cache(maxsize=32)
def _letters(language: str) -> tuple[tuple[str, str], ...]:
    """Return letter and kind in the order of trial; longer letters first, because `Кр` begins like `К`."""
    return tuple(
        (letter, table[letter])
        for table in piece_prefixes(language)
        for letter in sorted(table, key=lambda letter: (-len(letter), letter))
    )


def _split(text: str, language: str) -> Iterator[tuple[str, str]]:
    """Yield the piece and the rest after its letter, likeliest first; `P!` is a pawn with a letter, for the rest."""
    if not text:
        return
    if to_latin(text[0]) in "abcdefgh":
        yield "P", text
    for letter, kind in _letters(language):
        if text.startswith(letter):
            yield kind, text[len(letter) :]
            break
    if text[0] in "PpПпР":
        yield "P!", text[1:]


def _squares(kind: str, text: str, language: str, marks: Marks) -> Token | None:
    match = _SQUARES.match(text)
    if match is None:
        return None
    promotion = ""
    if match["promotion"]:
        promotion = _kind_of(match["promotion"].strip("=/()"), language)
        if not promotion:
            return None
    file, to = to_latin(match["file"] or ""), to_latin(match["to"])
    if (file + to[0]).lower() != file + to[0]:
        return None
    rank = match["rank"] or ""
    return Token(
        kind="" if kind == "P" and file and rank else kind[0],
        from_file=file,
        from_rank=rank,
        to=to,
        capture=match["takes"] not in (None, "-"),
        promotion=promotion,
        marks=marks,
        warnings=(PAWN_LETTER,) if kind == "P!" else (),
    )


def _kind_of(letter: str, language: str) -> str:
    """Return the piece of a promotion letter; small letters are common there and unambiguous."""
    table = _letters(language)
    for spelling in (letter, letter[:1].upper() + letter[1:]):
        for table_letter, kind in table:
            if table_letter == spelling:
                return kind
    return ""


# Notation of legal moves: app. C in any language, figurines, and the English export form of PGN.

FORMS = ("canonical", "short", "long", "figurine", "book", "pgn")


def write(position: ChessPosition, move: ChessMove, style: Style) -> str:
    """Return `move` in `style`; `book` is `figurine` (C.3), `pgn` the export form (`O-O`, `e8=Q`, English letters).

    Raises: BadInput for an unknown form or language.
    """
    if style.form not in FORMS:
        raise BadInput(say("unknown_form", form=style.form))
    if style.form == "canonical":
        return move.text
    if style.language not in PIECE_LETTERS and style.form in ("short", "long"):
        raise BadInput(say("unknown_language.letters", language=style.language))
    figurines = style.form in ("figurine", "book")
    letters = FIGURINES if figurines else PIECE_LETTERS[DEFAULT if style.form == "pgn" else style.language]
    library_move = chess.Move.from_uci(move.text)
    en_passant = style.form != "pgn" and position.shared_board.is_en_passant(library_move)
    body = _body(position, library_move, style.form, letters)
    return body + _check_mark(position, move) + (" e.p." if en_passant else "")


def _body(position: ChessPosition, move: chess.Move, form: str, letters: Mapping[str, str]) -> str:
    board = position.shared_board
    if board.is_castling(move):
        zero = "O" if form == "pgn" else "0"
        return "-".join(zero * (2 if board.is_kingside_castling(move) else 3))
    kind = board.piece_type_at(move.from_square)
    assert kind is not None, "a legal move moves a piece"
    takes = "x" if board.is_capture(move) else ""
    origin, to = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if kind == chess.PAWN:
        start = origin if form == "long" else origin[0] if takes else ""
        return start + takes + to + _promotion(move, form, letters)
    start = origin if form == "long" else _disambiguation(position, move, kind)
    return letters[chess.piece_symbol(kind).upper()] + start + takes + to


def _promotion(move: chess.Move, form: str, letters: Mapping[str, str]) -> str:
    if move.promotion is None:
        return ""
    return ("=" if form == "pgn" else "") + letters[chess.piece_symbol(move.promotion).upper()]


def _disambiguation(position: ChessPosition, move: chess.Move, kind: chess.PieceType) -> str:
    """Return the file, rank or both that distinguish the piece from others of its kind with the same target (C.10)."""
    board = position.shared_board
    rivals = [
        other.from_square
        for other in position.library_moves()
        if other.to_square == move.to_square
        and other.from_square != move.from_square
        and board.piece_type_at(other.from_square) == kind
    ]
    if not rivals:
        return ""
    file, rank = chess.square_file(move.from_square), chess.square_rank(move.from_square)
    name = chess.square_name(move.from_square)
    if all(chess.square_file(rival) != file for rival in rivals):
        return name[0]
    if all(chess.square_rank(rival) != rank for rival in rivals):
        return name[1]
    return name


def _check_mark(position: ChessPosition, move: ChessMove) -> str:
    after = position.play(move)
    if not after.in_check:
        return ""
    return "#" if after.status().kind is StatusKind.CHECKMATE else "+"
