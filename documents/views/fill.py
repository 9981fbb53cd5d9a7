"""The contents of documents, filled with data of the selectors, in the reader's language."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from types import MappingProxyType

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from clocks.labels import control_label
from documents.selectors.prizes import category_table
from games.templatetags.tavleya import day, result
from tavleya.actors import Role
from tavleya.documents.contents import (
    Badge,
    Badges,
    BoardRow,
    Certificate,
    Certificates,
    CrosstableDocument,
    GameSlip,
    Head,
    ListDocument,
    Pairings,
    Person,
    Seating,
    Seatings,
    Slips,
    StandingsDocument,
    StandingsLine,
    StartingList,
    TableCard,
    TableCards,
    TieBreakColumn,
)
from tavleya.formats.names import alphabetical, split_name
from tavleya.messages import N_
from tavleya.rules.contract import Figure
from tavleya.rules.registry import rules_for, spec_of
from tavleya.tiebreaks import tiebreak
from tournaments.forms.events import ROLE_NAMES
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name, listed_name
from tournaments.selectors.events import planned_rounds
from tournaments.selectors.finality import finality
from tournaments.selectors.match_centre import officials_of
from tournaments.selectors.rounds import RoundView, round_view
from tournaments.selectors.standings import CrosstableCell, StandingsRow, crosstable_of, standings_of
from tournaments.views.contents import event_facts, head, moment
from tournaments.views.frame import language, round_name, tiebreak_name, value_texts
from tournaments.views.opening_draws import drawn_opening
from tournaments.views.seats import play_off_notes
from tournaments.views.tables import TableKind, letter_of, table_title

DRAFT, PROVISIONAL, FINAL, PUBLISHED = N_("Draft"), N_("Provisional"), N_("Final"), N_("Published")
_STATES: Mapping[str, str] = {
    RoundStatus.DRAFT: DRAFT,
    RoundStatus.PUBLISHED: PUBLISHED,
    RoundStatus.PLAYING: PROVISIONAL,
    RoundStatus.CLOSED: FINAL,
}


# The head of a page


def table_facts(section: Section, after: int | None = None) -> str:
    """Return `event_facts`, and the start of the round after the table."""
    next_round = next(iter(planned_rounds(section, section.rounds.all())), None)
    words = ""
    if next_round is not None and after in (None, next_round.number - 1):
        words = gettext("%(round)s starts %(time)s") % {
            "round": round_name(next_round.number),
            "time": moment(next_round.starts_at, section.event),
        }
    return " · ".join(filter(None, (event_facts(section.event), words)))


def round_head(row: Round, section: Section, title: str, now: datetime) -> Head:
    facts = " · ".join(filter(None, (section.event.place, round_time(row, section.event))))
    draft = row.status == RoundStatus.DRAFT
    state = gettext(_STATES[row.status])
    return head(section.event, section, title, now, facts=facts, state=state, draft=draft)


def round_time(row: Round, event: Event) -> str:
    return moment(row.starts_at, event) if row.starts_at is not None else day(row.played_on)


# People


def person(registration: Registration, points: str = "") -> Person:
    player = registration.player
    return Person(
        registration.number,
        listed_name(player, language()),
        player.title,
        registration.rating,
        player.federation,
        points,
    )


def points_before(section: Section, number: int | None) -> dict[int, str]:
    """Return the points before the round, as on a pairing sheet; empty before round 2."""
    if number is None or number < 2 or not section.system.ranked:
        return {}
    before = standings_of(section, after_round=number - 1)
    return {row.registration.pk: row.points for row in before.everybody}


# A round


def pairings(section: Section, view: RoundView, now: datetime) -> Pairings:
    points = points_before(section, view.round.number)
    boards = tuple(
        BoardRow(
            board.board,
            person(board.white, points.get(board.white_id, "")),
            person(board.black, points.get(board.black.pk, "")) if board.black else None,
            result(board.result),
            bye_name(board.bye) if board.bye else "",
        )
        for board in view.boards
    )
    title = gettext("%(round)s: pairings by board") % {"round": round_name(view.round.number)}
    return Pairings(round_head(view.round, section, title, now), boards, tuple(map(person, view.free)))


def seatings(section: Section, view: RoundView, now: datetime) -> Seatings:
    """Return all players in alphabetical order."""
    seats = []
    for board in view.boards:
        if board.black is None:
            seats.append(Seating(person(board.white), None, note=bye_name(board.bye)))
            continue
        white, black = person(board.white), person(board.black)
        seats += [Seating(white, board.board, True, black), Seating(black, board.board, False, white)]
    seats += [Seating(person(registration), None, note=gettext("not playing this round")) for registration in view.free]
    seats.sort(key=lambda seat: (alphabetical(seat.person.name), seat.board or 0))
    title = gettext("%(round)s: pairings by name") % {"round": round_name(view.round.number)}
    return Seatings(round_head(view.round, section, title, now), tuple(seats))


def slips(section: Section, view: RoundView, now: datetime, title: str, request: HttpRequest) -> Slips:
    """Return slips for boards with games, each with a link to the board's public page."""
    row, event = view.round, section.event

    def address(pairing: Pairing) -> str:
        if pairing.game_id is None:
            return ""
        return request.build_absolute_uri(reverse("game", args=[event.slug, pairing.game_id]))

    def opening_words(pairing: Pairing) -> str:
        drawn = None if spec_of(section.game).start_varies else drawn_opening(pairing)
        return drawn.words if drawn else ""

    games = tuple(
        GameSlip(
            board.board,
            person(board.white),
            person(board.black),
            address(board),
            opening_words(board),
            *_start(section, board),
        )
        for board in view.boards
        if board.black is not None
    )
    return Slips(
        round_head(row, section, title, now),
        section.game,
        round_name(row.number),
        games,
        control_label(section.control),
        round_time(row, event),
    )


def _start(section: Section, pairing: Pairing) -> tuple[Mapping[str, tuple[Figure, ...]] | None, str]:
    """Return the start position of a board and its name, in a game without a usual position."""
    words = spec_of(section.game).start_words
    if words is None:
        return None, ""
    position = rules_for(section.game, section.rules).position(pairing.start_position or "start")
    return position.figures(), words(position)


def table_cards(section: Section, view: RoundView, now: datetime) -> TableCards:
    cards = tuple(
        TableCard(board.board, white, person(registration))
        for board in view.boards
        for white, registration in ((True, board.white), (False, board.black))
        if registration is not None and board.black is not None
    )
    return TableCards(round_head(view.round, section, gettext("Table cards"), now), cards)


def view_of(section: Section, number: int | None) -> RoundView:
    view = round_view(section, number)
    view.round.section = section
    return view


# Tables


def breakers(codes: Iterable[str]) -> tuple[TieBreakColumn, ...]:
    return tuple(TieBreakColumn(code, tiebreak_name(code), tiebreak(code).article) for code in codes)


def _standings_line(row: StandingsRow, cells: tuple[str, ...] = ()) -> StandingsLine:
    return StandingsLine(
        row.place,
        person(row.registration),
        row.points,
        row.row.played,
        value_texts(row.values),
        cells,
        row.registration.status != RegistrationStatus.ACTIVE,
    )


def standings(section: Section, now: datetime, after: int | None = None) -> StandingsDocument:
    view = standings_of(section, after_round=after)
    title = table_title(TableKind.STANDINGS, section.rounds.all(), after)
    facts = table_facts(section, after)
    page_head = head(section.event, section, title, now, facts=facts, state=table_state(section, after))
    notes = tuple(
        gettext("Places %(places)s were decided by a play-off: %(name)s.")
        % {"places": play_off_note.places, "name": play_off_note.name}
        for play_off_note in play_off_notes(section, view.rows)
    )
    return StandingsDocument(page_head, tuple(map(_standings_line, view.rows)), breakers(view.tiebreaks), notes)


def table_state(section: Section, after: int | None = None) -> str:
    """Return the state of the table: final if declared so; provisional after a round in progress."""
    if after is not None:
        open_rounds = section.rounds.filter(number__lte=after).exclude(status=RoundStatus.CLOSED)
        return gettext(PROVISIONAL) if open_rounds.exists() else ""
    return gettext(FINAL if finality(section, standings_of(section)).final else PROVISIONAL)


def crosstable(section: Section, now: datetime) -> CrosstableDocument:
    table = crosstable_of(section)
    by_round = not table.section.system.predetermined and table.rounds > 0
    count = table.rounds if by_round else len(table.rows)
    rows = tuple(
        _standings_line(
            row.standing,
            tuple(
                " ".join(cell_text(cell, with_opponent=by_round) for cell in cells)
                for cells in (row.by_round if by_round else row.against)
            ),
        )
        for row in table.rows
    )
    page_head = head(
        section.event,
        section,
        table_title(TableKind.CROSSTABLE, section.rounds.all()),
        now,
        facts=table_facts(section),
        state=table_state(section),
    )
    heads = tuple(map(str, range(1, count + 1)))
    return CrosstableDocument(page_head, heads, rows, breakers(table.tiebreaks), diagonal=not by_round)


def cell_text(cell: CrosstableCell, *, with_opponent: bool) -> str:
    """Return `12w1`: the opponent's place, the colour, the result; or the result alone."""
    if with_opponent and cell.place is not None:
        return f"{cell.place}{letter_of(cell.side)}{cell.mark}"
    return cell.text


def starting_list(section: Section, now: datetime) -> StartingList:
    registrations = section.registrations.select_related("player").order_by("number")
    page_head = head(section.event, section, gettext("Starting list"), now, facts=table_facts(section))
    return StartingList(page_head, tuple(map(person, registrations)))


def schedule(section: Section, now: datetime) -> ListDocument:
    """Return the starts of the rounds in the event's time zone; future ones as planned."""
    rounds = [round_ for round_ in section.rounds.order_by("number") if round_.status != RoundStatus.DRAFT]
    starts = [(round_.number, round_.starts_at) for round_ in rounds if round_.starts_at]
    starts += [(round_.number, round_.starts_at) for round_ in planned_rounds(section, rounds)]
    rows = []
    for number, starts_at in starts:
        instant = timezone.localtime(starts_at, section.event.zone)
        rows.append((round_name(number), date_format(instant, "l"), day(instant), f"{instant:%H:%M %Z}"))
    heads = (gettext("Round"), gettext("Day"), gettext("Date"), pgettext("round", "Begins"))
    page_head = head(section.event, section, gettext("Schedule"), now)
    return ListDocument(page_head, heads, tuple(rows), wide=frozenset({0, 1, 2}))


# Badges


def badges(section: Section, now: datetime) -> Badges:
    """Return badges of the players by number, then of all officials of the event."""
    event = section.event
    registrations = (
        section.registrations.filter(status=RegistrationStatus.ACTIVE).select_related("player").order_by("number")
    )
    name = section.name_in(language())
    players = [
        _player_badge(registration.player, "" if name == event.name_in(language()) else name)
        for registration in registrations
    ]
    return Badges(head(event, None, gettext("Badges"), now), (*players, *_officials(event)))


def _player_badge(player: Player, note: str) -> Badge:
    return Badge(player.name_in(language()), gettext("Player"), player.title, player.federation, note)


def _officials(event: Event) -> list[Badge]:
    """Return one badge for each official, with the highest role; the chief first."""
    rows = EventRole.objects.filter(event=event).select_related("user").order_by("user__name", "user__pk")
    order = [role.value for role in (Role.CHIEF_ARBITER, Role.ORGANISER, Role.ARBITER, Role.HELPER, Role.TREASURER)]
    best: dict[int, EventRole] = {}
    for row in sorted(rows, key=lambda row: order.index(row.role)):
        best.setdefault(row.user_id, row)
    return [Badge(row.user.shown_name, str(ROLE_NAMES[Role(row.role)]), official=True) for row in best.values()]


# Certificates of a section, for the first three of its table and of each category.

HONOURED = 3
_SIGNING = (Role.CHIEF_ARBITER, Role.ORGANISER)
_PLACES: Mapping[str, str] = MappingProxyType({"1": N_("First place"), "2": N_("Second place"), "3": N_("Third place")})


def certificates(section: Section, now: datetime) -> Certificates:
    """Return the certificates; all players who share a third place get one, and none before a game has been counted."""
    view = standings_of(section)
    awarded = [_certificate(row, row.place) for row in view.rows if row.row.rank <= HONOURED and row.row.points]
    for category in section.categories.all():
        members = category_table(category, view).members
        awarded += [
            _certificate(member.row, member.place, category.name_in(language()))
            for member in members[:HONOURED]
            if member.row.row.points
        ]
    # Certificates of a final table are put on display: they have no note on its state.
    state = table_state(section) if section.final_at is None else ""
    page_head = head(section.event, section, gettext("Certificates"), now, state=state)
    return Certificates(page_head, tuple(awarded), _signatures(section))


def _certificate(row: StandingsRow, place: str, category: str = "") -> Certificate:
    words = gettext(_PLACES[place]) if place in _PLACES else gettext("Place %(place)s") % {"place": place}
    facts = gettext("%(points)s points, games: %(games)s") % {"points": row.points, "games": row.row.played}
    full_name = row.registration.player.name_in(language())
    name = split_name(full_name)
    shown_name = f"{name.given} {name.family}" if "," in full_name else full_name
    return Certificate(shown_name, f"{words}, {category}" if category else words, facts)


def _signatures(section: Section) -> tuple[tuple[str, str], ...]:
    names = dict(reversed(officials_of(section.event)))
    return tuple((str(ROLE_NAMES[role]), names.get(role, "")) for role in _SIGNING)
