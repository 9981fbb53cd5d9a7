"""The trace of a bracket, for the arbiter who must explain it."""

from collections.abc import Iterable, Sequence

from tavleya.pairing.dutch.criteria_scores import score_criteria
from tavleya.pairing.dutch.exact import BracketPairing
from tavleya.pairing.dutch.pool import Pool
from tavleya.pairing.state import BracketTrace


def trace_of(
    pool: Pool, moved_down: Sequence[int], residents: Sequence[int], settled: BracketPairing, bye: int
) -> BracketTrace:
    """Return one bracket in starting ranks: subgroups before exchanges, exchanges, floaters, criteria."""

    def numbers(places: Iterable[int]) -> tuple[int, ...]:
        return tuple(pool.members[place].number for place in places)

    taken = {mate for _, mate in settled.moved_down_pairs}
    remainder = [resident for resident in residents if resident not in taken]
    s1, s2 = remainder[: len(settled.pairs)], remainder[len(settled.pairs) :]
    tops = {resident for resident, _ in settled.pairs}
    criteria = score_criteria(pool, moved_down, residents, settled, bye)
    pairs = (*settled.moved_down_pairs, *settled.pairs)
    return BracketTrace(
        score=pool.score[residents[0]],
        moved_down=numbers(moved_down),
        residents=numbers(residents),
        pairs=tuple((pool.members[resident].number, pool.members[other].number) for resident, other in pairs),
        s1=numbers(s1),
        s2=numbers(s2),
        to_s2=numbers(resident for resident in s1 if resident not in tops),
        to_s1=numbers(resident for resident in s2 if resident in tops),
        limbo=numbers(resident for resident in moved_down if resident in settled.downfloaters),
        downfloaters=numbers(settled.downfloaters),
        criteria={name: value for name, value in criteria.items() if any(value)},
        perfect=settled.perfect,
    )
