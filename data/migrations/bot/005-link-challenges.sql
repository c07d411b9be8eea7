-- The nonces the service gave for an attempt: a proof is taken only for one of these, since the text that goes with
-- another may name another member.
CREATE TABLE link_challenge (
  attempt_id TEXT NOT NULL REFERENCES link_attempt (id) ON DELETE CASCADE,
  nonce_hash TEXT NOT NULL,
  PRIMARY KEY (attempt_id, nonce_hash)
) STRICT, WITHOUT ROWID;

-- Sessions that were proven and never finished are ended, attempts of long ago forgotten.
CREATE INDEX link_attempt_sealed ON link_attempt (state) WHERE jar IS NOT NULL;
CREATE INDEX link_attempt_age ON link_attempt (expires_at);
