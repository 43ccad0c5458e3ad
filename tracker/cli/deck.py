"""The commands of games with hidden cards: make the secret text, publish the record of the deck, and check it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tracker.cli.options import FILE, common, examples, json_option, load, wired
from tracker.cli.printing import print_json, print_line
from tracker.errors import DeckError, UsageError

if TYPE_CHECKING:
    from tracker.mechanics.deck.deck_check import Verified


def commands_of(slug: str) -> list[click.Command]:
    """The commands of the game of that name."""
    return [_secret(slug), _record(slug), _verify(slug)]


def _secret(slug: str) -> click.Group:
    @click.group("secret", help="Keep the secret text from which all orders of the deck follow.")
    def secret() -> None:
        """Has commands of its own."""

    @secret.command("new", epilog=examples(f"tracker {slug} secret new"))
    @common
    def new(config: Path, as_json: bool) -> None:
        """Make the secret text of one game, in a file of mode 600 that the config names; the text itself is never shown.

        Each game has its own: while the config's game is not over another one is not made. Keep one copy of the file apart from
        the archive's, as safe as the file itself.
        """
        from tracker.app.asking.inquiry import gamestate_at
        from tracker.app.deck.dealing import refuse_another
        from tracker.bootstrap import deck_secret
        from tracker.config import with_deck_secret
        from tracker.mechanics.deck.secret_deck import secret_hash

        settings = with_deck_secret(load(config, secrets=False))
        place = deck_secret(settings)
        with wired(config, secrets=False) as tracker:
            if tracker.dealer is None:
                raise UsageError(f"{tracker.game.title} has no secret deck", place=settings.place("game", "slug"))
            if not place.exists():
                refuse_another(tracker, gamestate_at(tracker).dealing)
        place.make()
        hash = secret_hash(place.read().reveal())
        if as_json:
            print_json({"file": str(place.path), "hash": hash})
        else:
            print_line(f"{place.path} is made; the next tick publishes its hash, {hash}")

    return secret


def _record(slug: str) -> click.Command:
    @click.command("record", epilog=examples(f"tracker {slug} record", f"tracker {slug} record --output record.json"))
    @common
    @click.option("--output", type=FILE, default=None, help="The file to write; without it, standard output.")
    @click.option(
        "--secrets",
        is_flag=True,
        help="Also where it is not published, as it does not hold, once the win can be taken back no more.",
    )
    def record(config: Path, as_json: bool, output: Path | None, secrets: bool) -> None:
        """Write everything by which the deck is checked, as JSON: only when the game is over, as it holds every hidden card."""
        from tracker.app.asking.inquiry import gamestate_at
        from tracker.mechanics.deck.deck_record import record_text

        with wired(config, secrets=False) as tracker:
            dealing = gamestate_at(tracker).dealing
        told = {} if dealing is None else dealing.draft if secrets and dealing.is_due else dealing.record
        if not told:
            problem = "the game is not over, or the win can be taken back yet: its deck is secret"
            raise UsageError(problem, remedy="ask again when the cards are published: see the page of the deck")
        text = f"{record_text(told)}\n"
        if output is None:
            click.echo(text, nl=False)
        else:
            _write(output, text)
            if as_json:
                print_json({"file": str(output)})
            else:
                print_line(f"the record is in {output}")

    return record


def _write(output: Path, text: str) -> None:
    from tracker.errors import InputError

    try:
        output.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(error.strerror or str(error), place=str(output), remedy="check the folder") from error


def _verify(slug: str) -> click.Command:
    @click.command(
        "verify",
        epilog=examples(
            f"tracker {slug} verify record.json", f"tracker {slug} verify record.json page-of-march.wikitext"
        ),
    )
    @json_option
    @click.argument("file", type=FILE)
    @click.argument("published", type=FILE, nargs=-1, metavar="[PUBLISHED...]")
    def verify(as_json: bool, file: Path, published: tuple[Path, ...]) -> int:
        """Check the record of a deck: that every order and every deal follows from the secret text and the words (else exit code 11).

        FILE is the published record, as JSON or as the wikitext of its page; PUBLISHED are texts that were saved while the game
        went on (pages, messages, public exports): the hashes, and on the page of the deck the pledges, words and kinds of cards, that
        they show must be those of the record, in its order. What no program can compare is printed: which cards there were, in which
        order they are sorted, and each player's word and draws. Needs no archive.
        """
        from tracker.app.deck.deck_verify import verified
        from tracker.games.registry import game

        found = verified(file, published, game(slug).parameters["characters"].values[0].value or ())
        if as_json:
            print_json(found.record())
        else:
            _print(found)
        return DeckError.exit_code if found.faults else 0

    return verify


def _print(found: Verified) -> None:
    print_line(f"{found.game}: {found.shuffles} shuffles and {found.draws} draws computed anew")
    print_line(f"{found.compared} hashes and words that were published before compared")
    print_line("compare with the rules, and each player with their own words and private messages:")
    for line in found.shown:
        print_line(f"  {line}")
    for warning in found.warnings:
        print_line(f"warning: {warning}", "bold yellow")
    for fault in found.faults:
        print_line(f"differs: {fault}", "bold red")
    if not found.faults:
        print_line("nothing differs", "bold green")
    if found.warnings:
        print_line(f"read what is warned of: {len(found.warnings)} things that let something unproven", "bold yellow")
