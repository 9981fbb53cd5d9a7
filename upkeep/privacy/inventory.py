"""What is kept of people: every field that can hold something of them, what it is for, and how it is emptied.

`HOLDINGS` and `IMPERSONAL` together name every field of text, JSON or bytes of every model; a test fails for one that
neither names.  Export (`export`) and erasure (`erasure`) go by the holdings, and the privacy page by their kinds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from tavleya.messages import N_


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
        "persons": Kind(
            N_("People in several events: which players are the same person, and who said so"),
            N_(
                "To show a player’s events, games and ratings on one public page. Players under 16 have no such page "
                "unless the organiser of an event allows it. You can ask on your private page that yours is not shown."
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
        "fair_play": Kind(
            N_("Fair play: checks of players, devices handed in, complaints"),
            N_("To show that checks were made fairly, and to examine complaints. Only arbiters see them."),
        ),
        "declarations": Kind(
            N_("Declarations of hearing aids and medical devices"),
            N_("So that a check does not take a declared device for another. Only arbiters see them."),
            "KEEP_DECLARATIONS_DAYS",
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
        "fees": Kind(
            N_("Fees and payments: what was owed and paid, when, how, and under which reference"),
            N_("To account for entry fees. Once the person is erased, amounts stay with a number."),
        ),
        "entries": Kind(
            N_("Entries: e-mail address, phone number, date of birth, note to the organiser"),
            N_(
                "So that organisers can decide on entries and reach those who entered. Only officials see them."
            ),
            "KEEP_CONTACTS_DAYS",
        ),
        "log": Kind(
            N_("The log of an event: who did what, and when"),
            N_("So that officials can see how something came about."),
        ),
        "subscriptions": Kind(
            N_(
                "Addresses and devices that are sent notifications: e-mail addresses, browsers, Telegram chats"
            ),
            N_(
                "To send people the notifications that they have chosen. Each message has a link that ends them."
            ),
            "KEEP_SUBSCRIPTIONS_DAYS",
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
    `confidential`: an export has it for those whose rows they are, and for nobody else whom it names.
    """

    model: str
    fields: str
    kind: str
    way: Way
    account: tuple[str, ...] = ()
    player: tuple[str, ...] = ()
    event: str = ""
    withheld: str = ""
    confidential: bool = False

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
        "family_name given_name patronymic names fide_id ratings national_ids birth_year sex club identity sort_key"
        " search_key",
        "players",
        Way.PLACEHOLDER,
        account=("user",),
        player=("pk",),
    ),
    # Norms and tie-breaks of the opponents rest upon these.
    Holding("tournaments.Player", "federation title", "players", Way.KEPT, ("user",), ("pk",)),
    Holding(
        "tournaments.Registration",
        "number rating rating_source later_ratings status",
        "players",
        Way.KEPT,
        ("player__user",),
        ("player",),
    ),
    Holding(
        "tournaments.Entry",
        "family_name given_name patronymic fide_id national_id federation club title birth_date birth_year sex ratings"
        " email phone note reason state digest team_name",
        "entries",
        Way.DELETED,
        ("player__user",),
        ("player",),
        withheld="digest",
    ),
    Holding(
        "tournaments.Entry", "line_up", "entries", Way.EMPTIED,
        ("team__members__registration__player__user",), ("team__members__registration__player",),
    ),
    Holding("entries.Fee", "lines", "fees", Way.KEPT, ("player__user",), ("player",)),
    Holding("entries.Fee", "reason", "fees", Way.NAMED, ("player__user",), ("player",), event="event"),
    Holding(
        "entries.Payment", "reference", "fees", Way.NAMED, ("fee__player__user",), ("fee__player",),
        event="event",
    ),
    Holding("entries.PaymentReport", "reference", "fees", Way.NAMED, event="event"),
    Holding("tournaments.Team", "captain", "players", Way.NAMED, event="section__event"),
    Holding("tournaments.PairConstraint", "reason", "players", Way.NAMED, event="section__event"),
    Holding("tournaments.TeamRestriction", "reason", "players", Way.NAMED, event="section__event"),
    Holding("tournaments.Provenance", "waived", "players", Way.NAMED, event="round__section__event"),
    Holding("tournaments.RestorePoint", "data", "players", Way.NAMED, event="section__event", withheld="data"),
    Holding("tournaments.RatingCorrection", "reason", "players", Way.NAMED, event=_OF_BOARD),
    Holding("documents.Award", "listed reason", "players", Way.NAMED, event="section__event"),
    Holding(
        "ratings.RatedPlayer",
        "name federation sex title women_title other_titles search_key family_key given_key",
        "players",
        Way.PUBLIC_LIST,
    ),
    Holding("ratings.FormerRating", "number", "players", Way.PUBLIC_LIST),
    Holding("ratings.ListedRating", "number name", "players", Way.PUBLIC_LIST),
    Holding(
        "people.PersonJoin", "source number", "persons", Way.DELETED, ("player__user",), ("player",)
    ),
    Holding(
        "people.PersonAct", "reason", "persons", Way.NAMED,
        event="begun__player__event ended__player__event",
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
    # Fair play: of a complaint the complainant is told alone, of a check whoever was checked
    Holding(
        "arbiter.Inspection", "kind means outcome", "fair_play", Way.KEPT,
        account=("registration__player__user",), player=("registration__player",),
    ),
    Holding(
        "arbiter.Inspection", "note", "fair_play", Way.NAMED_EMPTIED,
        account=("registration__player__user",), player=("registration__player",), event="section__event",
        confidential=True,
    ),
    Holding(
        "arbiter.Complaint", "facts answer", "fair_play", Way.NAMED,
        account=("complainant__player__user",), player=("complainant__player",), event="event", confidential=True,
    ),
    Holding(
        "arbiter.Declaration", "kind text", "declarations", Way.DELETED,
        account=("registration__player__user",), player=("registration__player",),
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
    Holding(
        "notifications.Subscription", "address keys digest kinds language zone ended_because", "subscriptions",
        Way.DELETED, ("user", "player__user"), ("player",), withheld="keys digest",
    ),
    # Messages
    Holding("notifications.Delivery", "title body", "messages", Way.NAMED, event="event"),
    Holding("games.IdempotencyKey", "actor answer", "messages", Way.DELETED),
    Holding("notifications.WebhookDelivery", "body", "messages", Way.NAMED, event="webhook__event"),
    Holding("transfer.HandOff", "holder", "log", Way.NAMED, event="event"),
    Holding("tournaments.Job", "actor report filename", "messages", Way.NAMED, event="event section__event"),
    Holding("tournaments.Job", "payload", "messages", Way.EMPTIED, account=("user",), withheld="payload"),
)  # fmt: skip
