import { allLanguages, languageNamed } from '../languages/languages.js';
import { nameOfMeaning, readRemarks } from './topic-examples.js';
import type { TopicModel } from './topic-model.js';
import { type Mood, moods, topicFiles, topicTable } from './topic-table.js';
import { tokensOf } from './topic-tokens.js';

/** Remarks of each mood: phrasings of small talk in all languages, and those of data/talk/moods.json. */

/** The phrasings of small talk are told apart by the topics that they are nearest to. */
export const moodModel = (): TopicModel<Mood> => ({
  file: 'moods.bin',
  sources: [
    ['moods.json'],
    ...topicFiles.map((name) => ['topics', name]),
    ...allLanguages().flatMap(({ model }) => model.sources),
  ],
  examples: moodExamples,
});

let moodOfTopic: ReadonlyMap<string, Mood> | null = null;

/** The kind of remark that a topic is; null for questions and wishes. */
export function moodOf(topic: string): Mood | null {
  moodOfTopic ??= new Map(topicTable().flatMap(([name, { mood }]) => (mood ? [[name, mood] as const] : [])));
  return moodOfTopic.get(topic) ?? null;
}

/** The words of a remark, and its emojis. @param language null for English */
export function moodTokens(line: string, language: string | null): string[] {
  const known = languageNamed(language);
  const words = known ? known.tokensOf(line).map((token) => `${language}~${token}`) : tokensOf(line);
  return [...words, ...(line.match(/\p{Extended_Pictographic}/gu) ?? [])];
}

function moodExamples(): [Mood, string[][]][] {
  const byMood = new Map(moods.map((mood) => [mood, [] as string[][]]));
  const add = (mood: Mood | null, lines: readonly string[], language: string | null) => {
    if (mood) byMood.get(mood)!.push(...lines.map((line) => moodTokens(line, language)));
  };
  for (const [, { mood = null, says }] of topicTable()) add(mood, says, null);
  for (const { name, phrases } of allLanguages())
    for (const [meaning, list] of Object.entries(phrases)) add(moodOf(nameOfMeaning(meaning)), list, name);
  for (const [mood, lists] of Object.entries(readRemarks()))
    for (const [name, lines] of Object.entries(lists)) add(mood as Mood, lines, languageNamed(name) && name);
  return [...byMood];
}
