"""Openings drawn by lot, at the desk: the table and the committed seed, the public text, the revealed seed."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from games.views.requests import Attempt, require_found
from tavleya.errors import DomainError
from tavleya.permissions import Action
from tavleya.rules.registry import opening_table, spec_of
from tournaments.forms.base import DeskForm
from tournaments.forms.matches import SCOPES, CommitForm, PublicWordForm
from tournaments.models.pairing import DrawScope, OpeningDraw, Pairing
from tournaments.models.round import Round, RoundStatus
from tournaments.selectors.rounds import Writer, result_writers, round_view, second_readers
from tournaments.selectors.standings import draw_record
from tournaments.services.drawn_openings import add_public_word, commit_draw, reveal_seed, verify_result
from tournaments.services.matches import terms_of
from tournaments.services.results import correct_result
from tournaments.views.desk.acts import DeskAct, perform
from tournaments.views.desk.frame import SectionDesk, at_round, at_section, desk, posted_from
from tournaments.views.desk.round_boards import MORE, PLAIN, RowNames, board_of, buttons, round_links
from tournaments.views.frame import round_name
from tournaments.views.opening_draws import heading


@desk
@at_section()
def openings(request: HttpRequest, frame: SectionDesk) -> HttpResponse:
    """The state of the draw and its next step; `act`: commit, word, reveal."""
    require_found(spec_of(frame.section.game).openings)
    if request.method != "POST":
        return _page(request, frame)
    frame.require(Action.EDIT_SECTION)
    name = request.POST.get("act", "")
    if name not in _ACTS:
        return _page(request, frame, status=400)

    def refuse(form: DeskForm | None, error: DomainError | None, status: int) -> HttpResponse:
        return _page(request, frame, {name: form} if form else None, None if form else error, status)

    form, to = _form(frame, name, request.POST), frame.url("openings")
    return perform(frame, _ACTS[name], refuse, lambda _: to, form=form, section_id=frame.section.pk)


def _form(frame: SectionDesk, name: str, data: Any = None) -> DeskForm | None:
    """Return the form of an act; None if it needs no input."""
    if name == "commit":
        return CommitForm(
            data,
            tables=spec_of(frame.section.game).openings,
            matches=terms_of(frame.section) is not None,
            auto_id="id_commit_%s",
        )
    return PublicWordForm(data, auto_id="id_word_%s") if name == "word" else None


def _page(
    request: HttpRequest,
    frame: SectionDesk,
    forms: Mapping[str, DeskForm] | None = None,
    refused: DomainError | None = None,
    status: int = 200,
) -> HttpResponse:
    desk_forms = forms or {}
    lots = OpeningDraw.objects.filter(section=frame.section).first()
    record = draw_record(frame.section)
    return frame.page(
        "desk/openings.html",
        status,
        heading=heading(frame.section.game),
        lots=lots,
        record=record,
        table_name=gettext(opening_table(lots.table).title) if lots else "",
        draws=[
            {"round": round_name(opening.round), "match": opening.match, "board": opening.board, "code": opening.code}
            for opening in (record.draws if record else ())
        ],
        needs_terms=terms_of(frame.section) is None
        and all(opening.both_colours for opening in spec_of(frame.section.game).openings),
        scope=str(SCOPES[DrawScope(lots.scope)]) if lots else "",
        terms_url=frame.url("section_edit"),
        commit=desk_forms.get("commit") or _form(frame, "commit"),
        word=desk_forms.get("word") or _form(frame, "word"),
        refused=refused,
        public_url=reverse("openings", args=[frame.event.slug, frame.section.slug]) if lots else "",
        back=frame.url("section"),
    )


_ACTS: Mapping[str, DeskAct] = {
    "commit": DeskAct(
        service=commit_draw,
        arguments=lambda cleaned: cleaned | {"seed": cleaned["seed"] or None},
        message=lambda _, __: gettext("The seed has been committed and its commitment published."),
    ),
    "word": DeskAct(service=add_public_word, message=lambda _, __: gettext("The public addition has been saved.")),
    "reveal": DeskAct(
        service=reveal_seed, message=lambda _, __: gettext("The seed has been revealed: anyone can verify the draws.")
    ),
}


# The second reading of slips: another person enters each result again without seeing it; differences are
# settled.


@dataclass(frozen=True, slots=True)
class SecondRow(RowNames):
    """One board.  `asked`: the reader may read its slip, and does not see the entered result.

    `first` and `second` give the two readers and their different results.  `problem` is the reason why the input is not
    saved.
    """

    url: str
    settle_url: str
    asked: bool
    own: bool
    first: str
    second: str
    may_correct: bool
    plain: SafeString
    more: SafeString
    problem: str = ""
    code: str = ""
    saved: bool = False


def verification_counts(boards: Iterable[Pairing]) -> dict[str, int]:
    """Return how many boards have a result, a matching second reading, and a different second reading."""
    rows = [board for board in boards if board.result]
    return {
        "entered": len(rows),
        "verified": sum(board.verified for board in rows),
        "disputed": sum(board.disputed for board in rows),
    }


@desk
@require_safe
@at_round(Action.ENTER_RESULT)
def verification(request: HttpRequest, frame: SectionDesk, row: Round) -> HttpResponse:
    """The boards of a round without their results.  With `part` only the rows, for a page that is open already."""
    if row.status == RoundStatus.DRAFT:
        return redirect(frame.url("round", row.number))
    return _verification_page(request, frame, row)


def _verification_page(
    request: HttpRequest, frame: SectionDesk, row: Round, second_row: SecondRow | None = None, status: int = 200
) -> HttpResponse:
    view = round_view(frame.section, row.number)
    writers, readers = result_writers(view.boards), second_readers(view.boards)
    rows = [
        second_row
        if second_row is not None and second_row.pairing.pk == board.pk
        else _row(frame, row, board, writers, readers)
        for board in view.boards
        if not board.bye
    ]
    only_open, find = request.GET.get("show") == "open", request.GET.get("find", "").strip()
    context = {
        **frame.context(),
        "round": row,
        "round_name": round_name(row.number),
        "rounds": round_links(frame.section, [other for other in frame.rounds if other.status != "draft"], row),
        "rows": [
            line for line in rows if not (only_open and line.pairing.verified) and (not find or line.is_found_by(find))
        ],
        "only_open": only_open,
        "find": find,
        "to_read": sum(line.asked for line in rows),
        "results_url": frame.url("results", row.number),
        "round_url": frame.url("round", row.number),
        "stream": frame.stream,
    }
    template = "desk/verification_rows.html" if "part" in request.GET else "desk/verification.html"
    return render(request, template, context, status=status)


def _row(
    frame: SectionDesk,
    row: Round,
    pairing: Pairing,
    writers: Mapping[int, Writer],
    readers: Mapping[int, str],
    refused: DomainError | None = None,
    *,
    saved: bool = False,
) -> SecondRow:
    writer = writers.get(pairing.game_id or 0)
    own = writer is not None and writer.user_id == frame.actor.user_id
    return SecondRow(
        **RowNames.seats(frame, pairing),
        url=frame.url("verify", row.number, pairing.board),
        settle_url=frame.url("verification_settle", row.number, pairing.board),
        asked=bool(pairing.result) and not own and not pairing.second_result,
        own=own,
        first=writer.name if writer is not None else "",
        second=readers.get(pairing.second_by_id or 0, ""),
        may_correct=frame.may[Action.CORRECT_RESULT],
        plain=buttons("desk/result_plain.html", PLAIN, get_language()),
        more=buttons("desk/result_buttons.html", MORE, get_language()),
        problem=refused.message.render(gettext) if refused else "",
        code=refused.code if refused else "",
        saved=saved,
    )


@posted_from("desk_verification", "slug", "section_slug", "number")
@desk
@at_round(Action.ENTER_RESULT)
def verify(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """Note the `result` that the reader sees on the slip.  A script gets the row, a plain form the page."""
    attempt = Attempt(
        request,
        lambda: verify_result(
            **frame.caller, pairing_id=board_of(row, board).pk, result=request.POST.get("result", "")
        ),
    )
    return _answer(request, frame, row, board, attempt.error)


@posted_from("desk_verification", "slug", "section_slug", "number")
@desk
@at_round(Action.CORRECT_RESULT)
def settle(request: HttpRequest, frame: SectionDesk, row: Round, board: int) -> HttpResponse:
    """Correct the result of a board to what the second person read."""
    pairing = board_of(row, board)
    attempt = Attempt(
        request,
        lambda: correct_result(
            **frame.caller,
            pairing_id=pairing.pk,
            result=request.POST.get("result", ""),
            reason=gettext("The slip has been verified."),
            expected_version=pairing.version,
        ),
    )
    return _answer(request, frame, row, board, attempt.error)


def _answer(
    request: HttpRequest, frame: SectionDesk, row: Round, board: int, refused: DomainError | None
) -> HttpResponse:
    if refused is None and request.headers.get("X-Requested-With") != "fetch":
        return redirect(f"{frame.url('verification', row.number)}#board-{board}")
    pairing = board_of(row, board)
    readers = second_readers([pairing])
    second_row = _row(frame, row, pairing, result_writers([pairing]), readers, refused, saved=refused is None)
    status = refused.status if refused else 200
    if request.headers.get("X-Requested-With") == "fetch":
        return render(request, "desk/verification_row.html", {"row": second_row}, status=status)
    return _verification_page(request, frame, row, second_row, status)
