import { type Database, write } from '../../base/store.js';

/** Locales of a member: chosen with /language, and last used in Discord. */
export type MemberLanguage = { chosen: string | null; seen: string | null };

/** Languages in memory: enough for everybody who is in the middle of something. */
const mostRecent = 1_000;

/** The languages members chose or used last. */
export function createLanguageStore({ db }: { db: Database }) {
  const select = db.prepare<{ memberId: string }, MemberLanguage>(
    'SELECT chosen, seen FROM member_language WHERE member_id = @memberId',
  );
  const choose = db.prepare(
    `INSERT INTO member_language (member_id, chosen) VALUES (@memberId, @locale)
     ON CONFLICT (member_id) DO UPDATE SET chosen = @locale`,
  );
  const see = db.prepare(
    `INSERT INTO member_language (member_id, seen) VALUES (@memberId, @locale)
     ON CONFLICT (member_id) DO UPDATE SET seen = @locale`,
  );
  const remove = db.prepare('DELETE FROM member_language WHERE member_id = @memberId');
  const recent = new Map<string, string>();

  return {
    find: async (memberId: string): Promise<MemberLanguage> =>
      select.get({ memberId }) ?? { chosen: null, seen: null },
    /** @param locale null for the language of their Discord */
    async choose(memberId: string, locale: string | null): Promise<void> {
      write(db, () => choose.run({ memberId, locale }));
    },
    async see(memberId: string, locale: string): Promise<void> {
      write(db, () => see.run({ memberId, locale }));
    },
    /** Last locales of the newest people, also of those of whom nothing is stored. */
    recentOf: (memberId: string): string | null => recent.get(memberId) ?? null,
    noteRecent(memberId: string, locale: string): void {
      recent.delete(memberId);
      recent.set(memberId, locale);
      const [oldest] = recent.keys();
      if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
    },
    exportOf: async (memberId: string): Promise<MemberLanguage[]> => select.all({ memberId }),
    forget(memberId: string): void {
      remove.run({ memberId });
      recent.delete(memberId);
    },
  };
}

export type LanguageStore = ReturnType<typeof createLanguageStore>;
