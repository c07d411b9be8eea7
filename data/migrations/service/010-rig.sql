-- Generations are jobs: a queued row is work to do, a running one is leased to a process until lease_expires_at.
CREATE TABLE generation (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('text', 'image', 'multi_image', 'mesh')),
  pipeline_id TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'canceled')),
  stage TEXT,
  progress INTEGER NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  prompt TEXT,
  images TEXT NOT NULL, -- JSON [{ sha256, view }]
  seed INTEGER,
  parameters TEXT NOT NULL, -- JSON object
  credits INTEGER NOT NULL CHECK (credits >= 0),
  estimated_seconds REAL NOT NULL,
  output TEXT, -- JSON, only when succeeded
  error_code TEXT,
  error_detail TEXT,
  lease TEXT,
  lease_expires_at INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  CHECK ((status = 'running') = (lease IS NOT NULL)),
  CHECK ((status = 'succeeded') = (output IS NOT NULL))
) STRICT;
CREATE INDEX generation_queued ON generation (sequence) WHERE status = 'queued';
CREATE INDEX generation_leased ON generation (lease_expires_at) WHERE status = 'running';
CREATE INDEX generation_of_user ON generation (user_id, sequence);

CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
