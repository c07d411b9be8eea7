import type { Translate } from '../../../../copy/translate.js';
import type { TalkState, Wish } from '../wish.js';
import { isLook } from '../words/lexis.js';

/** Parts of character ideas, combined so that asking again gives different ones. */
const figures = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const traits = [0, 1, 2, 3, 4, 5, 6] as const;

/** @param turn how many times ideas were given before */
export function ideasFor(turn: number, t: Translate, count = 3): string[] {
  return Array.from({ length: count }, (_, at) => {
    const step = turn * count + at;
    // Steps coprime to the lengths visit every figure and trait before any repeats.
    const figure = t(`agent.idea.figure.${figures[(step * 3) % figures.length]!}`);
    const trait = t(`agent.idea.trait.${traits[(step * 2) % traits.length]!}`);
    return t('agent.idea.whole', { figure, trait });
  });
}

const others =
  /^(?:(?:no+|nah|nope|hm+|meh|ew+)[\s,.!]*)*(?:not (?:that|this|those|these|any)(?: (?:one|ones|of (?:them|those|these)))?|none(?: of (?:them|those|these|that))?|neither|(?:some(?:thing)?|any) (?:else|other\w*)|others?(?: ones?| ideas?)?|more(?: ideas?)?|other ideas?|(?:i )?(?:do not|don'?t) (?:like|want) (?:them|those|these|any|that)(?: .*)?|different(?: ones?| ideas?)?)(?: please)?\W*$/i;
const agreed =
  /^(?:(?:y(?:es|eah|ep|up)|ok(?:ay)?|sure|good|great|cool|love|like|please|i|do|make|take|want)[\s,.!]*)*(?:y(?:es|eah|ep|up)|that|this|it|(?:that|this) one)(?: please)?\W*$/i;

/** After a list of ideas: other ones, or which of them. */
export function onIdeas(line: string, { offers, draft }: TalkState): Wish | null {
  if (draft !== null || offers.length < 2 || !offers.every(({ kind }) => kind === 'idea')) return null;
  if (others.test(line)) return { kind: 'ideas' };
  return /\w/.test(line) && agreed.test(line) ? { kind: 'which' } : null;
}

/** "Something scary but cute" as "scary cute". */
export const lookWanted = (said: string): string =>
  said
    .toLowerCase()
    .split(/[^a-z-]+/)
    .filter((word) => !/^(?:|not?|non|less|more|very|too|so)$/.test(word) && isLook(word))
    .join(' ');
