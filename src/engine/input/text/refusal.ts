/** Detects prompts that name no character and explains why. */
import type { Draft } from './draft.js';
import { produce, lifeless as things } from './vocabulary.js';

const hint = 'for example "a red fox with a blue scarf" or "a tall knight in golden armour"';

/** If no character is named, or only by a guess, at least this fraction of the words must be known. */
const leastKnown = 0.5;

/** Whether food is a character: the prompt adds a person word, a role, or something it wears, holds or does. */
const isSomebody = ({ role, anyone, others, items, parts, mood, pose, stance, style }: Draft): boolean =>
  [role, anyone, mood, pose, stance, style].some((choice) => choice !== null) ||
  others.length + items.size + parts.size > 0;

/**
 * The items of a prompt that names nothing else: a laptop, or one sword that no one holds, is not a character.
 * Several are an outfit, and an unknown word may be the character.
 */
const onlyThings = (draft: Draft): string[] => {
  const { items, parts, unknown, mood, pose, stance, isBare } = draft;
  const words = [...items].map(([item, { word }]) => word ?? item);
  const isOne = items.size === 1 && parts.size + unknown.size === 0;
  const isAlone = isOne && isBare && [mood, pose, stance].every((choice) => choice === null);
  return isAlone || words.every((word) => things.has(word)) ? words : [];
};

/** @returns one sentence for the member, or null when a character can be made */
export function promptRefusalOf(draft: Draft): string | null {
  const { creature, role, anyone, womanly, manly, old, items, parts, wordCounts, lifeless, refused } = draft;
  const isNamed = creature !== null || role !== null || anyone !== null || womanly || manly || old;
  /** An age or a guess doesn't make a thing a character: an old house, a logo for a bakery. */
  const isNobody =
    creature === null && anyone === null && !womanly && !manly && (role === null || wordCounts.guessed);
  const isFood = creature !== null && Object.hasOwn(produce, creature) && !isSomebody(draft);
  const [thing] = isFood ? [draft.word] : [...lifeless, ...onlyThings(draft)];
  if (isNamed && !isFood && !wordCounts.guessed && !(thing && isNobody)) return null;
  if (thing && (isFood || isNobody) && wordCounts.known + lifeless.length >= wordCounts.all * leastKnown)
    return `I make characters: people, animals, creatures and robots. “${thing}” is none of them. Say who to make, ${hint}.`;
  const isDescribed = isNamed || items.size + parts.size + refused.size > 0;
  if (isDescribed && wordCounts.known >= wordCounts.all * leastKnown) return null;
  if (draft.understood.size === 0)
    return `I don't know any of these words. Describe the character in English, ${hint}.`;
  if (draft.unknown.size > 0)
    return `I couldn't find a character in these words. Name a person, an animal, a creature or a robot in English, ${hint}.`;
  return `These words say how it looks, but not who it is. Name a person, an animal, a creature or a robot, ${hint}.`;
}
