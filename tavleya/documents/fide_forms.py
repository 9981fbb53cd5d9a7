"""Common parts of FIDE forms, and the tournament report IT3: the fields of FIDE, in their order, in English.

Labels are msgids, so that the page for the remaining input can show them in the reader's language.
"""

from dataclasses import dataclass
from datetime import date

from tavleya.documents.form_sheet import FilledForm, FormField, FormPart
from tavleya.messages import N_

NOTE = (
    "Filled in by Tavleya from the data of the event. The layout is rebuilt from the published fields of the form; "
    "check it against the current form of the FIDE Handbook before it is sent."
)
#: The titles that IT3 counts, in its order.
COUNTED = ("rated", "GM", "IM", "FM", "unrated", "WGM", "WIM", "WFM")


@dataclass(frozen=True, slots=True)
class PlayerCount:
    """The number of players of one kind, of their federations, and of players from the host federation."""

    players: int
    federations: int
    host: int


@dataclass(frozen=True, slots=True)
class EventFacts:
    """The common values of an event's forms.

    `schedule`: rounds a day as a chain, 1-1-2.  `rate` is the time control, `pace` standard, rapid or blitz.  `counts`
    by `COUNTED`, `titled` without CM and WCM.  `chief` and `arbiters` are names, First LAST.
    """

    name: str
    place: str
    federation: str
    starts_on: date | None
    ends_on: date | None
    rounds: int
    schedule: str
    rate: str
    pace: str
    system: str
    teams: bool
    variant: str
    acceleration: str
    program: str
    players: int
    titled: int
    federations: int
    counts: tuple[PlayerCount, ...]
    chief: str = ""
    organiser: str = ""
    arbiters: tuple[str, ...] = ()


def dated(day: date | None) -> str:
    """Return the date in the format of the forms."""
    return f"{day:%d/%m/%Y}" if day else ""


def filled_field(key: str, label: str, value: object, width: int = 1) -> FormField:
    """Create a field that the program fills."""
    return FormField(key, label, str(value), width)


def typed(key: str, label: str, value: object = "", width: int = 1, lines: int = 1) -> FormField:
    """Create an input field; `value` is a proposal."""
    return FormField(key, label, str(value), width, True, lines)


# IT3


_COUNT_LABELS = {
    "rated": (
        N_("Rated players"),
        N_("Federations of rated players"),
        N_("Rated players of the host federation"),
        N_("Rated players not of the host federation"),
    ),
    "unrated": (
        N_("Unrated players"),
        N_("Federations of unrated players"),
        N_("Unrated players of the host federation"),
        N_("Unrated players not of the host federation"),
    ),
    "GM": (
        N_("Number of GM"),
        N_("Federations of GM"),
        N_("GM of the host federation"),
        N_("GM not of the host federation"),
    ),
    "IM": (
        N_("Number of IM"),
        N_("Federations of IM"),
        N_("IM of the host federation"),
        N_("IM not of the host federation"),
    ),
    "FM": (
        N_("Number of FM"),
        N_("Federations of FM"),
        N_("FM of the host federation"),
        N_("FM not of the host federation"),
    ),
    "WGM": (
        N_("Number of WGM"),
        N_("Federations of WGM"),
        N_("WGM of the host federation"),
        N_("WGM not of the host federation"),
    ),
    "WIM": (
        N_("Number of WIM"),
        N_("Federations of WIM"),
        N_("WIM of the host federation"),
        N_("WIM not of the host federation"),
    ),
    "WFM": (
        N_("Number of WFM"),
        N_("Federations of WFM"),
        N_("WFM of the host federation"),
        N_("WFM not of the host federation"),
    ),
}
_DEPUTIES = 4


def it3(event: EventFacts) -> FilledForm:
    """Return the tournament report form; CM and WCM are not counted in it."""
    deputies = (*event.arbiters[:_DEPUTIES], *[""] * _DEPUTIES)[:_DEPUTIES]
    individual = "Team" if event.teams else "Individual"
    parts = (
        FormPart(
            N_("Tournament"),
            (
                (
                    filled_field("federation", N_("Federation"), event.federation),
                    typed("event_code", N_("FIDE event number")),
                ),
                (
                    filled_field("name", N_("Name of the tournament"), event.name, 3),
                    filled_field("country", N_("Country"), event.federation),
                ),
                (
                    typed("venue", N_("Venue and city"), event.place, 2),
                    filled_field("starts", N_("Start date"), dated(event.starts_on)),
                    filled_field("ends", N_("End date"), dated(event.ends_on)),
                ),
                (
                    typed("organiser_id", N_("Organiser's FIDE ID")),
                    typed("organiser", N_("Organiser"), event.organiser, 2),
                    typed("organiser_email", N_("Organiser's e-mail"), "", 2),
                ),
                (
                    filled_field("rounds", N_("Number of rounds"), event.rounds),
                    typed("schedule", N_("Schedule (rounds a day)"), event.schedule, 2),
                    filled_field("rate", N_("Rate of play"), event.rate, 2),
                    filled_field("pace", N_("Standard, rapid or blitz"), event.pace),
                ),
            ),
        ),
        FormPart(
            N_("Pairings"),
            (
                (
                    filled_field("system", N_("Tournament system"), event.system),
                    filled_field("teams", N_("Individual or team"), individual),
                    filled_field("variant", N_("Swiss variant"), event.variant),
                    filled_field("acceleration", N_("Acceleration"), event.acceleration),
                ),
                (
                    typed("by_hand", N_("Pairings made manually")),
                    typed("by_hand_who", N_("Person responsible for pairings"), "", 2),
                    filled_field("computer", N_("Pairings made by computer"), "X"),
                    filled_field("program", N_("Pairing program"), event.program),
                ),
                (typed("remark_1", N_("Remark 1")), typed("remark_2", N_("Remark 2"))),
                (typed("remark_3", N_("Remark 3")), typed("remark_4", N_("Remark 4"))),
            ),
        ),
        FormPart(
            N_("Players"),
            tuple(
                _counted(name, player_count) for name, player_count in zip(COUNTED, event.counts, strict=True)
            ),
        ),
        FormPart(
            N_("Arbiters"),
            (
                (
                    typed("chief_id", N_("Chief arbiter's FIDE ID")),
                    typed("chief", N_("Chief arbiter"), event.chief, 2),
                    typed("chief_email", N_("Chief arbiter's e-mail"), "", 2),
                ),
                *(
                    (
                        typed(f"deputy_{index}_id", _DEPUTY_IDS[index - 1]),
                        typed(f"deputy_{index}", _DEPUTY_NAMES[index - 1], name, 4),
                    )
                    for index, name in enumerate(deputies, 1)
                ),
            ),
        ),
    )
    return FilledForm("IT3", "Tournament report form", parts, ("Chief arbiter", "Date"), NOTE)


_DEPUTY_IDS = (
    N_("FIDE ID of deputy 1"),
    N_("FIDE ID of deputy 2"),
    N_("FIDE ID of deputy 3"),
    N_("FIDE ID of deputy 4"),
)
_DEPUTY_NAMES = (
    N_("Deputy chief arbiter 1"),
    N_("Deputy chief arbiter 2"),
    N_("Deputy chief arbiter 3"),
    N_("Deputy chief arbiter 4"),
)


def _counted(name: str, count: PlayerCount) -> tuple[FormField, ...]:
    values = (count.players, count.federations, count.host, count.players - count.host)
    return tuple(
        filled_field(f"{name}_{index}", label, value)
        for index, (label, value) in enumerate(zip(_COUNT_LABELS[name], values, strict=True))
    )
