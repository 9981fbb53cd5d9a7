from django.db import models

from tavleya.norms.rules import KINDS
from tavleya.use import ANNOUNCED, Copy, use
from tournaments.models.section import Section


class NormRules(models.Model):
    """Requirements for title norms, imported from a file by an administrator (`tavleya.norms.rules`).

    They replace the program's edition (`tavleya.norms.rules`) of the same `code` and day. They apply to events that
    begin on `valid_from` or later, until a later edition of the same `code` does. `example`: the file is marked as an
    example without authority.
    """

    code = use(models.CharField(max_length=40), ANNOUNCED)
    valid_from = models.DateField()
    game = use(models.CharField(max_length=12), ANNOUNCED)
    name = use(models.CharField(max_length=200), ANNOUNCED)
    example = models.BooleanField(default=False)
    data = use(models.JSONField(), ANNOUNCED)
    imported_at = models.DateTimeField()

    class Meta:
        ordering = ["code", "-valid_from"]
        constraints = [models.UniqueConstraint(fields=["code", "valid_from"], name="norm_rules_once_an_edition")]

    def __str__(self) -> str:
        return f"{self.code} {self.valid_from}"


class NormTerms(models.Model):
    """The title norm settings of a section.

    `kind`: the kind of event if norms differ for it (`tavleya.norms.rules.KINDS`), empty for the usual. `published`:
    the public player card shows the player's progress towards a norm.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="norm_terms")
    kind = models.CharField(max_length=20, blank=True, choices=[(one, one) for one in KINDS])
    published = use(models.BooleanField(default=False), reset=Copy.REPETITION)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=["", *KINDS]), name="norm_kind_known")]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.kind}"
