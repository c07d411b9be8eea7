import type { AgentEvent } from '../contract/events.js';

/** Where stored events of a conversation are read. */
export type EventSource = {
  /**
   * Events with a greater `seq`, in order. `gap` says that older ones the caller missed are gone and
   * `fromSeq` is where the answer begins.
   * @throws AppError `not_found` when the conversation is not this user's
   */
  after(
    userId: string,
    conversationId: string,
    seq: number,
  ): Promise<{ fromSeq: number; events: AgentEvent[]; gap: boolean }>;
};

/** What one socket has seen of one conversation. Sends each event once and in order, replayed or live. */
export type Subscription = {
  /** A live event. Kept back until the replay is through. */
  offer(seq: number, text: string): void;
  /**
   * The replay: sends it, then what arrived meanwhile and is not in it. It begins behind `fromSeq`, which is
   * before the place asked for when the client was ahead of what is stored.
   */
  catchUp(missed: readonly AgentEvent[], fromSeq: number): void;
};

/** @param send takes one frame as JSON text */
export function createSubscription(afterSeq: number, send: (text: string) => void): Subscription {
  let sentSeq = afterSeq;
  let waiting: { seq: number; text: string }[] | null = [];

  const sendOnce = (seq: number, text: string) => {
    if (seq <= sentSeq) return;
    sentSeq = seq;
    send(text);
  };

  return {
    offer(seq, text) {
      if (waiting) waiting.push({ seq, text });
      else sendOnce(seq, text);
    },
    catchUp(missed, fromSeq) {
      sentSeq = Math.min(sentSeq, fromSeq);
      for (const event of missed) sendOnce(event.seq, JSON.stringify(event));
      for (const { seq, text } of waiting ?? []) sendOnce(seq, text);
      waiting = null;
    },
  };
}
