"""Bytes of an uploaded file become text, with a warning where the encoding is a guess."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavleya.decoding import decode
from tavleya.errors import BadInput

RUSSIAN = '[White "Чигорин, Михаил"]\n[Black "Стейниц, Вильгельм"]\n\n1. e4 e5 *\n'
WESTERN = '[White "Réti, Richard"]\n[Black "Grünfeld, Ernst"]\n\n1. e4 e5 *\n'


@pytest.mark.parametrize("data", [
    RUSSIAN.encode(), codecs.BOM_UTF8 + RUSSIAN.encode(), codecs.BOM_UTF16_LE + RUSSIAN.encode("utf-16-le"),
    codecs.BOM_UTF16_BE + RUSSIAN.encode("utf-16-be"),
], ids=["utf-8", "utf-8 with mark", "utf-16-le", "utf-16-be"])  # fmt: skip
def test_unicode_is_read_without_a_warning(data):
    assert decode(data) == (RUSSIAN, None)


@pytest.mark.parametrize(
    "text, encoding", [(RUSSIAN, "windows-1251"), (WESTERN, "windows-1252")], ids=["Cyrillic", "Western"]
)
def test_an_older_encoding_is_guessed_with_a_warning(text, encoding):
    decoded, warning = decode(text.encode(encoding))
    assert decoded == text
    assert warning is not None
    assert warning.code == "guessed_encoding"
    assert encoding in warning.render()


@pytest.mark.parametrize(
    "data",
    [b"PK\x03\x04 zip", b"\x00\x01\x02", b"1. e4\x00 e5", codecs.BOM_UTF16_LE + b"a",
     b"\x98\x98\xd0\xd1", b"\x89PNG\r\n\x1a\n\x00"],
)  # fmt: skip
def test_binary_data_are_refused(data):
    with pytest.raises(BadInput):
        decode(data)


def test_the_end_mark_of_old_programs_is_dropped():
    assert decode(b"1. e4 *\r\n\x1a") == ("1. e4 *\r\n", None)


def test_an_empty_file_is_empty_text():
    assert decode(b"") == ("", None)


@given(st.binary(max_size=80))
def test_no_bytes_break_the_reader(data):
    try:
        text, warning = decode(data)
    except BadInput:
        return
    assert "\x00" not in text
    assert warning is None or warning.render()
