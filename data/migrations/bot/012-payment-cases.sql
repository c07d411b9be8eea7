-- What of the money waits for the operator, as it is shown in the channel named for that: `shown` is the case as JSON,
-- `message_id` its card once there is one.
CREATE TABLE payment_case (
  id         TEXT PRIMARY KEY,
  shown      TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'over')),
  message_id TEXT
) STRICT;
CREATE INDEX payment_case_open ON payment_case (id) WHERE state = 'open';
