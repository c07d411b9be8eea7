import type { Queries, Transaction } from '../../base/db/database.js';

const sql = {
  find: 'SELECT person FROM person_user WHERE user_id = @userId',
  put: `INSERT INTO person_user (user_id, person) VALUES (@userId, @person)
    ON CONFLICT (user_id) DO UPDATE SET person = excluded.person`,
  known: 'SELECT id, address FROM "user" WHERE id IN @accounts ORDER BY created_at, id',
};

/** Whose account a user is, as the bot said last; null if it never did. */
export const personOf = async (q: Queries, userId: string): Promise<string | null> =>
  (await q.get<{ person: string }>(sql.find, { userId }))?.person ?? null;

/** Writes only what has changed. */
export async function notePerson(t: Transaction, userId: string, person: string): Promise<void> {
  if ((await personOf(t, userId)) !== person) await t.run(sql.put, { userId, person });
}

/** The users among these ids. */
export const knownAccounts = async (
  q: Queries,
  accounts: readonly string[],
): Promise<{ id: string; address: string }[]> =>
  accounts.length === 0 ? [] : q.all(sql.known, { accounts });
