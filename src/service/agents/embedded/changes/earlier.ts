import type { TalkState, Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import { isRival } from '../words/looks.js';
import type { DraftChange } from './change.js';
import { names, readCharacter } from './character.js';
import { refine } from './draft.js';
import { editsIn } from './edits.js';
import { headOf, thingNamed } from './planned.js';

/** Which of the characters planned so far a message refers to: by order, by words, or by what was added since. */

const going =
  "(?:(?:i(?:'?ll| will| want to| would| want)? )?(?:(?:go|come|get|switch|change|return) )?(?:back )?(?:to|with|for) |(?:i(?:'?ll| will)? )?(?:let'?s )?(?:go with|take|use|do|make|have|keep|choose|pick|want|like) |like |give me |show me |bring (?:me )?back )";
export const ordinals: readonly string[] = ['first', 'second', 'third', 'fourth', 'fifth'];
const ordered = new RegExp(
  `^${going}?the (?:very )?(${ordinals.join('|')})(?: (?:one|version|character|plan|idea))?(?: again)?$`,
  'i',
);
const named = new RegExp(
  `^(${going})?the ([\\w-]+(?: (?!one|version|guy|first|again|then|instead|please)[\\w-]+)?)(?: (one|version|guy))?(?: (?:first|again|then|instead|please))*$`,
  'i',
);
/** "Like the first one but with a hook". */
const twisted = /^(.{4,60}?)(?:,? (?:but|just|only|except)(?: it'?s)? |, | (?=with(?:out)? ))(.+)$/i;

export function earlierIn(said: string, talk: TalkState): Wish | null {
  const { draft } = talk;
  if (draft === null) return null;
  const found = versionIn(said, talk);
  if (found)
    return found === draft
      ? { kind: /\b(?:go|let'?s|take|do|use|keep)\b/i.test(said) ? 'confirm' : 'recall' }
      : back(found);
  const [, base = '', twist = ''] = twisted.exec(said) ?? [];
  const version = versionIn(base, talk);
  const changes = version ? editsIn(twist, version) : [];
  return version && changes.length > 0 ? back(changed(version, changes)) : null;
}

const back = (prompt: string): Wish => ({ kind: 'make', prompt });
const changed = (version: string, changes: readonly DraftChange[]): string => changes.reduce(refine, version);

const both =
  /^(?:keep|have|use|take|do|wear|i want|let'?s (?:keep|have|do)) (?:them )?both\b(?! of (?:you|us))|^both(?: of them)?$/i;

/** "Keep both": the things that the last change took away, beside those that it brought. */
export function bothIn(said: string, { draft, past }: TalkState): Wish | null {
  if (draft === null || !both.test(said)) return null;
  const lost = readCharacter(past.at(-1) ?? draft).traits.filter(
    ({ joint, text }) => !/without/i.test(joint) && !thingNamed(draft, headOf(text)),
  );
  const changes = lost.map(({ text }): DraftChange => ({ kind: 'add', what: text }));
  return changes.length > 0 ? { kind: 'refine', changes } : null;
}

function versionIn(said: string, { draft, past }: TalkState): string | null {
  const versions = [...past, draft!];
  const nth = ordinals.indexOf(ordered.exec(said)?.[1]?.toLowerCase() ?? '');
  if (nth >= 0) return distinct(versions)[nth] ?? null;
  const [, verb, words = '', one] = named.exec(said) ?? [];
  if (!verb && !one) return null;
  return byWords(words.toLowerCase().split(' '), versions, one !== undefined);
}

/** The newest version of each character of the conversation, in the order in which they were planned. */
export function charactersOf({ draft, past }: TalkState): string[] {
  const versions = draft === null ? past : [...past, draft];
  return distinct(versions).map((first) => versions.findLast((one) => isSame(one, first))!);
}

/** The first version of each character. */
const distinct = (versions: readonly string[]): string[] =>
  versions.filter((one, at) => at === 0 || versions.slice(0, at).every((other) => !isSame(one, other)));
const isSame = (one: string, other: string): boolean => {
  const [a, b] = [readCharacter(one), readCharacter(other)];
  const species = ({ looks, kind }: typeof a) =>
    [...looks, kind].filter((word) => phraseOf(word).isCharacter).join(' ');
  return species(a) === species(b);
};

/** The version that the words fit best, of several the newest. */
function byWords(words: readonly string[], versions: readonly string[], canBeLook: boolean): string | null {
  const rated = versions.map((version) => ({
    version,
    fit: Math.min(...words.map((word) => fitOf(word, version, canBeLook))),
  }));
  const best = Math.max(...rated.map(({ fit }) => fit));
  return best > 0 ? rated.findLast(({ fit }) => fit === best)!.version : null;
}

/** A colour of a hat names its wearer less than the colour of the wearer does. */
function fitOf(word: string, version: string, canBeLook: boolean): number {
  const { looks, kind, traits } = readCharacter(version);
  const isCreature = phraseOf(word).isCharacter;
  if ((isCreature || canBeLook) && names([...looks, kind].join(' '), word)) return 3;
  if (!canBeLook || isCreature || !traits.some(({ text }) => names(text, word))) return 0;
  return looks.some((look) => isRival(look, word)) ? 1 : 2;
}
