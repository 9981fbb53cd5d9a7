"""What is kept of people: every field that can hold something of them, what it is for, and how it is emptied.

`HOLDINGS` and `IMPERSONAL` together name every field of text, JSON or bytes of every model; a test fails for one that
neither names.  Export (`export`) and erasure (`erasure`) go by the holdings, and the privacy page by their kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from common.messages import N_


class Way(Enum):
    """What becomes of a field when the data of a person are erased."""

    PLACEHOLDER = "a number takes the place of the name, or the field is emptied"
    EMPTIED = "the field is emptied in the rows of the person"
    DELETED = "the rows of the person are deleted, files with them"
    NAMED = "a number takes the place of the person's name in the text"
    NAMED_EMPTIED = "the field is emptied where it names the person: the table lets nothing be rewritten"
    KEPT = "it stays: results of others, or the chain of a record, rest upon it"
    EXPIRES = "it goes by itself in a short time"
    PUBLIC_LIST = "it is the federation's public list, and follows it with each import"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of data as the privacy page has it.  `days`: the setting that says how long it is kept; none: it stays."""

    what: str
    why: str
    days: str = ""


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        "players": Kind(
            N_("Players: name, federation, title, rating, FIDE ID, year of birth, sex, club"),
            N_(
                "To enter and pair players, to award prizes, to publish results and to report them for rating."
            ),
        ),
        "games": Kind(
            N_("Games: moves, times, results, score sheets, calls of the arbiter, rulings"),
            N_("So that every result can be checked later. Records of games cannot be changed."),
        ),
        "photographs": Kind(
            N_("Photographs of score sheets"),
            N_("To settle disputes about what was written."),
            "KEEP_PHOTOGRAPHS_DAYS",
        ),
        "appeals": Kind(
            N_("Appeals and incidents: grounds and decisions"),
            N_("To hear appeals, and to show how they were decided."),
        ),
        "links": Kind(
            N_("Private links of players"),
            N_("So that players can report results and ask for byes without an account."),
            "KEEP_LINKS_DAYS",
        ),
        "accounts": Kind(
            N_("Accounts: name, user name, e-mail addresses, passwords in hashed form, second factors"),
            N_("So that officials and players can sign in, and rulings and logs show who made them."),
        ),
        "contacts": Kind(
            N_("E-mail addresses to which invitations were sent"),
            N_("To invite officials to an event."),
            "KEEP_CONTACTS_DAYS",
        ),
        "sign_ins": Kind(
            N_("Sign-ins: time, address on the network, browser"),
            N_("So that people can see where they are signed in, and end a session that is not theirs."),
            "KEEP_SIGN_INS_DAYS",
        ),
        "log": Kind(
            N_("The log of an event: who did what, and when"),
            N_("So that officials can see how something came about."),
        ),
        "messages": Kind(
            N_("Imported files, messages to other programs and answers to them"),
            N_("To repeat what did not arrive, and to find out what went wrong."),
            "KEEP_MESSAGES_DAYS",
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Holding:
    """Fields of one model.  `account` and `player` are the lookups by which its rows are those of a person.

    `event`: the lookups of the event, where anybody of it may be named.  `withheld`: what an export leaves out.
    """

    model: str
    fields: str
    kind: str
    way: Way
    account: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    event: str = ""
    withheld: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.fields.split())


_SEATS = ("pairing__white__player", "pairing__black__player")
_SEATS_OF_ACCOUNT = ("pairing__white__player__user", "pairing__black__player__user")
_OF_BOARD = "pairing__round__section__event"
_OF_GAME = f"game__{_OF_BOARD} game__replaced_by__{_OF_BOARD}"

HOLDINGS: tuple[Holding, ...] = (
    # Players
    Holding(
        "tournaments.Player",
        "family_name given_name patronymic names fide_id ratings birth_year sex club identity sort_key search_key",
        "players",
        Way.PLACEHOLDER,
        account=("user",),
        player=("pk",),
    ),
    # Norms and tie-breaks of the opponents rest upon these.
    Holding("tournaments.Player", "federation title", "players", Way.KEPT, ("user",), ("pk",)),
    Holding(
        "tournaments.Registration", "number rating status", "players", Way.KEPT, ("player__user",), ("player",)
    ),
    Holding("tournaments.Team", "captain", "players", Way.NAMED, event="section__event"),
    Holding("tournaments.PairConstraint", "reason", "players", Way.NAMED, event="section__event"),
    Holding("tournaments.Provenance", "waived", "players", Way.NAMED, event="round__section__event"),
    Holding("tournaments.RestorePoint", "data", "players", Way.NAMED, event="section__event", withheld="data"),
    Holding("tournaments.RatingCorrection", "reason", "players", Way.NAMED, event=_OF_BOARD),
    Holding("tournaments.Award", "listed reason", "players", Way.NAMED, event="section__event"),
    Holding(
        "tournaments.RatedPlayer",
        "name federation sex title women_title other_titles search_key family_key given_key",
        "players",
        Way.PUBLIC_LIST,
    ),
    # Games
    Holding("games.Game", "white_name black_name result", "games", Way.PLACEHOLDER, _SEATS_OF_ACCOUNT, _SEATS),
    Holding("games.Game", "snapshot", "games", Way.KEPT),
    Holding("games.RecordEntry", "data move", "games", Way.KEPT),
    Holding("games.RecordText", "salt text", "games", Way.NAMED_EMPTIED, event=_OF_GAME, withheld="salt"),
    Holding("games.ScoreSheet", "text", "games", Way.KEPT, account=("user",)),
    Holding("games.ScoreSheet", "file_name", "games", Way.NAMED_EMPTIED, event=_OF_GAME),
    Holding("games.SheetPhoto", "stored", "photographs", Way.DELETED, account=("user",)),
    Holding("games.SheetPhoto", "name", "photographs", Way.NAMED_EMPTIED, event=_OF_GAME),
    Holding("games.VoidPhoto", "reason", "photographs", Way.NAMED_EMPTIED, event=f"photo__game__{_OF_BOARD}"),
    Holding("arbiter.Ruling", "note", "games", Way.NAMED_EMPTIED, event=_OF_GAME),
    Holding("arbiter.Ruling", "facts", "games", Way.KEPT),
    Holding("arbiter.Envelope", "holder", "games", Way.NAMED, event=_OF_GAME),
    # Appeals, the hall, the log
    Holding("arbiter.Appeal", "grounds", "appeals", Way.EMPTIED, account=("filed_by",)),
    Holding("arbiter.Appeal", "decision", "appeals", Way.NAMED, event="event"),
    Holding(
        "arbiter.HallIncident", "text", "appeals", Way.NAMED,
        account=("registration__player__user",), player=("registration__player",), event="event",
    ),
    Holding("arbiter.Duty", "task", "log", Way.NAMED, account=("user",), event="event"),
    Holding("tournaments.Log", "before after", "log", Way.NAMED_EMPTIED, event="event"),
    # Accounts
    Holding(
        "accounts.User", "username name email password", "accounts", Way.PLACEHOLDER, ("pk",), withheld="password"
    ),
    Holding("account.EmailAddress", "email", "accounts", Way.DELETED, account=("user",)),
    Holding("mfa.Authenticator", "data", "accounts", Way.DELETED, account=("user",), withheld="data"),
    Holding("socialaccount.SocialAccount", "uid extra_data", "accounts", Way.DELETED, account=("user",)),
    Holding("tournaments.ApiToken", "name", "accounts", Way.DELETED, account=("user",)),
    Holding("tournaments.Invitation", "email", "contacts", Way.EMPTIED, account=("accepted_by",)),
    Holding(
        "usersessions.UserSession", "ip user_agent session_key data", "sign_ins", Way.DELETED,
        account=("user",), withheld="session_key data",
    ),
    Holding("sessions.Session", "session_data", "sign_ins", Way.EXPIRES),
    Holding(
        "tournaments.PlayerLink", "digest", "links", Way.DELETED, ("player__user",), ("player",), withheld="digest"
    ),
    # Messages
    Holding("games.IdempotencyKey", "actor answer", "messages", Way.DELETED),
    Holding("tournaments.WebhookDelivery", "body", "messages", Way.NAMED, event="webhook__event"),
    Holding("tournaments.HandOff", "holder", "log", Way.NAMED, event="event"),
    Holding("tournaments.Job", "actor report filename", "messages", Way.NAMED, event="event section__event"),
    Holding("tournaments.Job", "payload", "messages", Way.EMPTIED, account=("user",), withheld="payload"),
)  # fmt: skip

#: The other fields, by why they say nothing of people.
IMPERSONAL: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "keys by which records know who acted: the name is read where it is shown": {
            "games.RecordEntry": "actor",
            "games.ScoreSheet": "actor",
            "games.SheetPhoto": "actor",
            "games.VoidPhoto": "actor",
            "tournaments.HandOff": "made_by ended_by",
            "tournaments.Log": "actor",
            "tournaments.RestorePoint": "actor",
            "tournaments.RatingCorrection": "actor",
            "tournaments.Award": "approved_by cancelled_by",
        },
        "codes, digests, secrets and addresses of the service's own": {
            "arbiter.Ruling": "kind regime article penalty_article offender grounds clock_before clock_after result",
            "arbiter.AppealRegulation": "counted_from deposit final_kinds",
            "arbiter.Appeal": "side deposit outcome",
            "arbiter.ChecklistTick": "item",
            "arbiter.HallIncident": "code article",
            "arbiter.Envelope": "side commitment policy",
            "arbiter.Fine": "currency",
            "tournaments.ApiToken": "digest scopes",
            "tournaments.HandOff": "rows heads",
            "tournaments.SigningKey": "public private name",
            "tournaments.Invitation": "roles digest",
            "tournaments.StandingsVersion": "stamp",
            "tournaments.Log": "action subject",
            "tournaments.Registration": "virtual_points",
            "tournaments.Round": "system edition",
            "tournaments.MatchTerms": "tiebreak_control",
            "tournaments.OpeningDraw": "table commitment seed public",
            "tournaments.Pairing": "result start_position opening second_result",
            "tournaments.PointAdjustment": "article",
            "tournaments.RoundExclusion": "article",
            "tournaments.PrizeFund": "currency",
            "tournaments.Provenance": "engine edition state digest boards trace",
            "tournaments.RatingCorrection": "result",
            "tournaments.RestorePoint": "before",
            "tournaments.ResultReport": "result",
            "tournaments.WebhookHost": "name",
            "tournaments.Webhook": "url kinds secret",
            "tournaments.WebhookDelivery": "kind problem",
            "games.Game": "game rules regime control start_position phase termination digest",
            "games.Archive": "name sha256 heads",
            "games.ArchivedRecord": "digest authors",
            "games.IdempotencyKey": "key request_digest",
            "games.SheetPhoto": "keeper kind sha256",
            "games.RecordEntry": "kind side request digest",
            "games.ScoreSheet": "keeper language file_sha256",
            "games.RecordText": "name",
            "accounts.SetupCode": "digest",
            "account.EmailConfirmation": "key",
            "socialaccount.SocialAccount": "provider",
            "socialaccount.SocialApp": "provider provider_id name client_id secret key settings",
            "socialaccount.SocialToken": "token token_secret",
            "sessions.Session": "session_key",
            "auth.Permission": "name codename",
            "auth.Group": "name",
            "contenttypes.ContentType": "app_label model",
        },
        "what an organiser announces of the event": {
            "tournaments.Event": "slug names place federation time_zone description languages search_key",
            "tournaments.Section": (
                "slug names game rules regime control scoring regulations options tiebreaks final_digest"
            ),
            "tournaments.Team": "name names federation",
            "tournaments.Category": "slug names terms",
            "tournaments.NormRules": "code game name data",
            "tournaments.RatingList": "name filename",
            "arbiter.PlaySession": "place",
            "arbiter.Envelope": "place",
            "arbiter.Appeal": "hearing_place",
        },
    }
)
