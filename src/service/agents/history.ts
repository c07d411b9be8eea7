import type { Database } from '../../base/db/database.js';
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

const sql = {
  last: `SELECT * FROM message WHERE conversation_id = @conversationId AND replaced_by IS NULL
    ORDER BY seq DESC LIMIT @limit`,
  countRejected: `SELECT count(*) AS count FROM message WHERE conversation_id = @conversationId AND role = 'agent'
    AND replaced_by IS NOT NULL AND seq > (
      SELECT max(seq) FROM message WHERE conversation_id = @conversationId AND role = 'user')`,
};

export function createConversationHistory({
  db,
  proposals,
}: {
  db: Database;
  proposals: AgentProposals;
}): ConversationHistory {
  const turnOf = async (row: MessageRow): Promise<Turn> => ({
    role: row.role,
    content: row.content,
    attachments: filesOf(row),
    proposals: row.role === 'agent' ? await proposals.ofRun(db, row.run_id) : [],
    isGuest: row.guest === 1,
    speaker: row.speaker_name,
    finishReason: row.finish_reason,
    memory: row.memory === null ? null : JSON.parse(row.memory),
  });
  return {
    async turns(conversationId, limit) {
      const rows = await db.all<MessageRow>(sql.last, { conversationId, limit });
      return Promise.all(rows.reverse().map(turnOf));
    },
    countRejected: async (conversationId) =>
      (await db.get<{ count: number }>(sql.countRejected, { conversationId }))?.count ?? 0,
  };
}
