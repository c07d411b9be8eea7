-- `trouble_at`: when the thread of a talk began to refuse what the bot writes, so that a short trouble isn't told.
-- `asked`: the last message of the talk as the agent was given it, as JSON, so that "Try again" can ask again.
ALTER TABLE talk ADD COLUMN trouble_at INTEGER;
ALTER TABLE talk ADD COLUMN asked TEXT;
