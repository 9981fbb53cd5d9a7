"""Acts of the desk: one way from a posted form through a service to the notice and the next page."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from tavleya.errors import DomainError
from tournaments.forms.base import DeskForm
from tournaments.views import typed_offline
from tournaments.views.desk.frame import DeskFrame
from tournaments.views.desk.undo import tell

Arguments = dict[str, Any]
#: Render the page of the form again: the refused form, the error of the service if there is one, the status.
Refuse = Callable[[DeskForm | None, DomainError | None, int], HttpResponse]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskAct:
    """An act: `arguments` of `service` by the cleaned data of the form, and the notice by its result and arguments."""

    service: Callable[..., Any]
    message: Callable[[Any, Arguments], str]
    arguments: Callable[[Arguments], Arguments] = dict


def perform(
    frame: DeskFrame,
    act: DeskAct,
    refuse: Refuse,
    to: Callable[[Any], str],
    *,
    form: DeskForm | None = None,
    note: str = "",
    **place: Any,
) -> HttpResponse:
    """Perform an act once for each idempotency key and redirect to the page `to` of its result.

    `place`: arguments of the service that are not in the form; `note`: how the act is undone
    (`tournaments.views.desk.undo`). If the form or the service refuses, the answer is that of `refuse`.
    """
    if form is not None and not form.is_valid():
        return refuse(form, None, HTTPStatus.UNPROCESSABLE_ENTITY)
    arguments = place | act.arguments(form.cleaned_data if form is not None else {})

    def run() -> dict[str, str]:
        result = act.service(actor=frame.actor, now=timezone.now(), **arguments)
        return {"message": act.message(result, arguments), "url": to(result)}

    try:
        answer = typed_offline.once(frame.request, frame.actor, run)
    except DomainError as error:
        if form is not None:
            form.refuse(error)
        return refuse(form, error, error.status)
    tell(frame.request, answer["message"], note)
    return redirect(answer["url"])
