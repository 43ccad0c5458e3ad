"""A sample nomic blog: a story of a fortnight, served on loopback as an ExpressionEngine site, for the demo and the tests."""
