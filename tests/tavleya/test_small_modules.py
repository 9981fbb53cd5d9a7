"""Small modules that all engines use: deltas, frozen values, stored messages, warnings, and hostile texts."""

import dataclasses
import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tavleya import messages
from tavleya.deltas import applied, difference
from tavleya.errors import Conflict
from tavleya.frozen import replace
from tavleya.messages import Catalogue, Message, label
from tavleya.record.merging import Keeper, read_sheet
from tavleya.rules import pdn
from tavleya.rules.contract import UnreadableMove
from tavleya.rules.filegame import side_line
from tavleya.rules.pgn import tokens as pgn
from tavleya.rules.sheets import tokenize
from tavleya.rules.tavreli.explaining import wordings
from tavleya.warnings import Consent, Level, Warned, insist
from tests.amounts import examples
from tests.refusals import refused

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(0, 3) | st.sampled_from(["", "=", "set", "at", "items", "drop"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["=", "set", "at", "items", "drop", "1"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@settings(max_examples=examples(500))
@given(VALUES, VALUES)
@example([1], [True])
@example([0, {"a": [False]}], [0, {"a": [0]}])
def test_the_second_value_comes_back_from_the_first(before: object, after: object) -> None:
    delta = json.loads(json.dumps(difference(before, after)))
    assert json.dumps(applied(before, delta), sort_keys=True) == json.dumps(after, sort_keys=True)


def test_equal_values_differ_in_nothing() -> None:
    assert difference({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}) == {}


def test_one_change_in_much_is_a_small_delta() -> None:
    before = {"rows": [{"number": number, "name": "x" * 20} for number in range(1000)]}
    for after in (
        {"rows": [*before["rows"], {"number": 1001}]},
        {"rows": before["rows"][:500] + before["rows"][501:]},
        {"rows": [*before["rows"][:500], {"number": 500, "name": "y"}, *before["rows"][501:]]},
    ):
        assert len(json.dumps(difference(before, after))) < 150


@dataclasses.dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int = 0
    marks: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Loose:
    x: int


@dataclasses.dataclass(frozen=True, slots=True)
class ValidatedPoint:
    x: int

    def __post_init__(self) -> None:
        if self.x < 0:
            raise ValueError


@pytest.mark.parametrize("changes", [{}, {"x": 5}, {"y": 2, "marks": ("a",)}])
def test_a_changed_copy_is_what_the_standard_library_makes(changes: dict[str, object]) -> None:
    point = Point(1, marks=("b",))
    assert replace(point, **changes) == dataclasses.replace(point, **changes)  # type: ignore[arg-type]
    assert point == Point(1, 0, ("b",))


def test_a_name_that_is_no_field_is_refused() -> None:
    with pytest.raises(TypeError, match="z"):
        replace(Point(1), z=2)


@pytest.mark.parametrize("value", [Loose(1), ValidatedPoint(1), 3])
def test_a_class_that_it_would_copy_wrongly_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        replace(value, x=-1)


RUSSIAN = {
    "Say why the game is lost.": "Укажите, почему партия проиграна.",
    "Say why the game is drawn.": "Укажите, почему ничья.", "The fine is %(amount)s.": "Штраф: %(amount)s.",
    "It was refused: %(why)s": "Отказано: %(why)s", "an old sentence": "старое предложение",
}  # fmt: skip


def in_russian(text: str) -> str:
    return RUSSIAN.get(text, text)


@pytest.fixture(autouse=True)
def no_other_catalogue(monkeypatch):
    """Catalogues registered here are removed afterwards, and exclude those of the program."""
    for name in ("_TEMPLATES", "_KEYS_OF_CODE", "_RETIRED"):
        monkeypatch.setattr(messages, name, {})


def stored(message: Message) -> dict:
    return json.loads(json.dumps(message.to_json()))


def reworded(monkeypatch, *tables, **options) -> Catalogue:
    """The catalogue of a later release."""
    for name in ("_TEMPLATES", "_KEYS_OF_CODE", "_RETIRED"):
        monkeypatch.setattr(messages, name, {})
    return Catalogue(*tables, **options)


def test_a_wording_corrected_after_storing_is_rendered_corrected(monkeypatch):
    say = Catalogue({"fine_laid": "The fine amounts %(amount)s."})
    data = stored(say("fine_laid", amount=20))
    reworded(monkeypatch, {"fine_laid": "The fine is %(amount)s."})
    message = Message.from_json(data)
    assert (message.render(), message.render(in_russian)) == ("The fine is 20.", "Штраф: 20.")


def test_messages_inside_a_message_are_corrected_too(monkeypatch):
    say = Catalogue({"refused": "Refused: %(why)s", "fine_laid": "The fine amounts %(amount)s."})
    data = stored(say("refused", why=say("fine_laid", amount=20)))
    reworded(monkeypatch, {"refused": "It was refused: %(why)s", "fine_laid": "The fine is %(amount)s."})
    assert Message.from_json(data).render(in_russian) == "Отказано: Штраф: 20."


def test_a_sentence_without_a_key_is_known_by_its_code_where_the_code_has_only_one():
    Catalogue({"fine_laid": "The fine is %(amount)s."})
    old = {"code": "fine_laid", "text": "The fine amounts %(amount)s.", "params": {"amount": 20}}
    message = Message.from_json(old)
    assert (message.key, message.render(in_russian)) == ("fine_laid", "Штраф: 20.")


def test_a_sentence_without_a_key_is_known_by_its_text_where_the_code_has_several():
    Catalogue(
        {"reason_missing.loss": "Say why the game is lost.", "reason_missing.draw": "Say why the game is drawn."},
        retired={"reason_missing.draw": ["Why is it drawn?"]},
    )
    restored = [
        Message.from_json({"code": "reason_missing", "text": text, "params": {}})
        for text in ("Say why the game is lost.", "Why is it drawn?")
    ]
    assert [message.key for message in restored] == ["reason_missing.loss", "reason_missing.draw"]
    assert [message.code for message in restored] == ["reason_missing", "reason_missing"]
    assert restored[1].render(in_russian) == "Укажите, почему ничья."


def test_a_key_that_was_renamed_is_found_by_its_former_wording(monkeypatch):
    data = stored(Catalogue({"reason_missing.end": "Why is it drawn?"})("reason_missing.end"))
    reworded(
        monkeypatch,
        {"reason_missing.draw": "Say why the game is drawn."},
        retired={"reason_missing.draw": ["Why is it drawn?"]},
    )
    assert Message.from_json(data).render(in_russian) == "Укажите, почему ничья."


def test_a_variant_that_is_gone_is_not_taken_for_the_one_that_is_left(monkeypatch):
    data = stored(Catalogue({"reason_missing.end": "an old sentence"})("reason_missing.end"))
    reworded(monkeypatch, {"reason_missing.loss": "Say why the game is lost."})
    message = Message.from_json(data)
    assert (message.code, message.render(in_russian)) == ("reason_missing", "старое предложение")


@pytest.mark.parametrize("key", [{}, {"key": "gone"}])
def test_a_sentence_that_no_catalogue_has_keeps_the_text_it_was_stored_with(key):
    message = Message.from_json({"code": "gone", "text": "an old sentence", "params": {}, **key})
    assert (message.code, message.render(in_russian)) == ("gone", "старое предложение")
    assert Message.from_json(stored(message)) == message


def test_a_sentence_whose_places_have_changed_keeps_the_text_it_was_stored_with(monkeypatch):
    data = stored(Catalogue({"fine_laid": "The fine is %(amount)s."})("fine_laid", amount=20))
    reworded(monkeypatch, {"fine_laid": "The fine is %(amount)s %(currency)s."})
    assert Message.from_json(data).render(in_russian) == "Штраф: 20."


def test_a_message_that_quotes_another_keeps_its_code():
    say = Catalogue({"refused": "It was refused: %(why)s", "fine_laid": "The fine is %(amount)s."})
    reason = say("fine_laid", amount=20)
    message = Message.from_json(stored(say("refused", why=reason).coded(reason.code)))
    assert (message.key, message.code) == ("refused", "fine_laid")
    assert message.render(in_russian) == "Отказано: Штраф: 20."


def test_the_name_of_a_thing_is_stored_with_its_words():
    say = Catalogue({"refused": "It was refused: %(why)s"})
    data = stored(say("refused", why=label("thing", "an old sentence")))
    assert Message.from_json(data).render(in_russian) == "Отказано: старое предложение"


def test_two_catalogues_cannot_have_the_same_key():
    Catalogue({"fine_laid": "The fine is %(amount)s."})
    with pytest.raises(ValueError, match="fine_laid"):
        Catalogue({"fine_laid": "There is a fine."})


def test_a_catalogue_says_what_it_has_and_what_lower_ones_have():
    lower = Catalogue({"fine_laid": "The fine is %(amount)s."})
    say = Catalogue({"refused": "It was refused: %(why)s"}, lower=[lower])
    assert str(say("fine_laid", amount=20)) == "The fine is 20."
    assert "fine_laid" in say and "refused" not in lower
    with pytest.raises(KeyError):
        lower("refused", why="")


def test_a_sentence_is_not_said_without_its_values():
    say = Catalogue({"fine_laid": "The fine is %(amount)s."})
    with pytest.raises(TypeError, match="lacks amount"):
        say("fine_laid", sum=20)


MESSAGE = label("gone_for_good", "It is gone for good.")


@pytest.mark.parametrize(("warning", "consent", "met"), [
    (Warned(Level.INFORMATION, MESSAGE), Consent(), True), (Warned(Level.NOTICE, MESSAGE), Consent(), True),
    (Warned(Level.CONFIRMATION, MESSAGE), Consent(), False),
    (Warned(Level.CONFIRMATION, MESSAGE), Consent(["other"]), False),
    (Warned(Level.CONFIRMATION, MESSAGE), Consent(["gone_for_good"]), True),
    (Warned(Level.CONFIRMATION, MESSAGE, ("a", "b")), Consent(["a"]), False),
    (Warned(Level.CONFIRMATION, MESSAGE, ("a", "b")), Consent(["a", "b", "c"]), True),
    (Warned(Level.CONFIRMATION, MESSAGE, needs_reason=True), Consent(["gone_for_good"], "  "), False),
    (Warned(Level.CONFIRMATION, MESSAGE, needs_reason=True), Consent(reason="agreed"), True),
    (Warned(Level.DOUBLE, MESSAGE, word="open"), Consent(typed="open"), False),
    (Warned(Level.DOUBLE, MESSAGE, word="open"), Consent(["gone_for_good"]), False),
    (Warned(Level.DOUBLE, MESSAGE, word="open"), Consent(["gone_for_good"], typed="closed"), False),
    (Warned(Level.DOUBLE, MESSAGE, word="open"), Consent(["gone_for_good"], typed=" open "), True),
])  # fmt: skip
def test_each_level_asks_for_its_own_consent(warning: Warned, consent: Consent, met: bool) -> None:
    assert warning.is_met(consent) is met
    if met:
        insist([warning], consent)
        return
    with refused(Conflict, "gone_for_good", level=warning.level):
        insist([warning], consent)


def test_the_gravest_warning_comes_first() -> None:
    graver = label("graver", "Graver still.")
    with refused(Conflict, "graver", confirm=["graver"]):
        insist([Warned(Level.CONFIRMATION, MESSAGE), Warned(Level.DOUBLE, graver)], Consent())


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
