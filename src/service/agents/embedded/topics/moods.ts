import type { Classifier } from '../learning/classifier.js';
import type { TalkState, Wish } from '../wish.js';
import { moodModel, moodOf, moodTokens } from './mood-examples.js';
import { moodNamed } from './topic-examples.js';
import { classifierFor } from './topic-model.js';
import { blended, topicShares } from './topic-network.js';
import { type Mood, moods } from './topic-table.js';
import { probabilitiesIn, wishOn } from './topics.js';

/** What kind of remark a message is, as learned from remarks of all languages. */

let classify: Classifier<Mood> | null = null;

function likeliestIn(line: string, language: string | null): { mood: Mood; share: number } {
  classify ??= classifierFor(moodModel());
  const told = moodShares(topicShares(line, language));
  const shares = blended(classify(moodTokens(line, language)), told, (mood) => mood);
  const [[mood, share] = ['plain', 0] as const] = [...shares].sort(([, one], [, other]) => other - one);
  return { mood, share };
}

/** Of remarks, how likely each kind is by the topics that the network sees in them. */
function moodShares(topics: ReadonlyMap<string, number> | null): ReadonlyMap<Mood, number> | null {
  if (topics === null) return null;
  const sums = new Map(moods.map((mood) => [mood, 0]));
  for (const [name, share] of topics) {
    const mood = moodNamed(name) ?? moodOf(name);
    if (mood) sums.set(mood, sums.get(mood)! + share);
  }
  const all = [...sums.values()].reduce((total, one) => total + one, 0);
  return new Map([...sums].map(([mood, share]) => [mood, share / all]));
}

/** The least share of the likeliest kind; below it, a remark is plain. */
const leastShare = 0.3;
/** From here on a mood counts more than the topic that a message is nearest to. */
const surely = 0.5;

/** @param language null for English */
export function moodIn(line: string, language: string | null = null, least = leastShare): Mood {
  const { mood, share } = likeliestIn(line, language);
  return share >= least ? mood : 'plain';
}

/** A greeting of more words also says something: "hi, first time here". */
const longestGreeting = 4;

/** "I'm crying 😭😭" is laughter, though its words are those of grief. */
export function inMood(wish: Wish, line: string, { language }: Pick<TalkState, 'language'>): Wish {
  const nearest = wish.kind === 'small' ? null : moodOf(wish.kind);
  const mood =
    nearest === null || nearest === 'plain' || nearest === 'bye' ? 'plain' : moodIn(line, language, surely);
  const isLong = nearest === 'hello' && line.split(/\s+/).length > longestGreeting;
  return mood === 'plain' || (mood === nearest && !isLong) ? wish : wishOn('remark');
}

const leastNews = 0.5;

/** Whether a member tells good or bad news of their life: "my grandpa died in spring". */
export function isNews(line: string): boolean {
  if (!/\b(?:i|i'?m|my|we|our)\b/i.test(line) || !/^(?:hard|glad)$/.test(moodIn(line, null, leastNews)))
    return false;
  const talking = [...probabilitiesIn(line)].filter(([topic]) => moodOf(topic) !== null);
  return talking.reduce((sum, [, share]) => sum + share, 0) >= leastNews;
}
