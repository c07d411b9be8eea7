import { z } from 'zod';
import { findDataFile, readTable } from '../../../../base/data-file.js';
import { isEnglish } from '../../../../base/english.js';
import { isDescribing } from '../words/cursor.js';
import { tokensOf } from '../words/tokens.js';

/** The name of a character. It says nothing about looks, so the plan keeps it and the engine does not get it. */

export type Introduced = {
  name: string | null;
  /** The message without the words that tell the name. */
  rest: string;
};

let phrases: Readonly<Record<string, readonly string[]>> | null = null;
function phrasesOf(language: string): readonly string[] {
  const file = findDataFile(import.meta.dirname, 'talk', 'introductions.json');
  phrases ??= readTable(file, z.record(z.string(), z.array(z.string())));
  return phrases[language] ?? [];
}

const patterns = new Map<string, RegExp | null>();
function introducing(language: string): RegExp | null {
  const known = patterns.get(language);
  if (known !== undefined) return known;
  const list = phrasesOf(language).map((phrase) => phrase.replace(/ /g, '\\s+'));
  const found =
    list.length > 0 ? new RegExp(`(?<=^|[\\s,.;:(!?])(?:${list.join('|')})(?:\\s*:\\s*|\\s+)`, 'giu') : null;
  patterns.set(language, found);
  return found;
}

/** "And her", "he's", "an npc" before "called": words that only lead to the name. */
const leading =
  /(?:[\s,;:(]*\b(?:and|but|also|with|whose|stage|his|her|its|their|the|my|is|it|he|she|they|hes|shes|he's|she's|it's|they're|und|er|sie|sein|ihr|y|su|et|elle|il|son|e|o|a|его|её|ее))+\s*$/iu;

const titled = /^(?:mr|mrs|ms|dr|st|prof)\.?$/i;
const joining = /^(?:the|of|von|van|de|da|del|la|el)$/;
const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);
const most = 4;

/** The words that introduce a name at the start of a text. */
function nameAt(text: string, isSure: boolean): string | null {
  const quoted = /^["“”']([^"“”']{1,40})["“”']/.exec(text);
  if (quoted) return quoted[0];
  const words = text.split(/\s+/);
  const kept: string[] = [];
  for (const word of words.slice(0, most)) {
    const bare = word.replace(/[^\p{L}\p{M}\d]+$/u, '');
    if (!isCapital(bare) && !(kept.length > 0 && joining.test(bare))) break;
    kept.push(titled.test(bare) ? word : bare);
    if (bare !== word && !titled.test(bare)) break;
  }
  while (kept.length > 0 && !isCapital(kept.at(-1)!)) kept.pop();
  if (kept.length > 0) return kept.join(' ');
  const only = /^[\p{L}\p{M}'’-]+/u.exec(text)?.[0] ?? '';
  const [token] = tokensOf(only);
  if (!token || token.parts.size > 0 || (!isSure && isEnglish(only.toLowerCase()))) return null;
  return isSure || !isDescribing(token) ? only : null;
}

/** A name tag has no name, "what is its name?" tells none, and members have names of their own. */
const isSaid = (line: string, at: number, end: number): boolean =>
  !/\bname\s+(?:tag|plate|badge)/i.test(line.slice(at, end + 6)) &&
  !/\bwhat(?:'?s| is)\b[^.]*$|\b(?:my|i'?m|i am|mein|mi|mon|meu)\s+$/i.test(line.slice(0, at));

/** "My dog Rex", "my brother tobias". */
const owned =
  /\b(?:my|our)\s+(?:[\p{L}-]+\s+){0,3}?([\p{L}-]+)\s+([\p{L}][\p{L}'’-]+)(?=\s*(?:$|[,.;:!?(–-]|(?:as|who|with|in)\b))/giu;
/** "Make tyler as a rat". */
const acted = /^((?:.*\b)?(?:make|do|draw|create)\s+)([\p{L}'’-]+(?:\s+[\p{L}'’-]+)?)\s+as\s+(?=an?\b)/iu;

const isStrange = (word: string): boolean => {
  const [token] = tokensOf(word);
  if (!token || token.parts.size > 0 || isDescribing(token)) return false;
  return !isEnglish(word.toLowerCase());
};
/** "Pretzel" of a beagle, though there are pretzels. */
const isProper = (word: string): boolean => isCapital(word) && tokensOf(word)[0]?.parts.size === 0;

/** The name of a pet or friend, or of a person who becomes the character. */
function ownedIn(line: string): Introduced | null {
  for (const { 0: all, 1: who = '', 2: name = '', index } of line.matchAll(owned)) {
    const isWho = tokensOf(who).some((token) => token.isWho);
    if (!isWho || isCapital(who) || !(isStrange(name) || isProper(name))) continue;
    const end = index + all.length;
    return { name, rest: `${line.slice(0, end - name.length).trimEnd()}${line.slice(end)}` };
  }
  const [whole = '', lead = '', name = ''] = acted.exec(line) ?? [];
  return name !== '' && name.split(/\s+/).some(isStrange)
    ? { name, rest: lead + line.slice(whole.length) }
    : null;
}

export function introducedIn(line: string, language: string | null): Introduced {
  const pattern = introducing(language ?? 'en');
  for (const found of pattern ? line.matchAll(pattern) : []) {
    const end = found.index + found[0].length;
    const isSure = /:|\b(?:name|names|name's|nombre|nom|nome|имя|зовут)\b/iu.test(found[0]);
    const name = isSaid(line, found.index, end) ? nameAt(line.slice(end), isSure) : null;
    if (!name) continue;
    const before = line.slice(0, found.index).replace(leading, '');
    return { name: name.replace(/["“”]/g, ''), rest: joined(before, line.slice(end + name.length)) };
  }
  return (language === null ? ownedIn(line) : null) ?? { name: null, rest: line };
}

/** "Make a cat [named Tom]. It is red": a sentence that only told the name is gone. */
function joined(before: string, after: string): string {
  const rest = after.replace(/^\s*[.,;)]+\s*/, before === '' || /[.!?,;:]$/.test(before) ? ' ' : ', ');
  return `${before.trimEnd()}${/^[,.]/.test(rest) ? '' : ' '}${rest.trimStart()}`.replace(
    /^[\s,]+|[\s,]+$/g,
    '',
  );
}
