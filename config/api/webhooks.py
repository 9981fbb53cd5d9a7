"""Addresses that are told what happens in an event: registered, revoked, and how their messages went."""

from __future__ import annotations

from functools import partial

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from common.permissions import Action
from config.api.idempotency import create
from config.api.lists import ByNumber
from config.api.openapi import KEY, listed, problems
from config.api.shapes import (
    DeliverySerializer,
    NewWebhookSerializer,
    WebhookMadeSerializer,
    WebhookSerializer,
)
from config.api.tournaments import Listing, event_at
from tournaments import services
from tournaments.access import require
from tournaments.models import Webhook

_REFUSED = problems(401, 403, 404, 406, 429)


class WebhookList(Listing):
    @extend_schema(
        responses=listed(WebhookSerializer) | _REFUSED,
        operation_id="webhooks_list",
        summary="Webhooks of an event",
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        pages = ByNumber()
        rows = pages.paginate_queryset(Webhook.objects.filter(event=event, revoked_at=None), request, self)
        return pages.get_paginated_response(WebhookSerializer(rows, many=True).data)

    @extend_schema(
        request=NewWebhookSerializer,
        parameters=[KEY],
        responses={201: WebhookMadeSerializer} | problems(400, 401, 403, 404, 406, 409, 415, 422, 429),
        operation_id="webhooks_add",
        summary="Have an address told what happens",
    )
    def post(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        add = partial(services.add_webhook, event_id=event.pk)
        return create(request, actor, add, NewWebhookSerializer, WebhookMadeSerializer)


class WebhookDetail(Listing):
    @extend_schema(
        responses={204: None} | _REFUSED,
        operation_id="webhook_revoke",
        summary="Tell an address nothing more",
    )
    def delete(self, request: Request, slug: str, webhook_id: int) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        row = get_object_or_404(Webhook, event=event, pk=webhook_id)
        services.revoke_webhook(actor=actor, now=timezone.now(), webhook_id=row.pk)
        return Response(status=204)


class DeliveryList(Listing):
    @extend_schema(
        responses=listed(DeliverySerializer) | _REFUSED,
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
