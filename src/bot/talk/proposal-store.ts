import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import type { Proposal } from '../../contract/proposals.js';
import type { OutboxStore } from '../delivery/outbox.js';

export type KeptProposal = {
  proposal: Proposal;
  /** Its card, once posted. */
  messageId: string | null;
  createdAt: number;
};

/** The agent's proposals, as last reported by the service. */
export type ProposalStore = {
  /** Stores a newer state and queues the card update. Decided proposals don't change, except by the outcome of a tool. */
  keep(proposal: Proposal): Promise<void>;
  find(id: string): Promise<KeptProposal | null>;
  /** Whether an earlier open proposal of the conversation has no card yet. */
  hasEarlier(id: string): Promise<boolean>;
  shownAs(id: string, messageId: string): Promise<void>;
  /** Claims the decision, once; false when it was already claimed. */
  take(id: string, memberId: string): Promise<boolean>;
  giveBack(id: string, memberId: string): Promise<void>;
  exportOf(memberId: string): Promise<Proposal[]>;
  /** Before the conversations are deleted. */
  forget(t: Transaction, memberId: string): Promise<void>;
};

type Row = { proposal: string; message_id: string | null; created_at: number };

const read = (row: Row): KeptProposal => ({
  proposal: JSON.parse(row.proposal) as Proposal,
  messageId: row.message_id,
  createdAt: row.created_at,
});

const ofTalks = 'conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)';

/** The status of an accepted tool whose call has ended. */
const concluded = 'concluded';

const sql = {
  upsert: `INSERT INTO talk_proposal (id, conversation_id, status, proposal, created_at)
    VALUES (@id, @conversationId, @status, @proposal, @now)
    ON CONFLICT (id) DO UPDATE SET status = excluded.status, proposal = excluded.proposal
      WHERE talk_proposal.proposal <> excluded.proposal AND (talk_proposal.status = 'open'
        OR talk_proposal.status = 'accepted' AND excluded.status = '${concluded}')`,
  select: 'SELECT proposal, message_id, created_at FROM talk_proposal WHERE id = @id',
  earlier: `SELECT 1 AS found FROM talk_proposal AS own
    JOIN talk_proposal AS earlier ON earlier.conversation_id = own.conversation_id
      AND earlier.position < own.position
    WHERE own.id = @id AND earlier.status = 'open' AND earlier.message_id IS NULL LIMIT 1`,
  show: 'UPDATE talk_proposal SET message_id = @messageId WHERE id = @id',
  take: `INSERT INTO talk_proposal_taker (proposal_id, member_id)
    SELECT id, CAST(@memberId AS TEXT) FROM talk_proposal WHERE id = @id
    ON CONFLICT (proposal_id, member_id) DO NOTHING`,
  giveBack: 'DELETE FROM talk_proposal_taker WHERE proposal_id = @id AND member_id = @memberId',
  ofMember: `SELECT proposal, message_id, created_at FROM talk_proposal WHERE ${ofTalks} ORDER BY created_at`,
  forget: `DELETE FROM talk_proposal WHERE ${ofTalks}`,
  forgetTaker: 'DELETE FROM talk_proposal_taker WHERE member_id = @memberId',
};

export function createProposalStore(options: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}): ProposalStore {
  const { db, clock, outbox } = options;
  return {
    keep(proposal) {
      const { id, conversation_id: conversationId, tool } = proposal;
      const status = tool?.outcome ? concluded : proposal.status;
      const row = { id, conversationId, status, proposal: JSON.stringify(proposal), now: clock.now() };
      return db.transaction(async (t) => {
        if ((await t.run(sql.upsert, row)) > 0) await outbox.put(t, 'proposal', id);
      });
    },
    async find(id) {
      const row = await db.get<Row>(sql.select, { id });
      return row ? read(row) : null;
    },
    hasEarlier: async (id) => (await db.get(sql.earlier, { id })) !== undefined,
    async shownAs(id, messageId) {
      await db.run(sql.show, { id, messageId });
    },
    take: async (id, memberId) => (await db.run(sql.take, { id, memberId })) === 1,
    async giveBack(id, memberId) {
      await db.run(sql.giveBack, { id, memberId });
    },
    exportOf: async (memberId) =>
      (await db.all<Row>(sql.ofMember, { memberId })).map((row) => read(row).proposal),
    async forget(t, memberId) {
      await t.run(sql.forget, { memberId });
      await t.run(sql.forgetTaker, { memberId });
    },
  };
}
