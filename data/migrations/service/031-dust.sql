-- Transfers too small to be a payment are counted, not kept one by one: anybody who sees a code can send thousands.
-- One row a purchase (or none), asset and day, so that `rigsmith reconcile` can still compare them with the chain.
CREATE TABLE dust (
  -- The purchase its reference names; empty for none.
  subject TEXT NOT NULL,
  -- The mint, or SOL.
  asset TEXT NOT NULL,
  -- Of the block: days since 1970, UTC.
  day INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  amount TEXT NOT NULL,
  -- When it last grew.
  counted_at INTEGER NOT NULL,
  PRIMARY KEY (subject, asset, day)
) STRICT, WITHOUT ROWID;

-- Final transactions that were handled, as far as the cursors still list them: not read again after a restart, and
-- dust in them is counted once. Pruned as the cursor of their account moves on.
CREATE TABLE chain_handled (
  account TEXT NOT NULL,
  slot INTEGER NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (account, slot, signature)
) STRICT, WITHOUT ROWID;
