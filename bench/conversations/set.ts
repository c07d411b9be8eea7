import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = 'bench/conversations';

/** What the agent should do with a message; several where each would serve the member. */
export type Behavior = 'makes' | 'changes' | 'card' | 'answers' | 'declines' | 'asks';

/** A member's message and the expected answer. Patterns are regular expressions. */
export type Said = {
  say: string;
  files?: string[];
  expect: Behavior[];
  /** What the description on the card has and lacks; the first pattern of `has` is the subject. */
  has?: string[];
  lacks?: string[];
  /** The text of an answer without a card. */
  says?: string;
  /** The text beside a card. */
  tells?: string;
};
export type Conversation = {
  name: string;
  /** The language of the member's Discord; English where it is omitted. */
  locale?: string;
  turns: Said[];
};
/**
 * `later`: written by a person who had not read the rules (`unseen.json`). `strangers`: chat of many kinds of newcomers,
 * written by the author of the phrasings in data/talk, so it is not an independent measure. The same is true of
 * `members.json`, in eight languages: its held-out half was written before the phrasings were tuned on the other.
 * `visitors`: written by an author of later rules before reading any. `newcomers`: written from the README and the guide
 * before the agent's confidence, by an author who knew the rules.
 *
 * All sets have been read to find wrong answers (since 23 November 2026), so all count as tuning data: their figures
 * measure the fixes, not the agent's quality for new members.
 */
export type Half = 'tuning' | 'held out' | 'later' | 'strangers' | 'visitors' | 'newcomers';

export const readConversations = (): Conversation[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));

/** The half of a conversation never changes, whatever is added to the set. */
export function halfOf({ name }: Conversation): Half {
  if (name.startsWith('newcomer ')) return 'newcomers';
  const isTuning = createHash('sha256').update(name).digest()[0]! % 2 === 0;
  if (isTuning || /^(?:chat|later) /.test(name)) return 'tuning';
  if (name.startsWith('stranger ')) return 'strangers';
  if (name.startsWith('visitor ')) return 'visitors';
  return name.startsWith('unseen ') ? 'later' : 'held out';
}
