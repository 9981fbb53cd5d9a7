"""Files that come with a form of the desk and are worked on behind the scenes."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from django.utils import timezone

from tavleya.actors import Actor
from tavleya.errors import DomainError, ImportRefused, Problem
from tournaments.forms.base import DeskForm
from tournaments.models.job import Job


@dataclass(frozen=True, slots=True)
class Taken:
    """The job that works on a file; without one, the status of the page that shows the form again."""

    job: Job | None
    status: int = HTTPStatus.OK
    problems: tuple[Problem, ...] = ()


def take_file(form: DeskForm, field: str, actor: Actor, request_job: Callable[..., Job]) -> Taken:
    """Pass the file in `field` to a service, which gets `actor`, `now`, `data` and `filename`.

    The form shows an error of the service.
    """
    if not form.is_valid():
        return Taken(None, HTTPStatus.UNPROCESSABLE_ENTITY)
    file = form.cleaned_data[field]
    try:
        return Taken(request_job(actor=actor, now=timezone.now(), data=file.read(), filename=file.name))
    except DomainError as error:
        form.refuse(error)
        problems = error.problems if isinstance(error, ImportRefused) else ()
        return Taken(None, error.status, problems)
