-- When a rig was last asked for once more: the same press must not count twice in a row.
ALTER TABLE rig_job ADD COLUMN again_at INTEGER;
