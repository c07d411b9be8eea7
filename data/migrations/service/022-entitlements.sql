-- What was bought inside Discord, beside the ledger: credited once, and taken back once when Discord returned the money.

CREATE TABLE entitlement (
  id TEXT PRIMARY KEY,
  -- Null when the money was returned before anything was credited: then nothing ever is.
  user_id TEXT REFERENCES user (id),
  credits INTEGER NOT NULL CHECK (credits >= 0),
  credited_at INTEGER,
  returned_at INTEGER,
  -- Of the credits, those that were spent when the money went back: an operator decides about them.
  owed INTEGER NOT NULL DEFAULT 0 CHECK (owed BETWEEN 0 AND credits),
  waived_by TEXT,
  waived_at INTEGER,
  note TEXT,
  CHECK ((user_id IS NULL) = (credited_at IS NULL) AND (user_id IS NULL) = (credits = 0)),
  CHECK (credited_at IS NOT NULL OR returned_at IS NOT NULL),
  CHECK (owed = 0 OR returned_at IS NOT NULL),
  CHECK ((waived_by IS NULL) = (waived_at IS NULL))
) STRICT;

CREATE INDEX entitlement_owed ON entitlement (returned_at) WHERE owed > 0 AND waived_at IS NULL;

INSERT INTO entitlement (id, user_id, credits, credited_at)
  SELECT substr(subject, 13), user_id, credits, created_at FROM ledger_entry
  WHERE kind = 'purchase' AND subject LIKE 'entitlement/%';
