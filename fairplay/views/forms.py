"""The forms of a complaint: a received one to sign, and a blank one for a complaint after the event.

Their fields are common to the published forms of federations; they copy no federation's form.
"""

from django.utils.translation import gettext

from documents.views.fill import event_facts, moment
from fairplay.models import Complaint
from tavleya.documents.form_sheet import FilledForm, FormField, FormPart
from tavleya.documents.paper import PLAIN, wrapped
from tournaments.models.event import Event
from tournaments.models.player import Registration
from tournaments.views.frame import language
from tournaments.views.labels import round_name

_FACTS_LINES, _ANSWER_LINES, _BLANK_LINES = 18, 6, 20
#: Points of a line that has room on either paper in the letters of a box, and lines of a box that has room on a page.
_SIZE, _WIDTH, _LONGEST_BOX = 9.5, 480, 42


def complaint_form(row: Complaint) -> FilledForm:
    event = row.event
    board = FormField("board", gettext("Board"), str(row.board or ""))
    parts = (
        FormPart(
            gettext("The complaint"),
            (
                (
                    FormField("number", gettext("No."), str(row.number)),
                    FormField("section", gettext("Section"), row.section.name_in(language()), 3),
                    FormField("round", gettext("Round"), round_name(row.round_number) if row.round_number else "", 2),
                    board,
                ),
                (FormField("at", gettext("Received"), moment(row.received_at, event), 2),
                 FormField("by", gettext("Received by"), row.received_by.shown_name if row.received_by else "", 2)),
            ),
        ),
        FormPart(gettext("Complainant"), (_person(row.complainant),)),
        FormPart(gettext("About whom"), (_person(row.about),)),
        FormPart(gettext("Facts"), _text("facts", gettext("What happened, when and where"), row.facts, _FACTS_LINES)),
        FormPart(gettext("Answer"), _text("answer", gettext("Answer of the arbiter"), row.answer, _ANSWER_LINES)),
    )  # fmt: skip
    signs = (gettext("Complainant: date, signature"), gettext("Arbiter: date, signature"))
    return FilledForm("complaint", gettext("Complaint"), parts, signs, _note())


def _text(key: str, label: str, text: str, least: int) -> tuple[tuple[FormField, ...], ...]:
    """Return boxes with the whole text, split because one box cannot continue on a second page."""
    lines = wrapped(text.replace("\r", ""), PLAIN, _SIZE, _WIDTH) if text else []
    boxes = [lines[start : start + _LONGEST_BOX] for start in range(0, len(lines), _LONGEST_BOX)] or [[]]
    return tuple(
        (FormField(key, label, "\n".join(box), lines=max(len(box) + 1, least if len(boxes) == 1 else 0)),)
        for box in boxes
    )


def _person(registration: Registration | None) -> tuple[FormField, ...]:
    player = registration.player if registration else None
    return (
        FormField("name", gettext("Player"), player.name_in(language()) if player else "", 4),
        FormField("fide_id", gettext("FIDE ID"), str(player.fide_id or "") if player else "", 2),
        FormField("federation", gettext("Fed."), player.federation if player else ""),
    )


def blank_form(event: Event) -> FilledForm:
    """Return a form with only the event filled in."""
    empty = _person(None)
    parts = (
        FormPart(
            gettext("The event"),
            (
                (FormField("event", gettext("Event"), event.name_in(language()), 3),
                 FormField("facts", gettext("Place and dates"), event_facts(event), 3)),
                (FormField("section", gettext("Section"), width=2), FormField("round", gettext("Round")),
                 FormField("board", gettext("Board")), FormField("chief", gettext("Arbiter"), width=2)),
            ),
        ),
        FormPart(gettext("Complainant"), (empty, (FormField("contact", gettext("Phone or e-mail")),))),
        FormPart(gettext("About whom"), (empty,)),
        FormPart(gettext("Facts"), (
            (FormField("facts", gettext("What happened, when and where"), lines=_BLANK_LINES),),
        )),
        FormPart(gettext("Attachments"), ((FormField("attachments", gettext("What is attached"), lines=2),),)),
    )  # fmt: skip
    signs = (gettext("Place and date"), gettext("Signature"))
    return FilledForm("complaint", gettext("Complaint after the event"), parts, signs, _note())


def _note() -> str:
    return gettext(
        "Only arbiters read this complaint. It says what the complainant reports, and decides nothing."
    )
