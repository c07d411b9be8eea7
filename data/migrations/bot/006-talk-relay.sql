-- `quiet`: answers are shown whole, not while they grow. `trouble`: why the thread cannot be written to just now, and
-- whether its owner was `told`.
ALTER TABLE talk ADD COLUMN quiet INTEGER NOT NULL DEFAULT 0;
ALTER TABLE talk ADD COLUMN trouble TEXT;
ALTER TABLE talk ADD COLUMN told INTEGER NOT NULL DEFAULT 0;
