"""Webhooks of an event, the results of their deliveries, and messages that are sent again."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from api.acts.record import EVENT, Act
from api.openapi import REFUSED, list_responses
from api.shapes_desk import CountSerializer
from api.tournaments import Listing, event_at
from notifications.models import Delivery, Webhook
from notifications.services.sending import retry_messages
from notifications.services.webhooks import add_webhook, revoke_webhook, try_webhook
from tavleya.permissions import Action
from tournaments.access import require
from tournaments.registry import webhook_names


class NewWebhookSerializer(serializers.Serializer[Any]):
    url = serializers.CharField(max_length=500)
    kinds = serializers.ListField(child=serializers.ChoiceField(choices=sorted(webhook_names())), allow_empty=False)


class WebhookSerializer(serializers.ModelSerializer[Webhook]):
    kinds = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Webhook
        fields: ClassVar = ["id", "url", "kinds", "made_at"]


class WebhookMadeSerializer(WebhookSerializer):
    """With the secret that signs what is sent; it is shown this once."""

    class Meta(WebhookSerializer.Meta):
        fields: ClassVar = [*WebhookSerializer.Meta.fields, "secret"]


class DeliverySerializer(serializers.ModelSerializer[Delivery]):
    attempts = serializers.IntegerField(source="tries", min_value=0, max_value=32767, required=False)
    next_at = serializers.DateTimeField(source="due_at", allow_null=True, required=False)
    delivered_at = serializers.DateTimeField(source="sent_at", allow_null=True, required=False)

    class Meta:
        model = Delivery
        fields: ClassVar = ["key", "kind", "made_at", "attempts", "next_at", "delivered_at", "status", "problem"]


class WebhookList(Listing):
    @extend_schema(
        responses=list_responses(WebhookSerializer) | REFUSED,
        operation_id="webhooks_list",
        summary="Webhooks of an event",
    )
    def get(self, request: Request, slug: str) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        return self.paged(Webhook.objects.filter(event=event, revoked_at=None), WebhookSerializer)


class DeliveryList(Listing):
    @extend_schema(
        responses=list_responses(DeliverySerializer) | REFUSED,
        operation_id="webhook_deliveries",
        summary="What was sent to an address, and how it went",
    )
    def get(self, request: Request, slug: str, webhook_id: int) -> Response:
        event, actor = event_at(request, slug)
        require(actor, event, Action.MANAGE_WEBHOOKS)
        row = get_object_or_404(Webhook, event=event, pk=webhook_id)
        return self.paged(row.deliveries.all(), DeliverySerializer)


ACTS = (
    Act(
        path=EVENT + "webhooks/", service=add_webhook, name="webhooks_add",
        summary="Have an address told what happens", action=Action.MANAGE_WEBHOOKS, answer=WebhookMadeSerializer,
        status=201, body=NewWebhookSerializer,
    ),
    Act(
        path=EVENT + "webhooks/<int:webhook_id>/test/", service=try_webhook,
        summary="Send an address a message that tells of nothing", action=Action.MANAGE_WEBHOOKS,
        answer=DeliverySerializer, status=202,
    ),
    Act(
        path=EVENT + "messages/retry/", service=retry_messages,
        summary="Send messages again that could not be delivered", action=Action.EDIT_EVENT, answer=CountSerializer,
        show=lambda count: {"count": count},
    ),
    Act(
        path=EVENT + "webhooks/<int:webhook_id>/", service=revoke_webhook, name="webhook_revoke",
        summary="Tell an address nothing more", action=Action.MANAGE_WEBHOOKS, method="delete",
    ),
)  # fmt: skip
READING = {
    EVENT + "webhooks/": ("api-webhooks", WebhookList),
    EVENT + "webhooks/<int:webhook_id>/deliveries/": ("api-deliveries", DeliveryList),
}
