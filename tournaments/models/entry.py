"""Online entries: the entry terms of a section, and each entry with its state."""

from collections.abc import Mapping
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tavleya.formats.names import PersonName
from tavleya.use import CODE, DELETED, EDITABLE, EMPTIED, PLAIN, SETTING, Copy, ErasureRule, Use, use
from tournaments.models.event import federation_form
from tournaments.models.player import Player, Sex, Team, title_form
from tournaments.models.section import Section

_YEARS = [MinValueValidator(1800), MaxValueValidator(2200)]
_RATINGS = [MinValueValidator(1), MaxValueValidator(4000)]


#: A `question` of an entry: its rating could not be checked, because the rating lists were not available.
RATING_LIST_AWAY = "rating_list_away"
#: Questions about the owner of an ID: the rating list has another name or year of birth, or another person has it here.
ID_DIFFERS, ID_CLAIMED = "id_differs", "id_claimed"
ID_QUESTIONS = frozenset({ID_DIFFERS, ID_CLAIMED})


_ENTERED = Use(person=ErasureRule.DELETED, entered=True, api=True)


class FieldRequirement(models.TextChoices):
    """Whether a field is optional or required.  Fields that the terms do not name are absent."""

    OPTIONAL = "optional"
    REQUIRED = "required"


class EntryTerms(models.Model):
    """The terms of online entry to a section.

    The form is open from `opens_at` until `closes_at`, if they are set, while it is `offered` and no round is paired.
    `places`: None for no limit; when they are taken, further entries go to the `waiting_list`, if there is one.
    `asked`: a `FieldRequirement` by fields of `Entry` that are declared `entered`.  With `approval` an officer decides
    on each entry.  `lookup`: the rating list is searched as a name is typed.

    `lowest_rating` and `highest_rating` apply to the rating that ranks players in the section; a player without a
    rating is never too high.  `born_from` and `born_until` are years, both included; `federations` are codes, empty
    for all.

    `bye_rounds`: rounds for which an entrant may ask for a half-point bye, at most `most_byes` of them.  `consent`, by
    language, is the text that an entrant must agree to, with more at `consent_link`.

    In a section of teams the `places` are of teams, each with a player for each board and at most `most_reserves` more.
    """

    section = models.OneToOneField(Section, on_delete=models.CASCADE, primary_key=True, related_name="entry_terms")
    offered = use(models.BooleanField(default=False), EDITABLE, reset=Copy.REPETITION)
    opens_at = use(models.DateTimeField(null=True, blank=True), EDITABLE, reset=Copy.REPETITION)
    closes_at = use(models.DateTimeField(null=True, blank=True), EDITABLE, reset=Copy.REPETITION)
    places = use(
        models.PositiveSmallIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(9_999)]
        ),
        EDITABLE,
    )
    waiting_list = use(models.BooleanField(default=True), EDITABLE)
    asked = use(models.JSONField(default=dict, blank=True), SETTING)
    lookup = use(models.BooleanField(default=True), EDITABLE)
    most_reserves = use(models.PositiveSmallIntegerField(default=2, validators=[MaxValueValidator(20)]), EDITABLE)
    approval = use(models.BooleanField(default=False), EDITABLE)
    lowest_rating = use(models.PositiveSmallIntegerField(null=True, blank=True, validators=_RATINGS), EDITABLE)
    highest_rating = use(models.PositiveSmallIntegerField(null=True, blank=True, validators=_RATINGS), EDITABLE)
    born_from = use(models.PositiveSmallIntegerField(null=True, blank=True, validators=_YEARS), EDITABLE)
    born_until = use(models.PositiveSmallIntegerField(null=True, blank=True, validators=_YEARS), EDITABLE)
    federations = use(models.JSONField(default=list, blank=True), SETTING)
    sex = use(models.CharField(max_length=1, blank=True, choices=Sex.choices), SETTING)
    bye_rounds = use(models.JSONField(default=list, blank=True), SETTING)
    most_byes = use(models.PositiveSmallIntegerField(default=1, validators=[MaxValueValidator(20)]), EDITABLE)
    consent = use(models.JSONField(default=dict, blank=True), SETTING)
    consent_link = use(models.URLField(max_length=300, blank=True), SETTING)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(opens_at__isnull=True) | Q(closes_at__isnull=True) | Q(closes_at__gt=models.F("opens_at")),
                name="entries_close_after_they_open",
            )
        ]

    def __str__(self) -> str:
        return f"entries of {self.section_id}"

    def asks(self, field: str) -> bool:
        return field in self.asked

    @property
    def limits_ratings(self) -> bool:
        return self.lowest_rating is not None or self.highest_rating is not None


class EntryState(models.TextChoices):
    PENDING = "pending"  # an officer has to decide; it holds a place
    WAITING = "waiting"
    CONFIRMED = "confirmed"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"


class Entry(models.Model):
    """An online entry to a section.

    `key` comes with the form, so that a form sent twice makes one entry.  `digest` is of the secret of the private
    link (`entries.services.entry_decisions`), empty in an event that was imported from a file.  Entries are
    ordered by `position`: by arrival, unless the desk changed the waiting list.  `question`: the error code that
    prevented automatic confirmation.  `player`: the player made from the entry, while it is confirmed or after a
    withdrawal.  `own_page`: the entry made that player, so its holder may open their private page; a player who was in
    the event before has the link from the desk.  `ratings`, by list, as the rating lists had them at entry.

    An entry of a team has its `team_name`, the captain as the person, and the players in the order of their boards
    (`line_up`: names, `fide_id`, `birth_year`, `federation`, `title`, `sex` of each); `team` is the team made from it.

    `withdrawal_asked_at`: the entrant wants to withdraw and a round is paired already.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    key = models.UUIDField()
    digest = use(models.CharField(max_length=64, blank=True), DELETED, withheld=True, local=True)
    state = use(models.CharField(max_length=9, choices=EntryState.choices), DELETED, api=True)
    position = models.PositiveIntegerField()
    own_page = models.BooleanField(default=False, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, blank=True, related_name="entries")
    team = models.OneToOneField(Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="entry")
    team_name = use(models.CharField(max_length=80, blank=True), DELETED)
    line_up = use(models.JSONField(default=list, blank=True), EMPTIED)
    family_name = use(models.CharField(max_length=80), DELETED, api=True)
    given_name = use(models.CharField(max_length=80, blank=True), DELETED, api=True)
    patronymic = use(models.CharField(max_length=80, blank=True), DELETED, api=True)
    fide_id = use(
        models.PositiveBigIntegerField(
            null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(99_999_999_999)]
        ),
        _ENTERED,
    )
    national_id = use(models.CharField(max_length=20, blank=True), _ENTERED)
    federation = use(models.CharField(max_length=3, blank=True, validators=[federation_form]), _ENTERED)
    club = use(models.CharField(max_length=120, blank=True), _ENTERED)
    title = use(models.CharField(max_length=12, blank=True, validators=[title_form]), _ENTERED)
    birth_date = use(models.DateField(null=True, blank=True), _ENTERED)
    birth_year = use(models.PositiveSmallIntegerField(null=True, blank=True, validators=_YEARS), _ENTERED)
    sex = use(models.CharField(max_length=1, blank=True, choices=Sex.choices), _ENTERED)
    ratings = use(models.JSONField(default=dict, blank=True), DELETED, api=True)
    email = use(models.EmailField(max_length=254, blank=True), _ENTERED)
    phone = use(models.CharField(max_length=40, blank=True), _ENTERED)
    note = use(models.TextField(max_length=1000, blank=True), _ENTERED)
    bye_rounds = use(models.JSONField(default=list, blank=True), CODE, api=True)
    language = use(models.CharField(max_length=10, blank=True), CODE)
    made_at = use(models.DateTimeField(), PLAIN, api=True)
    consented_at = models.DateTimeField(null=True, blank=True)
    decided_at = use(models.DateTimeField(null=True, blank=True), PLAIN, api=True)
    reason = use(models.CharField(max_length=400, blank=True), DELETED, api=True)
    question = use(models.CharField(max_length=40, blank=True), CODE)
    withdrawal_asked_at = use(models.DateTimeField(null=True, blank=True), PLAIN, api=True)

    relations: ClassVar[Mapping[str, Use]] = {"player": Use(api=True)}

    class Meta:
        ordering = ["position", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["section", "key"], name="entry_key_once_in_section"),
            models.UniqueConstraint(fields=["digest"], condition=~Q(digest=""), name="entry_digest_once"),
            models.CheckConstraint(condition=~Q(family_name=""), name="entry_has_a_name"),
            models.CheckConstraint(condition=Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(condition=Q(sex__in=["", *Sex.values]), name="entry_sex_known"),
            models.CheckConstraint(
                condition=~Q(state=EntryState.CONFIRMED) | Q(player__isnull=False) | ~Q(team_name=""),
                name="entry_confirmed_is_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.position}"

    @property
    def full_name(self) -> str:
        """The name of the entrant, or of the team."""
        return self.team_name or self.captain

    @property
    def captain(self) -> str:
        """The name of the person, who is the captain in an entry of a team."""
        return PersonName(self.family_name, self.given_name, self.patronymic).listed

    @property
    def born(self) -> int | None:
        return self.birth_date.year if self.birth_date else self.birth_year
