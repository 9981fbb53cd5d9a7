"""Series: sections of several events of an organisation with one table over them."""

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models

from tavleya.messages import N_
from tavleya.series import RULES, Terms
from tavleya.use import CODE, EDITABLE, SETTING, use
from tournaments.models.event import Organisation, in_language, slug_form
from tournaments.models.section import Section


class Series(models.Model):
    """A Grand Prix, a championship of a club over a year.

    `names` are by language code.  `rule`, `best`, `place_points` and `tiebreaks` are its `Terms`.
    """

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="series")
    slug = use(models.CharField(max_length=60, unique=True, validators=[slug_form, MinLengthValidator(2)]), SETTING)
    names = use(models.JSONField(default=dict), SETTING)
    rule = use(
        models.CharField(max_length=10, default="score", choices=[(key, key) for key in RULES]),
        EDITABLE,
        N_("rule"),
    )
    best = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(100)]
        ),
        EDITABLE,
        N_("results that count"),
    )
    place_points = use(models.JSONField(default=list, blank=True), CODE, N_("points by place"), editable=True)
    tiebreaks = use(models.JSONField(default=list, blank=True), CODE, editable=True)
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.CheckConstraint(condition=~models.Q(slug=""), name="series_has_a_slug"),
            models.CheckConstraint(condition=~models.Q(best=0), name="series_counts_a_result"),
        ]

    def __str__(self) -> str:
        return self.slug

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the organisation's main language, else in any language."""
        return in_language(self.names, language, self.organisation.languages) or self.slug

    @property
    def terms(self) -> Terms:
        return Terms(self.rule, self.best, tuple(self.place_points), tuple(self.tiebreaks))


class SeriesSection(models.Model):
    """A section of a series.  It counts while its event belongs to the organisation of the series."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="entries")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="series_entries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["series", "section"], name="section_once_in_series")]

    def __str__(self) -> str:
        return f"{self.section_id} in {self.series_id}"
