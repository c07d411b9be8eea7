-- Purchases and the payments seen on the chain. Amounts are base units as text: a 64-bit amount is no JS number.

CREATE TABLE intent (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES user (id),
  status TEXT NOT NULL CHECK (status IN ('requires_payment', 'processing', 'partially_paid', 'succeeded',
    'expired', 'requires_review', 'refunded', 'canceled')),
  exception TEXT CHECK (exception IN ('underpaid', 'overpaid', 'paid_late', 'duplicate', 'unmatched', 'wrong_asset')),
  pack_id TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'USDC')),
  amount TEXT NOT NULL,
  -- The amount while it must be unique, so that a payment without reference can be told apart; then null for ever.
  reserved_amount TEXT,
  recipient TEXT NOT NULL,
  mint TEXT,
  reference TEXT NOT NULL UNIQUE,
  required_commitment TEXT NOT NULL CHECK (required_commitment IN ('confirmed', 'finalized')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  canceled_at INTEGER,
  settled_at INTEGER,
  receipt_number INTEGER UNIQUE,
  settled_by TEXT,
  last_checked_at INTEGER,
  next_check_at INTEGER
) STRICT;

CREATE UNIQUE INDEX intent_amount_is_unique ON intent (currency, reserved_amount) WHERE reserved_amount IS NOT NULL;
CREATE INDEX intent_by_user ON intent (user_id, row);
CREATE INDEX intent_by_due_time ON intent (next_check_at) WHERE next_check_at IS NOT NULL;

-- One transaction pays one intent, once. Without an intent it is money nobody could be matched to.
CREATE TABLE payment (
  signature TEXT PRIMARY KEY,
  intent_id TEXT REFERENCES intent (id),
  payer TEXT,
  amount TEXT NOT NULL,
  mint TEXT,
  slot INTEGER NOT NULL,
  commitment TEXT NOT NULL CHECK (commitment IN ('confirmed', 'finalized')),
  paid_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL
) STRICT;

CREATE INDEX payment_by_intent ON payment (intent_id, paid_at);

CREATE TABLE chain_cursor (
  address TEXT PRIMARY KEY,
  signature TEXT,
  slot INTEGER NOT NULL
) STRICT;
