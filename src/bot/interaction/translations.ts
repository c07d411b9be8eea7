import { Locale } from 'discord.js';
import { type Copy, defaultLocale } from '../../copy/copy.js';
import type { Translate } from '../../copy/translate.js';

export const textOf = (key: string, t: Translate): string => t.message({ key, values: {} });

/** The texts of `key` in Discord's other languages that have one. */
export function translations(key: string, copy: Copy): Record<string, string> {
  const found: Record<string, string> = {};
  for (const locale of Object.values(Locale)) {
    const matched = copy.match(locale);
    if (matched === null || matched === defaultLocale) continue;
    const t = copy.for(matched);
    if (t.has(key)) found[locale] = textOf(key, t);
  }
  return found;
}
