"""Tables, prizes, documents and files of a section, explanations of pairings, jobs: created on request."""

from collections.abc import Mapping
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.places import ActTarget, find
from api.bodies import Shape, page_of_rows
from api.openapi import REFUSED, list_responses
from api.shapes_desk import JobSerializer
from api.tournaments import Listing
from documents.models import PrizeFund
from documents.selectors.prizes import PrizeDesk, PrizeList, prize_desk
from documents.views import fill
from documents.views.answers import pdf_answer
from games.views.requests import or_404
from portal.views.desk.outputs import OF_ROUND, OF_SECTION, DocumentInputs, known_documents
from tavleya.permissions import Action, allowed
from tavleya.prizes.fund import Share
from tavleya.rules.registry import spec_of
from tournaments.access import require, standing_in
from tournaments.models.activity import Job
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance
from tournaments.selectors.standings import CrosstableCell, CrosstableRow, crosstable_of

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
    at = {"slug": place.event.slug, "section": section.slug}
    results = []
    if allowed(standing_in(place.actor, place.event), Action.SEE_DESK):
        for known_document in known_documents(section, OF_SECTION):
            address = reverse("api-document", kwargs={**at, "code": known_document.code})
            results.append((known_document.code, gettext(known_document.title), "pdf", address))
        for row in section.rounds.order_by("number"):
            if row.number is not None:
                common = {**at, "number": row.number}
                results += [
                    (
                        f"round-{row.number}-{known_document.code}",
                        gettext(known_document.title),
                        "pdf",
                        reverse("api-round-document", kwargs={**common, "code": known_document.code}),
                    )
                    for known_document in OF_ROUND
                ]
    if place.event.published:
        results += _files(place, section)
        results += _games_of_rounds(place, section)
    return DOCUMENT.rows(
        (code, title, form, request.build_absolute_uri(address)) for code, title, form, address in results
    )


def _files(place: ActTarget, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the public files, which are also on the pages of the section."""
    at, games = [place.event.slug, section.slug], spec_of(section.game).file
    results = [
        ("workbook", gettext("Workbook with everything"), "xlsx", reverse("section_xlsx", args=at)),
        ("games", gettext("All games"), games, reverse("section_games", args=[*at, games])),
    ]
    if apps.is_installed("reports"):
        results.insert(1, ("report", gettext("Report for the federation"), "trf", _report_address(place, section)))
    names = ("players", "standings", "crosstable") if section.system.ranked else ("players",)
    titles = {"players": gettext("Players"), "standings": gettext("Standings"), "crosstable": gettext("Crosstable")}
    for name in names:
        results += [(name, titles[name], form, reverse(f"{name}_file", args=[*at, form])) for form in ("csv", "json")]
    return results


def _report_address(place: ActTarget, section: Section) -> str:
    """Return the address of the report: officials have a separate one, because the public one respects the delay."""
    at = [place.event.slug, section.slug]
    official = allowed(standing_in(place.actor, place.event), Action.SEE_DESK)
    return reverse("api-report" if official else "section_trf", args=at)


def _games_of_rounds(place: ActTarget, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the files that a relay polls: the public part of a round so far."""
    games = spec_of(section.game).file
    rounds = section.rounds.exclude(status=RoundStatus.DRAFT).exclude(number=None).order_by("number")
    return [
        (
            f"round-{row.number}-games",
            gettext("Games of round %(n)s") % {"n": row.number},
            games,
            reverse("round_games", args=[place.event.slug, section.slug, row.number, games]),
        )
        for row in rounds
    ]


class PdfRenderer(BaseRenderer):
    """Responses as PDF; errors are problem documents nevertheless."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        return bytes(JSONRenderer().render(data)) if data is not None else b""


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
        place = find(request, {name: kind for name, kind in parts.items() if name != "code"})
        require(place.actor, place.event, Action.SEE_DESK)
        kinds = OF_ROUND if place.round is not None else tuple(known_documents(place.section, OF_SECTION))
        chosen = or_404(next((kind for kind in kinds if kind.code == parts["code"]), None))
        number = place.round.number if place.round is not None else None
        view = fill.view_of(place.section, number) if place.round is not None else None
        created = DocumentInputs(request._request, place.section, view, timezone.now())
        name = "-".join(str(kind) for kind in (place.event.slug, place.section.slug, number, chosen.code) if kind)
        return pdf_answer(request._request, name, chosen.make(created))


class RoundDocument(Document):
    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY} | REFUSED,
        operation_id="round_document",
        summary="A document of a round",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        return super().get(request, **parts)


WORKINGS = Shape[Provenance](
    "Workings",
    """How the pairing of a round came about.  Players and teams are numbers as they were then.

    `brackets` as the engine worked them out, `boards` and `bye` as it made them; `waived` is what somebody took upon
    themselves, with the reason.
    """,
    ("engine", serializers.CharField(), lambda source: source.engine),
    ("edition", serializers.CharField(), lambda source: source.edition),
    (
        "boards", serializers.ListField(child=serializers.ListField(child=serializers.IntegerField())),
        lambda source: source.boards,
    ),
    ("bye", serializers.IntegerField(allow_null=True), lambda source: source.bye),
    ("brackets", serializers.ListField(child=serializers.DictField()), lambda source: source.trace),
    (
        "waived", serializers.ListField(child=serializers.DictField()),
        lambda source: [{key: item[key] for key in ("code", "problem", "reason")} for item in source.waived],
    ),
    ("changed_by_hand", serializers.IntegerField(), lambda source: source.version),
)  # fmt: skip


class Workings(Listing):
    @extend_schema(
        responses={200: WORKINGS.serializer} | REFUSED,
        operation_id="round_workings",
        summary="Why a round was paired so",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        require(place.actor, place.event, Action.SEE_DESK)
        source = get_object_or_404(Provenance, round=place.round)
        return Response(WORKINGS.rows([source])[0])


class JobDetail(Listing):
    @extend_schema(
        responses={200: JobSerializer} | REFUSED,
        operation_id="job",
        summary="Work that goes on behind the scenes",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, {"slug": parts["slug"]})
        require(place.actor, place.event, Action.SEE_DESK)
        jobs = Job.objects.filter(event=place.event) | Job.objects.filter(section__event=place.event)
        return Response(JobSerializer(get_object_or_404(jobs, key=parts["key"])).data)


# The crosstable and the prizes of a section.

#: Cells with the starting numbers of the players by place.
CELL = Shape[tuple[CrosstableCell, Mapping[int, int]]](
    "Cell", "`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `against` is a starting number.",
    ("round", serializers.IntegerField(), lambda line: line[0].round),
    ("mark", serializers.CharField(allow_blank=True), lambda line: line[0].mark),
    ("side", serializers.CharField(allow_null=True), lambda line: line[0].side.value if line[0].side else None),
    (
        "against", serializers.IntegerField(allow_null=True),
        lambda line: line[1].get(line[0].place) if line[0].place else None,
    ),
    ("game", serializers.IntegerField(allow_null=True), lambda line: line[0].game),
)  # fmt: skip
CROSSTABLE_LINE = Shape[tuple[CrosstableRow, Mapping[int, int]]](
    "CrosstableLine", "",
    ("rank", serializers.IntegerField(), lambda line: line[0].standing.row.rank),
    ("number", serializers.IntegerField(), lambda line: line[0].standing.registration.number),
    ("name", serializers.CharField(), lambda line: line[0].standing.registration.player.full_name),
    ("points", serializers.CharField(), lambda line: line[0].standing.points),
    ("cells", CELL.serializer(many=True), lambda line: CELL.rows((cell, line[1]) for cell in line[0].cells)),
)  # fmt: skip


class CrosstableDetail(Listing):
    @extend_schema(
        responses=list_responses(CROSSTABLE_LINE.serializer),
        operation_id="crosstable",
        summary="Who played whom, and how",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        place = find(request, parts)
        if place.section.system.teams or not place.section.system.ranked:
            raise Http404
        rows = crosstable_of(place.section).rows
        numbers = {row.line: row.standing.registration.number for row in rows}
        return page_of_rows(request, CROSSTABLE_LINE.rows((row, numbers) for row in rows))


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
