-- The balance before a purchase, where the service cannot be asked how a purchase stands: once it has grown by the
-- credits of the pack, the purchase has succeeded (`is_met`), and that growth counts for no other.
CREATE TABLE purchase_baseline (
  purchase_id TEXT PRIMARY KEY REFERENCES purchase (id) ON DELETE CASCADE,
  member_id   TEXT NOT NULL,
  address     TEXT NOT NULL,
  available   REAL NOT NULL,
  is_met      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX purchase_baseline_wallet ON purchase_baseline (member_id, address);
