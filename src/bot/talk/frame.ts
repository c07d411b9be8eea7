import { createHash } from 'node:crypto';
import type { AgentEvent } from '../../contract/events.js';
import type { Translate } from '../../copy/translate.js';
import { answerWords } from './cards/talk.js';
import type { ChannelPost } from './channel.js';
import { drawView } from './drawing.js';
import type { Talk } from './talk.js';
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
  /** Stored since it began; an answer in new messages is stored with the first of them. */
  isStored: boolean;
};

/** The next request that brings a thread closer to its frame. */
export type Step =
  | { kind: 'post' | 'edit'; index: number; said: ChannelPost; isLast: boolean; digest: string }
  | { kind: 'remove'; index: number }
  /** Takes the buttons off the answer before. */
  | { kind: 'strip'; index: -1; messageId: string };

/** An edit of a message that was sent. */
export type SentEdit = { talk: Talk; view: TalkView; seq: number; messageId: string };

export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 16);

/** The frame a new process continues with. */
export const frameOf = ({ view, lastSeq: seq }: Talk): Frame => ({
  view,
  seq,
  drawn: [],
  kept: { view, seq },
  isSettled: view.phase !== 'running',
  isStored: true,
});

/** The frame of the run after `before`. */
export function nextFrame({ view: before, seq }: Frame, runId: string, inPlace: boolean): Frame {
  const view = beginView(before, runId, inPlace);
  return { view, seq, drawn: [], kept: { seq, view }, isSettled: false, isStored: !view.isRemade };
}

/** Whether events of this run can be ignored. */
export const isPast = ({ view }: Frame, runId: AgentEvent['run_id']): boolean =>
  view.over.includes(runId) || (view.runId === runId && isOver(view) && !view.isGivenUp);

/** The point to store now. A completely shown answer doesn't need its text anymore. */
export function pointOf({ view, seq, kept, isSettled }: Frame): Point {
  const { posted, sending, reposts } = view;
  if (isSettled) return { seq, view: { ...view, text: '', attachments: [], error: null, sending: null } };
  return isOver(view)
    ? { seq: kept.seq, view: { ...kept.view, posted, sending, reposts, stale: view.stale } }
    : { seq, view };
}

/**
 * The first message, from the top, that differs from its target. In quiet mode, or after someone deleted a growing answer,
 * nothing is shown before the end.
 */
export function nextStep({ view, drawn, isSettled }: Frame, talk: Talk, t: Translate): Step | null {
  if (isSettled || view.runId === null) return null;
  if ((talk.isQuiet || view.reposts > 0) && !isOver(view)) return null;
  if (view.stale !== null && view.posted.length > 0 && !view.isRemade)
    return { kind: 'strip', index: -1, messageId: view.stale };
  const { texts, file } = drawView(view, t);
  for (const [index, content] of texts.entries()) {
    const isLast = index === texts.length - 1;
    const words = answerWords(content, { talk, view, last: isLast }, t);
    const hasFile = isLast && file !== null;
    const digest = digestOf([words, hasFile]);
    if (drawn[index] === digest) continue;
    const said = hasFile
      ? { ...words, files: [{ name: 'answer.md', attachment: Buffer.from(file) }] }
      : view.isRemade
        ? { ...words, files: [] }
        : words;
    return { kind: view.posted[index] ? 'edit' : 'post', index, said, isLast, digest };
  }
  return view.posted.length > texts.length ? { kind: 'remove', index: view.posted.length - 1 } : null;
}
