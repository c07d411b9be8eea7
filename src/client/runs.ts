import type { Attachment } from '../contract/agents.js';

/** An answer that came otherwise than by an event. */
export type GivenAnswer = { text: string; attachments: Attachment[] };

/**
 * Which run each conversation waits for. Services need not name runs, and need not name them alike in the reply to
 * a message and in events: all are brought under the one id the bot keeps.
 */
export type Runs = {
  /** A message is being sent; events may come before its reply. */
  expect(conversationId: string, runId: string): void;
  /**
   * The reply to the message named its run, or did not.
   * @returns the id the bot keeps
   */
  name(conversationId: string, expected: string, given: string): string;
  abandon(conversationId: string, runId: string): void;
  /** The run under way, or null. */
  current(conversationId: string): string | null;
  /** The bot's id for a run an event names; null for one that was not asked for here. */
  idFor(conversationId: string, given: string): string | null;
  /** The service's id for a run, for paths. */
  realOf(conversationId: string, runId: string): string;
  end(conversationId: string): void;
  /** The reply to the message held the answer. */
  answer(conversationId: string, runId: string, given: GivenAnswer): void;
  listen(listener: RunListener): void;
};

export type RunListener = {
  onExpected(conversationId: string): void;
  onAnswer(conversationId: string, runId: string, given: GivenAnswer): void;
};

type Open = { id: string; real: string | null; isOver: boolean };

const mostKept = 10_000;

export function createRuns(): Runs {
  const open = new Map<string, Open>();
  let listener: RunListener | undefined;

  const set = (conversationId: string, run: Open) => {
    open.delete(conversationId);
    open.set(conversationId, run);
    if (open.size > mostKept) open.delete(open.keys().next().value ?? '');
  };

  return {
    expect(conversationId, id) {
      set(conversationId, { id, real: null, isOver: false });
      listener?.onExpected(conversationId);
    },
    name(conversationId, expected, given) {
      const run = open.get(conversationId);
      if (!run || run.id !== expected) return given;
      if (run.real === null && given !== expected) {
        // No event has come yet: the service's own id serves from here on.
        set(conversationId, { id: given, real: given, isOver: run.isOver });
        return given;
      }
      if (run.real === given) return run.id;
      return run.id;
    },
    abandon(conversationId, runId) {
      if (open.get(conversationId)?.id === runId) open.delete(conversationId);
    },
    current(conversationId) {
      const run = open.get(conversationId);
      return run && !run.isOver ? run.id : null;
    },
    idFor(conversationId, given) {
      const run = open.get(conversationId);
      if (!run) return null;
      if (run.real === given || run.id === given) return run.id;
      if (run.real !== null || run.isOver) return null;
      run.real = given;
      return run.id;
    },
    realOf(conversationId, runId) {
      const run = open.get(conversationId);
      return run?.id === runId ? (run.real ?? runId) : runId;
    },
    end(conversationId) {
      const run = open.get(conversationId);
      if (run) run.isOver = true;
    },
    answer: (conversationId, runId, given) => listener?.onAnswer(conversationId, runId, given),
    listen(given) {
      listener = given;
    },
  };
}
