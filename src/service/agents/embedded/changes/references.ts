import type { TalkState, Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';
import type { DraftChange } from './change.js';
import { names, readCharacter } from './character.js';
import { charactersOf, ordinals } from './earlier.js';
import { editsIn } from './edits.js';
import { focusOf } from './focus.js';
import { isInHead } from './planned.js';

/** Which of the characters discussed so far a message is about, and which change it corrects. */

const mentions = /\b(?:the|that|my) ([\w-]+)(?: one| guy)?\b/gi;
/** "Back to the rogue, give her two daggers", "the dog only". */
const returning =
  /^(?:(?:(?:go|come|get|switch) )?back to |(?:just|only) )?it\b(?: (?:only|again|alone))?[\s,.:;-]*/i;

/** "The first one", "the second": in the order in which they were planned. */
const nth = /\bthe (first|second|third|fourth|fifth|last)(?: (?:one|character|guy))?\b/i;

const giving = /^(?:give|get|show|put|add|let|can|could|should|does|dress)\b/i;

/** "Give the pirate a parrot": the character under discussion or, where it is another, one before it. */
export function addressedIn(said: string, talk: TalkState): Wish | null {
  const { draft, past } = talk;
  if (draft === null) return null;
  const counted = giving.test(said) ? countedIn(said, talk) : null;
  if (counted) return counted;
  const { kind } = readCharacter(draft);
  for (const [mention, noun = ''] of said.matchAll(mentions)) {
    const isCurrent = isInHead(draft, noun);
    const on = isCurrent ? draft : newestNamed(noun.toLowerCase(), kind, past);
    if (!on || (isCurrent ? !giving.test(said) : names(draft, noun))) continue;
    const rest = said.replace(mention, 'it').replace(returning, '');
    if (rest === '') return { kind: 'make', prompt: on };
    const changes = editsIn(rest, on);
    return changes.length > 0 ? { kind: 'refine', changes, on } : null;
  }
  return null;
}

/** "Give the first one a red collar". */
function countedIn(said: string, talk: TalkState): Wish | null {
  const [mention, order = ''] = nth.exec(said) ?? [];
  const on = mention === undefined ? undefined : charactersOf(talk).at(ordinals.indexOf(order.toLowerCase()));
  const changes = on ? editsIn(said.replace(mention!, 'it'), on) : [];
  return on && changes.length > 0 ? { kind: 'refine', changes, on } : null;
}

/** The newest version of a character of another kind. */
export const newestNamed = (noun: string, current: string, past: readonly string[]): string | undefined =>
  past.findLast((one) => {
    const { looks, kind } = readCharacter(one);
    return kind !== current && (noun === 'other' || names([...looks, kind].join(' '), noun));
  });

const correcting =
  /^(?:(?:no+|nah|sorry|oops|wait|actually|ah|well)[\s,.!]+)*(?:i (?:meant?|said|was talking about)|(?:it|that) (?:should(?:'ve| have) been|was (?:supposed|meant) to be)|make that(?= an? ))\s+(.+)$|^(?:(?:no+|sorry)[\s,.!]+)?(.+?),? i (?:meant?|said)\W*$|^\*\s*([\w -]+)$/i;

/** "No, I meant an axe": takes the last change back and makes another one. */
export function correctionIn(line: string, { changed }: TalkState): Wish | null {
  const [, first, second, third] = correcting.exec(line) ?? [];
  const meant = (first ?? second ?? third)?.replace(/,? not .*$|\W+$/i, '');
  const last = changed?.changes.at(-1);
  if (!meant || !changed || !last) return null;
  const { isCharacter, hasThings } = phraseOf(meant);
  if (isCharacter && !hasThings) return null;
  const changes = redirected(last, meant) ?? editsIn(meant, changed.on, focusOf(last));
  const others = changed.changes.slice(0, -1);
  return changes.length > 0 ? { kind: 'refine', changes: [...others, ...changes], on: changed.on } : null;
}

/** "The dress, I mean": the same change to another part. */
function redirected(last: DraftChange, meant: string): DraftChange[] | null {
  const part = /^(?:the |his |her |its )([\w-]+)$/i.exec(meant)?.[1];
  if (!part || !phraseOf(part).hasThings) return null;
  if (last.kind === 'become') return [{ ...last, part }];
  return last.kind === 'remove' ? [{ kind: 'remove', what: part }] : null;
}
