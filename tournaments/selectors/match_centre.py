"""Current rounds and officials, for the page of an event."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.db.models import Count, F, Q

from tavleya.actors import Role
from tournaments.models.access import EventRole
from tournaments.models.event import Event
from tournaments.models.pairing import Pairing
from tournaments.models.round import Round
from tournaments.selectors.broadcast import shown_result

_SHOWN_ROLES = (Role.CHIEF_ARBITER, Role.ARBITER, Role.ORGANISER)


@dataclass(slots=True)
class RoundNow:
    """How many boards of a round there are and are finished, byes aside, and the first of them."""

    boards: int = 0
    finished: int = 0
    top: list[Pairing] = field(default_factory=list)


def rounds_now(rounds: Sequence[Round], most: int) -> dict[int, RoundNow]:
    """Return the state of rounds, loaded with their sections, with at most so many boards of each.  Two queries."""
    round_nows: dict[int, RoundNow] = defaultdict(RoundNow)
    if not rounds:
        return round_nows
    boards = Pairing.objects.filter(round__in=rounds, bye="", black__isnull=False)
    boards = boards.annotate(shown=shown_result())
    done = Count("pk", filter=~Q(shown=""))
    for key, every, finished in boards.order_by().values_list("round").annotate(n=Count("pk"), done=done):
        round_nows[key].boards, round_nows[key].finished = every, finished
    first = boards.filter(board__lt=F("round__section__first_board") + most).order_by("round", "board")
    for pairing in first.select_related("white__player", "black__player", "game"):
        round_nows[pairing.round_id].top.append(pairing)
    return round_nows


def officials_of(event: Event) -> list[tuple[Role, str]]:
    """Return officials with public names, each with the highest role.  One query."""
    rows = EventRole.objects.filter(event=event, role__in=_SHOWN_ROLES, user__is_active=True)
    named = (
        rows.exclude(user__name="").filter(user__deleted_at=None).values_list("user", "role", "user__name")
    )
    order = {role.value: place for place, role in enumerate(_SHOWN_ROLES)}
    context: dict[int, tuple[Role, str]] = {}
    for user, role, name in sorted(named, key=lambda row: (order[row[1]], row[2])):
        context.setdefault(user, (Role(role), name))
    return list(context.values())
