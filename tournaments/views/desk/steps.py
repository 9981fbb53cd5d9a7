"""The next step in a section: the one main button of the desk."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from tavleya.permissions import Action
from tournaments.hooks import section_pages
from tournaments.models.pairing import Pairing
from tournaments.models.player import RegistrationStatus
from tournaments.models.round import Round, RoundKind, RoundStatus
from tournaments.models.section import Section
from tournaments.selectors.match_centre import bracket
from tournaments.views.desk.frame import SectionDesk


@dataclass(frozen=True, slots=True)
class Step:
    """`url` is the page of the step, which needs the permission `action`; `allowed` says whether the reader has it.

    `done`: nothing is left to do, and the step only links to the outcome.
    """

    words: str
    url: str
    action: Action
    done: bool = False
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Counts:
    """The active players of a section, and for each round the boards without a result and with one."""

    active: int
    missing: Mapping[int, int]
    entered: Mapping[int, int]


def next_step(section: Section, rounds: list[Round], counts: Counts, may: Mapping[str, bool]) -> Step:
    """Return the next step; `rounds` in order; `may`: the reader's permissions, by the name of the action."""
    step = _event_hidden(section, rounds, may) or _step(section, rounds, counts)
    return replace(step, allowed=may[step.action])


def board_counts(event_id: int) -> tuple[Counter[int], Counter[int]]:
    """Return the number of boards without and with a result for each round of the event.  One query."""
    rows = (
        Pairing.objects.filter(round__section__event=event_id, bye="")
        .values_list("round")
        .annotate(missing=Count("pk", filter=Q(result="")), entered=Count("pk", filter=~Q(result="")))
    )
    counts = list(rows)
    return (
        Counter({key: missing for key, missing, _ in counts}),
        Counter({key: entered for key, _, entered in counts}),
    )


def step_of(frame: SectionDesk) -> Step:
    """Return the next step of the current section."""
    active = frame.section.registrations.filter(status=RegistrationStatus.ACTIVE).count()
    return next_step(frame.section, frame.rounds, Counts(active, *board_counts(frame.event.pk)), frame.may)


def _event_hidden(section: Section, rounds: list[Round], may: Mapping[str, bool]) -> Step | None:
    """Return the step to publish a hidden event with public rounds, for readers who may do that."""
    event = section.event
    if event.published or event.rehearsal or event.archived_at is not None or not may[Action.EDIT_EVENT]:
        return None
    if all(round_.status == RoundStatus.DRAFT for round_ in rounds):
        return None
    url = reverse("desk_publishing", args=[event.slug])
    return Step(gettext("Publish the event"), url, Action.EDIT_EVENT)


def _step(section: Section, rounds: list[Round], counts: Counts) -> Step:
    def url(name: str, *more: object) -> str:
        return reverse(f"desk_{name}", args=[section.event.slug, section.slug, *more])

    if not rounds and (first := _before_rounds(section, counts, url)) is not None:
        return first
    open_rounds = [round_ for round_ in rounds if round_.status != RoundStatus.CLOSED]
    if not open_rounds:
        return _next_stage(section, rounds, url) if section.system.by_stage else _between(section, rounds, url)
    round_ = next((round_ for round_ in open_rounds if _waits(section, round_, counts)), open_rounds[0])
    return _in_round(round_, counts, url)


Address = Callable[..., str]


def _before_rounds(section: Section, counts: Counts, url: Address) -> Step | None:
    """Return the step before the first pairing."""
    system = section.system
    if section.event.template:
        return Step(gettext("Check the settings"), url("section_edit"), Action.EDIT_SECTION, done=True)
    if counts.active < 2 and (system.ranked or not system.by_hand):
        return Step(gettext("Enter players"), url("players"), Action.ENTER_PLAYERS)
    if system.teams:
        if section.teams.count() < 2:
            return Step(gettext("Create teams"), url("teams"), Action.ENTER_PLAYERS)
        if system.by_round:
            return None
        return Step(gettext("Pair all rounds"), url("section"), Action.PAIR_ROUND)
    if system.display:
        return Step(gettext("Seat the simultaneous display"), url("display"), Action.PAIR_ROUND)
    if system.by_hand and not system.ranked:
        return Step(gettext("Import its games from a file"), url("games"), Action.IMPORT_GAMES)
    return None


def _in_round(round_: Round, counts: Counts, url: Address) -> Step:
    """Return the next step of a round that is not closed."""
    place, number = url("round", round_.number), {"n": round_.number}
    missing = counts.missing.get(round_.pk, 0)
    if round_.status == RoundStatus.DRAFT:
        return Step(gettext("Review and publish round %(n)s") % number, place, Action.PUBLISH_ROUND)
    if round_.status == RoundStatus.PUBLISHED and not counts.entered.get(round_.pk):
        return Step(gettext("Start round %(n)s") % number, place, Action.CLOSE_ROUND)
    if missing:
        words = ngettext("Enter results: %(n)s board is missing", "Enter results: %(n)s boards are missing", missing)
        return Step(words % {"n": missing}, url("results", round_.number), Action.ENTER_RESULT)
    words = gettext("Close round %(n)s") if round_.kind == RoundKind.ROUND else gettext("Close the sheet of games")
    return Step(words % number, place, Action.CLOSE_ROUND)


def _waits(section: Section, round_: Round, counts: Counts) -> bool:
    """Return whether a round needs an act; a round with all results does not block later pairings."""
    if round_.status == RoundStatus.DRAFT:
        return not section.system.scheduled
    return bool(counts.missing.get(round_.pk))


def _next_stage(section: Section, rounds: list[Round], url: Address) -> Step:
    """Return the step of a knockout: the next stage, level matches, or the outcome."""
    so_far, place = bracket(section), url("knockout")
    if so_far.undecided:
        return Step(gettext("Decide the tied matches"), place, Action.CLOSE_ROUND)
    if so_far.stages and sum(not stage.match.for_third for stage in so_far.stages[-1]) == 1:
        words = gettext("View the bracket")
        return _draft_page(section, url) or Step(words, place, Action.SEE_DESK, done=True)
    return Step(gettext("Pair stage %(n)s") % {"n": len(rounds) + 1}, place, Action.PAIR_ROUND)


def _between(section: Section, rounds: list[Round], url: Address) -> Step:
    """Return the step without an open round: pair the next one, or view the outcome."""
    system = section.system
    if not rounds and system.scheduled:
        return Step(gettext("Pair all rounds"), url("section"), Action.PAIR_ROUND)
    played = sum(round_.kind == RoundKind.ROUND for round_ in rounds)
    over = bool(rounds) and (system.scheduled or not system.ranked or played == 0)
    if not over and not (section.rounds_planned and played >= section.rounds_planned):
        pairing = url("swiss") if system.by_round else url("boards_new")
        return Step(gettext("Pair round %(n)s") % {"n": played + 1}, pairing, Action.PAIR_ROUND)
    if not system.ranked:
        public = reverse("section", args=[section.event.slug, section.slug])
        return Step(gettext("View the games"), public, Action.SEE_DESK, done=True)
    if section.final_at is None:
        words = gettext("Declare standings final")
        return Step(words, url("standings"), Action.CLOSE_ROUND)
    words = gettext("View the final standings")
    return _draft_page(section, url) or Step(words, url("standings"), Action.SEE_DESK, done=True)


def _draft_page(section: Section, url: Address) -> Step | None:
    """Return the step to publish a draft page of another app, such as the prizes."""
    drafts = (page for page in section_pages(section) if not page.published)
    return next((Step(page.publish, url(page.code), page.action) for page in drafts), None)
