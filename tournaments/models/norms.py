from __future__ import annotations

from django.db import models


class NormRules(models.Model):
    """Requirements for title norms as an administrator imported them from a file (`core.norms.rules`).

    They apply to events that begin on `valid_from` or later, until a later edition of the same `code` does.
    `example`: the file says that it is an example and no authority.
    """

    code = models.CharField(max_length=40)
    valid_from = models.DateField()
    game = models.CharField(max_length=12)
    name = models.CharField(max_length=200)
    example = models.BooleanField(default=False)
    data = models.JSONField()
    imported_at = models.DateTimeField()

    class Meta:
        ordering = ["code", "-valid_from"]
        constraints = [
            models.UniqueConstraint(fields=["code", "valid_from"], name="norm_rules_once_an_edition")
        ]

    def __str__(self) -> str:
        return f"{self.code} {self.valid_from}"
