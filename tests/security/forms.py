"""The forms of a page, filled in as by a user who only presses the button."""

from dataclasses import dataclass, field
from datetime import datetime
from html.parser import HTMLParser
from urllib.parse import urljoin

Fields = dict[str, list[str]]
SKIPPED = ("submit", "button", "image", "reset", "file")


@dataclass
class Form:
    """`buttons`: the name and value that each button adds, ("", "") for one that adds nothing."""

    action: str
    fields: Fields = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)

    def bodies(self) -> list[Fields]:
        return [{**self.fields, **({name: [value]} if name else {})} for name, value in self.buttons or [("", "")]]


def forms_of(html: str, address: str, tomorrow: datetime) -> list[Form]:
    """Return the forms of the page at `address` that post; empty required fields get a value of their type."""
    parser = _Forms(address, tomorrow)
    parser.feed(html)
    parser.close()
    return [*parser.forms, *parser.outside.values()]


class _Forms(HTMLParser):
    def __init__(self, address: str, tomorrow: datetime) -> None:
        super().__init__(convert_charrefs=True)
        self.address, self.tomorrow = address, tomorrow
        self.forms: list[Form] = []
        self.outside: dict[str, Form] = {}
        self._form: Form | None = None
        self._by_id: dict[str, Form] = {}
        self._select: tuple[Form, str, list[tuple[str, bool]]] | None = None
        self._text: tuple[Form, str, str] | None = None
        self._required = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._form = Form(urljoin(self.address, values.get("action", "") or self.address))
            if values.get("method", "get").lower() == "post":
                self.forms.append(self._form)
            self._by_id[values.get("id", "")] = self._form
            return
        form = self._by_id.get(values["form"]) if values.get("form") else self._form
        if tag == "option" and self._select:
            self._select[2].append((values.get("value", ""), "selected" in values))
        if form is None or "disabled" in values:
            return
        if tag == "input":
            self._input(form, values)
        elif tag == "select":
            self._select = (form, values.get("name", ""), [])
        elif tag == "textarea":
            self._text = (form, values.get("name", ""), "")
            self._required = "required" in values
        elif tag == "button" and values.get("type", "submit") == "submit":
            self._button(form, values)

    def _button(self, form: Form, values: dict[str, str]) -> None:
        button = (values.get("name", ""), values.get("value", ""))
        if values.get("formaction"):
            place = urljoin(self.address, values["formaction"])
            elsewhere = self.outside.setdefault(place, Form(place, form.fields))
            elsewhere.buttons.append(button)
        else:
            form.buttons.append(button)

    def _input(self, form: Form, values: dict[str, str]) -> None:
        kind, name = values.get("type", "text"), values.get("name", "")
        if kind in ("submit", "image"):
            form.buttons.append((name, values.get("value", "")))
        if not name or kind in SKIPPED:
            return
        if kind == "checkbox":
            form.fields.setdefault(name, []).append(values.get("value", "on"))
        elif kind == "radio":
            if "checked" in values or name not in form.fields:
                form.fields[name] = [values.get("value", "on")]
        else:
            form.fields[name] = [values.get("value", "") or self._default(kind, values)]

    def _default(self, kind: str, values: dict[str, str]) -> str:
        if "required" not in values:
            return ""
        usual = {
            "number": values.get("min") or "1", "date": f"{self.tomorrow:%Y-%m-%d}",
            "datetime-local": f"{self.tomorrow:%Y-%m-%dT%H:%M}", "time": "12:00",
        }  # fmt: skip
        return usual.get(kind, "Something")

    def handle_data(self, data: str) -> None:
        if self._text:
            form, name, text = self._text
            self._text = (form, name, text + data)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select" and self._select:
            form, name, options = self._select
            chosen = [value for value, selected in options if selected and value]
            form.fields[name] = chosen or [next((value for value, _ in options if value), "")]
            self._select = None
        elif tag == "textarea" and self._text:
            form, name, text = self._text
            form.fields[name] = [text.strip() or ("Something" if self._required else "")]
            self._text = None
