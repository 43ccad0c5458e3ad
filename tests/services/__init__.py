"""The real services that the tests use, each started on loopback for one test run."""
