/** When no character can be found in the words, and what to say then. */
import type { Draft } from './draft.js';

const hint = 'for example "a red fox with a blue scarf" or "a tall knight in golden armour"';

/** Half of the words of a sentence nobody is named in, or only by a guess, must be known. */
const leastKnown = 0.5;

/** @returns one sentence for the person, or null when somebody is to be made */
export function refusalOf(draft: Draft): string | null {
  const { creature, role, anyone, womanly, old, items, parts, heard, lifeless, refused } = draft;
  const isNamed = creature !== null || role !== null || anyone !== null || womanly || old;
  const [thing] = lifeless;
  if (isNamed && !heard.guessed) return null;
  if (thing && !isNamed && heard.known + lifeless.length >= heard.all * leastKnown)
    return `Characters are made here (people, animals, creatures and robots), and “${thing}” is none of them: say who to make, ${hint}.`;
  const isDescribed = isNamed || items.size + parts.size + refused.size > 0;
  if (isDescribed && heard.known >= heard.all * leastKnown) return null;
  if (draft.understood.size === 0)
    return `None of these words is known here: describe the character in English, ${hint}.`;
  if (draft.unknown.size > 0)
    return `No character could be made out in these words: name a person, an animal, a creature or a robot in English, ${hint}.`;
  return `These words say how it looks but not who it is: name a person, an animal, a creature or a robot, ${hint}.`;
}
