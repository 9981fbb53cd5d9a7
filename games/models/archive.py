from __future__ import annotations

from django.db import models

from games.models.game import Game
from tavleya.use import CODE, use


class Archive(models.Model):
    """A file of `ARCHIVE_ROOT` with whole records (`tavleya.record.archive`), verified when it was written.

    `sha256` is that of the file; `heads` is the digest of the last digests of its records, as in its header.
    """

    name = use(models.CharField(max_length=120, unique=True), CODE)
    sha256 = use(models.CharField(max_length=64), CODE)
    heads = use(models.CharField(max_length=64), CODE)
    written_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name


class ArchivedRecord(models.Model):
    """The place of a game's record in an archive, up to its entry `seq`: `length` bytes from `offset`, compressed
    separately.

    While the entries are still in their table, the table is authoritative.  `authors`: the accounts of the entries'
    authors; in an imported event they differ from those of the recording machine.
    """

    game = models.OneToOneField(Game, on_delete=models.PROTECT, primary_key=True, related_name="archived")
    archive = models.ForeignKey(Archive, on_delete=models.PROTECT, related_name="records")
    offset = models.PositiveBigIntegerField()
    length = models.PositiveIntegerField()
    seq = models.PositiveIntegerField()
    digest = use(models.CharField(max_length=64), CODE)
    authors = use(models.JSONField(default=dict), CODE)

    def __str__(self) -> str:
        return f"{self.game_id} in {self.archive_id}"
