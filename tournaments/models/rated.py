from __future__ import annotations

from django.db import models

#: The name of the list that is imported.
FIDE = "fide"


class RatingList(models.Model):
    """A list of ratings that was imported last.  Its row is also what two imports of it wait for."""

    name = models.CharField(max_length=20, unique=True)
    filename = models.CharField(max_length=200, blank=True)
    players = models.PositiveIntegerField(default=0)
    imported_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class RatedPlayer(models.Model):
    """A player of FIDE's list, as the last import brought him; no event refers to these rows.

    `search_key` is that of `core.formats.names`; `family_key` and `given_key` are how the names begin to sound,
    which is what an index can be asked for.
    """

    fide_id = models.PositiveBigIntegerField(primary_key=True)
    name = models.CharField(max_length=120)
    federation = models.CharField(max_length=3, blank=True)
    sex = models.CharField(max_length=1, blank=True)
    title = models.CharField(max_length=3, blank=True)
    women_title = models.CharField(max_length=3, blank=True)
    other_titles = models.CharField(max_length=40, blank=True)
    standard = models.PositiveSmallIntegerField(null=True, blank=True)
    standard_k = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid = models.PositiveSmallIntegerField(null=True, blank=True)
    rapid_k = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz = models.PositiveSmallIntegerField(null=True, blank=True)
    blitz_k = models.PositiveSmallIntegerField(null=True, blank=True)
    birth_year = models.PositiveSmallIntegerField(null=True, blank=True)
    active = models.BooleanField(default=True)
    search_key = models.TextField()
    family_key = models.CharField(max_length=40)
    given_key = models.CharField(max_length=40, blank=True)

    class Meta:
        ordering = ["name", "fide_id"]
        indexes = [
            # Asked for by how they begin, whatever the database's collation.
            models.Index(fields=["family_key"], name="rated_family", opclasses=["varchar_pattern_ops"]),
            models.Index(fields=["given_key"], name="rated_given", opclasses=["varchar_pattern_ops"]),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.fide_id})"

    @property
    def ratings(self) -> dict[str, int]:
        """By pace, as `Player.ratings` has them."""
        found = {"standard": self.standard, "rapid": self.rapid, "blitz": self.blitz}
        return {pace: rating for pace, rating in found.items() if rating}

    @property
    def ks(self) -> dict[str, int]:
        """The K factors that the list has, by pace."""
        found = {"standard": self.standard_k, "rapid": self.rapid_k, "blitz": self.blitz_k}
        return {pace: k for pace, k in found.items() if k}
