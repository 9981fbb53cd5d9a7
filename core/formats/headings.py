"""What the columns of player lists are called."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from common import languages
from common.languages import Language
from common.messages import N_
from core.formats.names import folded


@dataclass(frozen=True, slots=True)
class NameIn:
    """The column of whole names in a language."""

    language: str


class Column(StrEnum):
    NAME = "name"
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

    @property
    def label(self) -> str:
        return _LABELS[self]


_LABELS = {
    Column.NAME: N_("a name"),
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
}

# As people write them, case and punctuation aside.
_HEADINGS = {
    Column.NAME: "name; player; full name; player name; фио; ф и о; игрок; участник; имя и фамилия; фамилия имя; "
    "фамилия и имя; фамилия имя отчество; піб; гравець; учасник; прізвище ім я; прізвище та ім я",
    Column.FAMILY: "surname; last name; lastname; family; family name; фамилия; прізвище",
    Column.GIVEN: "first name; firstname; given; given name; имя; ім я",
    Column.PATRONYMIC: "patronymic; middle name; отчество; по батькові",
    Column.NUMBER: "no; nr; n; num; number; start no; start number; snr; sno; номер; стартовый номер; ст номер; "
    "стартовий номер",
    Column.FEDERATION: "fed; federation; country; федерация; фед; страна; федерація; країна",
    Column.FIDE_ID: "fide id; fideid; fide no; fide number; id fide; fide; код fide; код фиде; id фиде; фиде; "
    "id фіде; код фіде",
    Column.TITLE: "title; звание; титул; разряд; звання; розряд",
    Column.RATING: "rating; elo; rtg; rtgi; rating standard; standard; std; рейтинг; эло; рейтинг классика; ело",
    Column.RAPID: "rapid; rating rapid; rapid rating; rpd; рапид; быстрые; рейтинг рапид; рапід; рейтинг рапід",
    Column.BLITZ: "blitz; rating blitz; blitz rating; btz; блиц; рейтинг блиц; бліц; рейтинг бліц",
    Column.BIRTH: "birth; birth year; year of birth; birthday; birth date; date of birth; born; b year; year; dob; "
    "год рождения; год; дата рождения; г р; р н; рік народження; рік; дата народження",
    Column.SEX: "sex; gender; пол; стать",
    Column.CLUB: "club; city; club city; клуб; город; клуб город; місто; клуб місто",
    Column.TEAM: "team; team name; команда; название команды; назва команди",
}
_BY_HEADING = {heading: column for column, text in _HEADINGS.items() for heading in text.split("; ")}


def column_of(heading: str) -> Column | NameIn | None:
    """The column that a heading names; `№` is a number."""
    found = folded(heading.replace("№", "no"))
    return _BY_HEADING.get(found) or next(
        (NameIn(one.code) for one in languages.LANGUAGES if found in _names_in(one)), None
    )


def _names_in(language: Language) -> tuple[str, ...]:
    """`Name (ru)`, `ФИО ru`, `Name in Russian` and what else people write above names in a language, folded."""
    code, english = language.code, language.english.casefold()
    return (
        f"name {code}", f"фио {code}", f"піб {code}", f"name {english}", f"name in {english}", *language.headings,
    )  # fmt: skip
