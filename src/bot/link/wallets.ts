import type { Clock } from '../../base/clock.js';
import { AppError, isAppError, type Reason } from '../../base/errors.js';
import type { Http } from '../../client/http.js';
import { listSessions, logout, revokeSession } from '../../contract/auth.js';
import { reason } from '../../copy/reason.js';
import type { NoticeStore } from '../notices/store.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet } from '../session/store.js';
import { sweep } from '../sweep.js';
import type { Takeover, TakeoverStore } from './takeover.js';

export type Scope = 'here' | 'everywhere';

const askAgainMs = 60_000;

/** What members do with their linked wallets, and how takeovers complete. */
export function createWalletFlow(options: {
  sessions: Sessions;
  takeovers: TakeoverStore;
  notices: NoticeStore;
  http: Http;
  clock: Clock;
  /** Why unfinished work needs the primary wallet, or null. */
  unfinished: (memberId: string) => Promise<Reason | null>;
  /** A takeover gave the member a wallet. */
  linked: (memberId: string) => Promise<void>;
  /** The member's primary wallet changed or is gone. */
  changed: (memberId: string) => Promise<void>;
  /** Unfinished work of the primary wallet can no longer be followed. */
  lost: (memberId: string) => Promise<void>;
}) {
  const { sessions, takeovers, notices, http, clock, unfinished, linked, changed, lost } = options;

  /** One of the member's wallets by address or label; the primary when `named` is null. */
  const pick = async (memberId: string, named: string | null): Promise<LinkedWallet> => {
    const wallets = await sessions.walletsOf(memberId);
    if (wallets.length === 0) throw new AppError('unauthenticated');
    const wanted = named?.trim().toLowerCase();
    const found =
      wanted === undefined
        ? wallets[0]
        : (wallets.find(({ address }) => address === named?.trim()) ??
          wallets.find(({ label }) => label?.toLowerCase() === wanted));
    if (!found) throw new AppError('not_found', reason('wallet.error.not_yours'));
    return found;
  };

  /**
   * Only the primary wallet's session can follow its unfinished work. Refuses while there is some, unless the wallet is
   * signed out: then the work is abandoned.
   */
  const leave = async (memberId: string, act: () => Promise<unknown>): Promise<void> => {
    const isFollowed = (await sessions.walletOf(memberId)) !== null;
    const why = isFollowed ? await unfinished(memberId) : null;
    if (why) throw new AppError('forbidden', why);
    await act();
    if (!isFollowed) await lost(memberId);
    await changed(memberId);
  };

  /** Only an open session can end the others. */
  const checkReach = ({ ended }: LinkedWallet, scope: Scope): void => {
    if (scope === 'everywhere' && ended !== null)
      throw new AppError('session_expired', reason('wallet.error.signed_out'));
  };

  const readSessions = async (memberId: string, wallet: LinkedWallet) => {
    const service = sessions.serviceOf(memberId, wallet.address);
    const { body } = await service.call(listSessions, {});
    return { wallet, sessions: body.data };
  };

  /** Ends the previous member's session before the wallet moves; the next sweep retries failures. */
  const handOver = async (takeover: Takeover): Promise<void> => {
    const { fromMember, toMember, address } = takeover;
    const before = (await sessions.walletsOf(fromMember)).find((one) => one.address === address);
    if (before)
      await sessions.logout(fromMember, address, 'here').catch((error) => {
        if (!isAppError(error) || error.status !== 401) throw error; // 401: the session is already over
      });
    const moved = await takeovers.move(takeover, (await sessions.walletOf(toMember)) !== null);
    if (!moved) return;
    await linked(toMember);
    if (!before?.isPrimary) return;
    await lost(fromMember);
    await changed(fromMember);
  };

  const askedBy = async (memberId: string) =>
    (await takeovers.waitingOf(memberId)).filter(({ toMember }) => toMember === memberId);
  const withdraw = async (asked: Takeover): Promise<void> => {
    const jar = await takeovers.withdraw(asked);
    if (jar) await http.call(logout, {}, jar).catch(() => undefined); // the session also expires by itself
  };

  return {
    walletsOf: sessions.walletsOf,

    /** All wallets, and pending takeovers by the member or of their wallets. */
    async list(memberId: string) {
      return { wallets: await sessions.walletsOf(memberId), waiting: await takeovers.waitingOf(memberId) };
    },

    /** Makes a wallet the primary. */
    async use(memberId: string, named: string): Promise<LinkedWallet> {
      const wallet = await pick(memberId, named);
      if (!wallet.isPrimary) await leave(memberId, () => sessions.use(memberId, wallet.address));
      return { ...wallet, isPrimary: true };
    },

    async label(memberId: string, named: string, label: string): Promise<LinkedWallet> {
      return sessions.label(memberId, (await pick(memberId, named)).address, label);
    },

    /** Unlinks a wallet and ends its session, or all its sessions. Null when the member has no wallet. */
    async unlink(memberId: string, named: string | null, scope: Scope): Promise<LinkedWallet | null> {
      if ((await sessions.walletsOf(memberId)).length === 0) return null;
      const wallet = await pick(memberId, named);
      checkReach(wallet, scope);
      const unlink = () => sessions.unlink(memberId, wallet.address, scope);
      await (wallet.isPrimary ? leave(memberId, unlink) : unlink());
      return wallet;
    },

    /** Unlinks all wallets. Unfinished work continues at the service, but the bot no longer follows it. */
    async unlinkAll(memberId: string): Promise<string[]> {
      const wallets = await sessions.walletsOf(memberId);
      for (const { address } of wallets) await sessions.unlink(memberId, address, 'here');
      if (wallets.length > 0) {
        await lost(memberId);
        await changed(memberId);
      }
      return wallets.map(({ address }) => address);
    },

    /** Signs out of a wallet, which stays linked. Works despite unfinished work, for members who lost a device. */
    async logout(memberId: string, named: string | null, scope: Scope): Promise<LinkedWallet> {
      const wallet = await pick(memberId, named);
      checkReach(wallet, scope);
      if (wallet.ended !== null) return wallet;
      await sessions.logout(memberId, wallet.address, scope);
      const { address } = wallet;
      if (scope === 'everywhere') {
        const id = `logged_out_everywhere/${address}/${clock.now()}`;
        await notices.tell({ id, memberId, kind: 'logged_out_everywhere', address, refersAt: null });
      }
      return { ...wallet, ended: 'logged_out' };
    },

    sessions: async (memberId: string, named: string | null) =>
      readSessions(memberId, await pick(memberId, named)),

    /**
     * Ends one session of a wallet at the service, or all but the bot's own. Idempotent.
     * @param start the first characters of the address: a custom id has no room for all
     */
    async endSession(memberId: string, start: string, which: string | 'others') {
      const [wallet, ...rest] = (await sessions.walletsOf(memberId)).filter(
        ({ address }) => start !== '' && address.startsWith(start),
      );
      if (!wallet || rest.length > 0) throw new AppError('not_found', reason('wallet.error.not_yours'));
      const service = sessions.serviceOf(memberId, wallet.address);
      const open = (await readSessions(memberId, wallet)).sessions;
      for (const { id, current } of open) {
        if (current || (which !== 'others' && which !== id)) continue;
        await service.call(revokeSession, { params: { session_id: id } });
      }
      return readSessions(memberId, wallet);
    },

    /** Withdraws one takeover request of the member. */
    async withdraw(memberId: string, id: string): Promise<void> {
      const asked = (await askedBy(memberId)).find((one) => one.id === id);
      if (!asked) throw new AppError('not_found', reason('wallet.error.request_over'));
      await withdraw(asked);
    },
    async withdrawAll(memberId: string): Promise<void> {
      for (const asked of await askedBy(memberId)) await withdraw(asked);
    },

    /** One round: completes due takeovers and notifies members of reused sessions. */
    async sweep(): Promise<void> {
      await notices.noteReused();
      await sweep(takeovers, handOver, () => clock.now() + askAgainMs);
    },
  };
}
