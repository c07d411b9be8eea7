import type { Finality, HistoryEntry } from './rpc.js';

/** A listed transaction that was not read yet at its commitment. */
export type Unread = HistoryEntry & {
  /** The followed accounts whose history lists it. */
  accounts: string[];
  /** How many reads no node could serve. */
  tries: number;
};

export const finalityOf = ({ commitment }: HistoryEntry): Finality =>
  commitment === 'finalized' ? 'finalized' : 'confirmed';

/**
 * Picks what to read next when there is more than one pass may read. Preferred transactions come first, up to half.
 * The other half alternates between the newest (just paid), the oldest (so that none waits forever while more
 * arrive) and those no node could serve before.
 * @param unread oldest first
 */
export function pickNext(
  unread: readonly Unread[],
  most: number,
  preferred: ReadonlySet<string>,
): readonly Unread[] {
  if (unread.length <= most) return unread.toSorted((a, b) => a.tries - b.tries);
  const first = unread.filter(({ signature }) => preferred.has(signature)).slice(0, Math.ceil(most / 2));
  const others = unread.filter((one) => !first.includes(one));
  const fresh = others.filter(({ tries }) => tries === 0);
  const retried = others.filter(({ tries }) => tries > 0).sort((a, b) => a.tries - b.tries);
  const turns = [() => fresh.pop(), () => fresh.shift(), () => retried.shift()];
  for (let turn = 0; first.length < most; turn += 1) {
    const next = turns[turn % turns.length]!();
    if (next) first.push(next);
  }
  return first;
}
