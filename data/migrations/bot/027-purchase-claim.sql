-- The transaction a member says they paid with, while a service that takes it by confirming does not see it yet.
CREATE TABLE purchase_claim (
  purchase_id TEXT PRIMARY KEY REFERENCES purchase (id) ON DELETE CASCADE,
  signature   TEXT NOT NULL
) STRICT;
