import { isAppError } from '../../base/errors.js';
import type { Rpc } from '../../chain/rpc.js';
import type { PaymentStore } from './store.js';

/** Limit of payments that wait to become final; more are rare. */
const MOST_UNFINAL = 500;
/** Number of wallets whose history one pass lists when transactions queue up, and how far back. */
const WALLETS = 4;
const NEWEST_OF_WALLET = 100;

/**
 * Finds the payments of members among thousands of other transactions, which signatures alone cannot tell apart. It
 * prefers payments that are stored and not final yet, and what the wallets of members with open purchases signed or
 * received. Those wallets take turns, so the cost does not grow with the number of open purchases.
 */
export function createExpected({ rpc, store }: { rpc: Rpc; store: PaymentStore }) {
  let beforeRow = Number.MAX_SAFE_INTEGER;

  const listWallets = async (): Promise<Set<string>> => {
    const buyers = await store.intents.listBuyers(beforeRow, WALLETS);
    beforeRow = buyers.length < WALLETS ? Number.MAX_SAFE_INTEGER : buyers.at(-1)!.row;
    return new Set(buyers.map(({ buyer }) => buyer));
  };

  return {
    async prefer(unread: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const unfinal = await store.settlement.listUnfinal(Number.MAX_SAFE_INTEGER, MOST_UNFINAL);
      const expected = new Set(unfinal.filter((signature) => unread.has(signature)));
      try {
        for (const wallet of await listWallets())
          for (const { signature } of await rpc.signaturesFor(wallet, { limit: NEWEST_OF_WALLET }))
            if (unread.has(signature)) expected.add(signature);
      } catch (error) {
        if (!isAppError(error, 'rpc_unavailable')) throw error; // a failure only affects the order
      }
      return expected;
    },
  };
}
