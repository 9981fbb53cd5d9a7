"""What the codes of sections, rounds and byes are called, in the language of the reader: for forms and pages alike."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from common.messages import N_
from core.tiebreaks.table import Kind
from tournaments.models.round import RoundStatus
from tournaments.models.section import Format

_FORMATS: Mapping[str, str] = MappingProxyType(
    {
        Format.ROUND_ROBIN: N_("Round robin"),
        Format.DOUBLE_ROUND_ROBIN: N_("Double round robin"),
        Format.KNOCKOUT: N_("Knockout"),
        Format.EXHIBITION: N_("Exhibition games"),
        Format.FREE: N_("Paired by hand"),
        Format.SWISS: N_("Swiss"),
        Format.TEAMS: N_("Teams, everybody against everybody"),
        Format.SCHEVENINGEN: N_("Scheveningen: two teams"),
        Format.KEIZER: N_("Keizer"),
        Format.SIMUL: N_("Simultaneous display"),
    }
)
_STATUSES: Mapping[str, str] = MappingProxyType(
    {
        RoundStatus.DRAFT: N_("Draft, seen by officials only"),
        RoundStatus.PUBLISHED: N_("Published"),
        RoundStatus.PLAYING: N_("Being played"),
        RoundStatus.CLOSED: N_("Finished"),
    }
)
_BYES: Mapping[str, str] = MappingProxyType(
    {
        Kind.PAIRING_BYE: N_("pairing-allocated bye"),
        Kind.FULL_BYE: N_("full-point bye"),
        Kind.HALF_BYE: N_("half-point bye"),
        Kind.ZERO_BYE: N_("zero-point bye"),
    }
)


def format_name(code: str) -> str:
    return gettext(_FORMATS[code]) if code in _FORMATS else code


def status_name(code: str) -> str:
    return gettext(_STATUSES[code])


def bye_name(code: str) -> str:
    return gettext(_BYES[Kind(code)])
