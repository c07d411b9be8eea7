-- Rules that no code may break. 002-triggers.sqlite.sql has the same ones.

CREATE FUNCTION move_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A release locks the available account first, as a hold does, so that both at once do not wait for each other.
  IF NEW.kind = 'release' THEN
    PERFORM 1 FROM ledger_account WHERE id = NEW.to_account FOR NO KEY UPDATE;
  END IF;
  UPDATE ledger_account SET balance = balance - NEW.credits, updated_at = NEW.created_at
  WHERE id = NEW.from_account AND user_id IS NOT NULL;
  UPDATE ledger_account SET balance = balance + NEW.credits, updated_at = NEW.created_at,
    purchased = purchased + CASE WHEN NEW.kind = 'purchase' THEN NEW.credits ELSE 0 END
  WHERE id = NEW.to_account AND user_id IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_moves AFTER INSERT ON ledger_entry
FOR EACH ROW EXECUTE FUNCTION move_credits();

CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER ledger_entry_is_never_changed BEFORE UPDATE OR DELETE ON ledger_entry
FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

CREATE FUNCTION refuse_decision_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a decision is final';
END $$;
CREATE TRIGGER review_decision_is_never_changed BEFORE UPDATE OR DELETE ON review
FOR EACH ROW WHEN (OLD.decision IS NOT NULL) EXECUTE FUNCTION refuse_decision_change();

-- Transfer proofs and payments exclude each other: a transaction is one or the other.

CREATE FUNCTION skip_payment_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM transfer_proof WHERE signature = NEW.signature) THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transfer_proof_pays_no_intent BEFORE INSERT ON payment
FOR EACH ROW WHEN (NEW.intent_id IS NOT NULL) EXECUTE FUNCTION skip_payment_of_proof();

-- A proof needs no review, whichever is noticed first.
CREATE TRIGGER transfer_proof_asks_nothing BEFORE INSERT ON review
FOR EACH ROW EXECUTE FUNCTION skip_payment_of_proof();

CREATE FUNCTION close_case_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM review WHERE signature = NEW.signature AND decision IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER transfer_proof_answers AFTER INSERT ON transfer_proof
FOR EACH ROW EXECUTE FUNCTION close_case_of_proof();

-- Without a reference, a proof and a payment from the same wallet differ only in their amounts, so neither is given an
-- amount the other has. The code retries an ignored insert with another amount.
CREATE FUNCTION skip_amount_of_proof() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM nonce JOIN "user" ON "user".address = nonce.address
    WHERE "user".id = NEW.user_id AND lamports = CAST(NEW.amount AS NUMERIC) AND nonce.expires_at > NEW.created_at)
  THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER intent_amount_is_no_proof BEFORE INSERT ON intent
FOR EACH ROW WHEN (NEW.mint IS NULL) EXECUTE FUNCTION skip_amount_of_proof();

CREATE FUNCTION skip_amount_of_intent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM intent_wallet JOIN intent ON intent.id = intent_id
    WHERE address = NEW.address AND mint IS NULL AND amount = CAST(NEW.lamports AS TEXT)
      AND status NOT IN ('succeeded', 'refunded'))
  THEN RETURN NULL; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER proof_amount_is_no_intent BEFORE INSERT ON nonce
FOR EACH ROW WHEN (NEW.lamports IS NOT NULL) EXECUTE FUNCTION skip_amount_of_intent();
