import { PersonError } from '../failure.js';
import type { Json, JsonObject } from '../types.js';

/** @see https://discord.com/developers/docs/reference#locales */
export const LOCALES: readonly string[] = (
  'id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th ' +
  'zh-CN ja zh-TW ko'
).split(' ');

/** Fallback language when a translation is missing. */
const FALLBACKS: Record<string, string> = { 'en-US': 'en-GB', 'en-GB': 'en-US', 'es-419': 'es-ES' };

/** @throws PersonError for a language that Discord does not have */
export function checkLocale(locale: string): void {
  if (!LOCALES.includes(locale)) throw new PersonError(`Discord has no language "${locale}".`);
}

/** A `name` or `description` in a person's language, from its `…_localizations` field. */
export function localized(node: JsonObject, field: 'name' | 'description', locale: string): string {
  const texts = node[`${field}_localizations`];
  const own = String(node[field] ?? '');
  if (texts === null || typeof texts !== 'object' || Array.isArray(texts)) return own;
  const found: Json | undefined = texts[locale] ?? texts[FALLBACKS[locale] ?? ''];
  return typeof found === 'string' ? found : own;
}
