-- Outbox rows Discord refused, with the reason and the channel: they wait for a permission, thread or server to come
-- back. `told` is what the member was last told instead of seeing the card, as of `told_revision`; `owed` = 1: their
-- direct messages are closed, so it goes below their next answer.
CREATE TABLE refused_delivery (
  kind          TEXT NOT NULL,
  subject       TEXT NOT NULL,
  channel_id    TEXT NOT NULL,
  reason        TEXT NOT NULL,
  since         INTEGER NOT NULL,
  tried_at      INTEGER NOT NULL,
  member_id     TEXT,
  told          TEXT,
  told_revision INTEGER,
  owed          INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, subject)
) STRICT;
CREATE INDEX refused_delivery_owed ON refused_delivery (member_id) WHERE owed = 1;
