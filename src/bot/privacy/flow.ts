import { gzipSync } from 'node:zlib';
import { type Clock, iso } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import { AppError, isAppError, type Reason } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { Keeper } from '../feature.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet } from '../session/store.js';
import { exportAccount } from './account.js';

const confirmWithinMs = 15 * 60_000;

export function createPrivacyFlow(options: {
  sessions: Sessions;
  /** All stores, by their name in an export. */
  keepers: () => Readonly<Record<string, Keeper>>;
  /** Whose stores forget a member in one transaction. */
  db: Pick<Database, 'transaction'>;
  /** Why work must finish first, or null. */
  unfinished: (memberId: string) => Promise<Reason | null>;
  /** Closes the member's conversations and drops their queued messages. */
  leave: (memberId: string) => Promise<void>;
  clock: Clock;
}) {
  const { sessions, keepers, db, unfinished, leave, clock } = options;

  const checkFinished = async (memberId: string): Promise<void> => {
    const why = (await sessions.walletOf(memberId)) && (await unfinished(memberId));
    if (why) throw new AppError('forbidden', why);
  };

  /** Ignores 401: that session is already over. */
  const endEverywhere = async (memberId: string, { address }: LinkedWallet): Promise<void> => {
    await sessions.logout(memberId, address, 'everywhere').catch((error) => {
      if (!isAppError(error) || error.status !== 401) throw error;
    });
  };

  const read = async (memberId: string) => {
    const bot: Record<string, unknown> = {};
    for (const [name, keeper] of Object.entries(keepers())) bot[name] = await keeper.exportOf(memberId);
    const service: unknown[] = [];
    for (const { address } of await sessions.walletsOf(memberId))
      service.push({ address, ...(await exportAccount(sessions.serviceOf(memberId, address))) });
    return { exported_at: iso(clock.now()), discord_user_id: memberId, bot, service };
  };

  return {
    /**
     * All data of the bot about a member, and of the service for each signed-in wallet, as JSON; gzipped when larger
     * than `maxBytes`.
     */
    async exportFile(memberId: string, maxBytes: number): Promise<{ name: string; bytes: Buffer }> {
      const bytes = Buffer.from(JSON.stringify(await read(memberId), null, 2));
      if (bytes.length <= maxBytes) return { name: 'rigsmith-data.json', bytes };
      const packed = gzipSync(bytes);
      if (packed.length > maxBytes) throw new AppError('too_large', reason('privacy.error.too_large'));
      return { name: 'rigsmith-data.json.gz', bytes: packed };
    },

    /** What would be deleted, and when the confirmation was requested (ms). */
    async ask(memberId: string) {
      await checkFinished(memberId);
      return { wallets: await sessions.walletsOf(memberId), askedAt: clock.now() };
    },

    /**
     * Ends every session at the service and deletes the member's data here. Idempotent. Refuses a confirmation that has
     * expired or is older than a linked wallet.
     * @throws AppError when the service is unreachable; nothing is deleted then
     */
    async forget(memberId: string, askedAt: number): Promise<void> {
      const wallets = await sessions.walletsOf(memberId);
      const isLate = !(clock.now() - askedAt < confirmWithinMs);
      if (isLate || wallets.some(({ linkedAt }) => linkedAt > askedAt)) {
        throw new AppError('invalid_request', reason('privacy.error.expired'));
      }
      await checkFinished(memberId);
      for (const wallet of wallets) await endEverywhere(memberId, wallet);
      await leave(memberId);
      await db.transaction(async (t) => {
        for (const keeper of Object.values(keepers())) await keeper.forget(t, memberId);
      });
    },
  };
}
