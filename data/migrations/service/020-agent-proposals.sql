ALTER TABLE conversation ADD COLUMN updated_at INTEGER; -- null: nothing happened since created_at
ALTER TABLE conversation ADD COLUMN closed_at INTEGER;
ALTER TABLE message ADD COLUMN finish_reason TEXT; -- of an answer
ALTER TABLE message ADD COLUMN replaced_by TEXT REFERENCES run (id); -- an answer that was given anew
ALTER TABLE message ADD COLUMN memory TEXT; -- JSON: what the brain wants to remember of its answer

-- A run answers a message: for the first time, anew, or going on where the answer before it ended early.
ALTER TABLE run ADD COLUMN kind TEXT NOT NULL DEFAULT 'answer' CHECK (kind IN ('answer', 'again', 'continue'));
ALTER TABLE run ADD COLUMN message_id TEXT;
ALTER TABLE run ADD COLUMN client_message_id TEXT;
ALTER TABLE run ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0); -- credits, under the run's id
ALTER TABLE run ADD COLUMN tokens INTEGER NOT NULL DEFAULT 0; -- used so far
ALTER TABLE run DROP COLUMN answer; -- the events say it
UPDATE run SET (message_id, client_message_id) =
  (SELECT id, client_message_id FROM message WHERE message.run_id = run.id AND role = 'user');
DROP INDEX message_of_client;
CREATE UNIQUE INDEX run_of_client ON run (conversation_id, client_message_id)
  WHERE client_message_id IS NOT NULL;

CREATE TABLE proposal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  run_id TEXT NOT NULL REFERENCES run (id),
  kind TEXT NOT NULL CHECK (kind IN ('generation', 'top_up')),
  status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'dismissed', 'replaced')),
  title TEXT NOT NULL,
  request TEXT NOT NULL, -- JSON: what accepting it starts
  shown TEXT NOT NULL, -- JSON: its generation or top_up on the wire
  generation_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK (generation_id IS NULL OR status = 'accepted')
) STRICT;
CREATE INDEX proposal_of_conversation ON proposal (conversation_id, sequence);
CREATE INDEX proposal_of_run ON proposal (run_id);
