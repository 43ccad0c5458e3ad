"""The tests of the tracker, under the same names as the code."""
