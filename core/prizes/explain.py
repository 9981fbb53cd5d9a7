"""A share of a prize fund in sentences: which prizes were pooled, who shares them, why this list and not another."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from common.messages import N_, Message
from core.prizes.fund import MAIN, Share, Sharing


def explain(
    share: Share,
    sharing: Sharing,
    *,
    names: Mapping[int, str],
    lists: Mapping[str, str],
    money: Callable[[int], str],
) -> tuple[Message, ...]:
    """`names` of the players, `lists` the names of the lists, `money` writes an amount."""

    def exact(amount: Fraction) -> str:
        """Rounded for the eye only: the amount that is paid is rounded once, at the end."""
        return money(int(amount + Fraction(1, 2)))

    told = [_taken(share, lists, money)]
    if len(share.sharers) > 1:
        told.append(_shared(share, sharing, names, exact))
    for key, worth in share.elsewhere:
        if worth > 0:
            told.append(
                Message(
                    "prize_elsewhere",
                    N_("%(list)s would have given %(amount)s: one prize a player, the greatest."),
                    {"list": lists[key], "amount": exact(worth)},
                )
            )
    for player, key in share.moved_up:
        told.append(
            Message(
                "prize_passed_on",
                N_("%(player)s, higher in the table, took a prize of another list: %(list)s."),
                {"player": names[player], "list": lists[key]},
            )
        )
    return tuple(told)


def _taken(share: Share, lists: Mapping[str, str], money: Callable[[int], str]) -> Message:
    first, last = share.places
    params = {
        "list": lists[share.list],
        "place": f"{first}–{last}" if last > first else str(first),
        "pool": " + ".join(map(money, share.pool)),
    }
    if share.list == MAIN:
        return Message("prize_main", N_("%(list)s, prize %(place)s: %(pool)s."), params)
    return Message("prize_category", N_("Category %(list)s, prize %(place)s: %(pool)s."), params)


def _shared(
    share: Share, sharing: Sharing, names: Mapping[int, str], exact: Callable[[Fraction], str]
) -> Message:
    params = {
        "players": ", ".join(names[one] for one in share.sharers if one != share.player),
        "own": exact(share.own / 2 if sharing is Sharing.HORT else share.own),
        "equal": exact(share.equal / 2 if sharing is Sharing.HORT else share.equal),
    }
    if sharing is Sharing.HORT:
        return Message(
            "prize_by_hort",
            N_(
                "Level with %(players)s. By Hort: half of the prize of the own place, %(own)s, "
                "and half of an equal share, %(equal)s."
            ),
            params,
        )
    if sharing is Sharing.EQUAL:
        return Message("prize_equally", N_("Shared equally with %(players)s: %(equal)s each."), params)
    return Message(
        "prize_by_place", N_("Level with %(players)s, not shared: the prize of the place, %(own)s."), params
    )
