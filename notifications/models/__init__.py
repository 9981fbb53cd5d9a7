"""The models of `notifications`, by subject; here they are found by Django."""

from notifications.models import notifications, webhooks

__all__ = ["notifications", "webhooks"]
