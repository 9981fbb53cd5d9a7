"""What the calls answer.  Made by `manage.py write_client`; not to be edited."""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict


class Appended(TypedDict):
    """What was appended, and the game after it."""

    entries: list[Entry]
    game: Game
    ruling: NotRequired[dict[str, Any]]


class Asked(TypedDict):
    id: int
    code: str
    ply: NotRequired[int]
    opened_at: str
    answer: NotRequired[str]


class Award(TypedDict):
    """A list of prizes as it was approved."""

    version: int
    provisional: NotRequired[bool]
    listed: dict[str, Any]
    approved_at: str
    cancelled_at: NotRequired[str | None]


class Board(TypedDict):
    """One board of a round, or a bye (then `black` is null). Players are starting numbers."""

    board: int
    white: int
    white_name: str
    black: NotRequired[int | None]
    black_name: NotRequired[str | None]
    bye: NotRequired[str]
    result: NotRequired[str]
    game: int | None
    version: NotRequired[int]


class BoardAnswer(TypedDict):
    """`code`: taken, older, same, differs, not_legal, stopped, not_source, not_live, unknown_board; of a PGN also
    other_round, no_board, two_boards, two_games. `taken`: half-moves in the record now."""

    board: int | None
    serial: str
    taken: int
    code: str
    ply: int | None
    reason: str
    question: Asked | None


class BoardAnswers(TypedDict):
    boards: list[BoardAnswer]


class Broadcast(TypedDict):
    """Rounds that are sent to lichess, with its last answers. The token is never shown."""

    rounds: list[BroadcastRound]
    paused_until: NotRequired[str | None]


class BroadcastRound(TypedDict):
    number: int
    key: str
    sent_at: NotRequired[str | None]
    tried_at: NotRequired[str | None]
    next_at: NotRequired[str | None]
    status: NotRequired[int | None]
    problem: NotRequired[str]
    answers: list[dict[str, Any]]


class Bye(TypedDict):
    registration: int
    round_number: int
    kind: str
    asked_at: str


class ByeRequest(TypedDict):
    """A player's own wish for a bye; `granted` is null while nobody has decided."""

    id: int
    registration: int
    round_number: int
    kind: str
    asked_at: str
    granted: NotRequired[bool | None]
    decided_at: NotRequired[str | None]


class Category(TypedDict):
    slug: str
    names: dict[str, str]
    terms: dict[str, Any]
    position: NotRequired[int]


class Cell(TypedDict):
    """`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `against` is a starting number."""

    round: int
    mark: str
    side: str | None
    against: int | None
    game: int | None


class CheckIn(TypedDict):
    """A check-in; who is there, and who is neither there nor has a bye, by starting number."""

    round_number: int
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    present: list[int]
    missing: list[int]


class Count(TypedDict):
    count: int


class CrosstableLine(TypedDict):
    rank: int
    number: int
    name: str
    points: str
    cells: list[Cell]


class Delivery(TypedDict):
    key: str
    kind: str
    made_at: str
    attempts: NotRequired[int]
    next_at: NotRequired[str | None]
    delivered_at: NotRequired[str | None]
    status: NotRequired[int | None]
    problem: NotRequired[str]


class Document(TypedDict):
    """A document (PDF, drawn when it is asked for) or a file; `url` leads to it."""

    code: str
    title: str
    form: str
    url: str


class Draft(TypedDict):
    """A round; `version` counts the changes by hand of a draft that an engine paired, and such a change sends it."""

    number: NotRequired[int | None]
    status: NotRequired[str]
    starts_at: NotRequired[str | None]
    published_at: NotRequired[str | None]
    closed_at: NotRequired[str | None]
    system: NotRequired[str]
    edition: NotRequired[str]
    kind: str
    publish_at: NotRequired[str | None]
    version: int | None
    stale: bool
    notices: list[str]


class Duty(TypedDict):
    task: NotRequired[str]
    first_board: NotRequired[int | None]
    last_board: NotRequired[int | None]
    began_at: str
    ended_at: NotRequired[str | None]


class ElectronicBoard(TypedDict):
    serial: str
    table: int | None
    state: str
    battery: str
    seen_at: str | None


class Entry(TypedDict):
    seq: int
    kind: str
    at: str
    side: NotRequired[str]
    ply: NotRequired[int | None]
    move: NotRequired[str]
    white_ms: NotRequired[int | None]
    black_ms: NotRequired[int | None]
    digest: str


class Event(TypedDict):
    slug: str
    names: dict[str, str]
    languages: list[str]
    place: str
    federation: str
    starts_on: str | None
    ends_on: str | None


class EventFields(TypedDict):
    """What is said of an event. `announcement` is for the displays in the hall."""

    slug: str
    names: dict[str, str]
    place: NotRequired[str]
    address: NotRequired[str]
    contact: NotRequired[str]
    federation: NotRequired[str]
    starts_on: NotRequired[str | None]
    ends_on: NotRequired[str | None]
    time_zone: NotRequired[str]
    published: NotRequired[bool]
    description: NotRequired[dict[str, str]]
    languages: NotRequired[list[str]]
    announcement: NotRequired[dict[str, str]]
    licence: NotRequired[str]
    shows_minors: NotRequired[bool]


class Fee(TypedDict):
    """A fee; amounts are minor units of its currency. `left` is negative where money is to be refunded."""

    number: int
    section: str
    name: str
    player: int | None
    online_entry: int | None
    team: NotRequired[int | None]
    state: str
    currency: str
    computed: int
    due: int
    paid: int
    left: int
    extra: bool
    waived: bool
    reason: str
    reference: str


class FeeDetail(TypedDict):
    """With how the fee came about, and its payments."""

    number: int
    section: str
    name: str
    player: int | None
    online_entry: int | None
    team: NotRequired[int | None]
    state: str
    currency: str
    computed: int
    due: int
    paid: int
    left: int
    extra: bool
    waived: bool
    reason: str
    reference: str
    lines: list[dict[str, Any]]
    payments: list[Payment]


class FeeSum(TypedDict):
    """Of all fees in one currency; `refunds` is what is to be given back."""

    currency: str
    due: int
    paid: int
    owed: int
    refunds: int


class FeeTerms(TypedDict):
    """What entering a section costs, in minor units of the currency. A rule has a `kind` (`late`, `early`, `under`,
    `over`, `women`, `titles`, `federations`, `clubs`), an `amount` or `percent`, and what its kind asks:
    `day`, `age` or `names`."""

    charged: NotRequired[bool]
    currency: NotRequired[str]
    base: NotRequired[int]
    rules: NotRequired[list[dict[str, Any]]]
    together: NotRequired[bool]
    extra: NotRequired[dict[str, str]]
    extra_amount: NotRequired[int]


class FeeTotals(TypedDict):
    totals: list[FeeSum]
    takings: list[Takings]


class Fine(TypedDict):
    amount: int
    currency: str
    paid_at: NotRequired[str | None]


class Fund(TypedDict):
    """Amounts are whole minor units, `digits` of them to one unit."""

    currency: str
    digits: int
    sharing: str
    published: bool


class Game(TypedDict):
    id: int
    game: str
    regime: str
    control: NotRequired[str]
    tracking: NotRequired[str]
    white: str
    black: str
    phase: NotRequired[str]
    result: NotRequired[str]
    termination: NotRequired[str]
    seq: NotRequired[int]
    state: dict[str, Any]


class GameAnswer(TypedDict):
    """`number`: the place of the game in the PGN."""

    number: int
    white: str
    black: str
    told: BoardAnswer


class GameAnswers(TypedDict):
    games: list[GameAnswer]


class HeadToHead(TypedDict):
    """All boards of two persons; `scores` and `mark` are the first one's."""

    scores: list[Score]
    games: list[Meeting]


class Incident(TypedDict):
    code: str
    text: str
    article: NotRequired[str]
    at: str


class Invitation(TypedDict):
    id: int
    roles: list[str]
    email: NotRequired[str]
    made_at: str
    expires_at: str
    accepted_at: NotRequired[str | None]


class InvitationMade(TypedDict):
    """With the secret of its link, which is shown this once: `/invitations/<secret>/`."""

    id: int
    roles: list[str]
    email: NotRequired[str]
    made_at: str
    expires_at: str
    accepted_at: NotRequired[str | None]
    secret: str


class Job(TypedDict):
    key: str
    kind: str
    state: NotRequired[str]
    filename: NotRequired[str]
    report: dict[str, Any]
    created_at: str
    finished_at: NotRequired[str | None]


class KeptRating(TypedDict):
    """A rating as an event kept it; `list` is `standard`, `rapid`, `blitz`, a federation or a list of an organiser."""

    list: str
    date: str
    rating: int
    event: str


class Match(TypedDict):
    """A match of two teams, by their pairing numbers."""

    number: int
    first: int
    second: NotRequired[int | None]
    bye: NotRequired[str]
    forfeited: NotRequired[str]


class Meeting(TypedDict):
    """`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `opponent_person` where that has a page."""

    round: int | None
    side: str | None
    mark: str
    opponent: str | None
    opponent_person: int | None
    game: int | None
    event: str
    section: str


class NormTerms(TypedDict):
    kind: NotRequired[str]
    published: NotRequired[bool]


class OnlineEntry(TypedDict):
    """An entry that a player made online. `player` is the number of the player that it has become."""

    id: int
    state: str
    player: NotRequired[int | None]
    family_name: str
    given_name: NotRequired[str]
    patronymic: NotRequired[str]
    fide_id: NotRequired[int | None]
    national_id: NotRequired[str]
    federation: NotRequired[str]
    club: NotRequired[str]
    title: NotRequired[str]
    birth_date: NotRequired[str | None]
    birth_year: NotRequired[int | None]
    sex: NotRequired[str]
    ratings: NotRequired[Any]
    email: NotRequired[str]
    phone: NotRequired[str]
    note: NotRequired[str]
    bye_rounds: NotRequired[Any]
    made_at: str
    decided_at: NotRequired[str | None]
    reason: NotRequired[str]
    withdrawal_asked_at: NotRequired[str | None]


class OnlineEntryMade(TypedDict):
    """With the private link of whoever entered: they change and withdraw the entry there."""

    id: int
    state: str
    player: NotRequired[int | None]
    family_name: str
    given_name: NotRequired[str]
    patronymic: NotRequired[str]
    fide_id: NotRequired[int | None]
    national_id: NotRequired[str]
    federation: NotRequired[str]
    club: NotRequired[str]
    title: NotRequired[str]
    birth_date: NotRequired[str | None]
    birth_year: NotRequired[int | None]
    sex: NotRequired[str]
    ratings: NotRequired[Any]
    email: NotRequired[str]
    phone: NotRequired[str]
    note: NotRequired[str]
    bye_rounds: NotRequired[Any]
    made_at: str
    decided_at: NotRequired[str | None]
    reason: NotRequired[str]
    withdrawal_asked_at: NotRequired[str | None]
    link: str


class Organisation(TypedDict):
    """A club or a federation; `country` is a federation code."""

    slug: str
    names: dict[str, str]
    short_name: NotRequired[str]
    kind: NotRequired[str]
    country: NotRequired[str]
    languages: NotRequired[list[str]]
    about: NotRequired[dict[str, str]]
    website: NotRequired[str]
    contact: NotRequired[str]


class OrganisationRole(TypedDict):
    username: str
    name: str
    role: str
    listed: NotRequired[bool]


class Paired(TypedDict):
    """What pairing has made: drafts, or the job that makes one (a large section)."""

    rounds: list[Round]
    job: str | None


class Payment(TypedDict):
    """A line of the cash book: money that was taken, or (negative) refunded; `voids` is the receipt it takes back."""

    receipt: int
    fee: int
    amount: int
    currency: str
    way: str
    at: str
    taken_by: str
    reference: NotRequired[str]
    voids: NotRequired[int | None]


class PaymentReport(TypedDict):
    """A payment that a provider reported and that fits no fee by itself; `problem` says why."""

    id: int
    reference: NotRequired[str]
    amount: int
    currency: str
    problem: str
    received_at: str
    settled_at: NotRequired[str | None]
    receipt: NotRequired[int | None]


class PaymentTerms(TypedDict):
    """How fees of an event are paid. `secret` signs the reports of the provider."""

    instructions: NotRequired[dict[str, str]]
    reference: NotRequired[str]
    link: NotRequired[str]
    payee: NotRequired[str]
    iban: NotRequired[str]
    bic: NotRequired[str]
    account: NotRequired[str]
    bank: NotRequired[str]
    bank_code: NotRequired[str]
    correspondent: NotRequired[str]
    inn: NotRequired[str]
    provider: NotRequired[str]
    secret: str


class PersonGame(TypedDict):
    """`mark`: `1`, `½`, `0`, `+`, `−`, or empty while it is played; `opponent_person` where that has a page."""

    round: int | None
    side: str | None
    mark: str
    opponent: str | None
    opponent_person: int | None
    game: int | None


class PersonHistory(TypedDict):
    """What everybody may know of a person, the newest event first."""

    id: int
    name: str
    federation: str
    title: str
    fide_id: int | None
    national_ids: dict[str, str]
    ratings: list[KeptRating]
    scores: list[Score]
    sections: list[PersonSection]


class PersonOfPlayers(TypedDict):
    """Who players of several events are. `acts`: what joined them or took one apart, to be undone by their numbers."""

    id: int
    hidden_at: NotRequired[str | None]
    players: list[int]
    acts: list[int]


class PersonSection(TypedDict):
    """`place` of a section that is over; `change` in hundredths of a point, only in chess."""

    event: str
    section: str
    number: int
    game: str
    place: str
    points: str
    rating: int | None
    performance: int | None
    change: int | None
    games: list[PersonGame]


class Player(TypedDict):
    id: int
    family_name: str
    given_name: NotRequired[str]
    patronymic: NotRequired[str]
    names: NotRequired[dict[str, str]]
    federation: NotRequired[str]
    fide_id: NotRequired[int | None]
    title: NotRequired[str]
    ratings: NotRequired[dict[str, int]]
    birth_year: NotRequired[int | None]
    sex: NotRequired[str]
    club: NotRequired[str]


class PlayerLink(TypedDict):
    """The private link to a player's own page; whoever has it can report results as that player."""

    player: int
    name: str
    url: str
    made_at: str
    opened_at: NotRequired[str | None]


class Present(TypedDict):
    present: bool


class Preset(TypedDict):
    """Settings that people use again and again, by their key; `rounds` null: as many as suit the players."""

    key: str
    name: str
    summary: str
    game: str
    regime: str
    format: str
    control: str
    rounds: int | None
    rating_kind: str
    tiebreaks: list[str]
    options: dict[str, Any]
    double_points: bool


class Prize(TypedDict):
    """`list` is the slug of a category, empty for the main list; `first` to `last` the places that are shared."""

    number: int
    name: str
    list: str
    first: int
    last: int
    amount: int


class Prizes(TypedDict):
    """The list that was approved, else what it would be as the table stands (`approved_at` null)."""

    currency: str
    digits: int
    published: bool
    approved_at: str | None
    provisional: bool
    changed: bool
    prizes: list[Prize]


class Registration(TypedDict):
    """A player in one section."""

    number: int
    status: NotRequired[str]
    rating: NotRequired[int | None]
    rating_source: NotRequired[str]
    from_round: NotRequired[int]
    player: Player


class RestorePoint(TypedDict):
    id: int
    before: str
    round_number: NotRequired[int | None]
    made_at: str


class Restored(TypedDict):
    """Numbers of rounds whose boards were changed, and how many games were opened anew."""

    rounds: list[int]
    games_opened: int


class Restriction(TypedDict):
    """Two players who may not, or must, meet; by their starting numbers."""

    id: int
    kind: str
    one: int
    other: int
    first_round: NotRequired[int]
    last_round: NotRequired[int | None]
    reason: NotRequired[str]


class Role(TypedDict):
    username: str
    name: str
    role: str


class Round(TypedDict):
    number: NotRequired[int | None]
    status: NotRequired[str]
    starts_at: NotRequired[str | None]
    published_at: NotRequired[str | None]
    closed_at: NotRequired[str | None]
    system: NotRequired[str]
    edition: NotRequired[str]


class Ruling(TypedDict):
    id: int
    game: int
    number: int
    kind: str
    article: str
    penalty_article: NotRequired[str]
    outcome: str
    offender: NotRequired[str]
    result: NotRequired[str]
    grounds: list[str]
    clock_before: NotRequired[Any | None]
    clock_after: NotRequired[Any | None]
    first_seq: int
    last_seq: int
    at: str
    supersedes: NotRequired[int | None]


class Score(TypedDict):
    """Games over the board; `side` is null for both colours."""

    game: str
    side: str | None
    won: int
    drawn: int
    lost: int


class Section(TypedDict):
    slug: str
    names: dict[str, str]
    game: str
    regime: str
    control: NotRequired[str]
    format: str
    rounds_planned: NotRequired[int | None]
    planned_starts: list[str | None]
    tracking: NotRequired[str]
    tiebreaks: NotRequired[Any]
    mode: str | None
    in_mode: bool


class SectionDetail(TypedDict):
    """A section with all that is laid down of it."""

    slug: str
    names: dict[str, str]
    game: str
    rules: NotRequired[Any]
    regime: str
    control: NotRequired[str]
    format: str
    rounds_planned: NotRequired[int | None]
    scoring: NotRequired[Any]
    regulations: NotRequired[Any]
    options: NotRequired[Any]
    tiebreaks: NotRequired[Any]
    rating_kind: NotRequired[str]
    rating_method: NotRequired[str]
    rating_order: NotRequired[Any]
    national_list: NotRequired[str]
    unrated: NotRequired[str]
    unrated_rating: NotRequired[int | None]
    later_ratings: NotRequired[str]
    rating_checks: NotRequired[bool]
    tracking: NotRequired[str]
    broadcast_delay: NotRequired[int]
    position: NotRequired[int]
    edition: NotRequired[str]
    accelerated: NotRequired[bool]
    equal_seeds: NotRequired[str]
    first_board: NotRequired[int]
    correction_rounds: NotRequired[int]
    planned_starts: list[str | None]
    mode: str | None
    in_mode: bool


class Series(TypedDict):
    """`rule`: `score` (points scored in the games) or `place` (by `place_points`, the first place first). `best`: so
    many results of each player count, all where it is null. `tiebreaks`, in order: `best`, `firsts`,
    `events`."""

    slug: str
    names: dict[str, str]
    rule: NotRequired[str]
    best: NotRequired[int | None]
    place_points: NotRequired[list[int]]
    tiebreaks: NotRequired[list[str]]


class SeriesCell(TypedDict):
    points: float
    counted: bool


class SeriesRow(TypedDict):
    """`cells` in the order of `events`, null where the player was not in it; `values` in that of the tie-breaks.
    `person`: whose public page leads to all their events, where there is one."""

    rank: int
    last_rank: int
    name: str
    title: str
    federation: str
    person: int | None
    cells: list[SeriesCell]
    total: float
    values: list[float]


class SeriesSection(TypedDict):
    event: str
    section: str


class SeriesTable(TypedDict):
    """The table as everybody may see it."""

    events: list[Stage]
    rows: list[SeriesRow]


class Source(TypedDict):
    feed: str


class Stage(TypedDict):
    """A section of the series; `over`: whether its results count by now."""

    event: str
    section: str
    over: bool


class Standing(TypedDict):
    """A line of standings. `rank` to `last` is a shared place; points and tie-breaks are as they are printed."""

    rank: int
    last: int
    number: int
    name: str
    points: str
    played: int
    tiebreaks: list[TieBreak]


class Takings(TypedDict):
    """What came in on a day in one way, less refunds."""

    day: str
    way: str
    currency: str
    amount: int


class Team(TypedDict):
    number: int
    name: str
    names: NotRequired[dict[str, str]]
    captain: NotRequired[str]
    federation: NotRequired[str]
    status: str
    members: list[int]


class TeamBye(TypedDict):
    team: int
    round_number: int
    kind: str
    asked_at: str


class TeamRestriction(TypedDict):
    id: int
    one: int
    other: int
    first_round: NotRequired[int]
    last_round: NotRequired[int | None]
    reason: NotRequired[str]


class Terms(TypedDict):
    """On which terms people enter a section online."""

    asked: NotRequired[dict[str, str]]
    federations: NotRequired[list[str]]
    bye_rounds: NotRequired[list[int]]
    consent: NotRequired[dict[str, str]]
    offered: NotRequired[bool]
    opens_at: NotRequired[str | None]
    closes_at: NotRequired[str | None]
    places: NotRequired[int | None]
    waiting_list: NotRequired[bool]
    lookup: NotRequired[bool]
    most_reserves: NotRequired[int]
    approval: NotRequired[bool]
    lowest_rating: NotRequired[int | None]
    highest_rating: NotRequired[int | None]
    born_from: NotRequired[int | None]
    born_until: NotRequired[int | None]
    sex: NotRequired[str]
    most_byes: NotRequired[int]
    consent_link: NotRequired[str]


class TieBreak(TypedDict):
    code: str
    value: str | None


class Token(TypedDict):
    id: int
    name: str
    scopes: list[str]
    created_at: str
    expires_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]


class TokenMade(TypedDict):
    """With the key itself, which is shown this once."""

    id: int
    name: str
    scopes: list[str]
    created_at: str
    expires_at: NotRequired[str | None]
    last_used_at: NotRequired[str | None]
    secret: str


class Webhook(TypedDict):
    id: int
    url: str
    kinds: list[str]
    made_at: str


class WebhookMade(TypedDict):
    """With the secret that signs what is sent; it is shown this once."""

    id: int
    url: str
    kinds: list[str]
    made_at: str
    secret: str


class Workings(TypedDict):
    """How the pairing of a round came about. Players and teams are numbers as they were then. `brackets` as the
    engine worked them out, `boards` and `bye` as it made them; `waived` is what somebody took upon
    themselves, with the reason."""

    engine: str
    edition: str
    boards: list[list[int]]
    bye: int | None
    brackets: list[dict[str, Any]]
    waived: list[dict[str, Any]]
    changed_by_hand: int
