-- Acknowledged interactions of the last 15 minutes, while their token lives. `sealed` holds the token and, where the
-- action may run again after a restart, the interaction itself. An answered one is kept only for a message that stays
-- (`message_id`): its webhook can edit the message where the channel refuses the bot.
CREATE TABLE interaction (
  id           TEXT PRIMARY KEY,
  member_id    TEXT NOT NULL,
  acknowledged TEXT NOT NULL CHECK (acknowledged IN ('private', 'public', 'update')),
  state        TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'answered')),
  message_id   TEXT,
  sealed       BLOB NOT NULL,
  created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX interaction_of_message ON interaction (message_id, created_at) WHERE message_id IS NOT NULL;
CREATE INDEX interaction_age ON interaction (created_at);

-- What an answer shows is found by its message after a restart.
CREATE INDEX purchase_message ON purchase (message_id);
CREATE INDEX rig_job_message ON rig_job (message_id);
