import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from '../base/errors.js';
import { createCopy } from '../copy/copy.js';
import type { LocaleFile } from '../copy/locales.js';
import type { Translate } from '../copy/translate.js';
import { findRoot } from './root.js';

/** A tag such as `pt-BR` from the variables that programs in a terminal follow; null for C and POSIX. */
export function terminalLocale(environment: Readonly<Record<string, string | undefined>>): string | null {
  const { LC_ALL, LC_MESSAGES, LANG } = environment;
  const [tag = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/);
  return /^[a-z]{2,3}(_[A-Z]{2})?$/.test(tag) ? tag.replace('_', '-') : null;
}

const localesFolder = () => join(findRoot(), 'data', 'locales');
const availableLocales = () => readdirSync(localesFolder()).map((name) => name.replace(/\.json$/, ''));

/** The language of `--locale`, which is stronger than that of the terminal. */
let named: string | null = null;

/**
 * Speaks the language that `--locale` names, in every verb; without it, that of the terminal.
 * @throws SetupError for a locale without a file in data/locales
 */
export function speak(locale: string | undefined): void {
  named = null;
  if (locale === undefined) return;
  const available = availableLocales();
  if (!available.includes(locale))
    throw new SetupError(
      terminalTexts()('cli.error.locale', { given: locale, available: available.join(', ') }),
    );
  named = locale;
}

/** The value of `--locale` among the arguments of any verb. */
export function localeIn(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const own = end === -1 ? argv : argv.slice(0, end);
  const at = own.indexOf('--locale');
  if (at !== -1) return own[at + 1];
  return own.find((word) => word.startsWith('--locale='))?.slice('--locale='.length);
}

/**
 * The texts of the command line in the operator's language. The files are not validated, because the help of the
 * command line must be fast; a start of the bot validates them.
 */
export function terminalTexts(environment = process.env): Translate {
  const folder = localesFolder();
  const locale = named ?? terminalLocale(environment);
  const language = locale?.split('-')[0];
  const names = readdirSync(folder).filter(
    (name) => name === 'en-US.json' || (language !== undefined && name.startsWith(language)),
  );
  const files = names.map((name): LocaleFile => {
    const messages = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    return { locale: messages.$locale, name: messages.$name, isReviewed: messages.$reviewed, messages };
  });
  return createCopy(files).for(locale);
}
