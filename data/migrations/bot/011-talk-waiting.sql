-- What people said while the agent was answering, to be said to it in this order. `content` is JSON, its files handed
-- over already. Rows go when they were passed on, when somebody stops the agent, and with the end of the talk.
CREATE TABLE talk_waiting (
  sequence        INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL,
  message_id      TEXT NOT NULL UNIQUE,
  author_id       TEXT NOT NULL,
  content         TEXT NOT NULL
) STRICT;
CREATE INDEX talk_waiting_of ON talk_waiting (conversation_id, sequence);
