import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { Metrics } from '../../base/metrics.js';
import { reason } from '../../copy/reason.js';
import { type SettingsStore, type Strictness, strictnesses } from './store.js';

/** Refused words in all languages. A trailing `*` stands for any ending. */
const wordLists = z.object({ normal: z.array(z.string()), strict: z.array(z.string()) });
export type WordLists = z.infer<typeof wordLists>;

export const readWordLists = (path: string): WordLists =>
  wordLists.parse(JSON.parse(readFileSync(path, 'utf8')));

/** Lower case, without accents: `Pädo` and `pado` are the same. */
const plainOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();

/** Scripts that put no spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

type Matches = (text: string) => boolean;

function matcherOf(words: readonly string[]): Matches {
  const plain = words.map(plainOf);
  const inside = plain.filter((word) => unspaced.test(word));
  const starts = plain.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1));
  const whole = new Set(plain.filter((word) => !word.endsWith('*') && !unspaced.test(word)));
  return (text) => {
    const found = plainOf(text);
    if (inside.some((word) => found.includes(word))) return true;
    const tokens = found.match(/[\p{L}\p{N}]+/gu) ?? [];
    return tokens.some((token) => whole.has(token) || starts.some((start) => token.startsWith(start)));
  };
}

export type ContentRules = {
  /** @param guildId null outside servers @throws AppError `content_rejected` */
  checkText(guildId: string | null, text: string): Promise<void>;
};

/** Refuses texts with words that a server doesn't want, before anything is sent to the service. */
export function createContentRules(deps: {
  settings: Pick<SettingsStore, 'of'>;
  words: WordLists;
  metrics: Pick<Metrics, 'count'>;
}): ContentRules {
  const { settings, words, metrics } = deps;
  const matchers: Record<Strictness, Matches> = {
    normal: matcherOf(words.normal),
    strict: matcherOf([...words.normal, ...words.strict]),
  };
  return {
    async checkText(guildId, text) {
      const { strictness } = guildId === null ? { strictness: strictnesses[0] } : await settings.of(guildId);
      if (!matchers[strictness](text)) return;
      metrics.count('rigsmith_content_refused_total', { strictness });
      throw new AppError('content_rejected', reason(`settings.error.content.${strictness}`));
    },
  };
}
