import { type Mood, topicTable } from './topic-table.js';
import { probabilitiesIn } from './topics.js';

/** What kind of remark a message is: the small talk that it resembles, also where no single topic is likely. */

let moodOfTopic: ReadonlyMap<string, Mood> | null = null;

/** The kind of remark that a topic is; null for questions and wishes. */
export function moodOf(topic: string): Mood | null {
  moodOfTopic ??= new Map(topicTable().flatMap(([name, { mood }]) => (mood ? [[name, mood] as const] : [])));
  return moodOfTopic.get(topic) ?? null;
}

/** The least share of the likeliest kind among all of them; below it, a remark is plain. */
const leastShare = 0.4;

/** The likeliest kind, its share among all kinds, and how likely the message is small talk at all. */
function likeliestIn(line: string): { mood: Mood; share: number; all: number } {
  const shares = new Map<Mood, number>();
  let all = 0;
  for (const [topic, share] of probabilitiesIn(line)) {
    const mood = moodOf(topic);
    if (mood === null) continue;
    all += share;
    shares.set(mood, (shares.get(mood) ?? 0) + share);
  }
  const [[mood, share] = ['plain', 0] as const] = [...shares].sort(([, one], [, other]) => other - one);
  return { mood, share: share / all, all };
}

export function moodIn(line: string): Mood {
  const { mood, share } = likeliestIn(line);
  return share >= leastShare ? mood : 'plain';
}

const leastNews = 0.5;

/** Whether a member tells good or bad news of their life: "my grandpa died in spring". */
export function isNews(line: string): boolean {
  const { mood, share, all } = likeliestIn(line);
  return (
    /^(?:hard|glad)$/.test(mood) &&
    all >= leastNews &&
    share >= leastNews &&
    /\b(?:i|i'?m|my|we|our)\b/i.test(line)
  );
}
