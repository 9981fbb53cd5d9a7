from __future__ import annotations

import secrets

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models

from core.rules.contract import GameKind
from core.tiebreaks.table import Scoring
from games.models import TrackingLevel
from tournaments.models.event import Event, in_language, slug_form
from tournaments.systems.base import System
from tournaments.systems.registry import USUAL_EDITION, edition_choices, format_choices, system_of


class FirstColour(models.TextChoices):
    WHITE = "white"
    BLACK = "black"


class RatingKind(models.TextChoices):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class EqualSeeds(models.TextChoices):
    """What ranks players of the same rating and title before the first round (C.04.2, 2.2.3)."""

    NAME = "name"
    ENTRY = "entry"


class Section(models.Model):
    """One tournament of an event: a game, a regime of law, a time control, a system.

    `format` is the key of its system (`tournaments.systems`).

    `control` is the canonical text of a time control, or empty.  `scoring` is half-points by outcome, what is not
    in it being as usual.  `regulations` is what the organiser rules otherwise than the regime.  `tiebreaks` are C.07
    descriptors in order.  `tracking` is how closely its boards are followed.

    `numbers_given`: whether starting numbers were given by somebody; otherwise they follow the ratings when the section
    is paired (`services.renumbering.seed`), those of one rating and title by `equal_seeds`.

    `options` are those of its system, in full.  `giver`: who gives a simultaneous display.

    Where the system has them: `edition` of its rules, `accelerated` by the Baku method; `first_colour` is what was
    drawn for the first player before round 1, empty until then.  `first_board` is the number of its first table.
    `correction_rounds`: how many published rounds, counted from the last, may still be corrected.

    `archived_at`: when it was archived; then only officials of the event find it.

    `final_at`: when the table was declared final; it holds while the table is the one that had `final_digest`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sections")
    slug = models.CharField(max_length=60, validators=[slug_form, MinLengthValidator(2)])
    names = models.JSONField(default=dict)
    game = models.CharField(max_length=12)
    rules = models.JSONField(default=dict, blank=True)
    regime = models.CharField(max_length=40)
    control = models.CharField(max_length=200, blank=True)
    format = models.CharField(max_length=20, choices=format_choices)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(400)]
    )
    scoring = models.JSONField(default=dict, blank=True)
    regulations = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)
    giver = models.ForeignKey(
        "tournaments.Registration", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    tiebreaks = models.JSONField(default=list, blank=True)
    rating_kind = models.CharField(max_length=8, choices=RatingKind.choices, default=RatingKind.STANDARD)
    tracking = models.CharField(max_length=8, choices=TrackingLevel.choices, default=TrackingLevel.RESULT)
    position = models.PositiveSmallIntegerField(default=0)
    edition = models.CharField(max_length=20, choices=edition_choices, default=USUAL_EDITION)
    accelerated = models.BooleanField(default=False)
    numbers_given = models.BooleanField(default=False, editable=False)
    equal_seeds = models.CharField(max_length=5, choices=EqualSeeds.choices, default=EqualSeeds.NAME)
    first_colour = models.CharField(max_length=5, blank=True, choices=FirstColour.choices)
    first_board = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(9_000)]
    )
    correction_rounds = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(400)]
    )
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    final_at = models.DateTimeField(null=True, blank=True, editable=False)
    final_digest = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        ordering = ["event", "position", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="section_slug_once_in_event"),
            models.CheckConstraint(
                condition=models.Q(game__in=[g.value for g in GameKind]), name="section_game_known"
            ),
            # Which there are, the services ask `tournaments.systems`: a system is added without a migration.
            models.CheckConstraint(condition=~models.Q(format=""), name="section_format_given"),
            models.CheckConstraint(
                condition=models.Q(tracking__in=TrackingLevel.values), name="section_depth_known"
            ),
            models.CheckConstraint(
                condition=models.Q(rating_kind__in=RatingKind.values), name="section_rating_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(first_board__gte=1), name="section_boards_from_one"),
            models.CheckConstraint(
                condition=models.Q(equal_seeds__in=EqualSeeds.values), name="section_equal_seeds_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.slug}"

    @property
    def system(self) -> System:
        """The system it is run by: the record of its format, or of its edition where that has one of its own."""
        return system_of(self.format, self.edition)

    @property
    def points(self) -> Scoring:
        return Scoring.read({**self.system.usual_points(self.scoring, self.options), **self.scoring})

    @property
    def counts_matches(self) -> bool:
        """Of a system that plays matches: whether a match brings one result instead of the points of its games."""
        return bool(self.options.get("match_score") == "match")

    def name_in(self, language: str) -> str:
        """The name in `language`, else in the event's main one, else whatever there is."""
        # The event is asked only where it has to tell: mostly it need not be read for that.
        others = () if self.names.get(language) else self.event.languages
        return in_language(self.names, language, others) or self.slug


def new_stamp() -> str:
    return secrets.token_hex(8)


class StandingsVersion(models.Model):
    """Counts whatever may change a section's standings, for caches and ETags.

    It is a row of its own and the last to be locked (event → section → round → game → version): a game at a live
    board ends under the lock of its own row, and must not wait for a lock of the section that an officer holds while
    he waits for the game.
    """

    section = models.OneToOneField(
        Section, on_delete=models.CASCADE, primary_key=True, related_name="standings_row"
    )
    number = models.PositiveIntegerField(default=0)
    #: Anew with every number: a transaction that is rolled back, or a backup that is restored, has the same numbers
    #: for other standings, but never the same stamp.
    stamp = models.CharField(max_length=16, default=new_stamp)

    def __str__(self) -> str:
        return f"{self.section_id}: {self.number}"

    @property
    def key(self) -> str:
        """What caches and ETags know these standings by."""
        return f"{self.section_id}:{self.number}:{self.stamp}"
