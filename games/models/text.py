from __future__ import annotations

from django.db import models

from games.models.game import Game
from tavleya.record.entries import PersonalText
from tavleya.use import CODE, NAMED_EMPTIED, use


class RecordText(models.Model):
    """A text of a record that names people (`tavleya.record.texts`): the entry has its salted digest, under `name`.

    The database lets text and salt be emptied, together, and refuses any other change.
    """

    pk = models.CompositePrimaryKey("game", "seq", "name")
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="texts", db_index=False)
    seq = models.PositiveIntegerField()
    name = use(models.CharField(max_length=10), CODE)
    salt = use(models.CharField(max_length=32, blank=True), NAMED_EMPTIED, withheld=True)
    text = use(models.TextField(blank=True), NAMED_EMPTIED)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(salt="", text="") | (~models.Q(salt="") & ~models.Q(text="")),
                name="record_text_emptied_whole",
            )
        ]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.name}"

    @classmethod
    def of(cls, game: Game, seq: int, text: PersonalText) -> RecordText:
        return cls(game=game, seq=seq, name=text.name, salt=text.salt, text=text.text)
