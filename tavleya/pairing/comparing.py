"""Comparison of a paired round with the pairing by the rules."""

from __future__ import annotations

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
    given = set(pairs)
    illegal = engine.check(state, given, bye)
    try:
        expected = engine.pair(state, options, None)
    except DomainError as refused:
        return PairingDifference(illegal, refused=refused.message)
    turned = {one: Pair(one.black, one.white) for one in uncoloured}
    given = {turned[one] if turned.get(one) in expected.pairs else one for one in given}
    return PairingDifference(
        illegal,
        tuple(one for one in expected.pairs if one not in given),
        tuple(sorted(given - set(expected.pairs), key=lambda one: (one.white, one.black))),
        expected.bye,
        bye,
    )
