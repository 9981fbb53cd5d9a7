from django.db import models
from django.db.models import F, Q

from tournaments.models.section import Section


class PlayOff(models.Model):
    """A section that decides places of another among tied players.

    `after_round`: the last round of `section` when it was opened; it decides the table after that round alone.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="play_offs")
    by = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="decides")
    after_round = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=~Q(section=F("by")), name="play_off_of_another_section"),
        ]

    def __str__(self) -> str:
        return f"{self.section_id}: {self.by_id}"
