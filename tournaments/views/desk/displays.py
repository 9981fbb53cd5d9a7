"""Public files and announcements of an organiser: displays in the hall, regulations on the event's page."""

from typing import Any, ClassVar

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.services.sheets import Picture
from games.views.requests import require_found
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm, TextsForm, initial_texts
from tournaments.models.activity import UploadKind
from tournaments.models.event import Event
from tournaments.services.events import LONGEST_ANNOUNCEMENT, edit_event
from tournaments.services.uploads import LARGEST_DOCUMENT, add_upload, remove_upload
from tournaments.views.desk.frame import DeskFrame, desk, flash

# Announcements on the displays in the hall, and files that an organiser uploads.

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


_LONGEST_KEY = 15


@desk
def displays(request: HttpRequest, slug: str) -> HttpResponse:
    """The announcement and the images of the displays in the hall."""
    frame = DeskFrame.at(request, slug, Action.EDIT_EVENT)
    page = _Page(frame, UploadKind.IMAGE, "displays")
    initial = AnnouncementForm.initial_of(frame.event)
    languages = frame.event.text_languages
    announcement = AnnouncementForm(languages=languages, initial=initial)
    if request.POST.get("do") == "announce":
        announcement = AnnouncementForm(request.POST, languages=languages, initial=initial)
        if page.announced(announcement):
            return redirect(page.url)
    elif request.method == "POST" and page.acted():
        return redirect(page.url)
    more = {"announcement": announcement, "hall_url": reverse("hall", args=[slug])}
    return page.shown("desk/displays.html", max(announcement.status, page.form.status), **more)


@desk
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """Regulations and other documents of the event's public page."""
    page = _Page(DeskFrame.at(request, slug, Action.EDIT_EVENT), UploadKind.REGULATIONS, "files")
    if request.method == "POST" and page.acted():
        return redirect(page.url)
    return page.shown("desk/files.html")


class _Page:
    """Files of one kind, and the form for another."""

    def __init__(self, frame: DeskFrame, kind: UploadKind, name: str) -> None:
        self.frame, self.kind, self.url = frame, kind, frame.url(name)
        self.form = UploadForm(kind=kind)

    def acted(self) -> bool:
        """Carry out the posted act (`do`: `add`, `remove`); return whether it succeeded."""
        request = self.frame.request
        match request.POST.get("do"):
            case "add":
                return self._added()
            case "remove":
                upload = request.POST.get("upload", "")
                require_found(upload.isdecimal() and len(upload) <= _LONGEST_KEY)
                remove_upload(**self._who(), upload_id=int(upload))
                flash(request, gettext("The file has been removed."))
                return True
        raise Http404

    def _added(self) -> bool:
        request = self.frame.request
        self.form = UploadForm(request.POST, request.FILES, kind=self.kind)
        added = self.form.attempt(self._add)
        if added:
            flash(request, gettext("The file has been added."))
        return added

    def _add(self) -> None:
        value = self.form.cleaned_data["file"]
        # One byte more than is allowed is enough to know.
        file = Picture(value.read(LARGEST_DOCUMENT + 1), value.name or "")
        add_upload(**self._who(), kind=self.kind, file=file, title=self.form.cleaned_data["title"])

    def announced(self, form: AnnouncementForm) -> bool:
        done = form.attempt(lambda: edit_event(**self._who(), changes={"announcement": form.texts("name")}))
        if done:
            flash(self.frame.request, gettext("The displays have been updated."))
        return done

    def _who(self) -> dict[str, Any]:
        return {"actor": self.frame.actor, "now": timezone.now(), "event_id": self.frame.event.pk}

    def shown(self, template: str, status: int = 0, **more: object) -> HttpResponse:
        uploads = self.frame.event.uploads.filter(kind=self.kind)
        context = {**self.frame.context(), "form": self.form, "uploads": uploads, **more}
        return render(self.frame.request, template, context, status=status or self.form.status)
