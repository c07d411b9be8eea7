import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CardFile } from '../cards/card.js';

const path = join('data', 'pictures', 'bodies.webp');

/** Searches upwards, because this module runs from `src` and from `dist`. */
function find(from: string): string {
  const here = join(from, path);
  return existsSync(here) || dirname(from) === from ? here : find(dirname(from));
}

let read: CardFile | null = null;

/** One small picture of all bodies, numbered, made by `npm run bodies`. Read once. */
export function bodiesPicture(): CardFile {
  read ??= { name: 'bodies.webp', attachment: readFileSync(find(import.meta.dirname)) };
  return read;
}
