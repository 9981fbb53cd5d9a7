"""A message that was stored is rendered as its sentence reads today, in the reader's language."""

import json

import pytest

from tavleya import messages
from tavleya.messages import Catalogue, Message, label

RUSSIAN = {
    "Say why the game is lost.": "Укажите, почему партия проиграна.",
    "Say why the game is drawn.": "Укажите, почему ничья.",
    "The fine is %(amount)s.": "Штраф: %(amount)s.",
    "It was refused: %(why)s": "Отказано: %(why)s",
    "an old sentence": "старое предложение",
}


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
        {
            "reason_missing.loss": "Say why the game is lost.",
            "reason_missing.draw": "Say why the game is drawn.",
        },
        retired={"reason_missing.draw": ["Why is it drawn?"]},
    )
    from_jsons = [
        Message.from_json({"code": "reason_missing", "text": text, "params": {}})
        for text in ("Say why the game is lost.", "Why is it drawn?")
    ]
    assert [item.key for item in from_jsons] == ["reason_missing.loss", "reason_missing.draw"]
    assert [item.code for item in from_jsons] == ["reason_missing", "reason_missing"]
    assert from_jsons[1].render(in_russian) == "Укажите, почему ничья."


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
