/** Detects prompts that name no character and explains why. */
import type { Draft } from './draft.js';
import { produce, lifeless as things } from './vocabulary.js';

const hint = 'for example "a red fox with a blue scarf" or "a tall knight in golden armour"';

/** If no character is named, or only by a guess, at least this fraction of the words must be known. */
const leastKnown = 0.5;

/** Whether food is a character: the prompt adds a person word, a role, or something it wears, holds, does or has drawn on it. */
const isSomebody = ({
  role,
  anyone,
  others,
  items,
  parts,
  marks,
  mood,
  pose,
  stance,
  style,
}: Draft): boolean =>
  [role, anyone, mood, pose, stance, style].some((choice) => choice !== null) ||
  others.length + items.size + parts.size + marks.length > 0;

/** The items of a prompt that names nothing else and no part of a body: a laptop is not a character. */
const onlyThings = ({ items, parts }: Draft): string[] => {
  const words = [...items].map(([item, { word }]) => word ?? item);
  return parts.size === 0 && words.every((word) => things.has(word)) ? words : [];
};

/** What the prompt is about: the thing that it asks for, and whether an unknown English word is its subject. */
export type Subject = { thing: string | null; isUnknown: boolean };

const noneOfThem = (thing: string): string =>
  `I make characters: people, animals, creatures and robots. “${thing}” is none of them. Say who to make, ${hint}.`;

/** @returns one sentence for the member, or null when a character can be made */
export function promptRefusalOf(draft: Draft, subject: Subject): string | null {
  const { creature, role, anyone, womanly, manly, old, items, parts, wordCounts, lifeless, refused } = draft;
  const isNamed = creature !== null || role !== null || anyone !== null || womanly || manly || old;
  /** An age or a guess doesn't make a thing a character: an old house, a logo for a bakery. */
  const isNobody =
    creature === null && anyone === null && !womanly && !manly && (role === null || wordCounts.guessed);
  const isFood = creature !== null && Object.hasOwn(produce, creature) && !isSomebody(draft);
  if (subject.thing !== null) return noneOfThem(subject.thing);
  const [thing] = isFood ? [draft.word] : [...lifeless, ...onlyThings(draft)];
  if (isNamed && !isFood && !wordCounts.guessed && !(thing && isNobody)) return null;
  if (thing && (isFood || isNobody) && wordCounts.known + lifeless.length >= wordCounts.all * leastKnown)
    return noneOfThem(thing);
  const isDescribed = isNamed || (!subject.isUnknown && items.size + parts.size + refused.size > 0);
  if (isDescribed && wordCounts.known >= wordCounts.all * leastKnown) return null;
  if (draft.understood.size === 0)
    return `I don't know any of these words. Describe the character in English, ${hint}.`;
  if (draft.unknown.size > 0)
    return `I couldn't find a character in these words. Name a person, an animal, a creature or a robot in English, ${hint}.`;
  return `These words say how it looks, but not who it is. Name a person, an animal, a creature or a robot, ${hint}.`;
}
