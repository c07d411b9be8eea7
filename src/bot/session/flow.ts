import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import { createService, type Service } from '../../client/session.js';
import { reason } from '../../copy/reason.js';
import type { LinkedWallet, WalletStore } from './store.js';
import type { SessionVaults } from './vault.js';
import type { Visitors } from './visitors.js';
import type { Vouch, Where } from './vouch.js';

/** Calls the service as a member, with the session of one of their wallets. */
export type Sessions = {
  /**
   * The service as this member, with the given wallet or the primary at the time of each call. Without a wallet they
   * are a visitor, who may only talk to the agent. Other calls throw `unauthenticated`, or `session_expired` with the
   * reason when the session is over.
   * @param where they ask for work, which decides which blocks and quotas apply
   */
  serviceOf(memberId: string, address?: string, where?: Where): Service;
  /** Whether they may talk to the agent: with a wallet that is signed in, or as a visitor where the service allows it. */
  mayTalk(memberId: string): Promise<boolean>;
  /** The primary wallet while it is signed in, else null. */
  walletOf(memberId: string): Promise<LinkedWallet | null>;
  /** Every wallet, the primary first; `ended` says why one is signed out. */
  walletsOf(memberId: string): Promise<LinkedWallet[]>;
  /** Makes a wallet the primary. @throws AppError `not_found` */
  use(memberId: string, address: string): Promise<LinkedWallet>;
  /** Names a wallet; an empty text removes the name. @throws AppError `not_found`, `invalid_request` */
  label(memberId: string, address: string, label: string): Promise<LinkedWallet>;
  /**
   * Signs out of one wallet, which stays linked; `everywhere` ends all its sessions at the service.
   * @throws AppError when the service is unreachable; nothing has changed then
   */
  logout(memberId: string, address: string, scope: 'here' | 'everywhere'): Promise<void>;
  /**
   * Signs out and removes the wallet. `here` works without the service, because the cookies are destroyed;
   * `everywhere` needs it. @throws AppError `not_found`
   */
  unlink(memberId: string, address: string, scope: 'here' | 'everywhere'): Promise<LinkedWallet>;
  /** One round of background renewal: sessions in use that are about to expire, and refreshes with a lost reply. */
  renew(): Promise<void>;
};

type Held = { service: Service; usedAt: number };

/** Ignores errors that the member's next call reports anyway. */
const pass = (error: unknown): void => {
  if (!isAppError(error)) throw error;
};

const inUseMs = 30 * 60_000;
const renewAheadMs = 90_000;
/** Several times a minute, because a refresh with a lost reply must be repeated within the service's 1 min grace. */
export const renewalEveryMs = 10_000;
const owedBatch = 50;
const atOnce = 16;

/** 1 to 32 characters on one line, without control and direction characters. */
const readable = /^[^\p{C}\p{Zl}\p{Zp}]{1,32}$/u;

export function createSessions(options: {
  wallets: WalletStore;
  vaults: Pick<SessionVaults, 'vaultOf' | 'listOwed'>;
  http: Http;
  clock: Clock;
  /** Missing without a secret shared with the service. */
  vouch?: Vouch | undefined;
  visitors?: Visitors | undefined;
}): Sessions {
  const { wallets, vaults, http, clock, vouch, visitors } = options;
  const held = new Map<string, Held>(); // one per wallet, so that concurrent 401s share one refresh

  const hold = (memberId: string, address: string): Held => {
    const key = `${memberId}/${address}`;
    const known = held.get(key);
    if (known) return known;
    const service = createService({ http, clock, vault: vaults.vaultOf(memberId, address) });
    const fresh = { service, usedAt: 0 };
    held.set(key, fresh);
    return fresh;
  };

  const walletFor = async (memberId: string, address?: string): Promise<LinkedWallet> => {
    const wallet = await wallets.find(memberId, address);
    if (!wallet) throw new AppError('unauthenticated');
    return wallet;
  };
  const use = (memberId: string, { address }: LinkedWallet): Service => {
    const session = hold(memberId, address);
    session.usedAt = clock.now();
    return session.service;
  };
  const resolve = async (memberId: string, address?: string): Promise<Service> =>
    use(memberId, await walletFor(memberId, address));
  /** A visitor's conversations belong to the account before anything is asked about them. */
  const joined = async (memberId: string, wallet: LinkedWallet): Promise<LinkedWallet> => {
    if (wallet.hasVisited) await visitors?.join(memberId, wallet.userId);
    return wallet;
  };
  /** Undefined for a member with a wallet. */
  const visitorFor = async (memberId: string, address: string | undefined) => {
    if (!visitors || address !== undefined) return undefined;
    return (await wallets.find(memberId)) ? undefined : visitors;
  };
  const known = (wallet: LinkedWallet | null): LinkedWallet => {
    if (!wallet) throw new AppError('not_found', reason('wallet.error.not_yours'));
    return wallet;
  };
  const logout: Sessions['logout'] = async (memberId, address, scope) => {
    known(await wallets.find(memberId, address));
    await hold(memberId, address).service.logout(scope);
  };

  const sessionsInUse = (): Service[] => {
    const since = clock.now() - inUseMs;
    for (const [key, { usedAt }] of held) if (usedAt < since) held.delete(key);
    return [...held.values()].map(({ service }) => service);
  };
  const renewAll = async (services: readonly Service[], when: 'now' | number) => {
    for (let from = 0; from < services.length; from += atOnce)
      await Promise.all(services.slice(from, from + atOnce).map((each) => each.renew(when).catch(pass)));
  };

  return {
    serviceOf: (memberId, address, where) => ({
      async call(endpoint, input) {
        const found = await wallets.find(memberId, address);
        if (!found && visitors && address === undefined)
          return visitors.call(memberId, endpoint, input, where);
        if (!found) throw new AppError('unauthenticated');
        const wallet = await joined(memberId, found);
        const isVouched = vouch !== undefined && 'vouched' in endpoint && endpoint.vouched;
        const voucher = isVouched && (await vouch(memberId, wallet.userId, where));
        return use(memberId, wallet).call(endpoint, voucher ? { ...input, voucher } : input);
      },
      async cookie(renew) {
        const visitor = await visitorFor(memberId, address);
        if (visitor) return visitor.cookie(memberId);
        return use(memberId, await joined(memberId, await walletFor(memberId, address))).cookie(renew);
      },
      renew: async (when) => (await resolve(memberId, address)).renew(when),
      logout: async (scope) => (await resolve(memberId, address)).logout(scope),
    }),
    async mayTalk(memberId) {
      const wallet = await wallets.find(memberId);
      return wallet ? wallet.ended === null : visitors !== undefined;
    },
    async walletOf(memberId) {
      const wallet = await wallets.find(memberId);
      return wallet?.ended === null ? wallet : null;
    },
    walletsOf: wallets.list,
    use: async (memberId, address) => known(await wallets.use(memberId, address)),
    async label(memberId, address, label) {
      const text = label.trim();
      if (text !== '' && !readable.test(text))
        throw new AppError('invalid_request', reason('wallet.error.name'));
      return known(await wallets.label(memberId, address, text || null));
    },
    logout,
    async unlink(memberId, address, scope) {
      await logout(memberId, address, scope).catch((error) => {
        if (scope === 'everywhere' || isAppError(error, 'not_found')) throw error;
      });
      held.delete(`${memberId}/${address}`);
      return known(await wallets.remove(memberId, address));
    },
    async renew() {
      const owed = await vaults.listOwed(owedBatch);
      const services = owed.map(({ memberId, address }) => hold(memberId, address).service);
      await renewAll(services, 'now');
      await renewAll(sessionsInUse(), renewAheadMs);
    },
  };
}
