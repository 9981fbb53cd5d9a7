"""Celery tasks of no particular app."""

from celery import shared_task
from django.utils import timezone

from upkeep.privacy import erasure


@shared_task
def forget_personal_data() -> None:
    """Delete personal data whose retention has ended."""
    erasure.forget_old(timezone.now())
