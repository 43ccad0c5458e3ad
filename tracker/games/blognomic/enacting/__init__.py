"""What the tracker writes to the ruleset page for admins: enacted matters (``enactments``) and dynastic resets (``reset``)."""
