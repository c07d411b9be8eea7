import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Served } from '../gateway/connection.js';
import { createLanes } from '../lanes.js';
import type { Talk } from './talk.js';
import type { TalkView } from './view.js';
import type { Words } from './waiting.js';

/** How far a conversation has come: the messages read, the run that answers, and what the thread shows of it. */
export type TalkProgress = {
  noteMessage(threadId: string, messageId: string): Promise<void>;
  /** Records that the agent has this message and which run answers it. */
  running(threadId: string, runId: string, asked?: Words): Promise<void>;
  /** The threads of all open conversations, which this or another process shows. */
  openThreads(): Promise<Pick<Talk, 'threadId' | 'guildId'>[]>;
  /** The last message sent to the agent. */
  lastAsked(threadId: string): Promise<Words | null>;
  /** @throws when another process serves its server */
  saveView(talk: Pick<Talk, 'threadId' | 'guildId'>, lastSeq: number, view: TalkView): Promise<void>;
};

const sql = {
  noteMessage: `UPDATE talk SET last_heard = @messageId
    WHERE thread_id = @threadId AND CAST(last_heard AS BIGINT) < CAST(@messageId AS BIGINT)`,
  running: `UPDATE talk SET run_id = @runId, asked = coalesce(@asked, asked), updated_at = @now
    WHERE thread_id = @threadId`,
  openThreads: `SELECT thread_id AS "threadId", guild_id AS "guildId" FROM talk WHERE state = 'open'`,
  lastAsked: 'SELECT asked FROM talk WHERE thread_id = @threadId',
  saveView: 'UPDATE talk SET last_seq = @lastSeq, view = @view WHERE thread_id = @threadId',
};

export function createTalkProgress(deps: {
  db: Database;
  clock: Clock;
  served: Pick<Served, 'holds'>;
}): TalkProgress {
  const { db, clock, served } = deps;
  /** A reply and an event may name the run at the same time: the later one counts, also on several connections. */
  const runs = createLanes();

  return {
    async noteMessage(threadId, messageId) {
      await db.run(sql.noteMessage, { threadId, messageId });
    },
    running: (threadId, runId, words) =>
      runs.run(threadId, async () => {
        const asked = words ? JSON.stringify(words) : null;
        await db.run(sql.running, { threadId, runId, asked, now: clock.now() });
      }),
    openThreads: () => db.all(sql.openThreads),
    async lastAsked(threadId) {
      const { asked } = (await db.get<{ asked: string | null }>(sql.lastAsked, { threadId })) ?? {};
      return asked ? (JSON.parse(asked) as Words) : null;
    },
    saveView: ({ threadId, guildId }, lastSeq, view) =>
      db.transaction(async (t) => {
        if (!(await served.holds(t, guildId))) throw new Error('another process shows this conversation');
        await t.run(sql.saveView, { threadId, lastSeq, view: JSON.stringify(view) });
      }),
  };
}
