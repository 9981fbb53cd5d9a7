"""Acts that join players of different events to one person or take them apart."""

from django.db import models
from django.db.models import Q

from tavleya.use import ACTOR, DELETED, NAMED, use
from tournaments.models.player import Person, Player


class PersonAct(models.Model):
    """One act that joined players or split one off, undone as a whole. `reason` if an official did it."""

    class Kind(models.TextChoices):
        NUMBER = "number"  # by itself: the same FIDE ID or national ID
        SELF = "self"  # the player, signed in and by the private link
        JOINED = "joined"  # an official
        SPLIT = "split"  # an official
        RELEASED = "released"  # by itself: the number has been corrected

    kind = models.CharField(max_length=8, choices=Kind.choices)
    actor = use(models.CharField(max_length=80), ACTOR)
    reason = use(models.CharField(max_length=300, blank=True), NAMED)
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = use(models.CharField(max_length=80, blank=True), ACTOR)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(kind__in=["joined", "split"]) | ~Q(reason=""),
                name="person_act_of_an_official_has_a_reason",
            )
        ]

    def __str__(self) -> str:
        return f"{self.kind} by {self.actor}"


class PersonJoin(models.Model):
    """A player's membership in a person, from the act `by` until the act `ended_by`.

    `source` and `number`: for a join by ID, its issuer (`fide`, or a federation) and the ID.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="joins")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="joins")
    by = models.ForeignKey(PersonAct, on_delete=models.CASCADE, related_name="begun")
    ended_by = models.ForeignKey(PersonAct, on_delete=models.CASCADE, null=True, blank=True, related_name="ended")
    source = use(models.CharField(max_length=10, blank=True), DELETED)
    number = use(models.CharField(max_length=20, blank=True), DELETED)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"], condition=Q(ended_by__isnull=True), name="player_is_of_one_person"
            )
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} of person {self.person_id}"
