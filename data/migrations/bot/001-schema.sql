-- The database of the bot, grouped by feature, for SQLite and PostgreSQL. Times are milliseconds since the epoch. Columns
-- called `jar`, `sealed` and `page_token` are encrypted.

-- ---------------------------------------------------------------------------------------------------------------------
-- The bot itself
-- ---------------------------------------------------------------------------------------------------------------------

-- Which key the sealed columns were written with.
CREATE TABLE sealing_key (
  id     INTEGER PRIMARY KEY CHECK (id = 1),
  key_id TEXT NOT NULL
) STRICT;

-- Acknowledged interactions that are not answered yet, kept for the 15 minutes their tokens live.
CREATE TABLE interaction (
  id           TEXT PRIMARY KEY,
  guild_id     TEXT,
  owner        TEXT NOT NULL,
  member_id    TEXT NOT NULL,
  acknowledged TEXT NOT NULL CHECK (acknowledged IN ('private', 'public', 'update')),
  state        TEXT NOT NULL CHECK (state IN ('running', 'interrupted', 'answered')),
  message_id   TEXT,
  sealed       BLOB NOT NULL,
  created_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX interaction_of_message ON interaction (message_id, created_at) WHERE message_id IS NOT NULL;
CREATE INDEX interaction_age ON interaction (created_at);

-- The locale a member chose with /language, and the one last seen of their Discord.
CREATE TABLE member_language (
  member_id TEXT PRIMARY KEY,
  chosen    TEXT,
  seen      TEXT
) STRICT;

-- Audit log of what moderators and the bot did. `outcome`: `asked` until the service answered, `done`, or why it was
-- refused. `key` is the interaction that asked for it.
CREATE TABLE audit (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  at        INTEGER NOT NULL,
  actor_id  TEXT NOT NULL,
  action    TEXT NOT NULL,
  target_id TEXT NOT NULL,
  guild_id  TEXT NOT NULL,
  key       TEXT UNIQUE,
  credits   INTEGER,
  reason    TEXT,
  detail    TEXT,
  outcome   TEXT NOT NULL DEFAULT 'done'
) STRICT;
CREATE INDEX audit_of_guild ON audit (guild_id, id);

-- The queue of messages and edits for Discord, by subject: a card is drawn when it is delivered. Deliveries of a
-- group come one after the other.
CREATE TABLE outbox (
  position     INTEGER PRIMARY KEY AUTOINCREMENT,
  kind         TEXT NOT NULL,
  subject      TEXT NOT NULL,
  revision     INTEGER NOT NULL,
  attempts     INTEGER NOT NULL DEFAULT 0,
  due_at       INTEGER NOT NULL,
  since        INTEGER NOT NULL DEFAULT 0,
  group_id     TEXT NOT NULL DEFAULT '',
  seconds      REAL NOT NULL DEFAULT 0,
  claimed_at   INTEGER,
  lease        TEXT,
  leased_until INTEGER,
  request_id   TEXT, -- of the act that queued it
  UNIQUE (kind, subject)
) STRICT;
CREATE INDEX outbox_due ON outbox (due_at);
CREATE UNIQUE INDEX outbox_lease ON outbox (lease) WHERE lease IS NOT NULL;
CREATE INDEX outbox_leased ON outbox (group_id) WHERE lease IS NOT NULL;
CREATE INDEX outbox_lease_end ON outbox (leased_until) WHERE lease IS NOT NULL;

-- Deliveries that Discord refuses, with the reason: they wait for a permission, thread or server to come back. The
-- member got the notice `notified_key` about `notified_revision` instead; `is_pending` = 1: their direct messages are
-- closed, so it goes below their next answer.
CREATE TABLE refused_delivery (
  kind          TEXT NOT NULL,
  subject       TEXT NOT NULL,
  channel_id    TEXT NOT NULL,
  reason        TEXT NOT NULL,
  since         INTEGER NOT NULL,
  tried_at      INTEGER NOT NULL,
  member_id     TEXT,
  notified_key  TEXT,
  notified_revision INTEGER,
  is_pending    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, subject)
) STRICT;
CREATE INDEX refused_delivery_pending ON refused_delivery (member_id) WHERE is_pending = 1;

-- ---------------------------------------------------------------------------------------------------------------------
-- Wallets and sessions
-- ---------------------------------------------------------------------------------------------------------------------

-- Linked wallets of a member with their sealed sessions.
CREATE TABLE wallet (
  member_id     TEXT NOT NULL,
  address       TEXT NOT NULL UNIQUE,
  user_id       TEXT NOT NULL,
  label         TEXT,
  is_primary    INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  jar           BLOB,
  -- What the seal is bound to: sessions of the time of one wallet a member were bound to the member alone.
  sealed_for    TEXT NOT NULL CHECK (sealed_for IN ('member', 'wallet')),
  ended         TEXT CHECK (ended IN ('expired', 'reused', 'refused', 'logged_out')),
  version       INTEGER NOT NULL,
  claimed_until INTEGER,
  linked_at     INTEGER NOT NULL,
  PRIMARY KEY (member_id, address),
  CHECK ((jar IS NULL) = (ended IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX wallet_primary ON wallet (member_id) WHERE is_primary = 1;
CREATE INDEX wallet_owed ON wallet (claimed_until) WHERE claimed_until IS NOT NULL;
CREATE INDEX wallet_reused ON wallet (member_id) WHERE ended = 'reused';

-- People who asked the agent without a wallet, until their conversations belong to the account of one.
CREATE TABLE visitor (
  member_id TEXT PRIMARY KEY,
  since     INTEGER NOT NULL
) STRICT;

-- Attempts to link a wallet: a member has at most one open.
CREATE TABLE link_attempt (
  id          TEXT PRIMARY KEY,
  token_hash  TEXT NOT NULL UNIQUE,
  member_id   TEXT NOT NULL,
  member_name TEXT NOT NULL,
  guild_name  TEXT NOT NULL,
  state       TEXT NOT NULL,
  address     TEXT,
  jar         BLOB,
  tries_left  INTEGER NOT NULL DEFAULT 3,
  created_at  INTEGER NOT NULL,
  expires_at  INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX link_attempt_open ON link_attempt (member_id)
  WHERE state IN ('created', 'opened', 'proof_received', 'awaiting_code');
CREATE INDEX link_attempt_sealed ON link_attempt (state) WHERE jar IS NOT NULL;
CREATE INDEX link_attempt_age ON link_attempt (expires_at);

-- Which browser has a link open, both as hashes.
CREATE TABLE link_browser (
  token_hash   TEXT PRIMARY KEY,
  browser_hash TEXT NOT NULL,
  expires_at   INTEGER NOT NULL
) STRICT;
CREATE INDEX link_browser_age ON link_browser (expires_at);

-- Sign-in requests made for an attempt.
CREATE TABLE link_challenge (
  attempt_id TEXT NOT NULL REFERENCES link_attempt (id) ON DELETE CASCADE,
  nonce_hash TEXT NOT NULL,
  PRIMARY KEY (attempt_id, nonce_hash)
) STRICT, WITHOUT ROWID;

-- The phrase a member chose to recognize the real bot by.
CREATE TABLE member_phrase (
  member_id TEXT PRIMARY KEY,
  sealed    BLOB NOT NULL
) STRICT;

-- Requests to move a wallet from one member to another, after a waiting time.
CREATE TABLE takeover (
  id          TEXT PRIMARY KEY,
  address     TEXT NOT NULL,
  from_member TEXT NOT NULL,
  to_member   TEXT NOT NULL,
  user_id     TEXT NOT NULL,
  state       TEXT NOT NULL,
  jar         BLOB,
  created_at  INTEGER NOT NULL,
  moves_at    INTEGER NOT NULL,
  CHECK ((state = 'waiting') = (jar IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX takeover_waiting ON takeover (address) WHERE state = 'waiting';
CREATE INDEX takeover_due ON takeover (moves_at) WHERE state = 'waiting';

-- Security notices for members. `pending`: their direct messages are closed, so it goes below their next answer.
CREATE TABLE notice (
  id         TEXT PRIMARY KEY,
  member_id  TEXT NOT NULL,
  kind       TEXT NOT NULL,
  address    TEXT NOT NULL,
  refers_at  INTEGER,
  created_at INTEGER NOT NULL,
  state      TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'pending', 'notified'))
) STRICT;
CREATE INDEX notice_pending ON notice (member_id) WHERE state = 'pending';

-- ---------------------------------------------------------------------------------------------------------------------
-- Purchases
-- ---------------------------------------------------------------------------------------------------------------------

-- Purchases. `intent` is the last known state as JSON. `notified` is the last outcome sent to the member directly,
-- `shown` the last one that a card showed; `is_pending` = 1: their direct messages are closed, so it goes below their
-- next answer. `shared` is what the member last told the channel.
CREATE TABLE purchase (
  id            TEXT PRIMARY KEY,
  member_id     TEXT NOT NULL,
  member_name   TEXT NOT NULL,
  address       TEXT,
  state         TEXT NOT NULL,
  intent        TEXT NOT NULL,
  list_price    TEXT,
  balance       INTEGER,
  created_at    INTEGER NOT NULL,
  next_check_at INTEGER,
  version       INTEGER NOT NULL DEFAULT 0,
  replaced_by   TEXT,
  page_token    BLOB NOT NULL,
  page_hash     TEXT NOT NULL UNIQUE,
  notified      TEXT,
  shown         TEXT,
  is_pending    INTEGER NOT NULL DEFAULT 0,
  shared        TEXT CHECK (shared IN ('buying', 'bought')),
  shared_in     TEXT,
  request_id    TEXT -- of the interaction that began it
) STRICT;
CREATE INDEX purchase_due ON purchase (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX purchase_of_member ON purchase (member_id, created_at);
CREATE INDEX purchase_pending ON purchase (member_id) WHERE is_pending = 1;

-- The private messages that show a purchase. The token of the interaction that answered last edits them, for 15
-- minutes. `has_code`: it shows a code to pay; `is_ending`: its token ends soon, so the code goes.
CREATE TABLE purchase_card (
  message_id  TEXT PRIMARY KEY,
  purchase_id TEXT NOT NULL REFERENCES purchase (id) ON DELETE CASCADE,
  locale      TEXT NOT NULL,
  live_since  INTEGER NOT NULL,
  has_code    INTEGER NOT NULL CHECK (has_code IN (0, 1)),
  is_ending   INTEGER NOT NULL DEFAULT 0 CHECK (is_ending IN (0, 1))
) STRICT;
CREATE INDEX purchase_card_of ON purchase_card (purchase_id);
CREATE INDEX purchase_card_age ON purchase_card (live_since) WHERE has_code = 1 AND is_ending = 0;

-- The balance before a purchase, for services that do not report what was credited.
CREATE TABLE purchase_baseline (
  purchase_id TEXT PRIMARY KEY REFERENCES purchase (id) ON DELETE CASCADE,
  member_id   TEXT NOT NULL,
  address     TEXT NOT NULL,
  available   REAL NOT NULL,
  is_met      INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX purchase_baseline_wallet ON purchase_baseline (member_id, address);

-- Transactions that members named as their payment.
CREATE TABLE purchase_claim (
  purchase_id TEXT PRIMARY KEY REFERENCES purchase (id) ON DELETE CASCADE,
  signature   TEXT NOT NULL
) STRICT;

-- Payment review cases shown in the operators' channel.
CREATE TABLE payment_case (
  id         TEXT PRIMARY KEY,
  shown      TEXT NOT NULL,
  state      TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'over')),
  message_id TEXT
) STRICT;
CREATE INDEX payment_case_open ON payment_case (id) WHERE state = 'open';

-- ---------------------------------------------------------------------------------------------------------------------
-- Rigs
-- ---------------------------------------------------------------------------------------------------------------------

-- Rigs and the cards that show them. `generation` is the last known state as JSON.
CREATE TABLE rig_job (
  id            TEXT PRIMARY KEY,
  member_id     TEXT NOT NULL,
  channel_id    TEXT NOT NULL,
  message_id    TEXT NOT NULL,
  state         TEXT NOT NULL,
  upload_limit  INTEGER NOT NULL,
  generation    TEXT NOT NULL,
  created_at    INTEGER NOT NULL,
  next_check_at INTEGER,
  again_at INTEGER,
  address TEXT,
  deleted_at INTEGER,
  page_token TEXT,
  owes_ping INTEGER NOT NULL DEFAULT 0,
  locale TEXT,
  is_private INTEGER NOT NULL DEFAULT 0, -- 1: only its member sees the card
  has_spoiler INTEGER NOT NULL DEFAULT 0, -- 1: its pictures are hidden until somebody clicks them
  varies TEXT NOT NULL DEFAULT '[]', -- JSON: parameters with buttons of their own
  request_id TEXT -- of the interaction that began it
) STRICT;
CREATE INDEX rig_job_due ON rig_job (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX rig_job_page ON rig_job (page_token) WHERE page_token IS NOT NULL;
CREATE INDEX rig_job_message ON rig_job (message_id);

-- Orders whose price their member has not confirmed yet, by the interaction that asked, kept for a day. `wish` and `quote`
-- are JSON. `taken`: confirmed, but its rig is not stored yet.
CREATE TABLE rig_offer (
  id         TEXT PRIMARY KEY,
  member_id  TEXT NOT NULL,
  message_id TEXT NOT NULL,
  locale     TEXT NOT NULL,
  wish       TEXT NOT NULL,
  quote      TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('open', 'taken', 'made', 'dropped')),
  taken_at   INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rig_offer_age ON rig_offer (created_at);
CREATE INDEX rig_offer_of_member ON rig_offer (member_id);

-- Rigs with a public page, and its address.
CREATE TABLE rig_share (
  rig_id     TEXT PRIMARY KEY REFERENCES rig_job (id) ON DELETE CASCADE,
  token      TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL
) STRICT;

-- Lists of rigs that a member keeps; the name of the favourites is empty.
CREATE TABLE rig_collection (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  member_id TEXT NOT NULL,
  name      TEXT NOT NULL,
  UNIQUE (member_id, name)
) STRICT;
CREATE TABLE rig_collected (
  collection_id INTEGER NOT NULL REFERENCES rig_collection (id) ON DELETE CASCADE,
  rig_id        TEXT NOT NULL,
  added_at      INTEGER NOT NULL,
  PRIMARY KEY (collection_id, rig_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX rig_collected_of ON rig_collected (rig_id);

-- Whether a member is asked before a rig holds credits; without a row, as the operator chose.
CREATE TABLE rig_confirmation (
  member_id TEXT PRIMARY KEY,
  asks      INTEGER NOT NULL CHECK (asks IN (0, 1))
) STRICT;

-- Copies of a rig's card in other channels.
CREATE TABLE rig_copy (
  rig_id     TEXT NOT NULL REFERENCES rig_job (id) ON DELETE CASCADE,
  channel_id TEXT NOT NULL,
  message_id TEXT NOT NULL,
  locale TEXT,
  PRIMARY KEY (channel_id, message_id)
) STRICT;
CREATE INDEX rig_copy_of ON rig_copy (rig_id);

-- ---------------------------------------------------------------------------------------------------------------------
-- Talk
-- ---------------------------------------------------------------------------------------------------------------------

-- Conversations with the agent and their threads. `view` is what the thread shows, as JSON.
CREATE TABLE talk (
  position        INTEGER PRIMARY KEY AUTOINCREMENT,
  thread_id       TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL UNIQUE,
  member_id       TEXT NOT NULL,
  state           TEXT NOT NULL,
  run_id          TEXT,
  last_seq        INTEGER NOT NULL,
  last_heard      TEXT NOT NULL,
  view            TEXT NOT NULL,
  created_at      INTEGER NOT NULL,
  quiet INTEGER NOT NULL DEFAULT 0,
  trouble TEXT,
  is_notified INTEGER NOT NULL DEFAULT 0,
  title TEXT NOT NULL DEFAULT '',
  channel_id TEXT NOT NULL DEFAULT '',
  upload_limit INTEGER NOT NULL DEFAULT 10485760,
  speakers TEXT NOT NULL DEFAULT 'owner',
  payer TEXT NOT NULL DEFAULT 'owner',
  updated_at INTEGER NOT NULL DEFAULT 0,
  trouble_at INTEGER,
  asked TEXT,
  locale TEXT,
  guild_id TEXT NOT NULL
) STRICT;
CREATE INDEX talk_of_member ON talk (member_id, updated_at);

-- Members who take part in the conversation of another.
CREATE TABLE talk_guest (
  conversation_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  named           INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (conversation_id, member_id)
) STRICT;

-- Hints that people got in a conversation, once each.
CREATE TABLE talk_hint (
  conversation_id TEXT NOT NULL,
  member_id       TEXT NOT NULL,
  hint            TEXT NOT NULL,
  PRIMARY KEY (conversation_id, member_id, hint)
) STRICT, WITHOUT ROWID;

-- Proposals of the agent and the messages that show them.
CREATE TABLE talk_proposal (
  position        INTEGER PRIMARY KEY AUTOINCREMENT,
  id              TEXT NOT NULL UNIQUE,
  conversation_id TEXT NOT NULL,
  status          TEXT NOT NULL,
  proposal        TEXT NOT NULL,
  message_id      TEXT,
  created_at      INTEGER NOT NULL
) STRICT;
CREATE INDEX talk_proposal_of ON talk_proposal (conversation_id, position);

-- Members who decided on a proposal.
CREATE TABLE talk_proposal_taker (
  proposal_id TEXT NOT NULL REFERENCES talk_proposal (id) ON DELETE CASCADE,
  member_id   TEXT NOT NULL,
  PRIMARY KEY (proposal_id, member_id)
) STRICT, WITHOUT ROWID;

-- Messages queued while the agent is answering.
CREATE TABLE talk_waiting (
  sequence        INTEGER PRIMARY KEY AUTOINCREMENT,
  conversation_id TEXT NOT NULL,
  message_id      TEXT NOT NULL UNIQUE,
  author_id       TEXT NOT NULL,
  author_name     TEXT NOT NULL DEFAULT '',
  content         TEXT NOT NULL
) STRICT;
CREATE INDEX talk_waiting_of ON talk_waiting (conversation_id, sequence);

-- Work that only one process may do at a time.
CREATE TABLE work_lease (
  name  TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  fence INTEGER NOT NULL,
  until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Shards of the gateway, and the process that serves each.
CREATE TABLE gateway_shard (
  shard INTEGER PRIMARY KEY,
  owner TEXT
) STRICT;

-- When the next session of a slot may start.
CREATE TABLE gateway_start (
  slot    INTEGER PRIMARY KEY,
  next_at INTEGER NOT NULL
) STRICT;

-- Session starts left until a time, by Discord's last report.
CREATE TABLE gateway_budget (
  id        INTEGER PRIMARY KEY CHECK (id = 1),
  remaining INTEGER NOT NULL,
  resets_at INTEGER NOT NULL
) STRICT;

-- Requests per second that each process may send to Discord.
CREATE TABLE request_share (
  member     TEXT PRIMARY KEY,
  per_second REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- What a server's managers set for it, as JSON.
CREATE TABLE server_settings (
  guild_id TEXT PRIMARY KEY,
  settings TEXT NOT NULL
) STRICT;

-- Roles that the bot gave to members with a linked wallet, or is about to give.
CREATE TABLE member_role (
  guild_id  TEXT NOT NULL,
  member_id TEXT NOT NULL,
  role_id   TEXT NOT NULL,
  PRIMARY KEY (guild_id, member_id, role_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_role_of ON member_role (member_id);

-- Servers with such a role, and when it was last compared with who is linked.
CREATE TABLE member_role_server (
  guild_id   TEXT PRIMARY KEY,
  role_id    TEXT NOT NULL,
  checked_at INTEGER NOT NULL
) STRICT;

-- Members who let the bot tell Discord about them, for linked roles. `tokens` are sealed; `told` is what Discord was told
-- last, as JSON; `is_leaving` = 1: nothing may be told any more, and Discord has yet to hear of it.
CREATE TABLE role_connection (
  member_id    TEXT PRIMARY KEY,
  tokens       BLOB NOT NULL,
  version      INTEGER NOT NULL,
  told         TEXT,
  is_leaving   INTEGER NOT NULL DEFAULT 0,
  connected_at INTEGER NOT NULL
) STRICT;
CREATE INDEX rig_job_made ON rig_job (member_id) WHERE state = 'succeeded';

-- Authorizations that were used, until they expire.
CREATE TABLE role_connection_state (
  state_hash TEXT PRIMARY KEY,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
