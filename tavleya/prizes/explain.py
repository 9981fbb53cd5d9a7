"""Explanation of a prize share in sentences: the pooled prizes, the sharing players, the choice of the list."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from tavleya.messages import Message
from tavleya.prizes.fund import MAIN, Share, Sharing
from tavleya.prizes.messages import say


def explain(
    share: Share,
    sharing: Sharing,
    *,
    names: Mapping[int, str],
    lists: Mapping[str, str],
    money: Callable[[int], str],
) -> tuple[Message, ...]:
    """Return the explanation.  `names` of the players, `lists` the names of the lists, `money` formats an amount."""

    def exact(amount: Fraction) -> str:
        """Round for display only: the paid amount is rounded once, at the end."""
        return money(int(amount + Fraction(1, 2)))

    messages = [_taken(share, lists, money)]
    if len(share.sharers) > 1:
        messages.append(_shared(share, sharing, names, exact))
    for key, worth in share.elsewhere:
        if worth > 0:
            messages.append(say("prize_elsewhere", list=lists[key], amount=exact(worth)))
    for player, key in share.moved_up:
        messages.append(say("prize_passed_on", player=names[player], list=lists[key]))
    return tuple(messages)


def _taken(share: Share, lists: Mapping[str, str], money: Callable[[int], str]) -> Message:
    first, last = share.places
    params = {
        "list": lists[share.list],
        "place": f"{first}–{last}" if last > first else str(first),
        "pool": " + ".join(map(money, share.pool)),
    }
    return say("prize_main", **params) if share.list == MAIN else say("prize_category", **params)


def _shared(
    share: Share, sharing: Sharing, names: Mapping[int, str], exact: Callable[[Fraction], str]
) -> Message:
    params = {
        "players": ", ".join(names[sharer] for sharer in share.sharers if sharer != share.player),
        "own": exact(share.own / 2 if sharing is Sharing.HORT else share.own),
        "equal": exact(share.equal / 2 if sharing is Sharing.HORT else share.equal),
    }
    if sharing is Sharing.HORT:
        return say("prize_by_hort", **params)
    if sharing is Sharing.EQUAL:
        return say("prize_equally", **params)
    return say("prize_by_place", **params)
