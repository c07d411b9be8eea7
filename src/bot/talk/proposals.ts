import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { AgentEvent } from '../../contract/events.js';
import { type Intent, readCredits } from '../../contract/payments.js';
import {
  acceptProposal,
  dismissProposal,
  listProposals,
  type Proposal,
  readProposal,
} from '../../contract/proposals.js';
import { type Generation, generate, readGeneration } from '../../contract/rig.js';
import { reason } from '../../copy/reason.js';
import type { Card } from '../cards/card.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import type { ServerRules } from '../settings/rules.js';
import type { Access } from './access.js';
import { type ProposalView, proposalCard } from './cards/proposal.js';
import type { KeptProposal, ProposalStore } from './proposal-store.js';
import { channelIn } from './spot.js';
import type { TalkStore } from './store.js';
import type { KeptTalk } from './talk.js';
import { isOver } from './view.js';

type Currency = Intent['currency'];

/** Brings the live card of a rig into a thread, once. */
export type ShowRig = (
  memberId: string,
  place: Pick<KeptTalk, 'threadId' | 'locale' | 'uploadLimit'>,
  generation: Generation,
) => Promise<void>;

/** A card waits this long for its answer, so that it is posted below it. */
const longestWaitMs = 20_000;
const lookAgainMs = 250;

const isShown = ({ view }: KeptTalk, runId: string): boolean =>
  view.over.includes(runId) || (view.runId === runId && isOver(view));

/** For a press of a button on a card that is no longer open. */
const refused = (status: Exclude<Proposal['status'], 'open'>): AppError =>
  new AppError('not_found', reason(`talk.proposal.error.${status}`));

const ownerOf = ({ memberId }: Pick<KeptTalk, 'memberId'>) => ({ owner: `<@${memberId}>` });

/**
 * The cards of the agent's proposals. The agent never spends: a card acts only when a person who may pay presses it, and
 * only once. All state is in the store, so a card works after a restart, and an action that was pressed just before a
 * restart is followed after it.
 */
export function createProposals(options: {
  store: ProposalStore;
  talks: Pick<TalkStore, 'findBy'>;
  access: Access;
  sessions: Sessions;
  messenger: Pick<Messenger, 'edit' | 'deliver'>;
  showRig: ShowRig;
  languages: Pick<Languages, 'ofChannel'>;
  rules: Pick<ServerRules, 'checkRoles' | 'checkText'>;
  clock: Clock;
  log: Log;
}) {
  const { store, talks, access, sessions, messenger, showRig, languages, rules, clock, log } = options;

  const nowOf = (proposal: Proposal): Proposal =>
    proposal.status === 'open' && Date.parse(proposal.expires_at) <= clock.now()
      ? { ...proposal, status: 'expired' }
      : proposal;

  const find = async (id: string): Promise<{ kept: KeptProposal; talk: KeptTalk }> => {
    const kept = await store.find(id);
    const talk = kept && (await talks.findBy(kept.proposal.conversation_id));
    if (!talk) throw new AppError('not_found', reason('talk.proposal.error.gone'));
    return { kept, talk };
  };

  /** For a member who may pay. */
  const press = async (memberId: string, id: string) => {
    const found = await find(id);
    await access.asPayer(memberId, found.talk);
    return { ...found, isOwner: memberId === found.talk.memberId };
  };

  /** Null when it cannot be read. */
  const balanceOf = (memberId: string): Promise<number | null> =>
    sessions
      .serviceOf(memberId)
      .call(readCredits, {})
      .then(
        ({ body }) => body.available,
        () => null,
      );

  const draw = (proposal: Proposal, talk: KeptTalk): Card =>
    proposalCard({ proposal, talk }, languages.ofChannel(talk.locale));

  /** Asks for the service's word on one, and keeps it. */
  const settle = async (
    how: typeof acceptProposal | typeof dismissProposal,
    { id }: Proposal,
    { memberId, conversationId, threadId }: KeptTalk,
  ): Promise<Proposal> => {
    const service = sessions.serviceOf(memberId, undefined, { channelId: channelIn(threadId) });
    const params = { conversation_id: conversationId, proposal_id: id };
    try {
      const now =
        how === acceptProposal
          ? (await service.call(acceptProposal, { params })).body.proposal
          : (await service.call(dismissProposal, { params })).body;
      await store.keep(now);
      return now;
    } catch (error) {
      if (isAppError(error, 'not_found')) {
        const now = await service.call(readProposal, { params }).catch(() => null);
        if (now) await store.keep(now.body);
      }
      throw error;
    }
  };

  /** Starts the proposed rig for a guest. The proposal stays open for others. */
  const makeOwn = async (memberId: string, proposal: Proposal, talk: KeptTalk): Promise<void> => {
    const { status } = nowOf(proposal);
    if (status !== 'open') throw refused(status);
    const { type, prompt, pipeline_id, seed, parameters } = proposal.generation ?? {};
    if (type !== 'text' || !prompt)
      throw new AppError('forbidden', reason('talk.proposal.error.not_maker', ownerOf(talk)));
    const body = { type, prompt, pipeline_id, parameters, ...(seed != null && { seed }) };
    const idempotencyKey = `${proposal.id}-${memberId}`;
    const where = { channelId: channelIn(talk.threadId) };
    const reply = await sessions
      .serviceOf(memberId, undefined, where)
      .call(generate, { body, idempotencyKey });
    await showRig(memberId, talk, reply.body);
  };

  const followRig = async ({ generation_id }: Proposal, talk: KeptTalk): Promise<void> => {
    if (!generation_id) return;
    const params = { generation_id };
    const found = await sessions
      .serviceOf(talk.memberId)
      .call(readGeneration, { params })
      .catch((error) => {
        if (isAppError(error) && error.status < 500) return null; // signed out meanwhile: `/rigs` has it
        throw error;
      });
    if (found) await showRig(talk.memberId, talk, found.body);
  };

  return {
    /** Stores a proposal; ignores other events. Never throws. */
    async onEvent(event: AgentEvent): Promise<void> {
      if (event.type !== 'agent_proposal') return;
      try {
        await store.keep(event.data);
      } catch (error) {
        log.error({ err: error, proposal: event.data.id }, 'a proposal could not be kept');
      }
    },

    /** Reads the state of a talk's proposals, for when no more events arrive. */
    async refreshProposals({ memberId, conversationId }: KeptTalk): Promise<void> {
      const params = { conversation_id: conversationId };
      const { body } = await sessions.serviceOf(memberId).call(listProposals, { params, query: {} });
      for (const one of body.data) if (await store.find(one.id)) await store.keep(one);
    },

    /** Accepts the proposal; the outbox updates its card. @returns the member's balance afterwards, if known */
    async make(memberId: string, id: string): Promise<number | null> {
      const { kept, talk, isOwner } = await press(memberId, id);
      await rules.checkRoles('rig', memberId, talk.guildId);
      await rules.checkText(talk.guildId, kept.proposal.generation?.prompt ?? '');
      if (isOwner) await settle(acceptProposal, kept.proposal, talk);
      else await makeOwn(memberId, kept.proposal, talk);
      return balanceOf(memberId);
    },

    /** Lets a tool run, for the owner of the talk; the outbox updates its card. */
    async runTool(memberId: string, id: string): Promise<void> {
      const { kept, talk } = await find(id);
      if (memberId !== talk.memberId)
        throw new AppError('forbidden', reason('talk.proposal.error.not_runner', ownerOf(talk)));
      await rules.checkText(talk.guildId, kept.proposal.tool?.input ?? '');
      await settle(acceptProposal, kept.proposal, talk);
    },

    async decline(memberId: string, id: string): Promise<ProposalView> {
      const { kept, talk, isOwner } = await press(memberId, id);
      if (!isOwner)
        throw new AppError('forbidden', reason('talk.proposal.error.not_decliner', ownerOf(talk)));
      return { proposal: await settle(dismissProposal, kept.proposal, talk), talk };
    },

    /** Leads to a purchase, once a member. @param buy starts the ordinary purchase of the pack */
    async topUp<T>(
      memberId: string,
      { id, currency }: { id: string; currency: Currency },
      buy: (order: { packId: string; currency: Currency }, key: string) => Promise<T>,
    ): Promise<T> {
      const { kept, talk, isOwner } = await press(memberId, id);
      const { status, top_up } = nowOf(kept.proposal);
      if (status !== 'open' || !top_up) throw refused(status === 'open' ? 'expired' : status);
      if (!(await store.take(id, memberId))) throw refused('accepted');
      const key = `${id}-${memberId}`;
      const bought = await buy({ packId: top_up.pack_id, currency }, key).catch(async (error) => {
        await store.giveBack(id, memberId);
        throw error;
      });
      if (isOwner)
        await settle(acceptProposal, kept.proposal, talk).catch((error) =>
          log.info({ err: error, proposal: id }, 'a proposal stayed open though it was bought'),
        );
      return bought;
    },

    /** Posts or edits the card; idempotent. @returns how long to wait for its answer, ms */
    async deliverProposal(id: string): Promise<number | undefined> {
      const kept = await store.find(id);
      const talk = kept && (await talks.findBy(kept.proposal.conversation_id));
      if (!talk) return undefined;
      const proposal = nowOf(kept.proposal);
      const isYoung = clock.now() - kept.createdAt < longestWaitMs;
      const mayWait = !kept.messageId && isYoung;
      if (mayWait && (!isShown(talk, proposal.run_id) || (await store.hasEarlier(id)))) return lookAgainMs;
      const { threadId } = talk;
      if (kept.messageId) await messenger.edit(threadId, kept.messageId, draw(proposal, talk));
      else if (proposal.status === 'open') {
        const shown = await messenger.deliver(threadId, draw(proposal, talk), id);
        if (shown) await store.shownAs(id, shown);
      }
      if (proposal.status === 'accepted') await followRig(proposal, talk);
      return undefined;
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
