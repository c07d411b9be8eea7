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

export function moodIn(line: string): Mood {
  const shares = new Map<Mood, number>();
  let all = 0;
  for (const [topic, share] of probabilitiesIn(line)) {
    const mood = moodOf(topic);
    if (mood === null) continue;
    all += share;
    shares.set(mood, (shares.get(mood) ?? 0) + share);
  }
  const [likeliest] = [...shares].sort(([, one], [, other]) => other - one);
  return likeliest && likeliest[1] >= all * leastShare ? likeliest[0] : 'plain';
}
