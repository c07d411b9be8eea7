/** An item the agent listed, which a member can pick by "the second one". */
export type ListedItem =
  | { kind: 'pack'; id: string; name: string }
  | { kind: 'rig'; number: number; name: string }
  | { kind: 'pipeline'; id: string; name: string }
  | { kind: 'idea'; prompt: string; name: string }
  /** A question that the agent can answer. */
  | { kind: 'question'; name: string };

const picking =
  /^(?:(?:i(?:'ll| will)? (?:take|want|like|choose)|take|choose|pick|use|make|show(?: me)?|open|buy|download|give me|go with|let'?s (?:do|take|make))\s+)?(?:the\s+|number\s+|no\.?\s*|#|option\s+)*(?:(first|second|third|fourth|fifth|sixth|last|latest|middle|1st|2nd|3rd|4th|5th)|([1-9]))(?:\s+(?:one|idea|option|pack|rig|character|pipeline|question|please))*$/i;
const ordinals: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  '1st': 1,
  '2nd': 2,
  '3rd': 3,
  '4th': 4,
  '5th': 5,
};
/** "The second one". */
export const picks = (said: string): boolean => picking.test(said);

/** Picks from the list by "the second one", "number 3", or a name. */
export function pickedIn(said: string, offers: readonly ListedItem[]): ListedItem | null {
  const found = picking.exec(said);
  const word = found?.[1]?.toLowerCase();
  const number = found?.[2] ? Number(found[2]) : ordinals[word ?? ''];
  const lower = said.toLowerCase();
  if (!found) return namedIn(lower, offers) ?? extremeIn(lower, offers) ?? null;
  if (word === 'middle') return offers[Math.floor(offers.length / 2)] ?? null;
  return (number === undefined ? offers.at(-1) : offers[number - 1]) ?? null;
}

const choosing =
  /^(?:(?:i(?:'ll| will)? )?(?:take|want|like|choose|pick|use|show(?: me)?|open|buy|give me|go with)\s+)?(?:the\s+)?(.+?)(?:\s+(?:one|pack|pipeline|rig))?$/;

const namedIn = (lower: string, offers: readonly ListedItem[]) => {
  const name = choosing.exec(lower)?.[1];
  return offers.find((one) => one.name.length > 2 && one.name.toLowerCase() === name);
};

/** Packs are listed from small to large. */
function extremeIn(lower: string, offers: readonly ListedItem[]): ListedItem | undefined {
  const packs = offers.filter(({ kind }) => kind === 'pack');
  if (/\b(?:cheapest|smallest|least expensive)\b/.test(lower)) return packs[0];
  return /\b(?:biggest|largest|most expensive)\b/.test(lower) ? packs.at(-1) : undefined;
}
