-- `address` is the wallet whose session made it: only that one may follow, repeat or delete it. Of a deleted rig
-- nothing stays but where its card stands. `rig_copy` is every other message that shows it.
ALTER TABLE rig_job ADD COLUMN address TEXT;
ALTER TABLE rig_job ADD COLUMN deleted_at INTEGER;

CREATE TABLE rig_copy (
  rig_id     TEXT NOT NULL REFERENCES rig_job (id) ON DELETE CASCADE,
  channel_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  PRIMARY KEY (channel_id, message_id)
) STRICT;
CREATE INDEX rig_copy_of ON rig_copy (rig_id);
