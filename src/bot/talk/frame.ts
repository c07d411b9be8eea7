import { createHash } from 'node:crypto';
import type { AgentEvent } from '../../contract/events.js';
import { answerWords } from '../cards/talk.js';
import type { Said } from './channel.js';
import { drawView } from './drawing.js';
import type { Talk } from './store.js';
import { beginView, isOver, type TalkView } from './view.js';

/** The state to continue folding events from. */
type Point = { seq: number; view: TalkView };

/** One run's answer and how much of it Discord has. */
export type Frame = Point & {
  /** Digests of the content last sent, by message index; undefined when unknown. */
  drawn: (string | undefined)[];
  /** Where a restart continues: before the end while the end is not fully shown. */
  kept: Point;
  /** Shown completely. */
  isSettled: boolean;
};

/** The next request that brings a thread closer to its frame. */
export type Step =
  | { kind: 'post' | 'edit'; index: number; said: Said; isLast: boolean; digest: string }
  | { kind: 'remove'; index: number };

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** The frame a new process continues with. */
export const frameOf = ({ view, lastSeq: seq }: Talk): Frame => ({
  view,
  seq,
  drawn: [],
  kept: { view, seq },
  isSettled: view.phase !== 'running',
});

/** The frame of the run after `before`. */
export function nextFrame({ view: before, seq }: Frame, runId: string): Frame {
  const view = beginView(before, runId);
  return { view, seq, drawn: [], kept: { seq, view }, isSettled: false };
}

/** Whether events of this run can be ignored. */
export const isPast = ({ view }: Frame, runId: AgentEvent['run_id']): boolean =>
  view.over.includes(runId) || (view.runId === runId && isOver(view) && !view.isGivenUp);

/** The point to store now. A completely shown answer doesn't need its text anymore. */
export function pointOf({ view, seq, kept, isSettled }: Frame): Point {
  const { posted, sending, reposts } = view;
  if (isSettled) return { seq, view: { ...view, text: '', attachments: [], error: null, sending: null } };
  return isOver(view) ? { seq: kept.seq, view: { ...kept.view, posted, sending, reposts } } : { seq, view };
}

/**
 * The first message, from the top, that differs from its target. In quiet mode, or after someone deleted a growing answer,
 * nothing is shown before the end.
 */
export function nextStep({ view, drawn, isSettled }: Frame, talk: Talk): Step | null {
  if (isSettled || view.runId === null) return null;
  if ((talk.isQuiet || view.reposts > 0) && !isOver(view)) return null;
  const { texts, file } = drawView(view);
  for (const [index, content] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const words = answerWords(content, { talk, view, last: isLast });
    const hasFile = isLast && file !== null;
    const digest = digestOf([words, hasFile]);
    if (drawn[index] === digest) continue;
    const said = hasFile
      ? { ...words, files: [{ name: 'answer.md', attachment: Buffer.from(file) }] }
      : words;
    return { kind: view.posted[index] ? 'edit' : 'post', index, said, isLast, digest };
  }
  return view.posted.length > texts.length ? { kind: 'remove', index: view.posted.length - 1 } : null;
}
