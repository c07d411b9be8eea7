import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';
import type { Passage } from '../docs.js';

/** The pages of data/catalog/guide.md in the languages of members: data/talk/guide, a file each. */

const shape = z.record(
  /** The heading of the page. */
  z.string(),
  z.strictObject({
    /** `fingerprint` of the text that was translated. */
    of: z.string(),
    title: z.string(),
    text: z.string(),
  }),
);
type Translations = z.infer<typeof shape>;

const read = new Map<string, Translations>();

function translationsIn(language: string): Translations {
  const known = read.get(language);
  if (known) return known;
  const folder = findDataFile(import.meta.dirname, 'talk', 'guide');
  const file = `${folder}/${language}.json`;
  const found = existsSync(file) ? readTable(file, shape) : {};
  read.set(language, found);
  return found;
}

/** What a translation is of, so that one of an older text is not shown. */
export const fingerprint = (text: string): string =>
  createHash('sha256').update(text.replace(/\s+/g, ' ').trim()).digest('hex').slice(0, 8);

/**
 * A page in the language of a locale such as `pt-BR`.
 * @returns null for pages that have no translation, such as those the operator wrote or changed
 */
export function translatedPage({ title, text }: Passage, locale: string): Passage | null {
  const found = translationsIn(locale.split('-')[0]!)[title];
  return found && found.of === fingerprint(text) ? { title: found.title, text: found.text } : null;
}
