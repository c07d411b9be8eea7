-- Several wallets a member, one of them primary, each with a session of its own.
-- `jar` is sealed and null once the session has ended; `version` moves with every rotation and every log-out.
-- `claimed_until` stands while a refresh is under way, and stays when its outcome is not known.
CREATE TABLE wallet (
  member_id     TEXT NOT NULL,
  address       TEXT NOT NULL UNIQUE,
  user_id       TEXT NOT NULL,
  label         TEXT,
  is_primary    INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  jar           BLOB,
  -- What the seal is bound to: sessions of the time of one wallet a member were bound to the member alone.
  sealed_for    TEXT NOT NULL CHECK (sealed_for IN ('member', 'wallet')),
  ended         TEXT CHECK (ended IN ('expired', 'reused', 'refused', 'logged_out')),
  version       INTEGER NOT NULL,
  claimed_until INTEGER,
  linked_at     INTEGER NOT NULL,
  PRIMARY KEY (member_id, address),
  CHECK ((jar IS NULL) = (ended IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX wallet_primary ON wallet (member_id) WHERE is_primary = 1;
CREATE INDEX wallet_owed ON wallet (claimed_until) WHERE claimed_until IS NOT NULL;

INSERT INTO wallet (member_id, address, user_id, is_primary, jar, sealed_for, version, linked_at)
SELECT member_id, address, user_id, 1, jar, 'member', version, linked_at FROM session;
DROP TABLE session;
