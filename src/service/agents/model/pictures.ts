import type { SentAttachment } from '../../../contract/agents.js';
import type { BrainInput } from '../brain.js';
import { isPicture } from '../tools/generation.js';

/** Pictures of a conversation as data URLs. */
export type Pictures = ReadonlyMap<SentAttachment, string>;

export const noPictures: Pictures = new Map();

/** The newest ones; each costs about a thousand tokens. */
const mostPictures = 4;

/** Reads the newest pictures that people sent. */
export async function readPictures({
  history,
  readPicture,
}: Pick<BrainInput, 'history' | 'readPicture'>): Promise<Pictures> {
  const sent = history.flatMap(({ role, attachments }) => (role === 'user' ? attachments : []));
  const found = new Map<SentAttachment, string>();
  for (const file of sent.filter(isPicture).slice(-mostPictures)) {
    const url = await readPicture?.(file);
    if (url) found.set(file, url);
  }
  return found;
}
