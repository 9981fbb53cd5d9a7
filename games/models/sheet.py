import hashlib
import json

from django.conf import settings
from django.db import models

from games.models.base import StoredFileField
from games.models.game import Game
from tavleya.record.merging import Keeper
from tavleya.use import ACTOR, CODE, DELETED, KEPT, NAMED_EMPTIED, use


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
                condition=models.Q(keeper__in=[keeper.value for keeper in Keeper]), name="sheet_photo_keeper_known"
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


class ScoreSheet(models.Model):
    """One version of a score sheet: as a player or the arbiter wrote it, typed, pasted or photographed (tavreli 8.1).

    Written once; a later version is a new row, and the database refuses every change.  `language` is that of the
    piece letters.  `file_name` and `file_sha256` name a photograph, which the organiser stores elsewhere.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="sheets")
    keeper = use(models.CharField(max_length=7), CODE)
    version = models.PositiveIntegerField()
    language = use(models.CharField(max_length=10, blank=True), CODE)
    text = use(models.TextField(blank=True), KEPT)
    file_name = use(models.CharField(max_length=200, blank=True), NAMED_EMPTIED)
    file_sha256 = use(models.CharField(max_length=64, blank=True), CODE)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    actor = use(models.CharField(max_length=80), ACTOR)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game", "keeper", "version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "keeper", "version"], name="sheet_version_once"),
            models.CheckConstraint(
                condition=models.Q(keeper__in=[keeper.value for keeper in Keeper]), name="sheet_keeper_known"
            ),
            models.CheckConstraint(
                condition=~models.Q(text="") | ~models.Q(file_sha256=""), name="sheet_says_something"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game_id}, {self.keeper} {self.version}"

    @property
    def sha256(self) -> str:
        """The digest of the sheet's contents: the record names the sheets of a reconstruction by it."""
        contents = [str(self.game.key), self.keeper, self.version, self.language, self.text, self.file_sha256]
        return hashlib.sha256(json.dumps(contents, ensure_ascii=False).encode()).hexdigest()
