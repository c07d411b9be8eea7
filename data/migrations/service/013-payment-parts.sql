-- One transaction may pay several purchases: what is assigned is a part of a transaction, and each part once.

CREATE TABLE payment_part (
  signature TEXT NOT NULL,
  -- The reference its transfers carry, or their payer where they carry none, then the asset: `<key>/SOL`.
  part TEXT NOT NULL,
  -- Null while it is money nobody could be matched to.
  intent_id TEXT REFERENCES intent (id),
  -- counts: towards the price; accepted, returned: as an operator decided.
  standing TEXT NOT NULL CHECK (standing IN ('counts', 'wrong_asset', 'unmatched', 'accepted', 'returned')),
  payer TEXT,
  amount TEXT NOT NULL,
  mint TEXT,
  slot INTEGER NOT NULL,
  commitment TEXT NOT NULL CHECK (commitment IN ('confirmed', 'finalized')),
  paid_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (signature, part)
) STRICT;

INSERT INTO payment_part
  SELECT payment.signature, coalesce(intent.reference, payment.payer, '') || '/' || coalesce(payment.mint, 'SOL'),
    intent_id, iif(intent_id IS NULL, 'unmatched', 'counts'), payer, payment.amount, payment.mint, slot, commitment,
    paid_at, seen_at
  FROM payment LEFT JOIN intent ON intent.id = payment.intent_id;

DROP TABLE payment;
ALTER TABLE payment_part RENAME TO payment;
CREATE INDEX payment_by_intent ON payment (intent_id, paid_at);

CREATE TRIGGER transfer_proof_pays_no_intent BEFORE INSERT ON payment
WHEN NEW.intent_id IS NOT NULL AND EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- What a person has to decide: money beyond, beside or without a purchase. A decision is written once and stays.
CREATE TABLE review (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  signature TEXT NOT NULL,
  part TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'refund')),
  -- Base units in question, at most the payment's own.
  amount TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  decision TEXT CHECK (decision IN ('credited', 'refunded', 'claimed')),
  decided_by TEXT,
  decided_at INTEGER,
  note TEXT,
  -- The transaction that paid it back.
  refund_signature TEXT UNIQUE,
  UNIQUE (signature, part),
  FOREIGN KEY (signature, part) REFERENCES payment (signature, part) ON DELETE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS 'refunded') = (refund_signature IS NOT NULL))
) STRICT;

CREATE INDEX review_open ON review (opened_at) WHERE decision IS NULL;

CREATE TRIGGER review_decision_is_never_changed BEFORE UPDATE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

CREATE TRIGGER review_decision_is_never_deleted BEFORE DELETE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

-- A transfer that proved a wallet was credited as such: it raises no question, whichever is noticed first.
CREATE TRIGGER transfer_proof_asks_nothing BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER transfer_proof_answers AFTER INSERT ON transfer_proof
BEGIN
  DELETE FROM review WHERE signature = NEW.signature AND decision IS NULL;
END;

-- Whether somebody is expected to pay right now, without reading those who paid long ago.
CREATE INDEX intent_by_status ON intent (status, expires_at);
