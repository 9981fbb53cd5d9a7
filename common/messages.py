"""Sentences for people, made by kernels that know nothing of the reader's language.

A kernel builds a `Message`: a stable code, an English sentence that is the gettext msgid, and the values for its
placeholders.  The web side renders it with gettext in the reader's language; a command line renders it in English.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any


def N_(text: str) -> str:
    """Mark `text` for translation without translating it (the extractor looks for this name)."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """One sentence: `code` is stable and meant for programs, `text` is the msgid with `%(name)s` placeholders.

    A value in `params` may itself be a Message; it is rendered with the same translation.
    """

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def render(self, translate: Callable[[str], str] = str) -> str:
        """The sentence with its values, in the language of `translate` (English when none is given)."""
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
        """Plain values, so that a stored sentence can still be read in any language."""
        params = {
            name: {"message": value.to_json()} if isinstance(value, Message) else _plain(value)
            for name, value in self.params.items()
        }
        return {"code": self.code, "text": self.text, "params": params}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Message:
        params = {
            name: cls.from_json(value["message"]) if isinstance(value, Mapping) else value
            for name, value in data["params"].items()
        }
        return cls(data["code"], data["text"], params)


def _plain(value: object) -> str | int:
    return value if isinstance(value, int) and not isinstance(value, bool) else str(value)
