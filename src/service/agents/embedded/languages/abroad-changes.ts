import type { Token } from '../../../../engine/input/text/languages/segment.js';
import { phraseOf } from '../words/lexis.js';
import { isBodyPart } from '../words/nouns.js';
import { tokensOf } from '../words/tokens.js';
import { englishOf } from './gloss.js';

/**
 * A change said in another language as an English sentence. Languages order its words differently, so that a clause is
 * read as its verb, the things that it names and how they should look.
 */

type Verb = 'add' | 'remove' | 'swap' | 'insteadOf' | 'keep' | 'back' | 'plain';

const verbFor: Readonly<Record<string, Verb>> = {
  add: 'add',
  with: 'add',
  remove: 'remove',
  off: 'remove',
  without: 'remove',
  no: 'remove',
  swap: 'swap',
  'instead of': 'insteadOf',
  keep: 'keep',
  stays: 'keep',
  'bring back': 'back',
};
const verbOf = ({ english }: Token): Verb => verbFor[english.replace('<', '')] ?? 'plain';

type Clause = { tokens: Token[]; verb: Verb };
/** A thing with its own looks, and those that a clause says it should have. */
type Named = { noun: string; head: string; isThing: boolean; looks: string[] };

type Reading = {
  /** Whether what an "instead of" is about stands before it. */
  isVerbLast: boolean;
  /** Whether all words are known: without a verb a statement with other words is no change. */
  isWhole: boolean;
};

export function englishChange(tokens: readonly Token[], reading: Reading): string {
  const clauses = clausesOf(tokens);
  const said = clauses.map((clause, at) => clauseIn(clause, clauses[at - 1]?.verb ?? 'plain', reading));
  return said.filter(Boolean).join(', ');
}

const verbs = (tokens: readonly Token[]): Verb[] => tokens.map(verbOf).filter((verb) => verb !== 'plain');

/** A mark ends a clause, and so does the next verb, or a verb behind what it is about. */
function clausesOf(tokens: readonly Token[]): Clause[] {
  const all: Token[][] = [[]];
  for (const token of tokens) {
    const current = all.at(-1)!;
    const verb = verbOf(token);
    const isVerb = verb !== 'plain' || /^make(?: it)?$/.test(token.english);
    const isOpen = isVerb && !/<$|^(?:with|off|instead of)$/.test(token.english);
    const isFull = verbs(current).length > 0 || isDegree(current.at(-1) ?? token);
    const isSwapped = (verb === 'add' || verb === 'plain') && verbs(current).includes('insteadOf');
    if (isOpen && isFull && !isSwapped && current.some(isContent)) all.push([]);
    if (token.kind !== 'mark') all.at(-1)!.push(token);
    if (token.kind === 'mark' || token.english.endsWith('<')) all.push([]);
  }
  return withoutRests(all).map((one) => {
    const found = verbs(one);
    const first = found.find((verb) => verb !== 'add') ?? found[0] ?? 'plain';
    return { tokens: one, verb: found.includes('insteadOf') ? 'insteadOf' : first };
  });
}

/** A verb behind all that it is about belongs to the clause before. */
function withoutRests(all: readonly Token[][]): Token[][] {
  const kept: Token[][] = [];
  for (const one of all) {
    const before = kept.at(-1);
    if (one.some(isContent)) kept.push(one);
    else if (before && verbs(before).length === 0) before.push(...one);
  }
  return kept;
}

const words = ({ english }: Token) => tokensOf(english.replace('<', ''));
const isNoun = (token: Token): boolean =>
  token.kind === 'noun' ||
  token.kind === 'unknown' ||
  (token.kind === 'word' && words(token).some(({ isThing, isWho }) => isThing || isWho));
const isLook = (token: Token): boolean =>
  token.kind === 'adjective' ||
  (/^(?:word|after)$/.test(token.kind) && words(token).some(({ look, isCount }) => look !== null || isCount));
const isThing = (token: Token): boolean => !words(token).some((one) => one.isWho && !one.isThing);
const isDegree = ({ english }: Token): boolean => /^(?:more|less|too|a bit|very|not|much|and)$/.test(english);
const isContent = (token: Token): boolean => isNoun(token) || isLook(token);

/** The things of a clause in order, the looks before the first of them, and where a thing belongs. */
function namesIn(tokens: readonly Token[]): { named: Named[]; looks: string[]; place: string } {
  const named: Named[] = [];
  const looks: string[] = [];
  let place = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!;
    if (/^(?:on|in|over|at)$/.test(token.english) && isBodyPart(tokens[at + 1]?.english ?? '')) {
      place = ` on ${tokens[at + 1]!.english}`;
      at += 1;
    } else if (isNoun(token)) {
      const before = named.at(-1);
      const isCompound = before && !before.isThing && isNoun(tokens[at - 1]!) && before.looks.length === 0;
      if (isCompound)
        Object.assign(before, {
          noun: `${before.noun} ${token.english}`,
          head: token.english,
          isThing: isThing(token),
        });
      else {
        const own = ownLooks(tokens, at);
        const mine = named.length > 0 ? named.at(-1)!.looks : looks;
        mine.splice(mine.length - own.length);
        const lack = tokens[at - own.length - 1]?.english === 'without' ? ['without'] : [];
        const noun = [...lack, ...own, token.english].join(' ');
        named.push({ noun, head: token.english, isThing: isThing(token), looks: [] });
      }
    } else if (isLook(token)) {
      const degree = tokens[at - 1] && isDegree(tokens[at - 1]!) ? `${tokens[at - 1]!.english} ` : '';
      (named.at(-1)?.looks ?? looks).push(`${degree === 'and ' ? '' : degree}${token.english}`);
    }
  }
  return { named, looks, place };
}

/** The adjectives right before a noun. */
function ownLooks(tokens: readonly Token[], at: number): string[] {
  const own: string[] = [];
  for (let i = at - 1; i >= 0 && isLook(tokens[i]!) && !isNoun(tokens[i]!); i--)
    own.unshift(tokens[i]!.english);
  return own;
}

function clauseIn({ tokens, verb }: Clause, before: Verb, { isVerbLast, isWhole }: Reading): string {
  const { named, looks, place } = namesIn(tokens);
  const [first, second] = named;
  const heads = named.map(({ head }) => head).join(' and ');
  const plain = englishOf(tokens);
  const toldLooks = looks.length > 0 ? `make it ${looks.join(' and ')}` : plain;
  switch (verb) {
    case 'keep':
      return '';
    case 'remove':
      return first ? `remove ${heads}` : plain;
    case 'back':
      return first ? `bring back the ${heads}` : toldLooks;
    case 'swap':
      if (first && second) return `swap ${first.noun} for ${second.noun}`;
      break;
    case 'insteadOf': {
      const at = tokens.findIndex((token) => verbOf(token) === 'insteadOf');
      const isFirst = isVerbLast ? at > 0 : !tokens.slice(0, at).some(isContent);
      if (!first) return `make it ${looks.at(isFirst ? -1 : 0) ?? ''}`;
      if (!second) return `add ${first.noun}`;
      return isFirst ? `swap ${first.noun} for ${second.noun}` : `swap ${second.noun} for ${first.noun}`;
    }
  }
  const isOrdered = tokens.some(({ english }) => /^(?:make|should|i want|add|for)/.test(english));
  if (!isOrdered && !isWhole && !(first && named.some((one) => one.looks.length > 0))) return '';
  if (!first) return /^make|^should/.test(plain) ? plain : toldLooks;
  if (first && second && plain.includes(' for ')) return `swap ${first.noun} for ${second.noun}`;
  const isOther = named.some(({ isThing }) => !isThing) && verb !== 'add';
  if (isOther || tokens.some(({ english }) => /^(?:only|but|like)$/.test(english))) return plain;
  const isSame = before === 'remove' && !isVerbLast && tokens.every((one) => isNoun(one) || isDegree(one));
  if (isSame) return `remove ${heads}`;
  return named.map((one, at) => toldOf(one, at === 0 ? looks : [], verb === 'add', place)).join(', ');
}

/** A thing with the looks that it should have, or one more. */
function toldOf({ noun, looks }: Named, before: readonly string[], isAdded: boolean, place: string): string {
  const wanted = [...before, ...looks];
  if (wanted.length > 0 && !isAdded) return `make the ${noun} ${wanted.join(' and ')}`;
  return `add ${[...wanted, noun].join(' ')}${place}`;
}

/** A description in a language that names the things of a character before it: "glasses red dragon". */
export function englishDescription(tokens: readonly Token[]): string {
  const { named } = namesIn(tokens);
  const who = named.findLastIndex((one) => !one.isThing);
  if (who < 0) return englishOf(tokens);
  const textOf = ({ noun, looks }: Named) => [...looks, noun].join(' ');
  const [lacks, things] = [named.filter(isLack), named.filter((one, at) => at !== who && !isLack(one))];
  const has = things.length > 0 ? [`with ${things.map(textOf).join(', ')}`] : [];
  return [textOf(named[who]!), ...has, ...lacks.map(textOf)].join(' ');
}

const isLack = ({ noun }: Named): boolean => noun.startsWith('without ');

/** A question about the character; null for other ones. */
export function englishQuestion(tokens: readonly Token[]): string | null {
  const asks = (english: string) => tokens.some((token) => token.english === english);
  const { named, looks } = namesIn(tokens);
  const thing = named.find((one) => one.isThing && phraseOf(one.noun).hasThings);
  if (asks('what colour')) return `what colour is ${thing ? `the ${thing.noun}` : 'it'}`;
  if (asks('how many')) return thing ? `how many ${thing.noun} does it have` : null;
  if (asks('what')) return thing ? null : `what is it ${asks('holding') ? 'holding' : 'wearing'}`;
  const wanted = [...looks, ...(thing?.looks ?? [])];
  if (wanted.some((look) => look.endsWith('ing'))) return null; // "can it dance"
  if (wanted.length > 0) return `is ${thing ? `the ${thing.noun}` : 'it'} ${wanted.join(' ')}`;
  return thing ? `does it have a ${thing.noun}` : null;
}
