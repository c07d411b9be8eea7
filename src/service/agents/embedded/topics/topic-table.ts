import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';

/** The topics of data/talk/topics.json, and how members ask for them. */

const shape = z.record(
  z.string(),
  z.strictObject({
    /** A heading of the guide (data/catalog/guide.md). */
    search: z.string().optional(),
    /** Topics that follow each other in a conversation. */
    family: z.string().optional(),
    says: z.array(z.string()).min(1),
  }),
);

/** All phrasings, in the order of the file. */
export const topicPhrasings = (): { topic: string; phrasing: string }[] =>
  topicTable().flatMap(([topic, { says }]) => says.map((phrasing) => ({ topic, phrasing })));

/** Each topic with its phrasings. */
export const topicTable = () =>
  Object.entries(readTable(findDataFile(import.meta.dirname, 'talk', 'topics.json'), shape));
