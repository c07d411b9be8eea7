import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { SetupError } from '../base/errors.js';

/** One file of data/locales: a header and the texts by key. */
export type LocaleFile = {
  /** A BCP 47 tag as Discord uses it, for example `pt-BR`. */
  locale: string;
  /** The language in its own words, for example `Deutsch`. */
  name: string;
  /** Whether a person who speaks the language has read all texts. */
  isReviewed: boolean;
  messages: Readonly<Record<string, string>>;
};

const isLanguageTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

const header = z.object({
  $locale: z.string().refine(isLanguageTag, 'is not a language tag'),
  $name: z.string(),
  $reviewed: z.boolean(),
});

/** @throws ZodError for the first text that is not a string; a schema of all texts takes ten times as long */
function textsOf(content: object): LocaleFile['messages'] {
  const texts: Record<string, string> = {};
  for (const [key, text] of Object.entries(content)) {
    if (key.startsWith('$')) continue;
    texts[key] =
      typeof text === 'string' ? text : z.object({ [key]: z.string() }).parse({ [key]: text })[key]!;
  }
  return texts;
}

/** @throws SetupError that names the file, and the key where it can */
function readLocale(folder: string, name: string): LocaleFile {
  try {
    const content: unknown = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const { $locale, $name, $reviewed } = header.parse(content);
    return { locale: $locale, name: $name, isReviewed: $reviewed, messages: textsOf(content as object) };
  } catch (error) {
    const problem = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    throw new SetupError(`data/locales/${name} is not a valid locale file: ${problem}`);
  }
}

/**
 * Keeps the texts only while something uses them, and reads them again after that: each language takes 0.5 MB, and
 * most members of a bot speak a few. English stays, because it is the fallback of all.
 */
function readWeakly(folder: string, name: string): LocaleFile {
  const file = readLocale(folder, name);
  if (name === 'en-US.json') return file;
  const { locale, name: language, isReviewed } = file;
  let kept = new WeakRef(file.messages);
  const readAgain = (): LocaleFile['messages'] => {
    let texts: LocaleFile['messages'] = {}; // a file that was replaced by an invalid one: all texts are English
    try {
      texts = readLocale(folder, name).messages;
    } catch {}
    kept = new WeakRef(texts);
    return texts;
  };
  return {
    locale,
    name: language,
    isReviewed,
    get messages() {
      return kept.deref() ?? readAgain();
    },
  };
}

/** Reads every locale of the folder. To add a language, add a file. */
export const readLocales = (folder: string): LocaleFile[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => readWeakly(folder, name));
