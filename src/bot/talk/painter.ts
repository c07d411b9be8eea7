import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Attachment } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import type { CardFile } from '../cards/card.js';
import { answerWords } from '../cards/talk.js';
import type { Channel, Refusal, Said } from './channel.js';
import type { Pacer, Urgency } from './pacer.js';
import type { Talk, TalkStore } from './store.js';
import { beginView, drawView, emptyView, endView, foldEvent, isOver, type TalkView } from './view.js';

/** Why a thread cannot be written to: no right to, or archived and locked. */
export type Trouble = 'denied' | 'locked';

/** An answer in full, as the service keeps it. */
export type Answer = { runId: string; text: string; attachments: Attachment[]; seq: number };

/**
 * One run's answer: its view, the last event folded into it, digests of what Discord was last given of it, and the
 * point from which events would have to be folded again after a restart.
 */
type Frame = { view: TalkView; seq: number; drawn: (string | undefined)[]; kept: Point; isSettled: boolean };
type Point = { seq: number; view: TalkView };

type Step =
  | { kind: 'post' | 'edit'; index: number; said: Said; digest: string }
  | { kind: 'remove'; index: number };

/**
 * Brings the answers of one conversation into its thread. Events only change a frame; one request at a time brings
 * frames to Discord, oldest first, so that an answer is shown to its end though the next has begun, and each request
 * draws what is newest when its turn comes. A message is sent under a nonce made of run and place, after a mark in
 * the store that it may have been, so that neither a repeat, a restart nor a reply that got lost doubles it.
 */
export type Painter = {
  lastSeq(): number;
  isRunning(): boolean;
  fold(event: AgentEvent): void;
  /** The whole answer of a run, in place of events that are gone. */
  replace(answer: Answer): void;
  /** The run ended and left nothing. */
  fail(detail: string): void;
  /** Events before `seq` are gone: what comes is counted from there. */
  rewind(seq: number): void;
  /** Nothing more comes: an answer that is under way is left as it is, without its Stop button. */
  finish(): void;
  /** Tries again at once what Discord refused. */
  retry(): void;
  /** Sends nothing more. */
  stop(): void;
};

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** Discord remembers a nonce for some minutes; after this long it is looked up what was sent. */
const nonceMs = 60_000;
const mostReposts = 3;
const mostDigests = 8;
const firstRetryMs = 500;
const slowestRetryMs = 30_000;
const troubleMs = 5 * 60_000;

const routes = {
  post: { method: 'POST', route: '/channels/:id/messages' },
  edit: { method: 'PATCH', route: '/channels/:id/messages/:id' },
  remove: { method: 'DELETE', route: '/channels/:id/messages/:id' },
} as const;

export function createPainter(options: {
  talk: Talk;
  store: Pick<TalkStore, 'saveView' | 'setTrouble'>;
  channel: Channel;
  pacer: Pacer;
  clock: Clock;
  log: Log;
  /** The files of an answer, as far as they can be had. */
  filesOf: (attachments: Attachment[]) => Promise<CardFile[]>;
  /** The thread is no longer there. */
  onGone: () => Promise<void>;
}): Painter {
  const { talk, store, channel, pacer, clock, log, filesOf, onGone } = options;
  const { threadId } = talk;
  let newest: Frame = {
    ...{ view: talk.view, seq: talk.lastSeq, drawn: [], isSettled: talk.view.phase !== 'running' },
    kept: { view: talk.view, seq: talk.lastSeq },
  };
  let frames: Frame[] = [newest];
  let isWorking = false;
  let isStopped = false;
  let trouble: Trouble | null = talk.trouble;
  let waiting: { urgency: Urgency | null; leave: AbortController } | null = null;

  const begin = (runId: string) => {
    if (!isOver(newest.view)) newest.view = endView(newest.view); // its own end got lost
    const view = beginView(newest.view, runId);
    const kept = { seq: newest.seq, view: { ...emptyView, over: view.over, behind: view.behind } };
    newest = { view, seq: newest.seq, drawn: [], kept, isSettled: false };
    frames = [...frames.filter(({ isSettled }) => !isSettled), newest];
  };

  const change = (view: TalkView, seq: number) => {
    newest.view = view;
    newest.seq = Math.max(newest.seq, seq);
    if (waiting?.urgency === 'growth' && isOver(frames[0]!.view)) waiting.leave.abort();
    void work();
  };

  const isPast = (runId: string) =>
    newest.view.over.includes(runId) || (newest.view.runId === runId && isOver(newest.view));

  const pause = async (urgency: Urgency | null, wait: (signal: AbortSignal) => Promise<unknown>) => {
    const leave = new AbortController();
    waiting = { urgency, leave };
    try {
      return await wait(leave.signal);
    } finally {
      waiting = null;
    }
  };
  const sleep = (ms: number) => pause(null, (signal) => clock.sleep(ms, signal).catch(() => undefined));

  /** Marks the point a restart goes on from: while an end is not wholly shown, the point before it. */
  const keep = async (frame: Frame) => {
    const { view, seq } = frame;
    if (!isOver(view)) frame.kept = { view, seq };
    if (frame.isSettled)
      frame.kept = { seq, view: { ...view, text: '', attachments: [], error: null, sending: null } };
    const { posted, sending, reposts } = view;
    await store.saveView(threadId, frame.kept.seq, { ...frame.kept.view, posted, reposts, sending });
  };

  const settle = async (frame: Frame) => {
    if (frame.isSettled || !isOver(frame.view)) return;
    frame.isSettled = true;
    await keep(frame);
    frame.view = frame.kept.view;
    frame.drawn = [];
  };

  const nextStep = (frame: Frame): Step | null => {
    const { view, drawn } = frame;
    if (frame.isSettled || view.runId === null) return null;
    const isHeldBack = talk.isQuiet || view.reposts > 0; // somebody took away what was growing
    if (isHeldBack && !isOver(view)) return null;
    const { texts, file } = drawView(view);
    for (const [index, content] of texts.entries()) {
      const isLast = index === texts.length - 1;
      const said: Said = answerWords(content, { talk, view, last: isLast });
      if (isLast && file !== null) said.files = [{ name: 'answer.md', attachment: Buffer.from(file) }];
      const digest = digestOf([content, said.components, file !== null && isLast]);
      if (drawn[index] === digest) continue;
      return { kind: view.posted[index] ? 'edit' : 'post', index, said, digest };
    }
    return view.posted.length > texts.length ? { kind: 'remove', index: view.posted.length - 1 } : null;
  };

  const urgencyOf = ({ view }: Frame): Urgency => {
    if (isOver(view)) return 'end';
    return view.posted.length === 0 ? 'first' : 'growth';
  };

  const work = async () => {
    if (isWorking || isStopped) return;
    isWorking = true;
    let failures = 0;
    try {
      while (!isStopped) {
        const [frame] = frames as [Frame];
        const step = nextStep(frame);
        if (!step) {
          await settle(frame);
          if (nextStep(frame)) continue;
          if (frames.length === 1) break;
          frames = frames.slice(1);
          continue;
        }
        try {
          await take(frame, step);
          failures = 0;
        } catch (error) {
          if (isStopped) break;
          log.warn({ thread: threadId, err: error }, 'a thread could not be drawn; it is drawn again');
          await sleep(Math.min(slowestRetryMs, firstRetryMs * 2 ** Math.min(failures, 10)));
          failures += 1;
        }
      }
    } finally {
      isWorking = false;
    }
  };

  /** Waits for the turn of a step and takes what is to be done by then, if it is of the same kind. */
  const take = async (frame: Frame, { kind }: Step) => {
    const urgency = urgencyOf(frame);
    const slot = { ...routes[kind], channelId: threadId };
    if (!(await pause(urgency, (signal) => pacer.turn(slot, urgency, signal))) || isStopped) return;
    const step = nextStep(frame);
    if (step?.kind !== kind) return;
    const refusal = await attempt(frame, step);
    if (refusal !== null) await yieldTo(refusal, frame, step);
    else if (trouble) await setTrouble(null);
  };

  const attempt = async (frame: Frame, step: Step): Promise<Refusal | null> => {
    if (step.kind === 'remove') return remove(frame, step.index);
    const said = await withFiles(frame, step);
    const { index, digest } = step;
    if (step.kind === 'post') return post(frame, index, said, digest);
    const edited = await channel.edit(threadId, frame.view.posted[index]!, said);
    if (edited !== 'edited') return edited;
    frame.drawn[index] = digest;
    return null;
  };

  const withFiles = async (
    { view }: Frame,
    { said, index }: Extract<Step, { said: Said }>,
  ): Promise<Said> => {
    const isLast = said.components !== undefined || index === drawView(view).texts.length - 1;
    if (!isLast || view.attachments.length === 0) return said;
    const files = [...(said.files ?? []), ...(await filesOf(view.attachments))];
    return { ...said, ...(files.length > 0 && { files }) };
  };

  const place = (frame: Frame, index: number, id: string) => {
    const posted = [...frame.view.posted];
    posted[index] = id;
    frame.view = { ...frame.view, posted, sending: null };
  };

  const post = async (frame: Frame, index: number, said: Said, digest: string): Promise<Refusal | null> => {
    const { runId, reposts, sending } = frame.view;
    const before = sending?.index === index ? sending : null;
    if (before && clock.now() - before.since > nonceMs) {
      const found = await findSent(frame, before.digests);
      if (found) {
        place(frame, index, found);
        await keep(frame);
        return null;
      }
    }
    const isKnown = before !== null && clock.now() - before.since <= nonceMs;
    const digests = [digestOf(said.content), ...(before?.digests ?? [])].slice(0, mostDigests);
    frame.view = { ...frame.view, sending: { index, since: isKnown ? before.since : clock.now(), digests } };
    await keep(frame);
    const nonce = digestOf([talk.conversationId, runId, index, reposts]);
    const sent = await channel.post(threadId, said, nonce);
    if (typeof sent === 'string') {
      frame.view = { ...frame.view, sending: null };
      return sent;
    }
    place(frame, index, sent.id);
    frame.drawn[index] = before ? undefined : digest; // a repeat gives the message as it was first sent
    await keep(frame);
    return null;
  };

  /** The message a lost reply told of: one of the bot's, unknown so far, that says what was to be said. */
  const findSent = async ({ view }: Frame, digests: readonly string[]): Promise<string | undefined> => {
    const after = [threadId, view.behind ?? threadId, ...view.posted].reduce((a, b) =>
      BigInt(a) > BigInt(b) ? a : b,
    );
    const written = await channel.listAfter(threadId, after);
    return written.find(({ content }) => digests.includes(digestOf(content)))?.id;
  };

  const remove = async (frame: Frame, from: number): Promise<Refusal | null> => {
    const removed = await channel.remove(threadId, frame.view.posted[from]!);
    if (removed !== 'removed' && removed !== 'deleted') return removed;
    frame.view = { ...frame.view, posted: frame.view.posted.slice(0, from) };
    frame.drawn = frame.drawn.slice(0, from);
    await keep(frame);
    return null;
  };

  /** What becomes of an answer Discord refuses. */
  const yieldTo = async (refusal: Refusal, frame: Frame, step: Step) => {
    switch (refusal) {
      case 'gone':
        isStopped = true;
        return onGone();
      case 'deleted':
      case 'stale':
        return repost(frame, step.index);
      case 'archived':
        return (await channel.open(threadId)) ? undefined : rest('locked');
      case 'denied':
        return rest('denied');
      case 'rejected':
        return reject(frame);
    }
  };

  /** Somebody deleted a message: once the answer is whole it is posted anew from there, in order, a few times. */
  const repost = async (frame: Frame, index: number) => {
    const { reposts, posted } = frame.view;
    if (reposts >= mostReposts) {
      frame.view = { ...endView(frame.view), reposts: reposts + 1 };
      frame.isSettled = true;
      return keep(frame);
    }
    for (const id of posted.slice(index)) await channel.remove(threadId, id);
    frame.view = { ...frame.view, posted: posted.slice(0, index), reposts: reposts + 1, sending: null };
    frame.drawn = frame.drawn.slice(0, index);
    await keep(frame);
  };

  const unshowable =
    'Discord did not take this answer, perhaps by a filter of this server. Ask in other words.';
  const reject = async (frame: Frame) => {
    const error = { detail: unshowable, requestId: null, retryable: false };
    if (frame.view.error?.detail === unshowable) return rest('denied');
    frame.view = { ...frame.view, phase: 'failed', text: '', attachments: [], error };
  };

  const setTrouble = async (now: Trouble | null) => {
    trouble = now;
    await store.setTrouble(threadId, now);
  };

  /** The answer is kept, its owner hears of it by their next command, and the thread is tried again now and then. */
  const rest = async (reason: Trouble) => {
    if (trouble !== reason) await setTrouble(reason);
    log.info({ thread: threadId, reason }, 'a thread cannot be written to; its answer is kept');
    await sleep(troubleMs);
  };

  return {
    lastSeq: () => newest.seq,
    isRunning: () => !newest.isSettled && newest.view.phase === 'running',
    fold(event) {
      if (event.seq <= newest.seq) return;
      if (isPast(event.run_id)) newest.seq = event.seq;
      else {
        if (event.run_id !== newest.view.runId) begin(event.run_id);
        change(foldEvent(newest.view, event), event.seq);
      }
    },
    replace({ runId, text, attachments, seq }) {
      if (isPast(runId)) return;
      if (runId !== newest.view.runId) begin(runId);
      change({ ...newest.view, phase: 'done', status: null, text, attachments }, seq);
    },
    fail(detail) {
      if (newest.view.phase !== 'running') return;
      const error = { detail, requestId: null, retryable: true };
      change({ ...newest.view, phase: 'failed', status: null, error }, newest.seq);
    },
    rewind(seq) {
      newest.seq = Math.min(newest.seq, seq);
    },
    finish() {
      if (newest.view.phase === 'running') change(endView(newest.view), newest.seq);
    },
    retry() {
      if (waiting?.urgency === null) waiting.leave.abort();
      else void work();
    },
    stop() {
      isStopped = true;
      waiting?.leave.abort();
    },
  };
}
