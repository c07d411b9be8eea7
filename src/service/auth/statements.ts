import { userColumns } from './user.js';

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
export const authSql = {
  findUser: `SELECT ${userColumns} FROM "user" WHERE address = @address`,
  readUser: `SELECT ${userColumns} FROM "user" WHERE id = @id`,
  addUser: 'INSERT INTO "user" (id, address, created_at) VALUES (@id, @address, @createdAt)',
  /** Changes nothing when the transfer has proved before. */
  spendTransfer: `INSERT INTO transfer_proof (signature, user_id, lamports, credits, proved_at)
    VALUES (@signature, @userId, @lamports, @credits, @now) ON CONFLICT (signature) DO NOTHING`,
  findPaid: 'SELECT 1 AS found FROM payment WHERE signature = @signature AND intent_id IS NOT NULL LIMIT 1',

  addSession: `INSERT INTO session (id, user_id, created_at, last_used_at, expires_at)
    VALUES (@id, @userId, @now, @now, @expiresAt)`,
  extendSession: 'UPDATE session SET last_used_at = @now, expires_at = @expiresAt WHERE id = @id',
  endSession: 'UPDATE session SET ended_at = @now, end_reason = @reason WHERE id = @id AND ended_at IS NULL',
  endAll: `UPDATE session SET ended_at = @now, end_reason = 'revoked'
    WHERE user_id = @userId AND ended_at IS NULL RETURNING id`,
  findLive: `SELECT user_id AS userId FROM session
    WHERE id = @id AND ended_at IS NULL AND expires_at > @now`,
  ownSession: 'SELECT id FROM session WHERE id = @id AND user_id = @userId',
  addressOf: `SELECT address FROM "user" JOIN session ON session.user_id = "user".id
    WHERE session.id = @sessionId`,
  listSessions: `SELECT id, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt FROM session
    WHERE user_id = @userId AND ended_at IS NULL AND expires_at > @now ORDER BY created_at DESC LIMIT 100`,

  addRefresh:
    'INSERT INTO refresh_token (hash, session_id, expires_at) VALUES (@hash, @sessionId, @expiresAt)',
  addAccess: 'INSERT INTO access_token (hash, session_id, expires_at) VALUES (@hash, @sessionId, @expiresAt)',
  findRefresh: `SELECT session_id AS sessionId, expires_at AS expiresAt, used_at AS usedAt,
      successor_hash AS successorHash
    FROM refresh_token WHERE hash = @hash`,
  useRefresh: 'UPDATE refresh_token SET used_at = @now, successor_hash = @successorHash WHERE hash = @hash',
  readAccess: 'SELECT session_id AS sessionId, expires_at AS expiresAt FROM access_token WHERE hash = @hash',

  pruneTables: ['access_token', 'refresh_token', 'session'].map(
    (table) => `DELETE FROM ${table} WHERE expires_at < @before`,
  ),
};
