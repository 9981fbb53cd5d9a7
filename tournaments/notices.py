"""Notifications as apps describe them: the story of an act for each reader, and letters about entries.

Apps register both with `tournaments.hooks`; `notifications` sends them, if it is installed.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, gettext

from tavleya import languages
from tournaments.models.pairing import Pairing
from tournaments.models.player import Player
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section


class LetterKind(StrEnum):
    """The subject of an email about an entry: its state, a place on moving up from the waiting list, or a payment."""

    ENTRY = "entry"
    MOVED_UP = "moved_up"
    RECEIPT = "receipt"


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of an email that is rendered when it is sent."""

    address: str
    title: str
    body: str


@dataclass(frozen=True, slots=True)
class Occasion:
    """An act (or an event at `due_at`) that readers may want to know. `facts`: the keys of the rows it is about."""

    facts: Mapping[str, Any]
    made_at: datetime
    due_at: datetime


@dataclass(frozen=True, slots=True)
class Listener:
    """A reader: of a player's messages (`own`: the player), an official (`user_id`), of a section, or of the event.

    `players_told`: for a follower of a person, the keys of the players whose entry they know.
    """

    player_id: int | None
    user_id: int | None = None
    section_id: int | None = None
    own: bool = False
    players_told: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Text:
    """One message. A newer message with the same `subject` replaces it; `path` is its page.

    `needed_by`: it is useless later, so it does not wait for longer quiet hours.
    """

    title: str
    body: str
    path: str
    subject: str
    needed_by: datetime | None = None


#: The messages for one listener, possibly none, in the active language.
Story = Callable[[Listener], Iterable[Text]]


# Phrases that stories share.


def reader_language() -> str:
    return (get_language() or languages.DEFAULT).split("-")[0]


def name_of(player: Player) -> str:
    return player.name_in(reader_language())


def place_of(section: Section) -> str:
    return f"{section.name_in(reader_language())}, {section.event.name_in(reader_language())}"


def round_name(number: int | None) -> str:
    return gettext("Games") if number is None else gettext("Round %(number)s") % {"number": number}


def board_name(pairing: Pairing) -> str:
    return gettext("board %(board)s") % {"board": pairing.board}


def time_of(at: datetime, now: datetime) -> str:
    """Return the time, with the date unless it is today."""
    instant, today = timezone.localtime(at), timezone.localtime(now).date()
    return date_format(instant, "H:i" if instant.date() == today else "j E, H:i")


def title_line(first: str, *others: str) -> str:
    rest = ", ".join(part for part in others if part)
    return f"{first}: {rest}" if rest else first


def round_path(row: Round) -> str:
    section = row.section
    if row.number is None:
        return reverse("schedule", args=[section.event.slug, section.slug])
    return reverse("round", args=[section.event.slug, section.slug, row.number])


def is_public(section: Section) -> bool:
    return section.archived_at is None and section.event.published and section.event.archived_at is None


def pairings_of(keys: object) -> list[Pairing]:
    rows = Pairing.objects.filter(pk__in=keys if isinstance(keys, list) else [keys])
    rows = rows.exclude(round__status=RoundStatus.DRAFT)
    pairings = rows.select_related("round__section__event", "white__player", "black__player", "game")
    return [pairing for pairing in pairings if is_public(pairing.round.section)]


def players_of(pairing: Pairing) -> Iterator[Player]:
    yield pairing.white.player
    if pairing.black is not None:
        yield pairing.black.player


def meeting(pairing: Pairing) -> str:
    return " – ".join(name_of(player) for player in players_of(pairing))


def at_board(
    boards: list[Pairing], occasion: Occasion, say: Callable[[], str], subject: str, desk: str = ""
) -> Story | None:
    """Return the story for the players of one board and for officials; `desk` is the officials' page."""
    if not boards:
        return None
    (pairing,) = boards
    players = {player.pk for player in players_of(pairing)}
    section = pairing.round.section

    def story(listener: Listener) -> Iterator[Text]:
        if listener.user_id is None and listener.player_id not in players:
            return
        title = title_line(f"{round_name(pairing.round.number)}, {board_name(pairing)}", say())
        body = f"{meeting(pairing)}\n{place_of(section)}"
        path = desk or reverse("desk_results_now", args=[section.event.slug, section.slug])
        path = path if listener.user_id is not None else round_path(pairing.round)
        yield Text(title, body, path, f"{subject} {pairing.pk}", occasion.made_at)

    return story
