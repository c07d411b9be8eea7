import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
import type { TalkView } from './view.js';
import type { Words } from './waiting.js';

/** How far a conversation has come: the messages read, the run that answers, and what the thread shows of it. */
export type TalkProgress = {
  noteMessage(threadId: string, messageId: string): Promise<void>;
  /** Records that the agent has this message and which run answers it. */
  running(threadId: string, runId: string, asked?: Words): Promise<void>;
  /** The last message sent to the agent. */
  lastAsked(threadId: string): Promise<Words | null>;
  saveView(threadId: string, lastSeq: number, view: TalkView): Promise<void>;
};

export function createTalkProgress({ db, clock }: { db: Database; clock: Clock }): TalkProgress {
  const noteMessage = db.prepare(
    `UPDATE talk SET last_heard = @messageId
     WHERE thread_id = @threadId AND CAST(last_heard AS INTEGER) < CAST(@messageId AS INTEGER)`,
  );
  const running = db.prepare(
    'UPDATE talk SET run_id = @runId, asked = coalesce(@asked, asked), updated_at = @now WHERE thread_id = @threadId',
  );
  const lastAsked = db
    .prepare<{ threadId: string }, string | null>('SELECT asked FROM talk WHERE thread_id = @threadId')
    .pluck();
  const saveView = db.prepare(
    'UPDATE talk SET last_seq = @lastSeq, view = @view WHERE thread_id = @threadId',
  );

  return {
    async noteMessage(threadId, messageId) {
      write(db, () => noteMessage.run({ threadId, messageId }));
    },
    async running(threadId, runId, words) {
      const asked = words ? JSON.stringify(words) : null;
      write(db, () => running.run({ threadId, runId, asked, now: clock.now() }));
    },
    async lastAsked(threadId) {
      const asked = lastAsked.get({ threadId });
      return asked ? (JSON.parse(asked) as Words) : null;
    },
    async saveView(threadId, lastSeq, view) {
      write(db, () => saveView.run({ threadId, lastSeq, view: JSON.stringify(view) }));
    },
  };
}
