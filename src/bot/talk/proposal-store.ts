import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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
  /** Stores a newer state and queues the card update. Decided proposals don't change. */
  keep(proposal: Proposal): void;
  find(id: string): Promise<KeptProposal | null>;
  shownAs(id: string, messageId: string): Promise<void>;
  /** Claims the decision, once; false when it was already claimed. */
  take(id: string, memberId: string): Promise<boolean>;
  giveBack(id: string, memberId: string): Promise<void>;
  exportOf(memberId: string): Promise<Proposal[]>;
  /** Inside another store's transaction, before the conversations are deleted. */
  forget(memberId: string): void;
};

type Row = { proposal: string; message_id: string | null; created_at: number };

const read = (row: Row): KeptProposal => ({
  proposal: JSON.parse(row.proposal) as Proposal,
  messageId: row.message_id,
  createdAt: row.created_at,
});

export function createProposalStore(options: {
  db: Database;
  clock: Clock;
  outbox: Pick<OutboxStore, 'put'>;
}): ProposalStore {
  const { db, clock, outbox } = options;
  const upsert = db.prepare(
    `INSERT INTO talk_proposal (id, conversation_id, proposal, created_at) VALUES (@id, @conversationId, @proposal, @now)
     ON CONFLICT (id) DO UPDATE SET proposal = excluded.proposal
       WHERE json_extract(talk_proposal.proposal, '$.status') = 'open' AND talk_proposal.proposal <> excluded.proposal`,
  );
  const select = db.prepare<{ id: string }, Row>(
    'SELECT proposal, message_id, created_at FROM talk_proposal WHERE id = @id',
  );
  const show = db.prepare('UPDATE talk_proposal SET message_id = @messageId WHERE id = @id');
  const take = db.prepare(
    `UPDATE talk_proposal SET taken_by = coalesce(taken_by, '') || @mark
     WHERE id = @id AND instr(coalesce(taken_by, ''), @mark) = 0`,
  );
  const giveBack = db.prepare(
    "UPDATE talk_proposal SET taken_by = replace(taken_by, @mark, '') WHERE id = @id",
  );
  const ofTalks = 'conversation_id IN (SELECT conversation_id FROM talk WHERE member_id = @memberId)';
  const ofMember = db.prepare<{ memberId: string }, Row>(
    `SELECT proposal, message_id, created_at FROM talk_proposal WHERE ${ofTalks} ORDER BY created_at`,
  );
  const forget = db.prepare(`DELETE FROM talk_proposal WHERE ${ofTalks}`);
  const markOf = (memberId: string): string => `${memberId};`;
  return {
    keep(proposal) {
      const { id, conversation_id: conversationId } = proposal;
      const row = { id, conversationId, proposal: JSON.stringify(proposal), now: clock.now() };
      write(db, () => {
        if (upsert.run(row).changes > 0) outbox.put('proposal', id);
      });
    },
    async find(id) {
      const row = select.get({ id });
      return row ? read(row) : null;
    },
    async shownAs(id, messageId) {
      write(db, () => show.run({ id, messageId }));
    },
    take: async (id, memberId) => write(db, () => take.run({ id, mark: markOf(memberId) }).changes === 1),
    async giveBack(id, memberId) {
      write(db, () => giveBack.run({ id, mark: markOf(memberId) }));
    },
    exportOf: async (memberId) => ofMember.all({ memberId }).map((row) => read(row).proposal),
    forget: (memberId) => void forget.run({ memberId }),
  };
}
