"""A person, known as a player in several events."""

from django.conf import settings
from django.db import models


class Person(models.Model):
    """Joins players of several events; all data about the person is read from those players.

    `user`: the account that claimed this person.  `hidden_at`: there is no public page, because the person or an
    organiser wished so.  `joined_to`: the person that all players moved to when two persons were merged; followers are
    notified.
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
