import type { Clock } from '../../base/clock.js';
import { iso } from '../../base/clock.js';
import type { AgentEvent } from '../../contract/events.js';
import type { LooseEvent } from '../../contract/read/index.js';
import type { Runs } from '../runs.js';

/**
 * Converts events of other dialects to ours: adds a sequence number, a run and a text offset.
 *
 * Uses the service's own sequence numbers while they increase, else the next free number. Missing numbers, gaps and
 * numbers that restart with each run are therefore harmless.
 */
export type Translator = {
  /** @returns null for a duplicate and for progress of a finished run */
  take(event: LooseEvent): AgentEvent | null;
  /** The text of a run so far, as read over HTTP. */
  whole(runId: string, text: string): AgentEvent | null;
  complete(runId: string, text: string, attachments: Complete['attachments']): AgentEvent | null;
  fail(detail: string): AgentEvent | null;
  /** The streamed text of the current run; null without one. */
  streamed(): { runId: string; text: string } | null;
  /** Updates the current run after an event in our own dialect. */
  pass(event: AgentEvent): void;
};

type Complete = Extract<AgentEvent, { type: 'agent_complete' }>['data'];
type Said = LooseEvent['said'];

const mostSeen = 2_000;
/** Shorter common prefixes may be a coincidence. */
const surePrefix = 4;

/** The current run; `theirs` is the service's own id. */
type Current = { id: string; theirs: string | null; text: string };

export function createTranslator(options: {
  conversationId: string;
  afterSeq: () => number;
  runs: Runs;
  clock: Clock;
}): Translator {
  const { conversationId, afterSeq, runs, clock } = options;
  const seen = new Set<string>();
  const contents = new Map<string, string>();
  const over = new Set<string>();
  /** The service's own ids of finished runs. */
  const overThere = new Set<string>();
  let current: Current | null = null;
  let mode: 'whole' | 'delta' | null = null;
  let areIdsReused = false;
  let named = 0;
  let lastText = '';

  const keep = (kept: Set<string>, one: string) => {
    kept.add(one);
    if (kept.size > mostSeen) kept.delete(kept.values().next().value ?? '');
  };
  const remember = (key: string): boolean => {
    if (seen.has(key)) return false;
    keep(seen, key);
    return true;
  };

  /** An id repeated with different content identifies a message or run, not an event. */
  const isRepeated = ({ id, seq, runId, said }: LooseEvent): boolean => {
    if (seq !== null)
      return !remember(`${runId ?? current?.id ?? runs.current(conversationId)}/${seq}/${said.kind}`);
    if (id === null || areIdsReused) return false;
    const content = JSON.stringify(said);
    const before = contents.get(id);
    if (before === undefined) {
      contents.set(id, content);
      if (contents.size > mostSeen) contents.delete(contents.keys().next().value ?? '');
      return false;
    }
    if (before === content) return true;
    areIdsReused = true;
    return false;
  };

  const enter = (id: string, theirs: string | null = null): Current => {
    if (current?.id !== id) current = { id, theirs, text: '' };
    current.theirs ??= theirs;
    return current;
  };

  /** The run of an event; null when that run is finished or the event does not start one. */
  const runOf = ({ runId, said }: LooseEvent): Current | null => {
    if (runId !== null && overThere.has(runId)) return null;
    const id = runId === null ? null : (runs.idFor(conversationId, runId) ?? runId);
    if (id !== null) return over.has(id) ? null : enter(id, runId);
    if (current) return current;
    const expected = runs.current(conversationId);
    if (expected !== null && !over.has(expected)) return enter(expected);
    if (said.kind === 'progress' || isEcho(said)) return null;
    named += 1;
    return enter(`run:${conversationId}:${clock.now()}:${named}`);
  };
  const isEcho = (said: Said): boolean =>
    (said.kind === 'complete' && (!said.text || said.text === lastText)) ||
    (said.kind === 'response' && (said.text === '' || said.text === lastText));

  const placeFor = (seq: number | null): number =>
    seq !== null && Number.isSafeInteger(seq) && seq > afterSeq() ? seq : afterSeq() + 1;

  const eventOf = <T extends AgentEvent['type']>(
    type: T,
    run: Current,
    data: Extract<AgentEvent, { type: T }>['data'],
    from?: LooseEvent,
  ) =>
    ({
      id: from?.id ?? `${run.id}/${afterSeq() + 1}`,
      seq: placeFor(from?.seq ?? null),
      type,
      conversation_id: conversationId,
      run_id: run.id,
      created_at: from?.createdAt ?? iso(clock.now()),
      data,
    }) as unknown as AgentEvent;

  const isWhole = (run: Current, said: Extract<Said, { kind: 'response' }>): boolean => {
    const { text, isWhole: given, offset } = said;
    if (given !== null) return given;
    if (offset !== null) return offset === 0 && run.text !== '';
    if (mode !== null) return mode === 'whole';
    const grows = run.text !== '' && text.startsWith(run.text);
    if (run.text.length >= surePrefix) mode = grows ? 'whole' : 'delta';
    return grows;
  };

  const grow = (run: Current, text: string, whole: boolean, from?: LooseEvent): AgentEvent => {
    const offset = whole ? commonLength(run.text, text) : run.text.length;
    const delta = whole ? text.slice(offset) : text;
    run.text = run.text.slice(0, offset) + delta;
    const data = { message_id: '', delta, text_offset: offset, is_final: false };
    return eventOf('agent_response', run, data, from);
  };

  const close = (run: Current) => {
    keep(over, run.id);
    if (run.theirs !== null) keep(overThere, run.theirs);
    lastText = run.text;
    current = null;
    runs.end(conversationId);
  };

  const finish = (run: Current, data: Complete, from?: LooseEvent): AgentEvent => {
    const event = eventOf('agent_complete', run, data, from);
    run.text = data.text;
    close(run);
    return event;
  };

  const fail = (run: Current, detail: string | null, retryable: boolean, from?: LooseEvent): AgentEvent => {
    const data = { detail: detail ?? 'The agent could not answer.', retryable };
    const event = eventOf('agent_error', run, data, from);
    close(run);
    return event;
  };

  const speak = (run: Current, said: Said, from: LooseEvent): AgentEvent => {
    switch (said.kind) {
      case 'progress':
        return eventOf(
          'agent_progress',
          run,
          { step: '', label: said.label, percent: said.percent, tool: null },
          from,
        );
      case 'response': {
        const event = grow(run, said.text, isWhole(run, said), from);
        if (!said.isFinal) return event;
        return finish(run, { ...plainEnd, text: run.text }, from);
      }
      case 'complete': {
        const { text, reason, attachments, credits } = said;
        const data = { message_id: '', text: endText(run.text, text), finish_reason: reason, attachments };
        return finish(run, { ...data, usage: { credits } }, from);
      }
      case 'error':
        return fail(run, said.detail, said.retryable, from);
    }
  };

  const waited = (): Current | null => {
    const expected = runs.current(conversationId);
    if (current) return current;
    return expected === null || over.has(expected) ? null : enter(expected);
  };

  return {
    take(event) {
      if (isRepeated(event)) return null;
      const run = runOf(event);
      return run ? speak(run, event.said, event) : null;
    },
    whole(runId, text) {
      if (over.has(runId)) return null;
      const run = enter(runId);
      return text === run.text ? null : grow(run, text, true);
    },
    complete(runId, text, attachments) {
      return over.has(runId) ? null : finish(enter(runId), { ...plainEnd, text, attachments });
    },
    fail(detail) {
      const run = waited();
      return run && fail(run, detail, true);
    },
    streamed: () => (current && current.text !== '' ? { runId: current.id, text: current.text } : null),
    pass({ type, run_id }) {
      if (type !== 'agent_complete' && type !== 'agent_error') return;
      keep(over, run_id);
      if (current?.id === run_id) current = null;
      if (runs.current(conversationId) === run_id) runs.end(conversationId);
    },
  };
}

const plainEnd: Omit<Complete, 'text'> = {
  message_id: '',
  finish_reason: 'stop',
  attachments: [],
  usage: { credits: 0 },
};

/** The streamed text is the answer when the final event has no text or only a word such as "done". */
const endText = (streamed: string, given: string | null): string =>
  given === null || given.trim() === '' || given.length < streamed.length / 2 ? streamed : given;

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}
