-- The database of the service, grouped by feature. Times are milliseconds since the epoch. Amounts of money are base
-- units as text, because a 64-bit amount does not fit a JavaScript number.

-- ---------------------------------------------------------------------------------------------------------------------
-- The service itself
-- ---------------------------------------------------------------------------------------------------------------------

-- Values the service keeps about itself.
CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT;

-- Responses kept for a day, so that a repeated request with the same Idempotency-Key gets the same response.
CREATE TABLE idempotency (
  user_id TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_by_age ON idempotency (created_at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Ledger: credits as double entry. Every entry moves credits between two accounts, so all balances sum to zero.
-- ---------------------------------------------------------------------------------------------------------------------

-- Accounts. A user, or the pool of a server (`pool/SERVER`), has accounts for available and held credits; the service's own accounts are the other side. Those
-- keep no balance, because every posting would update the same row; it is the sum of their entries. `purchased` is the
-- sum of all purchases, which every look at a balance shows.
CREATE TABLE ledger_account (
  id TEXT PRIMARY KEY,
  user_id TEXT,
  balance INTEGER NOT NULL DEFAULT 0,
  purchased INTEGER NOT NULL DEFAULT 0,
  updated_at INTEGER NOT NULL,
  CHECK (balance >= 0 AND (user_id IS NOT NULL OR balance = 0))
) STRICT, WITHOUT ROWID;

-- Movements of credits, append-only. `subject` names the purchase, rig or run. Without AUTOINCREMENT, for which SQLite
-- writes one more page per entry, because no id becomes free.
CREATE TABLE ledger_entry (
  id INTEGER PRIMARY KEY /* identity */,
  -- The purchase by itself, because SQLite builds the list at each insert that gets to it.
  kind TEXT NOT NULL CHECK (kind = 'purchase' OR kind IN ('grant', 'hold', 'settle', 'release', 'revoke', 'refund',
    'gift_sent', 'gift_received')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL,
  from_account TEXT NOT NULL REFERENCES ledger_account (id),
  to_account TEXT NOT NULL REFERENCES ledger_account (id),
  credits INTEGER NOT NULL CHECK (credits > 0),
  available_change INTEGER NOT NULL,
  available_after INTEGER NOT NULL CHECK (available_after >= 0),
  note TEXT,
  created_at INTEGER NOT NULL,
  CHECK (from_account <> to_account)
) STRICT;
CREATE UNIQUE INDEX ledger_entry_once ON ledger_entry (subject, kind);
-- A hold ends once: settled or released, never both.
CREATE UNIQUE INDEX ledger_hold_ends_once ON ledger_entry (subject) WHERE kind IN ('settle', 'release');
CREATE INDEX ledger_entry_by_user ON ledger_entry (user_id, id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Auth: users, sign-in requests and sessions. Tokens and nonces are stored only as SHA-256 hashes.
-- ---------------------------------------------------------------------------------------------------------------------

-- One user per wallet address.
CREATE TABLE "user" (
  id TEXT PRIMARY KEY,
  address TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

-- Sessions. A session is a chain of refresh tokens, each the successor of the one before.
CREATE TABLE session (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES "user" (id),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  end_reason TEXT CHECK (end_reason IN ('logout', 'revoked', 'refresh_reused'))
) STRICT;
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_expiry ON session (expires_at);

-- Refresh tokens, used ones included, so that a second use is detected.
CREATE TABLE refresh_token (
  hash BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  successor_hash BLOB
) STRICT, WITHOUT ROWID;
CREATE INDEX refresh_token_by_session ON refresh_token (session_id);

-- Access tokens that are still valid.
CREATE TABLE access_token (
  hash BLOB PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES session (id) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX access_token_by_session ON access_token (session_id);

-- Sign-in requests: to sign a message, or to prove the wallet by a small transfer.
CREATE TABLE nonce (
  hash BLOB PRIMARY KEY,
  address TEXT NOT NULL,
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'transfer_proof')),
  domain TEXT NOT NULL,
  -- JSON: the fields of the message to sign, without the nonce.
  input TEXT NOT NULL,
  -- Only for a transfer proof.
  reference TEXT UNIQUE,
  lamports INTEGER,
  failures INTEGER NOT NULL DEFAULT 0,
  used_at INTEGER,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  CHECK ((purpose = 'transfer_proof') = (reference IS NOT NULL AND lamports IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX nonce_by_expiry ON nonce (expires_at);
-- A transfer without its reference is matched by payer and amount.
CREATE UNIQUE INDEX nonce_amount_of_payer ON nonce (address, lamports) WHERE lamports IS NOT NULL;

-- Transactions that proved a wallet. Each proves one sign-in, once, and pays for nothing else.
CREATE TABLE transfer_proof (
  signature TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES "user" (id),
  lamports INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  proved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Audit log of sign-ins and sessions. Contains no token, nonce, signature or IP address.
CREATE TABLE auth_event (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('signed_in', 'proof_refused', 'refresh_reused', 'logged_out',
    'session_revoked', 'all_sessions_revoked')),
  address TEXT NOT NULL,
  session_id TEXT,
  detail TEXT
) STRICT;
CREATE INDEX auth_event_by_time ON auth_event (at);
CREATE INDEX auth_event_by_address ON auth_event (address, at);

-- ---------------------------------------------------------------------------------------------------------------------
-- Payments: purchases, the money seen on the chain, and what an operator has to decide
-- ---------------------------------------------------------------------------------------------------------------------

-- Purchases: a credit pack at a price, paid to a one-time reference.
CREATE TABLE intent (
  row INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL REFERENCES "user" (id),
  status TEXT NOT NULL CHECK (status IN ('requires_payment', 'processing', 'partially_paid', 'succeeded',
    'expired', 'requires_review', 'refunded', 'canceled')),
  exception TEXT CHECK (exception IN ('underpaid', 'overpaid', 'paid_late', 'duplicate', 'unmatched', 'wrong_asset')),
  pack_id TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits > 0),
  currency TEXT NOT NULL CHECK (currency IN ('SOL', 'USDC')),
  amount TEXT NOT NULL,
  -- The amount while it must be unique, so that a payment without reference can be matched; null afterwards.
  reserved_amount TEXT,
  recipient TEXT NOT NULL,
  mint TEXT,
  reference TEXT NOT NULL UNIQUE,
  required_commitment TEXT NOT NULL CHECK (required_commitment IN ('confirmed', 'finalized')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  canceled_at INTEGER,
  settled_at INTEGER,
  receipt_number INTEGER,
  settled_by TEXT,
  last_checked_at INTEGER,
  next_check_at INTEGER,
  UNIQUE (recipient, receipt_number)
) STRICT;
CREATE UNIQUE INDEX intent_amount_is_unique ON intent (currency, reserved_amount) WHERE reserved_amount IS NOT NULL;
CREATE INDEX intent_by_user ON intent (user_id, row);
CREATE INDEX intent_by_due_time ON intent (next_check_at) WHERE next_check_at IS NOT NULL;
-- Answers whether a payment is expected now without reading old purchases.
CREATE INDEX intent_by_status ON intent (status, expires_at);

-- The last receipt number of each merchant address.
CREATE TABLE receipt_counter (
  merchant TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Further wallets of a buyer, each added by a session of that wallet: their payments without a reference count too.
CREATE TABLE intent_payer (
  intent_id TEXT NOT NULL REFERENCES intent (id),
  address TEXT NOT NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (intent_id, address)
) STRICT, WITHOUT ROWID;
CREATE INDEX intent_payer_by_address ON intent_payer (address);

-- All wallets that may pay for a purchase.
CREATE VIEW intent_wallet AS
  SELECT intent.id AS intent_id, "user".address AS address
  FROM intent JOIN "user" ON "user".id = intent.user_id
  UNION ALL
  SELECT intent_id, address FROM intent_payer;

-- Payments, one row per part of a transaction: one transaction may pay for several purchases, each part once.
CREATE TABLE payment (
  signature TEXT NOT NULL,
  -- `<key>/<asset>`: the reference of its transfers, or their payer if they have none, and the mint or SOL.
  part TEXT NOT NULL,
  -- Null while it matches no purchase.
  intent_id TEXT REFERENCES intent (id),
  -- counts: towards the price. accepted, returned: decided by an operator.
  standing TEXT NOT NULL CHECK (standing IN ('counts', 'wrong_asset', 'unmatched', 'accepted', 'returned')),
  payer TEXT,
  amount TEXT NOT NULL,
  mint TEXT,
  slot INTEGER NOT NULL,
  commitment TEXT NOT NULL CHECK (commitment IN ('confirmed', 'finalized')),
  paid_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- Amount sent back to the payer; the rest counts.
  returned TEXT NOT NULL DEFAULT '0',
  -- When a fork dropped a payment that had been credited. It counts for nothing, and an operator decides about it.
  dropped_at INTEGER,
  -- Slots the network has confirmed since its own, while it is not final.
  confirmations INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (signature, part)
) STRICT;
CREATE INDEX payment_by_intent ON payment (intent_id, paid_at);
-- Payments that should be final by now are checked again.
CREATE INDEX payment_unfinal ON payment (paid_at) WHERE commitment = 'confirmed';

-- Review cases: money that an operator has to decide about. A decision is written once and stays.
CREATE TABLE review (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  signature TEXT NOT NULL,
  part TEXT NOT NULL,
  reason TEXT NOT NULL CHECK (reason IN ('overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'refund', 'dropped')),
  -- The amount in question, at most the payment's own.
  amount TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  -- revoked: the credits of a dropped payment were taken back.
  decision TEXT CHECK (decision IN ('credited', 'refunded', 'revoked')),
  decided_by TEXT,
  decided_at INTEGER,
  note TEXT,
  -- The transaction of the refund.
  refund_signature TEXT UNIQUE,
  FOREIGN KEY (signature, part) REFERENCES payment (signature, part) ON DELETE CASCADE,
  CHECK ((decision IS NULL) = (decided_at IS NULL) AND (decision IS NULL) = (decided_by IS NULL)),
  CHECK ((decision IS NOT DISTINCT FROM 'refunded') = (refund_signature IS NOT NULL))
) STRICT;
-- One open case per payment; after a decision another may be opened.
CREATE UNIQUE INDEX review_asks_once ON review (signature, part) WHERE decision IS NULL;
CREATE INDEX review_by_payment ON review (signature, part);
CREATE INDEX review_open ON review (opened_at) WHERE decision IS NULL;

-- Transfers below the smallest payment, counted per purchase, asset and day: anyone who sees a payment code can send
-- thousands of them. `rigsmith reconcile` compares the sums with the chain.
CREATE TABLE dust (
  -- The purchase its reference names; empty for none.
  subject TEXT NOT NULL,
  -- The mint, or SOL.
  asset TEXT NOT NULL,
  -- Of the block: days since 1970, UTC.
  day INTEGER NOT NULL,
  transfers INTEGER NOT NULL,
  amount TEXT NOT NULL,
  -- When it last grew.
  counted_at INTEGER NOT NULL,
  PRIMARY KEY (subject, asset, day)
) STRICT, WITHOUT ROWID;

-- Purchases made inside Discord: credited once, and revoked once when Discord refunds the money.
CREATE TABLE entitlement (
  id TEXT PRIMARY KEY,
  -- Null when the money was refunded before anything was credited; then nothing ever is.
  user_id TEXT REFERENCES "user" (id),
  credits INTEGER NOT NULL CHECK (credits >= 0),
  credited_at INTEGER,
  returned_at INTEGER,
  -- Credits already spent when the money was refunded: an operator decides about them.
  owed INTEGER NOT NULL DEFAULT 0 CHECK (owed BETWEEN 0 AND credits),
  waived_by TEXT,
  waived_at INTEGER,
  note TEXT,
  CHECK ((user_id IS NULL) = (credited_at IS NULL) AND (user_id IS NULL) = (credits = 0)),
  CHECK (credited_at IS NOT NULL OR returned_at IS NOT NULL),
  CHECK (owed = 0 OR returned_at IS NOT NULL),
  CHECK ((waived_by IS NULL) = (waived_at IS NULL))
) STRICT;
CREATE INDEX entitlement_owed ON entitlement (returned_at) WHERE owed > 0 AND waived_at IS NULL;

-- How far the transactions of each watched account have been read.
CREATE TABLE chain_cursor (
  address TEXT PRIMARY KEY,
  signature TEXT,
  slot INTEGER NOT NULL
) STRICT;

-- When the service first watched its merchant account: the first read of the chain goes back at least that far.
CREATE TABLE chain_watch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  since INTEGER NOT NULL,
  -- Up to when the lists of several nodes were compared; null before the first comparison.
  compared_until INTEGER
) STRICT;

-- Final transactions that were handled and are still listed after the cursor: not read again after a restart, and
-- their dust is counted once. Deleted as the cursor of their account moves on.
CREATE TABLE chain_handled (
  account TEXT NOT NULL,
  slot INTEGER NOT NULL,
  signature TEXT NOT NULL,
  PRIMARY KEY (account, slot, signature)
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- Rigs
-- ---------------------------------------------------------------------------------------------------------------------

-- Generations: requests for a rig, and their results. A queued or running one has a row in generation_job.
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
  spec TEXT CHECK (spec IS NULL OR type = 'text'), -- JSON, a CharacterSpec that is made instead of the prompt
  images TEXT NOT NULL, -- JSON [{ sha256, view }]
  seed INTEGER,
  parameters TEXT NOT NULL, -- JSON object
  credits INTEGER NOT NULL CHECK (credits >= 0),
  estimated_seconds REAL NOT NULL,
  output TEXT, -- JSON, only when succeeded
  error_code TEXT,
  error_detail TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  model TEXT CHECK ((model IS NOT NULL) = (type = 'mesh')), -- SHA-256 of the uploaded model
  remote_task TEXT, -- the task id at an external provider, so that a retry resumes it
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority IN (0, 1)), -- it was paid to start before others
  pool TEXT, -- the server whose pool pays for it; null when the user pays
  second_reading_of TEXT, -- the generation with the same input whose body was not certain; this one was free
  CHECK ((status = 'succeeded') = (output IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX generation_second_reading ON generation (second_reading_of)
  WHERE second_reading_of IS NOT NULL AND status IN ('queued', 'running', 'succeeded');
CREATE INDEX generation_queued ON generation (sequence) WHERE status = 'queued';
CREATE INDEX generation_running ON generation (sequence) WHERE status = 'running';
CREATE INDEX generation_of_user ON generation (user_id, sequence);
CREATE INDEX generation_made ON generation (pipeline_id, sequence) WHERE status = 'succeeded';

-- The queue of generations: kind is the pipeline, subject the generation, group_id the user.
CREATE TABLE generation_job (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  group_id TEXT NOT NULL,
  seconds REAL NOT NULL, -- expected duration
  priority INTEGER NOT NULL DEFAULT 0 CHECK (priority IN (0, 1)), -- 1 starts before 0
  revision INTEGER NOT NULL, -- grows when the subject is queued again
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  since INTEGER NOT NULL, -- when it was queued
  claimed_at INTEGER, -- when it was first claimed
  lease TEXT, -- while a process works on it
  leased_until INTEGER,
  request_id TEXT, -- of the request that queued it
  UNIQUE (kind, subject),
  CHECK ((lease IS NULL) = (leased_until IS NULL))
) STRICT;
CREATE UNIQUE INDEX generation_job_lease ON generation_job (lease) WHERE lease IS NOT NULL;
CREATE INDEX generation_job_leased ON generation_job (group_id) WHERE lease IS NOT NULL;
CREATE INDEX generation_job_lease_end ON generation_job (leased_until) WHERE lease IS NOT NULL;

-- When each user was last served: users take turns, the least recently served first.
CREATE TABLE generation_job_turn (
  group_id TEXT PRIMARY KEY,
  served_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How many generations with priority started since the last one without, for each set of pipelines that share slots:
-- after three, one without priority starts.
CREATE TABLE generation_job_streak (
  pool TEXT PRIMARY KEY,
  started INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Uploaded pictures and models, kept for a day.
CREATE TABLE upload (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  kind TEXT NOT NULL DEFAULT 'picture' CHECK (kind IN ('picture', 'model'))
) STRICT;

-- Stored pictures, models and results, named by the SHA-256 of their content. Those without users are removed.
CREATE TABLE stored_file (
  sha256 TEXT PRIMARY KEY,
  bytes INTEGER NOT NULL,
  -- Set while a process removes the file.
  removing_since INTEGER
) STRICT;

-- Who uses a stored file: the id of a generation or an upload.
CREATE TABLE file_use (
  used_by TEXT NOT NULL,
  sha256 TEXT NOT NULL REFERENCES stored_file (sha256),
  since INTEGER NOT NULL,
  PRIMARY KEY (used_by, sha256)
) STRICT, WITHOUT ROWID;
CREATE INDEX file_use_of_file ON file_use (sha256);

-- ---------------------------------------------------------------------------------------------------------------------
-- Agents
-- ---------------------------------------------------------------------------------------------------------------------

-- Conversations of a user with the agent.
CREATE TABLE conversation (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  user_id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  title TEXT,
  place TEXT NOT NULL DEFAULT '{}', -- JSON: what the managers of the server wrote for the agent
  metadata TEXT NOT NULL, -- JSON object
  last_seq INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER, -- null: unchanged since created_at
  closed_at INTEGER
) STRICT;
CREATE INDEX conversation_of_user ON conversation (user_id, sequence);

-- Runs: one answer of the agent each. A queued or running one has a row in run_job.
CREATE TABLE run (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'completed', 'failed', 'canceled')),
  answer_id TEXT NOT NULL, -- id of the agent's message
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  -- Answers a message for the first time, again, or continues an answer that ended early.
  kind TEXT NOT NULL DEFAULT 'answer' CHECK (kind IN ('answer', 'again', 'continue')),
  version TEXT NOT NULL, -- the run that began this version of the answer: itself, unless it continues another
  message_id TEXT,
  client_message_id TEXT,
  held INTEGER NOT NULL DEFAULT 0 CHECK (held >= 0), -- credits held under the run's id
  tokens INTEGER NOT NULL DEFAULT 0, -- used so far
  thinned INTEGER NOT NULL DEFAULT 0 -- 1: its streamed events were deleted; the message has the same text
) STRICT;
-- A conversation has at most one open run.
CREATE UNIQUE INDEX run_open ON run (conversation_id) WHERE status IN ('queued', 'running');
CREATE UNIQUE INDEX run_of_client ON run (conversation_id, client_message_id)
  WHERE client_message_id IS NOT NULL;
CREATE INDEX run_to_thin ON run (finished_at) WHERE thinned = 0 AND finished_at IS NOT NULL;

-- Answers to visitors (people without a wallet) in the last hour.
CREATE TABLE visitor_answer (
  run_id TEXT PRIMARY KEY,
  visitor TEXT NOT NULL, -- keyed fingerprint of the person
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX visitor_answer_at ON visitor_answer (at);

-- The queue of runs: kind is the run's kind, subject the run, group_id the user. Columns as in generation_job.
CREATE TABLE run_job (
  position INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  group_id TEXT NOT NULL,
  seconds REAL NOT NULL,
  revision INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  since INTEGER NOT NULL,
  claimed_at INTEGER,
  lease TEXT,
  leased_until INTEGER,
  request_id TEXT, -- of the request that queued it
  UNIQUE (kind, subject),
  CHECK ((lease IS NULL) = (leased_until IS NULL))
) STRICT;
CREATE INDEX run_job_due ON run_job (due_at) WHERE lease IS NULL;
CREATE UNIQUE INDEX run_job_lease ON run_job (lease) WHERE lease IS NOT NULL;
CREATE INDEX run_job_leased ON run_job (group_id) WHERE lease IS NOT NULL;
CREATE INDEX run_job_lease_end ON run_job (leased_until) WHERE lease IS NOT NULL;

-- Messages. `seq` places a message among the events: a user's message has the number of the first event of its answer,
-- the agent's message the number of its agent_complete.
CREATE TABLE message (
  id TEXT PRIMARY KEY,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  run_id TEXT NOT NULL REFERENCES run (id),
  role TEXT NOT NULL CHECK (role IN ('user', 'agent')),
  content TEXT NOT NULL,
  attachments TEXT NOT NULL, -- JSON array
  client_message_id TEXT,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finish_reason TEXT, -- of an answer
  replaced_by TEXT REFERENCES run (id), -- the run that answered again
  memory TEXT, -- JSON: what the brain keeps of its answer
  guest INTEGER NOT NULL DEFAULT 0, -- 1: written by someone else than the user; its answer tells nothing of the account
  speaker_id TEXT, -- who wrote it, in a conversation of several people
  speaker_name TEXT
) STRICT;
CREATE UNIQUE INDEX message_place ON message (conversation_id, seq);

-- Events of a conversation, replayed over the WebSocket. Streamed pieces of old answers are deleted.
CREATE TABLE agent_event (
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  seq INTEGER NOT NULL,
  id TEXT NOT NULL,
  run_id TEXT NOT NULL REFERENCES run (id),
  type TEXT NOT NULL,
  data TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL,
  PRIMARY KEY (conversation_id, seq)
) STRICT, WITHOUT ROWID;

-- Proposals of the agent that a user may accept: a rig, a top-up or a call of a tool.
CREATE TABLE proposal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL REFERENCES conversation (id),
  run_id TEXT NOT NULL REFERENCES run (id),
  kind TEXT NOT NULL CHECK (kind IN ('generation', 'top_up', 'tool')),
  status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'dismissed', 'replaced')),
  title TEXT NOT NULL,
  request TEXT NOT NULL, -- JSON: the request that accepting it sends
  shown TEXT NOT NULL, -- JSON: its generation, top_up or tool on the wire
  generation_id TEXT,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  speaker_id TEXT NOT NULL DEFAULT '', -- the guest who asked for it; empty: the user
  run_until INTEGER, -- of an accepted tool: when its call has certainly ended
  outcome TEXT, -- JSON: what became of the call
  CHECK (generation_id IS NULL OR status = 'accepted'),
  CHECK (outcome IS NULL OR kind = 'tool' AND status = 'accepted')
) STRICT;
CREATE INDEX proposal_of_conversation ON proposal (conversation_id, sequence);
CREATE INDEX proposal_of_run ON proposal (run_id);
CREATE INDEX proposal_running ON proposal (run_until) WHERE run_until IS NOT NULL AND outcome IS NULL;

-- Work that only one process may do at a time.
CREATE TABLE work_lease (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  fence INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- ---------------------------------------------------------------------------------------------------------------------
-- Moderation: people, servers and roles have the names the bot gives them
-- ---------------------------------------------------------------------------------------------------------------------

-- Whose account a user is, as the bot said last.
CREATE TABLE person_user (
  user_id TEXT PRIMARY KEY REFERENCES "user" (id),
  person TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What moderators and operators did. Written before what it is about, in the same transaction; append-only.
CREATE TABLE moderation_act (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The request that asked for it, and a hash of its content: a repeated one changes nothing.
  key TEXT NOT NULL UNIQUE,
  fingerprint TEXT NOT NULL,
  at INTEGER NOT NULL,
  server TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action IN ('grant', 'revoke', 'refund', 'block', 'unblock', 'quota', 'case', 'welcome',
    'pool')),
  -- Whom or what it is about: a person, a rule, a case.
  target TEXT NOT NULL,
  user_id TEXT,
  credits INTEGER CHECK (credits > 0),
  -- The subject of the entry in the ledger.
  subject TEXT UNIQUE,
  reason TEXT NOT NULL,
  CHECK ((credits IS NULL) = (subject IS NULL) AND (credits IS NULL) = (user_id IS NULL))
) STRICT;
CREATE INDEX moderation_act_of_server ON moderation_act (server, at);

CREATE TABLE member_block (
  server TEXT NOT NULL,
  person TEXT NOT NULL,
  reason TEXT NOT NULL,
  actor TEXT NOT NULL,
  since INTEGER NOT NULL,
  until INTEGER,
  PRIMARY KEY (server, person)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_block_of_person ON member_block (person);

-- Rules. `subject` is a role or person, or empty.
CREATE TABLE quota (
  server TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('everyone', 'role', 'member', 'server')),
  subject TEXT NOT NULL,
  unit TEXT NOT NULL CHECK (unit IN ('rigs', 'credits', 'tokens')),
  period TEXT NOT NULL CHECK (period IN ('hour', 'day', 'month')),
  most INTEGER NOT NULL CHECK (most >= 0),
  PRIMARY KEY (server, scope, subject, unit, period)
) STRICT, WITHOUT ROWID;

-- Work that counts towards quotas, by the rig or run; kept for as long as the longest window.
CREATE TABLE quota_use (
  subject TEXT PRIMARY KEY,
  server TEXT NOT NULL,
  person TEXT NOT NULL,
  at INTEGER NOT NULL,
  rigs INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  tokens INTEGER NOT NULL,
  -- Credits that the server's pool paid.
  from_pool INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE INDEX quota_use_of_person ON quota_use (server, person, at);
CREATE INDEX quota_use_by_age ON quota_use (at);
