import { isAppError } from '../../base/errors.js';
import type { Rpc } from '../../chain/rpc.js';
import type { PaymentStore } from './store.js';

/** Payments that are on their way to being final; more than these are rare. */
const MOST_UNFINAL = 500;
/** Wallets whose history is listed for one pass over a crowded one, and how far back. */
const WALLETS = 4;
const NEWEST_OF_WALLET = 100;

/**
 * Finds honest payments among thousands of others, which a list of signatures does not tell apart: what is already
 * kept and only has to become final, and what the wallets of members with open purchases have signed or received.
 * Those wallets take turns, so the cost does not depend on how many purchases are open.
 */
export function createExpected({ rpc, store }: { rpc: Rpc; store: PaymentStore }) {
  let beforeRow = Number.MAX_SAFE_INTEGER;

  const listWallets = async (): Promise<Set<string>> => {
    const buyers = await store.listBuyers(beforeRow, WALLETS);
    beforeRow = buyers.length < WALLETS ? Number.MAX_SAFE_INTEGER : buyers.at(-1)!.row;
    return new Set(buyers.map(({ buyer }) => buyer));
  };

  return {
    async prefer(unread: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const unfinal = await store.listUnfinal(Number.MAX_SAFE_INTEGER, MOST_UNFINAL);
      const expected = new Set(unfinal.filter((signature) => unread.has(signature)));
      try {
        for (const wallet of await listWallets())
          for (const { signature } of await rpc.signaturesFor(wallet, { limit: NEWEST_OF_WALLET }))
            if (unread.has(signature)) expected.add(signature);
      } catch (error) {
        if (!isAppError(error, 'rpc_unavailable')) throw error; // only the order is worse then
      }
      return expected;
    },
  };
}
