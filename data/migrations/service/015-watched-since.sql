-- When this service first began to follow its merchant: the first look at the chain goes back at least so far.
CREATE TABLE chain_watch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  since INTEGER NOT NULL
) STRICT;
