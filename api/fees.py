"""Read access to entry fees: the treasurer's table, the cash book, totals, receipts and the workbook."""

from typing import Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.fees import TAKINGS, FeeDetailSerializer, FeeSerializer, FeeTotalsSerializer, PaymentSerializer
from api.acts.places import find
from api.bodies import ByNumber, PdfRenderer, page_of_rows
from api.openapi import REFUSED, list_responses, problems
from api.tournaments import Listing
from entries.models import Payment
from entries.selectors.fees import FeeAccount, account_numbered, accounts, payment_terms_of, takings, totals
from entries.views.desk_fees import fee_file, receipt_answer
from games.views.answers import TYPES
from games.views.requests import or_404
from tavleya.fees.terms import FeeState
from tavleya.permissions import Action
from tournaments.models.event import Event
from tournaments.names import names_of

_REFUSED_OF_A_QUERY = problems(400, 401, 403, 404, 406, 429)
_PDF: list[type[BaseRenderer]] = [PdfRenderer, JSONRenderer]
_SCOPE = f"Scope: `{Action.HANDLE_FEES}`."
_FILTERS = [
    OpenApiParameter("section", str, description="Of this section alone."),
    OpenApiParameter("state", str, enum=[state.value for state in FeeState]),
]


def _event(request: Request, slug: str) -> Event:
    """Return the event for a caller who may handle fees.  Raises: Http404, NotPermitted."""
    place = find(request, {"slug": slug})
    place.require(Action.HANDLE_FEES)
    timezone.activate(place.event.zone)
    return place.event


def _filtered_accounts(request: Request, event: Event) -> list[FeeAccount]:
    slug, state = (request.query_params.get(name, "") for name in ("section", "state"))
    section = event.sections.filter(slug=slug).first() if slug else None
    if slug and section is None:
        raise Http404
    return [account for account in accounts(event, section) if not state or account.state == state]


class FeeList(Listing):
    @extend_schema(
        responses=list_responses(FeeSerializer) | _REFUSED_OF_A_QUERY,
        operation_id="fees_list",
        summary="Fees of an event",
        description=f"{_SCOPE}  Amounts are in minor units.",
        parameters=_FILTERS,
    )
    def get(self, request: Request, slug: str) -> Response:
        event = _event(request, slug)
        terms = payment_terms_of(event)
        context = {"pattern": terms.reference if terms else ""}
        rows = FeeSerializer(_filtered_accounts(request, event), many=True, context=context).data
        return page_of_rows(request, list(rows))


class FeeDetail(Listing):
    @extend_schema(
        responses={200: FeeDetailSerializer} | REFUSED,
        operation_id="fee",
        summary="One fee with its payments",
        description=_SCOPE,
    )
    def get(self, request: Request, slug: str, fee: int) -> Response:
        fee_account = or_404(account_numbered(_event(request, slug), fee))
        return Response(FeeDetailSerializer(fee_account).data)


class FeeTotals(Listing):
    @extend_schema(
        responses={200: FeeTotalsSerializer} | _REFUSED_OF_A_QUERY,
        operation_id="fee_totals",
        summary="What is due, paid and owed, and what came in by day",
        description=_SCOPE,
        parameters=_FILTERS,
    )
    def get(self, request: Request, slug: str) -> Response:
        event = _event(request, slug)
        fee_accounts = _filtered_accounts(request, event)
        body = {"totals": totals(fee_accounts), "takings": TAKINGS.rows(takings(fee_accounts, event))}
        return Response(FeeTotalsSerializer(body).data)


class PaymentList(Listing):
    @extend_schema(
        responses=list_responses(PaymentSerializer) | REFUSED,
        operation_id="payments_list",
        summary="Payments of an event, in the order of their receipts",
        description=_SCOPE,
    )
    def get(self, request: Request, slug: str) -> Response:
        event, pages = _event(request, slug), ByNumber()
        rows = pages.paginate_queryset(
            Payment.objects.filter(event=event).select_related("fee", "voids"), request, self
        )
        names = names_of([payment.taken_by for payment in rows or ()])
        payment_serializer = PaymentSerializer(rows, many=True, context={"names": names})
        return pages.get_paginated_response(payment_serializer.data)


class Receipt(Listing):
    renderer_classes = _PDF

    @extend_schema(
        responses={(200, TYPES["pdf"]): OpenApiTypes.BINARY} | REFUSED,
        operation_id="receipt",
        summary="A receipt as PDF",
        description=_SCOPE,
    )
    def get(self, request: Request, slug: str, receipt: int) -> HttpResponse:
        return receipt_answer(request._request, _event(request, slug), receipt)


class _WorkbookRenderer(PdfRenderer):
    media_type = TYPES["xlsx"]
    format = "xlsx"


_WORKBOOK: list[type[BaseRenderer]] = [_WorkbookRenderer, JSONRenderer]


class FeeWorkbook(Listing):
    renderer_classes = _WORKBOOK

    @extend_schema(
        responses={(200, TYPES["xlsx"]): OpenApiTypes.BINARY} | _REFUSED_OF_A_QUERY,
        operation_id="fee_workbook",
        summary="The treasurer's table and all payments as a workbook",
        description=_SCOPE,
        parameters=_FILTERS,
    )
    def get(self, request: Request, slug: str) -> Any:
        event = _event(request, slug)
        return fee_file(request._request, event, _filtered_accounts(request, event), "xlsx")
