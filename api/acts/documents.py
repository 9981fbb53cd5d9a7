"""Acts on categories and prizes, the list of prizes, and the documents and files of a section."""

from datetime import datetime
from operator import itemgetter
from typing import Any, ClassVar

from django.apps import apps
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.places import ActTarget, find
from api.acts.reading import Read
from api.acts.record import ROUND, SECTION, Act
from api.bodies import PdfRenderer, Shape, page_of_rows
from api.openapi import REFUSED, list_responses
from api.shapes_desk import Texts
from api.tournaments import Listing
from documents.models import Award, Category, PrizeFund
from documents.selectors.prizes import PrizeDesk, PrizeList, prize_desk
from documents.services import prizes
from documents.services.prizes import approve_awards, cancel_awards, remove_category, save_category, set_prizes
from documents.views import fill
from documents.views.outputs import OF_ROUND, OF_SECTION, DocumentInputs, find_document, known_documents
from games.views.answers import pdf_answer
from tavleya.actors import Actor
from tavleya.permissions import Action, allowed
from tavleya.prizes.fund import Share
from tavleya.rules.registry import spec_of
from tournaments.access import require, standing_in
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section


class CategorySerializer(serializers.ModelSerializer[Category]):
    names = Texts()
    terms = serializers.DictField()

    class Meta:
        model = Category
        fields: ClassVar = ["slug", "names", "terms", "position"]


class FundSerializer(serializers.Serializer[Any]):
    """Amounts are whole minor units, `digits` of them to one unit."""

    currency = serializers.CharField()
    digits = serializers.IntegerField()
    sharing = serializers.CharField()
    published = serializers.BooleanField()


class AwardSerializer(serializers.ModelSerializer[Award]):
    """A list of prizes as it was approved."""

    listed = serializers.DictField()

    class Meta:
        model = Award
        fields: ClassVar = ["version", "provisional", "listed", "approved_at", "cancelled_at"]


def change_category(
    *, actor: Actor, now: datetime, section_id: int, category_id: int, changes: dict[str, Any]
) -> Category:
    """Change a category; what is not named stays."""
    category = Category.objects.get(pk=category_id)
    common = {"slug": category.slug, "names": category.names, "terms": category.terms} | changes
    return save_category(actor=actor, now=now, section_id=section_id, category_id=category_id, **common)


def publish_prizes(*, actor: Actor, now: datetime, section_id: int, published: bool = True) -> Any:
    """Show the prizes to everybody, or no more."""
    return prizes.publish_prizes(actor=actor, now=now, section_id=section_id, published=published)


_CATEGORY = SECTION + "categories/<slug:category>/"
_S = Action.EDIT_SECTION
ACTS = (
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
READS = (
    Read(
        path=SECTION + "categories/", name="categories_list", summary="Categories of a section",
        shape=CategorySerializer, rows=lambda place: place.section.categories.all(),
    ),
    Read(
        path=_CATEGORY, name="category", summary="One category",
        shape=CategorySerializer,
    ),
)  # fmt: skip


# Documents and files.

#: Documents and files: code, title, format and absolute address.
DOCUMENT = Shape[tuple[str, str, str, str]](
    "Document", "A document (PDF, drawn when it is asked for) or a file; `url` leads to it.",
    *((key, serializers.CharField(), itemgetter(index)) for index, key in enumerate(("code", "title", "form", "url"))),
)  # fmt: skip


class DocumentList(Listing):
    @extend_schema(
        responses=list_responses(DOCUMENT.serializer) | REFUSED,
        operation_id="documents_list",
        summary="Documents and files of a section",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        return page_of_rows(request, _documents(request, place, place.section))


def _documents(request: Request, place: ActTarget, section: Section) -> list[dict[str, Any]]:
    slugs = {"slug": place.event.slug, "section": section.slug}
    rows = []
    if allowed(standing_in(place.actor, place.event), Action.SEE_DESK):
        for document in known_documents(section, OF_SECTION):
            address = reverse("api-document", kwargs={**slugs, "code": document.code})
            rows.append((document.code, gettext(document.title), "pdf", address))
        for round_ in section.rounds.order_by("number"):
            if round_.number is not None:
                common = {**slugs, "number": round_.number}
                rows += [
                    (
                        f"round-{round_.number}-{document.code}",
                        gettext(document.title),
                        "pdf",
                        reverse("api-round-document", kwargs={**common, "code": document.code}),
                    )
                    for document in OF_ROUND
                ]
    if place.event.published:
        rows += _files(place, section)
        rows += _games_of_rounds(place, section)
    return DOCUMENT.rows(
        (code, title, form, request.build_absolute_uri(address)) for code, title, form, address in rows
    )


def _files(place: ActTarget, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the public files, which are also on the pages of the section."""
    slugs, games = [place.event.slug, section.slug], spec_of(section.game).file
    rows = [
        ("workbook", gettext("Workbook with everything"), "xlsx", reverse("section_xlsx", args=slugs)),
        ("games", gettext("All games"), games, reverse("section_games", args=[*slugs, games])),
    ]
    if apps.is_installed("reports"):
        rows.insert(1, ("report", gettext("Report for the federation"), "trf", _report_address(place, section)))
    names = ("players", "standings", "crosstable") if section.system.ranked else ("players",)
    titles = {"players": gettext("Players"), "standings": gettext("Standings"), "crosstable": gettext("Crosstable")}
    for name in names:
        rows += [(name, titles[name], form, reverse(f"{name}_file", args=[*slugs, form])) for form in ("csv", "json")]
    return rows


def _report_address(place: ActTarget, section: Section) -> str:
    """Return the address of the report: officials have a separate one, because the public one respects the delay."""
    slugs = [place.event.slug, section.slug]
    official = allowed(standing_in(place.actor, place.event), Action.SEE_DESK)
    return reverse("api-report" if official else "section_trf", args=slugs)


def _games_of_rounds(place: ActTarget, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the files that a relay polls: the public part of a round so far."""
    games = spec_of(section.game).file
    rounds = section.rounds.exclude(status=RoundStatus.DRAFT).exclude(number=None).order_by("number")
    return [
        (
            f"round-{round_.number}-games",
            gettext("Games of round %(n)s") % {"n": round_.number},
            games,
            reverse("round_games", args=[place.event.slug, section.slug, round_.number, games]),
        )
        for round_ in rounds
    ]


_FORMS: list[type[BaseRenderer]] = [PdfRenderer, JSONRenderer]


class Document(Listing):
    """A document as PDF: of the section, or with a `number` of a round, drafts too."""

    renderer_classes = _FORMS

    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY} | REFUSED,
        operation_id="document",
        summary="A document of a section",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        place = find(request, {name: value for name, value in parts.items() if name != "code"})
        require(place.actor, place.event, Action.SEE_DESK)
        kinds = OF_ROUND if place.round is not None else tuple(known_documents(place.section, OF_SECTION))
        chosen = find_document(kinds, parts["code"])
        number = place.round.number if place.round is not None else None
        view = fill.view_of(place.section, number) if place.round is not None else None
        inputs = DocumentInputs(request._request, place.section, view, timezone.now())
        name = "-".join(str(part) for part in (place.event.slug, place.section.slug, number, chosen.code) if part)
        return pdf_answer(request._request, name, chosen.make(inputs))


class RoundDocument(Document):
    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY} | REFUSED,
        operation_id="round_document",
        summary="A document of a round",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        return super().get(request, **parts)


# The prizes of a section.

PRIZE = Shape[tuple[Share, PrizeList]](
    "Prize",
    "`list` is the slug of a category, empty for the main list; `first` to `last` the places that are shared.",
    ("number", serializers.IntegerField(), lambda line: line[0].player),
    ("name", serializers.CharField(), lambda line: line[1].payees[line[0].player].name),
    ("list", serializers.CharField(allow_blank=True), lambda line: line[0].list),
    ("first", serializers.IntegerField(), lambda line: line[0].places[0]),
    ("last", serializers.IntegerField(), lambda line: line[0].places[1]),
    ("amount", serializers.IntegerField(help_text="In minor units."), lambda line: line[0].amount),
)
PRIZES = Shape[tuple[PrizeFund, PrizeDesk]](
    "Prizes", "The list that was approved, else what it would be as the table stands (`approved_at` null).",
    ("currency", serializers.CharField(), lambda line: line[0].currency),
    ("digits", serializers.IntegerField(), lambda line: line[0].digits),
    ("published", serializers.BooleanField(), lambda line: line[0].published),
    (
        "approved_at", serializers.DateTimeField(allow_null=True),
        lambda line: line[1].award.approved_at if line[1].award else None,
    ),
    ("provisional", serializers.BooleanField(), lambda line: line[1].award is None or line[1].award.provisional),
    (
        "changed", serializers.BooleanField(help_text="Whether the table would give another list now."),
        lambda line: line[1].changed,
    ),
    ("prizes", PRIZE.serializer(many=True), lambda line: PRIZE.rows(_shares(line[1]))),
)  # fmt: skip


def _shares(desk: PrizeDesk) -> list[tuple[Share, PrizeList]]:
    listed = PrizeList.read(desk.award.listed) if desk.award is not None else desk.now
    return [(share, listed) for share in listed.shares] if listed is not None else []


class PrizesDetail(Listing):
    @extend_schema(
        responses={200: PRIZES.serializer} | REFUSED,
        operation_id="prizes",
        summary="Who gets which prize",
        description="Everybody reads what is published; else the scope is `edit_section`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        fund = PrizeFund.objects.filter(section=place.section).first()
        if fund is None or not fund.published:
            require(place.actor, place.event, Action.EDIT_SECTION)
        if fund is None:
            raise Http404
        return Response(PRIZES.body((fund, prize_desk(place.section))))


READING = {
    SECTION + "prizes/": ("api-prizes", PrizesDetail),
    SECTION + "documents/": ("api-documents", DocumentList),
    SECTION + "documents/<slug:code>/": ("api-document", Document),
    ROUND + "documents/<slug:code>/": ("api-round-document", RoundDocument),
}
