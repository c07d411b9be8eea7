import { AppError, isAppError } from '../../base/errors.js';
import { type Intent, type IntentStatus, listIntents, readIntent } from '../../contract/payments.js';
import type { Sessions } from '../session/flow.js';
import type { Purchase } from './purchase.js';
import type { PurchaseStore } from './store.js';

const shownAtOnce = 5;
const longestExport = 2_000;
const longestPage = 100;

/** A page of the history: the status filter and how many newer purchases to skip. */
export type Leaf = { status?: IntentStatus; from?: number };

/** A purchase and the wallet whose service account it belongs to. */
export type Bought = { intent: Intent; wallet: string };

/** `unread`: signed-out wallets, whose purchases cannot be read. */
export type History = { bought: Bought[]; wallets: number; hasOlder: boolean; unread: string[] };

/** A member's purchases with all their wallets, read from the service, so also those made without this bot. */
export function createHistory({ sessions, store }: { sessions: Sessions; store: PurchaseStore }) {
  /** Purchases this bot stored, for a service without a purchase list. */
  const keptOf = async (memberId: string, wallet: string, status?: IntentStatus): Promise<Bought[]> => {
    const kept = (await store.exportOf(memberId)).filter(({ address }) => address === wallet);
    return kept
      .filter(({ intent }) => !status || intent.status === status)
      .map(({ intent }) => ({ intent, wallet }));
  };

  const listOf = async (
    memberId: string,
    wallet: string,
    { status, atMost }: { status?: IntentStatus; atMost: number },
  ): Promise<Bought[]> => {
    const bought: Bought[] = [];
    let cursor: string | undefined;
    do {
      const query = { status, cursor, limit: Math.min(longestPage, atMost - bought.length) };
      const { body } = await sessions
        .serviceOf(memberId, wallet)
        .call(listIntents, { query })
        .catch((error) => {
          if (!isAppError(error, 'not_found')) throw error;
          return { body: null }; // not part of the specification
        });
      if (body === null) return keptOf(memberId, wallet, status);
      bought.push(...body.data.map((intent) => ({ intent, wallet })));
      cursor = body.next_cursor ?? undefined;
    } while (cursor !== undefined && bought.length < atMost);
    return bought;
  };

  /** The newest purchases of all wallets. @throws AppError when no wallet can be read */
  const newest = async (memberId: string, what: { status?: IntentStatus; atMost: number }) => {
    const wallets = (await sessions.walletsOf(memberId)).map(({ address }) => address);
    if (wallets.length === 0) throw new AppError('unauthenticated');
    const unread: string[] = [];
    const read = await Promise.all(
      wallets.map((wallet) =>
        listOf(memberId, wallet, what).catch((error) => {
          if (!isAppError(error) || error.status !== 401 || wallets.length === 1) throw error;
          unread.push(wallet);
          return [];
        }),
      ),
    );
    if (unread.length === wallets.length) throw new AppError('session_expired');
    const bought = read.flat().toSorted((a, b) => b.intent.created_at.localeCompare(a.intent.created_at));
    return { bought: bought.slice(0, what.atMost), wallets: wallets.length, unread };
  };

  const receiptBy = async (memberId: string, id: string, wallet: string): Promise<Bought> => {
    const params = { intent_id: id };
    const { body } = await sessions.serviceOf(memberId, wallet).call(readIntent, { params });
    return { intent: body, wallet };
  };

  return {
    /** One page, newest first. */
    async history(memberId: string, { status, from = 0 }: Leaf = {}): Promise<History> {
      const upTo = from + shownAtOnce;
      const { bought, ...about } = await newest(memberId, { status, atMost: upTo + 1 });
      return { ...about, bought: bought.slice(from, upTo), hasOlder: bought.length > upTo };
    },

    /** One purchase of the member, with this bot's record of it, if any. @throws AppError `not_found` */
    async receipt(memberId: string, id: string): Promise<Bought & { purchase: Purchase | null }> {
      const found = await store.find(id);
      const purchase = found?.memberId === memberId ? found : null;
      const wallets = (await sessions.walletsOf(memberId)).map(({ address }) => address);
      const first = purchase?.address ?? wallets[0];
      if (first === undefined) throw new AppError('unauthenticated');
      let failure: unknown;
      for (const wallet of new Set([first, ...wallets]))
        try {
          return { ...(await receiptBy(memberId, id, wallet)), purchase };
        } catch (error) {
          if (purchase?.address === wallet && isAppError(error, 'not_found'))
            return { intent: purchase.intent, wallet, purchase };
          failure ??= error;
        }
      throw failure;
    },

    /** All purchases, newest first, up to the export limit. */
    allOf: async (memberId: string): Promise<Bought[]> =>
      (await newest(memberId, { atMost: longestExport })).bought,
  };
}
