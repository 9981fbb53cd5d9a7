"""The frame of every page of an event's desk, the arbiters' too: tabs, sections, and the way back up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import pgettext

from tavleya.actors import Standing
from tavleya.permissions import Action, allowed
from tournaments.models.event import Event
from tournaments.models.section import Section
from tournaments.views.desk.help import Help, help_of
from tournaments.views.desk.pages import TABS, DeskPage, DeskTab, page_of
from tournaments.views.frame import language


@dataclass(frozen=True, slots=True)
class MenuLink:
    """`current`: the page that is shown, or its tab; `icon` is the symbol before the name."""

    name: str
    url: str
    current: bool = False
    icon: str = ""


class DeskMenu:
    """The navigation around a page of the desk, evaluated when it is rendered.

    `section`: the section of the page.  Without one, links to pages of sections use the first section.
    `trail`: links between the page of the menu and the current page, such as the board of a ruling.
    """

    def __init__(
        self,
        request: HttpRequest,
        event: Event,
        standing: Standing,
        section: Section | None = None,
        trail: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._request, self._event, self._standing = request, event, standing
        self._given, self._trail = section, list(trail)
        match = request.resolver_match
        self._address = match.url_name or "" if match else ""

    @cached_property
    def _here(self) -> tuple[DeskTab | None, DeskPage | None]:
        return page_of(self._address) or (None, None)

    @property
    def help(self) -> Help:
        """The introduction to this page, and its place in the manual."""
        return help_of(self._address)

    @cached_property
    def _sections(self) -> list[Section]:
        found = list(self._event.sections.filter(archived_at=None).order_by("position", "pk"))
        for one in found:
            one.event = self._event
        return found

    @cached_property
    def _section(self) -> Section | None:
        """The section of the page; elsewhere the first with a table, because it is the one being played."""
        ranked = (one for one in self._sections if one.system.ranked)
        return self._given or next(ranked, None) or next(iter(self._sections), None)

    def _shows(self, page: DeskPage) -> bool:
        if not allowed(self._standing, page.action):
            return False
        return not page.of_section or (self._section is not None and page.fits(self._section))

    def _link(self, page: DeskPage) -> MenuLink:
        return MenuLink(str(page.name), page.url(self._event, self._section), page is self._here[1])

    @cached_property
    def tabs(self) -> list[MenuLink]:
        found = []
        for tab in TABS:
            first = next(filter(self._shows, tab.pages), None)
            if first is not None:
                url = first.url(self._event, self._section)
                found.append(MenuLink(str(tab.name), url, tab is self._here[0], tab.icon))
        return found

    @cached_property
    def pages(self) -> list[MenuLink]:
        """The pages of the open tab; empty if it has only one."""
        tab = self._here[0]
        found = [self._link(page) for page in tab.pages if self._shows(page)] if tab else []
        return found if len(found) > 1 else []

    @cached_property
    def everything(self) -> list[tuple[Promise, str]]:
        """Every tab and page that the reader may open, by name.  A tab has the address of its first page."""
        links = []
        for tab in TABS:
            shown = [
                (page.name, page.url(self._event, self._section)) for page in filter(self._shows, tab.pages)
            ]
            links += [(tab.name, url) for _name, url in shown[:1]] + shown
        return links

    @cached_property
    def sections(self) -> list[MenuLink]:
        """Links to this page in every section, if there are several sections."""
        page = self._here[1]
        if page is None or not page.of_section or len(self._sections) < 2:
            return []
        here = self._section.pk if self._section else None
        return [
            MenuLink(
                one.name_in(language()),
                page.url(self._event, one)
                if page.fits(one)
                else reverse("desk_section", args=[self._event.slug, one.slug]),
                one.pk == here,
            )
            for one in self._sections
        ]

    @cached_property
    def crumbs(self) -> list[MenuLink]:
        """From all events down to what is above this page; never out of the desk."""
        slug, page = self._event.slug, self._here[1]
        found = [
            MenuLink(pgettext("organisers", "Desk"), reverse("desk")),
        ]
        if allowed(self._standing, Action.SEE_DESK):
            found.append(MenuLink(self._event.name_in(language()), reverse("desk_event", args=[slug])))
        if self._given is not None and allowed(self._standing, Action.SEE_DESK):
            url = reverse("desk_section", args=[slug, self._given.slug])
            found.append(MenuLink(self._given.name_in(language()), url))
        if page is not None and self._address != page.address:
            found.append(self._link(page))
        found += [MenuLink(name, url) for name, url in self._trail]
        by_url: dict[str, MenuLink] = {}
        for one in found:
            by_url.setdefault(one.url, one)
        return [one for one in by_url.values() if one.url != self._request.path]
