-- With REQUIRED_COMMITMENT=confirmed a fork may drop a payment that was credited. The payment stays in the books with the
-- time it was dropped, counts for nothing, and an operator decides what becomes of the credits.
ALTER TABLE payment ADD COLUMN dropped_at INTEGER;

DROP TRIGGER transfer_proof_answers;
DROP TRIGGER transfer_proof_asks_nothing;
DROP TRIGGER review_decision_is_never_changed;
DROP TRIGGER review_decision_is_never_deleted;
DROP INDEX review_asks_once;
DROP INDEX review_by_payment;
DROP INDEX review_open;
ALTER TABLE review RENAME TO old_review;

CREATE TABLE review (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  signature TEXT NOT NULL,
  part TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'refund', 'dropped')),
  -- Base units in question, at most the payment's own.
  amount TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  -- revoked: the credits of a dropped payment were taken back.
  decision TEXT CHECK (decision IN ('credited', 'refunded', 'revoked')),
  decided_by TEXT,
  decided_at INTEGER,
  note TEXT,
  -- The transaction that paid it back.
  refund_signature TEXT UNIQUE,
  FOREIGN KEY (signature, part) REFERENCES payment (signature, part) ON DELETE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS 'refunded') = (refund_signature IS NOT NULL))
) STRICT;

INSERT INTO review SELECT * FROM old_review;
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
