"""Metadata for search engines and messengers: the canonical address, its other languages, a picture."""

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest

from games.views.languages import reader_language
from tavleya.languages import codes

#: The parameter for the language; without it the reader's own is used.
ASKED = "lang"
#: Personal and official pages, hidden from search engines (like in robots.txt).
PRIVATE = (
    "/account/", "/administration/", "/api/", "/desk/", "/entry/", "/invitation/", "/invitations/", "/language/",
    "/live/", "/login/", "/logout/", "/my/", "/setup/", "/theme/",
)  # fmt: skip
#: Parameters that make another page; all others only change the display.
_ANOTHER_PAGE = ("after", "page")
PICTURE_SIZE = (1200, 630)


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a page for messengers: its address, its `version`, and a description of it."""

    path: str
    version: str
    words: str

    @property
    def url(self) -> str:
        """The address of the picture, with its version for messengers that cache by address."""
        return absolute(self.path, {ASKED: reader_language(), "v": self.version[:12]})


@dataclass(frozen=True, slots=True)
class Addresses:
    """`own`: the canonical address; `others`: the page in each language, `x-default` for the reader's own."""

    own: str
    others: Mapping[str, str]


def absolute(path: str, form_data: Mapping[str, str]) -> str:
    query = urlencode({name: value for name, value in form_data.items() if value})
    return f"{settings.SITE_URL}{path}{'?' if query else ''}{query}"


def is_private(path: str) -> bool:
    return path.startswith(PRIVATE)


def language_asked(request: HttpRequest) -> str:
    """Return the language in the address; empty if it is missing or unknown."""
    query = request.GET.get(ASKED, "")
    return query if query in codes() else ""


def addresses_of(request: HttpRequest) -> Addresses:
    """Return the addresses under `SITE_URL`, because cached pages must not depend on the host of the request."""
    parameters = {name: request.GET.get(name, "") for name in _ANOTHER_PAGE}
    others = {code: absolute(request.path, {**parameters, ASKED: code}) for code in codes()}
    own = absolute(request.path, {**parameters, ASKED: language_asked(request)})
    return Addresses(own, {**others, "x-default": absolute(request.path, parameters)})


def without_language(request: HttpRequest) -> str:
    """Return the address without a language, which shows the reader's own choice."""
    query = request.GET.copy()
    query.pop(ASKED, None)
    return f"{request.path}?{query.urlencode()}" if query else request.path
