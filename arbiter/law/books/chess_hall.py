"""FIDE Laws 2023, arts 8–12: score sheets, draws, points, conduct, the arbiter."""

from __future__ import annotations

from arbiter.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "chess",
        ("Recording the moves", "Запись ходов", "Запис ходів"),
        (
            "8.1.1",
            "Both players write every move down, clearly and in algebraic notation.",
            "Оба игрока разборчиво записывают все ходы алгебраической нотацией.",
            "Обидва гравці розбірливо записують усі ходи алгебраїчною нотацією.",
        ),
        (
            "8.1.2",
            "A move is not written down before it is made, but for claims and adjournment.",
            "Ход не записывают до его совершения, кроме заявлений и откладывания.",
            "Хід не записують до його здійснення, крім заяв і відкладання.",
        ),
        (
            "8.1.5",
            "Both mark a draw offer with (=).",
            "Предложение ничьей оба отмечают знаком (=).",
            "Пропозицію нічиєї обидва позначають знаком (=).",
        ),
        (
            "8.1.6",
            "Who cannot write has an assistant, and the arbiter adjusts his time.",
            "Кто не может писать, получает помощника, а арбитр изменяет его время.",
            "Хто не може писати, дістає помічника, а арбітр змінює його час.",
        ),
        (
            "8.2",
            "The arbiter sees the score sheet at all times.",
            "Бланк всегда виден арбитру.",
            "Бланк завжди видно арбітрові.",
        ),
        (
            "8.3",
            "Score sheets belong to the organiser.",
            "Бланки принадлежат организатору.",
            "Бланки належать організаторові.",
        ),
        (
            "8.4",
            "Under five minutes without a bonus of thirty seconds a player need not write in that period.",
            "При остатке менее пяти минут без добавки в тридцать секунд писать в этом периоде не обязательно.",
            "Коли лишилося менш як п'ять хвилин без надбавки в тридцять секунд, писати в цьому періоді не обов'язково.",
        ),
        (
            "8.5",
            "After the flag the sheets are completed, with the arbiter's record or on another board if need be.",
            "После падения флажка бланки дополняют, при нужде по записи арбитра или на другой доске.",
            "Після падіння прапорця бланки доповнюють, за потреби за записом арбітра або на іншій дошці.",
        ),
        (
            "8.6",
            "If the sheets cannot show that time ran out, the next move is the first of the next period.",
            "Если бланки не доказывают просрочку, следующий ход — первый в новом периоде.",
            "Якщо бланки не доводять прострочення, наступний хід — перший у новому періоді.",
        ),
        (
            "8.7",
            "Both sign both sheets at the end, and a wrong signed result stands unless the arbiter decides otherwise.",
            "В конце оба подписывают оба бланка; подписанный результат в силе, если арбитр не решит иначе.",
            "Наприкінці обидва підписують обидва бланки; підписаний результат чинний, якщо арбітр не вирішить інакше.",
        ),
    ),
    *chapter(
        "chess",
        ("The drawn game", "Ничья", "Нічия"),
        (
            "9.1.1",
            "An event may forbid agreed draws below a number of moves or without the arbiter.",
            "Регламент может запретить соглашаться на ничью до какого-то хода или без арбитра.",
            "Регламент може заборонити погоджуватися на нічию до певного ходу або без арбітра.",
        ),
        (
            "9.1.2",
            "A draw is offered after the move and before the press, unconditionally, and binds until it is answered.",
            "Ничью предлагают после хода до нажатия часов, без условий; предложение в силе до ответа.",
            "Нічию пропонують після ходу до натискання годинника, без умов; пропозиція чинна до відповіді.",
        ),
        (
            "9.2",
            "The player to move claims a draw where a position has come or will come for the third time.",
            "Игрок при своём ходе требует ничью, если позиция возникла или возникнет в третий раз.",
            "Гравець під час свого ходу вимагає нічию, якщо позиція виникла чи виникне втретє.",
        ),
        (
            "9.3",
            "The player to move claims a draw after fifty moves by each without pawn move or capture.",
            "Игрок при своём ходе требует ничью после пятидесяти ходов каждого без ходов пешек и взятий.",
            "Гравець під час свого ходу вимагає нічию після п'ятдесяти ходів кожного без ходів пішаків і взяттів.",
        ),
        (
            "9.4",
            "Touching a piece gives up the claim on that move.",
            "Коснувшись фигуры, игрок теряет право на заявление на этом ходу.",
            "Торкнувшись фігури, гравець втрачає право на заяву на цьому ході.",
        ),
        (
            "9.5.1",
            "A claim stops the clocks and cannot be withdrawn.",
            "Заявление останавливает часы и назад не берётся.",
            "Заява зупиняє годинник і назад не береться.",
        ),
        (
            "9.5.2",
            "A right claim draws at once.",
            "Верное заявление — сразу ничья.",
            "Слушна заява — одразу нічия.",
        ),
        (
            "9.5.3",
            "A wrong claim gives the opponent two minutes, and the announced move is played.",
            "Неверное заявление даёт сопернику две минуты, а объявленный ход делают.",
            "Хибна заява дає суперникові дві хвилини, а оголошений хід роблять.",
        ),
        (
            "9.6.1",
            "The fifth occurrence of a position is a draw without a claim.",
            "Пятое возникновение позиции — ничья без заявления.",
            "П'яте виникнення позиції — нічия без заяви.",
        ),
        (
            "9.6.2",
            "Seventy-five moves by each without pawn move or capture are a draw, unless the last one mates.",
            "Семьдесят пять ходов каждого без ходов пешек и взятий — ничья, если последний не мат.",
            "Сімдесят п'ять ходів кожного без ходів пішаків і взяттів — нічия, якщо останній не мат.",
        ),
    ),
    *chapter(
        "chess",
        ("Points", "Очки", "Очки"),
        (
            "10.1",
            "A win is one point, a draw half, a loss nothing, unless the event says otherwise.",
            "Победа — очко, ничья — половина, поражение — ноль, если регламент не говорит иного.",
            "Перемога — очко, нічия — половина, поразка — нуль, якщо регламент не каже іншого.",
        ),
        (
            "10.2",
            "Both together never get more than the points of one game.",
            "Вместе игроки не получают больше очков одной партии.",
            "Разом гравці не дістають більше очок однієї партії.",
        ),
    ),
    *chapter(
        "chess",
        ("Conduct of the players", "Поведение игроков", "Поведінка гравців"),
        (
            "11.1",
            "Nobody brings the game into disrepute.",
            "Никто не роняет достоинства игры.",
            "Ніхто не принижує гідності гри.",
        ),
        (
            "11.2.3",
            "Nobody leaves the playing area without leave.",
            "Игровую зону без разрешения не покидают.",
            "Ігрову зону без дозволу не залишають.",
        ),
        (
            "11.3.1",
            "No notes, sources, advice or analysis on another board during play.",
            "Во время игры — ни заметок, ни источников, ни советов, ни анализа на другой доске.",
            "Під час гри — ні нотаток, ні джерел, ні порад, ні аналізу на іншій дошці.",
        ),
        (
            "11.3.2.1",
            "No electronic device in the venue that the arbiter has not allowed.",
            "Электронных устройств без разрешения арбитра в зале быть не должно.",
            "Електронних пристроїв без дозволу арбітра в залі бути не повинно.",
        ),
        (
            "11.3.2.2",
            "A player with such a device on him loses; the arbiter sets the opponent's score.",
            "Игрок с таким устройством при себе проигрывает; результат соперника определяет арбитр.",
            "Гравець із таким пристроєм при собі програє; результат суперника визначає арбітр.",
        ),
        (
            "11.3.3",
            "The arbiter may have clothes and bags inspected in private.",
            "Арбитр может велеть осмотреть одежду и сумки без посторонних.",
            "Арбітр може звеліти оглянути одяг і сумки без сторонніх.",
        ),
        (
            "11.4",
            "Players who have finished are spectators.",
            "Закончившие партию игроки — зрители.",
            "Гравці, що закінчили партію, — глядачі.",
        ),
        (
            "11.5",
            "Nobody distracts the opponent, by draw offers or claims without ground either.",
            "Нельзя отвлекать соперника, в том числе необоснованными заявлениями и предложениями ничьей.",
            "Не можна відволікати суперника, зокрема безпідставними заявами й пропозиціями нічиєї.",
        ),
        (
            "11.6",
            "Breaches of 11.1 to 11.5 are penalised under 12.9.",
            "Нарушения 11.1–11.5 наказываются по 12.9.",
            "Порушення 11.1–11.5 караються за 12.9.",
        ),
        (
            "11.7",
            "Persistent refusal to keep the Laws loses; the arbiter sets the opponent's score.",
            "Упорный отказ соблюдать Правила проигрывает; результат соперника определяет арбитр.",
            "Уперта відмова дотримуватися Правил програє; результат суперника визначає арбітр.",
        ),
        (
            "11.8",
            "If both are guilty of that, both lose.",
            "Если в этом виновны оба, проигрывают оба.",
            "Якщо в цьому винні обидва, програють обидва.",
        ),
        (
            "11.10",
            "A player may appeal against a decision, after signing too, where the event allows it.",
            "Игрок может обжаловать решение, и после подписи, если регламент это допускает.",
            "Гравець може оскаржити рішення, і після підпису, якщо регламент це дозволяє.",
        ),
        (
            "11.12",
            "Repetition and fifty moves are for the players to watch, under the arbiter's eye.",
            "За повторением и пятьюдесятью ходами следят игроки под наблюдением арбитра.",
            "За повторенням і п'ятдесятьма ходами стежать гравці під наглядом арбітра.",
        ),
    ),
    *chapter(
        "chess",
        ("The arbiter", "Арбитр", "Арбітр"),
        (
            "12.1",
            "The arbiter sees that the Laws are kept.",
            "Арбитр следит за соблюдением Правил.",
            "Арбітр стежить за дотриманням Правил.",
        ),
        (
            "12.6",
            "For a disturbance from outside he may give time to one player or both.",
            "При внешней помехе он может добавить время одному или обоим.",
            "За зовнішньої перешкоди він може додати час одному або обом.",
        ),
        (
            "12.7",
            "He does not say how many moves were made, nor that a clock was not pressed.",
            "Он не сообщает число ходов и не напоминает о ненажатых часах.",
            "Він не повідомляє числа ходів і не нагадує про ненатиснутий годинник.",
        ),
        (
            "12.8",
            "Nobody else may speak about a game or interfere in it; he may be sent out.",
            "Посторонние не говорят о партии и не вмешиваются; арбитр может их удалить.",
            "Сторонні не говорять про партію й не втручаються; арбітр може їх вивести.",
        ),
        (
            "12.9",
            "Penalties: warning, time, points, loss of the game, fine, exclusion from rounds, expulsion.",
            "Наказания: предупреждение, время, очки, поражение, штраф, исключение из туров, изгнание.",
            "Покарання: попередження, час, очки, поразка, штраф, виключення з турів, вилучення.",
        ),
        (
            "12.9.2",
            "Penalty: more time for the opponent.",
            "Наказание: время сопернику.",
            "Покарання: час суперникові.",
        ),
    ),
)
