"""Officials on duty, and incidents in the hall at no single board."""

import pytest

from arbiter.models.duty import Duty, HallIncident
from arbiter.services.duty import go_off_duty, go_on_duty, log_incident
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tests.world import World, later
from tournaments.models.log import Log

pytestmark = pytest.mark.django_db


@pytest.mark.article("tavreli:13.1", "tavreli:13.2", "tavreli:13.3")
def test_an_arbiter_goes_on_duty_with_a_task_and_off_again_and_the_log_keeps_both() -> None:
    world = World()
    event = world.event.pk
    go_on_duty(actor=world.artur, now=later(), event_id=event, task="boards 1 to 20, time trouble")
    with pytest.raises(Conflict) as excinfo:
        go_on_duty(actor=world.artur, now=later(minutes=1), event_id=event)
    assert excinfo.value.code == "on_duty_already"
    go_off_duty(actor=world.artur, now=later(hours=4), event_id=event)
    duty = Duty.objects.get()
    assert (duty.task, duty.ended_at) == ("boards 1 to 20, time trouble", later(hours=4))
    assert {"duty.began", "duty.ended"} <= set(Log.objects.values_list("action", flat=True))
    with pytest.raises(Conflict):
        go_off_duty(actor=world.artur, now=later(hours=5), event_id=event)
    with pytest.raises(NotPermitted):
        go_on_duty(actor=world.hana, now=later(), event_id=event)


@pytest.mark.article("tavreli:13.7", "tavreli:12.3")
def test_spectators_who_disturb_are_sent_out_and_that_is_written_down() -> None:
    world = World()
    caller = {"actor": world.artur, "event_id": world.event.pk}
    log_incident(
        **caller,
        now=later(),
        code="spectators",
        article="tavreli-1997:13.7",
        text="Two men analysed aloud; sent out.",
    )
    row = HallIncident.objects.get()
    assert (row.code, row.article, row.arbiter_id) == ("spectators", "tavreli-1997:13.7", world.artur.user_id)
    for changes, error in (
        ({"code": "meteor"}, NotFound),
        ({"text": "  "}, BadInput),
        ({"registration_id": 10**6}, NotFound),
    ):
        with pytest.raises(error):
            log_incident(**{**caller, "now": later(), "code": "spectators", "text": "x", **changes})
    assert HallIncident.objects.count() == 1
