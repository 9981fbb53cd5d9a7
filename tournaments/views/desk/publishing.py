"""The public parts of an event: the event itself, its rounds and prizes, and links to share."""

from collections.abc import Sequence, Sized
from dataclasses import dataclass
from string import ascii_uppercase

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, redirect_with, require_found
from tavleya.pairing import meetings as groups
from tavleya.pairing.knockout import first_stage
from tavleya.permissions import Action
from tournaments.hooks import section_pages
from tournaments.models.round import Round, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.events import sections_shown
from tournaments.selectors.simul import Qualifier, Qualifiers, can_send, qualifiers
from tournaments.services.knockout import qualify_players
from tournaments.views.desk.entries import posted_keys
from tournaments.views.desk.frame import DeskFrame, SectionDesk, desk
from tournaments.views.desk.round_boards import round_links
from tournaments.views.frame import language, round_name
from tournaments.views.seats import Seat, seat_in


@desk
@require_safe
def publishing(request: HttpRequest, slug: str) -> HttpResponse:
    frame = DeskFrame.at(request, slug)
    live_page = frame.live_page()
    sections = (
        sections_shown(frame.event)
        .select_related("event", "prize_fund")
        .prefetch_related(Prefetch("rounds", Round.objects.order_by("number")))
    )
    context = {
        **frame.context(),
        "live_page": live_page,
        "public_url": request.build_absolute_uri(reverse("event", args=[slug])),
        "hall_url": reverse("hall", args=[slug]),
        "sections": [_row(section) for section in sections],
    }
    return render(request, "desk/publishing.html", context)


def _row(section: Section) -> dict[str, object]:
    """Return a section with its drafts of rounds, the first being the next to publish, and of its other pages."""
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
#: So many more are shown below them.
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
def qualify(request: HttpRequest, slug: str, section_slug: str) -> HttpResponse:
    """The first of other sections' standings (`source`, `n` of each), ticked; posted, the ticked ones are entered."""
    frame = SectionDesk.of(request, slug, section_slug, Action.ENTER_PLAYERS)
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
    context = {
        **frame.context(),
        "sources": [
            {"slug": source.slug, "name": source.name_in(language()), "chosen": source in chosen} for source in sources
        ],
        "groups": groups,
        "several": len(groups) > 1,
        "n": n,
        "paired": bool(frame.rounds),
        "refused": attempt.error,
        "first_stage": _first_stage(frame.section, groups),
    }
    return render(request, "desk/qualify.html", context, status=attempt.status)


def _qualify(frame: SectionDesk, chosen: list[Section]) -> Sized:
    require_found(chosen)
    sources, digests = frame.request.POST.getlist("source"), frame.request.POST.getlist("standings")
    seen = dict(zip(sources, digests, strict=False))
    return qualify_players(
        actor=frame.actor,
        now=timezone.now(),
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


def _first_stage(section: Section, results: Sequence[Group]) -> list[tuple[str, str]]:
    """Return the first matches in a bracket of the ticked players; "" for a bye.  Only for groups of one size."""
    sizes = {len(seed.seeded) for seed in results}
    if not section.system.by_stage or len(results) < 2 or len(sizes) > 1 or not max(sizes):
        return []
    seeds = [results[seed.group].seeded[seed.place - 1] for seed in groups.seeds(len(results), max(sizes))]
    return [(seeds[tie.higher - 1], seeds[tie.lower - 1] if tie.lower else "") for tie in first_stage(len(seeds))]
