import { asking } from '../descriptions/naming.js';
import { least } from '../topics/least.js';
import { moodOf } from '../topics/mood-examples.js';
import { moodIn } from '../topics/moods.js';
import { type Match, wishOn } from '../topics/topics.js';
import type { TalkState, Wish } from '../wish.js';

/** How small talk is answered: a reply of its own only where it surely fits, and no thanks to a question. */

/** From here on the mood of a remark counts more than the topic that it is nearest to. */
const surely = 0.5;
/** A topic that is so much less likely than the likeliest may be meant as well. */
const alike = 0.8;

/** Doubts are resolved kindly: "Honestly brilliant." is no sarcasm. */
function kinder([best, ...others]: readonly Match[]): Match | undefined {
  if (!best || moodOf(best.topic) !== 'annoyed') return best;
  const isKind = ({ topic, confidence }: Match) =>
    moodOf(topic) === 'kind' && confidence >= least.likely && confidence >= best.confidence * alike;
  return others.find(isKind) ?? best;
}

/**
 * What small talk means.
 * @param topics those that it may be about, the likeliest first
 */
export function reactionTo(line: string, topics: readonly Match[], { draft, language }: TalkState): Wish {
  const best = kinder(topics);
  if (!best) return wishOn('remark');
  const isQuip = best.wish.kind === 'small';
  const mood = moodOf(best.topic);
  if (!isQuip) return mood === null ? wishOn('remark') : best.wish;
  if (isAsked(line)) return best.wish;
  const said = moodIn(line, language, surely);
  if (draft !== null && said === 'kind') return wishOn('approved');
  const isOther = said !== 'plain' && said !== mood && best.confidence < least.strongly;
  return isOther || best.confidence < least.rather ? wishOn('remark') : best.wish;
}

const lastOf = (line: string): string =>
  line
    .split(/(?<=[.!…])\s+|,\s+/)
    .at(-1)!
    .replace(/^(?:(?:and|so|but|wait|ok(?:ay)?|lol|haha) )+/i, '');
/** Whether the last sentence of a message asks. */
export const isAsked = (line: string): boolean => /[?？]/.test(line) || asking.test(lastOf(line));

/** What reacts to something that was said, and answers nothing. */
const reacting: ReadonlySet<Wish['kind']> = new Set([
  'thanks',
  'settled',
  'approved',
  'amused',
  'kidding',
  'sorry',
] as const);
/** A shorter question is one for form's sake: "cool, right?" */
const fewest = 4;
const aboutMember = /\b(?:you|u|ur|your|us|we)\b/i;
const referring = /\b(?:it|he|she|they|that|this|now)\b/i;

/** Wishes that answer a message: reactions only answer what asks nothing. */
export function answering(line: string, wishes: Wish[], { draft, language }: TalkState): Wish[] {
  const asked = lastOf(line);
  const isOpen =
    language === null && asking.test(asked.replace(/[?\s]+$/, '')) && asked.split(/\s+/).length >= fewest;
  if (!isOpen || !wishes.every(({ kind }) => reacting.has(kind))) return wishes;
  const isOfPlan = draft !== null && referring.test(asked) && !aboutMember.test(asked);
  return [isOfPlan ? { kind: 'remind' } : wishOn('remark')];
}
