import type { Database, Transaction } from '../../base/db/database.js';

/** Locales of a member: chosen with /language, and last used in Discord. */
export type MemberLanguage = { chosen: string | null; seen: string | null };

const sql = {
  select: 'SELECT chosen, seen FROM member_language WHERE member_id = @memberId',
  choose: `INSERT INTO member_language (member_id, chosen) VALUES (@memberId, @locale)
    ON CONFLICT (member_id) DO UPDATE SET chosen = excluded.chosen`,
  see: `INSERT INTO member_language (member_id, seen) VALUES (@memberId, @locale)
    ON CONFLICT (member_id) DO UPDATE SET seen = excluded.seen`,
  remove: 'DELETE FROM member_language WHERE member_id = @memberId',
};

const keyOf = (memberId: string): string => `language/${memberId}`;

/** Languages in memory: enough for everybody who is in the middle of something. */
const mostRecent = 1_000;

/** The languages members chose or used last. */
export function createLanguageStore({ db }: { db: Database }) {
  /** Of this process only: it answers their interactions. Another one reads what was stored. */
  const recent = new Map<string, string>();
  const write = (t: Transaction, text: string, params: { memberId: string; locale?: string | null }) => {
    t.changes(keyOf(params.memberId));
    return t.run(text, params);
  };

  return {
    /** Kept, because every interaction asks for it twice. */
    find: (memberId: string): Promise<MemberLanguage> =>
      db.kept(
        keyOf(memberId),
        async () => (await db.get<MemberLanguage>(sql.select, { memberId })) ?? { chosen: null, seen: null },
      ),
    /** @param locale null for the language of their Discord */
    async choose(memberId: string, locale: string | null): Promise<void> {
      await db.transaction((t) => write(t, sql.choose, { memberId, locale }));
    },
    async see(memberId: string, locale: string): Promise<void> {
      await db.transaction((t) => write(t, sql.see, { memberId, locale }));
    },
    /** Last locales of the newest people, also of those of whom nothing is stored. */
    recentOf: (memberId: string): string | null => recent.get(memberId) ?? null,
    noteRecent(memberId: string, locale: string): void {
      recent.delete(memberId);
      recent.set(memberId, locale);
      const [oldest] = recent.keys();
      if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
    },
    exportOf: (memberId: string): Promise<MemberLanguage[]> => db.all(sql.select, { memberId }),
    async forget(t: Transaction, memberId: string): Promise<void> {
      recent.delete(memberId); // does no harm when the transaction is repeated or fails
      await write(t, sql.remove, { memberId });
    },
  };
}

export type LanguageStore = ReturnType<typeof createLanguageStore>;
