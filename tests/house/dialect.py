"""Counter of unclear names and phrases that plain technical English avoids.

Identifiers and docstrings are read with `ast`, comments with `tokenize`; comments of JavaScript, CSS and HTML and the text
of Markdown count too, code spans and blocks do not.  A name counts once in each function or class that binds it.  A line
with `dialect: allow` is skipped.
"""

import ast
import fnmatch
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.house.size import tracked

SKIPPED_FOLDERS = {".git", ".venv", "node_modules", "vendor", "migrations", "locale", "__pycache__", "ru", "uk"}
SKIPPED_FILES = ("*/tests/data/*", "*tests/setup/test_wording.py", "*/requirements*.txt", "*english.md", "*dialect.py")
SUFFIXES = {".py", ".js", ".mjs", ".css", ".html", ".md"}

PARTICIPLES = [
    "told", "said", "heard", "found", "kept", "made", "asked", "given", "held", "brought", "meant", "known",
    "shown", "gone",
]  # fmt: skip
PRONOUNS = [
    "one", "ones", "those", "these", "theirs", "ours", "mine", "nobody", "somebody", "everybody", "anybody",
    "whoever", "whom",
]  # fmt: skip
QUESTIONS = ["who", "what", "why", "where", "how", "whose", "which"]
ADVERBS = ["here", "there", "again", "besides", "anew"]
FUNCTIONS = [
    *PARTICIPLES, *PRONOUNS, *QUESTIONS,
    *["of", "by", "drawn", "written", "opened", "named", "listed", "whole", "refused"],
]  # fmt: skip

#: Patterns of names, with the advice for each.
NAMES = {
    "name:one": "the name of the thing: registration, board, row; a, b for two of a kind",
    "name:pronoun": "a noun",
    "name:participle": "the noun: match, result, payload, form_data, created, requested",
    "name:question": "reason, source, location, owner",
    "name:adverb": "is_present, retry, ...",
    "name:exception": "error; in tests excinfo",
    "name:enumerate-at": "index",
    "name:words-str": "text, label",
    "function:participle": "a verb: describe, find, parse; or a noun for a property",
    "function:of": "from_<source> for constructors, <noun>_for for look-ups",
    "function:question": "a noun or a verb: refusal_reason, describe_place",
    "class:participle": "a noun: UploadRequest, SearchResult",
    "class:shown": "<Noun>View or <Noun>Row",
    "module:dialect": "the thing that the module contains",
    "test:sentence": "subject first, the same sentence in plain words",
}
CLASSES = re.compile(
    r"_?(Asked|Found|Told|Said|Given|Kept|Held|Made|Whole|Chosen|Settled|Written|Prepared|Opened|Measured|Answered|Away|"
    r"Checked|Ranked|Paired|Restored|TakenBack|Followed|Killed|Ended|Everybody|Nobody|Somebody|Means|Way|Where|Carried)"
)
MODULES = re.compile(
    r"(^|_)(told|said|shown|whole|written|mending|happenings|hearing|staying|telling|showing|forgetting|put_right|brought|"
    r"nobody|whoever|touching|displacing|becomes)(_|$)|^test_(what|who|whose|of|where)_"
)
TESTS = re.compile(
    r"_(whoever|nobody|somebody|anybody|everybody|anew|told|becomes_of|oneself|ones_own|of_its_own|put_right|besides)(_|$)"
    r"|_(is|are|was|were)_said(_|$)|^test_(of|what|who|whom|whose|whoever|those|to_whom|to_the)_"
)
FRONTED = r"\A(?:Of|To the|To whom|By what|By whom|From what|With what|With how|As it|Where it|Beside|Besides|Those|That of|The same)\b"
_DONE = (
    "read|typed|sent|written|kept|made|given|asked|found|shown|told|said|served|stored|left|done|known|there|wrong|new|"
    "entered|changed|missing|played|recorded|drawn|meant|seen|needed|posted|printed|put|paired|lost|waiting|held|due|open"
)
#: Patterns of phrases: regular expression and advice.
PROSE = {
    "whoever": (r"\b(whoever|whomever)\b", "a noun: the caller, any user who"),
    "-body": (r"\b(nobody|somebody|anybody|everybody)\b(?! else's)", "no user, an arbiter, any user, everyone"),
    "anew": (r"\banew\b", "again; recompute, recreate, reopen"),
    "is told": (r"\b(is|are|was|were|be|been|being) told\b(?! (to|apart)\b)", "is notified, receives, gets"),
    "is said": (r"\b(is|are|was|were|be|been|being) said\b", "is reported, shown, documented"),
    "becomes of": (r"\b(what|who) (becomes?|became) of\b", "what happens to"),
    "as it stands": (r"\bas (it|they|the \w+) (stands?|stood)\b", "unchanged, current, raw"),
    "what is …": (
        rf"\bwhat(ever)? (is|are|was|were|has been|have been|can be) (yet |still |already |not |now )?({_DONE})\b",
        "the noun: the input, the stored value, the draft",
    ),
    "What … (summary)": (
        r"\A(What|Who|Whom|Whose|Where|How|Why)\b(?! (many|long|much)\b)",
        "a noun phrase or an imperative",
    ),
    "fronted (summary)": (FRONTED, "subject first"),
    "to whom": (r"\b(to|for|of|with|by|from|beside|about|on) (whom|whose|whoever)\b", "name the reader, the owner"),
    "of what": (r"\b(of|from|with|by|beside|besides|over|after|before|behind) what\b", "name the thing"),
    "where = if": (
        r"\bwhere (nobody|none|nothing|no one|there (is|are|was|were) (no|none|nothing|one)|it (is|has|does|can|was|had|cannot|did)|they (are|have|do|can|were|did)|one (is|was|has))\b",
        "if, when",
    ),
    "none where": (r"\bnone (where|at|of it|there)\b", "None if there is no ..."),
    "is no X": (
        r"(?<!\bthere )(?<!\bThere )\b(is|are|was|were) no (?!longer|more|less|fewer|later|better|worse|other|different|such|one\b|effect)[a-z]+",
        "is not a",
    ),
    "knows no": (r"\bknows? (no|none|nothing)\b", "does not depend on, has no"),
    "has none": (r"\b(has|have|had) none\b", "has no ..."),
    "of its own": (r"\bof (its|their|one's|our|his|her) own\b", "its own X, a separate X"),
    "besides": (r"\bbesides\b", "also, in addition"),
    "put right": (r"\b(put|puts|putting)( \w+)? right\b", "correct, fix"),
    "goes on": (r"\b(goes|go|going|went) on\b(?! duty)", "continues"),
    "brought in": (
        r"\b(bring|brings|brought|bringing)( \w+)? in\b|\b(take|takes|took|taken|taking) back\b",
        "import, add; undo, withdraw, retract",
    ),
    "archaic": (
        r"\b(seldom|thereof|therein|thereby|whence|lest|shall|upon|forthwith|hitherto|oneself|one's|heed\w*|mend|mends|mended|mending|ceased?|thrice)\b",
        "rarely, so that, must, on, the user's, fix, stop",
    ),
    "is to be": (r"\b(is|are|was|were) (yet )?to be\b", "must be, will be"),
    "alike": (r"(?<!\blook )(?<!\blooks )(?<!\bso )(?<!\bmuch )(?<!\bnot )\balike\b", "both, the same"),
    "stands in": (
        r"\b(stands?|stood) (in|at|on|beside|there|here|before|behind|after|under|where|outside|above|below|between|with)\b",
        "is, is in, is listed in",
    ),
    "held against": (r"\b(hold|holds|held|holding) (\w+ )?against\b", "compare with, check against"),
    "in the place of": (r"\bin the places? of\b", "instead of; replaces"),
    "for = because": (r"[,;:] for (it|they|there|nobody|he|she|we)\b", "because"),
    "the one that": (
        r"\b(the|that) ones? (that|who|of|whose|which|with)\b|\bones? (that|who|whose) (is|are|has|was|have|were|can|may)\b",
        "repeat the noun",
    ),
    "floor": (
        r"\b(floors?) (below|above|beneath|registers?)|\b(higher|lower|own|one|which|this|that|games|arbiters') floors?\b|\bfloors\b",
        "layer",
    ),
    "sight": (
        r"\b(an? )?(older|newer|earlier) sight\b|\bat the sight\b|\bupright (phone|tablet)s?",
        "an outdated page; portrait",
    ),
    "there is": (
        r"\b(everything|all|anything|whatever|anyone|everyone) there (is|are)\b(?! (no|to)\b)|\bthat there (is|are)(?= none\b|[.,;:)])",
        "all X",
    ),
}
_PROSE = {
    name: re.compile(pattern, re.IGNORECASE if r"\A" not in pattern else 0) for name, (pattern, _) in PROSE.items()
}
_CODE = re.compile(r"``.*?``|`[^`\n]*`|https?://\S+|\]\([^)\s]*\)", re.DOTALL)
_FENCES = re.compile(r"^(```|~~~)[\s\S]*?^\1|^(?: {4,}|\t).*$", re.MULTILINE)
_JS = re.compile(r"/\*.*?\*/|(?:^[ \t]*//[^\n]*\n?)+|(?<=[;{})\s])//[ ][^\n]*", re.DOTALL | re.MULTILINE)
_HTML = re.compile(r"\{#.*?#\}|<!--.*?-->|\{% comment %\}.*?\{% endcomment %\}", re.DOTALL)
_Function = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True, slots=True)
class Hit:
    """A name or phrase to replace; `kind` is identifiers, prose or docs."""

    path: str
    line: int
    kind: str
    pattern: str
    text: str


def _blank(match: re.Match[str]) -> str:
    """Blank out code, keeping its line breaks so that line numbers stay right."""
    return re.sub(r"[^\n]", " ", match.group())


def prose_hits(path: str, line: int, text: str, kind: str) -> Iterator[Hit]:
    """Yield the phrases to replace in a text that begins at `line`; a summary is matched from its first word."""
    clean = _CODE.sub(_blank, text)
    for name, pattern in _PROSE.items():
        for match in pattern.finditer(clean):
            offset = clean.count("\n", 0, match.start())
            start, end = max(0, match.start() - 50), match.end() + 60
            yield Hit(path, line + offset, kind, name, " ".join(text[start:end].split()))


def _is_predicate(node: ast.AST) -> bool:
    """Whether a function is a property or returns a bool: participles are good names for these."""
    returns = node.returns
    decorators = {getattr(d, "id", getattr(d, "attr", "")) for d in node.decorator_list}
    return bool(decorators & {"property", "cached_property"}) or (
        isinstance(returns, ast.Name) and returns.id == "bool"
    )


class Names(ast.NodeVisitor):
    """Collects the vague names that a module binds, once in each scope."""

    def __init__(self, path: str) -> None:
        self.path, self.hits, self.scopes = path, [], [set()]
        self.fields: list[set[str]] = []

    def add(self, node: ast.AST, pattern: str, name: str) -> None:
        key = (pattern, name)
        if key not in self.scopes[-1]:
            self.scopes[-1].add(key)
            self.hits.append(Hit(self.path, node.lineno, "identifiers", pattern, name))

    def variable(self, node: ast.AST, name: str, annotation: ast.AST | None = None) -> None:
        bare = name.strip("_")
        is_bool = isinstance(annotation, ast.Name) and annotation.id == "bool"
        if bare in ("one", "ones"):
            self.add(node, "name:one", name)
        elif bare in PRONOUNS:
            self.add(node, "name:pronoun", name)
        elif (
            bare in PARTICIPLES
            and not is_bool
            and not (bare == "given" and self.fields and "family" in self.fields[-1])
        ):
            self.add(node, "name:participle", name)
        elif bare in QUESTIONS:
            self.add(node, "name:question", name)
        elif bare in ADVERBS:
            self.add(node, "name:adverb", name)
        elif bare == "words" and isinstance(annotation, ast.Name) and annotation.id == "str":
            self.add(node, "name:words-str", name)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Store):
            self.variable(node, node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id == "self":
            self.variable(node, node.attr)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name):
            self.variable(node, node.target.id, node.annotation)
        elif isinstance(node.target, ast.Attribute):
            self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_arg(self, node: ast.arg) -> None:
        self.variable(node, node.arg, node.annotation)

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        if node.name and node.name not in ("error", "exc", "e", "exception", "err", "problem"):
            self.add(node, "name:exception", node.name)
        self.generic_visit(node)

    def visit_With(self, node: ast.With) -> None:
        for item in node.items:
            call, target = item.context_expr, item.optional_vars
            if (
                isinstance(call, ast.Call)
                and ast.unparse(call.func) == "pytest.raises"
                and isinstance(target, ast.Name)
            ):
                if target.id not in ("excinfo", "error", "exc_info", "info"):
                    self.add(target, "name:exception", target.id)
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        self.loop(node)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self.loop(node)
        self.generic_visit(node)

    def loop(self, node: ast.For | ast.comprehension) -> None:
        target, source = node.target, node.iter
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "enumerate":
            if isinstance(target, ast.Tuple) and isinstance(target.elts[0], ast.Name) and target.elts[0].id == "at":
                self.add(target.elts[0], "name:enumerate-at", "at")

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        bare = node.name.strip("_")
        if node.name.startswith("test_"):
            if TESTS.search(node.name):
                self.add(node, "test:sentence", node.name)
        elif not _is_predicate(node):
            if bare in ("of", "by") or node.name.lstrip("_").startswith("of_"):
                self.add(node, "function:of", node.name)
            elif bare in FUNCTIONS:
                self.add(node, "function:participle", node.name)
            elif re.match(r"_?(what|who|whom|whose|where|how|why)_", node.name):
                self.add(node, "function:question", node.name)
        self.scopes.append(set())
        self.generic_visit(node)
        self.scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_AsyncWith, visit_AsyncFor = visit_With, visit_For

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if CLASSES.fullmatch(node.name):
            self.add(node, "class:participle", node.name)
        elif re.match(r"_?Shown([A-Z]|$)", node.name):
            self.add(node, "class:shown", node.name)
        self.fields.append(
            {n.target.id for n in node.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)}
        )
        self.scopes.append(set())
        self.generic_visit(node)
        self.scopes.pop()
        self.fields.pop()


def python_hits(path: str, source: str) -> Iterator[Hit]:
    tree = ast.parse(source)
    stem = Path(path).stem
    if MODULES.search(stem):
        yield Hit(path, 1, "identifiers", "module:dialect", stem)
    names = Names(path)
    names.visit(tree)
    yield from names.hits
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, *_Function)) and (text := ast.get_docstring(node, clean=False)):
            yield from prose_hits(path, node.body[0].lineno, text.lstrip(), "prose")
    comments: list[tuple[int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            comments.append((token.start[0], re.sub(r"#:? ?|noqa\S*|type: ignore\S*", "", token.string)))
    for first, block in _blocks(comments):
        yield from prose_hits(path, first, block, "prose")


def _blocks(lines: Iterable[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Join comments on consecutive lines."""
    first, block = 0, []
    for number, text in lines:
        if block and number != first + len(block):
            yield first, "\n".join(block)
            block = []
        if not block:
            first = number
        block.append(text)
    if block:
        yield first, "\n".join(block)


def hits_in(root: Path, name: str) -> Iterator[Hit]:
    """Yield the hits in one file of the project."""
    path = root / name
    source = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".py":
        hits: Iterable[Hit] = python_hits(name, source)
    elif path.suffix == ".md":
        hits = prose_hits(name, 1, _FENCES.sub(_blank, source), "docs")
    else:
        comments = (_HTML if path.suffix == ".html" else _JS).finditer(source)
        hits = (
            hit
            for match in comments
            for hit in prose_hits(
                name, source.count("\n", 0, match.start()) + 1, re.sub(r"^[\s/*#{!<-]+", "", match.group()), "prose"
            )
        )
    lines = source.split("\n")
    return (hit for hit in hits if "dialect: allow" not in lines[min(hit.line, len(lines)) - 1])


def project_hits(root: Path) -> list[Hit]:
    """Return all hits in the files that git tracks, by path and line."""
    hits: list[Hit] = []
    for name in tracked(root):
        path = Path(name)
        if path.suffix not in SUFFIXES or SKIPPED_FOLDERS & set(path.parts[:-1]):
            continue
        if not any(fnmatch.fnmatch(f"/{name}", pattern) for pattern in SKIPPED_FILES):
            hits += hits_in(root, name)
    return sorted(hits, key=lambda hit: (hit.path, hit.line))


def advice(pattern: str) -> str:
    """Return the words that say what to use instead."""
    return NAMES[pattern] if pattern in NAMES else PROSE[pattern][1]
