"""PostgreSQL restarted, away, and refusing to write."""

import re
import subprocess
import sys

import pytest

from tests.production import Service

pytestmark = [pytest.mark.crash, pytest.mark.xdist_group("service"), pytest.mark.long]

ADD = "/desk/spring-cup/players/add/"
LANGUAGES = {"en": "Nothing was saved", "ru": "Ничего не сохранено", "uk": "Нічого не збережено"}


def test_a_restart_is_not_noticed_by_those_who_read_after_it(service: Service) -> None:
    for _ in range(8):  # every thread of the process has had a connection
        service.get("/events/spring-cup/")
    service.postgres.kill()
    service.postgres.start()
    assert [service.get("/events/spring-cup/") for _ in range(20)].count(200) >= 19


def test_no_save_is_reported_while_the_database_is_away(service: Service) -> None:
    fields = {"family_name": "Newcomer", "given_name": "Nora"}
    session = re.search(r"sessionid=(\w+)", str(service.log_in(service.known["password"]).headers))
    assert session is not None
    service.postgres.kill()
    try:
        alive, ready = service.get("/healthz"), service.ask("GET", "/readyz", Host="web:8000")
        page = service.get("/events/spring-cup/")
        answer = service.move("b2-b3")
        form = service.form(ADD, fields, {"sessionid": session[1]})
        texts = {
            language: service.form(ADD, fields, {"sessionid": session[1], "django_language": language}).text
            for language in LANGUAGES
        }
    finally:
        service.postgres.start()
    assert (alive, ready.status, ready.json()["database"]) == (200, 503, "away")
    assert page == answer.status == form.status == 503
    assert int(answer.headers["retry-after"]) > 0
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["code"] == "database_unavailable"
    assert 'name="family_name" value="Newcomer"' in form.text  # it can be sent again from the page
    silent = [language for language, words in LANGUAGES.items() if words not in texts[language]]
    assert silent == [], service.written()[-3000:]
    assert service.get("/events/spring-cup/") == 200


def test_a_database_that_refuses_to_write_is_read(service: Service) -> None:
    before = service.seq()
    _sql(service, "ALTER SYSTEM SET default_transaction_read_only = on")
    service.postgres.kill()
    service.postgres.start()
    try:
        read = service.ask("GET", f"{service.game}/", Authorization=f"Bearer {service.known['token']}")
        link = service.get(f"/my/{service.known['link']}/")
        answer = service.move("c2-c3", before)
    finally:
        _sql(service, "ALTER SYSTEM RESET default_transaction_read_only")
        service.postgres.kill()
        service.postgres.start()
    assert (read.status, link) == (200, 200)
    assert (answer.status, answer.json()["code"]) == (503, "storage_unavailable"), (
        answer.text + service.written()[-1500:]
    )


def test_no_secret_is_written_anywhere_while_the_database_is_away(service: Service) -> None:
    """A log-in, a token, a private link and a seal: none of their secrets is in the output of the service."""
    seal = f"/events/spring-cup/games/{service.known['game']}/board/seal/"
    link, token = service.known["link"], service.known["token"]
    service.postgres.kill()
    try:
        answers = [
            service.log_in("MyRealSecretPassPhrase77"),
            service.move("d2-d3"),
            service.move("the sealed words of Alice"),
            service.ask("GET", f"/my/{link}/", Cookie="sessionid=thesessionofalice77"),
            service.form(seal, {"move": "the sealed words of Alice", "passphrase": "quiet secret"}),
        ]
    finally:
        service.postgres.start()
    assert {answer.status for answer in answers} == {503}
    written = service.written() + "".join(answer.text for answer in answers)
    words = ("MyRealSecretPassPhrase77", "thesessionofalice77", "the sealed words", "quiet secret")
    for secret in (link, token, *words):
        assert secret not in written


PROGRAM = """
import sys
import psycopg
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    connection.execute("SET default_transaction_read_only = off")
    connection.execute(sys.argv[2])
"""


def _sql(service: Service, statement: str) -> None:
    command = [sys.executable, "-c", PROGRAM, service.postgres.url, statement]
    subprocess.run(command, check=True, capture_output=True)
