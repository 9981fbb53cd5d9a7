from __future__ import annotations

import secrets

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models

from core.pairing.double_swiss import EDITION as DOUBLE_SWISS
from core.pairing.state import DUTCH_2017, DUTCH_2026
from core.rules.contract import Game as GameName
from core.tiebreaks.table import Scoring
from games.models import Depth
from tournaments.models.event import Event, in_language, slug_form


class Format(models.TextChoices):
    ROUND_ROBIN = "round_robin"
    DOUBLE_ROUND_ROBIN = "double_round_robin"
    KNOCKOUT = "knockout"
    EXHIBITION = "exhibition"  # games shown side by side; no standings are meant
    FREE = "free"  # the organiser pairs by hand
    SWISS = "swiss"  # paired round by round (FIDE Dutch, or Double-Swiss)
    TEAMS = "teams"  # teams meet on several boards, every team every other
    SCHEVENINGEN = "scheveningen"  # two teams: each player meets everybody of the other team
    KEIZER = "keizer"  # paired round by round from a ladder
    SIMUL = "simul"  # one player against many at once

    @property
    def predetermined(self) -> bool:
        """Whether everybody's opponents are known from the start (C.07 15.2)."""
        return self in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN, Format.SCHEVENINGEN)

    @property
    def of_teams(self) -> bool:
        return self in (Format.TEAMS, Format.SCHEVENINGEN)

    @property
    def scheduled(self) -> bool:
        """Whether all the rounds are paired at once, before the first."""
        return self.predetermined or self is Format.TEAMS

    @property
    def by_round(self) -> bool:
        """Whether an engine pairs each round from the results of those before."""
        return self in (Format.SWISS, Format.KEIZER)

    @property
    def of_games_alone(self) -> bool:
        """Whether its games are shown side by side, and a table of standings says nothing."""
        return self in (Format.EXHIBITION, Format.SIMUL)

    @property
    def cycles(self) -> int:
        """How often each pair meets in a round robin; 0 in other formats."""
        return {Format.ROUND_ROBIN: 1, Format.DOUBLE_ROUND_ROBIN: 2}.get(self, 0)


class Edition(models.TextChoices):
    """The rules that a Swiss is paired by."""

    DUTCH_2026 = DUTCH_2026
    DUTCH_2017 = DUTCH_2017
    DOUBLE_SWISS = DOUBLE_SWISS


class FirstColour(models.TextChoices):
    WHITE = "white"
    BLACK = "black"


class RatingKind(models.TextChoices):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class Section(models.Model):
    """One tournament of an event: a game, a regime of law, a time control, a format.

    `control` is the canonical text of a time control, or empty.  `scoring` is half-points by outcome, what is not
    in it being as usual.  `regulations` is what the organiser rules otherwise than the regime.  `tiebreaks` are C.07
    descriptors in order.  `depth` is how closely its boards are followed.

    `options` are those of its format (`core.pairing.options`).  `giver`: who gives a simultaneous display.

    Of a Swiss: `edition` of its rules, `accelerated` by the Baku method; `first_colour` is what was drawn for
    the first player before round 1, empty until then.  `first_board` is the number of its first table.
    `correction_rounds`: how many published rounds, counted from the last, may still be corrected.

    `final_at`: when the table was declared final; it holds while the table is the one that had `final_digest`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sections")
    slug = models.CharField(max_length=60, validators=[slug_form, MinLengthValidator(2)])
    names = models.JSONField(default=dict)
    game = models.CharField(max_length=12)
    rules = models.JSONField(default=dict, blank=True)
    regime = models.CharField(max_length=40)
    control = models.CharField(max_length=200, blank=True)
    format = models.CharField(max_length=20, choices=Format.choices)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, blank=True, validators=[MaxValueValidator(400)]
    )
    scoring = models.JSONField(default=dict, blank=True)
    regulations = models.JSONField(default=dict, blank=True)
    options = models.JSONField(default=dict, blank=True)
    giver = models.ForeignKey(
        "tournaments.Entry", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    tiebreaks = models.JSONField(default=list, blank=True)
    rating_kind = models.CharField(max_length=8, choices=RatingKind.choices, default=RatingKind.STANDARD)
    depth = models.CharField(max_length=8, choices=Depth.choices, default=Depth.RESULT)
    position = models.PositiveSmallIntegerField(default=0)
    edition = models.CharField(max_length=20, choices=Edition.choices, default=Edition.DUTCH_2026)
    accelerated = models.BooleanField(default=False)
    first_colour = models.CharField(max_length=5, blank=True, choices=FirstColour.choices)
    first_board = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(9_000)]
    )
    correction_rounds = models.PositiveSmallIntegerField(
        default=2, validators=[MinValueValidator(1), MaxValueValidator(400)]
    )
    final_at = models.DateTimeField(null=True, blank=True, editable=False)
    final_digest = models.CharField(max_length=64, blank=True, editable=False)

    class Meta:
        ordering = ["event", "position", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="section_slug_once_in_event"),
            models.CheckConstraint(
                condition=models.Q(game__in=[g.value for g in GameName]), name="section_game_known"
            ),
            models.CheckConstraint(condition=models.Q(format__in=Format.values), name="section_format_known"),
            models.CheckConstraint(condition=models.Q(depth__in=Depth.values), name="section_depth_known"),
            models.CheckConstraint(
                condition=models.Q(rating_kind__in=RatingKind.values), name="section_rating_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(edition__in=Edition.values), name="section_edition_known"
            ),
            models.CheckConstraint(condition=models.Q(first_board__gte=1), name="section_boards_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.slug}"

    @property
    def points(self) -> Scoring:
        return Scoring.read({**self._byes_of_matches, **self.scoring})

    @property
    def _byes_of_matches(self) -> dict[str, int]:
        """A Double-Swiss whose games count one by one has byes of two games; the allocated one is worth a win and a
        draw (C.04.5, 1.4).
        """
        if self.format != Format.SWISS or self.edition != Edition.DOUBLE_SWISS or self.counts_matches:
            return {}
        one = Scoring.read(self.scoring)
        return {"pairing_bye": one.win + one.draw, "full_bye": 2 * one.win, "half_bye": 2 * one.draw}

    @property
    def counts_matches(self) -> bool:
        """Of a Double-Swiss: whether a match brings one result instead of the points of its games."""
        return bool(self.options.get("match_score") == "match")

    @property
    def kind(self) -> Format:
        return Format(self.format)

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
