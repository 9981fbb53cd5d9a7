"""FIDE Laws 2023, arts 4–7: touching, the end of a game, the clock, irregularities."""

# ruff: noqa: E501, ISC004

from __future__ import annotations

from core.law.books.shelf import chapter

ARTICLES = (
    *chapter(
        "chess",
        ("Moving the pieces", "Касание и ход", "Дотик і хід"),
        ("4.1", "A move is made with one hand.", "Ход делают одной рукой.", "Хід роблять однією рукою."),
        (
            "4.2.1",
            "The player to move may adjust pieces if he says so first.",
            "Игрок при своём ходе может поправить фигуры, предупредив об этом.",
            "Гравець під час свого ходу може поправити фігури, попередивши про це.",
        ),
        (
            "4.2.2",
            "Any other contact with a piece, but by evident accident, is intended.",
            "Любое иное касание, кроме явно случайного, считается намеренным.",
            "Будь-який інший дотик, крім явно випадкового, вважається навмисним.",
        ),
        (
            "4.3",
            "Pieces touched on purpose must be moved or taken.",
            "Намеренно тронутыми фигурами ходят, а чужие бьют.",
            "Навмисно торкнутими фігурами ходять, а чужі б'ють.",
        ),
        (
            "4.3.1",
            "Of one's own pieces the first touched that can move must move.",
            "Из своих фигур ходят первой тронутой, которая может пойти.",
            "Зі своїх фігур ходять першою торкнутою, яка може піти.",
        ),
        (
            "4.3.2",
            "Of the opponent's pieces the first touched that can be taken must be taken.",
            "Из чужих фигур бьют первую тронутую, которую можно взять.",
            "З чужих фігур б'ють першу торкнуту, яку можна взяти.",
        ),
        (
            "4.3.3",
            "With one of each colour, the own one takes the other, or the first that can be moved or taken is.",
            "Если тронуты своя и чужая, своя бьёт чужую, иначе — первая, которой можно пойти или которую можно взять.",
            "Якщо торкнуто свою й чужу, своя б'є чужу, інакше — перша, якою можна піти або яку можна взяти.",
        ),
        (
            "4.4.1",
            "King and then rook touched: castling on that side, if it is legal.",
            "Тронуты король и затем ладья: рокировка в эту сторону, если возможна.",
            "Торкнуто короля, потім туру: рокіровка в цей бік, якщо можлива.",
        ),
        (
            "4.4.2",
            "Rook and then king touched: no castling on that side on this move.",
            "Тронуты ладья и затем король: рокировки в эту сторону на этом ходу нет.",
            "Торкнуто туру, потім короля: рокіровки в цей бік на цьому ході немає.",
        ),
        (
            "4.4.3",
            "If the intended castling is illegal, the king makes another legal move or castles on the other side.",
            "Если задуманная рокировка невозможна, король ходит иначе или рокирует в другую сторону.",
            "Якщо задумана рокіровка неможлива, король ходить інакше або рокірує в інший бік.",
        ),
        (
            "4.4.4",
            "In promotion the choice is final when the new piece touches its square.",
            "При превращении выбор окончателен, когда фигура коснулась поля.",
            "Під час перетворення вибір остаточний, коли фігура торкнулася поля.",
        ),
        (
            "4.5",
            "If no touched piece can be moved or taken, any legal move will do.",
            "Если тронутыми нельзя ни пойти, ни взять, делают любой возможный ход.",
            "Якщо торкнутими не можна ні піти, ні взяти, роблять будь-який можливий хід.",
        ),
        (
            "4.6",
            "How a promotion is carried out on the board.",
            "Как превращение выполняют на доске.",
            "Як перетворення виконують на дошці.",
        ),
        (
            "4.7",
            "A piece let go on a square as a legal move stays there.",
            "Фигура, отпущенная на поле возможным ходом, там и остаётся.",
            "Фігура, відпущена на полі можливим ходом, там і лишається.",
        ),
        (
            "4.8",
            "A player who has touched a piece can no longer claim a breach of this article.",
            "Коснувшийся фигуры уже не может заявить о нарушении этой статьи.",
            "Хто торкнувся фігури, вже не може заявити про порушення цієї статті.",
        ),
        (
            "4.9",
            "A player who cannot move the pieces has an assistant.",
            "Игроку, который не может двигать фигуры, дают помощника.",
            "Гравцеві, який не може рухати фігури, дають помічника.",
        ),
    ),
    *chapter(
        "chess",
        ("Completion of the game", "Окончание партии", "Закінчення партії"),
        (
            "5.1.1",
            "Checkmate by a legal move ends and wins the game.",
            "Мат возможным ходом кончает и выигрывает партию.",
            "Мат можливим ходом закінчує й виграє партію.",
        ),
        (
            "5.1.2",
            "Resignation loses, or draws where the opponent could never mate.",
            "Сдача проигрывает или даёт ничью, если соперник никак не может дать мат.",
            "Здача програє або дає нічию, якщо суперник ніяк не може дати мат.",
        ),
        ("5.2.1", "Stalemate is a draw at once.", "Пат — сразу ничья.", "Пат — одразу нічия."),
        (
            "5.2.2",
            "A position in which nobody can ever mate is a draw at once.",
            "Позиция, где мат невозможен никому, — сразу ничья.",
            "Позиція, де мат неможливий нікому, — одразу нічия.",
        ),
        (
            "5.2.3",
            "The players may agree on a draw once both have made a move.",
            "Игроки могут согласиться на ничью, когда каждый сделал ход.",
            "Гравці можуть погодитися на нічию, коли кожен зробив хід.",
        ),
    ),
    *chapter(
        "chess",
        ("The chess clock", "Часы", "Годинник"),
        (
            "6.2.1",
            "A move is completed by stopping one's own clock and starting the opponent's.",
            "Ход завершён, когда свои часы остановлены, а часы соперника пущены.",
            "Хід завершено, коли свій годинник зупинено, а суперників пущено.",
        ),
        (
            "6.2.3",
            "The clock is pressed with the hand that moved.",
            "Часы нажимают той рукой, которой сделан ход.",
            "Годинник натискають тією рукою, якою зроблено хід.",
        ),
        (
            "6.2.4",
            "The clock is handled properly; hitting or lifting it is penalised.",
            "С часами обращаются бережно; бить и поднимать их наказуемо.",
            "З годинником поводяться обережно; бити й піднімати його карається.",
        ),
        (
            "6.3",
            "The moves of a period are made in its time; saved time is kept.",
            "Ходы периода делают за его время; сбережённое сохраняется.",
            "Ходи періоду роблять за його час; заощаджене зберігається.",
        ),
        (
            "6.4",
            "After a flag has fallen it is checked whether enough moves were made.",
            "После падения флажка проверяют число сделанных ходов.",
            "Після падіння прапорця перевіряють число зроблених ходів.",
        ),
        (
            "6.5",
            "The arbiter says where the clock stands.",
            "Где стоят часы, решает арбитр.",
            "Де стоїть годинник, вирішує арбітр.",
        ),
        (
            "6.6",
            "At the start White's clock is started.",
            "С началом игры пускают часы белых.",
            "З початком гри пускають годинник білих.",
        ),
        (
            "6.7.1",
            "Whoever comes after the default time loses, unless the arbiter decides otherwise;"
            " it is zero where the event sets none.",
            "Пришедший после допустимого времени проигрывает, если арбитр не решит иначе;"
            " не заданное событием время равно нулю.",
            "Хто прийшов після дозволеного часу, програє, якщо арбітр не вирішить інакше;"
            " не заданий подією час дорівнює нулю.",
        ),
        (
            "6.7.2",
            "If neither is there and the default time is not zero, White loses the time until he comes.",
            "Если нет обоих, а время не нулевое, белые теряют его до своего прихода.",
            "Якщо немає обох, а час не нульовий, білі втрачають його до свого приходу.",
        ),
        (
            "6.8",
            "A flag has fallen when the arbiter sees it or a player rightly claims it.",
            "Флажок упал, когда это увидел арбитр или верно заявил игрок.",
            "Прапорець упав, коли це побачив арбітр або слушно заявив гравець.",
        ),
        (
            "6.9",
            "Missing the control loses, or draws where the opponent could never mate.",
            "Просрочка проигрывает или даёт ничью, если соперник никак не может дать мат.",
            "Прострочення програє або дає нічию, якщо суперник ніяк не може дати мат.",
        ),
        (
            "6.10.1",
            "What the clock shows is conclusive unless it is evidently defective; then the arbiter replaces it.",
            "Показания часов окончательны, если нет явного дефекта; тогда арбитр их меняет.",
            "Покази годинника остаточні, якщо немає явного дефекту; тоді арбітр його міняє.",
        ),
        (
            "6.10.2",
            "A wrong setting is corrected as soon as it is found.",
            "Неверную установку исправляют, как только её нашли.",
            "Хибне встановлення виправляють, щойно його знайшли.",
        ),
        (
            "6.11.1",
            "For an interruption the arbiter stops the clocks.",
            "Для перерыва арбитр останавливает часы.",
            "Для перерви арбітр зупиняє годинник.",
        ),
        (
            "6.11.2",
            "A player stops the clocks only to call the arbiter.",
            "Игрок останавливает часы только чтобы позвать арбитра.",
            "Гравець зупиняє годинник лише щоб покликати арбітра.",
        ),
        (
            "6.11.3",
            "The arbiter says when play goes on.",
            "Когда играть дальше, решает арбитр.",
            "Коли грати далі, вирішує арбітр.",
        ),
        (
            "6.11.4",
            "Who stops the clocks for the arbiter without a good reason is penalised.",
            "Кто останавливает часы и зовёт арбитра без причины, того наказывают.",
            "Хто зупиняє годинник і кличе арбітра без причини, того карають.",
        ),
        (
            "6.12",
            "Screens may show the game, but no claim rests on them.",
            "Экраны могут показывать партию, но заявлений по ним не делают.",
            "Екрани можуть показувати партію, але заяв за ними не роблять.",
        ),
    ),
    *chapter(
        "chess",
        ("Irregularities", "Нарушения", "Порушення"),
        (
            "7.1",
            "After an irregularity that needs it, the earlier position comes back with times set by the arbiter.",
            "При нарушении, если нужно, возвращают прежнюю позицию, а время ставит арбитр.",
            "За порушення, якщо треба, повертають попередню позицію, а час ставить арбітр.",
        ),
        (
            "7.2.1",
            "A wrong initial position cancels the game, and a new one is played.",
            "Неверная начальная позиция отменяет партию, играют новую.",
            "Хибна початкова позиція скасовує партію, грають нову.",
        ),
        (
            "7.2.2",
            "If only the board lies wrongly, the position is moved to a right one and play goes on.",
            "Если неверно лежит лишь доска, позицию переносят и играют дальше.",
            "Якщо хибно лежить лише дошка, позицію переносять і грають далі.",
        ),
        (
            "7.3",
            "Reversed colours mean a new game under ten moves by both; later play goes on.",
            "Обратные цвета до десяти ходов обоих — новая партия, позже играют дальше.",
            "Переплутані кольори до десяти ходів обох — нова партія, пізніше грають далі.",
        ),
        (
            "7.4.1",
            "Whoever displaces pieces puts them right in his own time.",
            "Сдвинувший фигуры ставит их на место в своё время.",
            "Хто зсунув фігури, ставить їх на місце у свій час.",
        ),
        (
            "7.4.2",
            "Either player may stop the clocks for that and call the arbiter.",
            "Любой игрок может остановить часы и позвать арбитра.",
            "Будь-який гравець може зупинити годинник і покликати арбітра.",
        ),
        (
            "7.4.3",
            "The arbiter may penalise whoever displaced the pieces.",
            "Арбитр может наказать сдвинувшего фигуры.",
            "Арбітр може покарати того, хто зсунув фігури.",
        ),
        (
            "7.5.1",
            "An illegal move once completed is taken back to the position before it.",
            "Завершённый невозможный ход берут назад, возвращая позицию до него.",
            "Завершений неможливий хід беруть назад, повертаючи позицію до нього.",
        ),
        (
            "7.5.2",
            "A pawn left on the last rank becomes a queen, and the move counts as illegal.",
            "Пешка, оставленная на последней горизонтали, становится ферзём, а ход невозможен.",
            "Пішак, залишений на останній горизонталі, стає ферзем, а хід неможливий.",
        ),
        (
            "7.5.3",
            "Pressing the clock without a move counts as an illegal move.",
            "Нажатие часов без хода считается невозможным ходом.",
            "Натискання годинника без ходу вважається неможливим ходом.",
        ),
        (
            "7.5.4",
            "Using both hands for a move and pressing counts as an illegal move.",
            "Ход двумя руками с нажатием часов считается невозможным.",
            "Хід двома руками з натисканням годинника вважається неможливим.",
        ),
        (
            "7.5.5",
            "The first illegal move gives the opponent two minutes, the second loses, or draws where he could never mate.",
            "Первый невозможный ход даёт сопернику две минуты, второй проигрывает или, если мат невозможен, даёт ничью.",
            "Перший неможливий хід дає суперникові дві хвилини, другий програє або, якщо мат неможливий, дає нічию.",
        ),
        (
            "7.6",
            "If pieces are found out of place, the position before that comes back, or the last one that is certain.",
            "Если фигуры оказались не на местах, возвращают позицию до этого или последнюю достоверную.",
            "Якщо фігури опинилися не на місцях, повертають позицію до цього або останню достовірну.",
        ),
    ),
)
