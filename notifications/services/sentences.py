"""The texts of each kind of message for each reader, in the active language."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from games.states import state_of
from notifications.models import Notice
from notifications.services.kinds import (
    ANNOUNCEMENT,
    CALL,
    DISPUTED,
    ENTERED,
    NEW_ENTRY,
    PAIRINGS,
    RESULT,
    RESUMPTION,
    RULING,
    STANDINGS,
    Listener,
    Story,
    Text,
)
from tavleya import languages
from tavleya.hooks import QuestionByKind
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, Result
from tournaments.models.entry import Entry, EntryState
from tournaments.models.event import Event, in_language
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player, Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name

#: The story of what was noted; None where it does not hold any more.  Apps above register their kinds.
story_of: QuestionByKind[[Notice], Story | None] = QuestionByKind(None)


def _language() -> str:
    return (get_language() or languages.DEFAULT).split("-")[0]


def _name(player: Player) -> str:
    return player.name_in(_language())


def place_of(section: Section) -> str:
    return f"{section.name_in(_language())}, {section.event.name_in(_language())}"


def _round_name(number: int | None) -> str:
    return gettext("Games") if number is None else gettext("Round %(number)s") % {"number": number}


def _board(pairing: Pairing) -> str:
    return gettext("board %(board)s") % {"board": pairing.board}


def time_of(at: datetime, now: datetime) -> str:
    """Return the time, with the date unless it is today."""
    instant, today = timezone.localtime(at), timezone.localtime(now).date()
    return date_format(instant, "H:i" if instant.date() == today else "j E, H:i")


def _line(first: str, *others: str) -> str:
    rest = ", ".join(name for name in others if name)
    return f"{first}: {rest}" if rest else first


def _round_path(row: Round) -> str:
    section = row.section
    if row.number is None:
        return reverse("schedule", args=[section.event.slug, section.slug])
    return reverse("round", args=[section.event.slug, section.slug, row.number])


def _of_section(to: Listener, section: Section) -> bool:
    """Return whether a subscription without a player is for this section, or the whole event."""
    return to.row.section_id in (None, section.pk)


def is_public(section: Section) -> bool:
    return section.archived_at is None and section.event.published and section.event.archived_at is None


def pairings_of(keys: object) -> list[Pairing]:
    rows = Pairing.objects.filter(pk__in=keys if isinstance(keys, list) else [keys])
    rows = rows.exclude(round__status=RoundStatus.DRAFT)
    pairings = rows.select_related("round__section__event", "white__player", "black__player", "game")
    return [pairing for pairing in pairings if is_public(pairing.round.section)]


def _players(pairing: Pairing) -> Iterator[Player]:
    yield pairing.white.player
    if pairing.black is not None:
        yield pairing.black.player


# Pairings


def _pairings(notice: Notice) -> Story | None:
    row = Round.objects.filter(pk=notice.facts["round"]).exclude(status=RoundStatus.DRAFT)
    round_ = row.select_related("section__event").first()
    if round_ is None or not is_public(round_.section):
        return None
    boards: dict[int, list[Pairing]] = {}
    for pairing in round_.pairings.select_related("white__player", "black__player").order_by("board"):
        for player in _players(pairing):
            boards.setdefault(player.pk, []).append(pairing)
    starts = round_.starts_at or round_.section.planned_start(round_.number)

    def story(to: Listener) -> Iterator[Text]:
        head, path = _round_name(round_.number), _round_path(round_)
        # The start is not mentioned: then it may be at once.
        needed = starts or notice.made_at
        hour = time_of(starts, notice.made_at) if starts else ""
        place = place_of(round_.section)
        if to.player_id is not None:
            for pairing in boards.get(to.player_id, [])[:1]:
                own_seat = _own_seat(pairing, to.player_id) if to.row.own else _seat(pairing)
                yield Text(_line(head, *own_seat, hour), place, path, f"round {round_.pk}", needed)
        elif _of_section(to, round_.section):
            title = gettext("%(round)s: pairings published") % {"round": head}
            yield Text(title, ", ".join(filter(None, (place, hour))), path, f"round {round_.pk}", needed)

    return story


def _own_seat(pairing: Pairing, player: int) -> tuple[str, ...]:
    if pairing.black is None:
        return (bye_name(pairing.bye),)
    white = pairing.white.player_id == player
    opponent = pairing.black.player if white else pairing.white.player
    return (_board(pairing), gettext("White") if white else gettext("Black"), _name(opponent))


def _seat(pairing: Pairing) -> tuple[str, ...]:
    if pairing.black is None:
        return (_name(pairing.white.player), bye_name(pairing.bye))
    return (_meeting(pairing), _board(pairing))


def _meeting(pairing: Pairing) -> str:
    return " – ".join(_name(player) for player in _players(pairing))


# Events at boards


def _results(notice: Notice) -> Story:
    boards: dict[int, list[Pairing]] = {}
    for pairing in pairings_of(notice.facts["pairing"]):
        for player in _players(pairing):
            boards.setdefault(player.pk, []).append(pairing)

    def story(to: Listener) -> Iterator[Text]:
        for pairing in boards.get(to.player_id or 0, []):
            title = _line(_round_name(pairing.round.number), _meeting(pairing), _result(pairing))
            yield Text(title, place_of(pairing.round.section), _round_path(pairing.round), f"result {pairing.pk}")

    return story


def _result(pairing: Pairing) -> str:
    if not pairing.result:
        return gettext("result withdrawn")
    marks = FACTS[Result(pairing.result)].shown
    return f"{marks[0]}\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}{marks[1]}"


def _disputed(notice: Notice) -> Story | None:
    boards = [pairing for pairing in pairings_of(notice.facts["pairing"]) if not pairing.result]
    return at_board(boards, notice, lambda: gettext("the two players reported different results"), "disputed")


def _ruling(notice: Notice) -> Story | None:
    boards = pairings_of(notice.facts["pairing"])
    return at_board(boards, notice, lambda: gettext("the arbiter has made a ruling"), "ruling")


def _call(notice: Notice) -> Story | None:
    """Return the story of a call, None if the call is answered."""
    boards = [
        pairing for pairing in pairings_of(notice.facts["pairing"]) if pairing.game is not None and pairing.game.calls
    ]
    return at_board(boards, notice, lambda: gettext("an arbiter is called to the board"), "call")


def at_board(
    boards: list[Pairing], notice: Notice, say: Callable[[], str], subject: str, desk: str = ""
) -> Story | None:
    """Return the story for the players of one board and for officials; `desk` is the officials' page."""
    if not boards:
        return None
    (pairing,) = boards
    players = {player.pk for player in _players(pairing)}
    section = pairing.round.section

    def story(to: Listener) -> Iterator[Text]:
        if to.row.user_id is None and to.player_id not in players:
            return
        title = _line(f"{_round_name(pairing.round.number)}, {_board(pairing)}", say())
        body = f"{_meeting(pairing)}\n{place_of(section)}"
        path = desk or reverse("desk_results_now", args=[section.event.slug, section.slug])
        path = path if to.row.user_id is not None else _round_path(pairing.round)
        yield Text(title, body, path, f"{subject} {pairing.pk}", notice.made_at)

    return story


def _resumption(notice: Notice) -> Story | None:
    boards = pairings_of(notice.facts["pairing"])
    if not boards or boards[0].game is None:
        return None
    (pairing,) = boards
    assert pairing.game is not None
    state = state_of(pairing.game)
    due = datetime.fromisoformat(str(notice.facts["due"]))
    if state.phase != GamePhase.ADJOURNED or state.adjourned is None or state.adjourned.due is None:
        return None
    if datetime.fromtimestamp(state.adjourned.due / 1000, UTC) != due:
        return None  # rescheduled, and another notice reports that
    players, place = {player.pk for player in _players(pairing)}, state.adjourned.place

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id in players:
            text = gettext("Your adjourned game is resumed at %(time)s") % {"time": time_of(due, notice.due_at)}
            body = ", ".join(player for player in (_meeting(pairing), place) if player)
            yield Text(
                text,
                f"{body}\n{place_of(pairing.round.section)}",
                _round_path(pairing.round),
                f"resumption {pairing.pk}",
                due,
            )

    return story


# Standings, the hall, entries


def _standings(notice: Notice) -> Story | None:
    rows = Section.objects.filter(pk=notice.facts["section"], final_digest=notice.facts["digest"])
    section = rows.exclude(final_at=None).select_related("event").first()
    if section is None or not is_public(section):
        return None
    players = set(section.registrations.values_list("player", flat=True))

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id in players or (to.player_id is None and _of_section(to, section)):
            title = gettext("The standings are final: %(section)s") % {"section": section.name_in(_language())}
            path = reverse("standings", args=[section.event.slug, section.slug])
            yield Text(title, section.event.name_in(_language()), path, f"standings {section.pk}")

    return story


def _announcement(notice: Notice) -> Story | None:
    event = Event.objects.filter(pk=notice.event_id, published=True, archived_at=None).first()
    if event is None or not event.announcement:
        return None

    def story(to: Listener) -> Iterator[Text]:
        text = in_language(event.announcement, _language(), event.languages)
        if text:
            path = reverse("event", args=[event.slug])
            yield Text(text, event.name_in(_language()), path, f"announcement {event.pk}", notice.made_at)

    return story


def _new_entry(notice: Notice) -> Story | None:
    rows = Entry.objects.filter(pk=notice.facts["entry"], state=EntryState.PENDING)
    entry = rows.select_related("section__event").first()
    if entry is None:
        return None
    section = entry.section

    def story(to: Listener) -> Iterator[Text]:
        path = reverse("desk_entries", args=[section.event.slug, section.slug])
        title = gettext("An entry is waiting for a decision: %(name)s") % {"name": entry.full_name}
        yield Text(title, place_of(section), path, f"entries {section.pk}")

    return story


def _entered(notice: Notice) -> Story | None:
    """Return the story for followers of the person who do not know of this player's entry."""
    rows = Registration.objects.filter(player=notice.facts["player"], status=RegistrationStatus.ACTIVE)
    registrations = rows.select_related("section__event", "player").order_by("section")
    entries = [
        registration
        for registration in registrations
        if is_public(registration.section) and registration.player.on_person_page
    ]
    if not entries:
        return None
    first, player = entries[0], entries[0].player
    event = first.section.event

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id != player.pk or player.pk in to.row.players_told:
            return
        text = gettext("%(name)s plays in %(event)s")
        title = text % {"name": _name(player), "event": event.name_in(_language())}
        starts = date_format(event.starts_on, "j E Y") if event.starts_on else ""
        sections = [entry.section.name_in(_language()) for entry in entries]
        path = reverse("player", args=[event.slug, first.section.slug, first.number])
        yield Text(title, ", ".join(filter(None, [*sections, starts])), path, f"entered {player.pk}")

    return story


for _kind, _story in {
    PAIRINGS: _pairings,
    RESULT: _results,
    DISPUTED: _disputed,
    CALL: _call,
    RULING: _ruling,
    RESUMPTION: _resumption,
    STANDINGS: _standings,
    ANNOUNCEMENT: _announcement,
    NEW_ENTRY: _new_entry,
    ENTERED: _entered,
}.items():
    story_of.register(_kind, _story)
