import type { Database } from '../../base/store.js';
import { type StoredUser, userColumns } from './user.js';

/** Times in ms. */
export type SessionRow = { id: string; createdAt: number; lastUsedAt: number; expiresAt: number };
export type TokenRow = {
  sessionId: string;
  expiresAt: number;
  usedAt: number | null;
  successorHash: Buffer | null;
};
export type LiveSession = { userId: string };

/** The SQL of users, sessions and tokens. @internal */
export const createAuthStatements = (db: Database) => ({
  ...userStatements(db),
  ...sessionStatements(db),
  ...tokenStatements(db),
  pruneTables: ['access_token', 'refresh_token', 'session'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE expires_at < @before`),
  ),
});

const userStatements = (db: Database) => ({
  findUser: db.prepare<{ address: string }, StoredUser>(
    `SELECT ${userColumns} FROM user WHERE address = @address`,
  ),
  readUser: db.prepare<{ id: string }, StoredUser>(`SELECT ${userColumns} FROM user WHERE id = @id`),
  addUser: db.prepare('INSERT INTO user (id, address, created_at) VALUES (@id, @address, @createdAt)'),
  /** Changes nothing when the transfer has proved or paid before. */
  spendTransfer: db.prepare(
    `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at)
     SELECT @signature, @userId, @lamports, @credits, @now
     WHERE NOT EXISTS (SELECT 1 FROM payment WHERE signature = @signature AND intent_id IS NOT NULL)
     ON CONFLICT DO NOTHING`,
  ),
});

const sessionStatements = (db: Database) => ({
  addSession: db.prepare(
    `INSERT INTO session (id, user_id, created_at, last_used_at, expires_at)
     VALUES (@id, @userId, @now, @now, @expiresAt)`,
  ),
  extendSession: db.prepare('UPDATE session SET last_used_at = @now, expires_at = @expiresAt WHERE id = @id'),
  endSession: db.prepare(
    'UPDATE session SET ended_at = @now, end_reason = @reason WHERE id = @id AND ended_at IS NULL',
  ),
  endAll: db.prepare<{ userId: string; now: number }, { id: string }>(
    `UPDATE session SET ended_at = @now, end_reason = 'revoked'
     WHERE user_id = @userId AND ended_at IS NULL RETURNING id`,
  ),
  findLive: db.prepare<{ id: string; now: number }, LiveSession>(
    'SELECT user_id AS userId FROM session WHERE id = @id AND ended_at IS NULL AND expires_at > @now',
  ),
  ownSession: db.prepare<{ id: string; userId: string }, { id: string }>(
    'SELECT id FROM session WHERE id = @id AND user_id = @userId',
  ),
  addressOf: db.prepare<{ sessionId: string }, { address: string }>(
    'SELECT address FROM user JOIN session ON session.user_id = user.id WHERE session.id = @sessionId',
  ),
  listSessions: db.prepare<{ userId: string; now: number }, SessionRow>(
    `SELECT id, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt FROM session
     WHERE user_id = @userId AND ended_at IS NULL AND expires_at > @now ORDER BY created_at DESC LIMIT 100`,
  ),
});

const tokenStatements = (db: Database) => ({
  addRefresh: db.prepare(
    'INSERT INTO refresh_token (hash, session_id, expires_at) VALUES (@hash, @sessionId, @expiresAt)',
  ),
  addAccess: db.prepare(
    'INSERT INTO access_token (hash, session_id, expires_at) VALUES (@hash, @sessionId, @expiresAt)',
  ),
  findRefresh: db.prepare<{ hash: Buffer }, TokenRow>(
    `SELECT session_id AS sessionId, expires_at AS expiresAt, used_at AS usedAt, successor_hash AS successorHash
     FROM refresh_token WHERE hash = @hash`,
  ),
  useRefresh: db.prepare(
    'UPDATE refresh_token SET used_at = @now, successor_hash = @successorHash WHERE hash = @hash',
  ),
  readAccess: db.prepare<{ hash: Buffer }, { sessionId: string; expiresAt: number }>(
    'SELECT session_id AS sessionId, expires_at AS expiresAt FROM access_token WHERE hash = @hash',
  ),
});
