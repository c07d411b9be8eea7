import type { AgentEvent } from '../contract/events.js';

/** Where stored events of a conversation are read. */
export type EventSource = {
  /**
   * Events with a greater `seq`, in order, at most `limit`; `total` counts all there are. `gap` says that older
   * ones the caller missed are gone, and `fromSeq` is where the answer begins.
   * @throws AppError `not_found` when the conversation is not this user's
   */
  after(
    userId: string,
    conversationId: string,
    seq: number,
    limit: number,
  ): Promise<{ fromSeq: number; events: AgentEvent[]; total: number; gap: boolean }>;
};

/** What one socket has seen of one conversation. Sends each event once and in order, replayed or live. */
export type Subscription = {
  /** A live event. While the replay runs it is left to the replay: whatever is told has been stored. */
  offer(seq: number, text: string): void;
  /** Reads and sends page after page, each when the one before is on its way, until nothing is missing. */
  replay(pages: Pages): Promise<void>;
};

type Pages = {
  read(afterSeq: number, limit: number): ReturnType<EventSource['after']>;
  /** The first page was read: how the replay begins. */
  begin(start: { fromSeq: number; total: number; gap: boolean }): void;
  /** Resolves when what was sent has left this process. */
  drained(): Promise<void>;
  isCurrent(): boolean;
};

const pageLength = 200;

/** @param send takes one frame as JSON text */
export function createSubscription(afterSeq: number, send: (text: string) => void): Subscription {
  let sentSeq = afterSeq;
  let offeredSeq = 0;
  let isLive = false;

  const sendOnce = (seq: number, text: string) => {
    if (seq <= sentSeq) return;
    sentSeq = seq;
    send(text);
  };

  return {
    offer(seq, text) {
      offeredSeq = Math.max(offeredSeq, seq);
      if (isLive) sendOnce(seq, text);
    },
    async replay({ read, begin, drained, isCurrent }) {
      for (let isFirst = true; ; isFirst = false) {
        const page = await read(sentSeq, pageLength);
        if (!isCurrent()) return;
        if (isFirst) begin(page);
        sentSeq = Math.min(sentSeq, page.fromSeq); // the client may have been ahead of what is stored
        for (const event of page.events) sendOnce(event.seq, JSON.stringify(event));
        const isOver = page.events.length < pageLength && sentSeq >= offeredSeq;
        if (isOver || page.events.length === 0) break;
        await drained();
      }
      isLive = true;
    },
  };
}
