import { gzipSync } from 'node:zlib';
import { type Clock, iso } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet } from '../session/store.js';
import { exportAccount } from './account.js';

/** What a part of the bot keeps about members. */
export type Keeper = {
  exportOf(memberId: string): Promise<unknown>;
  /** Inside the transaction of all keepers. */
  forget(memberId: string): void;
};

const confirmWithinMs = 15 * 60_000;

export function createPrivacyFlow(options: {
  sessions: Sessions;
  /** Everything the bot keeps, by the name it has in an export. */
  keepers: Readonly<Record<string, Keeper>>;
  /** Runs store operations as one transaction. */
  atomically: (body: () => void) => void;
  /** Says in a sentence what must end before, or null. */
  unfinished: (memberId: string) => Promise<string | null>;
  /** Ends what is open in Discord and whatever waits for an answer. */
  leave: (memberId: string) => Promise<void>;
  clock: Clock;
}) {
  const { sessions, keepers, atomically, unfinished, leave, clock } = options;

  const checkFinished = async (memberId: string): Promise<void> => {
    const sentence = (await sessions.walletOf(memberId)) && (await unfinished(memberId));
    if (sentence) throw new AppError('forbidden', sentence);
  };

  /** Only a session the service has forgotten already needs no ending. */
  const endEverywhere = async (memberId: string, { address }: LinkedWallet): Promise<void> => {
    await sessions.logout(memberId, address, 'everywhere').catch((error) => {
      if (!isAppError(error) || error.status !== 401) throw error;
    });
  };

  const read = async (memberId: string) => {
    const bot: Record<string, unknown> = {};
    for (const [name, keeper] of Object.entries(keepers)) bot[name] = await keeper.exportOf(memberId);
    const service: unknown[] = [];
    for (const { address } of await sessions.walletsOf(memberId))
      service.push({ address, ...(await exportAccount(sessions.serviceOf(memberId, address))) });
    return { exported_at: iso(clock.now()), discord_user_id: memberId, bot, service };
  };

  return {
    /**
     * Everything the bot and, for each wallet that is signed in, the service hold about a member, as JSON; packed
     * where it is larger than `maxBytes`.
     */
    async exportFile(memberId: string, maxBytes: number): Promise<{ name: string; bytes: Buffer }> {
      const bytes = Buffer.from(JSON.stringify(await read(memberId), null, 2));
      if (bytes.length <= maxBytes) return { name: 'rigsmith-data.json', bytes };
      const packed = gzipSync(bytes);
      if (packed.length > maxBytes)
        throw new AppError(
          'too_large',
          'That is more than Discord takes as one file. Ask a moderator for it.',
        );
      return { name: 'rigsmith-data.json.gz', bytes: packed };
    },

    /** What would be lost, and the time that a confirmation is good from (ms). */
    async ask(memberId: string) {
      await checkFinished(memberId);
      return { wallets: await sessions.walletsOf(memberId), askedAt: clock.now() };
    },

    /**
     * Ends every session at the service and forgets the member here. Repeatable; a confirmation that is old, or older
     * than a wallet, changes nothing.
     * @throws AppError when the service cannot be reached: nothing is deleted then
     */
    async forget(memberId: string, askedAt: number): Promise<void> {
      const wallets = await sessions.walletsOf(memberId);
      const isLate = !(clock.now() - askedAt < confirmWithinMs);
      if (isLate || wallets.some(({ linkedAt }) => linkedAt > askedAt)) {
        throw new AppError(
          'invalid_request',
          'That question was asked too long ago. Use /privacy delete again.',
        );
      }
      await checkFinished(memberId);
      for (const wallet of wallets) await endEverywhere(memberId, wallet);
      await leave(memberId);
      atomically(() => {
        for (const keeper of Object.values(keepers)) keeper.forget(memberId);
      });
    },
  };
}
