import type { Clock } from '../../base/clock.js';
import type { Queries, Transaction } from '../../base/db/database.js';
import { newId, type Random } from '../../base/ids.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Proposal } from '../../contract/proposals.js';
import type { Journal, RunPlace } from './journal.js';
import { fromProposal, type ProposalRow } from './row.js';
import type { NewProposal } from './tools/tool.js';

export type StoredProposal = { sequence: number; proposal: Proposal; request: unknown };

/** The agent's proposals. Writes return the events that tell about them. */
export type AgentProposals = {
  /** Replaces open proposals of the same kind that earlier answers to the same person made. */
  add(t: Transaction, place: RunPlace, given: NewProposal): Promise<AgentEvent[]>;
  /** Replaces the open proposals of an answer that starts again. */
  restart(t: Transaction, runId: string): Promise<AgentEvent[]>;
  /** Closes an open, unexpired proposal; null when it is not open any more. */
  decide(
    t: Transaction,
    id: string,
    status: 'accepted' | 'dismissed' | 'replaced',
    generationId?: string,
  ): Promise<AgentEvent | null>;
  openIn(q: Queries, conversationId: string): Promise<Proposal[]>;
  find(q: Queries, userId: string, conversationId: string, id: string): Promise<StoredProposal | null>;
  /** Newest first. `before` is a sequence. */
  list(
    q: Queries,
    conversationId: string,
    page: { before?: number | undefined; limit: number },
  ): Promise<StoredProposal[]>;
  ofRun(q: Queries, runId: string): Promise<Proposal[]>;
};

const lifetimeMs = 3_600_000;

function shownOf(given: NewProposal) {
  if (given.kind === 'generation') return given.generation;
  return given.kind === 'top_up' ? given.top_up : given.tool;
}

/** The guest who asked for the answer; null for the user. */
const speakerOfRun = `(SELECT speaker_id FROM message JOIN run ON run.message_id = message.id
  WHERE run.id = @runId AND guest = 1)`;

const sql = {
  listOpen: `SELECT * FROM proposal
    WHERE conversation_id = @conversationId AND status = 'open' AND expires_at > @now ORDER BY sequence`,
  listReplaced: `SELECT id FROM proposal
    WHERE conversation_id = @conversationId AND kind = @kind AND run_id <> @runId AND status = 'open'
      AND expires_at > @now AND speaker_id = coalesce(${speakerOfRun}, '') ORDER BY sequence`,
  openOfRun: `SELECT id FROM proposal WHERE run_id = @runId AND status = 'open' ORDER BY sequence`,
  decide: `UPDATE proposal SET status = @status, generation_id = @generationId
    WHERE id = @id AND status = 'open' AND expires_at > @now RETURNING *`,
  insert: `INSERT INTO proposal (id, conversation_id, run_id, kind, status, title, request, shown, speaker_id, created_at, expires_at)
    VALUES (@id, @conversationId, @runId, @kind, 'open', @title, @request, @shown, coalesce(${speakerOfRun}, ''), @now,
      @expiresAt) RETURNING *`,
  find: `SELECT proposal.* FROM proposal JOIN conversation ON conversation.id = conversation_id
    WHERE proposal.id = @id AND conversation_id = @conversationId AND user_id = @userId`,
  list: `SELECT * FROM proposal WHERE conversation_id = @conversationId AND sequence < @before
    ORDER BY sequence DESC LIMIT @limit`,
  ofRun: 'SELECT * FROM proposal WHERE run_id = @runId ORDER BY sequence',
};

/** Stores the event that tells about a changed proposal. */
export function appendProposal(given: {
  t: Transaction;
  row: ProposalRow;
  journal: Journal;
  clock: Clock;
}): Promise<AgentEvent> {
  const { t, row, journal, clock } = given;
  const place = { conversationId: row.conversation_id, runId: row.run_id };
  return journal.append(t, place, { type: 'agent_proposal', data: fromProposal(row, clock.now()) });
}

export function createAgentProposals(deps: {
  clock: Clock;
  random: Random;
  journal: Journal;
}): AgentProposals {
  const { clock, random, journal } = deps;
  const proposalOf = (row: ProposalRow): Proposal => fromProposal(row, clock.now());
  const keptOf = (row: ProposalRow): StoredProposal => ({
    sequence: row.sequence,
    proposal: proposalOf(row),
    request: JSON.parse(row.request),
  });

  const tell = (t: Transaction, row: ProposalRow) => appendProposal({ t, row, journal, clock });

  const openIn: AgentProposals['openIn'] = async (q, conversationId) =>
    (await q.all<ProposalRow>(sql.listOpen, { conversationId, now: clock.now() })).map(proposalOf);

  const decide: AgentProposals['decide'] = async (t, id, status, generationId) => {
    const decision = { id, status, generationId: generationId ?? null, now: clock.now() };
    const row = await t.get<ProposalRow>(sql.decide, decision);
    return row ? tell(t, row) : null;
  };

  const replaceAll = async (t: Transaction, which: string, given: Record<string, string | number>) => {
    const events: AgentEvent[] = [];
    for (const { id } of await t.all<{ id: string }>(which, given)) {
      const replaced = await decide(t, id, 'replaced');
      if (replaced) events.push(replaced);
    }
    return events;
  };

  return {
    decide,
    openIn,
    restart: (t, runId) => replaceAll(t, sql.openOfRun, { runId }),
    async add(t, place, given) {
      const events = await replaceAll(t, sql.listReplaced, { ...place, kind: given.kind, now: clock.now() });
      const now = clock.now();
      const row = await t.get<ProposalRow>(sql.insert, {
        id: newId('prp', random),
        conversationId: place.conversationId,
        runId: place.runId,
        kind: given.kind,
        title: given.title,
        request: JSON.stringify(given.request),
        shown: JSON.stringify(shownOf(given)),
        now,
        expiresAt: now + lifetimeMs,
      });
      return [...events, await tell(t, row!)];
    },
    async find(q, userId, conversationId, id) {
      const row = await q.get<ProposalRow>(sql.find, { id, conversationId, userId });
      return row ? keptOf(row) : null;
    },
    list: async (q, conversationId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      (await q.all<ProposalRow>(sql.list, { conversationId, before, limit })).map(keptOf),
    ofRun: async (q, runId) => (await q.all<ProposalRow>(sql.ofRun, { runId })).map(proposalOf),
  };
}
