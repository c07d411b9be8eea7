import type { Translate } from '../../../copy/translate.js';

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
