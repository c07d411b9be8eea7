-- Which sealing key the data was written with, so that a wrong MASTER_KEY is noticed at start.
CREATE TABLE sealing_key (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  key_id TEXT NOT NULL
) STRICT;

-- A member's signed-in session at the service. `jar` is sealed; `version` moves with every rotation.
CREATE TABLE session (
  member_id TEXT PRIMARY KEY,
  address   TEXT NOT NULL UNIQUE,
  user_id   TEXT NOT NULL,
  jar       BLOB NOT NULL,
  version   INTEGER NOT NULL,
  linked_at INTEGER NOT NULL
) STRICT;

-- One attempt to link a wallet. The page holds the token, kept hashed; session and code lie sealed in `jar`.
CREATE TABLE link_attempt (
  id          TEXT PRIMARY KEY,
  token_hash  TEXT NOT NULL UNIQUE,
  member_id   TEXT NOT NULL,
  member_name TEXT NOT NULL,
  guild_name  TEXT NOT NULL,
  state       TEXT NOT NULL,
  address     TEXT,
  jar         BLOB,
  tries_left  INTEGER NOT NULL DEFAULT 3,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX link_attempt_open ON link_attempt (member_id)
  WHERE state IN ('created', 'opened', 'proof_received', 'awaiting_code');

-- A purchase and the message that shows it. `intent` is the service's last word, as JSON.
CREATE TABLE purchase (
  id            TEXT PRIMARY KEY,
  member_id     TEXT NOT NULL,
  channel_id    TEXT NOT NULL,
  message_id    TEXT NOT NULL,
  state         TEXT NOT NULL,
  intent        TEXT NOT NULL,
  balance       INTEGER,
  created_at    INTEGER NOT NULL,
  next_check_at INTEGER
) STRICT;
CREATE INDEX purchase_due ON purchase (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX purchase_of_member ON purchase (member_id, created_at);

-- A generation and the message that shows it. `generation` is the service's last word, as JSON.
CREATE TABLE rig_job (
  id            TEXT PRIMARY KEY,
  member_id     TEXT NOT NULL,
  channel_id    TEXT NOT NULL,
  message_id    TEXT NOT NULL,
  state         TEXT NOT NULL,
  upload_limit  INTEGER NOT NULL,
  generation    TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  next_check_at INTEGER
) STRICT;
CREATE INDEX rig_job_due ON rig_job (next_check_at) WHERE next_check_at IS NOT NULL;

-- A thread bound to a conversation at the service. `view` is what the thread shows, as JSON; `last_seq` the
-- last event folded into it; `run_id` the run that answers; `last_heard` the newest message of a person that was passed on.
CREATE TABLE talk (
  thread_id       TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL UNIQUE,
  member_id       TEXT NOT NULL,
  state           TEXT NOT NULL,
  run_id          TEXT,
  last_seq        INTEGER NOT NULL,
  last_heard      TEXT NOT NULL,
  view            TEXT NOT NULL,
  created_at      INTEGER NOT NULL
) STRICT;

-- What must still reach Discord: the subject is drawn as it stands at delivery, so repeats fold into one.
CREATE TABLE outbox (
  kind       TEXT NOT NULL,
  subject    TEXT NOT NULL,
  revision   INTEGER NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  due_at     INTEGER NOT NULL,
  PRIMARY KEY (kind, subject)
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at);

-- Who looked into whose credits.
CREATE TABLE audit (
  id        INTEGER PRIMARY KEY,
  at        INTEGER NOT NULL,
  actor_id  TEXT NOT NULL,
  action    TEXT NOT NULL,
  target_id TEXT NOT NULL,
  guild_id  TEXT NOT NULL
) STRICT;
