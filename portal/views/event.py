"""The page of an event: current games, leaders, the next start, and links to everything else."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from clocks.labels import control_label
from entries.selectors.online_entries import entry_door
from entries.views.online_entries import way_in
from games import hooks
from games.live.events import channel
from games.views.caching import shared_page
from games.views.labels import game_name, phase_name
from games.views.ledger import pair_of
from games.views.pictures import Picture
from games.views.requests import actor_of, game_file, require_found, wants_part
from games.views.viewer import Viewer, ViewerOptions, clocks_recorded
from people.selectors.organisations import series_with
from portal.views.share_cards import share_of
from tavleya.licences import LICENCES
from tavleya.rules.registry import spec_of
from tournaments.forms.events import ROLE_NAMES
from tournaments.hooks import downloads, event_links, section_joins
from tournaments.models.activity import UploadKind
from tournaments.models.event import in_language
from tournaments.models.player import STILL_ENTERED
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.names import format_name
from tournaments.selectors.events import sections_shown
from tournaments.selectors.game_files import event_tag, tags_of_board
from tournaments.selectors.match_centre import RoundNow, officials_of, rounds_now
from tournaments.selectors.standings import movement, standings_of
from tournaments.selectors.versions import event_version, uploads_of
from tournaments.views.boards import GamePage, find_board, viewer_context
from tournaments.views.frame import EventFrame, LivePage, SectionFrame, language, round_name
from tournaments.views.opening_draws import drawn_opening
from tournaments.views.seats import seat
from tournaments.views.tables import board_line, is_live
from tournaments.views.teams import team_leaders

LEADERS = 5
TOP_BOARDS = 4
_RUNNING = (RoundStatus.PUBLISHED, RoundStatus.PLAYING)


@require_safe
@shared_page
def event(request: HttpRequest, slug: str) -> HttpResponse:
    frame = EventFrame.at(request, slug)
    frames = _section_frames(frame)
    current = [
        round_ for section_frame in frames if (round_ := section_frame.newest) is not None and round_.status in _RUNNING
    ]
    boards = rounds_now(current, TOP_BOARDS)
    cards = [_section_card(section_frame, boards) for section_frame in frames]
    context = {
        **frame.context(),
        "picture": frame.picture,
        "description": in_language(frame.event.description, language(), frame.event.languages),
        "organiser": frame.event.organisation.name_in(language()) if frame.event.organisation else "",
        "series": [
            (reverse("organisation_series", args=[series.slug]), series.name_in(language()))
            for series in series_with(frame.event)
        ],
        "sections": cards,
        "main": next((card["section"] for card in cards if card["running"] and card["numbered"]), None),
        "next_start": _next_start(frames),
        "schedule": _schedule(frames),
        "officials": _officials(frame),
        "regulations": [(section_frame.section_name, section_frame.url("rules")) for section_frame in frames],
        "licence": LICENCES.get(frame.event.licence),
        "files": [
            (section_frame.section_name, files)
            for section_frame in frames
            if section_frame.newest is not None and (files := downloads(section_frame.section, "event", None, ""))
        ],
        "documents": uploads_of(frame.event, UploadKind.REGULATIONS),
        "links": event_links(frame.event),
        "only": frame.event,
    }
    if (live := _live(frame, [section_frame.section for section_frame in frames])) is not None:
        path = reverse("event_card", args=[slug])
        context |= {"live_page": live, "picture": Picture(path, live.version, frame.event_name)}
    return render(request, "portal/event.html", context)


def _section_frames(frame: EventFrame) -> list[SectionFrame]:
    relations = ("event", "standings_row", "opening_draw", "entry_terms", *section_joins())
    rows = sections_shown(frame.event).select_related(*relations)
    rows = rows.annotate(player_count=Count("registrations", filter=Q(registrations__status__in=STILL_ENTERED)))
    section_frames = []
    for section in rows.prefetch_related(Prefetch("rounds", Round.objects.order_by("number"))):
        section_frame = SectionFrame(frame.request, frame.actor, section, "event")
        section_frame.sees_drafts = frame.sees_drafts
        section_frame.all_rounds = list(section.rounds.all())
        section_frames.append(section_frame)
    return section_frames


def _live(frame: EventFrame, sections: Sequence[Section]) -> LivePage | None:
    event = frame.event
    if not event.published or event.archived_at is not None:
        return None
    return LivePage(channel("events", event.pk), event_version(event, sections))


def _section_card(frame: SectionFrame, boards: Mapping[int, RoundNow]) -> dict[str, object]:
    section, newest = frame.section, frame.newest
    running = newest is not None and newest.status in _RUNNING
    now = boards[newest.pk] if newest is not None and running else RoundNow()
    top_boards = () if section.system.teams else now.top
    return {
        "section": section,
        "name": frame.section_name,
        "url": frame.url("section"),
        "game": game_name(section.game),
        "format": format_name(section.format),
        "control": control_label(section.control),
        "players": section.player_count,  # type: ignore[attr-defined]
        "rounds": frame.round_links(),
        "running": running,
        "round": newest,
        "numbered": newest is not None and newest.kind == RoundKind.ROUND,
        "coming": frame.coming if not running else None,
        "round_name": _round_name(newest),
        "round_url": frame.round_url(newest) if newest is not None else "",
        "ended": newest is not None and not running and newest.number == section.rounds_planned,
        "boards": now.boards,
        "finished": now.finished,
        "top": [board_line(frame, pairing, {}, "") for pairing in top_boards],
        "leaders": _leaders(frame),
        "way_in": way_in(frame, entry_door(section, timezone.now())),
        "standings_url": frame.url("standings") if section.system.ranked and newest is not None else "",
        "tabs": [tab for tab in frame.tabs if tab.url not in (frame.url("standings"), _round_url(frame))],
    }


def _round_name(round_: Round | None) -> str:
    if round_ is None:
        return ""
    return gettext("Games") if round_.kind == RoundKind.SCHEDULE else round_name(round_.number)


def _round_url(frame: SectionFrame) -> str:
    return frame.round_url(frame.newest) if frame.newest is not None else ""


def _leaders(frame: SectionFrame) -> list[dict[str, object]]:
    """Return the first of the table; `change`: places won since the previous round, below 0 lost."""
    if not frame.section.system.ranked or frame.newest is None:
        return []
    if frame.section.system.teams:
        return team_leaders(frame, LEADERS)
    first = [row for row in standings_of(frame.section).rows[:LEADERS] if row.row.points]
    changes = movement(frame.section, first, frame.newest.number) if first else {}
    return [
        {
            "rank": row.place,
            "seat": seat(frame, row.registration),
            "points": row.points,
            "change": changes.get(row.registration.pk, 0),
            "places": abs(changes.get(row.registration.pk, 0)),
        }
        for row in first
    ]


def _next_start(frames: Sequence[SectionFrame]) -> dict[str, object] | None:
    """Return the next round to begin, of the public and planned ones."""
    now = timezone.now()
    waiting = [start for start in _starts(frames) if start["waits"] and start["at"] > now]
    return min(waiting, key=lambda start: start["at"], default=None)


def _schedule(frames: Sequence[SectionFrame]) -> list[tuple[object, list[dict[str, Any]]]]:
    """Return the rounds with a known start, by days of the event's clock."""
    starts = sorted(_starts(frames), key=lambda start: start["at"])
    return [(day, list(group)) for day, group in groupby(starts, lambda start: timezone.localtime(start["at"]).date())]


def _starts(frames: Sequence[SectionFrame]) -> Iterator[dict[str, Any]]:
    """Yield the starts of published and planned rounds. `waits`: it has not begun."""
    for section_frame in frames:
        section = section_frame.section_name if len(frames) > 1 else ""
        for round_ in section_frame.all_rounds:
            if round_.starts_at is not None and round_.status != RoundStatus.DRAFT:
                yield {
                    "at": round_.starts_at,
                    "section": section,
                    "round": _round_name(round_),
                    "url": section_frame.round_url(round_),
                    "over": round_.status == RoundStatus.CLOSED,
                    "waits": round_.status == RoundStatus.PUBLISHED,
                }
        for planned in section_frame.planned:
            yield {"at": planned.starts_at, "section": section, "round": round_name(planned.number), "waits": True}


def _officials(frame: EventFrame) -> list[tuple[object, list[str]]]:
    return [
        (ROLE_NAMES[role], [name for _, name in group])
        for role, group in groupby(officials_of(frame.event), lambda pair: pair[0])
    ]


# The page of one game of an event, and the game as a file.


@require_safe
@shared_page
def game(request: HttpRequest, slug: str, game_id: int) -> HttpResponse:
    """The viewer.  `ply`, `bottom` and `notation` say what is shown; htmx gets the changing part alone."""
    board = find_board(request, slug, game_id)
    viewer = Viewer(board.game, ViewerOptions.asked(request.GET))
    context = viewer_context(request, board, viewer) | {"share": share_of(slug, viewer)}
    if wants_part(request):
        return render(request, "components/game.html", context)
    frame = SectionFrame(request, actor_of(request), board.section, "round")
    form = spec_of(board.game.game).file
    context |= {
        **frame.context(),
        "picture": Picture(reverse("game_card", args=[slug, board.game.pk]), board.game.digest, pair_of(board.game)),
        "phase_name": phase_name(board.game.phase),
        "round_name": round_name(board.pairing.round.number),
        "round_url": frame.round_url(board.pairing.round),
        "board_number": board.pairing.board,
        "opening": drawn_opening(board.pairing),
        "live_url": reverse("live-board", args=[slug, board.game.pk]) if is_live(board.game) else "",
        "clocks_url": reverse("game-clocks", args=[slug, board.game.pk]) if clocks_recorded(board.game) else "",
        "sheet_url": reverse("own-sheet", args=[slug, board.game.pk]) if _plays(request, board) else "",
        "file_form": form.upper(),
        "file_url": reverse("game_file", args=[slug, board.game.pk, form]),
    }
    return render(request, "portal/game.html", context)


def _plays(request: HttpRequest, board: GamePage) -> bool:
    """Return whether the visitor is one of the two players, who keep score sheets."""
    return request.user.is_authenticated and bool(hooks.standing_of(actor_of(request), board.game).sides)


@require_safe
def file(request: HttpRequest, slug: str, game_id: int, form: str) -> HttpResponse:
    """Return the game as PGN (chess, tavreli) or PDN (draughts)."""
    board = find_board(request, slug, game_id)
    require_found(spec_of(board.game.game).file == form)
    return game_file(board.game, tags_of_board(board.pairing, event_tag(board.section)))
