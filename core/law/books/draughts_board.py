"""Russian draughts 64: moves, taking, the first move."""

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "draughts",
        ("Moves", "Ходы", "Ходи"),
        ("moves.1", "There are men and kings.", "Есть простые шашки и дамки.", "Є прості шашки й дамки."),
        (
            "moves.2",
            "Men and kings move and take differently.",
            "Простые и дамки ходят и берут по-разному.",
            "Прості й дамки ходять і беруть по-різному.",
        ),
        (
            "moves.3",
            "Carrying a piece from one square to another is a move.",
            "Ход — это перенос шашки с одного поля на другое.",
            "Хід — це перенесення шашки з одного поля на інше.",
        ),
        (
            "moves.4",
            "A man steps diagonally forward to a free square of the next row.",
            "Простая ходит вперёд по диагонали на свободное поле следующего ряда.",
            "Проста ходить уперед діагоналлю на вільне поле наступного ряду.",
        ),
        (
            "moves.5",
            "A man that reaches the opponent's last row is crowned with another man of its colour.",
            "Простая, дошедшая до последнего ряда соперника, коронуется второй шашкой своего цвета.",
            "Проста, що дійшла до останнього ряду суперника, коронується другою шашкою свого кольору.",
        ),
        (
            "moves.6",
            "The player or his opponent must crown it; not doing so is an error.",
            "Короновать обязан игрок или соперник; не сделать этого — ошибка.",
            "Коронувати мусить гравець або суперник; не зробити цього — помилка.",
        ),
        (
            "moves.7",
            "A king remains one and does not move without its crown.",
            "Дамка остаётся дамкой и не ходит без своей короны.",
            "Дамка лишається дамкою й не ходить без своєї корони.",
        ),
        (
            "moves.8",
            "A new king moves only after the opponent's turn.",
            "Новая дамка ходит лишь после хода соперника.",
            "Нова дамка ходить лише після ходу суперника.",
        ),
        (
            "moves.9",
            "A king goes any distance along free diagonals, forward and back.",
            "Дамка ходит на любое расстояние по свободным диагоналям вперёд и назад.",
            "Дамка ходить на будь-яку відстань вільними діагоналями вперед і назад.",
        ),
        (
            "moves.10",
            "A move is made when the hand lets the piece go.",
            "Ход сделан, когда рука отпустила шашку.",
            "Хід зроблено, коли рука відпустила шашку.",
        ),
        (
            "moves.11",
            "Whoever touches a man that can move must move it.",
            "Кто в свой ход коснулся шашки, способной пойти, ходит ею.",
            "Хто у свій хід торкнувся шашки, здатної піти, ходить нею.",
        ),
        (
            "moves.12",
            "Until it is let go, it may be moved to any square it can reach.",
            "Пока шашка не отпущена, ею можно пойти на любое доступное поле.",
            "Доки шашку не відпущено, нею можна піти на будь-яке доступне поле.",
        ),
        (
            "moves.13",
            "Adjusting is announced to the opponent first.",
            "О поправке сначала объявляют сопернику.",
            "Про поправку спершу оголошують суперникові.",
        ),
        (
            "moves.14",
            "Adjusting in the other's turn has no consequence but is improper.",
            "Поправка при чужом ходе последствий не имеет, но некорректна.",
            "Поправка під час чужого ходу наслідків не має, але некоректна.",
        ),
    ),
    *chapter(
        "draughts",
        ("Taking", "Взятие", "Взяття"),
        (
            "takes.1",
            "Taking is compulsory, forward and back, and is one move; own men are not taken.",
            "Брать обязательно, вперёд и назад, и это один ход; своих не берут.",
            "Брати обов'язково, вперед і назад, і це один хід; своїх не беруть.",
        ),
        (
            "takes.2",
            "A man takes a neighbour by jumping to the free square right behind it.",
            "Простая берёт соседнюю шашку, перескочив на свободное поле за ней.",
            "Проста бере сусідню шашку, перескочивши на вільне поле за нею.",
        ),
        (
            "takes.3",
            "A king takes along its diagonal from a distance and lands on any free square behind.",
            "Дамка берёт по диагонали издали и встаёт на любое свободное поле за шашкой.",
            "Дамка бере діагоналлю здаля й стає на будь-яке вільне поле за шашкою.",
        ),
        (
            "takes.4",
            "A take is shown clearly and in order; it ends when the men are off the board.",
            "Взятие показывают чётко и по порядку; оно кончается снятием шашек.",
            "Взяття показують чітко й по порядку; воно закінчується зняттям шашок.",
        ),
        (
            "takes.5",
            "A man that can take again goes on taking.",
            "Простая, которая может бить дальше, бьёт дальше.",
            "Проста, яка може бити далі, б'є далі.",
        ),
        (
            "takes.6",
            "A king that can take again goes on; the men come off in order afterwards.",
            "Дамка, которая может бить дальше, бьёт дальше; шашки потом снимают по порядку.",
            "Дамка, яка може бити далі, б'є далі; шашки потім знімають по порядку.",
        ),
        (
            "takes.7",
            "One's own men are not jumped.",
            "Через свои шашки не прыгают.",
            "Через свої шашки не стрибають.",
        ),
        (
            "takes.8",
            "A square may be crossed again, a man may not be jumped twice.",
            "Поле можно пройти повторно, шашку нельзя перескочить дважды.",
            "Поле можна пройти повторно, шашку не можна перескочити двічі.",
        ),
        (
            "takes.9",
            "Each square of a take is shown; not showing it is improper.",
            "Каждое поле взятия обозначают; не обозначить некорректно.",
            "Кожне поле взяття позначають; не позначити некоректно.",
        ),
        (
            "takes.10",
            "The movement of a take ends when the hand lets the piece go.",
            "Движение при взятии кончается, когда рука отпустила шашку.",
            "Рух під час взяття закінчується, коли рука відпустила шашку.",
        ),
        (
            "takes.11",
            "Taken men come off after the whole take, in the order in which they were taken.",
            "Взятые шашки снимают после всего взятия в порядке боя.",
            "Узяті шашки знімають після всього взяття в порядку бою.",
        ),
        (
            "takes.12",
            "Removal ends with the last man, or when the player stops.",
            "Снятие кончается последней шашкой или когда игрок перестал снимать.",
            "Зняття закінчується останньою шашкою або коли гравець перестав знімати.",
        ),
        (
            "takes.13",
            "Among several takes the player chooses freely.",
            "Из нескольких взятий игрок выбирает любое.",
            "З кількох узяттів гравець вибирає будь-яке.",
        ),
        (
            "takes.14",
            "A man that reaches the last row while taking goes on as a king if it can.",
            "Простая, дошедшая при взятии до последнего ряда, бьёт дальше как дамка, если может.",
            "Проста, що дійшла під час взяття до останнього ряду, б'є далі як дамка, якщо може.",
        ),
    ),
    *chapter(
        "draughts",
        ("The first move", "Первый ход", "Перший хід"),
        (
            "first-move",
            "White moves first; colours go by lot, in turn in a match, by the table in a tournament.",
            "Первыми ходят белые; цвет — по жребию, в матче поочерёдно, в турнире по таблице.",
            "Першими ходять білі; колір — за жеребом, у матчі почергово, у турнірі за таблицею.",
        ),
    ),
)
