"""Categories of a section, its prizes, and the lists of awards that were approved."""

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.prizes.fund import CategoryTerms, Sharing
from tavleya.use import ACTOR, ANNOUNCED, CODE, NAMED, Copy, use
from tournaments.models.event import currency_form, in_language, slug_form
from tournaments.models.section import Section

#: More than any fund has; every database stores it exactly.
MOST_UNITS = 10**15


class Category(models.Model):
    """Some of a section's players, ranked among themselves.  `terms` is `tavleya.prizes.fund.CategoryTerms`."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="categories")
    slug = use(models.CharField(max_length=60, validators=[slug_form, MinLengthValidator(2)]), ANNOUNCED)
    names = use(models.JSONField(default=dict), ANNOUNCED)
    terms = use(models.JSONField(default=dict), ANNOUNCED)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["section", "position", "pk"]
        constraints = [models.UniqueConstraint(fields=["section", "slug"], name="category_slug_once_in_section")]

    def __str__(self) -> str:
        return f"{self.section_id}/{self.slug}"

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the event's main language, else in any language."""
        others = () if self.names.get(language) else self.section.event.languages
        return in_language(self.names, language, others) or self.slug

    @property
    def conditions(self) -> CategoryTerms:
        return CategoryTerms.read(self.terms)


class PrizeFund(models.Model):
    """The rules for counting and sharing a section's prizes.

    Amounts are whole minor units, `digits` of them to one unit.  `published`: the list is public; until it is approved,
    it follows the current table.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="prize_fund")
    currency = use(models.CharField(max_length=3, validators=[currency_form]), CODE)
    digits = models.PositiveSmallIntegerField(default=2, validators=[MaxValueValidator(3)])
    sharing = models.CharField(
        max_length=8, choices=[(sharing.value, sharing.value) for sharing in Sharing], default=Sharing.HORT.value
    )
    published = use(models.BooleanField(default=False), reset=Copy.REPETITION)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(sharing__in=[sharing.value for sharing in Sharing]), name="prize_sharing_known"
            ),
            models.CheckConstraint(condition=Q(digits__lte=3), name="prize_digits_few"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.currency}"


class Prize(models.Model):
    """The prize for one place: of the whole table, or (`category`) among the players of a category."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="prizes")
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="prizes", null=True, blank=True)
    place = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    amount = models.PositiveBigIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_UNITS)])

    class Meta:
        ordering = ["section", "category__position", "category", "place"]
        constraints = [
            models.UniqueConstraint(fields=["category", "place"], name="category_prize_once_a_place"),
            models.UniqueConstraint(
                fields=["section", "place"], condition=Q(category__isnull=True), name="main_prize_once_a_place"
            ),
            models.CheckConstraint(condition=Q(place__gte=1), name="prize_for_a_place"),
            models.CheckConstraint(condition=Q(amount__gte=1), name="prize_of_an_amount"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}, {self.category_id}, {self.place}: {self.amount}"


class Award(models.Model):
    """An approved list of prizes; `listed` has the names and sentences of that time.

    `approved_by` and `cancelled_by` are keys of actors.  `version` is that of its standings; `provisional`: games were
    still open.  At most one list of a section is in force (`cancelled_at` empty); a cancelled one is kept with the
    reason.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="awards")
    version = models.PositiveIntegerField()
    provisional = models.BooleanField(default=False)
    listed = use(models.JSONField(), NAMED)
    approved_at = models.DateTimeField()
    approved_by = use(models.CharField(max_length=80), ACTOR)
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = use(models.CharField(max_length=80, blank=True), ACTOR)
    reason = use(models.CharField(max_length=400, blank=True), NAMED)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["section"], condition=Q(cancelled_at__isnull=True), name="one_award_in_force_of_a_section"
            )
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.approved_at:%Y-%m-%d %H:%M}"
