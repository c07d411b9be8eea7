import type { Clock } from '../../base/clock.js';
import { AppError, isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import {
  acceptProposal,
  dismissProposal,
  listProposals,
  type Proposal,
  readProposal,
} from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { type Intent, readCredits } from '../../contract/payments.js';
import { type Generation, generate, readGeneration } from '../../contract/rig.js';
import { type ProposalView, proposalCard } from '../cards/proposal.js';
import type { Messenger } from '../messenger.js';
import type { Sessions } from '../session/flow.js';
import type { Access } from './access.js';
import type { KeptProposal, ProposalStore } from './proposal-store.js';
import type { KeptTalk, TalkStore } from './store.js';
import { isOver } from './view.js';

type Currency = Intent['currency'];

/** Brings the live card of a rig into a thread, once. */
export type ShowRig = (
  memberId: string,
  place: Pick<KeptTalk, 'threadId' | 'uploadLimit'>,
  generation: Generation,
) => Promise<void>;

/** A card waits this long for the answer it belongs to, so that it stands below it. */
const longestWaitMs = 20_000;
const lookAgainMs = 250;

const isShown = ({ view }: KeptTalk, runId: string): boolean =>
  view.over.includes(runId) || (view.runId === runId && isOver(view));

const refusals: Readonly<Record<Exclude<Proposal['status'], 'open'>, string>> = {
  accepted: 'This was pressed already.',
  dismissed: 'This was declined. Ask the agent for it again.',
  replaced: 'The agent has proposed something else since. Use its newest card.',
  expired: 'This is too old. Ask the agent for it again.',
};

/**
 * The cards of what the agent proposes. It never spends: a card does nothing before a person who may pay presses it, and
 * then once. Everything is in the store, so that a card works after a restart, and what was pressed just before one is
 * followed after it.
 */
export function createProposals(options: {
  store: ProposalStore;
  talks: TalkStore;
  access: Access;
  sessions: Sessions;
  messenger: Pick<Messenger, 'edit' | 'deliver'>;
  showRig: ShowRig;
  clock: Clock;
  log: Log;
}) {
  const { store, talks, access, sessions, messenger, showRig, clock, log } = options;

  const nowOf = (proposal: Proposal): Proposal =>
    proposal.status === 'open' && Date.parse(proposal.expires_at) <= clock.now()
      ? { ...proposal, status: 'expired' }
      : proposal;

  const find = async (id: string): Promise<{ kept: KeptProposal; talk: KeptTalk }> => {
    const kept = await store.find(id);
    const talk = kept && (await talks.findBy(kept.proposal.conversation_id));
    if (!talk) throw new AppError('not_found', 'This card is too old to use. Ask the agent again.');
    return { kept, talk };
  };

  /** For a member who may pay. */
  const press = async (memberId: string, id: string) => {
    const found = await find(id);
    await access.asPayer(memberId, found.talk);
    return { ...found, isOwner: memberId === found.talk.memberId };
  };

  const view = async (proposal: Proposal, talk: KeptTalk): Promise<ProposalView> => {
    // Where others take part, what is left is its owner's own business.
    const isAlone = talk.speakers === 'owner' && talk.payer === 'owner';
    const isOpen = proposal.status === 'open' && proposal.generation !== null;
    const balance =
      isOpen && isAlone
        ? await sessions
            .serviceOf(talk.memberId)
            .call(readCredits, {})
            .then(
              ({ body }) => body.available,
              () => null,
            )
        : null;
    return { proposal, talk, balance };
  };

  /** Asks for the service's word on one, and keeps it. */
  const settle = async (
    how: typeof acceptProposal | typeof dismissProposal,
    { id }: Proposal,
    { memberId, conversationId }: KeptTalk,
  ): Promise<Proposal> => {
    const service = sessions.serviceOf(memberId);
    const params = { conversation_id: conversationId, proposal_id: id };
    try {
      const now =
        how === acceptProposal
          ? (await service.call(acceptProposal, { params })).body.proposal
          : (await service.call(dismissProposal, { params })).body;
      store.keep(now);
      return now;
    } catch (error) {
      if (isAppError(error, 'not_found')) {
        const now = await service.call(readProposal, { params }).catch(() => null);
        if (now) store.keep(now.body);
      }
      throw error;
    }
  };

  /** A guest has the same made for themself; what the agent proposed stays open for others. */
  const makeOwn = async (memberId: string, proposal: Proposal, talk: KeptTalk): Promise<void> => {
    const { status } = nowOf(proposal);
    if (status !== 'open') throw new AppError('not_found', refusals[status]);
    const { type, prompt, pipeline_id, seed, parameters } = proposal.generation ?? {};
    if (type !== 'text' || !prompt)
      throw new AppError('forbidden', `Only <@${talk.memberId}> can have this made: the files are theirs.`);
    const body = { type, prompt, pipeline_id, parameters, ...(seed != null && { seed }) };
    const idempotencyKey = `${proposal.id}-${memberId}`;
    const reply = await sessions.serviceOf(memberId).call(generate, { body, idempotencyKey });
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
    /** An event of a talk; what is not a proposal is none of ours. Never throws. */
    hearProposal(event: AgentEvent): void {
      if (event.type !== 'agent_proposal') return;
      try {
        store.keep(event.data);
      } catch (error) {
        log.error({ err: error, proposal: event.data.id }, 'a proposal could not be kept');
      }
    },

    /** Reads how the cards of a talk stand, when nobody tells any more. */
    async refreshProposals({ memberId, conversationId }: KeptTalk): Promise<void> {
      const params = { conversation_id: conversationId };
      const { body } = await sessions.serviceOf(memberId).call(listProposals, { params, query: {} });
      for (const one of body.data) if (await store.find(one.id)) store.keep(one);
    },

    /** Has it made. @returns the card as it stands then */
    async make(memberId: string, id: string): Promise<ProposalView> {
      const { kept, talk, isOwner } = await press(memberId, id);
      if (!isOwner) await makeOwn(memberId, kept.proposal, talk);
      const proposal = isOwner ? await settle(acceptProposal, kept.proposal, talk) : kept.proposal;
      return view(nowOf(proposal), talk);
    },

    async decline(memberId: string, id: string): Promise<ProposalView> {
      const { kept, talk, isOwner } = await press(memberId, id);
      if (!isOwner) throw new AppError('forbidden', `Only <@${talk.memberId}> may decline this.`);
      return view(await settle(dismissProposal, kept.proposal, talk), talk);
    },

    /** Leads to a purchase, once a member. @param buy starts the ordinary purchase of the pack */
    async topUp<T>(
      memberId: string,
      { id, currency }: { id: string; currency: Currency },
      buy: (order: { packId: string; currency: Currency }, key: string) => Promise<T>,
    ): Promise<T> {
      const { kept, talk, isOwner } = await press(memberId, id);
      const { status, top_up } = nowOf(kept.proposal);
      if (status !== 'open' || !top_up) throw new AppError('not_found', refusals[status as 'expired']);
      if (!(await store.take(id, memberId))) throw new AppError('not_found', refusals.accepted);
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

    /** Brings the card to what it should show; repeatable. @returns how long to wait for its answer, ms */
    async deliverProposal(id: string): Promise<number | undefined> {
      const kept = await store.find(id);
      const talk = kept && (await talks.findBy(kept.proposal.conversation_id));
      if (!talk) return undefined;
      const proposal = nowOf(kept.proposal);
      const isYoung = clock.now() - kept.createdAt < longestWaitMs;
      if (!kept.messageId && isYoung && !isShown(talk, proposal.run_id)) return lookAgainMs;
      const { threadId } = talk;
      if (kept.messageId)
        await messenger.edit(threadId, kept.messageId, proposalCard(await view(proposal, talk)));
      else if (proposal.status === 'open') {
        const shown = await messenger.deliver(threadId, proposalCard(await view(proposal, talk)), id);
        if (shown) await store.shownAs(id, shown);
      }
      if (proposal.status === 'accepted') await followRig(proposal, talk);
      return undefined;
    },
  };
}

export type Proposals = ReturnType<typeof createProposals>;
