import type { Queries, Transaction } from '../../base/db/database.js';
import { prove } from '../../contract/proof.js';

const sql = {
  find: 'SELECT person FROM person_user WHERE user_id = @userId',
  put: `INSERT INTO person_user (user_id, person) VALUES (@userId, @person)
    ON CONFLICT (user_id) DO UPDATE SET person = excluded.person`,
  forgetUsers: 'DELETE FROM person_user WHERE person = @person',
  // Counts towards quotas stay, so that deleting data does not refill them. It is deleted with the period.
  forgetUse: 'UPDATE quota_use SET person = @former WHERE person = @person',
  forgetActs: `UPDATE moderation_act SET target = CASE target WHEN @person THEN 'forgotten' ELSE 'member forgotten' END
    WHERE target = @person OR target = 'member ' || @person`,
  forgetGifts: `UPDATE moderation_act SET actor = 'forgotten' WHERE actor = @person AND action = 'pool'`,
  forgetBlocks: 'DELETE FROM member_block WHERE person = @person AND until <= @now',
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

/** The pseudonym of a person who deleted their data: only a holder of the secret and the name can recognise it. */
export const formerName = (secret: string, person: string): string =>
  `former-${prove(secret, 'rigsmith former person v1', person).slice(0, 32)}`;

/**
 * Removes the name of a person who deleted their data. Blocks and quotas that moderators set about them stay, and so
 * does what they did as a moderator.
 */
export async function forgetPerson(
  t: Transaction,
  { person, former, now }: { person: string; former: string; now: number },
): Promise<void> {
  await t.run(sql.forgetUsers, { person });
  await t.run(sql.forgetUse, { person, former });
  await t.run(sql.forgetActs, { person });
  await t.run(sql.forgetGifts, { person });
  await t.run(sql.forgetBlocks, { person, now });
}
