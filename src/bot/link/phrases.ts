import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Seal } from '../../base/seal.js';
import { reason } from '../../copy/reason.js';
import type { SealedColumn } from '../key-ring.js';

/** Characters. */
export const shortestPhrase = 4;
export const longestPhrase = 60;

const placeOf = (memberId: string): string => `member_phrase/${memberId}/sealed`;
export const sealedPhrases: SealedColumn = {
  table: 'member_phrase',
  key: ['member_id'],
  column: 'sealed',
  place: ({ member_id = '' }) => placeOf(member_id),
};

const sql = {
  select: 'SELECT sealed FROM member_phrase WHERE member_id = @memberId',
  put: `INSERT INTO member_phrase (member_id, sealed) VALUES (@memberId, @sealed)
    ON CONFLICT (member_id) DO UPDATE SET sealed = excluded.sealed`,
  remove: 'DELETE FROM member_phrase WHERE member_id = @memberId',
};

/** The phrases by which members recognize the real bot: an impostor can copy its name and picture, but not these. */
export function createPhraseStore({ db, seal }: { db: Database; seal: Seal }) {
  const find = async (memberId: string): Promise<string | null> => {
    const row = await db.get<{ sealed: Buffer }>(sql.select, { memberId });
    return row === undefined ? null : seal.open(row.sealed, placeOf(memberId));
  };

  return {
    find,
    /** @throws AppError `invalid_request` for a phrase that is too short or has several lines */
    async choose(memberId: string, typed: string): Promise<string> {
      const phrase = typed.trim();
      if (phrase.length < shortestPhrase || phrase.length > longestPhrase || /\p{C}/u.test(phrase))
        throw new AppError('invalid_request', reason('verify.error.phrase', { least: shortestPhrase }));
      await db.run(sql.put, { memberId, sealed: seal.seal(phrase, placeOf(memberId)) });
      return phrase;
    },
    exportOf: async (memberId: string) => {
      const phrase = await find(memberId);
      return phrase === null ? [] : [{ phrase }];
    },
    async forget(t: Transaction, memberId: string): Promise<void> {
      await t.run(sql.remove, { memberId });
    },
  };
}

export type PhraseStore = ReturnType<typeof createPhraseStore>;
