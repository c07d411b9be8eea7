-- Whoever has the address of a rig's page sees it in 3D. Rigs from before have none.
ALTER TABLE rig_job ADD COLUMN page_token TEXT;
CREATE UNIQUE INDEX rig_job_page ON rig_job (page_token) WHERE page_token IS NOT NULL;
