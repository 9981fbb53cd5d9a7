"""A photograph is identified by its bytes; a picture too large to decode is refused by its header."""

import io
import struct
import threading
import zlib

import pytest
from PIL import Image, ImageFile

from games.services.sheets import Picture, examine
from tavleya.errors import BadInput
from tests.refusals import raises_error


def png(width: int, height: int) -> bytes:
    """Return the header of a PNG of this size, without image data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"")) + chunk(b"IEND", b"")


def image_bytes(form: str, width: int, height: int, **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, height)).save(file, form, **options)
    return file.getvalue()


@pytest.fixture
def decoded(monkeypatch):
    """The sizes of the pictures that were decoded."""
    sizes: list[tuple[int, int]] = []
    load = ImageFile.ImageFile.load

    def noting(self):
        sizes.append(self.size)
        return load(self)

    monkeypatch.setattr(ImageFile.ImageFile, "load", noting)
    return sizes


@pytest.mark.parametrize("content", [
    png(8_000, 7_500),  # 60 million in a file of a hundred bytes, as the limit of a JPEG would allow
    png(40_000, 40_000), image_bytes("WEBP", 3_000, 3_000, lossless=True, quality=0, method=0),
    image_bytes("JPEG", 4_500, 4_500, progressive=True),
], ids=["png", "larger than any", "webp", "progressive"])  # fmt: skip
def test_a_picture_that_would_take_too_much_is_refused_before_it_is_decoded(content, decoded):
    assert len(content) < 400_000
    with pytest.raises(BadInput) as excinfo:
        examine(Picture(content, "sheet"))
    assert excinfo.value.code in ("photo_too_large", "not_a_photo")
    assert decoded == []


@pytest.mark.parametrize(("content", "size"), [
    (image_bytes("JPEG", 8_000, 6_000), (8_000, 6_000)),  # a camera of 48 million pixels
    (image_bytes("JPEG", 4_000, 3_000, progressive=True), (4_000, 3_000)),
    (image_bytes("PNG", 2_480, 3_508), (2_480, 3_508)),  # A4 as scanners have it
    (image_bytes("WEBP", 2_000, 1_500), (2_000, 1_500)),
], ids=["jpeg", "progressive", "png", "webp"])  # fmt: skip
def test_photographs_of_cameras_and_scanners_are_accepted(content, size, decoded):
    result = examine(Picture(content, "sheet"))
    assert (result.width, result.height) == size
    assert decoded


def test_half_a_picture_is_none():
    whole = image_bytes("PNG", 200, 200)
    with raises_error(BadInput, "not_a_photo"):
        examine(Picture(whole[: len(whole) // 2], "sheet"))


def test_pictures_are_decoded_one_at_a_time(monkeypatch):
    both = threading.Barrier(2, timeout=0.5)  # passed only if two are being decoded at once
    met: list[bool] = []

    def load(self):
        try:
            both.wait()
        except threading.BrokenBarrierError:
            return
        met.append(True)

    monkeypatch.setattr(ImageFile.ImageFile, "load", load)
    picture = Picture(image_bytes("PNG", 20, 20), "sheet")
    threads = [threading.Thread(target=examine, args=(picture,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert met == []
