import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { allLanguages, languageNamed, topicMeant } from '../languages/languages.js';
import { type Mood, moods, topicPhrasings } from './topic-table.js';

/** All phrasings of topics and remarks of moods, in all languages, with the names of what they mean. */

export type TopicExample = {
  /** A topic, `mood:…`, or `=` and an English sentence that phrasings of other languages mean. */
  meaning: string;
  text: string;
  /** Null for English. */
  language: string | null;
};

const remarks = z.partialRecord(z.enum(moods), z.record(z.string(), z.array(z.string())));
/** Remarks of each mood by language: data/talk/moods.json. */
export const readRemarks = () => readTable(findDataFile(import.meta.dirname, 'talk', 'moods.json'), remarks);

const nameOfMood = (mood: string): string => `mood:${mood}`;
/** Null for other names. */
export const moodNamed = (name: string): Mood | null =>
  moods.find((mood) => nameOfMood(mood) === name) ?? null;

let topicsSaid: ReadonlyMap<string, string> | null = null;

/** The name of what a phrasing of another language means. */
export function nameOfMeaning(meaning: string): string {
  topicsSaid ??= new Map(topicPhrasings().map(({ topic, phrasing }) => [phrasing, topic]));
  return topicMeant(meaning) ?? topicsSaid.get(meaning) ?? `=${meaning}`;
}

export const topicExamples = (): TopicExample[] => [
  ...topicPhrasings().map(({ topic, phrasing }) => ({ meaning: topic, text: phrasing, language: null })),
  ...allLanguages().flatMap(({ name, phrases }) =>
    Object.entries(phrases).flatMap(([meaning, list]) =>
      list.map((text) => ({ meaning: nameOfMeaning(meaning), text, language: name })),
    ),
  ),
  ...Object.entries(readRemarks()).flatMap(([mood, lists]) =>
    Object.entries(lists).flatMap(([name, lines]) =>
      lines.map((text) => ({ meaning: nameOfMood(mood), text, language: languageNamed(name) && name })),
    ),
  ),
];
