"""Tavreli, arts 6–9: clocks, wrong positions, score sheets, draws."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "tavreli",
        ("The clock", "Часы", "Годинник"),
        (
            "6.1",
            "A clock has two dials, of which only one can run; a fallen flag means that the time is used up.",
            "У часов два циферблата, и идти может лишь один; упавший флажок значит, что время вышло.",
            "У годинника два циферблати, і йти може лише один; прапорець, що впав, означає, що час вийшов.",
        ),
        (
            "6.2",
            "A control is a number of moves or all of them in a time; what is left over is kept unless each move has"
            " a time of its own, which runs before the main time and is not kept.",
            "Контроль — число ходов или все ходы за время; остаток сохраняется, если нет времени на каждый ход,"
            " а оно расходуется раньше основного и не копится.",
            "Контроль — число ходів або всі ходи за час; залишок зберігається, якщо немає часу на кожен хід,"
            " а той витрачається раніше за основний і не накопичується.",
        ),
        (
            "6.3",
            "As soon as a flag has fallen it is checked whether the moves of the control were made.",
            "Как только флажок упал, проверяют, сделаны ли ходы контроля.",
            "Щойно прапорець упав, перевіряють, чи зроблено ходи контролю.",
        ),
        (
            "6.4",
            "The arbiter says where the clock stands.",
            "Где стоят часы, решает арбитр.",
            "Де стоїть годинник, вирішує арбітр.",
        ),
        (
            "6.5",
            "When play begins, White's clock is started.",
            "С началом игры пускают часы белых.",
            "З початком гри пускають годинник білих.",
        ),
        (
            "6.6",
            "A player who is more than an hour late loses, unless the arbiter rules otherwise.",
            "Опоздавший более чем на час проигрывает, если арбитр не решит иначе.",
            "Хто запізнився більш ніж на годину, програє, якщо арбітр не вирішить інакше.",
        ),
        (
            "6.7",
            "A move is completed by pressing the clock with the hand that made it, except a move that ends the game;"
            " whoever mishandles the clock is penalised.",
            "Ход завершается нажатием часов той же рукой, кроме хода, кончающего партию;"
            " неправильное обращение с часами наказывается.",
            "Хід завершують натисканням годинника тією самою рукою, крім ходу, що кінчає партію;"
            " неправильне поводження з годинником карається.",
        ),
        (
            "6.8",
            "A flag counts as fallen when the arbiter sees it or a player claims it.",
            "Флажок считается упавшим, когда это увидел арбитр или заявил игрок.",
            "Прапорець уважається таким, що впав, коли це побачив арбітр або заявив гравець.",
        ),
        (
            "6.9",
            "Whoever has not made the moves in time loses, unless the game had ended before.",
            "Не успевший сделать ходы вовремя проигрывает, если партия не кончилась раньше.",
            "Хто не встиг зробити ходи вчасно, програє, якщо партія не скінчилася раніше.",
        ),
        (
            "6.10",
            "What the clock shows is final unless it is evidently defective; then it is replaced,"
            " and the arbiter sets the times with good reasons.",
            "Показания часов окончательны, если нет явного дефекта; неисправные часы меняют,"
            " и время обоснованно ставит арбитр.",
            "Покази годинника остаточні, якщо немає явного дефекту; несправний годинник міняють,"
            " і час обґрунтовано ставить арбітр.",
        ),
        (
            "6.11",
            "If both flags are down and nobody knows which fell first, play goes on.",
            "Если упали оба флажка и неизвестно, какой раньше, игра продолжается.",
            "Якщо впали обидва прапорці й невідомо, який раніше, гра триває.",
        ),
        (
            "6.12",
            "The arbiter stops the clocks for an interruption and says when play goes on;"
            " a player may stop them to call him.",
            "Для перерыва арбитр останавливает часы и решает, когда играть дальше;"
            " игрок может остановить их, чтобы позвать арбитра.",
            "Для перерви арбітр зупиняє годинник і вирішує, коли грати далі;"
            " гравець може зупинити його, щоб покликати арбітра.",
        ),
        (
            "6.13",
            "When a position is restored, the arbiter decides with reasons what the clocks shall show.",
            "При восстановлении позиции арбитр обоснованно решает, что покажут часы.",
            "Під час відновлення позиції арбітр обґрунтовано вирішує, що покаже годинник.",
        ),
        (
            "6.14",
            "Screens and demonstration boards are for spectators; no claim rests on them.",
            "Экраны и демонстрационные доски — для зрителей; заявлений по ним не делают.",
            "Екрани й демонстраційні дошки — для глядачів; заяв за ними не роблять.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Wrong positions", "Неверные позиции", "Хибні позиції"),
        (
            "7.1",
            "A wrong set-up of the pieces annuls the game and a new one is played; a board that lies wrongly is turned"
            " and play goes on.",
            "Неверная расстановка отменяет партию, играют новую; неверно лежащую доску поправляют и играют дальше.",
            "Хибне розставлення скасовує партію, грають нову; дошку, що лежить хибно, поправляють і грають далі.",
        ),
        (
            "7.2",
            "A game begun with colours reversed goes on, unless the arbiter decides otherwise.",
            "Партия, начатая с обратными цветами, продолжается, если арбитр не решит иначе.",
            "Партія, розпочата з переплутаними кольорами, триває, якщо арбітр не вирішить інакше.",
        ),
        (
            "7.3",
            "Whoever displaces pieces puts them right in his own time; the opponent may start his clock again for that.",
            "Сдвинувший таврели ставит их на место в своё время; соперник вправе снова пустить его часы.",
            "Хто зсунув таврелі, ставить їх на місце у свій час; суперник має право знову пустити його годинник.",
        ),
        (
            "7.4",
            "After an illegal move or misplaced pieces the position before it comes back, or the last one that is certain,"
            " with the clocks set anew.",
            "После невозможного хода или смещения таврелей возвращают позицию до нарушения или последнюю"
            " достоверную и выставляют часы.",
            "Після неможливого ходу чи зміщення таврелей повертають позицію до порушення або останню"
            " достовірну й виставляють годинник.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Score sheets", "Запись ходов", "Запис ходів"),
        (
            "8.1",
            "Both players write every move down and mark draw offers; who cannot write has time deducted before play.",
            "Оба игрока записывают все ходы и отмечают предложения ничьей; у того, кто писать не может,"
            " время вычитают до игры.",
            "Обидва гравці записують усі ходи й позначають пропозиції нічиєї; у того, хто писати не може,"
            " час віднімають до гри.",
        ),
        (
            "8.2",
            "The arbiter may look at a score sheet at any time.",
            "Арбитр может посмотреть бланк в любое время.",
            "Арбітр може подивитися бланк будь-коли.",
        ),
        (
            "8.3",
            "Score sheets belong to the organiser.",
            "Бланки принадлежат организатору.",
            "Бланки належать організаторові.",
        ),
        (
            "8.4",
            "With less than five minutes left and no bonus of thirty seconds a player need not write;"
            " once the flag has fallen he completes his sheet.",
            "Когда осталось менее пяти минут и нет добавки в тридцать секунд, писать не обязательно;"
            " после падения флажка запись дополняют.",
            "Коли лишилося менш як п'ять хвилин і немає надбавки в тридцять секунд, писати не обов'язково;"
            " після падіння прапорця запис доповнюють.",
        ),
        (
            "8.5",
            "If neither can write, the arbiter keeps the score; afterwards the sheets are completed from each other's"
            " or the game is reconstructed on another board.",
            "Если писать не могут оба, запись ведёт арбитр; потом бланки дополняют по чужой записи"
            " или восстанавливают партию на другой доске.",
            "Якщо писати не можуть обидва, запис веде арбітр; потім бланки доповнюють за чужим записом"
            " або відновлюють партію на іншій дошці.",
        ),
        (
            "8.6",
            "If the records cannot prove that the control was missed, play goes on and the next move is the first"
            " of the next control.",
            "Если записи не доказывают просрочку, игра продолжается и следующий ход — первый в новом контроле.",
            "Якщо записи не доводять прострочення, гра триває і наступний хід — перший у новому контролі.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Draws", "Ничья", "Нічия"),
        (
            "9.1",
            "A draw is offered after one's move and before the press; it binds until it is answered in words or by a move.",
            "Ничью предлагают после хода и до нажатия часов; предложение в силе до ответа словом или ходом.",
            "Нічию пропонують після ходу й до натискання годинника; пропозиція чинна до відповіді словом чи ходом.",
        ),
        (
            "9.2",
            "The player to move may claim a draw when the same position has stood, or will stand, three times.",
            "Игрок при своём ходе вправе требовать ничью, если одна позиция возникла или возникнет трижды.",
            "Гравець під час свого ходу вправі вимагати нічию, якщо та сама позиція виникла чи виникне тричі.",
        ),
        (
            "9.3",
            "The player to move may claim a draw after fifty such moves by each, the announced one included.",
            "Игрок при своём ходе вправе требовать ничью после пятидесяти таких ходов каждого, считая объявленный.",
            "Гравець під час свого ходу вправі вимагати нічию після п'ятдесяти таких ходів кожного, з оголошеним.",
        ),
        (
            "9.4",
            "Moving without a claim gives up the right to it on that move.",
            "Сделав ход без заявления, игрок теряет на этом ходу право на него.",
            "Зробивши хід без заяви, гравець втрачає на цьому ході право на неї.",
        ),
        (
            "9.5",
            "A claim stops the clocks and cannot be withdrawn; right, it draws; wrong, it costs half of the claimant's time"
            " up to three minutes and gives the opponent three.",
            "Заявление останавливает часы и не берётся назад; верное даёт ничью, неверное стоит половины времени,"
            " но не более трёх минут, а соперник получает три.",
            "Заява зупиняє годинник і назад не береться; правильна дає нічию, хибна коштує половини часу,"
            " та не більше трьох хвилин, а суперник дістає три.",
        ),
    ),
)
