/** A queue's table and its turns, as in the schema of the service. */
export const jobTable = `
  CREATE TABLE job (
    position INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL, group_id TEXT NOT NULL,
    seconds REAL NOT NULL, priority INTEGER NOT NULL DEFAULT 0, revision INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL, since INTEGER NOT NULL, claimed_at INTEGER,
    lease TEXT, leased_until INTEGER, request_id TEXT, UNIQUE (kind, subject)) STRICT;
  CREATE TABLE job_turn (group_id TEXT PRIMARY KEY, served_at INTEGER NOT NULL) STRICT;
  CREATE TABLE job_streak (pool TEXT PRIMARY KEY, started INTEGER NOT NULL) STRICT;`;
