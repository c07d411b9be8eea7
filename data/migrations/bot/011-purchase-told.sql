-- The outcome its member was last told of in a message, so that one outcome is one message. `unheard`: nowhere could
-- it be told, so it goes below the member's next answer.
ALTER TABLE purchase ADD COLUMN told TEXT;
ALTER TABLE purchase ADD COLUMN unheard INTEGER NOT NULL DEFAULT 0;
CREATE INDEX purchase_unheard ON purchase (member_id) WHERE unheard = 1;
