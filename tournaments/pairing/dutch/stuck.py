"""Why a round cannot be paired, and what would free it (art. 1.9.3 leaves that to the arbiter)."""

from __future__ import annotations

from common.messages import N_, Message
from tournaments.pairing.dutch.completion import complete
from tournaments.pairing.dutch.field import Field
from tournaments.pairing.state import CannotPair


def why_no_pairing(field: Field) -> CannotPair:
    return CannotPair(Message("cannot_pair", N_("No complete pairing of this round is possible.")))
