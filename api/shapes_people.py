"""Officials, invitations and keys, as the API has them."""

from typing import ClassVar

from rest_framework import serializers

from tournaments.models.access import ApiToken, EventRole, Invitation


class RoleSerializer(serializers.ModelSerializer[EventRole]):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.shown_name")

    class Meta:
        model = EventRole
        fields: ClassVar = ["username", "name", "role"]


class InvitationSerializer(serializers.ModelSerializer[Invitation]):
    roles = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = Invitation
        fields: ClassVar = ["id", "roles", "email", "made_at", "expires_at", "accepted_at"]


class InvitationMadeSerializer(InvitationSerializer):
    """With the secret of its link, which is shown this once: `/invitations/<secret>/`."""

    secret = serializers.CharField()

    class Meta(InvitationSerializer.Meta):
        fields: ClassVar = [*InvitationSerializer.Meta.fields, "secret"]


class TokenSerializer(serializers.ModelSerializer[ApiToken]):
    scopes = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = ApiToken
        fields: ClassVar = ["id", "name", "scopes", "created_at", "expires_at", "last_used_at"]


class TokenMadeSerializer(TokenSerializer):
    """With the key itself, which is shown this once."""

    secret = serializers.CharField()

    class Meta(TokenSerializer.Meta):
        fields: ClassVar = [*TokenSerializer.Meta.fields, "secret"]
