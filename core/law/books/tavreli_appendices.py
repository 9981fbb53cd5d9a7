"""Tavreli, the appendices: adjourned games (A), rapid (B), blitz (V), notation (G)."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "tavreli",
        ("Adjourned games", "Отложенные партии", "Відкладені партії"),
        (
            "A.1",
            "At the end of the session the player to move seals his move and stops the clocks;"
            " one played on the board instead is the sealed move.",
            "В конце тура игрок при своём ходе записывает секретный ход и останавливает часы;"
            " сыгранный на доске ход и есть записанный.",
            "Наприкінці туру гравець під час свого ходу записує таємний хід і зупиняє годинник;"
            " зіграний на дошці хід і є записаним.",
        ),
        (
            "A.2",
            "The envelope shows names, position, times used, who sealed and at which move, a draw offer, when and where.",
            "На конверте — имена, позиция, время, кто и какой по счёту ход записал, предложение ничьей, когда и где играть.",
            "На конверті — імена, позиція, час, хто і який за ліком хід записав, пропозиція нічиєї, коли й де грати.",
        ),
        (
            "A.3",
            "The arbiter checks the envelope and keeps it.",
            "Арбитр проверяет конверт и хранит его.",
            "Арбітр перевіряє конверт і зберігає його.",
        ),
        (
            "A.4",
            "A draw offered after the sealing stands until it is answered.",
            "Предложение ничьей после записи хода в силе до ответа.",
            "Пропозиція нічиєї після запису ходу чинна до відповіді.",
        ),
        (
            "A.5",
            "Before resumption the position and the times of the envelope are set.",
            "Перед доигрыванием ставят позицию и время с конверта.",
            "Перед дограванням ставлять позицію й час з конверта.",
        ),
        (
            "A.6",
            "Agreement or resignation before the resumption ends the game.",
            "Согласие на ничью или сдача до доигрывания кончает партию.",
            "Згода на нічию або здача до догравання закінчує партію.",
        ),
        (
            "A.7",
            "The envelope is opened in the presence of the player who must reply.",
            "Конверт вскрывают при игроке, который должен отвечать.",
            "Конверт розкривають у присутності гравця, який має відповідати.",
        ),
        (
            "A.8",
            "A sealed move that is ambiguous, unclear or impossible loses.",
            "Неоднозначный, неясный или невозможный записанный ход проигрывает.",
            "Неоднозначний, неясний або неможливий записаний хід програє.",
        ),
        (
            "A.9",
            "Play resumes with whoever is there: the replying player has it opened; if he is away his clock runs;"
            " if the sealer is away the other may seal his reply.",
            "Доигрывание начинают присутствующие: отвечающий вскрывает конверт; без него идут его часы;"
            " без записавшего соперник может записать ответ в новый конверт.",
            "Догравання починають присутні: хто відповідає, розкриває конверт; без нього йде його годинник;"
            " без того, хто записав, суперник може записати відповідь у новий конверт.",
        ),
        (
            "A.10",
            "Whoever is more than an hour late at the resumption loses, unless the game has ended otherwise.",
            "Опоздавший к доигрыванию более чем на час проигрывает, если партия не кончилась иначе.",
            "Хто запізнився на догравання більш ніж на годину, програє, якщо партія не скінчилася інакше.",
        ),
        (
            "A.11",
            "If the envelope is lost, play goes on from the adjourned position; if that is lost too, a new game is played.",
            "Если конверт утерян, играют с отложенной позиции; если её не восстановить, играют новую партию.",
            "Якщо конверт утрачено, грають з відкладеної позиції; якщо її не відновити, грають нову партію.",
        ),
        (
            "A.12",
            "A wrong time noticed before the first move is corrected; later only if the arbiter finds it too grave.",
            "Ошибку времени, замеченную до хода, исправляют; позже — лишь если арбитр сочтёт её слишком серьёзной.",
            "Помилку часу, помічену до ходу, виправляють; пізніше — лише якщо арбітр визнає її надто серйозною.",
        ),
        (
            "A.13",
            "The session goes by the arbiter's clock and its times are announced before.",
            "Доигрывание идёт по часам арбитра, его время объявляют заранее.",
            "Догравання йде за годинником арбітра, його час оголошують заздалегідь.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Rapid play", "Быстрая игра", "Швидка гра"),
        (
            "B.1",
            "In rapid play all the moves are made in a fixed time of fifteen to sixty minutes.",
            "В быстрой игре все ходы делают за время от пятнадцати до шестидесяти минут.",
            "У швидкій грі всі ходи роблять за час від п'ятнадцяти до шістдесяти хвилин.",
        ),
        (
            "B.2",
            "The general rules hold where these do not replace them.",
            "Общие правила действуют там, где эти их не заменяют.",
            "Загальні правила чинні там, де ці їх не замінюють.",
        ),
        (
            "B.3",
            "Moves need not be written down.",
            "Записывать ходы не обязательно.",
            "Записувати ходи не обов'язково.",
        ),
        (
            "B.4",
            "After three moves by each nothing can be claimed about set-up, board or clock setting.",
            "После трёх ходов каждого нельзя заявить о расстановке, доске или установке часов.",
            "Після трьох ходів кожного не можна заявити про розставлення, дошку чи встановлення годинника.",
        ),
        (
            "B.5",
            "On touch-move and the quickplay finish the arbiter acts only when a player claims.",
            "По касанию и быстрой игре до конца арбитр решает только по заявлению игрока.",
            "Щодо дотику й швидкої гри до кінця арбітр вирішує лише за заявою гравця.",
        ),
        (
            "B.6",
            "A flag has fallen when a player claims it; the arbiter does not announce it.",
            "Флажок считается упавшим по заявлению игрока; арбитр об этом не объявляет.",
            "Прапорець уважається таким, що впав, за заявою гравця; арбітр про це не оголошує.",
        ),
        (
            "B.7",
            "Whoever claims a win on time stops the clocks and tells the arbiter, with his own flag still up.",
            "Заявляющий о выигрыше по времени останавливает часы и зовёт арбитра, пока его флажок не упал.",
            "Хто заявляє про виграш за часом, зупиняє годинник і кличе арбітра, доки його прапорець не впав.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Blitz", "Блиц", "Бліц"),
        (
            "V.1",
            "In blitz all the moves are made in less than fifteen minutes.",
            "В блице все ходы делают менее чем за пятнадцать минут.",
            "У бліці всі ходи роблять менш ніж за п'ятнадцять хвилин.",
        ),
        (
            "V.2",
            "The rules of rapid play hold where these do not replace them.",
            "Правила быстрой игры действуют там, где эти их не заменяют.",
            "Правила швидкої гри чинні там, де ці їх не замінюють.",
        ),
        (
            "V.3",
            "After an illegal move and the press the opponent may claim the win before he replies; a reply lets it stand.",
            "После невозможного хода и нажатия часов соперник до ответа вправе требовать выигрыш; ответ оставляет ход в силе.",
            "Після неможливого ходу й натискання годинника суперник до відповіді вправі вимагати виграш;"
            " відповідь лишає хід чинним.",
        ),
        (
            "V.4",
            "There is no claim of a draw under 10.2.",
            "Требовать ничью по 10.2 нельзя.",
            "Вимагати нічию за 10.2 не можна.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Notation", "Нотация", "Нотація"),
        (
            "G.1",
            "Files are named by the Russian letters from а to з or by the Latin ones from a to h.",
            "Вертикали называют русскими буквами от а до з или латинскими от a до h.",
            "Вертикалі називають російськими літерами від а до з або латинськими від a до h.",
        ),
        (
            "G.2",
            "Ranks are numbered from 1 to 8, beginning on White's side.",
            "Горизонтали нумеруются от 1 до 8, считая со стороны белых.",
            "Горизонталі нумерують від 1 до 8, рахуючи з боку білих.",
        ),
        (
            "G.4",
            "A move is written as the square of departure, a dash and the square of arrival.",
            "Ход записывают полем отправления, тире и полем прибытия.",
            "Хід записують полем відправлення, тире і полем прибуття.",
        ),
        (
            "G.6",
            "When a tower is parted, the number of pieces lifted stands in brackets before the move.",
            "При делении башни перед ходом в скобках пишут, сколько таврелей снято.",
            "Коли вежу ділять, перед ходом у дужках пишуть, скільки таврелей знято.",
        ),
        (
            "G.7",
            "A position lists every occupied square, and for a tower its height and its pieces from the top.",
            "В записи позиции называют все занятые поля, а для башни — её высоту и таврели сверху вниз.",
            "У записі позиції називають усі зайняті поля, а для вежі — її висоту й таврелі згори вниз.",
        ),
        (
            "G.modern",
            "Today only Latin squares are used, towers are not marked, and the number lifted follows in brackets.",
            "Сегодня пишут только латиницей, башни не отмечают, а число снятых таврелей ставят в скобках после хода.",
            "Сьогодні пишуть лише латиницею, веж не позначають, а число знятих таврелей ставлять у дужках після ходу.",
        ),
    ),
)
