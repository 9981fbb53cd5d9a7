"""Errors of services that tests expect, by class and code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tavleya.errors import DomainError


@contextmanager
def raises_error(error: type[DomainError], code: str) -> Iterator[pytest.ExceptionInfo[DomainError]]:
    with pytest.raises(error) as excinfo:
        yield excinfo
    assert excinfo.value.code == code
