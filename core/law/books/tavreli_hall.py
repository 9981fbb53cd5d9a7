"""Tavreli, arts 10–13: the quickplay finish, points, conduct, the arbiter."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "tavreli",
        ("Quickplay finish", "Быстрая игра до конца", "Швидка гра до кінця"),
        (
            "10.1",
            "The quickplay finish is the last phase, in which all the remaining moves have one limited time.",
            "Быстрая игра до конца — последняя фаза, когда на все оставшиеся ходы дано одно время.",
            "Швидка гра до кінця — остання фаза, коли на всі ходи, що лишилися, дано один час.",
        ),
        (
            "10.2",
            "With less than two minutes left a player may claim a draw because the opponent does not try to win by"
            " normal means; the arbiter agrees or puts the decision off.",
            "Когда осталось менее двух минут, игрок вправе требовать ничью, если соперник не старается выиграть;"
            " арбитр соглашается или откладывает решение.",
            "Коли лишилося менш як дві хвилини, гравець вправі вимагати нічию, якщо суперник не намагається виграти;"
            " арбітр погоджується або відкладає рішення.",
        ),
        (
            "10.3",
            "The first and the second illegal move of a player give the opponent two minutes each; the third loses.",
            "За первый и второй невозможный ход соперник получает по две минуты, третий проигрывает.",
            "За перший і другий неможливий хід суперник дістає по дві хвилини, третій програє.",
        ),
        (
            "10.4",
            "Both flags down and the order unknown: the game is drawn.",
            "Упали оба флажка, и порядок неизвестен: ничья.",
            "Упали обидва прапорці, і порядок невідомий: нічия.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Points", "Очки", "Очки"),
        (
            "11.1",
            "A win is one point, a draw half a point for each, a loss nothing.",
            "Победа — одно очко, ничья — по половине, поражение — ноль.",
            "Перемога — одне очко, нічия — по половині, поразка — нуль.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Conduct of the players", "Поведение игроков", "Поведінка гравців"),
        (
            "12.1",
            "Players keep to high standards of conduct.",
            "Игроки держатся высоких норм поведения.",
            "Гравці дотримуються високих норм поведінки.",
        ),
        (
            "12.2",
            "No notes, no sources, no advice during the game; the score sheet is for moves, times and draw offers.",
            "Во время партии — ни заметок, ни источников, ни советов; бланк — для ходов, времени и предложений ничьей.",
            "Під час партії — ні нотаток, ні джерел, ні порад; бланк — для ходів, часу й пропозицій нічиєї.",
        ),
        (
            "12.3",
            "Nobody analyses in the playing hall while games are played.",
            "В игровом зале во время партий никто не анализирует.",
            "В ігровій залі під час партій ніхто не аналізує.",
        ),
        (
            "12.4",
            "Players leave the playing area, and while on move the playing room, only with the arbiter's leave.",
            "Игровую зону, а при своём ходе и площадку, покидают только с разрешения арбитра.",
            "Ігрову зону, а під час свого ходу й майданчик, залишають лише з дозволу арбітра.",
        ),
        (
            "12.5",
            "Nobody distracts the opponent in any way, repeated draw offers included.",
            "Отвлекать соперника нельзя никак, в том числе повторными предложениями ничьей.",
            "Відволікати суперника не можна ніяк, зокрема повторними пропозиціями нічиєї.",
        ),
        (
            "12.6",
            "Breaches of 12.2 to 12.5 are penalised under 13.4.",
            "Нарушения 12.2–12.5 наказываются по 13.4.",
            "Порушення 12.2–12.5 караються за 13.4.",
        ),
        (
            "12.7",
            "Whoever refuses to keep to the rules loses; the arbiter sets the opponent's score.",
            "Отказавшийся соблюдать правила проигрывает; результат соперника определяет арбитр.",
            "Хто відмовився дотримуватися правил, програє; результат суперника визначає арбітр.",
        ),
        (
            "12.8",
            "If both are guilty of that, both lose.",
            "Если в этом виновны оба, проигрывают оба.",
            "Якщо в цьому винні обидва, програють обидва.",
        ),
    ),
    *chapter(
        "tavreli",
        ("The arbiter", "Арбитр", "Арбітр"),
        (
            "13.1",
            "The arbiter sees to it that the rules are kept.",
            "Арбитр следит за соблюдением правил.",
            "Арбітр стежить за дотриманням правил.",
        ),
        (
            "13.2",
            "He provides good conditions, lets nobody disturb the players, and controls the event.",
            "Он обеспечивает хорошие условия, не даёт мешать игрокам и ведёт соревнование.",
            "Він забезпечує добрі умови, не дає заважати гравцям і веде змагання.",
        ),
        (
            "13.3",
            "He watches games, above all in time trouble, enforces his decisions and penalises where he must.",
            "Он наблюдает за партиями, особенно в цейтноте, добивается исполнения решений и при нужде наказывает.",
            "Він спостерігає за партіями, надто в цейтноті, домагається виконання рішень і за потреби карає.",
        ),
        (
            "13.4",
            "His penalties: warning, more time for the opponent, less for the offender, loss of the game,"
            " exclusion from the event.",
            "Его наказания: предупреждение, время сопернику, вычет времени, поражение в партии, исключение из соревнования.",
            "Його покарання: попередження, час суперникові, відрахування часу, поразка в партії, виключення зі змагання.",
        ),
        (
            "13.5",
            "For a disturbance from outside he may give time to one player or both.",
            "При внешней помехе он может добавить время одному или обоим.",
            "За зовнішньої перешкоди він може додати час одному або обом.",
        ),
        (
            "13.6",
            "He does not tell players how many moves were made, that a clock was not pressed, or that a move was made.",
            "Он не сообщает игрокам число ходов, забытое переключение часов и сделанный соперником ход.",
            "Він не повідомляє гравцям числа ходів, забутого перемикання годинника й зробленого суперником ходу.",
        ),
        (
            "13.7",
            "Spectators and players must not disturb others; the arbiter may send them out.",
            "Зрители и игроки не должны мешать другим; арбитр может удалить их.",
            "Глядачі й гравці не повинні заважати іншим; арбітр може вивести їх.",
        ),
    ),
)
