"""The FIDE forms of norms: IT1 of a player, FA1 and IA1 of an arbiter.  Labels as in `fide_forms`."""

from collections.abc import Sequence
from dataclasses import dataclass

from tavleya.documents.fide_forms import NOTE, EventFacts, dated, filled_field, typed
from tavleya.documents.form_sheet import FilledForm, FormPart, FormTable
from tavleya.messages import N_

# FA1 and IA1


def arbiter_norm(
    code: str, event: EventFacts, *, last: str, first: str, federation: str, role: str
) -> FilledForm:
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
    signed = ("Chief arbiter: signature, date", "Federation's official: signature, date")
    return FilledForm(code, titles[code], parts, signed, NOTE)


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
    signed = ("Chief arbiter: signature, date", "Federation's official: signature, date")
    return FilledForm("IT1", "Certificate of title result", parts, signed, NOTE)
