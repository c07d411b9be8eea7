import { itemOrPartOf } from '../../../../engine/input/text/spec.js';
import { headgear } from '../../../../engine/input/text/vocabulary.js';
import { bodyOf, phraseOf } from '../words/lexis.js';
import { isRival, lookIn } from '../words/looks.js';
import { type Character, names, readCharacter, traitWith } from './character.js';

/** What the description of the character under discussion names. */

const lastWord = (text: string): string => text.trim().split(/\s+/).at(-1) ?? '';

/** Whether the words before its things name this. */
export function isInHead(draft: string, word: string): boolean {
  const { looks, kind } = readCharacter(draft);
  return names([...looks, kind].join(' '), word);
}

/** The name of the thing that has this word in its description: "hair" for the purple of "long purple hair". */
export function thingNamed(draft: string, word: string): string | null {
  const trait = traitWith(readCharacter(draft), lastWord(word));
  return trait ? headOf(trait.text) : null;
}

export const isPlanned = (draft: string, word: string): boolean =>
  isInHead(draft, word) || thingNamed(draft, word) !== null;

/** Whether a thing has this name of several words: "bow tie". */
export const traitNames = (draft: string, name: string): boolean =>
  readCharacter(draft).traits.some(({ text }) => text.toLowerCase().endsWith(name.toLowerCase()));

/** "Hair" of "long purple hair down her back". */
export const headOf = (text: string): string =>
  lastWord(
    text.split(
      / (?:(?:on|in|at|of|with|over|around|under|like|down|from|to|that|made|tied) |\w{2,}ing (?:out|up|down|off|on|in|at|to|from)\b)/i,
    )[0]!,
  );

const having = ({ traits }: Character): string[] =>
  traits.filter(({ joint }) => !/without/i.test(joint)).map(({ text }) => text);

export const heldIn = (draft: string): string[] =>
  having(readCharacter(draft))
    .filter((text) => (bodyOf(text).spec.props ?? []).length > 0)
    .map(headOf);

export const wornIn = (draft: string): string[] =>
  having(readCharacter(draft))
    .filter((text) => (bodyOf(text).spec.garments ?? []).length > 0)
    .map(headOf);

type Slot = 'held' | 'head' | 'worn' | 'grown' | null;
function slotOf(thing: string): Slot {
  const { props = [], garments = [], parts = [] } = bodyOf(`a ${thing}`).spec;
  if (props.length > 0) return 'held';
  if (garments.some(({ name }) => headgear.has(itemOrPartOf(name)))) return 'head';
  return garments.length > 0 ? 'worn' : parts.length > 0 ? 'grown' : null;
}

/** The thing whose place another one takes: the sword for "an axe instead". @param last the one spoken of last */
export function rivalOf(draft: string, thing: string, last: string | null): string | null {
  const slot = slotOf(thing);
  const rivals = having(readCharacter(draft))
    .map(headOf)
    .filter((one) => slotOf(one) === slot);
  const spoken = last && rivals.find((one) => names(one, last));
  if (spoken) return spoken;
  return (slot === 'held' || slot === 'head') && rivals.length === 1 ? rivals[0]! : null;
}

/** The thing that is held, where there is only one. */
export function onlyHeld(draft: string): string | null {
  const held = heldIn(draft);
  return held.length === 1 ? held[0]! : null;
}

/** The thing that is named after a part of the body: an eyepatch, an earring. */
export const thingNear = (draft: string, part: string): string | null =>
  having(readCharacter(draft))
    .map(headOf)
    .find((noun) => noun.length > part.length + 1 && noun.startsWith(part)) ?? null;

/** How a thing is described. */
export const textOf = (draft: string, thing: string): string =>
  traitWith(readCharacter(draft), thing)?.text ?? '';

/** The colours of a thing. */
export const coloursOf = (draft: string, thing: string): string[] =>
  textOf(draft, thing)
    .split(' ')
    .filter((word) => lookIn(word)?.axes.some((axis) => axis === 'colour' || axis === 'shade'));

/** The things that have a look about the same: those of another colour. */
export const thingsUnlike = (draft: string, looks: readonly string[]): string[] =>
  having(readCharacter(draft))
    .filter((text) => text.split(' ').some((word) => looks.some((look) => isRival(word, look))))
    .map(headOf)
    .filter((noun) => phraseOf(noun).hasThings);
