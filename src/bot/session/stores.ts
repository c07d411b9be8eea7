import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import type { Database } from '../../base/store.js';
import type { Keeper } from '../feature.js';
import { createWalletStore, type WalletStore } from './store.js';
import { createVaults } from './vault.js';

export type SessionStores = ReturnType<typeof createSessionStores>;

/** Everything the bot stores about linked wallets and their sessions. */
export function createSessionStores(deps: { db: Database; seal: Seal; clock: Clock }) {
  const { db, clock } = deps;
  const vaults = createVaults(deps);
  const wallets = createWalletStore({ db, clock, vaults });
  return { wallets, vaults, keeper: createWalletKeeper(db, wallets) };
}

/** A member's wallets, exported without cookies. */
function createWalletKeeper(db: Database, wallets: Pick<WalletStore, 'list'>): Keeper {
  const forget = db.prepare('DELETE FROM wallet WHERE member_id = @memberId');
  return {
    exportOf: wallets.list,
    forget: (memberId) => void forget.run({ memberId }),
  };
}
