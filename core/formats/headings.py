"""What the columns of player lists are called."""

from __future__ import annotations

from enum import StrEnum

from core.formats.names import folded


class Column(StrEnum):
    NAME = "name"
    FAMILY = "family"
    GIVEN = "given"
    PATRONYMIC = "patronymic"
    NAME_RU = "name_ru"
    NAME_EN = "name_en"
    NAME_UK = "name_uk"
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


# As people write them, case and punctuation aside.
_HEADINGS = {
    Column.NAME: "name; player; full name; player name; фио; ф и о; игрок; участник; имя и фамилия; фамилия имя; "
    "фамилия и имя; фамилия имя отчество; піб; гравець; учасник; прізвище ім я; прізвище та ім я",
    Column.FAMILY: "surname; last name; lastname; family; family name; фамилия; прізвище",
    Column.GIVEN: "first name; firstname; given; given name; имя; ім я",
    Column.PATRONYMIC: "patronymic; middle name; отчество; по батькові",
    Column.NAME_RU: "name ru; name russian; имя по русски; фио ru; name in russian",
    Column.NAME_EN: "name en; name english; имя по английски; фио en; name in english; латиницей",
    Column.NAME_UK: "name uk; name ukrainian; піб uk; name in ukrainian",
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
    Column.CLUB: "club; city; club city; team; клуб; город; клуб город; команда; місто; клуб місто",
}
_BY_HEADING = {heading: column for column, text in _HEADINGS.items() for heading in text.split("; ")}


def column_of(heading: str) -> Column | None:
    """The column that a heading names; `№` is a number."""
    return _BY_HEADING.get(folded(heading.replace("№", "no")))
