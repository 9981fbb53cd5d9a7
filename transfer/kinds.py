"""Kinds of acts that `transfer` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

EVENT_CHECKED_IN = Kind("event.checked_in", N_("Event checked in"), table=True, pages=("event",))
EVENT_CHECKED_OUT = Kind("event.checked_out", N_("Event checked out"), table=True, pages=("event",))
EVENT_EXPORTED = Kind("event.exported", N_("Event exported to a file"), pages=("event",))
EVENT_HANDED_BACK = Kind("event.handed_back", N_("Event handed back"), table=True, pages=("event",))
EVENT_IMPORTED = Kind("event.imported", N_("Event imported from a file"), table=True, pages=("event",))
EVENT_REHEARSED = Kind("event.rehearsed", N_("Copied as a rehearsal"), table=True, pages=("event",))
EVENT_REPEATED = Kind("event.repeated", N_("Set up like an earlier event"), pages=("event",))
EVENT_TAKEN_BACK = Kind("event.taken_back", N_("Hand-off cancelled"), table=True, pages=("event",))
EVENT_TEMPLATE_SAVED = Kind("event.template_saved", N_("Template saved"), pages=("event",))
