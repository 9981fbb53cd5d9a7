"""A round as it was paired, held against what its rules give."""

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
    """How a round's boards differ from what the rules give; falsy when they do not.

    `illegal`: what nobody may pair so.  `refused`: why the rules give no round at all; then nothing is compared.
    `missing`: boards of the rules that were not there; `extra`: boards that the rules do not give.
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
    """What differs between these boards, whatever their order, and those of the engine for this state.

    `uncoloured`: boards of which nobody knows who had White; those of the engine may have either.
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
