from django.conf import settings
from django.db import models

from games.models.game import Game
from games.models.stored import StoredFileField
from tavleya.record.sheets import Keeper
from tavleya.use import ACTOR, CODE, DELETED, NAMED_EMPTIED, use


class SheetPhoto(models.Model):
    """One photograph of a paper score sheet (tavreli 8.1).  Written once; a wrong one is voided and stays.

    `stored` is its name in the storage, which does not reveal the game; None once the file was removed, by the
    retention setting or by an erasure of personal data.  `kind` is the media type detected from its bytes.
    `width` and `height` in pixels, `size` in bytes.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheet_photos")
    keeper = use(models.CharField(max_length=7), CODE)
    number = models.PositiveIntegerField()
    stored = use(StoredFileField(max_length=100, unique=True, null=True), DELETED, local=True)
    name = use(models.CharField(max_length=200, blank=True), NAMED_EMPTIED)
    kind = use(models.CharField(max_length=20), CODE)
    size = models.PositiveIntegerField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    sha256 = use(models.CharField(max_length=64), CODE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor = use(models.CharField(max_length=80), ACTOR)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "keeper", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "keeper", "number"], name="sheet_photo_number_once"),
            models.CheckConstraint(
                condition=models.Q(keeper__in=[keeper.value for keeper in Keeper]),
                name="sheet_photo_keeper_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, {self.keeper}, photograph {self.number}"


class VoidPhoto(models.Model):
    """The statement that a photograph does not belong to the sheet, with author and reason.  Written once."""

    photo = models.OneToOneField(SheetPhoto, on_delete=models.PROTECT, related_name="void")
    reason = use(models.CharField(max_length=300), NAMED_EMPTIED)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor = use(models.CharField(max_length=80), ACTOR)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.photo_id} void: {self.reason}"
