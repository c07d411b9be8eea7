-- Sign-in requests anew: hashed, bound to a purpose, and with the transfer that may stand for a signature.
-- The old ones live ten minutes and hold no session; whoever had one asks again.
DROP TABLE nonce;

CREATE TABLE nonce (
  hash BLOB PRIMARY KEY,
  address TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'transfer_proof')),
  domain TEXT NOT NULL,
  -- What the text is rebuilt from, as JSON, without the nonce.
  input TEXT NOT NULL,
  -- Only of a transfer proof.
  reference TEXT UNIQUE,
  lamports INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK ((purpose = 'transfer_proof') = (reference IS NOT NULL AND lamports IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX nonce_by_expiry ON nonce (expires_at);
-- A transfer whose reference got lost is known by payer and amount.
CREATE UNIQUE INDEX nonce_amount_of_payer ON nonce (address, lamports) WHERE lamports IS NOT NULL;

-- One transaction proves one sign-in, once, and then pays for nothing else.
CREATE TABLE transfer_proof (
  signature TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (id),
  lamports INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  proved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER transfer_proof_pays_no_intent BEFORE INSERT ON payment
WHEN NEW.intent_id IS NOT NULL AND EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- What happened to whose sessions. No token, no nonce, no signature, no IP address.
CREATE TABLE auth_event (
  id INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('signed_in', 'proof_refused', 'refresh_reused', 'logged_out',
    'session_revoked', 'all_sessions_revoked')),
  address TEXT NOT NULL,
  session_id TEXT,
  detail TEXT
) STRICT;

CREATE INDEX auth_event_by_time ON auth_event (at);
CREATE INDEX auth_event_by_address ON auth_event (address, at);
