-- Other wallets of a buyer, each named by a session of that wallet itself: what they pay without a reference counts for
-- the purchase as well.
CREATE TABLE intent_payer (
  intent_id TEXT NOT NULL REFERENCES intent (id),
  address TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (intent_id, address)
) STRICT, WITHOUT ROWID;

CREATE INDEX intent_payer_by_address ON intent_payer (address);

CREATE VIEW intent_wallet AS
  SELECT intent.id AS intent_id, user.address AS address FROM intent JOIN user ON user.id = intent.user_id
  UNION ALL
  SELECT intent_id, address FROM intent_payer;

-- A transfer that proves a wallet and the price of a purchase of that wallet are told apart by their amounts where the
-- reference was lost: neither is given an amount the other has. The insert that is ignored is tried with another amount.
CREATE TRIGGER intent_amount_is_no_proof BEFORE INSERT ON intent
WHEN NEW.mint IS NULL AND EXISTS (
  SELECT 1 FROM nonce JOIN user ON user.address = nonce.address
  WHERE user.id = NEW.user_id AND lamports = CAST(NEW.amount AS INTEGER) AND nonce.expires_at > NEW.created_at)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER proof_amount_is_no_intent BEFORE INSERT ON nonce
WHEN NEW.lamports IS NOT NULL AND EXISTS (
  SELECT 1 FROM intent_wallet JOIN intent ON intent.id = intent_id
  WHERE address = NEW.address AND mint IS NULL AND amount = CAST(NEW.lamports AS TEXT)
    AND status NOT IN ('succeeded', 'refunded'))
BEGIN
  SELECT RAISE(IGNORE);
END;

-- Up to when the lists of several nodes were compared, in ms; null before that was ever done.
ALTER TABLE chain_watch ADD COLUMN compared_until INTEGER;
