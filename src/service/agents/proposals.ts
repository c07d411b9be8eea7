import type { Clock } from '../../base/clock.js';
import { newId, type Random } from '../../base/ids.js';
import type { Database } from '../../base/store.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Proposal } from '../../contract/proposals.js';
import type { Journal, RunPlace } from './journal.js';
import { fromProposal, type ProposalRow } from './row.js';
import type { NewProposal } from './tools/tool.js';

export type StoredProposal = { sequence: number; proposal: Proposal; request: unknown };

/** The agent's proposals. Writes are synchronous, to run inside a store's transaction, and return the events. */
export type AgentProposals = {
  /** Replaces an open proposal of the same kind in the conversation. */
  add(place: RunPlace, given: NewProposal): AgentEvent[];
  /** Closes an open, unexpired proposal; null when it is not open any more. */
  decide(id: string, status: 'accepted' | 'dismissed' | 'replaced', generationId?: string): AgentEvent | null;
  openIn(conversationId: string): Proposal[];
  find(userId: string, conversationId: string, id: string): StoredProposal | null;
  /** Newest first. `before` is a sequence. */
  list(conversationId: string, page: { before?: number; limit: number }): StoredProposal[];
  ofRun(runId: string): Proposal[];
};

const lifetimeMs = 3_600_000;

function statements(db: Database) {
  type Named = Record<string, string | number | null>;
  return {
    listOpen: db.prepare<Named, ProposalRow>(
      `SELECT * FROM proposal
       WHERE conversation_id = @conversationId AND status = 'open' AND expires_at > @now`,
    ),
    decide: db.prepare<Named, ProposalRow>(
      `UPDATE proposal SET status = @status, generation_id = @generationId
       WHERE id = @id AND status = 'open' AND expires_at > @now RETURNING *`,
    ),
    insert: db.prepare<Named, ProposalRow>(
      `INSERT INTO proposal (id, conversation_id, run_id, kind, status, title, request, shown, created_at, expires_at)
       VALUES (@id, @conversationId, @runId, @kind, 'open', @title, @request, @shown, @now, @expiresAt) RETURNING *`,
    ),
    find: db.prepare<Named, ProposalRow>(
      `SELECT proposal.* FROM proposal JOIN conversation ON conversation.id = conversation_id
       WHERE proposal.id = @id AND conversation_id = @conversationId AND user_id = @userId`,
    ),
    list: db.prepare<Named, ProposalRow>(
      `SELECT * FROM proposal WHERE conversation_id = @conversationId AND sequence < @before
       ORDER BY sequence DESC LIMIT @limit`,
    ),
    ofRun: db.prepare<Named, ProposalRow>('SELECT * FROM proposal WHERE run_id = @runId ORDER BY sequence'),
  };
}

export function createAgentProposals(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  journal: Journal;
}): AgentProposals {
  const { db, clock, random, journal } = deps;
  const sql = statements(db);
  const keptOf = (row: ProposalRow): StoredProposal => ({
    sequence: row.sequence,
    proposal: fromProposal(row, clock.now()),
    request: JSON.parse(row.request),
  });

  const tell = (row: ProposalRow): AgentEvent =>
    journal.append(
      { conversationId: row.conversation_id, runId: row.run_id },
      { type: 'agent_proposal', data: fromProposal(row, clock.now()) },
    );

  const openIn = (conversationId: string) =>
    sql.listOpen.all({ conversationId, now: clock.now() }).map((row) => fromProposal(row, clock.now()));

  const decide: AgentProposals['decide'] = (id, status, generationId) => {
    const row = sql.decide.get({ id, status, generationId: generationId ?? null, now: clock.now() });
    return row ? tell(row) : null;
  };

  return {
    decide,
    openIn,
    add(place, given) {
      const replaced = openIn(place.conversationId)
        .filter(({ kind }) => kind === given.kind)
        .flatMap(({ id }) => decide(id, 'replaced') ?? []);
      const shown = given.kind === 'generation' ? given.generation : given.top_up;
      const now = clock.now();
      const row = sql.insert.get({
        id: newId('prp', random),
        conversationId: place.conversationId,
        runId: place.runId,
        kind: given.kind,
        title: given.title,
        request: JSON.stringify(given.request),
        shown: JSON.stringify(shown),
        now,
        expiresAt: now + lifetimeMs,
      });
      return row ? [...replaced, tell(row)] : replaced;
    },
    find(userId, conversationId, id) {
      const row = sql.find.get({ id, conversationId, userId });
      return row ? keptOf(row) : null;
    },
    list: (conversationId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      sql.list.all({ conversationId, before, limit }).map(keptOf),
    ofRun: (runId) => sql.ofRun.all({ runId }).map((row) => fromProposal(row, clock.now())),
  };
}
