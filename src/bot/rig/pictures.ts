import { readFileSync } from 'node:fs';
import { findDataFile } from '../../base/data-file.js';
import type { CardFile } from '../cards/card.js';

let read: CardFile | null = null;

/** One small picture of all bodies, numbered, made by `npm run bodies`. Read once. */
export function bodiesPicture(): CardFile {
  const file = () => readFileSync(findDataFile(import.meta.dirname, 'pictures', 'bodies.webp'));
  read ??= { name: 'bodies.webp', attachment: file() };
  return read;
}
