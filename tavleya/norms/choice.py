"""The best choice of games for a norm, if the rules permit leaving some out (B.01, 1.4.1e, 1.4.1f, 1.4.2c).

Opponents of one federation and one title status are equal under every rule except the average.  So among the beaten
opponents of each such group only the lowest rated are left out: no other choice of the same size can be better.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from tavleya.norms.evaluate import MIX, WIN, Candidate, NormGame, NormReport, counts, evaluate, games_least
from tavleya.norms.rules import Requirements
from tavleya.norms.setting import Setting


def best(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], setting: Setting | None = None
) -> NormReport:
    """Return the norm by all games if they fulfil it, else by the most games that do, else by all of them.

    `games` are in the order of the rounds.  If opponents are fixed from the start, only won games may be left out, and
    the whole event must have the opponents that a norm requires.
    """
    setting = setting or Setting()
    whole = evaluate(rules, candidate, games, setting)
    if whole.met:
        return whole
    with_forfeit = _last_round_forfeited(rules, candidate, games, setting)
    if with_forfeit is not None:
        return with_forfeit
    if not rules.leave_out or (
        setting.predetermined and any(norm_game.code in MIX for norm_game in whole.missed)
    ):
        return whole
    norm_report: NormReport | None = None
    for some in _choices(rules, games, setting):
        report = evaluate(rules, candidate, some, setting)
        if report.met and (
            norm_report is None or (report.games, report.points) > (norm_report.games, norm_report.points)
        ):
            ids = {id(norm_game) for norm_game in some}
            out = tuple(norm_game for norm_game in whole.counted if id(norm_game) not in ids)
            norm_report = replace(report, left_out=out)
    return norm_report or whole


def _last_round_forfeited(
    rules: Requirements, candidate: Candidate, games: Sequence[NormGame], setting: Setting
) -> NormReport | None:
    """Return the norm if the last-round opponent did not come and a loss to them would not have spoiled it (1.4.2c)."""
    last = games[-1] if games else None
    if last is None or last.played or last.opponent == type(last.opponent)() or last.round != setting.rounds:
        return None
    lost = replace(last, points=0, played=True)
    report = evaluate(rules, candidate, [*games[:-1], lost], setting)
    return report if report.met else None


def _choices(rules: Requirements, games: Sequence[NormGame], setting: Setting) -> Iterator[list[NormGame]]:
    """Yield every useful choice, those with all games of the first rounds first."""
    least = games_least(rules, setting)
    shortest = len(games) if setting.predetermined else least
    for end in range(len(games), shortest - 1, -1):
        first = list(games[:end])
        spare = sum(counts(rules, norm_game, setting) for norm_game in first) - least
        if spare < 0:
            return
        groups: dict[tuple[str, bool, bool, bool], list[NormGame]] = defaultdict(list)
        for norm_game in first:
            if norm_game.points == WIN and counts(rules, norm_game, setting):
                groups[_group(rules, norm_game)].append(norm_game)
        lowest = [
            sorted(group, key=lambda norm_game: norm_game.opponent.rating or 0) for group in groups.values()
        ]
        for numbers in product(*(range(min(spare, len(group)) + 1) for group in lowest)):
            if sum(numbers) > spare:
                continue
            out = {id(norm_game) for group, n in zip(lowest, numbers, strict=True) for norm_game in group[:n]}
            yield [norm_game for norm_game in first if id(norm_game) not in out]


def _group(rules: Requirements, game: NormGame) -> tuple[str, bool, bool, bool]:
    opponent = game.opponent
    return (
        opponent.federation,
        opponent.title in rules.titleholders,
        opponent.title in rules.of_title,
        opponent.rating is None,
    )
