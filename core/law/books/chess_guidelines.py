"""FIDE Laws 2023: the guidelines on adjourned games (I) and on games without increment (III)."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "chess",
        ("Adjourned games", "Отложенные партии", "Відкладені партії"),
        (
            "I.1",
            "At the end of the session the player to move seals a move; he may change it until he stops the clocks, and one made on the board is the sealed one.",
            "В конце сеанса игрок при своём ходе записывает ход в конверт; до остановки часов он может его изменить, а сделанный на доске и есть записанный.",
            "Наприкінці сеансу гравець на ході записує хід у конверт; до зупинки годинника він може його змінити, а зроблений на дошці і є записаним.",
        ),
        (
            "I.2",
            "On the envelope stand the players, the position before the sealed move, both times, who sealed, the move's number, a pending draw offer, and when and where play goes on.",
            "На конверте — игроки, позиция до записанного хода, оба времени, кто и который ход записал, предложение ничьей, когда и где доигрывание.",
            "На конверті — гравці, позиція перед записаним ходом, обидва часи, хто і який за рахунком хід записав, пропозиція нічиєї, коли й де дограють.",
        ),
        (
            "I.3",
            "The arbiter checks what is on the envelope and keeps it.",
            "Арбитр сверяет написанное на конверте и хранит его.",
            "Арбітр звіряє написане на конверті та зберігає його.",
        ),
        (
            "I.4",
            "A draw offered after the sealing stands until the opponent accepts or rejects it.",
            "Ничья, предложенная после записи хода, в силе, пока соперник не примет или не отклонит её.",
            "Нічия, запропонована після запису ходу, чинна, доки суперник не прийме чи не відхилить її.",
        ),
        (
            "I.5",
            "Before play goes on the position before the sealed move is set up and both clocks show the times used.",
            "Перед доигрыванием ставят позицию до записанного хода, а часы показывают израсходованное время.",
            "Перед дограванням ставлять позицію до записаного ходу, а годинник показує витрачений час.",
        ),
        (
            "I.6",
            "A draw agreed or a resignation told to the arbiter before that ends the game.",
            "Согласие на ничью или сдача, сообщённая арбитру до этого, кончает партию.",
            "Згода на нічию або здача, про яку сказано арбітрові до цього, закінчує партію.",
        ),
        (
            "I.7",
            "The envelope is opened only when the player who must reply is present.",
            "Конверт вскрывают только при игроке, который должен отвечать.",
            "Конверт відкривають лише при гравцеві, який має відповідати.",
        ),
        (
            "I.8",
            "A sealed move that is ambiguous, unreadable in its meaning or illegal loses the game.",
            "Неоднозначный, непонятный или невозможный записанный ход проигрывает партию.",
            "Неоднозначний, незрозумілий чи неможливий записаний хід програє партію.",
        ),
        (
            "I.9",
            "Whose turn it is to reply has his clock started, present or not; if the sealer is away, the reply may be sealed in a fresh envelope.",
            "Часы того, кому отвечать, пускают, пришёл он или нет; если нет записавшего, ответ можно положить в новый конверт.",
            "Годинник того, кому відповідати, пускають, прийшов він чи ні; якщо немає того, хто записав, відповідь можна покласти в новий конверт.",
        ),
        (
            "I.10",
            "Who comes after the default time loses, unless the arbiter decides otherwise or the sealed move ended the game.",
            "Пришедший после допустимого опоздания проигрывает, если арбитр не решит иначе и записанный ход не кончил партию.",
            "Хто прийшов після допустимого запізнення, програє, якщо арбітр не вирішить інакше і записаний хід не закінчив партію.",
        ),
        (
            "I.11",
            "Where the default time is not zero and both are away, the time runs on the clock of the player who must reply.",
            "Если допустимое опоздание не нулевое и нет обоих, время идёт у того, кому отвечать.",
            "Якщо допустиме запізнення не нульове і немає обох, час іде в того, кому відповідати.",
        ),
        (
            "I.12",
            "If the envelope is missing, the sealer plays the move that he says he sealed; a position that cannot be restored means a new game.",
            "Если конверт пропал, записавший делает ход, который, по его словам, записал; если позицию не восстановить, играют новую партию.",
            "Якщо конверт зник, той, хто записав, робить хід, який, за його словами, записав; якщо позицію не відновити, грають нову партію.",
        ),
        (
            "I.13",
            "A wrong time is corrected if it is pointed out before the first move; later only if the arbiter decides so.",
            "Неверное время исправляют, если указать на него до первого хода; позже — только по решению арбитра.",
            "Хибний час виправляють, якщо на нього вказати до першого ходу; пізніше — лише за рішенням арбітра.",
        ),
        (
            "I.14",
            "The arbiter's timepiece governs the session, and its start is announced beforehand.",
            "Сеансом управляют часы арбитра; о начале объявляют заранее.",
            "Сеансом керує годинник арбітра; про початок оголошують заздалегідь.",
        ),
    ),
    *chapter(
        "chess",
        ("Games without increment", "Игра без добавок времени", "Гра без надбавок часу"),
        (
            "III.1",
            "A quickplay finish is the phase in which all the moves left are made in a limited time.",
            "Быстрая игра до конца — часть партии, где все оставшиеся ходы делают за ограниченное время.",
            "Швидка гра до кінця — частина партії, де всі ходи, що лишилися, роблять за обмежений час.",
        ),
        (
            "III.2.1",
            "These guidelines hold only at events that announced them beforehand.",
            "Эти указания действуют, только если о них объявили заранее.",
            "Ці вказівки чинні, лише якщо про них оголосили заздалегідь.",
        ),
        (
            "III.2.2",
            "They are for standard and rapid games without increment, not for blitz.",
            "Они для классических и быстрых партий без добавок, не для блица.",
            "Вони для класичних і швидких партій без надбавок, не для бліцу.",
        ),
        (
            "III.3.1",
            "Both flags down and the order unknown: drawn in the last period, else play goes on.",
            "Упали оба флажка, порядок неизвестен: в последнем периоде ничья, иначе играют дальше.",
            "Упали обидва прапорці, порядок невідомий: в останньому періоді нічия, інакше грають далі.",
        ),
        (
            "III.4",
            "Under two minutes the player to move may ask for five seconds a move for both, which offers a draw; refused and granted, it gives his opponent two minutes.",
            "При остатке менее двух минут игрок при своём ходе может просить по пять секунд на ход обоим, и это предложение ничьей; если её отклонили, а арбитр согласен, соперник получает две минуты.",
            "Коли лишилося менш як дві хвилини, гравець на ході може просити по п'ять секунд на хід обом, і це пропозиція нічиєї; якщо її відхилено, а арбітр згоден, суперник дістає дві хвилини.",
        ),
        (
            "III.5",
            "Else, under two minutes, the player to move may claim a draw because the opponent cannot or does not try to win by normal means.",
            "Иначе, при остатке менее двух минут, игрок при своём ходе вправе требовать ничью,"
            " если соперник не может или не старается выиграть.",
            "Інакше, коли лишилося менш як дві хвилини, гравець на ході вправі вимагати нічию,"
            " якщо суперник не може або не намагається виграти.",
        ),
        (
            "III.5.1",
            "If the arbiter agrees, the game is drawn; otherwise he puts the decision off or rejects the claim.",
            "Если арбитр согласен, партия ничья; иначе он откладывает решение или отклоняет требование.",
            "Якщо арбітр згоден, партія нічийна; інакше він відкладає рішення або відхиляє вимогу.",
        ),
        (
            "III.5.2",
            "Put off, the opponent may get two minutes and the arbiter watches; he decides at the latest once a flag has fallen.",
            "При отсрочке соперник может получить две минуты, арбитр следит и решает не позже падения флажка.",
            "У разі відстрочення суперник може дістати дві хвилини, арбітр стежить і вирішує не пізніше падіння прапорця.",
        ),
        (
            "III.5.3",
            "Rejected, the opponent gets two minutes more.",
            "При отказе соперник получает ещё две минуты.",
            "У разі відмови суперник дістає ще дві хвилини.",
        ),
    ),
)
