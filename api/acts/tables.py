"""Acts on standings and prizes."""

from datetime import datetime
from typing import Any, ClassVar

from rest_framework import serializers

from api.acts.record import SECTION, Act
from api.shapes_desk import AwardSerializer, CategorySerializer, FundSerializer, SectionDetailSerializer
from documents.models import Category
from documents.services import prizes
from documents.services.prizes import (
    approve_awards,
    cancel_awards,
    remove_category,
    save_category,
    set_prizes,
)
from ratings.models import NormTerms
from ratings.services.norms import set_norm_terms
from tavleya.actors import Actor
from tavleya.permissions import Action
from tournaments.services.final_table import finalise_table, reopen_table
from tournaments.services.seeding import enter_tie_values


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
ACTS = (
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
