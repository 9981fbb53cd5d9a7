"""The logo of a club or a federation as paper takes it."""

from functools import lru_cache
from io import BytesIO

import structlog
from django.core.files.storage import default_storage

from tournaments.models.organisation import Organisation

log = structlog.get_logger(__name__)

#: Pixels of the longer side: 300 to the inch at the size of a certificate's.
LONGEST = 960


def logo_of(organisation: Organisation | None) -> bytes:
    """Return a PNG of the organisation's logo, `LONGEST` pixels at most; empty if it has no logo or no file."""
    if organisation is None or not organisation.logo:
        return b""
    try:
        return _render_logo(organisation.logo)
    except Exception as problem:  # noqa: BLE001  # each storage fails in its own way; the document is worth more
        log.warning("logo_not_read", organisation=organisation.slug, problem=type(problem).__name__)
        return b""


@lru_cache(maxsize=32)
def _render_logo(stored: str) -> bytes:
    """Return the logo as PNG.  The cache by name is safe: another logo has another name."""
    from PIL import Image, ImageOps

    with default_storage.open(stored) as file, Image.open(file) as image:
        upright = ImageOps.exif_transpose(image).convert("RGBA")
    upright.thumbnail((LONGEST, LONGEST))
    written = BytesIO()
    upright.save(written, "PNG")
    return written.getvalue()
