CREATE TABLE conversation (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  title TEXT,
  metadata TEXT NOT NULL, -- JSON object
  last_seq INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX conversation_of_user ON conversation (user_id, sequence);

-- One answer of the agent. The partial index is what makes a conversation busy.
CREATE TABLE run (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'canceled')),
  answer_id TEXT NOT NULL, -- id of the agent's message
  answer TEXT NOT NULL DEFAULT '', -- what was streamed so far
  lease TEXT,
  lease_expires_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  CHECK ((status = 'running') = (lease IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX run_open ON run (conversation_id) WHERE status IN ('queued', 'running');
CREATE INDEX run_queued ON run (sequence) WHERE status = 'queued';
CREATE INDEX run_leased ON run (lease_expires_at) WHERE status = 'running';

-- seq places a message among the events: a person's message has the number of the first event that answers it,
-- the agent's the number of the agent_complete that carried it.
CREATE TABLE message (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  run_id TEXT NOT NULL REFERENCES run (id),
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  content TEXT NOT NULL,
  attachments TEXT NOT NULL, -- JSON array
  client_message_id TEXT,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX message_place ON message (conversation_id, seq);
CREATE UNIQUE INDEX message_of_client ON message (conversation_id, client_message_id)
  WHERE client_message_id IS NOT NULL;

CREATE TABLE agent_event (
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  run_id TEXT NOT NULL REFERENCES run (id),
  type TEXT NOT NULL,
  data TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;
