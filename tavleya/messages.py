"""User-facing messages: sentences in catalogues, rendered in the reader's language.

Engines and services do not depend on that language.  They return `say("not_late_enough", left=...)`: a `Message` with
the key of a sentence and the values for its placeholders.  The sentences are in the module `messages` of each engine or
app, one `Catalogue` each.  A wording is corrected in one place, and a stored message is rendered in its current
wording.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_PLACEHOLDER = re.compile(r"%\((\w+)\)")

# The sentences of all loaded catalogues, filled as their modules are imported.
_TEMPLATES: dict[str, str] = {}
_KEYS_OF_CODE: dict[str, list[str]] = {}
_RETIRED: dict[tuple[str, str], str] = {}


def N_(text: str) -> str:
    """Mark `text` for translation without translating it (the extractor looks for this name)."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: `key` names it in a catalogue, `params` are the values for its placeholders.

    Only catalogues, `label` and `from_json` call the constructor.  A value may be a Message, which is rendered with the
    same translation.  `wording` is the English sentence if no catalogue has it, `alias` the code if it is not that of
    the key.
    """

    key: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))
    wording: str = ""
    alias: str = ""

    @property
    def code(self) -> str:
        """The stable code for programs, the same for all variants of a sentence."""
        return self.alias or code_of(self.key)

    @property
    def text(self) -> str:
        """The English sentence with its placeholders, which is the gettext msgid."""
        return self.wording or _TEMPLATES[self.key]

    def coded(self, code: str) -> Message:
        """Return the same sentence with another code: that of a quoted reason."""
        return Message(self.key, self.params, self.wording, code)

    def render(self, translate: Callable[[str], str] = str) -> str:
        """Return the sentence with its values, in the language of `translate` (English by default)."""
        if not self.params:
            return translate(self.text).replace("%%", "%")
        values = {
            name: value.render(translate) if isinstance(value, Message) else value
            for name, value in self.params.items()
        }
        return translate(self.text) % values

    def __str__(self) -> str:
        return self.render()

    def to_json(self) -> dict[str, object]:
        """Return plain values to store, with the current wording."""
        params = {
            name: {"message": value.to_json()} if isinstance(value, Message) else _plain(value)
            for name, value in self.params.items()
        }
        return {"code": self.code, "key": self.key, "text": self.text, "params": params}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Message:
        """Read a stored message in its current wording.

        The stored text is used only if no catalogue has the sentence any more, or if its placeholders have changed.
        The old format without a key is looked up by its code, and by its text if the code has several sentences.
        """
        params = {
            name: cls.from_json(value.get("message", value)) if isinstance(value, Mapping) else value
            for name, value in data["params"].items()
        }
        code, text = data["code"], data["text"]
        stored = data.get("key", "")
        key = stored if stored in _TEMPLATES else _key_of(code, text, only=not stored)
        alias = code if code != code_of(key or stored or code) else ""
        if key and placeholders(_TEMPLATES[key]) <= params.keys():
            return cls(key, params, alias=alias)
        return cls(stored or code, params, text, alias)


def label(code: str, text: str) -> Message:
    """Create the name of an object, whose text is at its definition, marked with N_, and not in a catalogue."""
    return Message(code, wording=text)


class Catalogue:
    """The sentences of one engine or app. Calling it creates a Message.

    `tables`: key to English sentence, marked with N_.  A key is a code, or a code, a dot and a variant if one code has
    several sentences; it is unique among all catalogues.  `lower`: catalogues of lower layers whose sentences are
    available here too.  `retired`: former wordings by key, for messages stored before keys existed or before a key was
    renamed.  Raises: ValueError for a duplicate key.
    """

    def __init__(
        self,
        *tables: Mapping[str, str],
        lower: Iterable[Catalogue] = (),
        retired: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        self._placeholders: dict[str, frozenset[str]] = {}
        for below in lower:
            self._placeholders |= below._placeholders
        for table in tables:
            for key, text in table.items():
                _register(key, text)
                self._placeholders[key] = placeholders(text)
        for key, wordings in retired.items():
            _RETIRED.update({(code_of(key), wording): key for wording in wordings})

    def __call__(self, key: str, /, **params: object) -> Message:
        """Create the message.  Raises: KeyError for an unknown key, TypeError for a missing value.

        Values that the sentence does not need are ignored, because some sentences are chosen at run time.
        """
        if not params.keys() >= self._placeholders[key]:
            raise TypeError(f"{key} lacks {', '.join(sorted(self._placeholders[key] - params.keys()))}")
        return Message(key, params)

    def __contains__(self, key: object) -> bool:
        return key in self._placeholders


def code_of(key: str) -> str:
    """Return the code of a key: the part before its variant."""
    return key.partition(".")[0]


def placeholders(text: str) -> frozenset[str]:
    """Return the names of the values in a sentence."""
    return frozenset(_PLACEHOLDER.findall(text))


def _register(key: str, text: str) -> None:
    if key in _TEMPLATES:
        raise ValueError(f"two catalogues have the key {key}")
    _TEMPLATES[key] = text
    _KEYS_OF_CODE.setdefault(code_of(key), []).append(key)


def _key_of(code: str, text: str, *, only: bool) -> str:
    """Return the key of a sentence by its text or, if `only`, the single key of its code.  Empty if there is none."""
    keys = _KEYS_OF_CODE.get(code, [])
    if only and len(keys) == 1:
        return keys[0]
    matches = [key for key in keys if _TEMPLATES[key] == text]
    return matches[0] if matches else _RETIRED.get((code, text), "")


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)


#: The common sentences, and those shared by engines that do not import each other.
SENTENCES = {
    "binary_file": N_("This is not a text file."),
    "black": N_("Black"),
    "checked_out": N_(
        "This event is being run on another machine: here it can only be read until it is checked in again."
    ),
    "guessed_encoding": N_("The file is not UTF-8; it was read as %(encoding)s. Please check the names."),
    "not_permitted": N_("Your role in this event does not allow this."),
    "seated_twice": N_("A player can be on only one board in a round."),
    "undecodable_file": N_("The file is not text in any known encoding."),
    "white": N_("White"),
}

say = Catalogue(SENTENCES)
