import type { Clock } from '../../base/clock.js';
import { newId, type Random } from '../../base/ids.js';
import type { Database } from '../../base/store.js';
import type { Proposal } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Journal, Place } from './journal.js';
import { fromProposal, type ProposalRow } from './row.js';
import type { NewProposal } from './tools/tool.js';

export type KeptProposal = { sequence: number; proposal: Proposal; request: unknown };

/** The agent's proposals. Writes are synchronous, to run inside a store's transaction, and return the events. */
export type Proposals = {
  /** Replaces an open proposal of the same kind in the conversation. */
  add(place: Place, given: NewProposal): AgentEvent[];
  /** Closes an open, unexpired proposal; null when it is not open any more. */
  decide(id: string, status: 'accepted' | 'dismissed' | 'replaced', generationId?: string): AgentEvent | null;
  openIn(conversationId: string): Proposal[];
  find(userId: string, conversationId: string, id: string): KeptProposal | null;
  /** Newest first. `before` is a sequence. */
  list(conversationId: string, page: { before?: number; limit: number }): KeptProposal[];
  ofRun(runId: string): Proposal[];
};

const lifetimeMs = 3_600_000;

export function createProposals(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  journal: Journal;
}): Proposals {
  const { db, clock, random, journal } = deps;
  const all = (sql: string, ...values: unknown[]): KeptProposal[] =>
    db
      .prepare<unknown[], ProposalRow>(sql)
      .all(...values)
      .map((row) => ({
        sequence: row.sequence,
        proposal: fromProposal(row, clock.now()),
        request: JSON.parse(row.request),
      }));

  const tell = (row: ProposalRow): AgentEvent =>
    journal.append(
      { conversationId: row.conversation_id, runId: row.run_id },
      { type: 'agent_proposal', data: fromProposal(row, clock.now()) },
    );

  const openIn = (conversationId: string) =>
    all(
      `SELECT * FROM proposal WHERE conversation_id = ? AND status = 'open' AND expires_at > ?`,
      ...[conversationId, clock.now()],
    ).map(({ proposal }) => proposal);

  const decide: Proposals['decide'] = (id, status, generationId) => {
    const row = db
      .prepare<unknown[], ProposalRow>(
        `UPDATE proposal SET status = ?, generation_id = ?
         WHERE id = ? AND status = 'open' AND expires_at > ? RETURNING *`,
      )
      .get(status, generationId ?? null, id, clock.now());
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
      const row = db
        .prepare<unknown[], ProposalRow>(
          `INSERT INTO proposal (id, conversation_id, run_id, kind, status, title, request, shown, created_at,
             expires_at)
           VALUES (?, ?, ?, ?, 'open', ?, ?, ?, ?, ?) RETURNING *`,
        )
        .get(
          ...[newId('prp', random), place.conversationId, place.runId, given.kind, given.title],
          ...[JSON.stringify(given.request), JSON.stringify(shown), clock.now(), clock.now() + lifetimeMs],
        );
      return row ? [...replaced, tell(row)] : replaced;
    },
    find: (userId, conversationId, id) =>
      all(
        `SELECT proposal.* FROM proposal JOIN conversation ON conversation.id = conversation_id
         WHERE proposal.id = ? AND conversation_id = ? AND user_id = ?`,
        ...[id, conversationId, userId],
      )[0] ?? null,
    list: (conversationId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
      all(
        'SELECT * FROM proposal WHERE conversation_id = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?',
        ...[conversationId, before, limit],
      ),
    ofRun: (runId) =>
      all('SELECT * FROM proposal WHERE run_id = ? ORDER BY sequence', runId).map(({ proposal }) => proposal),
  };
}
