"""The values that a browser submits for an untouched form."""

import re
from html.parser import HTMLParser

from django.http import HttpResponse

Values = dict[str, list[str]]
_TOKEN = "csrfmiddlewaretoken"  # another one on every page
_NOT_SUBMITTED = ("submit", "button", "image", "reset", "file")


def form_values(response: HttpResponse, action: str) -> Values:
    """The successful controls of the one form that posts to `action`, without any button and the CSRF token."""
    parser = _Form(action)
    parser.feed(forms_of(response))
    parser.close()
    assert parser.forms == 1, f"{parser.forms} forms post to {action}"
    return parser.values


def forms_of(response: HttpResponse) -> str:
    """The forms of a page without what is around them, which is most of it."""
    return "".join(re.findall(r"<form\b.*?</form>", response.content.decode(), re.DOTALL))


class _Form(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__(convert_charrefs=True)
        self.action, self.forms = action, 0
        self.values: Values = {}
        self._inside = False
        self._select: tuple[str, list[tuple[str, bool]]] | None = None
        self._textarea: tuple[str, str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._inside = values.get("action") == self.action and values.get("method") == "post"
            self.forms += self._inside
        if not self._inside or "disabled" in values:
            return
        name = values.get("name", "")
        if tag == "input" and name and name != _TOKEN:
            self._input(name, values)
        elif tag == "select":
            self._select = (name, [])
        elif tag == "option" and self._select:
            self._select[1].append((values.get("value", ""), "selected" in values))
        elif tag == "textarea":
            self._textarea = (name, "")

    def _input(self, name: str, values: dict[str, str]) -> None:
        kind = values.get("type", "text")
        if kind in _NOT_SUBMITTED or (kind in ("radio", "checkbox") and "checked" not in values):
            return
        self.values.setdefault(name, []).append(values.get("value", "on" if kind in ("radio", "checkbox") else ""))

    def handle_data(self, data: str) -> None:
        if self._textarea:
            name, text = self._textarea
            self._textarea = (name, text + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._inside = False
        elif tag == "select" and self._select:
            name, options = self._select
            chosen = [value for value, selected in options if selected] or [value for value, _ in options[:1]]
            self.values.setdefault(name, []).extend(chosen)
            self._select = None
        elif tag == "textarea" and self._textarea:
            name, text = self._textarea
            text = text.replace("\r\n", "\n").removeprefix("\n").replace("\n", "\r\n")
            self.values.setdefault(name, []).append(text)
            self._textarea = None
