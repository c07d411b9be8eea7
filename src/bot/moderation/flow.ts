import { AppError, isAppError } from '../../base/errors.js';
import { type BlockedPerson, blockMember, liftBlock, listBlocks } from '../../contract/limits.js';
import {
  type CreditsChanged,
  changeCredits,
  type MemberAccount,
  readMember,
  refundRig,
} from '../../contract/moderation.js';
import { listCreditEntries, readCredits } from '../../contract/payments.js';
import { reason } from '../../copy/reason.js';
import type { Presence } from '../gateway/presence.js';
import type { Sessions } from '../session/flow.js';
import type { LinkedWallet } from '../session/store.js';
import { type Act, asActor, checkModerator, createRecorded, type Look } from './acting.js';
import type { IsMember } from './membership.js';
import type { AskOperator } from './operator.js';
import type { AuditStore } from './store.js';

const signedOut = reason('moderation.error.signed_out');
const blocksShown = 20;

export function createModerationFlow(options: {
  sessions: Sessions;
  audit: AuditStore;
  isMember: IsMember;
  ask: AskOperator;
  presence: Pick<Presence, 'rolesOf'>;
  /** Unlinks all wallets of a member and tells them. @returns how many */
  unlinkAll: (memberId: string, key: string) => Promise<number>;
}) {
  const { sessions, audit, isMember, ask, presence, unlinkAll } = options;

  const checkMember = async ({ guildId, memberId }: Look): Promise<void> => {
    if (!(await isMember(guildId, memberId)))
      throw new AppError('forbidden', reason('moderation.error.stranger'));
  };

  const readAccount = async (memberId: string) => {
    const service = sessions.serviceOf(memberId);
    const [balance, entries] = await Promise.all([
      service.call(readCredits, {}),
      service.call(listCreditEntries, { query: { limit: 30 } }).catch((error) => {
        if (isAppError(error, 'not_found')) return null; // the service has no ledger endpoint
        throw error;
      }),
    ]);
    return { balance: balance.body, entries: entries?.body.data ?? [] };
  };

  /** Their accounts at the service, that of the primary wallet first. */
  const accountsOf = async (memberId: string) =>
    (await sessions.walletsOf(memberId)).map(({ userId }) => userId);

  const recorded = createRecorded(audit);

  const checkAct = async (act: Act): Promise<void> => {
    checkModerator(act);
    if (act.isBot) throw new AppError('forbidden', reason('moderation.error.bot'));
    await checkMember(act);
  };

  /** @throws AppError with the refusal in the reader's language */
  const accepted = (changed: CreditsChanged): CreditsChanged => {
    const { refusal, left } = changed;
    if (refusal === null) return changed;
    const code = refusal === 'spent' ? 'insufficient_credits' : 'forbidden';
    if (refusal === 'server_limit')
      throw new AppError(
        'forbidden',
        reason('moderation.refused.server_limit', { credits: left?.server ?? 0 }),
      );
    if (refusal === 'actor_limit')
      throw new AppError(
        'forbidden',
        reason('moderation.refused.actor_limit', { credits: left?.actor ?? 0 }),
      );
    throw new AppError(code, reason(`moderation.refused.${refusal}`));
  };

  const groupsOf = async (guildId: string, memberId: string) => [
    ...((await presence.rolesOf(guildId, memberId)) ?? []),
  ];

  return {
    /**
     * A member's credits for a moderator of the same server.
     * @throws AppError for a non-member, a member without a wallet, and one who is signed out
     */
    async readCredits(look: Look) {
      const { moderatorId, memberId, guildId } = look;
      checkModerator(look);
      await checkMember(look);
      const [wallet] = await sessions.walletsOf(memberId);
      if (!wallet) throw new AppError('not_found', reason('moderation.error.no_wallet'));
      if (wallet.ended !== null) throw new AppError('not_found', signedOut);
      await audit.add({ actorId: moderatorId, action: 'read_credits', targetId: memberId, guildId });
      const account = await readAccount(memberId).catch((error) => {
        // The member's session ended just now; the original error would read as the moderator's own session.
        throw isAppError(error) && error.status === 401 ? new AppError('not_found', signedOut) : error;
      });
      return { address: wallet.address, ...account };
    },

    /** What the operator lets moderators see of a member; also while the member is signed out. */
    async readMember(look: Look): Promise<{ account: MemberAccount; wallets: LinkedWallet[] }> {
      const { moderatorId, memberId, guildId } = look;
      checkModerator(look);
      await checkMember(look);
      await audit.add({ actorId: moderatorId, action: 'read_member', targetId: memberId, guildId });
      const wallets = await sessions.walletsOf(memberId);
      const account = await ask(readMember, {
        server: guildId,
        actor: moderatorId,
        person: memberId,
        accounts: wallets.map(({ userId }) => userId),
        groups: await groupsOf(guildId, memberId),
      });
      return { account, wallets };
    },

    async changeCredits(act: Act, change: 'grant' | 'revoke', credits: number): Promise<CreditsChanged> {
      await checkAct(act);
      const { memberId: person } = act;
      const changed = await recorded(act, { action: change, credits }, async () => {
        const asked = { ...asActor(act), person, accounts: await accountsOf(person), change, credits };
        const result = await ask(changeCredits, asked);
        return { outcome: result.refusal ?? 'done', result };
      });
      return accepted(changed);
    },

    async refund(act: Act, generationId: string): Promise<CreditsChanged> {
      await checkAct(act);
      const { memberId: person } = act;
      const changed = await recorded(act, { action: 'refund', detail: generationId }, async () => {
        const accounts = await accountsOf(person);
        const result = await ask(refundRig, {
          ...asActor(act),
          person,
          accounts,
          generation_id: generationId,
        });
        return { outcome: result.refusal ?? 'done', result };
      });
      return accepted(changed);
    },

    /** Removes the wallets of a member from the bot; their credits stay with the wallets. */
    async unlink(act: Act): Promise<number> {
      await checkAct(act);
      if (act.moderatorId === act.memberId)
        throw new AppError('forbidden', reason('moderation.refused.oneself'));
      const count = await recorded(act, { action: 'unlink' }, async () => {
        const result = await unlinkAll(act.memberId, act.key);
        return { outcome: result > 0 ? 'done' : 'no_account', result };
      });
      if (count === 0) throw new AppError('not_found', reason('moderation.refused.no_account'));
      return count;
    },

    /** @param until ISO 8601; null until a moderator lifts it */
    async block(act: Act, until: string | null): Promise<BlockedPerson> {
      await checkAct(act);
      const { memberId: person } = act;
      const block = await recorded(act, { action: 'block', ...(until && { detail: until }) }, async () => {
        const asked = { ...asActor(act), person, accounts: await accountsOf(person), until };
        const result = (await ask(blockMember, asked)).block;
        return { outcome: result ? 'done' : 'oneself', result };
      });
      if (!block) throw new AppError('forbidden', reason('moderation.refused.oneself'));
      return block;
    },

    /** Also for people who have left the server. */
    async unblock(act: Act): Promise<void> {
      checkModerator(act);
      const wasBlocked = await recorded(act, { action: 'unblock' }, async () => {
        const result = (await ask(liftBlock, { ...asActor(act), person: act.memberId })).was_blocked;
        return { outcome: result ? 'done' : 'not_blocked', result };
      });
      if (!wasBlocked) throw new AppError('not_found', reason('moderation.error.not_blocked'));
    },

    async blocks(look: Omit<Look, 'memberId'>, before: string | null) {
      checkModerator(look);
      const { guildId: server, moderatorId: actor } = look;
      return ask(listBlocks, { server, actor, before, limit: blocksShown });
    },
  };
}
