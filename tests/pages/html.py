"""A parsed page: the problems of its markup, and the text and links that a reader finds."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
# SVG elements that may close themselves.
SELF_CLOSING = frozenset(["path", "rect", "circle", "use", "polygon", "line", "ellipse"])


@dataclass
class Page(HTMLParser):
    """`problems` is empty for a page without broken nesting, doubled ids, skipped headings or anything inline."""

    text: str = ""
    title: str = ""
    problems: list[str] = field(default_factory=list)
    headings: list[tuple[int, str]] = field(default_factory=list)
    links: dict[str, str] = field(default_factory=dict)
    scripts: list[str] = field(default_factory=list)
    attributes: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    _open: list[str] = field(default_factory=list)
    _ids: set[str] = field(default_factory=set)
    _heading: int = 0
    _href: str = ""
    _in_svg: int = 0

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.attributes.append((tag, values))
        self._check(tag, values)
        if tag == "svg":
            self._in_svg += 1
        if tag == "script":
            self.scripts.append(values.get("src", ""))
        if tag in ("h1", "h2", "h3", "h4"):
            self._heading = int(tag[1])
            before = self.headings[-1][0] if self.headings else 0
            if self._heading > before + 1:
                self.problems.append(f"{tag} after h{before}")
            self.headings.append((self._heading, ""))
        if tag == "a" and "href" in values:
            self._href = values["href"]
            self.links.setdefault(self._href, "")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in SELF_CLOSING and tag not in VOID:
            self.problems.append(f"<{tag}/>")
        values = {name: value or "" for name, value in attrs}
        self.attributes.append((tag, values))
        self._check(tag, values)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.problems.append(f"</{tag}> closes {self._open[-1:]}")
        if tag in self._open:
            while self._open.pop() != tag:
                pass
        if tag == "svg":
            self._in_svg -= 1
        if tag in ("h1", "h2", "h3", "h4"):
            self._heading = 0
        if tag == "a":
            self._href = ""

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] == "script" and data.strip():
            self.problems.append("inline script")
        if self._open and self._open[-1] == "title" and not self._in_svg:
            self.title += data
        if self._in_svg:
            return
        self.text += data
        if self._heading:
            level, words = self.headings[-1]
            self.headings[-1] = (level, words + data)
        if self._href:
            self.links[self._href] += data

    def close(self) -> None:
        super().close()
        if self._open:
            self.problems.append(f"left open: {self._open}")

    def _check(self, tag: str, values: dict[str, str]) -> None:
        # A content policy without 'unsafe-inline' refuses them.
        self.problems += [f"{name}= on <{tag}>" for name in values if name == "style" or name.startswith("on")]
        if tag == "style":
            self.problems.append("<style>")
        name = values.get("id")
        if name is not None:
            if name in self._ids:
                self.problems.append(f"id {name} twice")
            self._ids.add(name)

    # Queries for tests

    @property
    def words(self) -> str:
        """The text with single spaces."""
        return " ".join(self.text.split())

    def find(self, **wanted: str) -> list[dict[str, str]]:
        """The attributes of every element that has these (`data_step` stands for `data-step`)."""
        query = {name.replace("_", "-").removesuffix("-"): value for name, value in wanted.items()}
        return [values for _, values in self.attributes if query.items() <= values.items()]

    def labelled(self, name: str) -> bool:
        return name in self._ids


def page_of(response: HttpResponse) -> Page:
    page = Page()
    page.feed(response.content.decode())
    page.close()
    return page
