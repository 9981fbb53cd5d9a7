"""Webhooks of an event: registration, revocation, and the results of deliveries."""

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.lists import ByNumber
from api.openapi import list_responses, problems
from api.shapes import DeliverySerializer, WebhookSerializer
from api.tournaments import Listing, event_at
from notifications.models.webhooks import Webhook
from tavleya.permissions import Action
from tournaments.access import require

_REFUSED = problems(401, 403, 404, 406, 429)


class WebhookList(Listing):
    @extend_schema(
        responses=list_responses(WebhookSerializer) | _REFUSED,
        operation_id="webhooks_list",
        summary="Webhooks of an event",
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        pages = ByNumber()
        rows = pages.paginate_queryset(Webhook.objects.filter(event=event, revoked_at=None), request, self)
        return pages.get_paginated_response(WebhookSerializer(rows, many=True).data)


class DeliveryList(Listing):
    @extend_schema(
        responses=list_responses(DeliverySerializer) | _REFUSED,
        operation_id="webhook_deliveries",
        summary="What was sent to an address, and how it went",
    )
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        row = get_object_or_404(Webhook, event=event, pk=webhook_id)
        pages = ByNumber()
        rows = pages.paginate_queryset(row.deliveries.all(), request, self)
        return pages.get_paginated_response(DeliverySerializer(rows, many=True).data)
