-- Rules that no code may break. 002-triggers.postgres.sql has the same ones.

CREATE TRIGGER ledger_entry_moves AFTER INSERT ON ledger_entry
BEGIN
  UPDATE ledger_account SET balance = balance - NEW.credits, updated_at = NEW.created_at
  WHERE id = NEW.from_account AND user_id IS NOT NULL;
  UPDATE ledger_account SET balance = balance + NEW.credits, updated_at = NEW.created_at,
    purchased = purchased + CASE WHEN NEW.kind = 'purchase' THEN NEW.credits ELSE 0 END
  WHERE id = NEW.to_account AND user_id IS NOT NULL;
END;

CREATE TRIGGER ledger_entry_is_never_changed BEFORE UPDATE ON ledger_entry
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER ledger_entry_is_never_deleted BEFORE DELETE ON ledger_entry
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER review_decision_is_never_changed BEFORE UPDATE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

CREATE TRIGGER review_decision_is_never_deleted BEFORE DELETE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;

-- Transfer proofs and payments exclude each other: a transaction is one or the other.

CREATE TRIGGER transfer_proof_pays_no_intent BEFORE INSERT ON payment
WHEN NEW.intent_id IS NOT NULL AND EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

-- A proof needs no review, whichever is noticed first.
CREATE TRIGGER transfer_proof_asks_nothing BEFORE INSERT ON review
WHEN EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature)
BEGIN
  SELECT RAISE(IGNORE);
END;

CREATE TRIGGER transfer_proof_answers AFTER INSERT ON transfer_proof
BEGIN
  DELETE FROM review WHERE signature = NEW.signature AND decision IS NULL;
END;

-- Without a reference, a proof and a payment from the same wallet differ only in their amounts, so neither is given an
-- amount the other has. The code retries an ignored insert with another amount.
CREATE TRIGGER intent_amount_is_no_proof BEFORE INSERT ON intent
WHEN NEW.mint IS NULL AND EXISTS (
  SELECT 1 FROM nonce JOIN "user" ON "user".address = nonce.address
  WHERE "user".id = NEW.user_id AND lamports = CAST(NEW.amount AS INTEGER) AND nonce.expires_at > NEW.created_at)
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
