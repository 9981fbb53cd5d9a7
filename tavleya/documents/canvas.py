"""The reportlab canvas of the documents, apart so that a process that draws no document does not load reportlab."""

from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO

from reportlab.lib.utils import TimeStamp
from reportlab.pdfgen.canvas import Canvas


class _FixedTimeStamp(TimeStamp):
    """The creation time in a PDF, taken from the contents, so that the same contents give the same bytes."""

    def __init__(self, at: datetime) -> None:
        super().__init__(invariant=1)
        instant = at.astimezone(UTC)
        self.t, self.lt, self.YMDhms = instant.timestamp(), instant.timetuple(), instant.timetuple()[:6]


class PageCanvas(Canvas):
    """A canvas that keeps its pages until their number is known."""

    def __init__(self, file: BytesIO, size: tuple[float, float], made_at: datetime | None, language: str) -> None:
        super().__init__(file, pagesize=size, invariant=1, pageCompression=1, lang=language or None)
        self.setViewerPreference("DisplayDocTitle", "true")
        if made_at is not None:
            self._doc._timeStamp = _FixedTimeStamp(made_at)  # type: ignore[attr-defined]  # where the writer looks
        self._pages: list[tuple[dict[str, object], Callable[[int, int], None] | None]] = []
        self._foot: Callable[[int, int], None] | None = None
        self.begun = False

    def begin_page(self, foot: Callable[[int, int], None] | None) -> None:
        self._keep()
        self.begun, self._foot = True, foot

    def _keep(self) -> None:
        if self.begun:
            self._pages.append((dict(self.__dict__), self._foot))
            self._startPage()  # type: ignore[attr-defined]  # as reportlab's showPage begins the next page

    def save(self) -> None:
        self._keep()
        pages = self._pages
        for number, (stored, foot) in enumerate(pages, 1):
            self.__dict__.update(stored)
            if foot is not None:
                foot(number, len(pages))
            super().showPage()
        super().save()
