-- When a row was first put: retries move due_at on, and would hide how long Discord has not taken a message.
ALTER TABLE outbox ADD COLUMN since INTEGER NOT NULL DEFAULT 0;
UPDATE outbox SET since = due_at;
