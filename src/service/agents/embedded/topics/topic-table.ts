import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

/** The topics of data/talk/topics, and how members ask for them. */

const shape = z.record(
  z.string(),
  z.strictObject({
    /** A heading of the guide (data/catalog/guide.md). Without one, it has an action or is small talk. */
    search: z.string().optional(),
    /** Topics that follow each other in a conversation. */
    family: z.string().optional(),
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
