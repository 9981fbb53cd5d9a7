"""Kinds of acts that `people` writes to the log."""

from tavleya.messages import N_
from tournaments.registry import Kind

EVENT_JOINED = Kind("event.joined", N_("Event joined the organisation"), pages=("event",))
EVENT_LEFT = Kind("event.left", N_("Event left the organisation"), pages=("event",))
EVENT_MOVE_ASKED = Kind("event.move_asked", N_("Organisation asked to own the event"), pages=("event",))
EVENT_MOVE_CANCELLED = Kind(
    "event.move_cancelled", N_("Request to an organisation cancelled"), pages=("event",)
)
EVENT_MOVED = Kind("event.moved", N_("Event moved to another organisation"), pages=("event",))
INVITATION_ACCEPTED = Kind("invitation.accepted", N_("Invitation accepted"))
INVITATION_MADE = Kind("invitation.made", N_("Official invited"))
INVITATION_REVOKED = Kind("invitation.revoked", N_("Invitation revoked"))
ORGANISATION_CREATED = Kind("organisation.created", N_("Organisation created"))
ORGANISATION_EDITED = Kind("organisation.edited", N_("Organisation changed"))
ORGANISATION_LOGO_REMOVED = Kind("organisation.logo_removed", N_("Logo removed"))
ORGANISATION_LOGO_SET = Kind("organisation.logo_set", N_("Logo set"))
ORGANISATION_MERGED = Kind("organisation.merged", N_("Organisations merged"))
PLAYER_JOIN_UNDONE = Kind("player.join_undone", N_("Joining or separating of players undone"))
PLAYER_JOINED = Kind("player.joined", N_("Player joined with players of other events"))
PLAYER_PAGE_HIDDEN = Kind("player.page_hidden", N_("Public page of a person hidden"))
PLAYER_PAGE_SHOWN = Kind("player.page_shown", N_("Public page of a person shown"))
PLAYER_SPLIT = Kind("player.split", N_("Player separated from players of other events"))
ROLE_LISTED = Kind("role.listed", N_("Name shown on the public page"))
ROLE_UNLISTED = Kind("role.unlisted", N_("Name removed from the public page"))
SERIES_CREATED = Kind("series.created", N_("Series created"))
SERIES_DELETED = Kind("series.deleted", N_("Series deleted"))
SERIES_EDITED = Kind("series.edited", N_("Series changed"))
SERIES_SECTION_ADDED = Kind("series.section_added", N_("Section added to a series"))
SERIES_SECTION_REMOVED = Kind("series.section_removed", N_("Section removed from a series"))
