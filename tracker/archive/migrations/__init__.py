"""How the tables of older archives become today's; alembic runs it, and nothing else imports it."""
