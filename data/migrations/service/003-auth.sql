-- Users, sign-in requests and sessions. Tokens are kept as SHA-256 only.

CREATE TABLE user (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE nonce (
  nonce TEXT PRIMARY KEY,
  address TEXT NOT NULL,
  purpose TEXT NOT NULL,
  domain TEXT NOT NULL,
  message TEXT NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX nonce_by_expiry ON nonce (expires_at);

-- A session is a family of refresh tokens, each the successor of the one before.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT CHECK (end_reason IN ('logout', 'revoked', 'refresh_reused'))
) STRICT;

CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

CREATE TABLE refresh_token (
  hash BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  successor_hash BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

CREATE TABLE access_token (
  hash BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX access_token_by_session ON access_token (session_id);
