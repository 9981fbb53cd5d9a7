from django.conf import settings
from django.db import models
from django.db.models import Q

from arbiter.models.ruling import Ruling
from tavleya.use import CODE, use


class Fine(models.Model):
    """A fine set by a ruling, by a tariff that the regulations announced beforehand (FIDE 12.9.7).

    `amount` is in whole units of `currency` (ISO 4217). It is owed while its ruling stands; `paid_at` says when it was
    paid, `paid_to` to which officer.
    """

    ruling = models.OneToOneField(Ruling, on_delete=models.PROTECT, related_name="fine")
    amount = models.PositiveIntegerField()
    currency = use(models.CharField(max_length=3), CODE)
    paid_at = models.DateTimeField(null=True)
    paid_to = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        ordering = ["ruling"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="fine_of_something"),
            models.CheckConstraint(condition=Q(currency__regex=r"^[A-Z]{3}$"), name="fine_in_a_currency"),
        ]

    def __str__(self) -> str:
        return f"{self.amount} {self.currency}"
