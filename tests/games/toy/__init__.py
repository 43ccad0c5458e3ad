"""A small game for the tests of the fold: votes that close by themselves, dice that ask for dice, rulings, settled matters."""

from tests.games.toy.game import Toy

GAME = Toy()
