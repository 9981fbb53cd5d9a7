"""Russian draughts 64: violations, draws, results, notation, ways of play."""

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "draughts",
        ("Violations", "Нарушения", "Порушення"),
        (
            "violations.1",
            "A board that lies wrongly annuls the game; it is played again.",
            "Неверно лежащая доска аннулирует партию; её переигрывают.",
            "Хибно покладена дошка анулює партію; її перегравають.",
        ),
        (
            "violations.2",
            "A wrong set-up noticed during the game is treated as a violation under 4.",
            "Неверную расстановку, замеченную в игре, рассматривают как нарушение по 4.",
            "Хибне розставлення, помічене під час гри, розглядають як порушення за 4.",
        ),
        (
            "violations.3",
            "A man on a light square is out of play until it is put right under 4.",
            "Шашка на светлом поле вне игры, пока это не исправлено по 4.",
            "Шашка на світлому полі поза грою, доки це не виправлено за 4.",
        ),
        ("violations.4.1", "Two moves running.", "Два хода подряд.", "Два ходи поспіль."),
        (
            "violations.4.2",
            "A wrong move of a man or a king.",
            "Неверный ход простой или дамки.",
            "Хибний хід простої або дамки.",
        ),
        (
            "violations.4.3",
            "One man was touched, another was moved.",
            "Тронута одна шашка, а пошла другая.",
            "Торкнуто одну шашку, а пішла інша.",
        ),
        ("violations.4.4", "A move was taken back.", "Ход взят назад.", "Хід узято назад."),
        (
            "violations.4.5",
            "The opponent's man was moved.",
            "Ход сделан чужой шашкой.",
            "Хід зроблено чужою шашкою.",
        ),
        (
            "violations.4.6",
            "A quiet move where a take was due.",
            "Тихий ход, когда надо бить.",
            "Тихий хід, коли треба бити.",
        ),
        (
            "violations.4.7",
            "A man was removed without reason.",
            "Шашка снята без причины.",
            "Шашку знято без причини.",
        ),
        (
            "violations.4.8",
            "Fewer or more men were taken than could be.",
            "Взято меньше или больше шашек, чем можно.",
            "Узято менше або більше шашок, ніж можна.",
        ),
        (
            "violations.4.9",
            "A take was stopped half-way.",
            "Взятие остановлено на середине.",
            "Взяття зупинено на середині.",
        ),
        (
            "violations.4.10",
            "Men were lifted while the take was going on.",
            "Шашки сняты до окончания взятия.",
            "Шашки знято до закінчення взяття.",
        ),
        (
            "violations.4.11",
            "Fewer men were removed than taken.",
            "Снято меньше, чем побито.",
            "Знято менше, ніж побито.",
        ),
        (
            "violations.4.12",
            "Men were removed that had not been taken.",
            "Сняты шашки, которые не побиты.",
            "Знято шашки, які не побиті.",
        ),
        (
            "violations.4.13",
            "The removal of men was stopped.",
            "Снятие шашек прервано.",
            "Зняття шашок перервано.",
        ),
        (
            "violations.4.14",
            "Own men were removed with a take.",
            "При взятии сняты свои шашки.",
            "Під час взяття знято свої шашки.",
        ),
        (
            "violations.5",
            "What came about through no act of the players is no violation.",
            "Что возникло не по воле игроков, нарушением не считается.",
            "Що виникло не з волі гравців, порушенням не вважається.",
        ),
        (
            "violations.6",
            "If a player refuses to follow the regulations, the opponent may insist.",
            "Если игрок отказывается выполнять регламент, соперник вправе настаивать.",
            "Якщо гравець відмовляється виконувати регламент, суперник вправі наполягати.",
        ),
        (
            "violations.7",
            "Any move of the opponent accepts what stands; it can no longer be claimed.",
            "Любой ход соперника — согласие с тем, что стоит; требовать поздно.",
            "Будь-який хід суперника — згода з тим, що стоїть; вимагати пізно.",
        ),
        (
            "violations.8",
            "Nothing is put right in part.",
            "Частично ничего не исправляют.",
            "Частково нічого не виправляють.",
        ),
    ),
    *chapter(
        "draughts",
        ("Draws", "Ничья", "Нічия"),
        (
            "draws.1",
            "The third repetition with the same player to move is a draw.",
            "Третье повторение при ходе того же игрока — ничья.",
            "Третє повторення при ході того самого гравця — нічия.",
        ),
        (
            "draws.2",
            "Fifteen moves by each with kings alone and no take are a draw.",
            "Пятнадцать ходов каждого одними дамками без взятий — ничья.",
            "П'ятнадцять ходів кожного самими дамками без узяттів — нічия.",
        ),
        (
            "draws.3",
            "Two kings, a king and a man, or a king against a king are a draw after five moves by each.",
            "Две дамки, дамка и простая или дамка против дамки — ничья после пяти ходов каждого.",
            "Дві дамки, дамка й проста або дамка проти дамки — нічия після п'яти ходів кожного.",
        ),
    ),
    *chapter(
        "draughts",
        ("Result", "Результат", "Результат"),
        (
            "result.1",
            "A game is won and lost, or drawn where neither can upset the balance.",
            "Партия выиграна и проиграна или ничья, если равновесие не нарушить.",
            "Партія виграна й програна або нічия, якщо рівноваги не порушити.",
        ),
        (
            "result.2",
            "Whoever stops playing, cannot move, has no men, or refuses the regulations loses.",
            "Проигрывает тот, кто прекратил игру, не имеет хода или шашек либо отказался от регламента.",
            "Програє той, хто припинив гру, не має ходу чи шашок або відмовився від регламенту.",
        ),
        (
            "result.3",
            "A draw comes by agreement, by the rules on draws, or because neither can win.",
            "Ничья — по согласию, по правилам о ничьей или когда не может выиграть никто.",
            "Нічия — за згодою, за правилами про нічию або коли не може виграти ніхто.",
        ),
    ),
    *chapter(
        "draughts",
        ("Notation", "Запись", "Запис"),
        (
            "notation",
            "A move is written with both squares, a dash between them or a colon for a take.",
            "Ход пишут двумя полями, между ними черта, а при взятии двоеточие.",
            "Хід пишуть двома полями, між ними риска, а під час взяття двокрапка.",
        ),
        (
            "marks",
            "Marks after a move value it, and x or = ends the game.",
            "Знаки после хода оценивают его, а х или = кончают партию.",
            "Знаки після ходу оцінюють його, а х або = закінчують партію.",
        ),
    ),
    *chapter(
        "draughts",
        ("Ways of play", "Способы игры", "Способи гри"),
        (
            "ways.1",
            "Over the board, both players present.",
            "За доской, в присутствии обоих.",
            "За дошкою, у присутності обох.",
        ),
        (
            "ways.2",
            "One player against several at the same time.",
            "Один одновременно против нескольких.",
            "Один одночасно проти кількох.",
        ),
        (
            "ways.3",
            "By correspondence, each sending his moves in turn.",
            "По переписке, ходы посылают по очереди.",
            "За листуванням, ходи надсилають по черзі.",
        ),
        (
            "ways.4",
            "One player blindfold, the other with a board.",
            "Один играет вслепую, другой с доской.",
            "Один грає наосліп, інший з дошкою.",
        ),
        (
            "ways.5",
            "One player blindfold against several with boards.",
            "Один вслепую против нескольких с досками.",
            "Один наосліп проти кількох з дошками.",
        ),
        (
            "ways.6",
            "With a blind player, who has a board and men in relief.",
            "С незрячим игроком, у которого рельефные доска и шашки.",
            "З незрячим гравцем, який має рельєфні дошку й шашки.",
        ),
        (
            "ways.7",
            "At odds: the stronger begins without some of his men.",
            "С форой: сильнейший начинает без части шашек.",
            "З форою: сильніший починає без частини шашок.",
        ),
    ),
)
