"""FIDE Laws 2023: rapid (appendix A), blitz (B) and notation (C)."""

# ruff: noqa: E501

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "chess",
        ("Rapid and blitz", "Быстрые и блиц", "Швидкі та бліц"),
        (
            "A.1",
            "Rapid is more than ten and less than sixty minutes with sixty bonuses counted.",
            "Быстрые — более десяти и менее шестидесяти минут с учётом шестидесяти добавок.",
            "Швидкі — понад десять і менш як шістдесят хвилин з урахуванням шістдесяти надбавок.",
        ),
        (
            "A.2",
            "Moves need not be written down.",
            "Записывать ходы не обязательно.",
            "Записувати ходи не обов'язково.",
        ),
        (
            "A.3",
            "Time penalties of articles 7 and 9 are one minute.",
            "Наказания временем по статьям 7 и 9 — одна минута.",
            "Покарання часом за статтями 7 і 9 — одна хвилина.",
        ),
        (
            "A.4",
            "The Competition Rules hold in full where one arbiter watches three games at most and they are recorded.",
            "Турнирные правила действуют целиком, если один арбитр следит не более чем за тремя партиями и есть запись.",
            "Турнірні правила чинні цілком, якщо один арбітр стежить щонайбільше за трьома партіями і є запис.",
        ),
        (
            "A.5.1",
            "After ten moves by each a wrong set-up stays, unless both agree otherwise.",
            "После десяти ходов каждого неверную расстановку не меняют, если оба не согласны.",
            "Після десяти ходів кожного хибне розставлення не змінюють, якщо обидва не згодні.",
        ),
        (
            "A.5.2",
            "An illegal move is ruled on only before the opponent's next move.",
            "О невозможном ходе решают лишь до следующего хода соперника.",
            "Про неможливий хід вирішують лише до наступного ходу суперника.",
        ),
        (
            "A.5.3",
            "To claim on time a player stops the clocks and tells the arbiter.",
            "Заявляя о времени, игрок останавливает часы и зовёт арбитра.",
            "Заявляючи про час, гравець зупиняє годинник і кличе арбітра.",
        ),
        (
            "A.5.5",
            "The arbiter calls a fallen flag that he sees.",
            "Увидев упавший флажок, арбитр объявляет о нём.",
            "Побачивши прапорець, що впав, арбітр оголошує про це.",
        ),
        (
            "B.1",
            "Blitz is ten minutes or less with sixty bonuses counted.",
            "Блиц — десять минут или менее с учётом шестидесяти добавок.",
            "Бліц — десять хвилин або менше з урахуванням шістдесяти надбавок.",
        ),
        (
            "B.2",
            "The Competition Rules hold in full where each game has its arbiter and is recorded.",
            "Турнирные правила действуют целиком, если у каждой партии есть арбитр и запись.",
            "Турнірні правила чинні цілком, якщо кожна партія має арбітра й запис.",
        ),
        (
            "B.3",
            "Otherwise blitz is played by A.2, A.3 (one minute for two) and A.5 of rapid play.",
            "В остальном блиц играют по A.2, A.3 (одна минута вместо двух) и A.5 быстрых.",
            "В іншому бліц грають за A.2, A.3 (одна хвилина замість двох) і A.5 швидких.",
        ),
        (
            "B.4",
            "The event says beforehand whether B.2 or B.3 holds for all of it.",
            "Регламент заранее указывает, действует B.2 или B.3, и это на весь турнир.",
            "Регламент заздалегідь зазначає, діє B.2 чи B.3, і це на весь турнір.",
        ),
    ),
    *chapter(
        "chess",
        ("Algebraic notation", "Алгебраическая нотация", "Алгебраїчна нотація"),
        (
            "C.2",
            "Each piece is named by an initial capital.",
            "Фигуру обозначает заглавная буква.",
            "Фігуру позначає велика літера.",
        ),
        (
            "C.3",
            "The letter is that of the player's own language.",
            "Буква — из языка самого игрока.",
            "Літера — з мови самого гравця.",
        ),
        ("C.4", "Pawns have no letter.", "У пешек буквы нет.", "У пішаків літери немає."),
        ("C.5", "Files are a to h.", "Вертикали — от a до h.", "Вертикалі — від a до h."),
        ("C.6", "Ranks are 1 to 8.", "Горизонтали — от 1 до 8.", "Горизонталі — від 1 до 8."),
        (
            "C.7",
            "A letter and a number name each square.",
            "Поле называют буква и цифра.",
            "Поле називають літера й цифра.",
        ),
        (
            "C.8",
            "A move is the piece's letter and the square of arrival; the square of departure may be added.",
            "Ход — буква фигуры и поле прибытия; можно добавить поле отправления.",
            "Хід — літера фігури й поле прибуття; можна додати поле відправлення.",
        ),
        (
            "C.9",
            "A capture may be marked with x, and a pawn's names the file that it leaves.",
            "Взятие можно отметить знаком x, а взятие пешкой называет её вертикаль.",
            "Взяття можна позначити знаком x, а взяття пішаком називає його вертикаль.",
        ),
        (
            "C.10",
            "Where two such pieces can go, the file or else the rank of departure is added.",
            "Если могут пойти две такие фигуры, добавляют вертикаль или горизонталь отправления.",
            "Якщо можуть піти дві такі фігури, додають вертикаль або горизонталь відправлення.",
        ),
        (
            "C.11",
            "A promotion ends with the letter of the new piece.",
            "Превращение кончается буквой новой фигуры.",
            "Перетворення закінчується літерою нової фігури.",
        ),
        (
            "C.12",
            "A draw offer is marked (=).",
            "Предложение ничьей отмечают (=).",
            "Пропозицію нічиєї позначають (=).",
        ),
        (
            "C.13",
            "Signs for castling, capture, check, mate and en passant; the last four are optional.",
            "Знаки рокировки, взятия, шаха, мата и взятия на проходе; последние четыре не обязательны.",
            "Знаки рокіровки, взяття, шаха, мату і взяття на проході; останні чотири не обов'язкові.",
        ),
    ),
)
