import type { Database } from '../../base/store.js';
import type { Turn } from './brain.js';
import type { AgentProposals } from './proposals.js';
import { filesOf, type MessageRow } from './row.js';

/** A conversation as its brain reads it. */
export type ConversationHistory = {
  /** The last messages, oldest first. */
  turns(conversationId: string, limit: number): Promise<Turn[]>;
  /** How many answers to the last message the user has rejected. */
  countRejected(conversationId: string): Promise<number>;
};

export function createConversationHistory({
  db,
  proposals,
}: {
  db: Database;
  proposals: AgentProposals;
}): ConversationHistory {
  const last = db.prepare<{ conversationId: string; limit: number }, MessageRow>(
    `SELECT * FROM message WHERE conversation_id = @conversationId AND replaced_by IS NULL
     ORDER BY seq DESC LIMIT @limit`,
  );
  const countRejected = db
    .prepare<{ conversationId: string }, number>(
      `SELECT count(*) FROM message WHERE conversation_id = @conversationId AND role = 'agent'
         AND replaced_by IS NOT NULL AND seq > (
           SELECT max(seq) FROM message WHERE conversation_id = @conversationId AND role = 'user')`,
    )
    .pluck();
  const turnOf = (row: MessageRow): Turn => ({
    role: row.role,
    content: row.content,
    attachments: filesOf(row),
    proposals: row.role === 'agent' ? proposals.ofRun(row.run_id) : [],
    isGuest: row.guest === 1,
    finishReason: row.finish_reason,
    memory: row.memory === null ? null : JSON.parse(row.memory),
  });
  return {
    turns: async (conversationId, limit) => last.all({ conversationId, limit }).reverse().map(turnOf),
    countRejected: async (conversationId) => countRejected.get({ conversationId }) ?? 0,
  };
}
