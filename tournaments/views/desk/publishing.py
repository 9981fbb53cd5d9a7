"""The public parts of an event: the event itself, its rounds and prizes, files and announcements, and who qualifies."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Any, ClassVar

from django import forms
from django.db.models import Prefetch
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from games.services.sheets import Picture
from games.views.requests import Attempt, redirect_with, require_found
from tavleya.pairing import meetings as groups
from tavleya.pairing.knockout import first_stage
from tavleya.permissions import Action
from tournaments.forms.base import DeskForm, TextsForm, initial_texts
from tournaments.hooks import section_joins, section_pages
from tournaments.models.activity import UploadKind
from tournaments.models.event import Event
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown
from tournaments.selectors.simul import Qualifier, Qualifiers, can_send, qualifiers
from tournaments.services.events import LONGEST_ANNOUNCEMENT, edit_event
from tournaments.services.knockout import qualify_players
from tournaments.services.uploads import LARGEST_DOCUMENT, add_upload, remove_upload
from tournaments.views.desk.entries import posted_keys
from tournaments.views.desk.frame import DeskFrame, SectionDesk, at_section, desk, flash
from tournaments.views.desk.round_boards import round_links
from tournaments.views.frame import language, round_name
from tournaments.views.seats import Seat, seat_in

# Announcements on the displays in the hall, and files that an organiser uploads.

_ACCEPTED = {UploadKind.REGULATIONS: ".pdf", UploadKind.IMAGE: ".jpg,.jpeg,.png,.webp"}
_EXPLAINED = {
    UploadKind.REGULATIONS: _("PDF, at most 4 MB."),
    UploadKind.IMAGE: _("JPEG, PNG or WebP, at most 2 MB. Images stand in one row, all of the same height."),
}


class AnnouncementForm(TextsForm):
    """One line in each language of the event; if all are empty, the announcement is removed."""

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
        if page.announce(announcement):
            return redirect(page.url)
    elif request.method == "POST" and page.handle_action():
        return redirect(page.url)
    more = {"announcement": announcement, "hall_url": reverse("hall", args=[slug])}
    return page.render("desk/displays.html", max(announcement.status, page.form.status), **more)


@desk
def files(request: HttpRequest, slug: str) -> HttpResponse:
    """Regulations and other documents of the event's public page."""
    page = _Page(DeskFrame.at(request, slug, Action.EDIT_EVENT), UploadKind.REGULATIONS, "files")
    if request.method == "POST" and page.handle_action():
        return redirect(page.url)
    return page.render("desk/files.html")


class _Page:
    """Files of one kind, and the form for another."""

    def __init__(self, frame: DeskFrame, kind: UploadKind, name: str) -> None:
        self.frame, self.kind, self.url = frame, kind, frame.url(name)
        self.form = UploadForm(kind=kind)

    def handle_action(self) -> bool:
        """Carry out the posted act (`do`: `add`, `remove`); return whether it succeeded."""
        request = self.frame.request
        match request.POST.get("do"):
            case "add":
                return self._add_file()
            case "remove":
                key = request.POST.get("upload", "")
                require_found(key.isdecimal() and len(key) <= _LONGEST_KEY)
                remove_upload(**self._target(), upload_id=int(key))
                flash(request, gettext("The file has been removed."))
                return True
        raise Http404

    def _add_file(self) -> bool:
        request = self.frame.request
        self.form = UploadForm(request.POST, request.FILES, kind=self.kind)
        added = self.form.attempt(self._add_upload)
        if added:
            flash(request, gettext("The file has been added."))
        return added

    def _add_upload(self) -> None:
        upload = self.form.cleaned_data["file"]
        # One byte more than allowed shows that the file is too large.
        file = Picture(upload.read(LARGEST_DOCUMENT + 1), upload.name or "")
        add_upload(**self._target(), kind=self.kind, file=file, title=self.form.cleaned_data["title"])

    def announce(self, form: AnnouncementForm) -> bool:
        done = form.attempt(lambda: edit_event(**self._target(), changes={"announcement": form.texts("name")}))
        if done:
            flash(self.frame.request, gettext("The displays have been updated."))
        return done

    def _target(self) -> dict[str, Any]:
        return {**self.frame.caller, "event_id": self.frame.event.pk}

    def render(self, template: str, status: int = 0, **more: object) -> HttpResponse:
        uploads = self.frame.event.uploads.filter(kind=self.kind)
        return self.frame.page(template, status or self.form.status, form=self.form, uploads=uploads, **more)


@desk
@require_safe
def publishing(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    live_page = frame.live_page()
    sections = (
        sections_shown(frame.event)
        .select_related("event", *section_joins())
        .prefetch_related(Prefetch("rounds", Round.objects.order_by("number")))
    )
    return frame.page(
        "desk/publishing.html",
        live_page=live_page,
        public_url=request.build_absolute_uri(reverse("event", args=[slug])),
        hall_url=reverse("hall", args=[slug]),
        sections=[_row(section) for section in sections],
    )


def _row(section: Section) -> dict[str, object]:
    """Return a section with its first draft round, the next to publish, and its other draft pages."""
    rounds = list(section.rounds.all())
    draft = next((round_ for round_ in rounds if round_.status == RoundStatus.DRAFT), None)
    base = [section.event.slug, section.slug]
    return {
        "name": section.name_in(language()),
        "game": section.game,
        "url": reverse("section", args=base),
        "paired": bool(rounds),
        "rounds": round_links(section, rounds),
        "draft": round_name(draft.number) if draft else "",
        "draft_url": reverse("desk_round", args=[*base, draft.number]) if draft else "",
        "drafts": [
            {"publish": page.publish, "url": reverse(f"desk_{page.code}", args=base)}
            for page in section_pages(section)
            if not page.published
        ],
    }


# Players who qualify from the standings of other sections: from one, or from several that are its groups.

#: The default number of qualifiers: from one section, from each of several groups.
USUAL_QUALIFIERS, USUAL_OF_GROUP = 8, 2
#: The number of players shown below the qualifiers.
RESERVES = 4


@dataclass(frozen=True, slots=True)
class QualifierRow:
    one: Qualifier
    seat: Seat
    ticked: bool


@dataclass(frozen=True, slots=True)
class Group:
    """A source section of players; `letter` if there are several.  `tied`: players who share the place at the cut."""

    section: Section
    letter: str
    name: str
    view: Qualifiers
    after: str
    tied: tuple[str, ...]
    rows: tuple[QualifierRow, ...]

    @property
    def seeded(self) -> tuple[str, ...]:
        """The initially ticked players, each with their place in the group."""
        names = [row.seat.name for row in self.rows if row.ticked]
        return tuple(f"{self.letter}{place} {name}" for place, name in enumerate(names, start=1))


@desk
@at_section(Action.ENTER_PLAYERS)
def qualify(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """The first of other sections' standings (`source`, `n` of each), ticked; posted, the ticked ones are entered."""
    sources = _sources(frame)
    form_data = request.POST if request.method == "POST" else request.GET
    chosen = [source for source in sources if source.slug in form_data.getlist("source")]
    n = _number(form_data, len(chosen))
    attempt = Attempt(request, lambda: _qualify(frame, chosen))
    if attempt:
        count = len(attempt.result)
        words = ngettext("%(n)s player has qualified.", "%(n)s players have qualified.", count)
        return redirect_with(request, words % {"n": count}, frame.url("players"))
    groups = [_group(frame, source, place, n, len(chosen)) for place, source in enumerate(chosen)]
    return frame.page(
        "desk/qualify.html",
        attempt.status,
        sources=[
            {"slug": source.slug, "name": source.name_in(language()), "chosen": source in chosen} for source in sources
        ],
        groups=groups,
        several=len(groups) > 1,
        n=n,
        paired=bool(frame.rounds),
        refused=attempt.error,
        first_stage=_first_stage(frame.section, groups),
    )


def _qualify(frame: SectionDesk, chosen: list[Section]) -> Sized:
    require_found(chosen)
    sources, digests = frame.request.POST.getlist("source"), frame.request.POST.getlist("standings")
    seen = dict(zip(sources, digests, strict=False))
    return qualify_players(
        **frame.caller,
        section_id=frame.section.pk,
        standings={source.pk: seen.get(source.slug, "") for source in chosen},
        registration_ids=posted_keys(frame.request, "registration"),
    )


def _number(form_data: QueryDict, sources: int) -> int:
    number = form_data.get("n", "")
    if number.isdecimal() and 0 < int(number[:5]) <= 9999:
        return int(number[:5])
    return USUAL_OF_GROUP if sources > 1 else USUAL_QUALIFIERS


def _sources(frame: SectionDesk) -> list[Section]:
    others = frame.event.sections.exclude(pk=frame.section.pk).select_related("event")
    return [section for section in others if can_send(section)]


def _group(frame: SectionDesk, source: Section, place: int, n: int, groups_in_all: int) -> Group:
    view = qualifiers(frame.section, source)
    first = {row.standing.registration.pk for row in view.first(n)}
    tied = view.tied_at_cut(n)
    keys = {row.standing.registration.pk for row in (*view.first(n + RESERVES), *tied)}
    return Group(
        source,
        ascii_uppercase[place % len(ascii_uppercase)] if groups_in_all > 1 else "",
        source.name_in(language()),
        view,
        round_name(view.after_round) if view.after_round else "",
        tuple(row.standing.registration.player.name_in(language()) for row in tied),
        tuple(
            QualifierRow(
                row,
                seat_in(frame.event.slug, source, row.standing.registration),
                row.available and row.standing.registration.pk in first,
            )
            for row in view.rows
            if row.standing.registration.pk in keys
        ),
    )


def _first_stage(section: Section, sources: Sequence[Group]) -> list[tuple[str, str]]:
    """Return the first matches in a bracket of the ticked players; "" for a bye.  Only for groups of one size."""
    sizes = {len(source.seeded) for source in sources}
    if not section.system.by_stage or len(sources) < 2 or len(sizes) > 1 or not max(sizes):
        return []
    seeds = [sources[seed.group].seeded[seed.place - 1] for seed in groups.seeds(len(sources), max(sizes))]
    return [(seeds[tie.higher - 1], seeds[tie.lower - 1] if tie.lower else "") for tie in first_stage(len(seeds))]
