"""A play-off opened at the desk, and what the standings there say of it."""

from django.test import Client

from tests.pages.desk.conftest import signed_in
from tests.pages.desk.test_swiss import S, make, pair, play, post, registration
from tests.pages.html import page_of
from tests.world import World
from tournaments.models.play_off import PlayOff
from tournaments.models.section import Section
from tournaments.selectors.standings import standings_of

P = S + "standings/play-off/"


def test_a_play_off_is_opened_from_the_standings(world: World, olga: Client) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    assert P in page_of(olga.get(S + "standings/")).links
    page = page_of(olga.get(P))
    assert page.problems == []
    best = max(row.row.points for row in standings_of(section).rows)
    tied = [str(row.registration.pk) for row in standings_of(section).rows if row.row.points == best]
    ticked = [item["value"] for item in page.find(name="registration", checked="")]
    assert ticked == tied and len(tied) == 2
    data = {"regime": "fide-2023-rapid", "control": "10+5", "games": "2", "rating_kind": "rapid"}
    unequal = [str(registration(section, 1).pk), str(registration(section, 4).pk)]
    refused = olga.post(P, {**data, "registration": unequal[:1]})
    assert refused.status_code == 422 and "next to each other" in page_of(refused).words
    done = post(olga, P, **data, registration=ticked)
    sections = Section.objects.get(decides__section=section)
    assert done["Location"] == f"/desk/spring-cup/{sections.slug}/"
    assert sections.names["en"] == "Play-off for places 1–2" and sections.names["ru"].startswith(
        "Дополнительный"
    )
    assert sorted(str(item.player_id) for item in sections.registrations.all()) == sorted(
        str(section.registrations.get(pk=key).player_id) for key in ticked
    )


def test_only_who_may_set_up_sections_opens_one(world: World, olga: Client) -> None:
    section = make(world, 4)
    play(world, pair(world, section, 1))
    hana = signed_in("hana")
    assert P not in page_of(hana.get(S + "standings/")).links
    assert hana.get(P).status_code == hana.post(P, {}).status_code == 403
    assert not PlayOff.objects.exists()
