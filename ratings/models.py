"""Rating lists with their players, title norms of a list, and the norm settings of a section."""

from datetime import datetime, timedelta

from django.db import models

from tavleya.norms.rules import KINDS
from tavleya.use import ANNOUNCED, CODE, PUBLIC_LIST, Copy, use
from tournaments.models.section import Section

#: The name of the list that is imported.
FIDE = "fide"
#: How long a list counts as current after it was found to be the newest there is.
CURRENT_FOR = timedelta(days=1)


class RatingList(models.Model):
    """The last imported version of a rating list. Its row is also the lock of imports.

    `checked_at`: when it was last known to be the newest: imported, or found unchanged at its source. `tag`: the
    server's name for this version. `failed_at`, `problem`: the last failed update since.
    """

    name = use(models.CharField(max_length=20, unique=True), ANNOUNCED)
    filename = use(models.CharField(max_length=200, blank=True), ANNOUNCED)
    players = models.PositiveIntegerField(default=0)
    imported_at = models.DateTimeField(null=True, blank=True)
    checked_at = models.DateTimeField(null=True, blank=True)
    tag = use(models.CharField(max_length=200, blank=True), ANNOUNCED)
    failed_at = models.DateTimeField(null=True, blank=True)
    problem = use(models.JSONField(default=dict, blank=True), ANNOUNCED)

    def __str__(self) -> str:
        return self.name

    def is_current(self, now: datetime) -> bool:
        """Return whether it was known to be the newest within the last day."""
        return self.checked_at is not None and now - self.checked_at <= CURRENT_FOR


class FormerRating(models.Model):
    """A rating that was in a list until the day `until`, when a later version changed it.

    `source` is the list as in `Player.ratings` (`standard`, `RUS`), `number` the person's id in it: the FIDE ID, or the
    list's number. `rating` is None if there was none. The current ratings are in the list itself.
    """

    source = use(models.CharField(max_length=10), CODE)
    number = use(models.CharField(max_length=20), PUBLIC_LIST)
    rating = models.PositiveSmallIntegerField(null=True, blank=True)
    until = models.DateField()

    class Meta:
        ordering = ["source", "number", "until"]
        constraints = [models.UniqueConstraint(fields=["source", "number", "until"], name="former_rating_once")]

    def __str__(self) -> str:
        return f"{self.source} {self.number}: {self.rating} until {self.until}"


class ListedRating(models.Model):
    """A rating of a list other than FIDE's, as its last import brought it: of a federation, or an organiser's own.

    `number` is the person's in that list.
    """

    list = models.ForeignKey(RatingList, on_delete=models.CASCADE, related_name="ratings")
    number = use(models.CharField(max_length=20), PUBLIC_LIST)
    fide_id = models.PositiveBigIntegerField(null=True, blank=True)
    name = use(models.CharField(max_length=120), PUBLIC_LIST)
    rating = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["list", "number"]
        constraints = [models.UniqueConstraint(fields=["list", "number"], name="listed_once")]
        indexes = [models.Index(fields=["list", "fide_id"], name="listed_fide_id")]

    def __str__(self) -> str:
        return f"{self.name}: {self.rating}"


class RatedPlayer(models.Model):
    """A player of FIDE's list from the last import; events do not refer to these rows.

    `search_key` is that of `tavleya.formats.names`; `family_key` and `given_key` are the sounds of the names'
    beginnings, for an index.
    """

    fide_id = models.PositiveBigIntegerField(primary_key=True)
    name = use(models.CharField(max_length=120), PUBLIC_LIST)
    federation = use(models.CharField(max_length=3, blank=True), PUBLIC_LIST)
    sex = use(models.CharField(max_length=1, blank=True), PUBLIC_LIST)
    title = use(models.CharField(max_length=3, blank=True), PUBLIC_LIST)
    women_title = use(models.CharField(max_length=3, blank=True), PUBLIC_LIST)
    other_titles = use(models.CharField(max_length=40, blank=True), PUBLIC_LIST)
    standard = models.PositiveSmallIntegerField(null=True, blank=True)
    standard_k = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid_k = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz_k = models.PositiveSmallIntegerField(null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    active = models.BooleanField(default=True)
    search_key = use(models.TextField(), PUBLIC_LIST)
    family_key = use(models.CharField(max_length=40), PUBLIC_LIST)
    given_key = use(models.CharField(max_length=40, blank=True), PUBLIC_LIST)

    class Meta:
        ordering = ["name", "fide_id"]
        indexes = [
            # Queried by prefix, whatever the database's collation.
            models.Index(fields=["family_key"], name="rated_family", opclasses=["varchar_pattern_ops"]),
            models.Index(fields=["given_key"], name="rated_given", opclasses=["varchar_pattern_ops"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.fide_id})"

    @property
    def ratings(self) -> dict[str, int]:
        """The ratings by pace, as in `Player.ratings`."""
        result = {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}
        return {pace: rating for pace, rating in result.items() if rating}

    @property
    def ks(self) -> dict[str, int]:
        """The K factors that the list has, by pace."""
        result = {"standard": self.standard_k, "rapid": self.rapid_k, "blitz": self.blitz_k}
        return {pace: k for pace, k in result.items() if k}


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
    kind = models.CharField(max_length=20, blank=True, choices=[(kind, kind) for kind in KINDS])
    published = use(models.BooleanField(default=False), reset=Copy.REPETITION)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(kind__in=["", *KINDS]), name="norm_kind_known")]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.kind}"
