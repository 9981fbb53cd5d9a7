"""Acts on whole events: repeated, kept as templates, rehearsed, and written to files."""

from api.acts.record import EVENT, Act
from api.shapes_desk import EventFieldsSerializer, JobSerializer
from tavleya.permissions import Action
from transfer.services.eventfile.jobs import request_event_file
from transfer.services.rehearsals import rehearse_event, repeat_event, save_template

ACTS = (
    Act(
        path=EVENT + "repeat/", service=repeat_event, summary="Make the next event like this one",
        action=Action.EDIT_EVENT, answer=EventFieldsSerializer, status=201,
    ),
    Act(
        path=EVENT + "template/", service=save_template,
        summary="Save the settings of an event as a template, for repeat_event", action=Action.EDIT_EVENT,
        answer=EventFieldsSerializer, status=201,
    ),
    Act(
        path=EVENT + "rehearse/", service=rehearse_event, summary="Copy an event to practise on",
        action=Action.REHEARSE, answer=EventFieldsSerializer, status=201,
    ),
    Act(
        path=EVENT + "file/", service=request_event_file, summary="Have the whole event written to a file",
        action=Action.HAND_OFF, answer=JobSerializer, status=202,
    ),
)  # fmt: skip
