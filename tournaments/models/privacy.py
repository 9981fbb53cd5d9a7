from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.player import Player


class ErasureRequest(models.Model):
    """A request to erase personal data: by the person of an account, or by a player with the private link.

    An administrator carries it out, once no event of the person needs the name any more (`done_at`).
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="erasure_requests"
    )
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="erasure_requests")
    asked_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["asked_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"], condition=Q(done_at__isnull=True), name="erasure_of_an_account_asked_once"
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(done_at__isnull=True), name="erasure_of_a_player_asked_once"
            ),
            models.CheckConstraint(
                condition=Q(user__isnull=False, player__isnull=True)
                | Q(user__isnull=True, player__isnull=False),
                name="erasure_of_an_account_or_a_player",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id or self.player_id} at {self.asked_at:%Y-%m-%d}"
