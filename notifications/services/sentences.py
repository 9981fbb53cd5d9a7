"""The texts of each kind of message for each reader, in the active language."""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext

from games.states import state_of
from notifications.services.kinds import CALL, ENTERED
from tavleya.record.entries import GamePhase
from tavleya.record.results import FACTS, Result
from tournaments.models.entry import Entry, EntryState
from tournaments.models.event import Event, in_language
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, RegistrationStatus
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.names import bye_name
from tournaments.notices import (
    Listener,
    Occasion,
    Story,
    Text,
    at_board,
    board_name,
    is_public,
    meeting,
    name_of,
    pairings_of,
    place_of,
    players_of,
    reader_language,
    round_name,
    round_path,
    time_of,
    title_line,
)


def _of_section(to: Listener, section: Section) -> bool:
    """Return whether a subscription without a player is for this section, or the whole event."""
    return to.section_id in (None, section.pk)


# Pairings


def _pairings(occasion: Occasion) -> Story | None:
    """Return the story of a published round, or of boards of it where other players sit now."""
    changed = pairings_of(occasion.facts.get("pairing", []))
    key = changed[0].round_id if changed else occasion.facts.get("round", 0)
    rounds = Round.objects.filter(pk=key).exclude(status=RoundStatus.DRAFT)
    round_ = rounds.select_related("section__event").first()
    if round_ is None or not is_public(round_.section):
        return None
    boards: dict[int, list[Pairing]] = {}
    for pairing in changed or round_.pairings.select_related("white__player", "black__player").order_by("board"):
        for player in players_of(pairing):
            boards.setdefault(player.pk, []).append(pairing)
    starts = round_.starts_at or round_.section.planned_start(round_.number)

    def story(to: Listener) -> Iterator[Text]:
        head, path = round_name(round_.number), round_path(round_)
        # The start is not mentioned: then it may be at once.
        needed = starts or occasion.made_at
        hour = time_of(starts, occasion.made_at) if starts else ""
        place = place_of(round_.section)
        if to.player_id is not None:
            for pairing in boards.get(to.player_id, [])[:1]:
                own_seat = _own_seat(pairing, to.player_id) if to.own else _seat(pairing)
                yield Text(title_line(head, *own_seat, hour), place, path, f"round {round_.pk}", needed)
        elif not changed and _of_section(to, round_.section):
            title = gettext("%(round)s: pairings published") % {"round": head}
            yield Text(title, ", ".join(filter(None, (place, hour))), path, f"round {round_.pk}", needed)

    return story


def _own_seat(pairing: Pairing, player: int) -> tuple[str, ...]:
    if pairing.black is None:
        return (bye_name(pairing.bye),)
    white = pairing.white.player_id == player
    opponent = pairing.black.player if white else pairing.white.player
    return (board_name(pairing), gettext("White") if white else gettext("Black"), name_of(opponent))


def _seat(pairing: Pairing) -> tuple[str, ...]:
    if pairing.black is None:
        return (name_of(pairing.white.player), bye_name(pairing.bye))
    return (meeting(pairing), board_name(pairing))


# Events at boards


def _results(occasion: Occasion) -> Story:
    boards: dict[int, list[Pairing]] = {}
    for pairing in pairings_of(occasion.facts["pairing"]):
        for player in players_of(pairing):
            boards.setdefault(player.pk, []).append(pairing)

    def story(to: Listener) -> Iterator[Text]:
        for pairing in boards.get(to.player_id or 0, []):
            title = title_line(round_name(pairing.round.number), meeting(pairing), _result(pairing))
            yield Text(title, place_of(pairing.round.section), round_path(pairing.round), f"result {pairing.pk}")

    return story


def _result(pairing: Pairing) -> str:
    if not pairing.result:
        return gettext("result withdrawn")
    marks = FACTS[Result(pairing.result)].shown
    return f"{marks[0]}\N{NO-BREAK SPACE}–\N{NO-BREAK SPACE}{marks[1]}"


def _disputed(occasion: Occasion) -> Story | None:
    boards = [pairing for pairing in pairings_of(occasion.facts["pairing"]) if not pairing.result]
    return at_board(boards, occasion, lambda: gettext("the two players reported different results"), "disputed")


def _ruling(occasion: Occasion) -> Story | None:
    boards = pairings_of(occasion.facts["pairing"])
    return at_board(boards, occasion, lambda: gettext("the arbiter has made a ruling"), "ruling")


def _call(occasion: Occasion) -> Story | None:
    """Return the story of a call, None if the call is answered."""
    boards = [
        pairing for pairing in pairings_of(occasion.facts["pairing"]) if pairing.game is not None and pairing.game.calls
    ]
    return at_board(boards, occasion, lambda: gettext("an arbiter is called to the board"), "call")


def _resumption(occasion: Occasion) -> Story | None:
    boards = pairings_of(occasion.facts["pairing"])
    if not boards or boards[0].game is None:
        return None
    (pairing,) = boards
    assert pairing.game is not None
    state = state_of(pairing.game)
    due = datetime.fromisoformat(str(occasion.facts["due"]))
    if state.phase != GamePhase.ADJOURNED or state.adjourned is None or state.adjourned.due is None:
        return None
    if datetime.fromtimestamp(state.adjourned.due / 1000, UTC) != due:
        return None  # rescheduled, and another notice reports that
    players, place = {player.pk for player in players_of(pairing)}, state.adjourned.place

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id in players:
            text = gettext("Your adjourned game is resumed at %(time)s") % {"time": time_of(due, occasion.due_at)}
            body = ", ".join(part for part in (meeting(pairing), place) if part)
            yield Text(
                text,
                f"{body}\n{place_of(pairing.round.section)}",
                round_path(pairing.round),
                f"resumption {pairing.pk}",
                due,
            )

    return story


# Standings, the hall, entries


def _standings(occasion: Occasion) -> Story | None:
    rows = Section.objects.filter(pk=occasion.facts["section"], final_digest=occasion.facts["digest"])
    section = rows.exclude(final_at=None).select_related("event").first()
    if section is None or not is_public(section):
        return None
    players = set(section.registrations.values_list("player", flat=True))

    def story(to: Listener) -> Iterator[Text]:
        if to.player_id in players or (to.player_id is None and _of_section(to, section)):
            title = gettext("The standings are final: %(section)s") % {"section": section.name_in(reader_language())}
            path = reverse("standings", args=[section.event.slug, section.slug])
            yield Text(title, section.event.name_in(reader_language()), path, f"standings {section.pk}")

    return story


def _announcement(occasion: Occasion) -> Story | None:
    event = Event.objects.filter(pk=occasion.facts["event"], published=True, archived_at=None).first()
    if event is None or not event.announcement:
        return None

    def story(to: Listener) -> Iterator[Text]:
        text = in_language(event.announcement, reader_language(), event.languages)
        if text:
            path = reverse("event", args=[event.slug])
            yield Text(text, event.name_in(reader_language()), path, f"announcement {event.pk}", occasion.made_at)

    return story


def _new_entry(occasion: Occasion) -> Story | None:
    rows = Entry.objects.filter(pk=occasion.facts["entry"], state=EntryState.PENDING)
    entry = rows.select_related("section__event").first()
    if entry is None:
        return None
    section = entry.section

    def story(to: Listener) -> Iterator[Text]:
        path = reverse("desk_entries", args=[section.event.slug, section.slug])
        title = gettext("An entry is waiting for a decision: %(name)s") % {"name": entry.full_name}
        yield Text(title, place_of(section), path, f"entries {section.pk}")

    return story


def _entered(occasion: Occasion) -> Story | None:
    """Return the story for followers of the person who do not know of this player's entry."""
    rows = Registration.objects.filter(player=occasion.facts["player"], status=RegistrationStatus.ACTIVE)
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
        if to.player_id != player.pk or player.pk in to.players_told:
            return
        text = gettext("%(name)s plays in %(event)s")
        title = text % {"name": name_of(player), "event": event.name_in(reader_language())}
        starts = date_format(event.starts_on, "j E Y") if event.starts_on else ""
        sections = [entry.section.name_in(reader_language()) for entry in entries]
        path = reverse("player", args=[event.slug, first.section.slug, first.number])
        yield Text(title, ", ".join(filter(None, [*sections, starts])), path, f"entered {player.pk}")

    return story


#: The stories of kinds that no app above has: those of tournaments, games and entries.
STORIES: Mapping[str, Callable[[Occasion], Story | None]] = MappingProxyType(
    {
        "pairings": _pairings,
        "result": _results,
        "disputed": _disputed,
        CALL: _call,
        "ruling": _ruling,
        "resumption": _resumption,
        "standings": _standings,
        "announcement": _announcement,
        "new_entry": _new_entry,
        ENTERED: _entered,
    }
)
