"""What stands after a tick: one cause is one fault, whatever the wiki numbers anew in each answer."""

from tracker.app.publish.publish import ActOutcome
from tracker.app.tick.standing import _failures


def failed(note: str, title: str = "Tracker/Roster") -> ActOutcome:
    return ActOutcome("edit", title, "failed", note=note)


def test_an_error_that_names_its_request_is_the_same_fault_at_each_tick() -> None:
    notes = [
        f"internal_api_error_DBQueryError: [{id}] Caught exception at {line}"
        for id, line in (("aZ19-bQx_12", 3), ("f00dcafe77", 88))
    ]
    first, second = ({*_failures([failed(note)])} for note in notes)
    assert first == second


def test_another_error_is_another_fault() -> None:
    notes = ("readonly: the wiki is locked", "internal_api_error_DBQueryError: [aZ19-bQx_12] Caught exception")
    first, second = ({*_failures([failed(note)])} for note in notes)
    assert first != second


def test_one_cause_on_two_pages_is_one_fault() -> None:
    acts = [failed(f"the text of {title} was refused: code 7", title) for title in ("Tracker/Roster", "Tracker/Queue")]
    assert len(_failures(acts)) == 1
