import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

/** The topics of data/talk/topics, and how members ask for them. */

export const moods = ['hard', 'glad', 'kind', 'funny', 'hello', 'annoyed', 'bye', 'plain'] as const;
/** `hard`: bad news and worries. `kind`: praise. `annoyed`: by the agent. `plain`: neither. */
export type Mood = (typeof moods)[number];

const shape = z.record(
  z.string(),
  z.strictObject({
    /** A heading of the guide (data/catalog/guide.md). Without one, it has an action or is small talk. */
    search: z.string().optional(),
    /** Topics that follow each other in a conversation. */
    family: z.string().optional(),
    /** The kind of remark that small talk is, where its own replies don't fit. */
    mood: z.enum(moods).optional(),
    says: z.array(z.string()).min(1),
  }),
);

/** All phrasings, in the order of the file. */
export const topicPhrasings = (): { topic: string; phrasing: string }[] =>
  topicTable().flatMap(([topic, { says }]) => says.map((phrasing) => ({ topic, phrasing })));

export const topicFiles = ['actions.json', 'guide.json', 'small-talk.json'] as const;

/** Each topic with its phrasings. */
export const topicTable = () =>
  topicFiles.flatMap((name) =>
    Object.entries(readTable(findDataFile(import.meta.dirname, 'talk', 'topics', name), shape)),
  );
