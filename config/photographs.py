"""Storage of photographs of score sheets."""

from typing import Any

from config import environment as env


def storage() -> dict[str, Any]:
    """Return Django's settings of the storage: a folder, or an S3 bucket shared by several machines.

    Only the views serve its files, after checking permissions.
    """
    if bucket := env.text("MEDIA_S3_BUCKET"):
        env.require_package("storages", "MEDIA_S3_BUCKET")
        # The client of S3 looks for the credentials itself, where it always does.
        options = {
            "bucket_name": bucket,
            "endpoint_url": env.text("MEDIA_S3_ENDPOINT") or None,
            "region_name": env.text("MEDIA_S3_REGION") or None,
            "default_acl": None,  # that of the bucket, which is private
            "file_overwrite": False,
        }
        return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
    # Readable only by this account; static files are also for the proxy.
    return {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"file_permissions_mode": 0o640},
    }
