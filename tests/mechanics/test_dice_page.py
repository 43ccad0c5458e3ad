"""What the dice page shows of a roll of a chat: people by their names, also in what it is for and what came of it."""

from datetime import datetime

from tests.games.blognomic.dice_days import NOBODY
from tracker.mechanics.chat_people import readable
from tracker.mechanics.dice.dice_log import DiceLog, Roll
from tracker.mechanics.dice.dice_page import DiceTerms, view_of

ANA, BEN = "100000000000000001", "100000000000000002"
NAMES = {ANA: "Ana", BEN: "Ben"}
AT = datetime.fromisoformat("2021-05-01T12:00:00+00:00")


def test_people_go_by_their_names_in_all_that_is_told_of_a_roll() -> None:
    log = DiceLog()
    purpose, shown = f"the Judge of clarification 1 among {ANA}, {BEN}", f"{BEN} is chosen"
    log.rolls["judge:1:1"] = Roll("judge:1:1", AT, 2, (2,), who=ANA, purpose=purpose, shown=shown)
    view = view_of(
        log,
        DiceTerms(("COUP-114",)),
        NOBODY,
        named=lambda id: NAMES.get(id, id),
        readable=lambda text: readable(text, lambda id: NAMES.get(id, id)),
    )
    assert view is not None
    (roll,) = view.days[0].rolls
    assert (roll.who, roll.purpose, roll.result) == (
        "Ana",
        "the Judge of clarification 1 among Ana, Ben",
        "Ben is chosen",
    )
