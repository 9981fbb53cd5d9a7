"""The rules of `tavleya.prizes.fund` read word by word, with nothing kept from one question to the next."""

from fractions import Fraction

from tavleya.prizes.fund import MAIN, Contender, Fund, Sharing

Chosen = dict[int, str]  # player → the list whose prize that player takes


def gets(fund: Fund, table: list[Contender], chosen: Chosen, player: Contender, key: str) -> Fraction:
    """Return the prize of `player` in the list `key` if all others are in the lists of `chosen`."""
    standing = {**chosen, player.key: key}
    in_list = [contender for contender in table if standing.get(contender.key) == key]
    above = [contender for contender in in_list if contender.points > player.points]
    level = [contender for contender in in_list if contender.points == player.points]
    prizes = [*fund.lists[key], *([0] * len(table))]
    own_places = [
        prizes[len(above) + number] for number, contender in enumerate(level) if contender.rank == player.rank
    ]
    own = Fraction(sum(own_places), len(own_places))
    equal = Fraction(sum(prizes[len(above) : len(above) + len(level)]), len(level))
    if fund.sharing is Sharing.NONE:
        return own
    return equal if fund.sharing is Sharing.EQUAL else (own + equal) / 2


def eligible(fund: Fund, player: Contender) -> list[str]:
    return [key for key in fund.lists if key == MAIN or key in player.categories]


def choose(fund: Fund, table: list[Contender]) -> Chosen:
    chosen: Chosen = {}
    for points in sorted({contender.points for contender in table}, reverse=True):
        group = [contender for contender in table if contender.points == points]
        for _ in range(len(group) * len(fund.lists) + 1):
            before = dict(chosen)
            for player in group:
                now = chosen.get(player.key)
                most = gets(fund, table, chosen, player, now) if now is not None else Fraction(0)
                for key in eligible(fund, player):
                    worth = gets(fund, table, chosen, player, key)
                    if worth > most:
                        most, now = worth, key
                if now is not None:
                    chosen[player.key] = now
            if chosen == before:
                break
    return chosen
