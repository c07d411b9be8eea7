import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Proposal } from '../../contract/proposals.js';
import type { GenerateBody, Generation } from '../../contract/rig.js';
import { isVisitorId } from '../../contract/visitor.js';
import type { ServiceContext } from '../feature.js';
import type { McpCall } from './mcp/call.js';
import type { AgentProposals, StoredProposal } from './proposals.js';
import type { ToolCalls } from './tool-calls.js';

/** The part of the rig feature used when a member accepts a proposal. */
export type RigStarter = {
  /**
   * Holds the credits and queues the generation; `accepted` runs in the same transaction and rolls it back by throwing.
   * @throws AppError as the rig endpoints
   */
  start(
    userId: string,
    body: GenerateBody,
    accepted: (t: Transaction, generation: Generation) => Promise<void>,
  ): Promise<Generation>;
  find(userId: string, id: string): Promise<Generation | null>;
};

type Asker = Parameters<ServiceContext['limits']['admit']>[1];

export type Accepted = { proposal: Proposal; generation: Generation | null };

/**
 * Accepts a proposal for its owner: once and before it expires, however often and from wherever the button is
 * pressed.
 */
export function createAcceptProposal(deps: {
  db: Database;
  limits: Pick<ServiceContext['limits'], 'check' | 'admit'>;
  proposals: AgentProposals;
  rigs: RigStarter;
  calls: Pick<ToolCalls, 'accept'>;
  tell: (event: AgentEvent) => void;
}) {
  const { db, limits, proposals, rigs, calls, tell } = deps;

  const find = async (userId: string, conversationId: string, id: string): Promise<StoredProposal> => {
    const kept = await proposals.find(db, userId, conversationId, id);
    if (kept) return kept;
    throw new AppError('not_found', "We couldn't find that proposal. Ask the agent for a new one.");
  };

  const asItStands = async (userId: string, { proposal }: StoredProposal): Promise<Accepted> => {
    if (proposal.status !== 'accepted') throw new AppError('not_found', refusals[proposal.status]);
    const { generation_id } = proposal;
    return { proposal, generation: generation_id ? await rigs.find(userId, generation_id) : null };
  };

  const press = async (asker: Asker, { proposal, request }: StoredProposal): Promise<AgentEvent | null> => {
    const { id, kind } = proposal;
    if (kind === 'top_up') return db.transaction((t) => proposals.decide(t, id, 'accepted'));
    let event: AgentEvent | null = null;
    await limits.check(db, asker);
    if (kind === 'tool') return calls.accept(id, request as McpCall);
    await rigs.start(asker.userId, request as GenerateBody, async (t, generation) => {
      const { held, consumed } = generation.credits;
      await limits.admit(t, asker, generation.id, { rigs: 1, credits: held + consumed, tokens: 0 });
      event = await proposals.decide(t, id, 'accepted', generation.id);
      if (!event) throw new AppError('not_found', refusals.open); // another press came first: nothing is started
    });
    return event;
  };

  return async (asker: Asker, conversationId: string, id: string): Promise<Accepted> => {
    const { userId } = asker;
    const kept = await find(userId, conversationId, id);
    if (kept.proposal.kind !== 'tool' && isVisitorId(userId)) throw new AppError('unauthenticated');
    if (kept.proposal.status !== 'open') return asItStands(userId, kept);
    try {
      const event = await press(asker, kept);
      if (event) tell(event);
    } catch (error) {
      const now = await find(userId, conversationId, id);
      if (now.proposal.status !== 'accepted') throw error;
    }
    return asItStands(userId, await find(userId, conversationId, id));
  };
}

const refusals: Readonly<Record<Exclude<Proposal['status'], 'accepted'>, string>> = {
  open: "We couldn't start that. Try again.",
  expired: 'That proposal has expired. Ask the agent for it again.',
  dismissed: 'That proposal was declined. Ask the agent for it again.',
  replaced: 'The agent has made a newer proposal. Use its newest card.',
};
