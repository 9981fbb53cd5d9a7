"""Expect a refusal by its type and code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tavleya.errors import DomainError


@contextmanager
def refused(error: type[DomainError], code: str, **detail: object) -> Iterator[pytest.ExceptionInfo[DomainError]]:
    """Expect `error` with this code and these values in its detail."""
    with pytest.raises(error) as excinfo:
        yield excinfo
    assert excinfo.value.code == code
    assert {name: excinfo.value.detail[name] for name in detail} == detail
