"""Public pages: events, rounds, standings, crosstables, players, games."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from entries.selectors.online_entries import entry_door, terms_of, waiting_list
from entries.views.online_entries import way_in
from games.models.game import TrackingLevel
from games.views.caching import shared_page, tagged, unchanged
from games.views.pictures import Picture
from games.views.requests import or_404
from people.views.people import with_meetings
from ratings.views.federation import published_norms
from tavleya.tiebreaks.table import points_text, signed_points
from tournaments.adjusted import adjustments_in
from tournaments.hooks import category_links, downloads
from tournaments.models.player import Registration
from tournaments.models.round import RoundKind, RoundStatus
from tournaments.names import bye_name, status_name
from tournaments.selectors.persons import PlayerCard, player_card
from tournaments.selectors.rounds import RoundView, live_standings
from tournaments.selectors.standings import crosstable_of, points_before, standings_of
from tournaments.selectors.swiss import early_withdrawals
from tournaments.views.boards import asked_after, card_line, round_selector, shown_round
from tournaments.views.frame import SectionFrame, finality_text, language, round_name
from tournaments.views.seats import page_of, play_off_notes, seat
from tournaments.views.tables import (
    CrosstableMarkup,
    TableKind,
    board_line,
    columns,
    line,
    rows_markup,
    table_title,
    workings,
)
from tournaments.views.teams import grouped

_CACHE_SECONDS = 60 * 60


@require_safe
def section(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the section's most relevant page: the current round, the final standings, or the players."""
    frame = SectionFrame.of(request, slug, section_slug, "section")
    newest = frame.newest
    if newest is None:
        return redirect(frame.url("players"))
    if newest.status == RoundStatus.CLOSED and frame.section.system.ranked:
        return redirect(frame.url("standings"))
    return redirect(frame.round_url(newest))


@require_safe
def round_page(request: HttpRequest, slug: str, section_slug: str, number: int | None = None) -> HttpResponse:
    """Show pairings and results; `q` selects the boards of players by a part of their name."""
    frame = SectionFrame.of(request, slug, section_slug, "round")
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    view = shown_round(frame, number)
    if (page := page_of(frame.section.system.round_page)) is not None:
        return tagged(request, page(request, frame, number), frame.etag)
    q = request.GET.get("q", "").strip()
    points = {key: points_text(own) for key, own in points_before(frame.section, number).items()}
    lines = [board_line(frame, board, points, bye_name(board.bye) if board.bye else "") for board in view.boards]
    lines = with_meetings(view.boards, lines)
    context = {
        **frame.live_context(),
        "round": view.round,
        "round_name": round_name(number),
        "status_name": status_name(view.round.status),
        "rounds": frame.round_links(view.round),
        "unfinished": view.missing if view.round.status == RoundStatus.PLAYING else 0,
        "groups": grouped(frame, view.boards, [line for line in lines if _matches(line.search, q)]),
        "free": [seat(frame, entry) for entry in view.free if _matches(seat(frame, entry).search, q)],
        "show_points": bool(points),
        "boards_url": _wall_url(frame, view),
        "downloads": downloads(frame.section, "round", view.round, ""),
        "q": q,
    }
    return tagged(request, render(request, "portal/round.html", context), frame.etag)


def _wall_url(frame: SectionFrame, view: RoundView) -> str:
    """Return the URL of the page of all boards, if moves are recorded live."""
    live = any(board.game is not None and board.game.tracking == TrackingLevel.LIVE for board in view.boards)
    if not live or view.round.number is None:
        return ""
    return reverse("round_boards", args=[frame.event.slug, frame.section.slug, view.round.number])


def _matches(text: str, query: str) -> bool:
    """Return whether the text contains every word of the query, ignoring case and ё."""
    folded = _folded(text)
    return all(word in folded for word in _folded(query).split())


def _folded(text: str) -> str:
    return text.casefold().replace("ё", "е")


@require_safe
def standings(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the current standings, or with `after=<n>` those after that round."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    frame.require_table()
    after = asked_after(frame, request.GET.get("after", ""))
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    if (page := page_of(frame.section.system.standings_page)) is not None:
        return tagged(request, page(request, frame, after), frame.etag)
    context = {
        **frame.live_context(),
        "after": after,
        "title": table_title(TableKind.STANDINGS, frame.all_rounds, after),
        "round_choices": round_selector(frame, after),
        "table": _table(frame, after),
        "now_url": frame.url("standings"),
        "live_url": frame.url("live_standings"),
        "all_url": frame.url("standings"),
        "categories": category_links(frame.section, ""),
        "downloads": downloads(frame.section, "standings", None, f"?after={after}" if after else ""),
    }
    return tagged(request, render(request, "portal/standings.html", context), frame.etag)


def _table(frame: SectionFrame, after: int | None) -> str:
    """Return the table as HTML, cached for visitors for each version of the section, as its ETag.

    A signed-in user has a marked line, so their page is not cached.
    """
    shared = not frame.request.user.is_authenticated
    key = f"standings-table:{frame.etag}"
    cached: str | None = cache.get(key) if shared else None
    if cached is not None:
        return mark_safe(cached)  # noqa: S308 (made by a template)
    view = standings_of(frame.section, after_round=after)
    federations = any(row.registration.player.federation for row in view.rows)
    ratings = any(row.registration.rating for row in view.rows)
    lines = [line(frame, row) for row in view.rows]
    context = {
        "finality": finality_text(frame.section, view) if after is None else None,
        "columns": columns(view.tiebreaks),
        "rows": rows_markup(lines, federations=federations, ratings=ratings),
        "federations": federations,
        "ratings": ratings,
        "dropped": view.dropped,
        "expelled": [seat(frame, row.registration) for row in view.expelled],
        "early": [
            seat(frame, registration)
            for registration in early_withdrawals(frame.section, [row.registration for row in view.rows])
        ]
        if after is None
        else (),
        "adjustments": _adjustments(frame, after),
        "play_offs": play_off_notes(frame.section, view.rows),
    }
    table = render_to_string("components/standings_table.html", context, frame.request)
    if shared:
        cache.set(key, str(table), _CACHE_SECONDS)
    return table


def _adjustments(frame: SectionFrame, after: int | None) -> list[dict[str, object]]:
    """Return the points changed by penalties, up to a round."""
    return [
        {
            "name": adjustment.registration.player.name_in(language()),
            "points": signed_points(adjustment.half_points),
            "round": round_name(adjustment.round),
            "board": adjustment.board,
            "article": adjustment.article,
            "ruling": adjustment.ruling,
        }
        for adjustment in adjustments_in(frame.section)
        if after is None or (adjustment.round or 0) <= after
    ]


def _next_board(frame: SectionFrame, card: PlayerCard) -> dict[str, object] | None:
    """Return the player's current or next board: the last one without a result."""
    open_lines = [line for line in card.lines if line.side and line.opponent and not line.mark]
    if not open_lines:
        return None
    line = open_lines[-1]
    assert line.side is not None
    assert line.opponent is not None
    return {
        "round": round_name(line.pairing.round.number),
        "url": frame.round_url(line.pairing.round),
        "board": board_line(frame, line.pairing, {}, ""),
        "side": line.side.value,
        "opponent": seat(frame, line.opponent),
        "starts_at": line.pairing.round.starts_at,
    }


@require_safe
def crosstable(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    frame = SectionFrame.of(request, slug, section_slug, "crosstable")
    frame.require_table()
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    table = crosstable_of(frame.section)
    markup = CrosstableMarkup(frame, table)
    context = {
        **frame.live_context(),
        "title": table_title(TableKind.CROSSTABLE, frame.all_rounds),
        "heads": markup.heads,
        "rows": markup.rows,
        "columns": columns(table.tiebreaks),
        "early": [
            seat(frame, registration)
            for registration in early_withdrawals(frame.section, [row.standing.registration for row in table.rows])
        ],
        "downloads": downloads(frame.section, "crosstable", None, ""),
    }
    return tagged(request, render(request, "portal/crosstable.html", context), frame.etag)


@require_safe
@shared_page
def players(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the starting list."""
    frame = SectionFrame.of(request, slug, section_slug, "players")
    q = request.GET.get("q", "").strip()
    registrations = Registration.objects.filter(section=frame.section).select_related("player").order_by("number")
    seats = [seat(frame, registration) for registration in registrations]
    context = {
        **frame.context(),
        "players": [seat for seat in seats if _matches(seat.search, q)],
        "federations": any(seat.federation for seat in seats),
        "ratings": any(seat.rating for seat in seats),
        "downloads": downloads(frame.section, "players", None, ""),
        "way_in": way_in(frame, entry_door(frame.section, timezone.now())),
        "waiting": _waiting(frame, q),
        "q": q,
    }
    return render(request, "portal/players.html", context)


def _waiting(frame: SectionFrame, q: str) -> list[dict[str, object]]:
    """Return the waiting list of online entries; empty after the first pairing."""
    if terms_of(frame.section) is None or frame.all_rounds:
        return []
    return [
        {
            "number": number,
            "name": entry.full_name,
            "title": entry.title,
            "federation": entry.federation,
            "rating": rating.rating if (rating := frame.section.rating_of(entry.ratings)) else None,
        }
        for number, entry in enumerate(waiting_list(frame.section), start=1)
        if _matches(entry.full_name, q)
    ]


@require_safe
def player(request: HttpRequest, slug: str, section_slug: str, number: int) -> HttpResponse:
    """Show one player's card: results by round, colours, opponents, running score."""
    frame = SectionFrame.of(request, slug, section_slug, "players")
    registration = or_404(
        Registration.objects.filter(section=frame.section, number=number)
        .select_related("player", "section__event")
        .first()
    )
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    card = player_card(registration)
    standing = card.standing
    context = {
        **frame.live_context(),
        "picture": Picture(
            reverse("player_card", args=[slug, section_slug, number]),
            frame.version,
            registration.player.name_in(language()),
        ),
        "player": seat(frame, registration),
        "person": registration.player,
        "place": standing.place if standing.row.points or standing.row.played else "",
        "total": standing.points,
        "played": standing.row.played,
        "numbered": any(line.pairing.round.number for line in card.lines),
        "games": [card_line(frame, line) for line in card.lines],
        "next": _next_board(frame, card),
        "norms": published_norms(registration, language()),
        "workings": workings(frame, standings_of(frame.section, explained=True), registration),
    }
    return tagged(request, render(request, "portal/player.html", context), frame.etag)


@require_safe
def live(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """Show the live standings: players, number of finished games, changes of places."""
    frame = SectionFrame.of(request, slug, section_slug, "standings")
    if (response := unchanged(request, frame.etag)) is not None:
        return response
    view = live_standings(frame.section)
    current = view.round
    context = {
        **frame.live_context(),
        "round_name": round_name(current.number) if current and current.kind == RoundKind.ROUND else "",
        "round_url": frame.round_url(current) if current else "",
        "finished": view.finished,
        "boards": view.boards,
        "rows": [
            {"line": line(frame, row.row), "playing": row.playing, "change": row.change, "steps": abs(row.change or 0)}
            for row in view.rows
        ],
        "all_url": frame.url("standings"),
    }
    return tagged(request, render(request, "portal/live_standings.html", context), frame.etag)
