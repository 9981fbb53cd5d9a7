"""Comparison of a paired round with the pairing by the rules."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tavleya.errors import DomainError
from tavleya.messages import Message
from tavleya.pairing.engines import Engine
from tavleya.pairing.state import Pair, SwissState

_NONE: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class PairingDifference:
    """The difference between a round's boards and those by the rules; falsy if there is none.

    `illegal`: breaches of absolute rules.  `refused`: why the rules give no round; then nothing is compared.
    `missing`: boards of the rules that were not paired; `extra`: boards that are not in the rules' pairing.
    """

    illegal: tuple[Message, ...]
    missing: tuple[Pair, ...] = ()
    extra: tuple[Pair, ...] = ()
    bye: int | None = None
    bye_given: int | None = None
    refused: Message | None = None

    def __bool__(self) -> bool:
        return bool(self.illegal or self.refused or self.missing or self.extra or self.bye != self.bye_given)


def compare(
    engine: Engine,
    state: SwissState,
    pairs: Iterable[Pair],
    bye: int | None,
    options: Mapping[str, Any] = _NONE,
    *,
    uncoloured: Collection[Pair] = (),
) -> PairingDifference:
    """Compare these boards, in any order, with those of the engine for this state.

    `uncoloured`: boards with unknown colours; either colour matches the engine's board.
    """
    items = set(pairs)
    illegal = engine.check(state, items, bye)
    try:
        expected = engine.pair(state, options, None)
    except DomainError as error:
        return PairingDifference(illegal, refused=error.message)
    turned = {pair: Pair(pair.black, pair.white) for pair in uncoloured}
    items = {turned[pair] if turned.get(pair) in expected.pairs else pair for pair in items}
    return PairingDifference(
        illegal,
        tuple(pair for pair in expected.pairs if pair not in items),
        tuple(sorted(items - set(expected.pairs), key=lambda pair: (pair.white, pair.black))),
        expected.bye,
        bye,
    )
