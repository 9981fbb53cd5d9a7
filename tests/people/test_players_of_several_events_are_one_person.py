"""Players of several events are joined by their numbers or by a decision, never by name."""

import pytest
from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction

from people.models import PersonAct, PersonJoin
from people.services.person_acts import forget_player
from people.services.persons import claim_person, hide_person, join_known, join_players, split_player, undo_person_act
from tavleya.actors import Actor
from tavleya.errors import BadInput, Conflict, NotFound, NotPermitted
from tests.tournaments.persons import FIDE_ID, holder, plays
from tests.world import NOW, later, person
from tournaments.models.activity import Log
from tournaments.models.player import Person, Player
from tournaments.services.events import edit_event
from tournaments.services.players import edit_player
from transfer.services.rehearsals import rehearse_event
from upkeep.privacy.erasure import erase_players

pytestmark = pytest.mark.django_db


def person_of(player: Player) -> int | None:
    player.refresh_from_db()
    return player.person_id


def together(*players: Player) -> bool:
    persons = {person_of(player) for player in players}
    return len(persons) == 1 and None not in persons


def organiser(player: Player) -> Actor:
    return person(f"o-{player.event.slug}")


def two_joined() -> tuple[Player, Player]:
    """Players of two events, joined by their number."""
    players = plays("one", "Carlsen", fide_id=FIDE_ID), plays("two", "Carlsen", fide_id=FIDE_ID)
    join_known(NOW)
    return players


def test_the_same_fide_id_joins_players_of_different_events() -> None:
    first = plays("one", "Carlsen", "Magnus", fide_id=FIDE_ID)
    second = plays("two", "Карлсен", "М.", fide_id=FIDE_ID)
    assert join_known(NOW) == 2
    assert together(first, second)
    third = plays("three", "Carlsen", fide_id=FIDE_ID)
    assert (join_known(NOW), join_known(NOW)) == (1, 0)
    assert together(first, second, third)
    assert Person.objects.count() == 1


def test_the_same_national_id_joins_only_within_its_federation() -> None:
    player = plays("one", "Романов", "Василий", national_ids={"RUS": "12345"})
    other = plays("two", "Romanov", "Vasiliy", national_ids={"RUS": "12345"})
    stranger = plays("three", "Romanov", "Vasiliy", national_ids={"UKR": "12345"})
    join_known(NOW)
    assert together(player, other)
    assert person_of(stranger) is None


def test_equal_names_alone_do_not_join_players() -> None:
    plays("one", "Carlsen", "Magnus", birth_year=1990)
    plays("two", "Carlsen", "Magnus", birth_year=1990)
    assert join_known(NOW) == 0
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    "fields", [{"family_name": "Caruana", "given_name": "Fabiano"}, {"family_name": "Carlsen", "birth_year": 1991}]
)
def test_contradicting_data_prevent_joining_by_number(fields: dict[str, object]) -> None:
    player = plays("one", "Carlsen", "Magnus", fide_id=FIDE_ID, birth_year=1990)
    wrong = plays("two", fide_id=FIDE_ID, **fields)
    right = plays("three", "Carlsen", "Magnus", fide_id=FIDE_ID)
    join_known(NOW)
    assert together(player, right)
    assert person_of(wrong) is None


def test_a_player_of_a_rehearsal_has_no_person() -> None:
    first, second = two_joined()
    copy = rehearse_event(actor=organiser(first), now=NOW, event_id=first.event_id)
    assert together(first, second) and join_known(later(minutes=5)) == 0
    assert not Player.objects.filter(event=copy).exclude(person=None, on_person_page=False).exists()


def test_a_corrected_number_takes_the_player_out_again() -> None:
    first, second = two_joined()
    edit_player(actor=organiser(second), now=NOW, player_id=second.pk, changes={"fide_id": FIDE_ID + 1})
    join_known(later(minutes=5))
    assert person_of(second) is None
    right = plays("three", "Carlsen", fide_id=FIDE_ID + 1)
    join_known(later(minutes=10))
    assert together(second, right)
    assert person_of(first) != person_of(second)


def test_an_organiser_joins_two_players_with_a_reason_and_both_events_say_so() -> None:
    first, second = plays("one", "Polgár", "Judit"), plays("two", "Polgar", "J.")
    with pytest.raises(BadInput):
        join_players(actor=organiser(first), now=NOW, player_id=first.pk, same_as=second.pk, reason=" ")
    join_players(actor=organiser(first), now=NOW, player_id=first.pk, same_as=second.pk, reason="told me")
    assert together(first, second)
    lines = Log.objects.filter(action="player.joined").order_by("event")
    assert [(line.event_id, line.subject) for line in lines] == [
        (player.event_id, f"player:{player.pk}") for player in (first, second)
    ]


def test_only_the_organiser_may_join_or_split() -> None:
    first, second = plays("one", "Polgar"), plays("two", "Polgar")
    common = {"now": NOW, "player_id": first.pk, "reason": "told me"}
    for actor in (organiser(second), person("nobody"), holder(first, "polgar")):
        with pytest.raises(NotPermitted):
            join_players(actor=actor, same_as=second.pk, **common)
        with pytest.raises(NotPermitted):
            split_player(actor=actor, **common)


def test_a_player_of_a_hidden_event_is_not_found_and_two_of_one_event_are_never_one_person():
    first, second = plays("one", "Polgar"), plays("two", "Polgar", published=False)
    with pytest.raises(NotFound):
        join_players(actor=organiser(first), now=NOW, player_id=first.pk, same_as=second.pk, reason="x")
    player, twin = plays("one", "Polgar", "Judit"), plays("one", "Polgar", "Sofia")
    with pytest.raises(Conflict):
        join_players(actor=organiser(player), now=NOW, player_id=player.pk, same_as=twin.pk, reason="x")


def test_a_number_does_not_rejoin_a_player_split_by_decision() -> None:
    first, second = two_joined()
    split_player(actor=organiser(second), now=NOW, player_id=second.pk, reason="a namesake")
    assert join_known(later(minutes=5)) == 0
    assert person_of(first) is not None
    assert person_of(second) is None


def test_each_act_is_undone_as_a_whole() -> None:
    players = [plays(slug, "Carlsen", fide_id=FIDE_ID) for slug in ("one", "two")]
    others = [plays(slug, "Carlsen", fide_id=FIDE_ID + 1) for slug in ("three", "four")]
    join_known(NOW)
    before = [person_of(player) for player in (*players, *others)]
    join_players(actor=organiser(players[0]), now=NOW, player_id=players[0].pk, same_as=others[0].pk, reason="x")
    assert together(*players, *others)
    act = PersonAct.objects.get(kind="joined")
    undo_person_act(actor=organiser(others[1]), now=NOW, act_id=act.pk, player_id=others[1].pk)
    assert [person_of(player) for player in (*players, *others)] == before
    # A second undo changes nothing.
    undo_person_act(actor=organiser(others[1]), now=NOW, act_id=act.pk, player_id=others[1].pk)
    assert [person_of(player) for player in (*players, *others)] == before


def test_undoing_what_a_number_joined_is_a_decision_too() -> None:
    first, second = two_joined()
    undo_person_act(actor=organiser(first), now=NOW, act_id=PersonAct.objects.get().pk, player_id=first.pk)
    assert (person_of(first), person_of(second)) == (None, None)
    assert join_known(later(minutes=5)) == 0


def test_an_act_on_which_a_later_one_rests_waits_for_that() -> None:
    player, other = two_joined()
    split_player(actor=organiser(player), now=NOW, player_id=player.pk, reason="x")
    first, second = PersonAct.objects.order_by("pk")
    common = {"actor": organiser(player), "now": NOW, "player_id": player.pk}
    with pytest.raises(Conflict):
        undo_person_act(act_id=first.pk, **common)
    undo_person_act(act_id=second.pk, **common)
    assert together(player, other)


def test_the_database_allows_one_person_per_player() -> None:
    player, _other = two_joined()
    act = PersonAct.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonJoin.objects.create(person=Person.objects.create(made_at=NOW), player=player, by=act)


def test_a_signed_in_holder_of_the_link_claims_a_player_in_each_event() -> None:
    first, second = plays("one", "Іваненко", "Олена"), plays("two", "Petrenko", "Olena")
    claim_person(actor=holder(first, "olena"), now=NOW, player_id=first.pk)
    claim_person(actor=holder(second, "olena"), now=NOW, player_id=second.pk)
    assert together(first, second)
    for actor in (person("olena"), Actor(None, "", player_id=first.pk), holder(second, "olena")):
        with pytest.raises(NotPermitted):
            claim_person(actor=actor, now=NOW, player_id=first.pk)
    with pytest.raises(Conflict):
        claim_person(actor=holder(first, "mallory"), now=NOW, player_id=first.pk)


def test_the_player_takes_it_back_by_the_link() -> None:
    player = plays("one", "Petrenko")
    claim_person(actor=holder(player, "olena"), now=NOW, player_id=player.pk)
    act = PersonAct.objects.get()
    undo_person_act(actor=Actor(None, "", player_id=player.pk), now=NOW, act_id=act.pk, player_id=player.pk)
    assert person_of(player) is None
    assert not Person.objects.exclude(user=None).exists()


def shown_on_person_page(*players: Player) -> list[bool]:
    for player in players:
        player.refresh_from_db()
    return [player.on_person_page for player in players]


def test_a_person_has_no_public_page_if_they_wish_so_nor_when_more_is_joined() -> None:
    first, second = plays("one", "Carlsen", fide_id=FIDE_ID), plays("two", "Carlsen", fide_id=FIDE_ID)
    link = Actor(None, "", player_id=first.pk)
    hide_person(actor=link, now=NOW, player_id=first.pk, hidden=True)
    join_known(NOW)
    assert together(first, second)
    assert shown_on_person_page(first, second) == [False, False]
    hide_person(actor=link, now=NOW, player_id=first.pk, hidden=False)
    assert shown_on_person_page(first, second) == [True, True]


def test_an_organiser_hides_a_person_with_a_reason() -> None:
    player = plays("one", "Carlsen", fide_id=FIDE_ID)
    with pytest.raises(BadInput):
        hide_person(actor=organiser(player), now=NOW, player_id=player.pk, hidden=True)
    hide_person(actor=organiser(player), now=NOW, player_id=player.pk, hidden=True, reason="a parent asked")
    with pytest.raises(NotPermitted):
        hide_person(actor=person("nobody"), now=NOW, player_id=player.pk, hidden=False, reason="x")


def test_minors_are_shown_only_by_events_that_show_minors_also_those_who_are_found_to_be_one():
    first = plays("one", "Young", fide_id=FIDE_ID, birth_year=2012)
    second = plays("two", "Young", fide_id=FIDE_ID)
    join_known(NOW)
    assert shown_on_person_page(first, second) == [False, False]
    edit_event(actor=organiser(second), now=NOW, event_id=second.event_id, changes={"shows_minors": True})
    assert shown_on_person_page(first, second) == [False, True]
    join_known(NOW.replace(year=2029))
    assert shown_on_person_page(first, second) == [True, True]
    first, second = plays("three", "Old", fide_id=FIDE_ID + 1), plays("four", "Old", fide_id=FIDE_ID + 1)
    join_known(NOW)
    assert shown_on_person_page(first, second) == [True, True]
    edit_player(actor=organiser(first), now=NOW, player_id=first.pk, changes={"birth_year": 2012})
    join_known(later(minutes=5))
    assert shown_on_person_page(first, second) == [False, False]


def test_an_erased_player_is_unlinked_from_the_person() -> None:
    first, second = two_joined()
    get_user_model().objects.filter(pk=organiser(first).user_id).update(is_superuser=True)
    erase_players(actor=organiser(first), now=later(days=4000), player_ids=[first.pk])
    first.refresh_from_db()
    assert (first.person, first.on_person_page) == (None, False)
    assert not PersonJoin.objects.filter(player=first).exists()
    assert person_of(second) is not None
    erase_players(actor=organiser(first), now=later(days=4000), player_ids=[second.pk])
    assert not (Person.objects.exists() or PersonAct.objects.exists())


def test_a_forgotten_player_has_neither_a_person_nor_a_place_on_a_public_page() -> None:
    first, second = two_joined()
    assert shown_on_person_page(first, second) == [True, True]
    first.refresh_from_db()
    forget_player(first)
    first.refresh_from_db()
    assert (first.person, first.on_person_page) == (None, False)
    assert shown_on_person_page(first, second) == [False, True]


def test_a_person_whose_players_were_all_taken_away_goes_after_a_month() -> None:
    first, second = two_joined()
    for player in (first, second):
        split_player(actor=organiser(player), now=later(days=1), player_id=player.pk, reason="x")
    join_known(later(days=30))
    assert Person.objects.exists()
    join_known(later(days=32))
    assert not (Person.objects.exists() or PersonAct.objects.exists())
