"""Common parts of FIDE forms, and the tournament report IT3: the fields of FIDE, in their order, in English.

Labels are msgids, so that the page for the remaining input can show them in the reader's language.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from tavleya.documents.form_sheet import FilledForm, FormField, FormPart, FormTable
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
            tuple(_counted(name, player_count) for name, player_count in zip(COUNTED, event.counts, strict=True)),
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


# The FIDE forms of norms: IT1 of a player, FA1 and IA1 of an arbiter.


# FA1 and IA1


def arbiter_norm(code: str, event: EventFacts, *, last: str, first: str, federation: str, role: str) -> FilledForm:
    """Return the form `code`: FA1 or IA1, which have the same fields.  `role`: the candidate's role in the event."""
    titles = {"FA1": "FIDE Arbiter norm report", "IA1": "International Arbiter norm report"}
    parts = (
        FormPart(
            N_("Candidate"),
            (
                (typed("last", N_("Last name"), last.upper(), 2), typed("first", N_("First name"), first, 2)),
                (
                    typed("fide_id", N_("FIDE ID")),
                    typed("candidate_federation", N_("Federation of the candidate"), federation),
                ),
            ),
        ),
        FormPart(
            N_("Event"),
            (
                (
                    filled_field("federation", N_("Federation of the event"), event.federation),
                    typed("event_code", N_("FIDE event number")),
                ),
                (filled_field("name", N_("Name of the tournament"), event.name),),
                (
                    filled_field("starts", N_("Start date"), dated(event.starts_on)),
                    filled_field("ends", N_("End date"), dated(event.ends_on)),
                    typed("venue", N_("Venue and city"), event.place, 2),
                ),
                (
                    filled_field("system", N_("Tournament system"), event.system),
                    filled_field("rounds", N_("Number of rounds"), event.rounds),
                    filled_field("players", N_("Number of players"), event.players),
                    filled_field("rated", N_("Rated players"), event.counts[0].players),
                ),
                (
                    filled_field("federations", N_("Federations represented"), event.federations),
                    filled_field("titled", N_("Titled players"), event.titled),
                    filled_field("rate", N_("Rate of play"), event.rate, 2),
                ),
            ),
        ),
        FormPart(
            N_("Report"),
            (
                (
                    typed("chief", N_("Chief arbiter"), event.chief, 2),
                    typed("role", N_("Role of the candidate"), role, 2),
                ),
                (typed("remarks", N_("Remarks on the work of the candidate"), "", 1, 3),),
            ),
        ),
        FormPart(
            N_("Certifying federation"),
            (
                (
                    filled_field("certifying", N_("Certifying federation"), event.federation),
                    typed("official", N_("Name of the federation's official"), "", 2),
                    typed("official_id", N_("FIDE ID of the official")),
                ),
            ),
        ),
    )
    signatures = ("Chief arbiter: signature, date", "Federation's official: signature, date")
    return FilledForm(code, titles[code], parts, signatures, NOTE)


# IT1


@dataclass(frozen=True, slots=True)
class NormRow:
    """A game of the certificate.

    `adjusted` is the rating by 1.4.6 if it differs; `counted` is false if the game is left out.
    """

    round: int
    opponent: str
    fide_id: str
    federation: str
    rating: str
    adjusted: str
    title: str
    result: str
    counted: bool = True


@dataclass(frozen=True, slots=True)
class NormFacts:
    """A player's norm; points are text.  `of_title` has the numbers of GM, IM, WGM, WIM, FM, WFM among the opponents.

    `field` has the three counts of 1.4.3d, or is empty if they do not matter.
    """

    title: str
    last: str
    first: str
    sex: str
    fide_id: str
    birth_year: str
    federation: str
    games: int
    federations: int
    foreign: int
    rated: int
    host: int
    titled: int
    of_title: tuple[int, ...]
    field: tuple[int, int, int] | tuple[()]
    rows: Sequence[NormRow]
    points: str
    average: int
    needed: str
    surplus: str
    remarks: str = ""


_TITLE_LABELS = (
    N_("GM among the opponents"),
    N_("IM among the opponents"),
    N_("WGM among the opponents"),
    N_("WIM among the opponents"),
    N_("FM among the opponents"),
    N_("WFM among the opponents"),
)
_FIELD_LABELS = (
    N_("1.4.3d: rated players not of the host"),
    N_("1.4.3d: federations"),
    N_("1.4.3d: GM, IM, WGM, WIM not of the host"),
)
_HEADS = ("Round", "Opponent", "FIDE ID", "Federation", "Rating", "Rating by 1.4.6", "Title", "Result")


def it1(event: EventFacts, norm: NormFacts) -> FilledForm:
    """Return the certificate of title result (B.01, 1.8)."""
    table = FormTable(
        _HEADS,
        tuple(
            (
                str(row.round), row.opponent, row.fide_id, row.federation, row.rating, row.adjusted, row.title,
                row.result if row.counted else f"({row.result})",
            )
            for row in norm.rows
        ),
        frozenset({0, 2, 4, 5, 7}),
    )  # fmt: skip
    counts = tuple(
        filled_field(f"title_{index}", label, n)
        for index, (label, n) in enumerate(zip(_TITLE_LABELS, norm.of_title, strict=True))
    )
    field = tuple(
        filled_field(f"field_{index}", label, n)
        for index, (label, n) in enumerate(zip(_FIELD_LABELS, norm.field, strict=False))
    )
    parts = (
        FormPart(
            N_("Applicant"),
            (
                (
                    filled_field("norm", N_("Norm"), norm.title),
                    typed("last", N_("Last name"), norm.last, 2),
                    typed("first", N_("First name"), norm.first, 2),
                    filled_field("sex", N_("Sex"), norm.sex),
                ),
                (
                    filled_field("fide_id", N_("FIDE ID"), norm.fide_id),
                    typed("born", N_("Date of birth"), norm.birth_year),
                    typed("birth_place", N_("Place of birth"), "", 2),
                    filled_field("player_federation", N_("Federation"), norm.federation),
                ),
            ),
        ),
        FormPart(
            N_("Event"),
            (
                (
                    filled_field("name", N_("Name of the tournament"), event.name, 3),
                    typed("event_code", N_("FIDE event number")),
                ),
                (
                    typed("venue", N_("Venue and city"), event.place, 2),
                    filled_field("country", N_("Country"), event.federation),
                    filled_field("starts", N_("Start date"), dated(event.starts_on)),
                    filled_field("ends", N_("End date"), dated(event.ends_on)),
                ),
                (
                    typed("chief", N_("Chief arbiter"), event.chief, 2),
                    filled_field("rate", N_("Rate of play"), event.rate, 2),
                    filled_field("games", N_("Number of games"), norm.games),
                ),
            ),
        ),
        FormPart(
            N_("Opponents"),
            (
                (
                    filled_field("federations", N_("Federations met"), norm.federations),
                    filled_field("foreign", N_("Not of the applicant's federation"), norm.foreign),
                    filled_field("rated", N_("Rated opponents"), norm.rated),
                    filled_field("host", N_("Of the host federation"), norm.host),
                    filled_field("titled", N_("Titled opponents"), norm.titled),
                ),
                counts,
                *((field,) if field else ()),
            ),
            table,
        ),
        FormPart(
            N_("Result"),
            (
                (
                    filled_field("points", N_("Score achieved"), norm.points),
                    filled_field("average", N_("Rating average (1.4.7)"), norm.average),
                    filled_field("needed", N_("Score required"), norm.needed),
                    filled_field("surplus", N_("Exceeds the norm by (points)"), norm.surplus),
                ),
                (typed("remarks", N_("Special remarks"), norm.remarks, 1, 2),),
                (
                    filled_field("certifying", N_("Federation confirming the result"), event.federation),
                    typed("official", N_("Name of the federation's official"), "", 2),
                ),
            ),
        ),
    )
    signatures = ("Chief arbiter: signature, date", "Federation's official: signature, date")
    return FilledForm("IT1", "Certificate of title result", parts, signatures, NOTE)
