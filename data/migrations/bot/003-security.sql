-- A wallet that is one member's and was proven by another: it moves at `moves_at` unless its member signs again.
-- `jar` is the session of the one who asked, sealed; null once it is decided.
CREATE TABLE takeover (
  id          TEXT PRIMARY KEY,
  address     TEXT NOT NULL,
  from_member TEXT NOT NULL,
  to_member   TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  state       TEXT NOT NULL,
  jar         BLOB,
  created_at  INTEGER NOT NULL,
  moves_at    INTEGER NOT NULL,
  CHECK ((state = 'waiting') = (jar IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX takeover_waiting ON takeover (address) WHERE state = 'waiting';
CREATE INDEX takeover_due ON takeover (moves_at) WHERE state = 'waiting';

-- What a member must hear about their wallets. `closed`: direct messages are,
-- so it is shown below their next answer. `refers_at` is a time the notice speaks of.
CREATE TABLE notice (
  id         TEXT PRIMARY KEY,
  member_id  TEXT NOT NULL,
  kind       TEXT NOT NULL,
  address    TEXT NOT NULL,
  refers_at  INTEGER,
  created_at INTEGER NOT NULL,
  state      TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'closed', 'told'))
) STRICT;
CREATE INDEX notice_untold ON notice (member_id) WHERE state = 'closed';

CREATE INDEX wallet_reused ON wallet (member_id) WHERE ended = 'reused';
