"""Headings of the columns of player lists."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya import languages
from tavleya.formats.names import folded
from tavleya.languages import Language
from tavleya.messages import N_


@dataclass(frozen=True, slots=True)
class NameIn:
    """The column of full names in one language."""

    language: str


class Column(StrEnum):
    NAME = "name"
    GIVEN_FIRST = "given_first"
    FAMILY = "family"
    GIVEN = "given"
    PATRONYMIC = "patronymic"
    NUMBER = "number"
    FEDERATION = "federation"
    FIDE_ID = "fide_id"
    TITLE = "title"
    RATING = "rating"
    RAPID = "rapid"
    BLITZ = "blitz"
    BIRTH = "birth"
    SEX = "sex"
    CLUB = "club"
    TEAM = "team"
    NATIONAL_RATING = "national_rating"
    NATIONAL_ID = "national_id"
    RATING_TYPE = "rating_type"
    LICHESS_RATING = "lichess_rating"
    BOARD = "board"
    BYES = "byes"
    SECTION = "section"
    MONEY = "money"
    LEFT_OUT = "left_out"

    @property
    def imported(self) -> bool:
        """Whether the cells of this column are imported."""
        return self not in (Column.SECTION, Column.MONEY, Column.LEFT_OUT)

    @property
    def label(self) -> str:
        return _LABELS[self]


_LABELS = {
    Column.NAME: N_("a name"),
    Column.GIVEN_FIRST: N_("a name"),
    Column.FAMILY: N_("a family name"),
    Column.GIVEN: N_("a given name"),
    Column.PATRONYMIC: N_("a patronymic"),
    Column.NUMBER: N_("a starting number"),
    Column.FEDERATION: N_("a federation of three letters"),
    Column.FIDE_ID: N_("a FIDE ID"),
    Column.TITLE: N_("a title"),
    Column.RATING: N_("a rating"),
    Column.RAPID: N_("a rapid rating"),
    Column.BLITZ: N_("a blitz rating"),
    Column.BIRTH: N_("a year of birth"),
    Column.SEX: N_("a sex (m or f)"),
    Column.CLUB: N_("a club"),
    Column.TEAM: N_("a team"),
    Column.NATIONAL_RATING: N_("a national rating"),
    Column.NATIONAL_ID: N_("a national ID"),
    Column.RATING_TYPE: N_("a type of rating (FIDE, national or estimated)"),
    Column.LICHESS_RATING: N_("a lichess rating"),
    Column.BOARD: N_("a fixed board"),
    Column.BYES: N_("rounds with a bye, such as 2 or 2:0"),
    Column.SECTION: N_("a tournament"),
    Column.MONEY: N_("an amount"),
    Column.LEFT_OUT: N_("a column that is not imported"),
}

#: Columns of plain text and their maximum length; each is a field of the same name of a player.
TEXTS = {Column.TITLE: 12, Column.CLUB: 120}

# Headings written by people and programs, without case, accents and punctuation: English, Russian and Ukrainian, and
# the German and Slovak of Swiss-Manager and chess-results.
_HEADINGS = {
    Column.NAME: "name; player; full name; player name; username; spieler; teilnehmer; фио; ф и о; игрок; участник; "
    "фамилия имя; фамилия и имя; фамилия имя отчество; піб; гравець; учасник; прізвище ім я; "
    "прізвище та ім я; priezvisko meno; priezvisko a meno; hrac",
    Column.GIVEN_FIRST: "имя и фамилия; имя фамилия; ім я прізвище; ім я та прізвище; meno priezvisko; "
    "meno a priezvisko; vorname nachname; first name last name; first and last name; first name and surname",
    Column.FAMILY: "surname; last name; lastname; family; family name; nachname; familienname; фамилия; прізвище; "
    "priezvisko",
    Column.GIVEN: "first name; firstname; given; given name; vorname; имя; ім я; meno; krstne meno",
    Column.PATRONYMIC: "patronymic; middle name; отчество; по батькові",
    Column.NUMBER: "no; nr; n; num; number; start no; start number; snr; sno; startnr; start nr; tnr; c; cislo; stc; "
    "номер; ном; стартовый номер; ст номер; ст ном; ст no; стартовий номер",
    Column.FEDERATION: "fed; feder; federation; country; land; foderation; федерация; фед; страна; федерація; країна; "
    "federacia; krajina",
    Column.FIDE_ID: "fide id; fideid; fide no; fideno; fide number; fide nr; id fide; fide; intl id; номер fide; "
    "код fide; "
    "код фиде; id фиде; фиде; фиде id; id фіде; код фіде",
    Column.TITLE: "title; tit; titel; titul; звание; титул; разряд; звання; розряд",
    Column.RATING: "rating; elo; rtg; rtgi; irtg; eloint; elo int; eloi; rtg int; rtgfide; fide rating; elo fide; "
    "rating standard; standard; std; рейтинг; рейт; эло; рейтинг классика; рейтинг фиде; рейти; рейтинг фіде; ело",
    Column.RAPID: "rapid; rating rapid; rapid rating; rpd; рапид; быстрые; рейтинг рапид; рапід; рейтинг рапід",
    Column.BLITZ: "blitz; rating blitz; blitz rating; btz; блиц; рейтинг блиц; бліц; рейтинг бліц",
    Column.BIRTH: "birth; birth year; year of birth; birthday; birth date; date of birth; born; b year; b day; year; "
    "dob; geburt; geburtsjahr; geburtsdatum; geb; geb datum; jahrgang; год рождения; год; дата рождения; г р; р н; "
    "дата рожд; рік народження; рік; дата народження; datum narodenia; rok narodenia; rocnik",
    Column.SEX: "sex; gender; geschl; geschlecht; пол; стать; pohlavie",
    Column.CLUB: "club; city; club city; club or city; clubname; club name; verein; ort; verein ort; клуб; город; "
    "клуб город; клуб или город; клуб або місто; місто; "
    "клуб місто; klub; klub mesto; mesto; oddiel",
    Column.TEAM: "team; team name; teamname; mannschaft; команда; название команды; назва команди; druzstvo",
    Column.NATIONAL_RATING: "rtgn; nrtg; elonat; elo nat; elon; rtg nat; rtgnat; national rating; rating national; "
    "loc rtg; dwz; nwz; нац рейтинг; национальный рейтинг; рейтинг рнп; рейтн; національний рейтинг; lok",
    Column.NATIONAL_ID: "id no; idno; ident; id nat; idnat; national id; loc id; код фшр; id фшр; номер фшр; "
    "национальный id; національний id",
    Column.RATING_TYPE: "rating type; rating standard type",
    Column.LICHESS_RATING: "lichess rating",
    Column.BOARD: "fixed; fixed board; fixed table; постоянная доска; постійна дошка",
    Column.BYES: "byes; bye; requested byes; half point byes; skipped rounds; пропуски; пропуск туров; байи",
    Column.SECTION: "tournament; section; section name; турнир; турнір; turnier",
    Column.MONEY: "owed; paid; fee; discount; взнос; оплачено; внесок; сплачено",
    Column.LEFT_OUT: "rank; rk; rang; pl; place; points; pts; pkt; punkte; score; total; место; очки; бали; body; "
    "poradie; k; kf; k factor; type; typ; тип; gr; group; gruppe; группа; група; skupina; status; state; "
    "состояние; стан; clubnumber; "
    "club number; club no; fs; atitle; academic title; mail; email; e mail; phone; comment; comments; check in; "
    "rating source; flag; rprtg; rp; team no; teamno; performance; rating rapid type; rating blitz type; wtitle",
}
#: Headings of full names in which the family name is first.
_FAMILY_FIRST = frozenset(
    [
        "фио", "ф и о", "піб", "фамилия имя", "фамилия и имя", "фамилия имя отчество", "прізвище ім я",
        "прізвище та ім я", "priezvisko meno", "priezvisko a meno",
    ]
)  # fmt: skip
#: The preferred heading if several columns have the same meaning: one that names FIDE before a plain "rating".
_EXACT = frozenset(
    ["rtgi", "irtg", "eloint", "eloi", "rtgfide", "рейти"]
) | {"elo int", "rtg int", "fide rating", "elo fide", "рейтинг фиде", "рейтинг фіде"}  # fmt: skip
_TIE_BREAK = re.compile(r"(?:tb|wtg|bh|bhz|sb|mk|дк|доп) ?\d{0,2}\Z")
_BY_HEADING = {heading: column for column, text in _HEADINGS.items() for heading in text.split("; ")}


def column_of(heading: str) -> Column | NameIn | None:
    """Return the column that a heading names; `№` is a number."""
    text = folded(heading.replace("№", "no"))
    if column := _BY_HEADING.get(text):
        return column
    if text and _TIE_BREAK.match(text):
        return Column.LEFT_OUT
    return next(
        (NameIn(language.code) for language in languages.LANGUAGES if text in _names_in(language)), None
    )


def says_order(heading: str) -> bool:
    """Return whether a heading of full names says which part is first."""
    text = folded(heading)
    return text in _FAMILY_FIRST or _BY_HEADING.get(text) is Column.GIVEN_FIRST


def columns_of(headings: Sequence[str]) -> list[Column | NameIn | None]:
    """Return the columns of a row of headings.

    If several columns are ratings, one that names FIDE has priority.  A given name without a family name column is the
    full name, as chess-results calls it in some languages.
    """
    columns = [column_of(heading) for heading in headings]
    if any(
        column is Column.RATING and folded(heading) in _EXACT
        for column, heading in zip(columns, headings, strict=True)
    ):
        columns = [
            Column.LEFT_OUT if column is Column.RATING and folded(heading) not in _EXACT else column
            for column, heading in zip(columns, headings, strict=True)
        ]
    if Column.GIVEN in columns and not found_names(columns):
        columns[columns.index(Column.GIVEN)] = Column.NAME
    return columns


def found_names(columns: Sequence[Column | NameIn | None]) -> bool:
    """Return whether one of the columns contains names or family names."""
    return any(column in columns for column in (Column.NAME, Column.GIVEN_FIRST, Column.FAMILY))


def _names_in(language: Language) -> tuple[str, ...]:
    """Return the headings of names in a language, folded: `Name (ru)`, `ФИО ru`, `Name in Russian` and others."""
    code, english = language.code, language.english.casefold()
    return (
        f"name {code}", f"фио {code}", f"піб {code}", f"name {english}", f"name in {english}", *language.headings,
    )  # fmt: skip
