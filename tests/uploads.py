"""Small files as a user would upload them."""

import io

from PIL import Image

from games.services.sheets import Picture

PDF = b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"


def png(width: int = 60, height: int = 20, colour: str = "#345") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(file, "PNG")
    return file.getvalue()


def pdf_file(name: str = "regulations.pdf", more: bytes = b"") -> Picture:
    return Picture(PDF + more, name)


def png_file(name: str = "sponsor.png", width: int = 60, height: int = 20) -> Picture:
    return Picture(png(width, height), name)
