-- `version` moves with every change, so that one change is told once. `address` is the wallet whose session made it.
-- `replaced_by` is the purchase that took the card over after this one's time was up: what this one still learns
-- is told in messages of its own. The pay page is found by the hash of its token; sealed, the token is drawn again.
ALTER TABLE purchase ADD COLUMN version INTEGER NOT NULL DEFAULT 0;
ALTER TABLE purchase ADD COLUMN member_name TEXT NOT NULL DEFAULT '';
ALTER TABLE purchase ADD COLUMN address TEXT;
ALTER TABLE purchase ADD COLUMN replaced_by TEXT;
ALTER TABLE purchase ADD COLUMN page_token BLOB;
ALTER TABLE purchase ADD COLUMN page_hash TEXT;
CREATE UNIQUE INDEX purchase_page ON purchase (page_hash) WHERE page_hash IS NOT NULL;
