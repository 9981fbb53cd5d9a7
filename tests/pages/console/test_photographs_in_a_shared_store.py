"""Photographs of score sheets in a bucket of S3: given out by the same views to the same people."""

import boto3
import pytest
from moto import mock_aws

from config import photographs
from games.models.photo import SheetPhoto
from tests.pages.console.test_score_sheets import FIDE, address, picture, post


@pytest.fixture
def bucket(settings, monkeypatch):
    values = {
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "MEDIA_S3_BUCKET": "sheets-of-the-cup",
        "MEDIA_S3_REGION": "us-east-1",
    }
    for name, value in values.items():
        monkeypatch.setenv(name, value)
    with mock_aws():
        created = boto3.resource("s3", region_name="us-east-1").create_bucket(Bucket="sheets-of-the-cup")
        settings.STORAGES = {**settings.STORAGES, "default": photographs.storage()}
        yield created


@pytest.fixture
def table(table_of):
    return table_of(**FIDE)


def test_a_photograph_is_kept_in_the_bucket_and_shown_by_the_view_alone(table, bucket, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    sent = picture()
    assert post(table, do="save", keeper="white", text="", photos=[sent]).status_code == 302
    sheet_photos = SheetPhoto.objects.get()
    assert [item.key for item in bucket.objects.all()] == [sheet_photos.stored]
    assert [*tmp_path.rglob("*")] == []
    answer = table.client("artur").get(address(table, "board-photo", sheet_photos.pk))
    sent.seek(0)
    assert (
        b"".join(answer.streaming_content) == sent.read()
    )  # same origin: no response contains an address of the store
    assert "no-store" in answer["Cache-Control"]
    assert table.client("bob").get(address(table, "own-photo", sheet_photos.pk)).status_code == 404


def test_a_refused_photograph_is_not_stored_in_the_bucket(table, bucket):
    second = [picture(), picture()]  # the same one twice is refused
    assert post(table, do="save", keeper="white", photos=second).status_code == 409
    assert [*bucket.objects.all()] == []


def test_a_photograph_that_the_bucket_has_lost_is_not_found(table, bucket):
    post(table, do="save", keeper="white", photos=[picture()])
    bucket.objects.all().delete()
    sheet_photos = SheetPhoto.objects.get()
    assert table.client("artur").get(address(table, "board-photo", sheet_photos.pk)).status_code == 404
