-- Credits as double entry: every entry moves credits from one account to another, so all balances sum to zero.

CREATE TABLE ledger_account (
  id TEXT PRIMARY KEY,
  user_id TEXT,
  balance INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  -- Accounts of the house are the other side of what users own and may be negative.
  CHECK (user_id IS NULL OR balance >= 0)
) STRICT;

CREATE TABLE ledger_entry (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('purchase', 'grant', 'hold', 'settle', 'release', 'revoke', 'refund')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  from_account TEXT NOT NULL REFERENCES ledger_account (id),
  to_account TEXT NOT NULL REFERENCES ledger_account (id),
  credits INTEGER NOT NULL CHECK (credits > 0),
  available_change INTEGER NOT NULL,
  available_after INTEGER NOT NULL CHECK (available_after >= 0),
  note TEXT,
  created_at INTEGER NOT NULL,
  CHECK (from_account <> to_account)
) STRICT;

CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (subject, kind);
-- A hold ends once: consumed or given back, never both.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger_entry (subject) WHERE kind IN ('settle', 'release');
CREATE INDEX ledger_entry_by_user ON ledger_entry (user_id, id);

CREATE TRIGGER ledger_entry_moves AFTER INSERT ON ledger_entry
BEGIN
  UPDATE ledger_account SET balance = balance - NEW.credits, updated_at = NEW.created_at WHERE id = NEW.from_account;
  UPDATE ledger_account SET balance = balance + NEW.credits, updated_at = NEW.created_at WHERE id = NEW.to_account;
END;

CREATE TRIGGER ledger_entry_is_never_changed BEFORE UPDATE ON ledger_entry
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_entry_is_never_deleted BEFORE DELETE ON ledger_entry
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;
