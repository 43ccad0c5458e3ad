"""What games played in chat share: how people talk (`talk`), which actions a clause may mean (`frames`), what a line announces (`reading`)."""
