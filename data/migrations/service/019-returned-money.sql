-- What was sent back of a payment is an amount, so that what counts is always what was kept of it. A payment may be
-- asked about again after a decision: only one question about it is open at a time.

ALTER TABLE payment ADD COLUMN returned TEXT NOT NULL DEFAULT '0';
UPDATE payment SET returned = amount WHERE standing = 'returned';
UPDATE payment SET returned = (
  SELECT review.amount FROM review
  WHERE review.signature = payment.signature AND review.part = payment.part AND decision = 'refunded')
WHERE EXISTS (
  SELECT 1 FROM review
  WHERE review.signature = payment.signature AND review.part = payment.part AND decision = 'refunded');
UPDATE payment SET standing = 'returned' WHERE returned = amount AND amount <> '0';

DROP TRIGGER transfer_proof_answers;
ALTER TABLE review RENAME TO old_review;
DROP INDEX review_open;

CREATE TABLE review (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  signature TEXT NOT NULL,
  part TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'refund')),
  -- Base units in question, at most the payment's own.
  amount TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  decision TEXT CHECK (decision IN ('credited', 'refunded')),
  decided_by TEXT,
  decided_at INTEGER,
  note TEXT,
  -- The transaction that paid it back.
  refund_signature TEXT UNIQUE,
  FOREIGN KEY (signature, part) REFERENCES payment (signature, part) ON DELETE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS 'refunded') = (refund_signature IS NOT NULL))
) STRICT;

INSERT INTO review SELECT * FROM old_review WHERE decision IS NOT NULL OR reason <> 'refund';
DROP TRIGGER review_decision_is_never_changed;
DROP TRIGGER review_decision_is_never_deleted;
DROP TRIGGER transfer_proof_asks_nothing;
DROP TABLE old_review;

CREATE UNIQUE INDEX review_asks_once ON review (signature, part) WHERE decision IS NULL;
CREATE INDEX review_by_payment ON review (signature, part);
CREATE INDEX review_open ON review (opened_at) WHERE decision IS NULL;

CREATE TRIGGER review_decision_is_never_changed BEFORE UPDATE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

CREATE TRIGGER review_decision_is_never_deleted BEFORE DELETE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

CREATE TRIGGER transfer_proof_asks_nothing BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER transfer_proof_answers AFTER INSERT ON transfer_proof
BEGIN
  DELETE FROM review WHERE signature = NEW.signature AND decision IS NULL;
END;
