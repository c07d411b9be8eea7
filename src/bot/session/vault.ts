import type { Clock } from '../../base/clock.js';
import type { Database, Params } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { Cookie, Jar } from '../../client/jar.js';
import type { EndReason, Vault } from '../../client/session.js';
import type { SealedColumn } from '../key-ring.js';

type Row = {
  jar: Buffer | null;
  sealedFor: 'member' | 'wallet';
  ended: EndReason | null;
  version: number;
};

const places = {
  member: (memberId: string, _address: string) => `session/${memberId}/jar`,
  wallet: (memberId: string, address: string) => `wallet/${memberId}/${address}/jar`,
};

export const sealedJars: SealedColumn = {
  table: 'wallet',
  key: ['member_id', 'address'],
  column: 'jar',
  place: ({ sealed_for, member_id = '', address = '' }) =>
    places[sealed_for as Row['sealedFor']](member_id, address),
};

/** Reads the old format too, which stored cookies as plain values. */
const readJar = (text: string): Jar =>
  Object.fromEntries(
    Object.entries(JSON.parse(text) as Record<string, Cookie | string>).map(([name, cookie]) => [
      name,
      typeof cookie === 'string' ? { value: cookie, path: '/', expiresAt: null } : cookie,
    ]),
  );

const mostOpened = 1_000;

/**
 * Opens sealed jars and keeps the newest in memory, because decrypting one costs as much as sending a request. The row
 * is read each time and its sealed value compared, so that a refresh by another process is noticed.
 */
function createOpener(seal: Seal) {
  const opened = new Map<string, { sealed: Buffer; jar: Jar }>();
  return {
    open(wallet: string, sealed: Buffer, place: string): Jar {
      const known = opened.get(wallet);
      if (known?.sealed.equals(sealed)) return known.jar;
      const jar = readJar(seal.open(sealed, place));
      opened.delete(wallet);
      if (opened.size >= mostOpened) opened.delete(opened.keys().next().value ?? '');
      opened.set(wallet, { sealed, jar });
      return jar;
    },
    forget: (wallet: string): void => void opened.delete(wallet),
  };
}

/** The sessions of wallets: encrypted cookie jars, bound to member and address. */
export type SessionVaults = {
  seal(memberId: string, address: string, jar: Jar): Buffer;
  vaultOf(memberId: string, address: string): Vault;
  /** Sessions whose last refresh has no known outcome and no process working on it. */
  listOwed(limit: number): Promise<{ memberId: string; address: string }[]>;
  /** The most recently linked wallet that is signed in, of any member. */
  anyOpen(): Promise<{ memberId: string; address: string } | null>;
};

const of = 'WHERE member_id = @memberId AND address = @address';

const sql = {
  select: `SELECT jar, sealed_for AS sealedFor, ended, version FROM wallet ${of}`,
  claim: `UPDATE wallet SET claimed_until = @untilMs ${of} AND version = @version AND jar IS NOT NULL
    AND (claimed_until IS NULL OR claimed_until <= @now)`,
  release: `UPDATE wallet SET claimed_until = @now ${of} AND version = @version AND jar IS NOT NULL`,
  save: `UPDATE wallet SET jar = @jar, sealed_for = 'wallet', ended = NULL, claimed_until = NULL,
    version = version + 1 ${of} AND version = @version`,
  end: `UPDATE wallet SET jar = NULL, ended = @reason, claimed_until = NULL ${of} AND version = @version`,
  forget: `UPDATE wallet SET jar = NULL, ended = 'logged_out', claimed_until = NULL, version = version + 1 ${of}`,
  listOwed: `SELECT member_id AS memberId, address FROM wallet WHERE claimed_until <= @now
    ORDER BY claimed_until LIMIT @limit`,
  newestOpen: `SELECT member_id AS memberId, address FROM wallet WHERE ended IS NULL
    ORDER BY linked_at DESC LIMIT 1`,
};

export function createVaults({ db, seal, clock }: { db: Database; seal: Seal; clock: Clock }): SessionVaults {
  const sealJar = (memberId: string, address: string, jar: Jar) =>
    seal.seal(JSON.stringify(jar), places.wallet(memberId, address));
  const opener = createOpener(seal);

  return {
    seal: sealJar,
    listOwed: (limit) => db.all(sql.listOwed, { now: clock.now(), limit }),
    anyOpen: async () => (await db.get<{ memberId: string; address: string }>(sql.newestOpen)) ?? null,
    vaultOf(memberId, address) {
      const key = { memberId, address };
      const wallet = places.wallet(memberId, address);
      const moved = async (text: string, values: Params) => (await db.run(text, { ...key, ...values })) === 1;
      return {
        async load() {
          const row = await db.get<Row>(sql.select, key);
          if (!row?.jar) opener.forget(wallet);
          if (!row) return null;
          const { jar, sealedFor, version } = row;
          if (jar === null) return { jar, ended: row.ended ?? 'expired' };
          return { jar: opener.open(wallet, jar, places[sealedFor](memberId, address)), version };
        },
        claim: (version, untilMs) => moved(sql.claim, { version, untilMs, now: clock.now() }),
        release: async (version) => void (await moved(sql.release, { version, now: clock.now() })),
        save: (jar, version) => moved(sql.save, { version, jar: sealJar(memberId, address, jar) }),
        end: (version, reason) => moved(sql.end, { version, reason }),
        forget: async () => void (await moved(sql.forget, {})),
      };
    },
  };
}
