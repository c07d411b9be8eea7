import { AppError } from '../../base/errors.js';
import { type Database, write } from '../../base/store.js';
import type { Proposal } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { GenerateBody, Generation } from '../../contract/rig.js';
import type { KeptProposal, Proposals } from './proposals.js';

/** What the agents ask of the rig room when a person presses. */
export type RigStarter = {
  /**
   * Holds the credits and queues it; `accepted` hears of it in the same transaction, and by throwing undoes it.
   * @throws AppError as the rig room's own endpoints
   */
  start(userId: string, body: GenerateBody, accepted: (generation: Generation) => void): Promise<Generation>;
  find(userId: string, id: string): Promise<Generation | null>;
};

export type Accepted = { proposal: Proposal; generation: Generation | null };

/** Presses a proposal for its owner: once, in its time, however often and from wherever it is pressed. */
export function createAcceptProposal(deps: {
  db: Database;
  proposals: Proposals;
  rigs: RigStarter;
  tell: (event: AgentEvent) => void;
}) {
  const { db, proposals, rigs, tell } = deps;

  const find = (userId: string, conversationId: string, id: string): KeptProposal => {
    const kept = proposals.find(userId, conversationId, id);
    if (kept) return kept;
    throw new AppError('not_found', 'That proposal was not found.');
  };

  const asItStands = async (userId: string, { proposal }: KeptProposal): Promise<Accepted> => {
    if (proposal.status !== 'accepted') throw new AppError('not_found', refusals[proposal.status]);
    const { generation_id } = proposal;
    return { proposal, generation: generation_id ? await rigs.find(userId, generation_id) : null };
  };

  const press = async (userId: string, { proposal, request }: KeptProposal): Promise<AgentEvent | null> => {
    const { id, kind } = proposal;
    if (kind === 'top_up') return write(db, () => proposals.decide(id, 'accepted'));
    let event: AgentEvent | null = null;
    await rigs.start(userId, request as GenerateBody, (generation) => {
      event = proposals.decide(id, 'accepted', generation.id);
      if (!event) throw new AppError('not_found', refusals.open); // somebody was quicker: nothing is started
    });
    return event;
  };

  return async (userId: string, conversationId: string, id: string): Promise<Accepted> => {
    const kept = find(userId, conversationId, id);
    if (kept.proposal.status !== 'open') return asItStands(userId, kept);
    try {
      const event = await press(userId, kept);
      if (event) tell(event);
    } catch (error) {
      const now = find(userId, conversationId, id);
      if (now.proposal.status !== 'accepted') throw error;
    }
    return asItStands(userId, find(userId, conversationId, id));
  };
}

const refusals: Readonly<Record<Exclude<Proposal['status'], 'accepted'>, string>> = {
  open: 'That could not be started. Please try again.',
  expired: 'That proposal is too old. Ask the agent for it again.',
  dismissed: 'That proposal was declined. Ask the agent for it again.',
  replaced: 'The agent has proposed something else since. Use its newest card.',
};
