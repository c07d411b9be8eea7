/** One of two: what counts a noun is dropped by a dictionary, but "one blue eye and one green eye" needs it. */
import type { Dictionary } from './dictionary.js';
import type { Token } from './segment.js';

/** Parts and clothes that dictionaries give in the plural. */
const singulars: ReadonlyMap<string, string> = new Map([
  ['eyes', 'eye'],
  ['ears', 'ear'],
  ['arms', 'arm'],
  ['legs', 'leg'],
  ['hands', 'hand'],
  ['feet', 'foot'],
  ['wings', 'wing'],
  ['gloves', 'glove'],
  ['boots', 'boot'],
  ['shoes', 'shoe'],
]);
const isSingular: ReadonlySet<string> = new Set(singulars.values());
/** "Blue eye" of "blue eyes", and the part alone. */
function singularOf({ english }: Token): { whole: string; part: string } | null {
  const words = english.split(' ');
  const last = words.pop()!;
  const part = singulars.get(last) ?? (isSingular.has(last) ? last : undefined);
  return part === undefined ? null : { whole: [...words, part].join(' '), part };
}

type CountWords = Pick<Dictionary, 'one' | 'other'>;
/** "And one" and "with one" are often said as one token. */
const lastWord = ({ said }: Token): string => said.slice(said.search(/[^ ']*$/));
const countsOne = (token: Token, { one }: CountWords): boolean => one.has(lastWord(token));
const saysOther = (token: Token, { other }: CountWords): boolean => other.has(lastWord(token));
const isAnd = (token: Token | undefined): boolean => token?.english === 'and' || token?.english === ',';

export function countPairs(tokens: readonly Token[], counting: CountWords): Token[] {
  const counted = [...tokens];
  for (let at = counted.length - 1; at >= 0; at--) {
    const one = counted[at]!.kind === 'noun' ? singularOf(counted[at]!) : null;
    const start = one && articleBefore(counted, at, counting);
    if (one === null || start === null) continue;
    const noun = counted[at]!;
    counted[at] = { ...noun, english: one.whole };
    counted[start] = withOne(counted[start]!);
    addMissing(counted, [start, at], counting, { ...noun, english: one.part });
  }
  return counted;
}

/** The place of the article that counts a noun, before its adjectives. */
function articleBefore(tokens: readonly Token[], noun: number, counting: CountWords): number | null {
  let at = noun - 1;
  while (at >= 0 && (tokens[at]!.kind === 'adjective' || isBlank(tokens[at]!, counting))) at--;
  return at >= 0 && countsOne(tokens[at]!, counting) ? at : null;
}

const isBlank = (token: Token, counting: CountWords): boolean =>
  token.english === '' && token.kind === 'word' && !countsOne(token, counting) && !saysOther(token, counting);

const withOne = (token: Token): Token =>
  / one$|^one$/.test(token.english)
    ? token
    : { ...token, english: `${token.english} one`.trim(), kind: 'word' };

/** "One blue and one green eye", and "one blue eye and one green": the noun is said once. */
function addMissing(
  tokens: Token[],
  [start, noun]: readonly [number, number],
  counting: CountWords,
  said: Token,
): void {
  const next = adjectiveAfter(tokens, noun, counting);
  if (next !== null) {
    const [at, last] = next;
    const english = tokens[at]!.english.startsWith('and') ? 'and one' : 'one';
    tokens[at] = { ...tokens[at]!, english, kind: 'word' };
    tokens.splice(last + 1, 0, said);
  }
  let before = start - 1;
  if (tokens[start]!.english.startsWith('and') || isAnd(tokens[before])) {
    if (isAnd(tokens[before])) before--;
    const first = tokens[before]?.kind === 'adjective' ? articleBefore(tokens, before + 1, counting) : null;
    if (first === null) return;
    tokens.splice(before + 1, 0, said);
    tokens[first] = withOne(tokens[first]!);
  }
}

/** The places of "and the other" and of its last adjective, where no noun follows them. */
function adjectiveAfter(
  tokens: readonly Token[],
  noun: number,
  counting: CountWords,
): [number, number] | null {
  let at = noun + 1;
  while (tokens[at]?.kind === 'adjective') at++;
  const isNext = (token: Token | undefined) =>
    token !== undefined && (countsOne(token, counting) || saysOther(token, counting));
  let isJoined = false;
  for (; tokens[at] && !isNext(tokens[at]) && (isAnd(tokens[at]) || isBlank(tokens[at]!, counting)); at++)
    isJoined ||= isAnd(tokens[at]);
  if (!isNext(tokens[at]) || !(isJoined || isAnd(tokens[at]))) return null;
  let last = at;
  while (tokens[last + 1]?.kind === 'adjective') last++;
  const follows = tokens[last + 1];
  return last === at || follows?.kind === 'noun' || follows?.kind === 'unknown' ? null : [at, last];
}
