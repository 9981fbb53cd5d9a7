"""Tavreli, arts 1–5: the board, the pieces, touching, the end of a game."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "tavreli",
        ("The game", "Игра", "Гра"),
        (
            "1.1",
            "White begins, and the turn passes to the other player once a move is completed.",
            "Начинают белые; очередь хода переходит к другому игроку, когда ход завершён.",
            "Починають білі; черга ходу переходить до іншого гравця, коли хід завершено.",
        ),
        (
            "1.2",
            "Whoever attacks the opponent's volhv so that nothing can save it has mated and won.",
            "Кто напал на волхва соперника так, что спасти его нельзя, тот поставил мат и выиграл.",
            "Хто напав на волхва суперника так, що врятувати його не можна, той поставив мат і виграв.",
        ),
    ),
    *chapter(
        "tavreli",
        ("The initial position", "Начальная позиция", "Початкова позиція"),
        (
            "2.1",
            "The board has eight by eight squares and lies with a light corner at each player's right hand.",
            "На доске восемь на восемь полей, и светлый угол лежит справа от каждого игрока.",
            "На дошці вісім на вісім полів, і світлий кут лежить праворуч від кожного гравця.",
        ),
        (
            "2.3",
            "Each side has sixteen pieces: a volhv, a knyaz, two ratoborets, two luchniks, two vsadniks, eight ratniks.",
            "У каждой стороны шестнадцать таврелей: волхв, князь, по два ратоборца, лучника и всадника, восемь ратников.",
            "У кожної сторони шістнадцять таврелей: волхв, князь, по два ратоборці, лучники й вершники, вісім ратників.",
        ),
        (
            "2.4",
            "The pieces are set up as in chess, the knyaz beside the volhv on the d-file.",
            "Таврели расставляются как в шахматах, князь рядом с волхвом на вертикали d.",
            "Таврелі розставляють як у шахах, князь поряд із волхвом на вертикалі d.",
        ),
        (
            "2.5",
            "A ratnik stands before the piece whose sign it bears; the one before the volhv bears the helgi's.",
            "Ратник стоит перед той таврелью, знак которой несёт; тот, что перед волхвом, несёт знак хелги.",
            "Ратник стоїть перед тією таврелею, знак якої несе; той, що перед волхвом, несе знак хелгі.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Moves of the pieces", "Ходы таврелей", "Ходи таврелей"),
        (
            "3.1",
            "Nothing leaves the board and nothing but the vsadnik jumps; any piece may be stood on, except a volhv.",
            "Ничто не снимается с доски, и прыгает только всадник; встать можно на любую таврель, кроме волхва.",
            "Ніщо не знімають з дошки, і стрибає лише вершник; стати можна на будь-яку таврелю, крім волхва.",
        ),
        (
            "3.2",
            "A tower moves as its top piece does, whole or parted in two; what stays behind acts at once.",
            "Башня ходит как её верхняя таврель, целиком или разделённая на две; оставшаяся часть действует сразу.",
            "Вежа ходить як її верхня таврель, цілою або поділеною на дві; частина, що лишилася, діє одразу.",
        ),
        (
            "3.3",
            "The knyaz goes any distance along ranks, files and diagonals.",
            "Князь ходит на любое расстояние по вертикалям, горизонталям и диагоналям.",
            "Князь ходить на будь-яку відстань вертикалями, горизонталями й діагоналями.",
        ),
        (
            "3.4",
            "The ratoborets goes any distance along ranks and files.",
            "Ратоборец ходит на любое расстояние по вертикалям и горизонталям.",
            "Ратоборець ходить на будь-яку відстань вертикалями й горизонталями.",
        ),
        (
            "3.5",
            "The luchnik goes any distance along diagonals.",
            "Лучник ходит на любое расстояние по диагоналям.",
            "Лучник ходить на будь-яку відстань діагоналями.",
        ),
        (
            "3.6",
            "The vsadnik leaps to the nearest squares that are on none of its lines, over whatever stands between.",
            "Всадник прыгает на ближайшие поля вне своих линий, что бы ни стояло на пути.",
            "Вершник стрибає на найближчі поля поза своїми лініями, хоч би що стояло на шляху.",
        ),
        (
            "3.7",
            "A ratnik steps forward, two squares at first, onto empty or own squares, takes prisoner diagonally,"
            " and on the last rank becomes the piece whose sign it bears.",
            "Ратник шагает вперёд, в первый раз и на два поля, на пустые или свои поля, пленит наискось"
            " и на последней горизонтали превращается в таврель своего знака.",
            "Ратник крокує вперед, уперше й на два поля, на порожні або свої поля, полонить навскіс"
            " і на останній горизонталі перетворюється на таврелю свого знака.",
        ),
        (
            "3.8",
            "The helgi moves as a knyaz or as a vsadnik.",
            "Хелги ходит как князь или как всадник.",
            "Хелгі ходить як князь або як вершник.",
        ),
        (
            "3.9",
            "The volhv goes to any neighbouring square that is not attacked and may castle;"
            " no move may leave one's own volhv attacked.",
            "Волхв ходит на любое соседнее неатакованное поле и может рокировать;"
            " нельзя оставлять своего волхва под ударом.",
            "Волхв ходить на будь-яке сусіднє неатаковане поле й може рокірувати;"
            " не можна лишати свого волхва під ударом.",
        ),
    ),
    *chapter(
        "tavreli",
        ("Touching and moving", "Касание и ход", "Дотик і хід"),
        (
            "4.1",
            "Whoever says so first may adjust pieces on their squares in his turn.",
            "Предупредив об этом, игрок при своём ходе может поправить таврели на их полях.",
            "Попередивши про це, гравець під час свого ходу може поправити таврелі на їхніх полях.",
        ),
        (
            "4.2",
            "Whoever touches pieces on purpose must move the first one touched.",
            "Кто намеренно коснулся таврелей, ходит первой из тронутых.",
            "Хто навмисно торкнувся таврелей, ходить першою з торкнутих.",
        ),
        (
            "4.3",
            "A ratoborets touched before the volhv bars castling; a volhv touched first castles or moves if it can.",
            "Ратоборец, тронутый раньше волхва, исключает рокировку; тронутый первым волхв рокирует или ходит, если может.",
            "Ратоборець, торкнутий раніше за волхва, виключає рокіровку; волхв, торкнутий першим, рокірує або ходить, якщо може.",
        ),
        (
            "4.4",
            "If no touched piece can move, the player is free to choose.",
            "Если ни одна тронутая таврель не может пойти, игрок свободен в выборе.",
            "Якщо жодна торкнута таврель не може піти, гравець вільний у виборі.",
        ),
        (
            "4.5",
            "A breach can be claimed until the claimant touches a piece himself; a piece let go on its square stays there.",
            "О нарушении можно заявить, пока заявитель сам не коснулся таврели; отпущенная на поле таврель остаётся на нём.",
            "Про порушення можна заявити, доки заявник сам не торкнувся таврелі; відпущена на полі таврель лишається на ньому.",
        ),
    ),
    *chapter(
        "tavreli",
        ("The end of the game", "Окончание партии", "Закінчення партії"),
        (
            "5.1",
            "Mate wins, and so does the opponent's resignation; either ends the game at once.",
            "Мат выигрывает, как и сдача соперника; и то и другое сразу кончает партию.",
            "Мат виграє, як і здача суперника; і те й інше одразу закінчує партію.",
        ),
        (
            "5.2",
            "A player without a move whose volhv is not attacked is stalemated: drawn at once.",
            "Если ходов нет, а волхв не под шахом, это пат: сразу ничья.",
            "Якщо ходів немає, а волхв не під шахом, це пат: одразу нічия.",
        ),
        (
            "5.3",
            "The players may agree on a draw, which ends the game at once.",
            "Игроки могут согласиться на ничью, и партия сразу кончается.",
            "Гравці можуть погодитися на нічию, і партія одразу закінчується.",
        ),
        (
            "5.4",
            "A position that stands for the third time can be claimed as a draw.",
            "Позиция, возникшая в третий раз, даёт право требовать ничью.",
            "Позиція, що постала втретє, дає право вимагати нічию.",
        ),
        (
            "5.5",
            "Fifty moves by each without a ratnik moved or a tower built can be claimed as a draw.",
            "Пятьдесят ходов каждого без движения ратников и новых башен дают право требовать ничью.",
            "П'ятдесят ходів кожного без руху ратників і нових веж дають право вимагати нічию.",
        ),
    ),
)
