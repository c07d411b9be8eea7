import type { Attachment } from '../contract/agents.js';

/** An answer that did not arrive as an event. */
export type GivenAnswer = { text: string; attachments: Attachment[] };

/**
 * The pending run of each conversation. Services may not name runs, or name them differently in replies and events; this
 * maps all of them to the id the bot stores.
 */
export type Runs = {
  /** A message is being sent; events may arrive before the reply. */
  expect(conversationId: string, runId: string): void;
  /**
   * Records the run id of the reply to the message, if it had one.
   * @returns the id the bot stores
   */
  name(conversationId: string, expected: string, given: string): string;
  abandon(conversationId: string, runId: string): void;
  /** The pending run, or null. */
  current(conversationId: string): string | null;
  /** The bot's id for a run named by an event; null for a run started elsewhere. */
  idFor(conversationId: string, given: string): string | null;
  /** The service's id for a run, for use in paths. */
  realOf(conversationId: string, runId: string): string;
  end(conversationId: string): void;
  /** The reply to the message contained the answer. */
  answer(conversationId: string, runId: string, given: GivenAnswer): void;
  listen(listener: RunListener): void;
};

const unnamed = 'run:';
/** The bot's own id for the answer to a message until the service names it. */
export const unnamedRun = (messageId: string | number): string => `${unnamed}${messageId}`;
export const isUnnamed = (runId: string): boolean => runId.startsWith(unnamed);

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
        // No event has arrived yet, so the service's own id can be used from now on.
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
