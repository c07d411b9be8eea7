import { ActorError } from '../../../actor/client.js';
import type { Saying } from '../../../discord/saying.js';
import { english } from './english.gen.js';
import type { TextKey, Translate } from './texts.js';

/** A sentence of the local Discord or of a wallet in the language of the page; null without a text for it. */
export function translated(t: Translate, { code, values }: Saying): string | null {
  const key = `playground.said.${code}`;
  if (!Object.hasOwn(english, key)) return null;
  const inner = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'object' ? translated(t, value) : value,
  ]);
  const translate = t as (key: TextKey, values: Record<string, string | number>) => string;
  return translate(key as TextKey, Object.fromEntries(inner));
}

/** What went wrong, in the language of the page where a text exists. */
export function problemOf(t: Translate, error: unknown): string {
  const own = error instanceof ActorError && error.saying ? translated(t, error.saying) : null;
  return own ?? (error instanceof Error ? error.message : String(error));
}
