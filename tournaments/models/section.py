import secrets
from collections.abc import Mapping
from datetime import datetime
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinLengthValidator, MinValueValidator
from django.db import models

from games.models.game import TrackingLevel
from tavleya.messages import N_
from tavleya.ratings import RatingMethod, TournamentRating, effective, tournament_rating
from tavleya.rules.contract import RegulatedMode
from tavleya.rules.registry import spec_of
from tavleya.tiebreaks.table import Scoring
from tavleya.use import ANNOUNCED, CODE, EDITABLE, NAMED, SETTING, Copy, Use, use
from tournaments.models.event import Event, in_language, slug_form
from tournaments.systems.base import System
from tournaments.systems.registry import USUAL_EDITION, edition_choices, format_choices, system_of

#: The maximum number of rounds in a section.
MOST_ROUNDS = 400


class FirstColour(models.TextChoices):
    WHITE = "white"
    BLACK = "black"


class RatingKind(models.TextChoices):
    STANDARD = "standard"
    RAPID = "rapid"
    BLITZ = "blitz"


class UnratedOpponents(models.TextChoices):
    """The treatment of opponents without a rating in tie-breaks by ratings (C.07, 10)."""

    LEFT_OUT = "drop"  # the tie-break is not applied at all
    AS_RATED = "rated"  # each counts with one rating that the organiser names
    NOT_COUNTED = "skip"  # games against them do not count


class LaterRatings(models.TextChoices):
    """The rating for tie-breaks if a player's rating changes during the tournament (C.07, 10)."""

    FIRST = "first"
    OF_THE_ROUND = "round"


class EqualSeeds(models.TextChoices):
    """The order of players with the same rating and title before the first round (C.04.2, 2.2.3)."""

    NAME = "name"
    ENTRY = "entry"


class Section(models.Model):
    """One tournament of an event: a game, a regime of law, a time control, a system.

    `format` is the key of its system (`tournaments.systems`).

    `control` is the canonical text of a time control, or empty.  `scoring` is half-points by outcome; missing outcomes
    score as usual.  `regulations` are the organiser's deviations from the regime.  `tiebreaks` are C.07
    descriptors in order.  `tracking` is how closely its boards are followed.

    `numbers_given`: whether an official assigned the starting numbers; otherwise they follow the ratings when the
    section is paired (`services.seeding.seed`), with ties of rating and title broken by `equal_seeds`.

    `rating_method`: which rating ranks a player here (`tavleya.ratings`).  `rating_order`: the lists that
    count as FIDE's rating, the preferred one first; empty: as usual for its `rating_kind`.  `national_list`: the list
    of a federation or the organiser's own list.  `unrated`, `unrated_rating`, `later_ratings`: how rating tie-breaks
    count opponents without one, and players whose rating changes.  `rating_checks`: whether ratings are compared with
    the lists automatically.

    `options` are those of its system, in full.  `giver`: the player who gives a simultaneous display.

    For systems that have them: `edition` of the rules, `accelerated` by the Baku method; `first_colour` is the colour
    drawn for the first player before round 1, empty until then.  `first_board` is the number of its first table.
    `correction_rounds`: how many published rounds, counted from the last, may still be corrected; once the last has
    ended, one less, but always the last.

    `broadcast_delay`: minutes until the public sees the moves of its live boards (`games.gate`).

    `planned_starts`: planned starts of the rounds, in order, as ISO 8601 instants, None if unknown (`planned_start`).
    They are public at once; a published round has its own start.

    `regulated`: the section is still in the mode of its game's regulations (`mode`).

    `report_lines`: lines of the imported report with a code unknown here; its report has them again, unchanged.

    `archived_at`: when it was archived; then only officials of the event find it.

    `final_at`: when the table was declared final; it holds while the table has the digest `final_digest`.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="sections")
    slug = use(models.CharField(max_length=60, validators=[slug_form, MinLengthValidator(2)]), SETTING)
    names = use(models.JSONField(default=dict), SETTING)
    game = use(models.CharField(max_length=12), SETTING, N_("game"))
    rules = use(models.JSONField(default=dict, blank=True), SETTING)
    regime = use(models.CharField(max_length=40), SETTING, N_("laws"))
    control = use(models.CharField(max_length=200, blank=True), SETTING, N_("time control"))
    format = use(models.CharField(max_length=20, choices=format_choices), EDITABLE, N_("format"))
    rounds_planned = use(
        models.PositiveSmallIntegerField(null=True, blank=True, validators=[MaxValueValidator(MOST_ROUNDS)]),
        EDITABLE,
        N_("rounds planned"),
    )
    planned_starts = use(models.JSONField(default=list, blank=True, editable=False), ANNOUNCED, reset=Copy.REPETITION)
    scoring = use(models.JSONField(default=dict, blank=True), SETTING, N_("scoring"))
    regulations = use(models.JSONField(default=dict, blank=True), SETTING, N_("regulations"))
    options = use(models.JSONField(default=dict, blank=True), SETTING)
    giver = models.ForeignKey(
        "tournaments.Registration", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    tiebreaks = use(models.JSONField(default=list, blank=True), SETTING, N_("tie-breaks"))
    rating_kind = use(models.CharField(max_length=8, choices=RatingKind.choices, default=RatingKind.STANDARD), EDITABLE)
    rating_method = use(
        models.CharField(
            max_length=5,
            choices=[(method.value, method.value) for method in RatingMethod],
            default=RatingMethod.FIDE.value,
        ),
        EDITABLE,
    )
    rating_order = use(models.JSONField(default=list, blank=True), SETTING)
    national_list = use(models.CharField(max_length=10, blank=True), SETTING)
    unrated = use(
        models.CharField(max_length=5, choices=UnratedOpponents.choices, default=UnratedOpponents.LEFT_OUT), EDITABLE
    )
    unrated_rating = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(4000)]
        ),
        EDITABLE,
    )
    later_ratings = use(
        models.CharField(max_length=5, choices=LaterRatings.choices, default=LaterRatings.FIRST), EDITABLE
    )
    rating_checks = use(models.BooleanField(default=True), EDITABLE)
    tracking = use(
        models.CharField(max_length=8, choices=TrackingLevel.choices, default=TrackingLevel.RESULT),
        EDITABLE,
        N_("board recording"),
    )
    broadcast_delay = use(
        models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(60)]),
        EDITABLE,
        N_("broadcast delay, minutes"),
    )
    position = use(models.PositiveSmallIntegerField(default=0), EDITABLE)
    edition = use(
        models.CharField(max_length=20, choices=edition_choices, default=USUAL_EDITION), EDITABLE, N_("edition")
    )
    accelerated = use(models.BooleanField(default=False), EDITABLE, N_("Baku acceleration"))
    numbers_given = use(models.BooleanField(default=False, editable=False), reset=Copy.REPETITION)
    equal_seeds = use(
        models.CharField(max_length=5, choices=EqualSeeds.choices, default=EqualSeeds.NAME),
        EDITABLE,
        N_("of equal rating and title"),
    )
    first_colour = use(models.CharField(max_length=5, blank=True, choices=FirstColour.choices), reset=Copy.REPETITION)
    first_board = use(
        models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(9_000)]),
        EDITABLE,
        N_("first board number"),
    )
    correction_rounds = use(
        models.PositiveSmallIntegerField(default=2, validators=[MinValueValidator(1), MaxValueValidator(400)]),
        EDITABLE,
        N_("rounds open to correction"),
    )
    regulated = use(models.BooleanField(default=True, editable=False), reset=Copy.REPETITION)
    report_lines = use(models.TextField(blank=True, editable=False), NAMED, reset=Copy.ANY)
    archived_at = models.DateTimeField(null=True, blank=True, editable=False)
    final_at = use(models.DateTimeField(null=True, blank=True, editable=False), reset=Copy.ANY)
    final_digest = use(models.CharField(max_length=64, blank=True, editable=False), ANNOUNCED, reset=Copy.ANY)

    relations: ClassVar[Mapping[str, Use]] = {"giver": Use(reset=Copy.ANY)}

    class Meta:
        ordering = ["event", "position", "slug"]
        constraints = [
            models.UniqueConstraint(fields=["event", "slug"], name="section_slug_once_in_event"),
            # Services check games and systems against the registries, so that new ones need no migration.
            models.CheckConstraint(condition=~models.Q(format=""), name="section_format_given"),
            models.CheckConstraint(condition=models.Q(tracking__in=TrackingLevel.values), name="section_depth_known"),
            models.CheckConstraint(
                condition=models.Q(rating_kind__in=RatingKind.values), name="section_rating_kind_known"
            ),
            models.CheckConstraint(condition=models.Q(first_board__gte=1), name="section_boards_from_one"),
            models.CheckConstraint(
                condition=models.Q(rating_method__in=[method.value for method in RatingMethod]),
                name="section_rating_method_known",
            ),
            models.CheckConstraint(
                condition=models.Q(unrated__in=UnratedOpponents.values), name="section_unrated_known"
            ),
            models.CheckConstraint(
                condition=models.Q(later_ratings__in=LaterRatings.values), name="section_later_ratings_known"
            ),
            models.CheckConstraint(
                condition=models.Q(equal_seeds__in=EqualSeeds.values), name="section_equal_seeds_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.slug}"

    @property
    def system(self) -> System:
        """The system it is run by: the record of its format, or of its edition if the edition has a separate record."""
        return system_of(self.format, self.edition)

    def rating_of(self, ratings: Mapping[str, int]) -> TournamentRating | None:
        """Return the rating that ranks a player here."""
        order = self.rating_order or effective(self.rating_kind)
        return tournament_rating(ratings, RatingMethod(self.rating_method), order, self.national_list)

    @property
    def lists_in_order(self) -> tuple[str, ...]:
        """The rating lists that its method uses, the main one first; empty if all ratings are typed."""
        fide, method = (tuple(self.rating_order or effective(self.rating_kind)), RatingMethod(self.rating_method))
        national = (self.national_list,) if self.national_list else ()
        if method is RatingMethod.OTHER:
            return ()
        if method is RatingMethod.FIDE:
            return fide
        if method is RatingMethod.NATIONAL_ONLY:
            return national
        return (*national, *fide) if method is RatingMethod.NATIONAL_OR_FIDE else (*fide, *national)

    @property
    def mode(self) -> RegulatedMode | None:
        """The settings fixed by the regulations of its game, if they cover its system."""
        return spec_of(self.game).mode if self.system.regulated else None

    @property
    def in_mode(self) -> bool:
        return self.mode is not None and self.regulated

    @property
    def left_mode(self) -> bool:
        """Whether it has left its game's regulations, which every page of it mentions."""
        return self.mode is not None and not self.regulated

    @property
    def points(self) -> Scoring:
        return Scoring.read({**self.system.usual_points(self.scoring, self.options), **self.scoring})

    @property
    def meetings_by_hand(self) -> int:
        """The planned number of meetings of each two players in rounds paired by hand; 0 if not set."""
        return int(self.options.get("meetings", 0)) if self.system.by_hand else 0

    @property
    def games_of_a_match(self) -> int:
        """The number of games between two opponents by its system; `MatchTerms` may set it for other systems."""
        return self.system.games(self.options)

    @property
    def seats_late_players(self) -> bool:
        """Whether a player without an opponent may be seated opposite the player with the bye."""
        return self.system.pairs_players and self.games_of_a_match == 1

    @property
    def counts_matches(self) -> bool:
        """Whether a match of its system counts as one result instead of the points of its games."""
        return bool(self.options.get("match_score") == "match")

    def planned_start(self, number: int | None) -> datetime | None:
        """Return the planned start of the round; None if it is unknown or there is no such round."""
        last = self.rounds_planned or MOST_ROUNDS
        if number is None or not 1 <= number <= min(last, len(self.planned_starts)):
            return None
        planned = self.planned_starts[number - 1]
        return datetime.fromisoformat(planned) if planned else None

    def name_in(self, language: str) -> str:
        """Return the name in `language`, else in the event's main language, else in any language."""
        # Most calls find the name here and save loading the event.
        others = () if self.names.get(language) else self.event.languages
        return in_language(self.names, language, others) or self.slug


def new_stamp() -> str:
    return secrets.token_hex(8)


class StandingsVersion(models.Model):
    """A counter of changes that can affect a section's standings, for caches and ETags.

    It is a separate row and the last to be locked (event → section → round → game → version): a game at a live
    board ends under the lock of the game's row, and must not wait for a lock of the section that an officer holds while
    they wait for the game.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="standings_row")
    number = models.PositiveIntegerField(default=0)
    #: Changes with every number: after a rollback or a restored backup the same numbers return for other standings,
    #: but never the same stamp.
    stamp = use(models.CharField(max_length=16, default=new_stamp), CODE)

    def __str__(self) -> str:
        return f"{self.section_id}: {self.number}"

    @property
    def key(self) -> str:
        """The key of these standings in caches and ETags."""
        return f"{self.section_id}:{self.number}:{self.stamp}"
