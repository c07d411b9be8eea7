-- That somebody claimed unmatched money answers whose it is, not what becomes of what it brings beyond a price: the
-- question goes, so that another may be asked about the same payment, and a refund stays possible.

DROP TRIGGER review_decision_is_never_deleted;

DELETE FROM review WHERE decision = 'claimed';

CREATE TRIGGER review_decision_is_never_deleted BEFORE DELETE ON review WHEN OLD.decision IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'a decision is final');
END;
