"""A person: the one who plays in several events, as players of which they are known."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Person(models.Model):
    """Joins players of several events; everything that is said of the person is read from those players.

    `user`: whose account said "this is me".  `hidden_at`: there is no public page, because the person or an organiser
    wished so.  `joined_to`: where all players went when two persons became one; who follows this one is told of that.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="person"
    )
    made_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    joined_to = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, blank=True, related_name="joined_from"
    )

    def __str__(self) -> str:
        return f"person {self.pk}"
