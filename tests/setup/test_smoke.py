"""The machinery of the tests itself."""

import pytest
from django.contrib.auth import get_user_model
from django.db import connection


@pytest.mark.postgres
def test_tests_run_on_postgresql(db):
    assert connection.vendor == "postgresql"
    get_user_model().objects.create(username="alice")


@pytest.mark.redis
@pytest.mark.slow
def test_a_task_reaches_the_real_worker(celery_worker):
    from config.celery import app

    answers = app.control.ping(timeout=10, limit=1)
    assert answers and "ok" in next(iter(answers[0].values()))
