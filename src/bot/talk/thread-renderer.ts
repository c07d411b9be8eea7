import type { Clock } from '../../base/clock.js';
import type { Reason } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Attachment, FinishReason } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Pacer, Urgency } from '../delivery/pacer.js';
import type { Served } from '../gateway/connection.js';
import type { Languages } from '../languages.js';
import type { Channel } from './channel.js';
import { type Frame, isPast, nextStep, type Step } from './frame.js';
import type { MessageWriter } from './message-writer.js';
import { createRefusalPolicy, type Shut } from './refusals.js';
import { channelIn } from './spot.js';
import type { Talk } from './talk.js';
import { begin, expect, isRunning, openThreadState, type ThreadState } from './thread-state.js';
import type { Troubles } from './troubles.js';
import type { ShownVersion } from './version.js';
import { completeView, endView, foldEvent, giveUpView, isOver, type TalkView, type Waiting } from './view.js';

/** A complete answer as stored by the service. */
export type ShownAnswer = { text: string; attachments: Attachment[]; reason: FinishReason };
export type RenderedAnswer = ShownAnswer & { runId: string; seq: number };

/**
 * Renders answers into threads. Events only update a frame. Each thread has one request in flight, oldest frame first, so
 * an answer is completed even when the next has begun, and every request sends the newest content at that time.
 */
export type ThreadRenderer = {
  open(talk: Talk): ThreadState;
  fold(threadState: ThreadState, event: AgentEvent): void;
  /** Shows the complete answer of a run in place of lost events. */
  replace(threadState: ThreadState, answer: RenderedAnswer): void;
  /** Shows another version of the newest answer. */
  show(threadState: ThreadState, answer: ShownAnswer, version: ShownVersion): void;
  /** Shows what a silent answer waits for. @param runId if known */
  wait(threadState: ThreadState, waiting: Waiting, runId: string | null): void;
  /** Gives up: the run ended without an answer, or its state is unknown. */
  fail(threadState: ThreadState, detail: Reason, isRetryable?: boolean): void;
  /** Removes the message about an answer that was expected and does not come. */
  withdraw(threadState: ThreadState): void;
  /** The next answer replaces the newest one in its messages, or no longer. */
  remake(threadState: ThreadState, isRemaking: boolean): void;
  /** Sets the position that new events are counted from. */
  moveTo(threadState: ThreadState, seq: number): void;
  /** Ends the thread: an unfinished answer stays as it is, without its Stop button. */
  finish(threadState: ThreadState): void;
  /** Retries refused requests now. */
  retry(threadState: ThreadState): void;
  /** Stops sending; resolves when the last request is answered. */
  stop(threadState: ThreadState): Promise<void>;
};

const slowestChangeMs = 3_000;
/** How long it waits while it cannot find out whether another process shows the thread. */
const unsureMs = 1_000;

const routes = {
  post: { method: 'POST', route: '/channels/:id/messages' },
  edit: { method: 'PATCH', route: '/channels/:id/messages/:id' },
  remove: { method: 'DELETE', route: '/channels/:id/messages/:id' },
  strip: { method: 'PATCH', route: '/channels/:id/messages/:id' },
} as const;

/** An answer that was not fully shown when the next one began has its last messages only now. */
function takeOver({ view: { posted } }: Frame, next: Frame): void {
  const last = posted.at(-1);
  if (last === undefined) return;
  if (next.view.isRemade) next.view = { ...next.view, posted };
  else if (next.view.posted.length === 0) next.view = { ...next.view, stale: last };
}

const urgencyOf = ({ view }: Frame): Urgency => {
  if (isOver(view)) return 'end';
  return view.posted.length === 0 ? 'first' : 'growth';
};

/** The end of an answer may also change the message before its last one, as a table that grows wider does. */
const endEditsOf = ({ view }: Frame): number => Math.min(2, Math.max(1, view.posted.length));

export function createThreadRenderer(options: {
  served: Pick<Served, 'stillServes'>;
  troubles: Pick<Troubles, 'set'>;
  channel: Pick<Channel, 'open'>;
  writer: MessageWriter;
  pacer: Pacer;
  clock: Clock;
  log: Log;
  languages: Pick<Languages, 'ofChannel'>;
  /** The thread is unusable: the conversation ends, and its owner is notified. */
  onShut: (threadId: string, why: Shut) => Promise<void>;
}): ThreadRenderer {
  const { served, troubles, channel, writer, pacer, clock, log, languages, onShut } = options;

  const change = (threadState: ThreadState, view: TalkView, seq: number) => {
    const { newest, waiting, everyMs } = threadState;
    const sinceMs = Math.min(slowestChangeMs, clock.now() - threadState.changedAt);
    threadState.everyMs = everyMs === 0 ? sinceMs : everyMs * 0.8 + sinceMs * 0.2;
    threadState.changedAt = clock.now();
    newest.view = view;
    newest.seq = Math.max(newest.seq, seq);
    if (waiting?.urgency === 'growth' && isOver(threadState.frames[0]!.view)) waiting.leave.abort();
    work(threadState);
  };

  const pause = async <T>(
    threadState: ThreadState,
    urgency: Urgency | null,
    wait: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const leave = new AbortController();
    threadState.waiting = { urgency, leave };
    try {
      return await wait(leave.signal);
    } finally {
      threadState.waiting = null;
    }
  };
  const sleep = (threadState: ThreadState, ms: number) =>
    pause(threadState, null, (signal) => clock.sleep(ms, signal).catch(() => undefined));
  const refusals = createRefusalPolicy({ troubles, channel, writer, log, sleep, onShut });

  const stepOf = (frame: Frame, talk: Talk): Step | null =>
    nextStep(frame, talk, languages.ofChannel(talk.locale));

  /** The next step, null for none. Synchronous, so that no event arrives in between. */
  const plan = (threadState: ThreadState): (() => Promise<unknown>) | null => {
    for (;;) {
      const [frame, next] = threadState.frames as [Frame, Frame?];
      if (!frame.isStored) return () => keepBegun(threadState, frame);
      const step = stepOf(frame, threadState.talk);
      if (step) return () => take(threadState, frame, step.kind);
      if (isOver(frame.view) && !frame.isSettled) return () => settle(threadState, frame);
      if (!next) return null;
      takeOver(frame, next);
      threadState.frames = threadState.frames.slice(1);
    }
  };

  /** Before the first edit, so that a new process continues in the same messages. */
  const keepBegun = async ({ talk }: ThreadState, frame: Frame) => {
    frame.isStored = true;
    await writer.keep(talk, frame);
  };

  const settle = async ({ talk }: ThreadState, frame: Frame) => {
    frame.isSettled = true;
    await writer.keep(talk, frame);
    Object.assign(frame, { view: frame.kept.view, drawn: [] });
  };

  const work = (threadState: ThreadState) => {
    if (threadState.isWorking || threadState.isStopped) return;
    threadState.isWorking = true;
    threadState.idle = workOff(threadState);
  };

  const workOff = async (threadState: ThreadState) => {
    for (let act = plan(threadState); act && !threadState.isStopped; act = plan(threadState)) {
      try {
        await act();
      } catch (error) {
        if (threadState.isStopped) break;
        await refusals.onFailure(threadState, error);
      }
    }
    threadState.isWorking = false;
  };

  /** Waits for a request slot, then returns the step due by then if it is of the same kind. */
  const take = async (threadState: ThreadState, frame: Frame, kind: Step['kind']) => {
    const { talk, everyMs } = threadState;
    const urgency = urgencyOf(frame);
    const slot = { ...routes[kind], channelId: channelIn(talk.threadId) };
    const isTurn = await pause(threadState, urgency, (signal) =>
      pacer.turn(slot, { urgency, everyMs, endEdits: endEditsOf(frame) }, signal),
    );
    if (isTurn && !(await served.stillServes(talk.guildId))) return sleep(threadState, unsureMs);
    const step = isTurn && !threadState.isStopped ? stepOf(frame, talk) : null;
    if (step?.kind !== kind) return;
    const refusal = await writer.take(talk, frame, step);
    if (refusal === null) await refusals.onAccepted(threadState);
    else await refusals.onRefusal(refusal, threadState, frame, step.index);
  };

  return {
    open: (talk) => openThreadState(talk, clock.now()),
    fold(threadState, event) {
      const { newest } = threadState;
      if (event.seq <= newest.seq) return;
      const isLate = event.type === 'agent_proposal' && event.run_id !== newest.view.runId;
      if (isLate || isPast(newest, event.run_id)) newest.seq = event.seq;
      else {
        expect(threadState, event.run_id);
        change(threadState, foldEvent(threadState.newest.view, event), event.seq);
      }
    },
    replace(threadState, { runId, text, attachments, reason, seq }) {
      if (isPast(threadState.newest, runId)) return;
      expect(threadState, runId);
      change(threadState, completeView(threadState.newest.view, { text, attachments, reason }), seq);
    },
    show(threadState, answer, version) {
      const { newest } = threadState;
      if (!isOver(newest.view)) return;
      newest.isSettled = false;
      const before = { ...newest.view, text: '', isRemade: true, hasProposal: true };
      change(threadState, { ...completeView(before, answer), version }, newest.seq);
    },
    wait(threadState, waiting, runId) {
      if (!isRunning(threadState)) {
        const { newest } = threadState;
        const isKnown = runId !== null && runId !== newest.view.runId && !isPast(newest, runId);
        begin(threadState, isKnown ? runId : `assumed-${clock.now()}`);
        threadState.newest.view.isAssumed = true;
      }
      const { view, seq } = threadState.newest;
      if (view.waiting !== waiting) change(threadState, { ...view, waiting }, seq);
    },
    fail(threadState, detail, isRetryable = true) {
      const { view, seq } = threadState.newest;
      if (view.phase !== 'running') return;
      change(threadState, giveUpView(view, detail, isRetryable), seq);
    },
    withdraw(threadState) {
      const { newest } = threadState;
      if (!newest.view.isAssumed || !isRunning(threadState)) return;
      newest.isStored = false;
      change(threadState, { ...newest.view, phase: 'idle', status: null, waiting: null }, newest.seq);
    },
    remake(threadState, isRemaking) {
      threadState.isRemaking = isRemaking;
    },
    moveTo({ newest }, seq) {
      newest.seq = seq;
    },
    finish(threadState) {
      const { view, seq } = threadState.newest;
      if (view.phase === 'running') change(threadState, endView(view), seq);
    },
    retry(threadState) {
      if (threadState.waiting?.urgency === null) threadState.waiting.leave.abort();
      else work(threadState);
    },
    stop(threadState) {
      threadState.isStopped = true;
      threadState.waiting?.leave.abort();
      return threadState.idle;
    },
  };
}
