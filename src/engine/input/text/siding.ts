/** Gives a look to one of a pair. */
import type { SideName } from '../../kinds.js';
import type { Draft, DraftLook, PendingSide, SidedLook } from './draft.js';
import { saidIn, sideIn } from './side-words.js';
import { onOneSide, wornPairs } from './vocabulary.js';

/** Reads the word for a side. @returns whether it was one */
export function readsSide(draft: Draft, word: string): boolean {
  const only = saidIn(word);
  if (only !== null) draft.understood.add(only);
  const read = sideIn(word);
  if (!read) return only !== null;
  const { said, ...side } = read;
  for (const one of said) draft.understood.add(one);
  draft.wordCounts.all += said.length;
  draft.wordCounts.known += said.length;
  draft.waiting.side = side;
  return true;
}

export const otherSide = (side: SideName): SideName => (side === 'left' ? 'right' : 'left');

type OfPair = { name: string; word: string; look: DraftLook; side: PendingSide };

export function takeSide(
  draft: Draft,
  into: Map<string, DraftLook>,
  { name, word, look, side }: OfPair,
): void {
  const pair: DraftLook = into.get(name) ?? { size: 1, word };
  const which = sideOf(pair, side);
  into.set(name, pair);
  const isWorn = wornPairs.has(name);
  if (onOneSide.has(name) || (isWorn && side.isOnly)) {
    const { said, ...own } = look;
    Object.assign(pair, withoutUndefined(own), {
      side: which,
      said: [...(pair.said ?? []), ...(said ?? [])],
    });
    draft.last = pair;
    return;
  }
  if (isWorn && side.state === 'missing') {
    pair.side = otherSide(which);
    draft.last = pair;
    return;
  }
  // "One arm missing, the left one": what was said of either side is about this one.
  if (side.state && pair[otherSide(which)]?.isAny && pair[otherSide(which)]?.state === side.state)
    delete pair[otherSide(which)];
  const sided: SidedLook = { ...pair[which], ...withoutUndefined(look) };
  if (side.state) sided.state = side.state;
  if (side.row) sided.row = side.row;
  sided.isAny = side.which === 'one';
  pair[which] = sided;
  if (isWorn && side.which === 'one') pair.side = which;
  if (pair.left && pair.right) delete pair.side;
  draft.last = sided;
}

/** The side that was named, or of one and another the one that is not described yet. */
function sideOf(pair: DraftLook, { which, state }: PendingSide): SideName {
  if (which === 'left' || which === 'right') return which;
  const same = (['left', 'right'] as const).find((side) => state && pair[side]?.state === state);
  if (same && which === 'one') return same;
  const taken = pair.side ?? (pair.left ? 'left' : pair.right ? 'right' : undefined);
  if (taken) return otherSide(taken);
  return which === 'one' ? 'left' : 'right';
}

const withoutUndefined = (look: DraftLook): DraftLook =>
  Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined)) as DraftLook;
