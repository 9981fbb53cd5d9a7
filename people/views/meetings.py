"""The score of two players in other events, shown before their game."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from people.selectors.people import met_before
from tournaments.models.pairing import Pairing
from tournaments.views.tables import BoardLine, Met


def with_meetings(boards: Sequence[Pairing], lines: Sequence[BoardLine]) -> list[BoardLine]:
    """Return the lines of boards; those without a result have the score between the players so far.

    One query if two players with public pages have an open board, else none.
    """
    pairs = {board.pk: pair for board in boards if not board.result and (pair := _pair(board)) is not None}
    scores = met_before(set(pairs.values()))
    return [
        replace(line, met=Met(score.games, score.text, reverse("head_to_head", args=pairs[board.pk])))
        if board.pk in pairs and (score := scores.get(pairs[board.pk])) is not None and score.games
        else line
        for board, line in zip(boards, lines, strict=True)
    ]


def _pair(board: Pairing) -> tuple[int, int] | None:
    """Return the two persons, if both are public."""
    if board.black is None:
        return None
    white, black = board.white.player, board.black.player
    if not (white.on_person_page and black.on_person_page):
        return None
    return (white.person_id, black.person_id) if white.person_id and black.person_id else None
