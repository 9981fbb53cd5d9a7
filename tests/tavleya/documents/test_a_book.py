"""A book: contents with the pages of its headings, links within it, tables as wide as the page."""

from io import BytesIO

from pypdf import PdfReader

from tavleya.documents.book import Book, Heading, Paragraph, Points, Run, Table, book
from tavleya.documents.paper import Paper


def words(text: str, **look: object) -> tuple[Run, ...]:
    return (Run(text, **look),)  # type: ignore[arg-type]


BLOCKS = (
    Heading("1. Openings & ends", 1, "openings"),
    Paragraph(words("Of <boards> and men. ") + words("See the clocks", place="clocks#flags")),
    Points((words("one"), words("two", strong=True)), numbered=True),
    Heading("2. Clocks", 1, "clocks"),
    *(Paragraph(words(f"Sentence {number} of many. " * 30)) for number in range(20)),
    Heading("Flags", 2, "clocks#flags"),
    Table(
        ((words("Key"), words("Result")), (words("1"), words("White wins")), (words("3"), words("Ничья ½–½")))
    ),
)
BOOK = Book("A manual", "For arbiters", "Contents", "en", BLOCKS)


def pages_of(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(content)).pages]


def test_the_contents_tell_the_pages_of_chapters_and_parts() -> None:
    pages = pages_of(book(BOOK, Paper.A4))
    assert pages[0].startswith("A manual For arbiters")
    assert "1. Openings & ends" in pages[1]
    flags = next(index for index, text in enumerate(pages) if "Flags Key Result" in text) + 1
    assert flags > 4
    assert f". {flags} Flags" in pages[1]  # a PDF writes the number first


def test_each_chapter_begins_a_page_and_marks_of_the_text_stay_text() -> None:
    pages = pages_of(book(BOOK, Paper.A4))
    assert pages[2].startswith("1. Openings & ends Of <boards> and men. See the clocks 1. one 2. two")
    assert pages[3].startswith("2. Clocks")
    assert "Ничья ½–½" in pages[-1]


def test_a_link_leads_to_the_page_of_its_heading() -> None:
    reader = PdfReader(BytesIO(book(BOOK, Paper.A4)))
    links = [page.get_object() for page in reader.pages[2]["/Annots"]]  # type: ignore[attr-defined]
    assert [page["/Dest"][0] for page in links] == [reader.pages[-1].indirect_reference]
    outline = [page for page in reader.outline if not isinstance(page, list)]
    assert [(page.title, reader.get_destination_page_number(page)) for page in outline] == [
        ("1. Openings & ends", 2),
        ("2. Clocks", 3),
    ]
    assert reader.metadata is not None
    assert reader.metadata.title == "A manual"


def test_the_same_book_gives_the_same_bytes_and_paper_is_chosen() -> None:
    assert book(BOOK, Paper.A4) == book(BOOK, Paper.A4)
    width, height = Paper.LETTER.size
    box = PdfReader(BytesIO(book(BOOK, Paper.LETTER))).pages[0].mediabox
    assert (float(box.width), float(box.height)) == (width, height)
