"""Acts on events and their sections, on standings and prizes."""

from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.record import EVENT, SECTION, Act
from api.shapes import EventSerializer
from api.shapes_desk import (
    AwardSerializer,
    CategorySerializer,
    CountSerializer,
    EventFieldsSerializer,
    FundSerializer,
    NewEventSerializer,
    NewSectionSerializer,
    SectionDetailSerializer,
    SectionFieldsSerializer,
    TermsSerializer,
)
from documents.models import Category
from documents.services import prizes
from documents.services.prizes import approve_awards, cancel_awards, remove_category, save_category, set_prizes
from entries.services.entry_places import set_entry_terms
from portal.services import set_up_event
from ratings.models import NormTerms
from ratings.services.norms import set_norm_terms
from tavleya.actors import Actor
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


def change_category(
    *, actor: Actor, now: datetime, section_id: int, category_id: int, changes: dict[str, Any]
) -> Category:
    """Change a category; what is not named stays."""
    row = Category.objects.get(pk=category_id)
    common = {"slug": row.slug, "names": row.names, "terms": row.terms} | changes
    return save_category(actor=actor, now=now, section_id=section_id, category_id=category_id, **common)


def publish_prizes(*, actor: Actor, now: datetime, section_id: int, published: bool = True) -> Any:
    """Show the prizes to everybody, or no more."""
    return prizes.publish_prizes(actor=actor, now=now, section_id=section_id, published=published)


class NormTermsSerializer(serializers.ModelSerializer[NormTerms]):
    class Meta:
        model = NormTerms
        fields: ClassVar = ["kind", "published"]


_CATEGORY = SECTION + "categories/<slug:category>/"
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
    Act(
        path=SECTION + "categories/", service=save_category, name="add_category",
        summary="Add a category of players", action=_S, answer=CategorySerializer, status=201,
        fixed={"category_id": None},
    ),
    Act(
        path=_CATEGORY, service=change_category, does=("save_category",), summary="Change a category", action=_S,
        method="patch", answer=CategorySerializer, changes=CategorySerializer,
    ),
    Act(
        path=_CATEGORY, service=remove_category, summary="Remove a category with its prizes", action=_S,
        method="delete",
    ),
    Act(
        path=SECTION + "prizes/", service=set_prizes, summary="Set the prizes of a section", action=_S,
        method="put", answer=FundSerializer,
    ),
    Act(
        path=SECTION + "prizes/publish/", service=publish_prizes, summary="Show the prizes to everybody, or no more",
        action=_S, answer=FundSerializer,
    ),
    Act(
        path=SECTION + "prizes/approve/", service=approve_awards, summary="Approve the list of prizes",
        action=_S, answer=AwardSerializer, status=201,
    ),
    Act(
        path=SECTION + "prizes/cancel/", service=cancel_awards, summary="Cancel the approved list of prizes",
        action=_S, answer=AwardSerializer,
    ),
)  # fmt: skip

ACTS = (*_EVENT, *_SECTION, *_TABLES)
