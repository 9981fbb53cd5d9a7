from django.db import models


class CheckScope(models.TextChoices):
    """The records that a pass of the check covers."""

    RECENT = "recent"
    ALL = "all"


class CheckPass(models.Model):
    """The progress of the check of the records, one row for each scope: every game up to number `after` was checked.

    A pass began at `began_at`; `ended_at` is the end of the last complete one, before `began_at` during a pass.
    `broken` counts the broken records found by this pass so far, `broken_before` those of the last complete one.
    """

    scope = models.CharField(max_length=6, primary_key=True, choices=CheckScope.choices)
    after = models.BigIntegerField(default=0)
    began_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    broken = models.PositiveIntegerField(default=0)
    broken_before = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(scope__in=CheckScope.values), name="check_scope_known"),
        ]

    def __str__(self) -> str:
        return f"{self.scope} after {self.after}"

    @property
    def going_on(self) -> bool:
        return self.began_at is not None and (self.ended_at is None or self.ended_at < self.began_at)
