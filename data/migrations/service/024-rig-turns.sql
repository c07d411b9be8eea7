-- Users take turns: who was served longest ago comes first.
CREATE INDEX generation_served ON generation (user_id, started_at);
