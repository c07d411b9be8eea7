import { is } from '../words/cursor.js';
import { isBodyPart } from '../words/nouns.js';
import { tokensOf } from '../words/tokens.js';
import { become, type DraftChange } from './change.js';
import { type Character, names, readCharacter, traitWith } from './character.js';
import { withoutRivals } from './degrees.js';
import { headOf, isInHead, textOf, thingNamed } from './planned.js';

/** What earlier versions of the character had: "the red beard back", "undo the coat", "the tutu was better". */

/**
 * @param text what is to be as it was: a thing or a look
 * @param versions newest last
 * @param about the thing whose look is meant, where only the look is named
 * @returns null where no version had it otherwise
 */
export function backIn(
  text: string,
  draft: string,
  versions: readonly string[],
  about: string | null,
): DraftChange[] | null {
  const words = tokensOf(text).filter((token) => !is(token, 'article', 'whose', 'filler'));
  const named = (word: string) =>
    [...versions, draft].map((one) => headNamed(one, word)).find((one) => one !== null);
  const noun = words.findLast((token) => token.isThing || named(token.word))?.word;
  const thing = noun && (named(noun) ?? noun); // the saxophone, of "sax"
  const looks = words.filter(({ word }) => word !== noun).map(({ word }) => word);
  const isNew = looks.length > 0 && words.every(({ look }) => look !== null);
  if (isNew && ![...versions, draft].some((one) => looks.some((look) => names(one, look)))) return null;
  if (thing) return thingBack(thing, looks, draft, versions);
  return (
    lookBack(looks, draft, versions) ??
    (about ? thingBack(about, [], draft, versions) : wholeBack(draft, versions))
  );
}

const headNamed = (draft: string, word: string): string | null => {
  const thing = thingNamed(draft, word);
  return thing && (names(thing, word) || thing.startsWith(word)) ? thing : null;
};
const textIn = (draft: string, thing: string): string | undefined => textOf(draft, thing) || undefined;

/** The thing as the newest version had it that had it otherwise, and as it is described. */
function thingBack(
  thing: string,
  looks: readonly string[],
  draft: string,
  versions: readonly string[],
): DraftChange[] | null {
  const now = textIn(draft, thing);
  const others = [...versions.keys()].filter((at) => {
    const text = textIn(versions[at]!, thing);
    return text !== undefined && text !== now;
  });
  const isDescribed = (at: number) => looks.every((look) => names(textIn(versions[at]!, thing)!, look));
  const at = others.findLast(isDescribed) ?? others.at(-1);
  const gone = now === undefined ? [] : [removing(thing)];
  if (at !== undefined)
    return [
      ...(now === undefined ? broughtBy(thing, at, draft, versions) : gone),
      added(textIn(versions[at]!, thing)!),
    ];
  const isNew = versions.some((one) => textIn(one, thing) === undefined);
  return isNew && gone.length > 0 ? gone : null;
}

/** What took the place of a thing: the raincoat that a tutu was exchanged for. */
function broughtBy(thing: string, at: number, draft: string, versions: readonly string[]): DraftChange[] {
  const before = readCharacter(versions[at]!);
  const came = readCharacter(versions[at + 1] ?? draft).traits.map(({ text }) => headOf(text));
  const others = came.filter(
    (one) => !traitWith(before, one) && thingNamed(draft, one) !== null && one !== thing && !isBodyPart(one),
  );
  return others.length === 1 ? [removing(others[0]!)] : [];
}

/** "Red" that was, on whatever had it, or what was in the place of the red that is. */
function lookBack(
  looks: readonly string[],
  draft: string,
  versions: readonly string[],
): DraftChange[] | null {
  const look = looks.at(-1);
  if (look === undefined) return null;
  for (const version of versions.toReversed()) {
    const part = isInHead(version, look) ? null : thingNamed(version, look);
    const isSame =
      part === null ? isInHead(version, look) && !isInHead(draft, look) : thingNamed(draft, look) !== part;
    if (isSame) return [become(looks.join(' '), part)];
  }
  const thing = isInHead(draft, look) ? null : thingNamed(draft, look);
  if (thing) return thingBack(thing, [], draft, versions);
  return isInHead(draft, look) ? wholeBack(draft, versions) : null;
}

/** The looks of the whole character as they were before the last change of them. */
function wholeBack(draft: string, versions: readonly string[]): DraftChange[] | null {
  const now = readCharacter(draft);
  const before = versions.map(readCharacter).findLast((one) => one.kind === now.kind && !isAlike(one, now));
  if (!before) return null;
  const gone = now.looks.filter((look) => !before.looks.includes(look));
  const old = before.looks.filter((look) => !now.looks.includes(look));
  return [
    ...withoutRivals(gone, old).map(removing),
    ...(old.length > 0 ? [become(old.join(' '), null)] : []),
  ];
}

const isAlike = (one: Character, other: Character): boolean => one.looks.join(' ') === other.looks.join(' ');
const removing = (what: string): DraftChange => ({ kind: 'remove', what });
const added = (what: string): DraftChange => ({ kind: 'add', what });

const returning = [
  /\bback to (?:(?:the|his|her|its) )?((?:[\w-]+ ){0,2}?[\w-]+)(?= please| but| and|\W*$|[,.!])/i,
  /^(?:(?:ok|no+|nah|hm+|wait|sorry|actually|honestly)[\s,.]+)*(?:(?:the|his|her|its) )?((?:[\w-]+ )?[\w-]+) (?:was|were|looked) (?:much |way )?(?:better|nicer|cooler|right|fine)\b/i,
  /\bi (?:liked|preferred) (?:(?:the|his|her|its) )?((?:[\w-]+ )?[\w-]+) (?:more|better)\b/i,
  /\b(?:undo|revert|reset|restore|bring back) (?:the|his|her|its|their) (?!last\b|change)([\w-]+)/i,
  /^(?:take|put|bring) (?:the|his|her|its) ([\w-]+) back\b/i,
];

/** The plainest ways to ask for what was before, whatever is marked. */
export const returnedIn = (line: string): string | null =>
  returning.map((one) => one.exec(line)?.[1]).find((text) => text !== undefined) ?? null;
