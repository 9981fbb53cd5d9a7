"""Documents and files of a section, explanations of pairings, jobs: created on request."""

from __future__ import annotations

from collections.abc import Mapping
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

from api.acts.places import Where, find
from api.lists import page_of_rows
from api.openapi import listed, problems
from api.shapes_desk import JobSerializer
from api.tournaments import Listing
from documents.views import fill
from documents.views.answers import pdf_answer
from portal.views.desk.outputs import OF_ROUND, OF_SECTION, Made, known_documents
from tavleya.permissions import Action, allowed
from tavleya.rules.registry import spec_of
from tournaments.access import require, standing_in
from tournaments.models.job import Job
from tournaments.models.round import RoundStatus
from tournaments.models.section import Section
from tournaments.models.swiss import Provenance

_REFUSED = problems(401, 403, 404, 406, 429)


class DocumentSerializer(serializers.Serializer[Any]):
    """A document (PDF, drawn when it is asked for) or a file; `url` leads to it."""

    code = serializers.CharField()
    title = serializers.CharField()
    form = serializers.CharField()
    url = serializers.CharField()


class DocumentList(Listing):
    @extend_schema(
        responses=listed(DocumentSerializer) | _REFUSED,
        operation_id="documents_list",
        summary="Documents and files of a section",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        where = find(request, parts)
        assert where.section is not None
        return page_of_rows(request, _documents(request, where, where.section))


def _documents(request: Request, where: Where, section: Section) -> list[dict[str, str]]:
    at = {"slug": where.event.slug, "section": section.slug}
    found = []
    if allowed(standing_in(where.actor, where.event), Action.SEE_DESK):
        for one in known_documents(section, OF_SECTION):
            address = reverse("api-document", kwargs={**at, "code": one.code})
            found.append((one.code, gettext(one.title), "pdf", address))
        for row in section.rounds.order_by("number"):
            if row.number is not None:
                here = {**at, "number": row.number}
                found += [
                    (
                        f"round-{row.number}-{one.code}",
                        gettext(one.title),
                        "pdf",
                        reverse("api-round-document", kwargs={**here, "code": one.code}),
                    )
                    for one in OF_ROUND
                ]
    if where.event.published:
        found += _files(where, section)
        found += _games_of_rounds(where, section)
    return [
        {"code": code, "title": title, "form": form, "url": request.build_absolute_uri(address)}
        for code, title, form, address in found
    ]


def _files(where: Where, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the public files, which are also on the pages of the section."""
    at, games = [where.event.slug, section.slug], spec_of(section.game).file
    found = [
        ("workbook", gettext("Workbook with everything"), "xlsx", reverse("section_xlsx", args=at)),
        ("games", gettext("All games"), games, reverse("section_games", args=[*at, games])),
    ]
    if apps.is_installed("reports"):
        found.insert(
            1, ("report", gettext("Report for the federation"), "trf", _report_address(where, section))
        )
    names = ("players", "standings", "crosstable") if section.system.ranked else ("players",)
    titles = {
        "players": gettext("Players"),
        "standings": gettext("Standings"),
        "crosstable": gettext("Crosstable"),
    }
    for name in names:
        found += [
            (name, titles[name], form, reverse(f"{name}_file", args=[*at, form])) for form in ("csv", "json")
        ]
    return found


def _report_address(where: Where, section: Section) -> str:
    """Return the address of the report: officials have a separate one, because the public one respects the delay."""
    at = [where.event.slug, section.slug]
    official = allowed(standing_in(where.actor, where.event), Action.SEE_DESK)
    return reverse("api-report" if official else "section_trf", args=at)


def _games_of_rounds(where: Where, section: Section) -> list[tuple[str, str, str, str]]:
    """Return the files that a relay polls: the public part of a round so far."""
    games = spec_of(section.game).file
    rounds = section.rounds.exclude(status=RoundStatus.DRAFT).exclude(number=None).order_by("number")
    return [
        (
            f"round-{row.number}-games",
            gettext("Games of round %(n)s") % {"n": row.number},
            games,
            reverse("round_games", args=[where.event.slug, section.slug, row.number, games]),
        )
        for row in rounds
    ]


class PdfRenderer(BaseRenderer):
    """Responses as PDF; errors are problem documents nevertheless."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return bytes(JSONRenderer().render(data)) if data is not None else b""


_FORMS: list[type[BaseRenderer]] = [PdfRenderer, JSONRenderer]


class Document(Listing):
    """A document as PDF: of the section, or with a `number` of a round, drafts too."""

    renderer_classes = _FORMS

    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY} | _REFUSED,
        operation_id="document",
        summary="A document of a section",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        where = find(request, {name: one for name, one in parts.items() if name != "code"})
        require(where.actor, where.event, Action.SEE_DESK)
        assert where.section is not None
        kinds = OF_ROUND if where.round is not None else tuple(known_documents(where.section, OF_SECTION))
        chosen = next((one for one in kinds if one.code == parts["code"]), None)
        if chosen is None:
            raise Http404
        number = where.round.number if where.round is not None else None
        view = fill.view_of(where.section, number) if where.round is not None else None
        made = Made(request._request, where.section, view, timezone.now())
        name = "-".join(
            str(one) for one in (where.event.slug, where.section.slug, number, chosen.code) if one
        )
        return pdf_answer(request._request, name, chosen.make(made))


class RoundDocument(Document):
    @extend_schema(
        responses={(200, "application/pdf"): OpenApiTypes.BINARY} | _REFUSED,
        operation_id="round_document",
        summary="A document of a round",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> HttpResponse:
        return super().get(request, **parts)


class WorkingsSerializer(serializers.Serializer[Any]):
    """How the pairing of a round came about.  Players and teams are numbers as they were then.

    `brackets` as the engine worked them out, `boards` and `bye` as it made them; `waived` is what somebody took upon
    themselves, with the reason.
    """

    engine = serializers.CharField()
    edition = serializers.CharField()
    boards = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    bye = serializers.IntegerField(allow_null=True)
    brackets = serializers.ListField(child=serializers.DictField())
    waived = serializers.ListField(child=serializers.DictField())
    changed_by_hand = serializers.IntegerField()


class Workings(Listing):
    @extend_schema(
        responses={200: WorkingsSerializer} | _REFUSED,
        operation_id="round_workings",
        summary="Why a round was paired so",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        where = find(request, parts)
        require(where.actor, where.event, Action.SEE_DESK)
        source = get_object_or_404(Provenance, round=where.round)
        return Response(
            {
                "engine": source.engine,
                "edition": source.edition,
                "boards": source.boards,
                "bye": source.bye,
                "brackets": source.trace,
                "waived": [
                    {"code": one["code"], "problem": one["problem"], "reason": one["reason"]}
                    for one in source.waived
                ],
                "changed_by_hand": source.version,
            }
        )


class JobDetail(Listing):
    @extend_schema(
        responses={200: JobSerializer} | _REFUSED,
        operation_id="job",
        summary="Work that goes on behind the scenes",
        description="Scope: `see_desk`.",
    )
    def get(self, request: Request, **parts: Any) -> Response:
        where = find(request, {"slug": parts["slug"]})
        require(where.actor, where.event, Action.SEE_DESK)
        jobs = Job.objects.filter(event=where.event) | Job.objects.filter(section__event=where.event)
        return Response(JobSerializer(get_object_or_404(jobs, key=parts["key"])).data)
