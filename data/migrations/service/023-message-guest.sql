-- Somebody else than the user said it, in the user's conversation: nothing of the user's account is told in answer.
ALTER TABLE message ADD COLUMN guest INTEGER NOT NULL DEFAULT 0;
