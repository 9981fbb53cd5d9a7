"""Headings of the columns of player lists."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tavleya import languages
from tavleya.formats.names import PersonName, folded, sounds, split_name
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
    return next((NameIn(language.code) for language in languages.LANGUAGES if text in _names_in(language)), None)


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
        column is Column.RATING and folded(heading) in _EXACT for column, heading in zip(columns, headings, strict=True)
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
    return (f"name {code}", f"фио {code}", f"піб {code}", f"name {english}", f"name in {english}", *language.headings)


# Common given names that are rarely family names, in Latin letters; compared by sound (`names.sounds`).

GIVEN_NAMES = """
aaron abigail adam adrian agnes agnieszka ahmad ahmed aisha alan albert alejandro aleks aleksandar aleksander
aleksandr aleksandra aleksei aleksej aleksey alena alessandro alex alexander alexandra alexandre alexei alexey
alfred ali alice alicia alina alisa alla amanda amelia amir ana anastasia anastasiya anatoliy anatoly anders andre
andrea andreas andrei andrej andres andrew andrey andriy andrzej anete angelina anil anish anita anja ann anna anne
annika anthony antoine anton antonina antonio arina arjun arkadiy arkady arne arsen arseny artem artemiy arthur
artur arvind ashley astrid aurelie ava axel barbara bartosz bas beatrice ben benjamin bernard bernd bettina birgit
bjorn bogdan boris brandon brian bridget bruno caitlin camille carl carla carlos carmen caroline catarina caterina
catherine cecilia celine charles charlotte chloe chris christian christina christine christoph christopher claire
clara claudia colin connor cornelia craig cristian cristina cynthia daan damian dan daniel daniela danil danila
danylo daria dariya darren darya dave david deborah denis denys derek diana diego dieter dmitri dmitriy dmitry
dmytro dominik donald dorothy douglas duncan edgar eduard eduardo edward ekaterina elena eleonora elias elif
elisabeth eliza elizabeth ella ellen emanuel emil emilia emily emma emmanuel enrique eric erica erik ernst esther
ethan eugene eva evan evelyn evgenia evgenii evgeniy evgeny fabian fabio farid fatima federico felix femke fernando
filip florian frances francesca francesco francisco franck frank franz fred frederic frederik friedrich gabriel
gabriela galina gareth gary gemma geoffrey george georgiy georgy gerard gerhard giovanni giulia gleb gloria grace
graham greg gregory grigory grzegorz guillaume gunter gustav hakan hana hannah hans harold harriet harry hasan
hassan heather heidi heike heinrich helen helena helga hendrik henri henrik henry herbert hermann hiroshi holly hugo
ian ibrahim ida ignacio igor ilia iliya ilya ina ines inga ingrid inna ioana irena irene irina iris isaac isaak
isabel isabella ivan ivana ivo iwona jack jacob jacqueline jaime jakob jakub james jan jana jane janet jaroslav
jaroslaw jason jasper javier jean jeanne jeff jeffrey jelena jelle jennifer jeremy jerome jerzy jesper jessica jill
jim joan joanna joao jochen joe johan johann johannes john johnny jolanta jon jonas jonathan jordi jorg jorge jose
josef joseph joshua jozef juan judit judith julia julian julie jurgen justin justyna kai karel karen kari karin karl
karolina kasper katarina katarzyna kate katerina katharina katherine kathleen kathryn katja katrin kaya keith kelly
kenneth kerstin kevin kiran kirill klaus konrad konstantin kristian kristin kristina krzysztof ksenia kyle lars
laszlo laura lauren laurent lena leo leon leonardo leonid leonie lev liam lidia lilia lillian lily linda lisa ljubov
lorenzo louis louise luc luca lucas lucia lucie ludmila luis luisa lukas lukasz luke lydia lyudmila maarten maciej
madeleine magda magdalena magnus mahmoud maksim maksym malgorzata manfred manuel manuela marc marcel marcin marco
marek margaret margarita maria mariam marian marie marija marina mario marion marius mariya marjan mark markus
marlene marta martha martina mary maryam mateusz mathieu mathilde matteo matthew matthias matthijs maurice mauro max
maxim maxime maximilian megan mehmet melanie melissa mercedes michael michaela michal michel michele michelle miguel
mihai mihail mikael mikhail mikolaj mila milan milena milos mina miriam mohamed mohammad mohammed moritz muhammad
mustafa mykhailo mykola nadezhda nadia naomi natalia natalie nataliya natasha nathalie nathan neil nelly nicholas
nick nicola nicolas nicole niels nigel nikita niklas nikola nikolai nikolas nikolay nils nina noah noemi noor nora
norbert oksana ola olaf oleg oleh oleksandr oleksiy olena olga oliver olivia olivier omar oscar oskar otto pablo
pamela paola paolo pascal patricia patrick paulina paulo pavel pavlo pawel pedro peggy per pernille petar peter petr
petra philip philipp phillip pierre pieter pilar piotr polina pradeep priya przemyslaw rachel radoslaw rafael rafal
raj rajesh ralf ramon raquel rasmus raul ravi rebecca reinhard renata rene ricardo richard rita robert roberto robin
rodrigo roger roland rolf roman ronald ronny rory rosa rosemary ross rostislav ruben rudolf ruslan russell ruth ryan
sabina sabine sally salvatore samantha samir samuel sander sandra sanjay santiago sara sarah sebastian sergei sergej
sergey sergio serhiy shannon sharon sheila simon simone siobhan sofia sofie sonia sophia sophie stanislav stefan
stefania stefano steffen sten stephan stephane stephanie stephen steve steven stuart susan susanna susanne suzanne
sven svetlana svitlana sylvia sylvie tamara tania tanja taras tatiana tatyana ted teresa tetiana thea theo theodor
theresa therese thierry thijs thorsten tiago tim timo timofei timothy tobias todd tom tomas tomasz tommy toni tony
torsten tracy trevor tristan ulrich ulrike ursula valentin valentina valeria valeriy valery vanessa vasiliy vasily
vasyl vera veronica veronika victor victoria vikram viktor viktoria vincent vincenzo viola violetta virginia vitaliy
vitaly vivian vlad vladimir vladislav vladyslav volodymyr vyacheslav walter wendy werner wiktor willem william
wojciech wolfgang xavier yana yannick yaroslav yelena yevgeny yevhen yulia yuliya yuri yuriy yusuf yves yvonne
zachary zbigniew zoe zoltan zuzanna
"""


# The order of family and given names without a comma, detected from a whole column.
#
# `John Smith` and `Иванов Иван Иванович` are both usual. Common given names, initials, patronymics and
# family names in capitals show the order of a list; a comma decides by itself (`Smith, John`).

#: Given names by sound, in any script.
_KNOWN = frozenset(map(sounds, GIVEN_NAMES.split()))
_PATRONYMIC = re.compile(r"\w{2,}(?:вич|вна|чна|ічна|ovich|evich|ovych|evych|ovna|evna|ivna)\Z", re.IGNORECASE)
_INITIAL = re.compile(r"(?:-?[^\W\d_]\.)+\Z|[^\W\d_]\Z")
#: Particles of a family name.
_PARTICLES = frozenset(
    [
        "af", "al", "am", "auf", "aus", "bin", "da", "dal", "de", "degli", "del", "della", "den",
        "der", "des", "di", "do", "dos", "du", "el", "ibn", "la", "las", "le", "los", "op", "san",
        "te", "ten", "ter", "'t", "van", "vom", "von", "vd", "zu", "zum", "zur",
    ]
)  # fmt: skip
_SUFFIXES = frozenset(["jr", "sr", "ii", "iii", "iv"])


class NameOrder(StrEnum):
    FAMILY_FIRST = "family_first"
    GIVEN_FIRST = "given_first"


@dataclass(frozen=True, slots=True)
class OrderGuess:
    """`example`: a name for which the order matters, empty if there is none; `certain`: the names agree."""

    order: NameOrder
    certain: bool
    example: str = ""


def guess_order(names: Iterable[str]) -> OrderGuess:
    """Return the order that most names show; family name first if none shows any.

    Without any sign, it is certain only for Cyrillic, where lists have the family name first.
    """
    ambiguous = [text for text in (" ".join(name.split()) for name in names) if "," not in text and " " in text]
    votes = {text: order for text in ambiguous if (order := _order_of(text)) is not None}
    given_first = sum(order is NameOrder.GIVEN_FIRST for order in votes.values())
    family_first = len(votes) - given_first
    order = NameOrder.GIVEN_FIRST if given_first > family_first else NameOrder.FAMILY_FIRST
    if not votes:
        latin = next((text for text in ambiguous if text[0] < "\u0400"), "")
        return OrderGuess(order, not latin, latin)
    example = next(text for text, vote in votes.items() if vote is order or given_first == family_first)
    return OrderGuess(order, max(given_first, family_first) >= 4 * min(given_first, family_first), example)


def split_in_order(text: str, order: NameOrder) -> PersonName:
    """Return the parts of a name; with a comma the family name is before it, whatever the order."""
    text = " ".join(text.split())
    if order is NameOrder.FAMILY_FIRST or "," in text or " " not in text:
        return split_name(text)
    words = text.split(" ")
    if len(words) > 2 and _PATRONYMIC.match(words[1]):
        return PersonName(" ".join(words[2:]), words[0], words[1])
    if len(words) > 2 and _PATRONYMIC.match(words[-1]) and not _PATRONYMIC.match(words[0]):
        return split_name(text)
    last = len(words) - 1
    if last > 1 and words[last].strip(".").casefold() in _SUFFIXES:
        last -= 1
    family_start = next((at for at in range(1, last) if words[at] in _PARTICLES), last)
    return PersonName(" ".join(words[family_start:]), " ".join(words[:family_start]))


def split_single(text: str) -> PersonName:
    """Return the parts of a single name, in the order that it shows itself."""
    return split_in_order(text, guess_order([text]).order)


def _order_of(text: str) -> NameOrder | None:
    """Return the order that one name shows; None if it shows none or both."""
    words = text.split(" ")
    first, rest = words[0], words[1:]
    if _PATRONYMIC.match(rest[-1]) and len(words) > 2:
        return NameOrder.FAMILY_FIRST
    if _PATRONYMIC.match(rest[0]):
        return NameOrder.GIVEN_FIRST if len(words) > 2 else None
    capitals = [len(word) > 2 and word.isupper() and "." not in word for word in words]
    if capitals[0] != capitals[-1]:
        return NameOrder.FAMILY_FIRST if capitals[0] else NameOrder.GIVEN_FIRST
    if bool(_INITIAL.match(first)) != bool(_INITIAL.match(words[-1])):
        return NameOrder.GIVEN_FIRST if _INITIAL.match(first) else NameOrder.FAMILY_FIRST
    if words[0] in _PARTICLES:
        return NameOrder.FAMILY_FIRST
    if any(word in _PARTICLES for word in rest[:-1]):
        return NameOrder.GIVEN_FIRST
    starts_given, ends_given = _is_given(first), any(map(_is_given, rest))
    if starts_given == ends_given:
        return None
    return NameOrder.GIVEN_FIRST if starts_given else NameOrder.FAMILY_FIRST


def _is_given(word: str) -> bool:
    return any(sounds(part) in _KNOWN for part in word.split("-"))
