import type { Clock } from '../../base/clock.js';
import type { Database, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { newId, type Random } from '../../base/ids.js';
import { branchConversation, chooseVersion } from '../../contract/agent-versions.js';
import type { Conversation } from '../../contract/agents.js';
import { type Route, route, type ServiceContext } from '../feature.js';
import type { ConversationRows } from './conversation-rows.js';
import type { Conversations } from './conversations.js';
import { fromMessage, type MessageRow } from './row.js';
import type { Visitors } from './visitors.js';

const sql = {
  /** What continues an answer belongs to the version that it continues. */
  versions: `SELECT message.* FROM message JOIN run ON run.id = message.run_id
    WHERE message.conversation_id = @id AND role = 'agent' AND run.id = version AND seq > (
      SELECT max(seq) FROM message WHERE conversation_id = @id AND role = 'user')
    ORDER BY seq`,
  choose: `UPDATE message SET replaced_by = CASE
      WHEN (SELECT version FROM run WHERE run.id = message.run_id) = @runId THEN NULL ELSE @runId END
    WHERE conversation_id = @id AND role = 'agent' AND seq > (
      SELECT max(seq) FROM message WHERE conversation_id = @id AND role = 'user')`,
  continued: `SELECT message.* FROM message JOIN run ON run.id = message.run_id
    WHERE message.conversation_id = @id AND role = 'agent' AND version = @runId AND run.id <> version ORDER BY seq`,
  answer: `SELECT seq, version FROM message JOIN run ON run.id = message.run_id
    WHERE message.conversation_id = @id AND run.id = @runId AND role = 'agent'`,
  /** Of the last question, the one version; of earlier ones, the chosen version. */
  upTo: `SELECT message.* FROM message JOIN run ON run.id = message.run_id
    WHERE message.conversation_id = @id AND seq <= @seq AND (version = @version OR replaced_by IS NULL AND seq <= (
      SELECT max(seq) FROM message WHERE conversation_id = @id AND role = 'user' AND seq <= @seq))
    ORDER BY seq`,
  addConversation: `INSERT INTO conversation (id, user_id, agent_id, title, metadata, place, last_seq, created_at)
    SELECT CAST(@newId AS TEXT), user_id, agent_id, coalesce(@title, title), metadata, place,
      CAST(@lastSeq AS BIGINT), CAST(@now AS BIGINT)
    FROM conversation WHERE id = @id`,
  addMessage: `INSERT INTO message (id, conversation_id, run_id, role, content, attachments, client_message_id,
      finish_reason, memory, guest, speaker_id, speaker_name, seq, created_at)
    VALUES (@id, @conversation_id, @run_id, @role, @content, @attachments, @client_message_id,
      @finish_reason, @memory, @guest, @speaker_id, @speaker_name, @seq, @created_at)`,
};

const missing = (what: string) => new AppError('not_found', `We couldn't find that ${what}.`);

/** The versions of an answer, and conversations that branch off at one. */
export function versionRoutes(deps: {
  db: Database;
  clock: Clock;
  random: Random;
  limits: ServiceContext['limits'];
  rows: ConversationRows;
  conversations: Pick<Conversations, 'read'>;
  visitors: Pick<Visitors, 'check'>;
}): Route[] {
  const { db, clock, random, limits, rows, conversations, visitors } = deps;

  const choose = async (t: Transaction, userId: string, id: string, number: number) => {
    if ((await rows.owned(t, userId, id)).status === 'running') throw new AppError('conversation_busy');
    const versions = await t.all<MessageRow>(sql.versions, { id });
    const chosen = versions[number - 1];
    if (!chosen) throw missing('version');
    await t.run(sql.choose, { id, runId: chosen.run_id });
    await rows.touch(t, id);
    const continued = await t.all<MessageRow>(sql.continued, { id, runId: chosen.run_id });
    return {
      message: fromMessage({ ...chosen, replaced_by: null }),
      continued: continued.map(fromMessage),
      number,
      versions: versions.length,
    };
  };

  const branch = async (
    t: Transaction,
    userId: string,
    { id, runId, title }: { id: string; runId: string; title: string | null },
  ): Promise<Conversation> => {
    await rows.owned(t, userId, id);
    const answer = await t.get<{ seq: number; version: string }>(sql.answer, { id, runId });
    if (!answer) throw missing('answer');
    const copied = await t.all<MessageRow>(sql.upTo, { id, ...answer });
    const newConversation = newId('cnv', random);
    const row = { id, newId: newConversation, title, lastSeq: copied.length, now: clock.now() };
    await t.run(sql.addConversation, row);
    for (const [at, { replaced_by: _, ...message }] of copied.entries())
      await t.run(sql.addMessage, {
        ...message,
        id: newId('msg', random),
        conversation_id: newConversation,
        client_message_id: null,
        seq: at + 1,
      });
    return conversations.read(t, userId, newConversation);
  };

  return [
    route(chooseVersion, async ({ user, params, body }) => ({
      status: 200,
      body: await db.transaction((t) => choose(t, user.id, params.conversation_id, body.number)),
    })),
    route(branchConversation, async ({ user, headers, params, body: { run_id, title = null }, remember }) => {
      visitors.check(user.id);
      await limits.check(db, limits.askerOf({ user, headers }));
      const made = await db.transaction(async (t) => {
        const asked = { id: params.conversation_id, runId: run_id, title };
        const body = await branch(t, user.id, asked);
        await remember(t, { status: 201, body });
        return body;
      });
      return { status: 201, body: made };
    }),
  ];
}
