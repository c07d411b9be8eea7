/** One of two: articles have no English in a dictionary, but "one blue eye and one green eye" needs them. */
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

const article =
  /(?:^|[ '])(?:un[aeo]?|uma?|ein|eine[mnr]?|один|одного|одним|одном|одна|одной|одну|одно|只有一只)$/;
const other =
  /(?:^|[ '])(?:autre|otr[oa]|outr[oa]|andere[mnrs]?|друг(?:ой|им|ая|ое|ую)|втор(?:ой|ым|ая|ое|ую)|deuxieme|second[eo]?|zweite[mnrs]?)$/;
const isAnd = (token: Token | undefined): boolean => token?.english === 'and' || token?.english === ',';

export function countPairs(tokens: readonly Token[]): Token[] {
  const counted = [...tokens];
  for (let at = counted.length - 1; at >= 0; at--) {
    const one = counted[at]!.kind === 'noun' ? singularOf(counted[at]!) : null;
    const start = one && articleBefore(counted, at);
    if (one === null || start === null) continue;
    const noun = counted[at]!;
    counted[at] = { ...noun, english: one.whole };
    counted[start] = withOne(counted[start]!);
    addMissing(counted, start, at, { ...noun, english: one.part });
  }
  return counted;
}

/** The place of the article that counts a noun, before its adjectives. */
function articleBefore(tokens: readonly Token[], noun: number): number | null {
  let at = noun - 1;
  while (at >= 0 && (tokens[at]!.kind === 'adjective' || isBlank(tokens[at]!))) at--;
  return at >= 0 && article.test(tokens[at]!.said) ? at : null;
}

const isBlank = ({ english, said, kind }: Token): boolean =>
  english === '' && kind === 'word' && !article.test(said) && !other.test(said);

const withOne = (token: Token): Token =>
  / one$|^one$/.test(token.english)
    ? token
    : { ...token, english: `${token.english} one`.trim(), kind: 'word' };

/** "One blue and one green eye", and "one blue eye and one green": the noun is said once. */
function addMissing(tokens: Token[], start: number, noun: number, said: Token): void {
  const next = adjectiveAfter(tokens, noun);
  if (next !== null) {
    const [at, last] = next;
    const english = tokens[at]!.english.startsWith('and') ? 'and one' : 'one';
    tokens[at] = { ...tokens[at]!, english, kind: 'word' };
    tokens.splice(last + 1, 0, said);
  }
  let before = start - 1;
  if (tokens[start]!.english.startsWith('and') || isAnd(tokens[before])) {
    if (isAnd(tokens[before])) before--;
    const first = tokens[before]?.kind === 'adjective' ? articleBefore(tokens, before + 1) : null;
    if (first === null) return;
    tokens.splice(before + 1, 0, said);
    tokens[first] = withOne(tokens[first]!);
  }
}

/** The places of "and the other" and of its last adjective, where no noun follows them. */
function adjectiveAfter(tokens: readonly Token[], noun: number): [number, number] | null {
  let at = noun + 1;
  while (tokens[at]?.kind === 'adjective') at++;
  const isNext = (token: Token | undefined) =>
    token !== undefined && (article.test(token.said) || other.test(token.said));
  let isJoined = false;
  for (; tokens[at] && !isNext(tokens[at]) && (isAnd(tokens[at]) || isBlank(tokens[at]!)); at++)
    isJoined ||= isAnd(tokens[at]);
  if (!isNext(tokens[at]) || !(isJoined || isAnd(tokens[at]))) return null;
  let last = at;
  while (tokens[last + 1]?.kind === 'adjective') last++;
  const follows = tokens[last + 1];
  return last === at || follows?.kind === 'noun' || follows?.kind === 'unknown' ? null : [at, last];
}
