"""Every reader of the rules engine returns a result or a typed error with a sentence, whatever the text.

The texts are any characters, the signs of the notation, and real texts with parts removed, doubled or replaced.
"""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tavleya.errors import BadInput, DomainError
from tavleya.rules import pdn, pgn
from tavleya.rules.contract import ClaimKind, LineOfPlay, Position, Rules, Touch
from tavleya.rules.draughts.generator import RUSSIAN
from tavleya.rules.draughts.rules import read_displacement
from tavleya.rules.filegame import PIECE_LETTERS, FileReading
from tavleya.rules.registry import rules_for
from tavleya.rules.sheets import read_sheet, tokenize

EXAMPLES = 1_000  # for each reader

POSITIONS = {
    "tavreli": (
        "start", "1(NPHpb)4k1/7(RPQ)/8/8/8/8/8/4K2R w K - - 0 1",
        "5R2/2pq5/8/3(+HphBNbPNNprPRpbbnpbpnrqnrQPBPQPNRpn)B3/k7/8/1pr2(KPR)3/2PB5 b - - - 4 346",
        "4k3/8/8/3(pqr)PH3/8/8/8/4K3 w - - d6 0 1",
    ),
    "draughts": ("start", "W:WKg7,h2:Bb6,f6,f2", "B:Wc7,b4,d4,f2:BKb8,a7,g7", "W:Wc3:Bd4,f6,KH8"),
    "chess": (
        "start", "r3k2r/P6P/8/n2pp3/8/2N5/p6p/R3K2R w KQkq - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1",
        "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
    ),
}  # fmt: skip
MOVES = {
    "tavreli": ("e2-e4", "(2) а2 – а8", "0-0-0", "61 – вЗ", "♘b1-c3", "а1 х б2++", "a2-a8(2)", "e5-d6 e.p.", "(17)"),
    "draughts": ("c3-d4", "b4:d6:f8", "g7xa7!?", "22-18", "cd4", "с3-d4х", "c3:e5 -0", "-e5 -d4", "b8:e5:c3:a5"),
    "chess": ("Nf3", "exd6 e.p.", "0-0-0+", "a8=Q#", "Кре2", "Фd1:d5", "♞xf6!?", "h8Q", "P-K4", "e2e4", "Kb1 (=)"),
}
SIGNS = {
    "tavreli": "abcdefghабвгдежзхx123456789-–()KQRBNPHkqrbnph+/ wbЗlОo0♖",
    "draughts": "abcdefghасе12345678:-x=!?WBKwbk, .h×½",
    "chess": "abcdefghКФЛСкрKQRBNPkqrbnp12345678x:+#=!?O0-/ w.♔♞",
}
FILES = (
    '[Event "a"]\n[FEN "4k3/8/8/8/8/8/8/4K3 w - - 0 1"]\n\n1. Kd2 {[%clk 1:00:00] x} (1. Ke2 $5 (1. Kf2)) Kd7!? *\n',
    '[Variant "Tavreli"]\n[Result "1-0"]\n1. e2-e4! d7-d5 2. e4-d5 {%emt} (2... a7-a5) 1-0\n\n[Event "b"]\n1. d2-d4 *',
    '[GameType "25"]\n[FEN "W:W21-32:B1-12"]\n1. 22-18 b6-a5 {c} 2. cd4 (2. c3-d4 ; end\n) 2-0\n% no\n1. c3-d4',
    "1. г2 – гЗ г8 х в7 2. 61 – вЗ з8 х з7 (1) гЗ х 64 1 8 . 0-0 Черные сдались (1 – 0).",
    "1.e4 e5 2. Nf3 Nf6 9 Nbd2 0-0 10. exd6 e.p. O-O-O\n11.Kb1 (=) ½-½",
    "Белые Чёрные\n1. е3-d4 d6-c5 2. b4:d6 h4:f2 c7:h4x",
)


SQUARES = tuple(file + rank for file in "abcdefgh" for rank in "12345678")
DARK = tuple(name for index, name in enumerate(SQUARES) if index % 2 == index // 8 % 2)
# A text takes one part of each tuple in turn; most texts get past the first check of a reader.
SHAPES = {
    "tavreli": (
        ("", "", "7. "), ("", "", "", "(2) ", "♘", "h"), ("e2", "h7", "b8", "d4", "b2", *SQUARES, "б2", "al", "е2"),
        ("-", " – ", "", " х "), (*SQUARES, "б4", "д5", "аЗ", "е4"),
        ("", "", "", "", "(1)", "(3)", "++", " e.p.", "!?", " $3"),
    ),
    "draughts": (
        ("c3", "g7", "b8", "e3", "f6", *DARK, "с3", "a2"), (":", "-", "", " - "), (*DARK, "a4"), ("", "", ":", "-"),
        ("", *DARK), ("", "", ":d6", "x", "="),
        ("", "", " -d4", " -0", " -e5 -c3", "!"),
    ),
    "chess": (
        ("", "", "12... "), ("", "", *"KQRBNКФЛСпP♘"), ("",) * 40 + ("a", "5", "a7", "e1", *SQUARES),
        ("", "", "x", "-", ":"), SQUARES,
        ("", "", "=Q", "N", "(К)", "=P"), ("", "", "+", "++", "!?", " (=)", " e.p.", "="),
    ),
}  # fmt: skip
# Rank 8, the ranks between, and rank 1: mostly each side has its one king.
_RANKS = {
    "tavreli": (
        ("4k3", "r3k2r", "(kPR)7", "+R3k2(nR)", "5(kBpn)2", "3(+HpqPN)k3"),
        ("8", "8", "8", "(RNb)7", "4(pqPQ)3", "2+H4pn", "3(PQpr)4", "(pnR)5B1", "1(PBpb)+r5", "3pqPH3", "PR6PN"),
        ("4K3", "R3K2R", "7(Kpr)", "(rR)3K3", "3K1(Npr)2", "+r2(KN)4"),
    ),
    "chess": (
        ("4k3", "r3k2r", "k6Q", "8"), ("8", "8", "8", "1pp2p1p", "3pP3", "2Q2nb1", "P6p", "1b1N3R", "PPPP4", "pp6"),
        ("4K3", "R3K2R", "r5K1", "KK6"),
    ),
}  # fmt: skip
_FIELDS = {
    "tavreli": ((" w", " b"), (" -", " KQkq", " Qk"), (" -", " -", " ABCDEFGHabcdefgh", " De"),
                (" -", " -", " d6", " e3"), (" 0 1", " 99 60", " 0 0")),
    "chess": ((" w", " b"), (" -", " KQkq", " Qk"), (" -", " -", " d6", " e3"), ("", " 0 1", " 99 60", " 149 0")),
}  # fmt: skip
_MEN = (*DARK, *(f"K{name}" for name in DARK), "a2", "Kh1")


Check = Callable[[str], object]


def _checks() -> Iterator[tuple[str, Check, st.SearchStrategy[str]]]:
    for game in ("tavreli", "draughts", "chess"):
        rules = rules_for(game)
        positions = [rules.position(text) for text in POSITIONS[game]]
        moves = _like(MOVES[game], SIGNS[game], 16) | _joined(SHAPES[game]) | _joined(SHAPES[game])
        yield f"{game}: moves read and explained", _reads(rules, positions), moves
        yield f"{game}: moves done bodily", _displaces(rules, positions), moves
        yield f"{game}: touches and claims", _touches_and_claims(rules, positions), moves
        yield (f"{game}: position texts", _positions(rules), _like(_texts(positions), SIGNS[game], 90) | _boards(game))
        yield f"{game}: score sheets", _sheets(rules), _like((*FILES, " ".join(MOVES[game])), SIGNS[game], 80)
        if game != "draughts":
            yield f"{game}: PGN", _files(rules), _like(FILES, SIGNS[game] + '[]{}();%$"\n', 80)
    yield "draughts: PDN", _pdn, _like(FILES, SIGNS["draughts"] + '[]{}();%$"\n', 80)
    yield "draughts: deeds", _displacements, _like(MOVES["draughts"], SIGNS["draughts"], 12)


def _texts(positions: list[Position]) -> tuple[str, ...]:
    return tuple(position.text() for position in positions)


def _like(samples: tuple[str, ...], signs: str, longest: int) -> st.SearchStrategy[str]:
    """Return texts that are damaged `samples`, or strings of `signs` or of any characters."""

    @st.composite
    def damaged(draw: st.DrawFn) -> str:
        text = draw(st.sampled_from(samples))
        for _ in range(draw(st.integers(0, 4))):
            start = draw(st.integers(0, len(text)))
            end = draw(st.integers(start, min(start + 6, len(text))))
            filling = draw(st.one_of(st.text(signs, max_size=4), st.just(text[start:end] * 2), st.text(max_size=2)))
            text = text[:start] + filling + text[end:]
        return text

    return st.one_of(damaged(), st.text(signs, max_size=longest), st.text(max_size=longest))


def _joined(parts: tuple[tuple[str, ...], ...]) -> st.SearchStrategy[str]:
    return st.tuples(*map(st.sampled_from, parts)).map("".join)


def _boards(game: str) -> st.SearchStrategy[str]:
    """Position texts of the right shape with anything on the board."""
    if game == "draughts":
        men = st.lists(st.sampled_from(_MEN), max_size=16, unique=True)
        split = st.tuples(men, st.integers(0, 9))
        lists = split.map(lambda pair: f"W{','.join(pair[0][: pair[1]])}:B{','.join(pair[0][pair[1] :])}")
        return st.builds("{}:{}".format, st.sampled_from("WB"), lists)
    top, between, bottom = map(st.sampled_from, _RANKS[game])
    ranks = st.lists(between, min_size=6, max_size=6).map("/".join)
    return st.builds("{}/{}/{}{}".format, top, ranks, bottom, _joined(_FIELDS[game]))


def _reads(rules: Rules, positions: list[Position]) -> Check:
    def check(text: str) -> None:
        for position in positions:
            for language in ("", *list(PIECE_LETTERS)[:3]):
                reason = rules.explain(position, text, language=language)
                message = None
                try:
                    move = rules.read(position, text, language=language)
                except BadInput as error:
                    message = error.message
                    message.render()
                else:
                    assert move in position.legal_moves()
                assert message == reason

    return check


def _displaces(rules: Rules, positions: list[Position]) -> Check:
    def check(text: str) -> None:
        for position in positions:
            try:
                after = rules.displace(position, text)
            except BadInput as error:
                error.message.render()
            else:
                # The position on the board can be stored, read back, and played on from.
                assert rules.position(after.text()).text() == after.text()
                assert after.turn is not position.turn
                after.legal_moves()
                after.status()

    return check


def _touches_and_claims(rules: Rules, positions: list[Position]) -> Check:
    def check(text: str) -> None:
        for position in positions:
            try:
                assert rules.bound_moves(position, [Touch(text[:2]), Touch(text[2:])]).reason.render()
            except BadInput as error:
                error.message.render()
            rules.claim(LineOfPlay(position), ClaimKind.REPETITION, text)

    return check


def _positions(rules: Rules) -> Check:
    def check(text: str) -> None:
        position = rules.position(text)
        assert rules.position(position.text()).text() == position.text()
        for move in position.legal_moves():
            position.play(move).status()
        position.figures()
        position.repetition_key()

    return check


def _sheets(rules: Rules) -> Check:
    def check(text: str) -> None:
        assert "".join("".join(scrap.text.split()) for scrap in tokenize(text, rules.game)) or not text.strip()
        reading = read_sheet(rules, text)
        assert len(reading.moves) <= len(reading.tokens)
        assert (len(reading.moves) == len(reading.tokens)) == (not reading.problems)
        for problem in (*reading.problems, *reading.warnings):
            assert problem.message.render()
            assert problem.line
            assert problem.column

    return check


def _files(rules: Rules) -> Check:
    def check(text: str) -> None:
        _check_messages(reading := pgn.read_pgn(text, rules=rules), text)
        for game in reading.games:
            game_rules = rules if game.game is rules.game else rules_for(game.game)
            notes = pgn.Notes.of(game)
            written = pgn.write_pgn(game_rules, game.line_of_play, tags=game.tags, result=game.result, notes=notes)
            reread = pgn.read_pgn(written).games[0]
            assert reread.moves == game.moves
            assert reread.clocks == game.clocks

    return check


def _pdn(text: str) -> None:
    assert isinstance(pdn.decode(text.encode("cp1251", errors="replace")), str)
    _check_messages(reading := pdn.read_pdn(text), text)
    rules = rules_for("draughts")
    for game in reading.games:
        assert rules.position(game.start) == game.line_of_play.start
        notes = pgn.Notes.of(game)
        written = pdn.write_pdn(rules, game.line_of_play, tags=game.tags, result=game.result, notes=notes)
        assert pdn.read_pdn(written).games[0].moves == game.moves


def _check_messages(reading: FileReading, text: str) -> None:
    for problem in (*reading.problems, *reading.warnings):
        assert problem.message.render()
        assert problem.line and 1 <= problem.line <= text.count("\n") + text.count("\r") + 1


def _displacements(text: str) -> None:
    read_displacement(text, RUSSIAN)


CHECKS = {name: (check, texts) for name, check, texts in _checks()}


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
def test_any_text_is_read_or_refused_with_a_sentence(name: str) -> None:
    check, texts = CHECKS[name]

    @settings(max_examples=EXAMPLES, database=None, suppress_health_check=list(HealthCheck))
    @given(texts)
    def attack(text: str) -> None:
        try:
            check(text)
        except DomainError as error:
            error.message.render()
            error.message.to_json()

    attack()
