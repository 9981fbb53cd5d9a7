"""Games of an event as text, with their tags, for people, relays and programs of electronic boards.

Relays recognise a game by `Event`, `Site`, `Round`, `GameId` and the players: none of these changes while an event is
played, unless an official renames it.
"""

from collections.abc import Iterator

from django.db.models import QuerySet

from games.files import game_text
from games.models.game import TrackingLevel
from tavleya.languages import DEFAULT
from tournaments.models.pairing import Pairing
from tournaments.models.player import Registration, TeamMember
from tournaments.models.section import Section

_AT_ONCE = 50
_SIDES = ("white", "black")


def boards_of_files() -> QuerySet[Pairing]:
    """Return boards with two players and a game, in the order of files; the caller filters them."""
    teams = (f"{side}__membership__team" for side in _SIDES)
    return (
        Pairing.objects.filter(game__isnull=False, black__isnull=False)
        .select_related("game", "round__section__event", "white__player", "black__player", *teams)
        .order_by("round__number", "board", "leg")
    )


def texts_of(section: Section, boards: QuerySet[Pairing]) -> Iterator[str]:
    """Yield the games separated by empty lines, so that a large file is never in memory as a whole."""
    event = event_tag(section)
    first = True
    for pairing in boards.iterator(chunk_size=_AT_ONCE):
        assert pairing.game is not None
        text = game_text(pairing.game, tags_of_board(pairing, event)).rstrip("\n")
        yield f"{text}\n" if first else f"\n{text}\n"
        first = False


def event_tag(section: Section) -> str:
    """Return the names of the event and the section, also of a single section, because another may be added."""
    event_name, section_name = section.event.name_in(DEFAULT), section.name_in(DEFAULT)
    return event_name if section_name in ("", event_name) else f"{event_name}: {section_name}"


def tags_of_board(pairing: Pairing, event_name: str) -> dict[str, str]:
    """Return the tags of a pairing with two players; names as they were entered, the rest in English.

    `Date` is the day of the round at the venue: when it was played, else begins or is planned to begin, else
    was published with live boards.  `GameId` is that of the game's record.
    """
    round_, black = pairing.round, pairing.black
    event = round_.section.event
    tags = {
        "Event": event_name,
        "Site": ", ".join(filter(None, (event.place, event.federation))),
        "Date": _day(pairing),
        "Round": f"{round_.number}.{pairing.board}" if round_.number else "",
        "White": pairing.white.player.full_name,
        "Black": black.player.full_name if black else "",
    }
    for side, seat in (("White", pairing.white), ("Black", black)):
        if seat is not None:
            tags |= {f"{side}{name}": value for name, value in _player_tags(seat).items()}
    tags["Board"] = str(pairing.board)
    if pairing.game is not None:
        tags["GameId"] = str(pairing.game.key)
    return tags


def _day(pairing: Pairing) -> str:
    round_, section = pairing.round, pairing.round.section
    start = round_.starts_at or section.planned_start(round_.number)
    if start is None and section.tracking == TrackingLevel.LIVE:
        start = round_.published_at  # an imported round was published later than it was played
    day = round_.played_on or (start.astimezone(section.event.zone).date() if start else None)
    return f"{day:%Y.%m.%d}" if day else ""


def _player_tags(registration: Registration) -> dict[str, str]:
    player = registration.player
    membership: TeamMember | None = getattr(registration, "membership", None)
    tags = {
        "Title": player.title,
        "Elo": str(registration.rating or ""),
        "FideId": str(player.fide_id or ""),
        "Team": membership.team.name if membership is not None else "",
        "Fed": player.federation,
    }
    return {name: value for name, value in tags.items() if value}
