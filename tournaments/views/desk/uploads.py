"""Files that come with a form of the desk and are worked on behind the scenes."""

from collections.abc import Callable

from django.utils import timezone

from tavleya.actors import Actor
from tournaments.forms.base import DeskForm
from tournaments.models.job import Job


def take_file(form: DeskForm, field: str, actor: Actor, request_job: Callable[..., Job]) -> Job | None:
    """Pass the file in `field` to a service, which gets `actor`, `now`, `data` and `filename`.

    Return the job that works on it.  None if the form is not posted, is invalid, or shows an error of the service.
    """

    def act() -> Job:
        file = form.cleaned_data[field]
        return request_job(actor=actor, now=timezone.now(), data=file.read(), filename=file.name)

    form.attempt(act)
    job: Job | None = form.result
    return job
