-- What a talk is called, where its thread hangs and what Discord takes there; who may speak in it and whose credits
-- the rigs pressed in it cost. `updated_at`: when something was last said or decided.
ALTER TABLE talk ADD COLUMN title TEXT NOT NULL DEFAULT '';
ALTER TABLE talk ADD COLUMN channel_id TEXT NOT NULL DEFAULT '';
ALTER TABLE talk ADD COLUMN upload_limit INTEGER NOT NULL DEFAULT 10485760;
ALTER TABLE talk ADD COLUMN speakers TEXT NOT NULL DEFAULT 'owner';
ALTER TABLE talk ADD COLUMN payer TEXT NOT NULL DEFAULT 'owner';
ALTER TABLE talk ADD COLUMN updated_at INTEGER NOT NULL DEFAULT 0;
CREATE INDEX talk_of_member ON talk (member_id, updated_at);

-- People in a talk besides its owner: those the owner named, and what each was told once.
CREATE TABLE talk_guest (
  conversation_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  named           INTEGER NOT NULL DEFAULT 0,
  told            TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (conversation_id, member_id)
) STRICT;

-- What the agent proposed, as the service last told it, and the message that shows it.
CREATE TABLE talk_proposal (
  id              TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL,
  proposal        TEXT NOT NULL,
  message_id      TEXT,
  taken_by        TEXT,
  created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX talk_proposal_of ON talk_proposal (conversation_id);
