"""Announcements on the displays in the hall, and files that an organiser uploads."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.forms.base import DeskForm, TextsForm, initial_texts
from tournaments.models.activity import UploadKind
from tournaments.models.event import Event
from tournaments.services.events import LONGEST_ANNOUNCEMENT

_ACCEPTED = {UploadKind.REGULATIONS: ".pdf", UploadKind.IMAGE: ".jpg,.jpeg,.png,.webp"}
_EXPLAINED = {
    UploadKind.REGULATIONS: _("PDF, at most 4 MB."),
    UploadKind.IMAGE: _("JPEG, PNG or WebP, at most 2 MB. Images stand in one row, all of the same height."),
}


class AnnouncementForm(TextsForm):
    """One line in each language of the event; all empty takes it down."""

    longest_name = LONGEST_ANNOUNCEMENT

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        return initial_texts(event.announcement, "name")

    def field_of(self, named: str) -> str:
        return super().field_of("names" if named == "announcement" else named)


class UploadForm(DeskForm):
    aliases: ClassVar = {"not_a_photo": "file", "photo_too_large": "file", "same_upload": "file"}

    file = forms.FileField(label=_("File"))
    title = forms.CharField(label=_("Title"), required=False, max_length=120)

    def __init__(self, *args: Any, kind: UploadKind, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        file, title = self.fields["file"], self.fields["title"]
        file.help_text = _EXPLAINED[kind]
        file.widget.attrs["accept"] = _ACCEPTED[kind]
        title.help_text = (
            _("Who or what it shows, for example the sponsor’s name.")
            if kind == UploadKind.IMAGE
            else _("What the link says. If empty, the name of the file.")
        )
