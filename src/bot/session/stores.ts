import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { FeatureHooks, Keeper } from '../feature.js';
import { createWalletStore, type WalletStore } from './store.js';
import { createVaults } from './vault.js';
import { createVisitorKeeper } from './visitors.js';

export type SessionStores = ReturnType<typeof createSessionStores>;

/** Everything the bot stores about linked wallets and their sessions. */
export function createSessionStores(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  onFigures?: FeatureHooks['onFigures'];
}) {
  const { db, clock, onFigures } = deps;
  const vaults = createVaults(deps);
  const wallets = createWalletStore({ db, clock, vaults, onFigures });
  return { wallets, vaults, keeper: createWalletKeeper(wallets), visitorKeeper: createVisitorKeeper(db) };
}

/** A member's wallets, exported without cookies. */
function createWalletKeeper(wallets: Pick<WalletStore, 'list'>): Keeper {
  return {
    exportOf: wallets.list,
    async forget(t, memberId) {
      await t.run('DELETE FROM wallet WHERE member_id = @memberId', { memberId });
    },
  };
}
