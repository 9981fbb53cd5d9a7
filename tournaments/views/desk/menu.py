"""The frame of every page of an event's desk, the arbiters' too: tabs, sections, and the way back up."""

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
        sections = list(self._event.sections.filter(archived_at=None).order_by("position", "pk"))
        for section in sections:
            section.event = self._event
        return sections

    @cached_property
    def _section(self) -> Section | None:
        """The section of the page; elsewhere the first with a table, because it is the one being played."""
        ranked = (section for section in self._sections if section.system.ranked)
        return self._given or next(ranked, None) or next(iter(self._sections), None)

    def _shows(self, page: DeskPage) -> bool:
        if not allowed(self._standing, page.action):
            return False
        return not page.of_section or (self._section is not None and page.fits(self._section))

    def _link(self, page: DeskPage) -> MenuLink:
        return MenuLink(str(page.name), page.url(self._event, self._section), page is self._here[1])

    @cached_property
    def tabs(self) -> list[MenuLink]:
        menu_links = []
        for tab in TABS:
            first = next(filter(self._shows, tab.pages), None)
            if first is not None:
                url = first.url(self._event, self._section)
                menu_links.append(MenuLink(str(tab.name), url, tab is self._here[0], tab.icon))
        return menu_links

    @cached_property
    def pages(self) -> list[MenuLink]:
        """The pages of the open tab; empty if it has only one."""
        tab = self._here[0]
        menu_links = [self._link(page) for page in tab.pages if self._shows(page)] if tab else []
        return menu_links if len(menu_links) > 1 else []

    @cached_property
    def everything(self) -> list[tuple[Promise, str]]:
        """Every tab and page that the reader may open, by name.  A tab has the address of its first page."""
        links = []
        for tab in TABS:
            rows = [(page.name, page.url(self._event, self._section)) for page in filter(self._shows, tab.pages)]
            links += [(tab.name, url) for _name, url in rows[:1]] + rows
        return links

    @cached_property
    def sections(self) -> list[MenuLink]:
        """Links to this page in every section, if there are several sections."""
        page = self._here[1]
        if page is None or not page.of_section or len(self._sections) < 2:
            return []
        place = self._section.pk if self._section else None
        return [
            MenuLink(
                section.name_in(language()),
                page.url(self._event, section)
                if page.fits(section)
                else reverse("desk_section", args=[self._event.slug, section.slug]),
                section.pk == place,
            )
            for section in self._sections
        ]

    @cached_property
    def crumbs(self) -> list[MenuLink]:
        """From all events down to what is above this page; never out of the desk."""
        slug, page = self._event.slug, self._here[1]
        menu_links = [MenuLink(pgettext("organisers", "Desk"), reverse("desk"))]
        if allowed(self._standing, Action.SEE_DESK):
            menu_links.append(MenuLink(self._event.name_in(language()), reverse("desk_event", args=[slug])))
        if self._given is not None and allowed(self._standing, Action.SEE_DESK):
            url = reverse("desk_section", args=[slug, self._given.slug])
            menu_links.append(MenuLink(self._given.name_in(language()), url))
        if page is not None and self._address != page.address:
            menu_links.append(self._link(page))
        menu_links += [MenuLink(name, url) for name, url in self._trail]
        by_url: dict[str, MenuLink] = {}
        for menu_link in menu_links:
            by_url.setdefault(menu_link.url, menu_link)
        return [menu_link for menu_link in by_url.values() if menu_link.url != self._request.path]
