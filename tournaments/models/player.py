from collections.abc import Iterable, Mapping
from typing import ClassVar

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models
from django.db.models import F, Q

from games.models.base import RowModel
from tavleya.formats.names import PersonName, tell_apart
from tavleya.messages import N_
from tavleya.use import (
    CODE,
    EDITABLE,
    KEPT,
    LOCAL,
    NAMED,
    OWN,
    PLACEHOLDER,
    PLAIN,
    SETTING,
    Copy,
    ErasureRule,
    Use,
    use,
)
from tournaments.models.event import Event, federation_form
from tournaments.models.round import Bye, Round
from tournaments.models.section import Section

# A person, known as a player in several events.


class Person(models.Model):
    """Joins players of several events; all data about the person is read from those players.

    `user`: the account that claimed this person.  `hidden_at`: there is no public page, because the person or an
    organiser wished so.  `joined_to`: the person that all players moved to when two persons were merged; followers are
    notified.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="person"
    )
    made_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True, blank=True)
    joined_to = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="joined_from")

    def __str__(self) -> str:
        return f"person {self.pk}"


title_form = RegexValidator(r"^[A-Za-zА-Яа-яЁёІіЇїЄєҐґ. ]{1,12}\Z", code="bad_title")


class Sex(models.TextChoices):
    FEMALE = "f"
    MALE = "m"


class Player(RowModel):
    """A person in one event, with the name in as many scripts as are known.

    The name parts are as the event prints them; `names` adds whole names by language code.  `ratings` is by list
    (`tavleya.ratings`: `standard`, `rapid`, `blitz`, `RUS` …), `national_ids` the numbers of federations by
    their three letters.  `rating_sources` gives the source of each: a `list` of the service, a `file` of
    players or a report, or `typed`.  `search_key` and `sort_key` are folded forms that work the same on every database;
    `identity` is name and year of birth, folded.  If several people of an event have the same identity, `namesake`
    counts them from 0.  `erased_at`: the person's data were erased on request, and a number replaces the name.

    `person`: the person in all events, if known; `on_person_page`: whether that person's public page shows
    this player.  Only `people.services.persons` writes both, so that lists need no query for them.

    `note` is set by `note_namesakes`: rating, club, year of birth (`*2014`) or starting number (an integer).
    """

    note: str | int = ""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="players")
    family_name = use(models.CharField(max_length=80), OWN, N_("family name"))
    given_name = use(models.CharField(max_length=80, blank=True), OWN, N_("given name"))
    patronymic = use(models.CharField(max_length=80, blank=True), OWN, N_("patronymic"))
    names = use(models.JSONField(default=dict, blank=True), OWN, N_("name in other languages"), entered=False)
    federation = use(
        models.CharField(max_length=3, blank=True, validators=[federation_form]),
        OWN,
        N_("federation"),
        person=ErasureRule.KEPT,
    )
    fide_id = use(
        models.PositiveBigIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(99_999_999_999)]
        ),
        OWN,
        N_("FIDE ID"),
        export=True,
    )
    title = use(
        models.CharField(max_length=12, blank=True, validators=[title_form]), OWN, N_("title"), person=ErasureRule.KEPT
    )
    ratings = use(models.JSONField(default=dict, blank=True), OWN, N_("ratings"), entered=False)
    rating_sources = use(models.JSONField(default=dict, blank=True), PLACEHOLDER)
    national_ids = use(models.JSONField(default=dict, blank=True), PLACEHOLDER, editable=True)
    birth_year = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1800), MaxValueValidator(2200)]
        ),
        OWN,
        N_("year of birth"),
    )
    birth_date = use(models.DateField(null=True, blank=True), PLACEHOLDER, editable=True)
    sex = use(models.CharField(max_length=1, blank=True, choices=Sex.choices), OWN, N_("sex"))
    club = use(models.CharField(max_length=120, blank=True), OWN, N_("club"), export=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    identity = use(models.CharField(max_length=260), PLACEHOLDER)
    namesake = models.PositiveSmallIntegerField(default=0)
    sort_key = use(models.CharField(max_length=260), PLACEHOLDER)
    search_key = use(models.TextField(), PLACEHOLDER)
    erased_at = models.DateTimeField(null=True, blank=True, editable=False)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    on_person_page = use(models.BooleanField(default=False, editable=False), LOCAL)

    relations: ClassVar[Mapping[str, Use]] = {"user": Use(editable=True, reset=Copy.REHEARSAL), "person": LOCAL}

    class Meta:
        ordering = ["sort_key", "pk"]
        indexes = [
            models.Index(fields=["fide_id"], condition=models.Q(fide_id__isnull=False), name="player_by_fide_id")
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "fide_id"],
                condition=models.Q(fide_id__isnull=False),
                name="player_fide_id_once_in_event",
            ),
            models.UniqueConstraint(fields=["event", "identity", "namesake"], name="player_once_in_event"),
            models.CheckConstraint(condition=~models.Q(family_name=""), name="player_has_a_name"),
            models.CheckConstraint(condition=models.Q(sex__in=["", *Sex.values]), name="player_sex_known"),
        ]

    def __str__(self) -> str:
        return self.full_name

    @property
    def name(self) -> PersonName:
        return PersonName(self.family_name, self.given_name, self.patronymic)

    @property
    def full_name(self) -> str:
        return self.name.listed

    def name_in(self, language: str) -> str:
        """Return the whole name in the script of `language` if it is known, else the name as the event prints it."""
        return self.names.get(language) or self.full_name


class RegistrationStatus(models.TextChoices):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"
    EXCLUDED = "excluded"  # by a ruling: games still to come are forfeited as their rounds are published


#: Without those who have withdrawn.
STILL_ENTERED = (RegistrationStatus.ACTIVE, RegistrationStatus.EXCLUDED)


class Registration(RowModel):
    """A player in one section.  `number` is the starting number; `rating` the one used there, fixed at entry;
    `rating_source` the list that it is from, `typed`, or empty if unknown.  `later_ratings`: changes of the
    rating, as (first round, rating).

    `from_round`: a late entry is paired from that round on.  `fixed_board`: the table that they always sit at.
    `virtual_points`: half-points added to the score for pairing rounds 1, 2 … of a Swiss, if the organiser
    chose others than the Baku method gives.  `half_byes`: whether they may have half-point byes.

    `external_value`: hundredths of a tie-break calculated elsewhere.  `hand_order`: the place among those
    still tied after all tie-breaks, if an official gave one.
    """

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="registrations")
    number = use(models.PositiveIntegerField(), KEPT, N_("number"), editable=True, api=True)
    status = use(
        models.CharField(max_length=10, choices=RegistrationStatus.choices, default=RegistrationStatus.ACTIVE),
        KEPT,
        api=True,
    )
    rating = use(models.PositiveIntegerField(null=True, blank=True), KEPT, N_("rating"), editable=True, api=True)
    rating_source = use(models.CharField(max_length=10, blank=True), KEPT, api=True)
    later_ratings = use(models.JSONField(default=list, blank=True), KEPT, editable=True, reset=Copy.REPETITION)
    from_round = use(
        models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(400)]),
        PLAIN,
        N_("from round"),
        api=True,
        reset=Copy.REPETITION,
    )
    fixed_board = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(9_999)]
        ),
        reset=Copy.REPETITION,
    )
    virtual_points = use(models.JSONField(default=list, blank=True), CODE, reset=Copy.REPETITION)
    half_byes = use(models.BooleanField(default=True), EDITABLE, N_("entitled to half-point byes"))
    external_value = use(
        models.IntegerField(null=True, blank=True), PLAIN, N_("external values"), reset=Copy.REPETITION
    )
    hand_order = use(
        models.PositiveSmallIntegerField(null=True, blank=True),
        PLAIN,
        N_("order of tied players"),
        reset=Copy.REPETITION,
    )

    class Meta:
        ordering = ["section", "number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "player"], name="registration_once_in_section"),
            models.UniqueConstraint(fields=["section", "number"], name="registration_number_once_in_section"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="registration_number_from_one"),
            models.CheckConstraint(
                condition=models.Q(status__in=RegistrationStatus.values), name="registration_status_known"
            ),
            models.CheckConstraint(condition=models.Q(from_round__gte=1), name="registration_from_a_round"),
            models.UniqueConstraint(fields=["section", "fixed_board"], name="fixed_board_once_in_section"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.player_id}"

    @property
    def details(self) -> tuple[str | int, ...]:
        """Details that may distinguish namesakes, as in `Player.note`."""
        born = f"*{self.player.birth_year}" if self.player.birth_year else ""
        return str(self.rating or ""), self.player.club, born, self.number


def note_namesakes(registrations: Iterable[Registration]) -> None:
    """Set the `note` of the players whose name is repeated in a table.  No query."""
    by_player: dict[int, list[Registration]] = {}
    for registration in registrations:
        by_player.setdefault(registration.player_id, []).append(registration)
    notes = tell_apart((first.player.sort_key, first.details) for first, *_same in by_player.values())
    for note, same in zip(notes, by_player.values(), strict=True):
        for registration in same:
            registration.player.note = note


MOST_BOARDS = 60


class TeamStatus(models.TextChoices):
    ACTIVE = "active"
    WITHDRAWN = "withdrawn"  # its matches still to come are forfeited as their rounds are published


class Team(models.Model):
    """A team of a section.  `number` is its pairing number; `captain` is named as the team wrote it."""

    section = models.ForeignKey(Section, on_delete=models.PROTECT, related_name="teams")
    number = use(models.PositiveIntegerField(), EDITABLE)
    name = use(models.CharField(max_length=80), SETTING, N_("name"))
    names = use(models.JSONField(default=dict, blank=True), SETTING)
    captain = use(models.CharField(max_length=120, blank=True), NAMED, editable=True)
    federation = use(models.CharField(max_length=3, blank=True, validators=[federation_form]), SETTING)
    status = models.CharField(max_length=10, choices=TeamStatus.choices, default=TeamStatus.ACTIVE)

    class Meta:
        ordering = ["section", "number"]
        constraints = [
            models.UniqueConstraint(fields=["section", "number"], name="team_number_once_in_section"),
            models.UniqueConstraint(fields=["section", "name"], name="team_name_once_in_section"),
            models.CheckConstraint(condition=Q(number__gte=1), name="team_number_from_one"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
            models.CheckConstraint(condition=Q(status__in=TeamStatus.values), name="team_status_known"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.name}"

    def name_in(self, language: str) -> str:
        return self.names.get(language) or self.name


class TeamMember(models.Model):
    """A player of a team.  `place` is their place in its board order, from 1; places beyond the boards are reserves."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    registration = models.OneToOneField(Registration, on_delete=models.CASCADE, related_name="membership")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["team", "place"]
        constraints = [
            models.UniqueConstraint(fields=["team", "place"], name="team_place_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="team_place_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.team_id}, {self.place}: {self.registration_id}"


class Forfeit(models.TextChoices):
    """Which team lost a whole match without play."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"


class TeamMatch(models.Model):
    """Two teams of one round; `first` has White on the odd boards.  Its boards are pairings.

    Without `second`, `first` has the `bye`.  `partial`: the teams meet others in the same round too.  `forfeited` is
    set if a match was lost as a whole before its boards were set; such a match has no boards.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="team_matches")
    number = models.PositiveIntegerField()
    first = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_as_first")
    second = models.ForeignKey(Team, on_delete=models.PROTECT, related_name="matches_as_second", null=True, blank=True)
    bye = models.CharField(max_length=20, blank=True, choices=Bye.choices)
    forfeited = models.CharField(max_length=6, blank=True, choices=Forfeit.choices)
    partial = models.BooleanField(default=False)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="team_match_number_once"),
            models.UniqueConstraint(
                fields=["round", "first"], condition=Q(partial=False), name="team_match_first_once"
            ),
            models.UniqueConstraint(
                fields=["round", "second"], condition=Q(partial=False), name="team_match_second_once"
            ),
            models.CheckConstraint(condition=Q(second__isnull=True) | ~Q(first=F("second")), name="team_match_of_two"),
            models.CheckConstraint(
                condition=Q(bye="", second__isnull=False) | Q(bye__in=Bye.values, second__isnull=True),
                name="team_match_opponent_or_bye",
            ),
            models.CheckConstraint(
                condition=Q(forfeited="") | Q(forfeited__in=Forfeit.values, second__isnull=False),
                name="team_match_forfeit_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}, match {self.number}"


class LineUp(models.Model):
    """The player at one board of a match for one team, as the captain named them.  None: the seat stays empty."""

    match = models.ForeignKey(TeamMatch, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    board = models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)])
    registration = models.ForeignKey(
        Registration, on_delete=models.CASCADE, related_name="line_ups", null=True, blank=True
    )

    class Meta:
        ordering = ["match", "team", "board"]
        constraints = [
            models.UniqueConstraint(fields=["match", "team", "board"], name="line_up_board_once"),
            models.UniqueConstraint(fields=["match", "registration"], name="line_up_player_once"),
            models.CheckConstraint(condition=Q(board__gte=1), name="line_up_board_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}, {self.team_id}, board {self.board}"
