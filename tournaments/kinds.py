"""Kinds of acts that `tournaments` writes to the log, and their notifications."""

from tavleya.messages import N_
from tournaments import announcements
from tournaments.registry import Kind

#: Its subject is the line of the log whose act was undone.
ACT_UNDONE = Kind("act.undone", kept=True)
BOARD_QUESTION_ANSWERED = Kind("board.question_answered", N_("Question of an electronic board answered"))
BOARD_REPLAYED = Kind("board.replayed", N_("New game on a board"))
#: Other players sit at a board, which has no result: it has a line only if there are notifications.
BOARD_SEATED = Kind("board.seated", outside=announcements.SEATS)
BOARD_SOURCE_CHANGED = Kind("board.source_changed", N_("Source of a game’s moves changed"))
BYE_CANCELLED = Kind("bye.cancelled", N_("Bye cancelled"))
BYE_RECORDED = Kind("bye.recorded", N_("Bye granted"))
BYE_REFUSED = Kind("bye.refused", N_("Bye refused"))
BYE_REQUEST_SUBMITTED = Kind("bye.request_submitted", N_("Bye requested by the player"))
BYE_REQUEST_WITHDRAWN = Kind("bye.request_withdrawn", N_("Bye request withdrawn by the player"))
BYE_REQUESTED = Kind("bye.requested", N_("Bye requested"))
DISPLAY_SEATED = Kind("display.seated", N_("Boards of the simultaneous display set"), pages=("rounds",))
DRAFTS_DISCARDED = Kind("drafts.discarded", N_("Drafts discarded"))
DRAW_COMMITTED = Kind("draw.committed", N_("Seed of the drawn openings committed"))
DRAW_PUBLIC = Kind("draw.public", N_("Public addition to the seed recorded"))
DRAW_REVEALED = Kind("draw.revealed", N_("Seed of the drawn openings revealed"))
EVENT_ARCHIVED = Kind("event.archived", N_("Event archived"), pages=("event",), ends=True)
EVENT_CREATED = Kind("event.created", N_("Event created"), pages=("event",))
EVENT_DELETED = Kind("event.deleted", N_("Event deleted"), pages=("event",), ends=True)
EVENT_EDITED = Kind("event.edited", N_("Event changed"), outside=announcements.ANNOUNCEMENT, pages=("event",))
EVENT_UNARCHIVED = Kind("event.unarchived", N_("Event restored from the archive"), pages=("event",))
EVENT_UPLOAD_ADDED = Kind("event.upload_added", N_("File added"), pages=("event",))
EVENT_UPLOAD_REMOVED = Kind("event.upload_removed", N_("File removed"), pages=("event",))
GAMES_IMPORTED = Kind("games.imported", N_("Games imported from a file"), table=True)
KNOCKOUT_PAIRED = Kind("knockout.paired", N_("Stage of the knockout paired"), pages=("rounds",))
KNOCKOUT_REPLANNED = Kind("knockout.replanned", N_("Next match reset after a correction"), table=True)
LINE_UP_CLEARED = Kind("line_up.cleared", N_("Line-up withdrawn"))
LINE_UP_SET = Kind("line_up.set", N_("Line-up of a team set"))
MATCH_AWARDED = Kind("match.awarded", N_("Match decided by the arbiter"), table=True)
MATCH_FORFEITED = Kind("match.forfeited", N_("Team match forfeited"), table=True)
MATCH_PROLONGED = Kind("match.prolonged", N_("Tie-break games added"), table=True)
MATCH_TERMS = Kind("match.terms", N_("Games per match set"), table=True)
OPENINGS_DRAWN = Kind("openings.drawn", N_("Openings drawn"), pages=("rounds",))
PAIR_CONSTRAINT_ADDED = Kind("pair.constraint_added", N_("Pairing restriction added"))
PAIR_CONSTRAINT_REMOVED = Kind("pair.constraint_removed", N_("Pairing restriction removed"))
PLAY_OFF_OPENED = Kind("play_off.opened", N_("Play-off opened"), table=True)
PLAYER_ADDED = Kind("player.added", N_("Player added"))
PLAYER_EDITED = Kind("player.edited", N_("Player changed"), table=True)
PLAYER_LINK_RENEWED = Kind("player_link.renewed", N_("New player link"))
PLAYER_LINK_REVOKED = Kind("player_link.revoked", N_("Player link revoked"))
PLAYER_LINKS_ISSUED = Kind("player_links.issued", N_("Player links created"))
PLAYERS_QUALIFIED = Kind("players.qualified", N_("Players qualified"), table=True)
POINTS_ADJUSTED = Kind("points.adjusted", N_("Points of a game changed by a penalty"), table=True)
POINTS_RESTORED = Kind("points.restored", N_("Change of points undone"), table=True)
REGISTRATION_ABSENT = Kind("registration.absent", N_("No-show: player not paired again"), table=True)
REGISTRATION_ADDED = Kind("registration.added", N_("Player added to a section"), table=True)
REGISTRATION_EDITED = Kind("registration.edited", N_("Entry changed"), table=True)
REGISTRATION_EXCLUDED = Kind("registration.excluded", N_("Player excluded"), table=True)
REGISTRATION_LATE = Kind("registration.late", N_("Late entry"), table=True)
REGISTRATION_READMITTED = Kind("registration.readmitted", N_("Exclusion of a player undone"), table=True)
REGISTRATION_REINSTATED = Kind("registration.reinstated", N_("Exclusion from rounds undone"), table=True)
REGISTRATION_RETURNED = Kind("registration.returned", N_("Player reinstated"), table=True)
REGISTRATION_SUSPENDED = Kind("registration.suspended", N_("Player excluded from rounds"), table=True)
REGISTRATION_WITHDRAWN = Kind("registration.withdrawn", N_("Player withdrawn"), table=True)
REGISTRATIONS_EXCHANGED = Kind("registrations.exchanged", N_("Starting numbers exchanged"), table=True)
REGISTRATIONS_NUMBERED = Kind("registrations.numbered", N_("Starting numbers assigned by rating"), table=True)
REGISTRATIONS_RENUMBERED = Kind("registrations.renumbered", N_("Starting numbers reassigned"), table=True)
RESULT_AGREED = Kind("result.agreed", N_("Same result reported by both players"), outside=announcements.RESULT)
RESULT_CORRECTED = Kind("result.corrected", N_("Result corrected"), outside=announcements.RESULT, public=("result",))
RESULT_CORRECTED_FOR_RATING = Kind("result.corrected_for_rating", N_("Result corrected for the rating report only"))
RESULT_DISPUTED = Kind("result.disputed", N_("Second reading differs"))
RESULT_ENTERED = Kind("result.entered", N_("Result entered"), outside=announcements.RESULT, public=("result",))
#: A result set automatically, by a ruling or from a file: it has a line only if there are notifications.
RESULT_RECORDED = Kind("result.recorded", outside=announcements.RESULT)
RESULT_REPORTED = Kind("result.reported", N_("Result reported by a player"), outside=announcements.DISPUTED)
RESULT_RETYPED = Kind("result.retyped", N_("Result re-entered"), outside=announcements.RESULT, public=("result",))
RESULT_VERIFIED = Kind("result.verified", N_("Result verified by a second person"))
RESULT_WITHDRAWN = Kind("result.withdrawn", N_("Result withdrawn"), outside=announcements.RESULT, public=())
ROLE_GRANTED = Kind("role.granted", N_("Role granted"))
ROLE_REVOKED = Kind("role.revoked", N_("Role revoked"))
ROUND_CHANGED_BY_HAND = Kind("round.changed_by_hand", N_("Draft changed by hand"), pages=("rounds",))
ROUND_CLOSED = Kind("round.closed", N_("Round closed"), pages=("rounds",), own_pages=True, public=())
ROUND_PAIRED = Kind("round.paired", N_("Round paired"), pages=("rounds",))
ROUND_PAIRED_BY_HAND = Kind("round.paired_by_hand", N_("Round paired by hand"), pages=("rounds",))
ROUND_PLAYED_DIFFERENTLY = Kind(
    "round.played_differently",
    N_("Boards recorded as they were played"),
    table=True,
    pages=("rounds", "results"),
    own_pages=True,
    public=(),
)
ROUND_PLAYED_DIFFERENTLY_FOR_RATING = Kind(
    "round.played_differently_for_rating", N_("Boards as they were played, for the rating report only")
)
ROUND_PUBLISHED = Kind(
    "round.published",
    N_("Round published"),
    table=True,
    outside=announcements.PAIRINGS,
    pages=("rounds",),
    own_pages=True,
    public=(),
)
ROUND_RESCHEDULED = Kind(
    "round.rescheduled", N_("Start of a round changed"), pages=("rounds",), own_pages=True, public=()
)
ROUND_SCHEDULED = Kind("round.scheduled", N_("Publication scheduled"), pages=("rounds",))
ROUND_STARTED = Kind("round.started", N_("Round started"), pages=("rounds",), public=())
ROUND_UNDONE = Kind("round.undone", N_("Round undone"), pages=("pairings",), own_pages=True)
ROUND_UNPUBLISHED = Kind(
    "round.unpublished", N_("Round unpublished"), table=True, pages=("rounds",), own_pages=True, ends=True
)
ROUNDS_PAIRED = Kind("rounds.paired", N_("All rounds paired"))
ROUNDS_SCHEDULED = Kind("rounds.scheduled", N_("Schedule changed"), table=True)
SECTION_ARCHIVED = Kind("section.archived", N_("Section archived"), pages=("section",), ends=True)
SECTION_CREATED = Kind("section.created", N_("Section created"), pages=("sections",), public=())
SECTION_DELETED = Kind("section.deleted", N_("Section deleted"), ends=True)
SECTION_EDITED = Kind("section.edited", N_("Section changed"), table=True, pages=("section",), public=())
SECTION_MODE_LEFT = Kind("section.mode_left", N_("Mode of the regulations left"), table=True)
SECTION_RESTORED = Kind(
    "section.restored", N_("Section restored"), table=True, pages=("pairings",), own_pages=True, public=()
)
SECTION_UNARCHIVED = Kind("section.unarchived", N_("Section restored from the archive"), pages=("section",))
TABLE_FINAL = Kind(
    "table.final", N_("Standings declared final"), outside=announcements.STANDINGS, pages=("standings",), public=()
)
TABLE_FIXED = Kind("table.fixed", N_("Fixed board assigned"))
TABLE_REOPENED = Kind("table.reopened", N_("Standings reopened"), pages=("standings",), public=())
TEAM_ADDED = Kind("team.added", N_("Team added"), table=True)
TEAM_EDITED = Kind("team.edited", N_("Team changed"), table=True)
TEAM_MEMBERS = Kind("team.members", N_("Members of a team changed"), table=True)
TEAM_WITHDRAWN = Kind("team.withdrawn", N_("Team withdrawn"), table=True)
TIES_DECIDED = Kind(
    "ties.decided", N_("Tied players ordered, or external values entered"), table=True, pages=("standings",)
)
TOKEN_ISSUED = Kind("token.issued", N_("API key created"))
TOKEN_REVOKED = Kind("token.revoked", N_("API key revoked"))
