"""The rulings of an event with their boards, filtered for the log."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Q, QuerySet

from arbiter.models.ruling import Ruling
from games import gate
from games.models.game import Game
from tavleya.law.library import each
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing


@dataclass(frozen=True, slots=True)
class RulingFilter:
    """The filters; an empty value or None matches everything. `article` also matches its parts: `tavreli-1997:13`
    matches 13.4.

    `arbiter` 0: rulings that the laws derived from the record without an arbiter.
    """

    section: str = ""
    round: int | None = None
    article: str = ""
    arbiter: int | None = None
    kind: str = ""


def boards_by_game(event: Event) -> dict[int, Pairing]:
    """Return the board of every game of the event, including annulled and replaced games.

    Archived sections are excluded.
    """
    rows = Pairing.objects.filter(
        round__section__event=event, round__section__archived_at__isnull=True, game__isnull=False
    ).select_related("round__section__event", "white__player", "black__player", "game")
    boards = {row.game_id: row for row in rows if row.game_id is not None}
    earlier = dict(
        Game.objects.filter(replaces__isnull=False, pk__in=boards).values_list("pk", "replaces_id")
    )
    while earlier:
        for later, game in earlier.items():
            boards[game] = boards[later]
        earlier = dict(
            Game.objects.filter(replaces__isnull=False, pk__in=earlier.values()).values_list(
                "pk", "replaces_id"
            )
        )
    return boards


def rulings_in(boards: dict[int, Pairing], wanted: RulingFilter) -> QuerySet[Ruling]:
    """Return the filtered rulings at these boards, the newest first."""
    games = [
        game
        for game, board in boards.items()
        if wanted.section in ("", board.round.section.slug) and wanted.round in (None, board.round.number)
    ]
    condition = Q(game__in=games) & ~_held_back(boards)
    if wanted.kind:
        condition &= Q(kind=wanted.kind)
    if wanted.arbiter is not None:
        condition &= Q(arbiter=wanted.arbiter or None)
    if wanted.article:
        named = _naming(games, wanted.article)
        condition &= Q(article__in=named) | Q(penalty_article__in=named)
    return (
        Ruling.objects.filter(condition)
        .select_related("arbiter", "superseded_by", "fine")
        .order_by("-at", "-pk")
    )


def _held_back(boards: Mapping[int, Pairing]) -> Q:
    """Return the rulings that the current viewer may not see yet (`games.gate`)."""
    now = gate.closed_at() if gate.is_closed() else None
    condition = Q(pk__in=[])
    if now is None:
        return condition
    for delay in {pairing.game.broadcast_delay for pairing in boards.values() if pairing.game} - {0}:
        keys = [
            key for key, pairing in boards.items() if pairing.game and pairing.game.broadcast_delay == delay
        ]
        condition |= Q(game__in=keys, at__gt=now - timedelta(minutes=delay))
    return condition


def _naming(games: list[int], article: str) -> list[str]:
    """Return the article fields in the rulings on these games that contain the article or a part of it."""
    rows = Ruling.objects.filter(game__in=games).order_by().values_list("article", "penalty_article")
    return [
        address
        for address in {address for row in rows.distinct() for address in row}
        if any(name == article or name.startswith(f"{article}.") for name in each(address))
    ]


def rulings_at(boards: QuerySet[Pairing]) -> int:
    """Count the rulings at the games of these boards (registered with `tournaments.hooks`)."""
    return Ruling.objects.filter(game__in=boards.values("game")).count()
