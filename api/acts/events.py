"""Acts on events and their sections, and on standings."""

from typing import ClassVar

from rest_framework import serializers

from api.acts.record import EVENT, SECTION, Act
from api.shapes import EventSerializer
from api.shapes_desk import (
    CountSerializer,
    EventFieldsSerializer,
    NewEventSerializer,
    NewSectionSerializer,
    SectionDetailSerializer,
    SectionFieldsSerializer,
    TermsSerializer,
)
from entries.services.entry_places import set_entry_terms
from portal.services import set_up_event
from ratings.models import NormTerms
from ratings.services.norms import set_norm_terms
from tavleya.permissions import Action
from tournaments.models.entry import EntryTerms
from tournaments.models.section import Section
from tournaments.services.events import create_event, edit_event
from tournaments.services.final_table import finalise_table, open_play_off, reopen_table
from tournaments.services.removal import (
    archive_event,
    archive_rehearsal,
    archive_section,
    delete_event,
    delete_section,
    unarchive_event,
    unarchive_section,
)
from tournaments.services.schedule import discard_drafts, plan_rounds
from tournaments.services.section_settings import edit_section, leave_mode
from tournaments.services.sections import create_section
from tournaments.services.seeding import enter_tie_values
from tournaments.services.uploads import remove_upload


def terms_of(thing: Section | EntryTerms) -> EntryTerms:
    """Return the entry terms of a section, or the default terms if none are set."""
    if isinstance(thing, EntryTerms):
        return thing
    return EntryTerms.objects.filter(section=thing).first() or EntryTerms(section=thing)


_EVENT = (
    Act(
        path="events/", service=create_event, summary="Create an event", action=Action.CREATE_EVENT,
        answer=EventFieldsSerializer, status=201, body=NewEventSerializer,
    ),
    Act(
        path="presets/", service=set_up_event,
        summary="Create an event with one section and its players, by a preset if you like", action=Action.CREATE_EVENT,
        answer=SectionDetailSerializer, status=201,
    ),
    Act(
        path=EVENT, service=edit_event, summary="Change or publish an event", action=Action.EDIT_EVENT,
        method="patch", answer=EventFieldsSerializer, changes=EventFieldsSerializer,
    ),
    Act(
        path=EVENT, service=delete_event, summary="Delete an event that nothing was played in",
        action=Action.EDIT_EVENT, method="delete",
    ),
    Act(
        path=EVENT + "archive/", service=archive_event, summary="Archive an event",
        action=Action.EDIT_EVENT, answer=EventSerializer, archived=True,
    ),
    Act(
        path=EVENT + "unarchive/", service=unarchive_event, summary="Bring an archived event back",
        action=Action.EDIT_EVENT, answer=EventSerializer, archived=True,
    ),
    Act(
        path=EVENT + "archive-rehearsal/", service=archive_rehearsal, summary="Put a rehearsal away",
        action=Action.REHEARSE, answer=EventSerializer, archived=True,
    ),
    Act(
        path=EVENT + "uploads/<int:upload_id>/", service=remove_upload, summary="Remove a file of an event",
        action=Action.EDIT_EVENT, method="delete",
    ),
)  # fmt: skip

_SECTION = (
    Act(
        path=EVENT + "sections/", service=create_section, summary="Create a section",
        action=Action.EDIT_SECTION, answer=SectionDetailSerializer, status=201, body=NewSectionSerializer,
    ),
    Act(
        path=SECTION, service=edit_section, summary="Change the settings of a section",
        action=Action.EDIT_SECTION, method="patch", answer=SectionDetailSerializer, changes=SectionFieldsSerializer,
    ),
    Act(
        path=SECTION, service=delete_section, summary="Delete a section that nothing was played in",
        action=Action.EDIT_EVENT, method="delete",
    ),
    Act(
        path=SECTION + "archive/", service=archive_section, summary="Archive a section",
        action=Action.EDIT_EVENT, answer=SectionDetailSerializer, archived=True,
    ),
    Act(
        path=SECTION + "unarchive/", service=unarchive_section, summary="Bring an archived section back",
        action=Action.EDIT_EVENT, answer=SectionDetailSerializer, archived=True,
    ),
    Act(
        path=SECTION + "leave-mode/", service=leave_mode,
        summary="Run a section without the regulations of its game from now on",
        action=Action.EDIT_SECTION, answer=SectionDetailSerializer,
    ),
    Act(
        path=SECTION + "play-offs/", service=open_play_off, summary="Open a play-off for a shared place",
        action=Action.EDIT_SECTION, answer=SectionDetailSerializer, status=201,
    ),
    Act(
        path=SECTION + "entry-terms/", service=set_entry_terms,
        summary="Open, close or change online entry", action=Action.EDIT_SECTION, method="patch",
        answer=TermsSerializer, changes=TermsSerializer, show=terms_of,
    ),
    Act(
        path=SECTION + "plan/", service=plan_rounds, summary="Plan when rounds begin",
        action=Action.PAIR_ROUND, answer=SectionDetailSerializer,
    ),
    Act(
        path=SECTION + "drafts/", service=discard_drafts, summary="Discard the drafts of a section",
        action=Action.PAIR_ROUND, method="delete", answer=CountSerializer, show=lambda count: {"count": count},
    ),
)  # fmt: skip


class NormTermsSerializer(serializers.ModelSerializer[NormTerms]):
    class Meta:
        model = NormTerms
        fields: ClassVar = ["kind", "published"]


_S, _CLOSE = Action.EDIT_SECTION, Action.CLOSE_ROUND
_TABLES = (
    Act(
        path=SECTION + "standings/final/", service=finalise_table, summary="Declare the standings final",
        action=_CLOSE, answer=SectionDetailSerializer,
    ),
    Act(
        path=SECTION + "standings/reopen/", service=reopen_table,
        summary="Take back that the standings are final", action=_CLOSE, answer=SectionDetailSerializer,
    ),
    Act(
        path=SECTION + "standings/ties/", service=enter_tie_values,
        summary="Decide ties that are decided outside of the tie-breaks", action=_CLOSE, answer=SectionDetailSerializer,
    ),
    Act(
        path=SECTION + "norms/", service=set_norm_terms, summary="Say what a section is for title norms",
        action=_S, method="put", answer=NormTermsSerializer,
    ),
)  # fmt: skip

ACTS = (*_EVENT, *_SECTION, *_TABLES)
