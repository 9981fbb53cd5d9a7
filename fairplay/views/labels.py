"""Neutral labels for fair play data: they name the act, never its possible meaning."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django.utils.translation import gettext

from fairplay.models import Complaint, Declaration, Inspection
from tavleya.messages import N_

_Kind, _Means, _Outcome = Inspection.Kind, Inspection.Means, Inspection.Outcome

KINDS: Mapping[str, str] = MappingProxyType(
    {
        _Kind.ENTRANCE: N_("At the entrance"),
        _Kind.DURING: N_("During the game"),
        _Kind.AFTER: N_("After the game"),
        _Kind.FULL: N_("Full check in a separate room"),
        _Kind.RANDOM: N_("Random check"),
    }
)
MEANS: Mapping[str, str] = MappingProxyType(
    {
        _Means.DETECTOR: N_("Hand-held detector"),
        _Means.GATE: N_("Detector gate"),
        _Means.BAG: N_("Bags"),
        _Means.EAR: N_("Ears"),
    }
)
OUTCOMES: Mapping[str, str] = MappingProxyType(
    {
        _Outcome.NOTHING: N_("Checked: nothing found"),
        _Outcome.OBJECT: N_("Checked: object found"),
        _Outcome.REFUSED: N_("Check refused"),
        _Outcome.SKIPPED: N_("Not checked"),
    }
)
STATES: Mapping[str, str] = MappingProxyType(
    {
        Complaint.State.RECEIVED: N_("Received"),
        Complaint.State.EXAMINED: N_("Under examination"),
        Complaint.State.ANSWERED: N_("Answered"),
        Complaint.State.PASSED_ON: N_("Passed on"),
    }
)
DECLARED: Mapping[str, str] = MappingProxyType(
    {
        Declaration.Kind.HEARING_AID: N_("Hearing aid"),
        Declaration.Kind.MEDICAL_DEVICE: N_("Medical device"),
        Declaration.Kind.OTHER: N_("Other declaration"),
    }
)


def choices(words: Mapping[str, str], *without: str) -> list[tuple[str, str]]:
    return [(str(code), gettext(text)) for code, text in words.items() if code not in without]


def means_in_words(codes: Iterable[str]) -> str:
    return ", ".join(gettext(MEANS[code]) for code in codes if code in MEANS)
