"""The least that a move through an endpoint of the same framework can be: no sender, no rules, one entry, no way back.

A row is locked, a row inserted, the first one updated; served as the project is.
"""

import hashlib
import os
from typing import Any, ClassVar

import dj_database_url
from django.conf import settings

_database: dict[str, Any] = dict(dj_database_url.parse(os.environ["DATABASE_URL"]))
_database.setdefault("OPTIONS", {})["pool"] = {"min_size": 1, "max_size": 8}
settings.configure(
    SECRET_KEY="x" * 60,
    ALLOWED_HOSTS=["*"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "rest_framework"],
    DATABASES={"default": _database},
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    },
    USE_TZ=True,
)

from django.core.wsgi import get_wsgi_application  # noqa: E402

application = get_wsgi_application()

from django.db import connection, transaction  # noqa: E402
from django.urls import path  # noqa: E402
from rest_framework import serializers  # noqa: E402
from rest_framework.request import Request  # noqa: E402
from rest_framework.response import Response  # noqa: E402
from rest_framework.views import APIView  # noqa: E402


class _Move(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=20)
    move = serializers.CharField(max_length=80)
    seq = serializers.IntegerField()


class Moves(APIView):
    http_method_names: ClassVar = ["post"]

    def post(self, request: Request, slug: str, game_id: int) -> Response:
        value = _Move(data=request.data)
        value.is_valid(raise_exception=True)
        kind, move = value.validated_data["kind"], value.validated_data["move"]
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT seq, digest FROM bare_game WHERE id = %s FOR UPDATE", [game_id])
            seq, digest = cursor.fetchone()
            seq, digest = seq + 1, hashlib.sha256(f"{digest}|{seq}|{move}".encode()).hexdigest()
            cursor.execute(
                "INSERT INTO bare_entry (game_id, seq, kind, move, digest) VALUES (%s, %s, %s, %s, %s)",
                [game_id, seq, kind, move, digest],
            )
            cursor.execute("UPDATE bare_game SET seq = %s, digest = %s WHERE id = %s", [seq, digest, game_id])
        return Response({"seq": seq, "digest": digest}, status=201)


urlpatterns = [path("api/v1/events/<slug:slug>/games/<int:game_id>/entries/", Moves.as_view())]

from config.apps import settle  # noqa: E402

settle()
