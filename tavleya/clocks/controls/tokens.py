"""Tokenizer for time controls: words and signs in three languages."""

import re
from dataclasses import dataclass

_SIGNS = str.maketrans({"′": "'", "’": "'", "‘": "'", "`": "'", "″": '"', "”": '"', "“": '"'})

_WORDS = {
    "h": "h hour hours ч час часа часов год година години годин",
    "m": "' m min mins minute minutes м мин минута минуты минут хв хвилина хвилини хвилин",
    "s": '" s sec secs second seconds с сек секунда секунды секунд секунди',
    "moves": "move moves mv ход хода ходов ходи ходів",
    "all": "g sd game",
    "d": "d delay задержка затримка",
    "b": "b bronstein бронштейн бронштейна",
    "f": "f fischer increment inc фишер фишера фішер фішера",
    ";": "then затем потом потім далі",
    "/": "in за",
}
_KIND = {word: kind for kind, words in _WORDS.items() for word in words.split()}

# Words that repeat the meaning of the order of terms.
_PER_MOVE = re.compile(
    r"(?:\b(?:на|за|per|a|each|every|каждый|кожен|кожний)\s+)+(?:ход|хід|move)\b|/\s*(?:ход|хід|move)\b"
)
_TO_THE_END = re.compile(
    r"\bдо\s+(?:конца|кінця)(?:\s+(?:партии|партії))?|\b(?:to|for)\s+the\s+(?:end|rest)(?:\s+of\s+the\s+game)?"
)
_FROM_MOVE_ONE = re.compile(
    r"(?:\b(?:начиная|починаючи|starting)\s+)?\b(?:(?:с|со|з|із)\s+(?:1|первого|першого)(?:-го)?\s+(?:хода|ходу)"
    r"|from\s+move\s+(?:1|one))\b"
)
_TOKEN = re.compile(r"(\d{1,9})|([^\W\d_]+)|(\s*\+\s*)|(\s+)|(.)")


@dataclass(frozen=True, slots=True)
class ControlToken:
    """`kind`: `number`, a sign, or a key of the table above; `?` for an unknown word.

    `spaced`: a plus sign has spaces.
    """

    kind: str
    value: int = 0
    spaced: bool = False


def tokens_of(text: str) -> tuple[list[ControlToken], bool]:
    """Return the tokens of a case-folded text, and whether it says that the bonus counts from the first move on."""
    text = text.translate(_SIGNS).replace("''", '"')
    text, from_move_one = _FROM_MOVE_ONE.subn(" ", text)
    text = _TO_THE_END.sub(" ", _PER_MOVE.sub(" ", text)).strip()
    tokens = []
    for match in _TOKEN.finditer(text):
        number, word, plus, space, sign = match.groups()
        if number:
            tokens.append(ControlToken("number", int(number)))
        elif word:
            tokens.append(ControlToken(_KIND.get(word, "?")))
        elif plus:
            tokens.append(ControlToken("+", spaced=plus[0].isspace() and plus[-1].isspace()))
        elif sign == ".":
            continue  # the point of an abbreviation
        elif not space:
            tokens.append(ControlToken(_KIND.get(sign, sign if sign in "/:;," else "?")))
    return tokens, bool(from_move_one)
