import type { AgentEvent } from '../contract/events.js';

/** Reads the stored events of a conversation. */
export type EventSource = {
  /**
   * Events with a greater `seq`, in order, at most `limit`; `total` counts all of them. `gap` means that older
   * events the caller missed are deleted; `fromSeq` is where the answer begins.
   * @throws AppError `not_found` when the conversation is not this user's
   */
  after(
    userId: string,
    conversationId: string,
    seq: number,
    limit: number,
  ): Promise<{ fromSeq: number; events: AgentEvent[]; total: number; gap: boolean }>;
  /** The last `seq` of each conversation, of any member. */
  lastSeqs(conversationIds: readonly string[]): Promise<Map<string, number>>;
};

/** Tracks what one socket has received of one conversation. Sends each event once and in order, replayed or live. */
export type EventSubscription = {
  /**
   * Sends a live event. While a replay runs, it sends the event instead, because every live event is already stored;
   * it also runs when an event before this one was not offered yet.
   */
  offer(seq: number, text: string): void;
  /** Reads the events up to `seq` that were not sent yet: another process has stored them. */
  expect(seq: number): void;
  /** Reads and sends page after page, each once the previous one is sent, until nothing is missing. */
  replay(pages: Pages): void;
};

type Pages = {
  read(afterSeq: number, limit: number): ReturnType<EventSource['after']>;
  /** Called when the first page was read, with the start of the replay. */
  begin(start: { fromSeq: number; total: number; gap: boolean }): void;
  /** Resolves when everything sent has left this process. */
  drained(): Promise<void>;
  isCurrent(): boolean;
  /** Called when the events could not be read. */
  failed(error: unknown): void;
};

const pageLength = 200;

/** @param send sends one frame as JSON text */
export function createSubscription(afterSeq: number, send: (text: string) => void): EventSubscription {
  let sentSeq = afterSeq;
  let offeredSeq = 0;
  /** Null while a replay runs. */
  let live: { catchUp(): void } | null = null;

  const sendOnce = (seq: number, text: string) => {
    if (seq <= sentSeq) return;
    sentSeq = seq;
    send(text);
  };

  const follow = async (pages: Pages, begin: Pages['begin']): Promise<void> => {
    const { read, drained, isCurrent } = pages;
    live = null;
    for (let isFirst = true; ; isFirst = false) {
      const page = await read(sentSeq, pageLength);
      if (!isCurrent()) return;
      if (isFirst) begin(page);
      sentSeq = Math.min(sentSeq, page.fromSeq); // the client may be ahead of the stored events
      for (const event of page.events) sendOnce(event.seq, JSON.stringify(event));
      const isOver = page.events.length < pageLength && sentSeq >= offeredSeq;
      if (isOver || page.events.length === 0) break;
      await drained();
    }
    live = { catchUp: () => void follow(pages, () => undefined).catch(pages.failed) };
  };

  return {
    offer(seq, text) {
      offeredSeq = Math.max(offeredSeq, seq);
      if (live && seq > sentSeq + 1) live.catchUp();
      else if (live) sendOnce(seq, text);
    },
    expect(seq) {
      offeredSeq = Math.max(offeredSeq, seq);
      if (seq > sentSeq) live?.catchUp();
    },
    replay: (pages) => void follow(pages, pages.begin).catch(pages.failed),
  };
}
