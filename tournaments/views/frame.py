"""Common frame of the pages of an event or a section: visibility, names, rounds, tabs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from types import MappingProxyType

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

from games.live.events import channel
from games.templatetags.tavleya import day_time
from games.views.caching import etag_of
from games.views.labels import game_name
from games.views.pictures import Picture
from games.views.requests import actor_of, find_or_404, or_404, reader_language, require_found
from tavleya.actors import Actor
from tavleya.messages import N_
from tavleya.permissions import Action, allowed
from tavleya.rules.registry import spec_of
from tavleya.tiebreaks import tiebreak
from tavleya.tiebreaks.base import Value
from tournaments.access import standing_in
from tournaments.hooks import section_pages
from tournaments.models.event import Event
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.names import status_name
from tournaments.selectors.events import PlannedRound, planned_rounds, section_at, visible_events
from tournaments.selectors.finality import OpenBoard, OpenReason, finality
from tournaments.selectors.standings import StandingsView, standings_version
from tournaments.selectors.versions import RoundFacts, playing_in, section_version


def language() -> str:
    """Return the reader's language, as a key of names."""
    return reader_language()


@dataclass(frozen=True, slots=True)
class RoundLink:
    """One round in the strip; without an address it has not been published."""

    number: int
    title: str
    url: str = ""
    status: str = ""
    current: bool = False


@dataclass(frozen=True, slots=True)
class Tab:
    name: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class LivePage:
    """A page that reloads itself after news on its channel (`static/js/live-page.js`).

    `version`: the version of the page.  `own`: a personal page, which reloads whenever it was suspended, because its
    version does not cover private data.  `held`: it is not replaced while the user types into it.
    """

    channel: str
    version: str = ""
    own: bool = False
    held: bool = False

    @property
    def url(self) -> str:
        return f"/live/{self.channel}"


class EventFrame:
    """An event that the reader may see."""

    def __init__(self, request: HttpRequest, actor: Actor, event: Event) -> None:
        self.request, self.actor, self.event = request, actor, event
        timezone.activate(event.zone)  # until the request is over (config.timezone_middleware)

    @classmethod
    def at(cls, request: HttpRequest, slug: str) -> EventFrame:
        """Return the frame of an event.  Raises: Http404 if it is missing or hidden from this reader."""
        actor = actor_of(request)
        event = or_404(visible_events(actor).filter(slug=slug).first())
        return cls(request, actor, event)

    @property
    def event_name(self) -> str:
        return self.event.name_in(language())

    @cached_property
    def sees_drafts(self) -> bool:
        if self.actor.user_id is None:
            return False
        return allowed(standing_in(self.actor, self.event), Action.SEE_DRAFTS)

    def seen(self, rounds: Iterable[Round]) -> list[Round]:
        """Return the rounds of `rounds` that the reader may see."""
        return [round_ for round_ in rounds if self.sees_drafts or round_.status != RoundStatus.DRAFT]

    def picture(self) -> Picture:
        """Return the preview picture of the event's pages."""
        return Picture(reverse("event_card", args=[self.event.slug]), "", self.event_name)

    def context(self) -> dict[str, object]:
        return {
            "event": self.event,
            "event_name": self.event_name,
            "section_of_site": "events",
            "picture": self.picture,  # loaded only by pages that show it
        }


class SectionFrame(EventFrame):
    """A section of an event that the reader may see, and the page of it that is shown (`here`)."""

    def __init__(self, request: HttpRequest, actor: Actor, section: Section, place: str) -> None:
        super().__init__(request, actor, section.event)
        self.section, self.here = section, place

    @classmethod
    def of(cls, request: HttpRequest, slug: str, section_slug: str, here: str) -> SectionFrame:
        """Return the frame of a section.  Raises: Http404 if it is missing or hidden from this reader."""
        actor = actor_of(request)
        section = find_or_404(lambda: section_at(actor, slug, section_slug))
        return cls(request, actor, section, here)

    @property
    def section_name(self) -> str:
        return self.section.name_in(language())

    @cached_property
    def all_rounds(self) -> list[Round]:
        """All rounds by number; `playing` changes whenever a game of the round begins, is adjourned or continues."""
        return list(self.section.rounds.annotate(playing=playing_in("")).order_by("number"))

    @cached_property
    def rounds(self) -> list[Round]:
        return self.seen(self.all_rounds)

    @property
    def newest(self) -> Round | None:
        """The default round for visitors and officials: the first unfinished public round, else the last public one."""
        public = [round_ for round_ in self.all_rounds if round_.status != RoundStatus.DRAFT]
        unfinished = [round_ for round_ in public if round_.status != RoundStatus.CLOSED]
        return (unfinished or public[::-1] or [None])[0]  # type: ignore[list-item]

    @cached_property
    def planned(self) -> list[PlannedRound]:
        """The future rounds with a planned start."""
        return planned_rounds(self.section, self.all_rounds)

    @property
    def coming(self) -> dict[str, object] | None:
        """The first planned round, with its name."""
        if not self.planned:
            return None
        planned_round = self.planned[0]
        return {"name": round_name(planned_round.number), "at": planned_round.starts_at}

    def round_url(self, round_: Round) -> str:
        if round_.kind == RoundKind.SCHEDULE:
            return self.url("schedule")
        return reverse("round", args=[self.event.slug, self.section.slug, round_.number])

    def url(self, name: str) -> str:
        return reverse(name, args=[self.event.slug, self.section.slug])

    def require_table(self) -> None:
        """Require a table.  Raises: Http404 if games are only shown side by side."""
        require_found(self.section.system.ranked)

    def round_links(self, current: Round | None = None) -> list[RoundLink]:
        """Return the strip: every round from the first to the last planned."""
        return round_strip(self, self.section, self.all_rounds, current)

    @cached_property
    def tabs(self) -> list[Tab]:
        links: list[tuple[str, str, str]] = []
        if self.newest is not None:
            name = gettext("Games") if self.newest.kind == RoundKind.SCHEDULE else gettext("Rounds")
            links.append(("round", name, self.round_url(self.newest)))
        system = self.section.system
        if system.by_stage:
            links.append(("bracket", gettext("Bracket"), self.url("bracket")))
        if system.ranked:
            links.append(("standings", gettext("Standings"), self.url("standings")))
            if system.teams:
                links.append(("teams", gettext("Teams"), self.url("teams")))
                links.append(("boards", gettext("Boards"), self.url("team_boards")))
            else:
                links.append(("crosstable", gettext("Crosstable"), self.url("crosstable")))
            links += [
                (page.code, page.title, self.url(page.code)) for page in section_pages(self.section) if page.published
            ]
        links.append(("players", gettext("Players"), self.url("players")))
        game = spec_of(self.section.game)
        if game.openings and hasattr(self.section, "opening_draw"):
            links.append(
                (
                    "openings",
                    gettext("Start positions") if game.start_varies else gettext("Openings"),
                    self.url("openings"),
                )
            )
        links.append(("rules", gettext("Rules"), self.url("rules")))
        return [Tab(name, url, key == self.here) for key, name, url in links]

    @cached_property
    def etag(self) -> str:
        """The ETag of the section's pages: it changes with their public data."""
        return etag_of(self.request, standings_version(self.section).key, self.version, self.event.published)

    @cached_property
    def version(self) -> str:
        """The version of the section's pages, as in updates (`tournaments.announcements`)."""
        rounds = [
            RoundFacts(round_.pk, round_.status, round_.starts_at, getattr(round_, "playing", None))
            for round_ in self.all_rounds
        ]
        return section_version(self.section, rounds)

    def picture(self) -> Picture:
        names = dict.fromkeys((self.event_name, self.section_name))
        return Picture(self.url("section_card"), self.version, " · ".join(names))

    def live_context(self) -> dict[str, object]:
        """Return `context` of a live page with all public changes."""
        event = self.event
        public = event.published and event.archived_at is None
        live = LivePage(channel("sections", self.section.pk), self.version) if public else None
        return {**self.context(), "live_page": live}

    def context(self) -> dict[str, object]:
        return {
            **super().context(),
            "section": self.section,
            "section_name": self.section_name,
            "game_name": game_name(self.section.game),
            "tabs": self.tabs,
            "coming": self.coming,
        }


def round_strip(frame: EventFrame, section: Section, rounds: list[Round], current: Round | None) -> list[RoundLink]:
    if any(round_.kind == RoundKind.SCHEDULE for round_ in rounds):
        return []
    numbered = {round_.number: round_ for round_ in frame.seen(rounds) if round_.number is not None}
    # The length of a complete schedule is public; any other draft stays hidden.
    planned = [round_.number or 0 for round_ in rounds] if section.system.scheduled else []
    last = max([section.rounds_planned or 0, *planned, *numbered])
    return [_link(frame, section, number, numbered.get(number), current) for number in range(1, last + 1)]


def _link(frame: EventFrame, section: Section, number: int, round_: Round | None, current: Round | None) -> RoundLink:
    title = round_name(number)
    if round_ is None:
        at = section.planned_start(number)
        return RoundLink(number, f"{title}: {day_time(at) if at else gettext('not published yet')}")
    return RoundLink(
        number,
        f"{title}: {status_name(round_.status)}",
        reverse("round", args=[frame.event.slug, section.slug, number]),
        round_.status,
        current is not None and round_.pk == current.pk,
    )


# Whether a table is final or provisional, in words.

_WHY: Mapping[OpenReason, str] = MappingProxyType(
    {
        OpenReason.ADJOURNED: N_("adjourned"),
        OpenReason.SUSPENDED: N_("the result is suspended by an appeal"),
        OpenReason.APPEAL: N_("an appeal is pending"),
        OpenReason.NO_RESULT: N_("no result yet"),
    }
)


@dataclass(frozen=True, slots=True)
class OpenBoardText:
    """A board that keeps the table open.  `where`: `3.2`, round and board."""

    where: str
    players: str
    why: str
    game_id: int | None


@dataclass(frozen=True, slots=True)
class FinalityText:
    """`provisional`: the boards for which the table is provisional; `open`: all that the final table waits for."""

    final_at: datetime | None
    provisional: tuple[OpenBoardText, ...]
    open: tuple[OpenBoardText, ...]


def finality_text(section: Section, view: StandingsView) -> FinalityText:
    """Return the finality of the current table in words."""
    result = finality(section, view)
    return FinalityText(
        result.final_at, tuple(map(open_board_text, result.provisional)), tuple(map(open_board_text, result.open))
    )


def open_board_text(open_board: OpenBoard) -> OpenBoardText:
    pairing = open_board.pairing
    black = pairing.black.player.name_in(language()) if pairing.black else ""
    players = f"{pairing.white.player.name_in(language())} – {black}"
    return OpenBoardText(open_board.where, players, gettext(_WHY[open_board.why]), pairing.game_id)


# Labels for codes that tournaments store.


def round_name(number: int | None) -> str:
    """Return the name of a round: `Round 5`; for unrecorded rounds, that of the list of games."""
    return gettext("Games") if number is None else gettext("Round %(number)s") % {"number": number}


def tiebreak_name(descriptor: str) -> str:
    """Return the name of a tie-break with its modifiers."""
    tie_break = tiebreak(descriptor)
    name = gettext(tie_break.label)
    if tie_break.descriptor.name == "DE":
        name += " " + gettext("(place among the tied)")
    if tie_break.descriptor.cut:
        cut = tie_break.descriptor.cut
        name += ", " + ngettext("cut lowest", "cut %(n)s lowest", cut) % {"n": cut}
    if tie_break.descriptor.median:
        cut = tie_break.descriptor.median
        words = ngettext("cut lowest and highest", "cut %(n)s lowest and highest", cut)
        name += ", " + words % {"n": cut}
    return name


def value_texts(values: Iterable[Value | None]) -> tuple[str, ...]:
    """Return values of tie-breaks with the reader's decimal sign; empty for None."""
    return tuple("" if value is None else decimal_text(value.text) for value in values)


def decimal_text(text: str) -> str:
    """Return `12.5` with the reader's decimal sign."""
    return text.replace(".", str(get_format("DECIMAL_SEPARATOR")))
