/**
 * Chinese, Japanese and Korean say what someone wears, holds or looks like before the noun, and Japanese and Korean
 * say the verb last: "carrot holding rabbit" is a rabbit that holds a carrot.
 */
import type { Clauses } from './dictionary.js';
import type { Token } from './segment.js';
import { isThing } from './things.js';

type Phrase = { kind: 'phrase'; adjectives: Token[]; nouns: Token[]; clauses: Token[] };
type Unit =
  | Phrase
  | { kind: 'clause'; tokens: Token[]; isOpen: boolean }
  | { kind: 'adjective' | 'verb' | 'place' | 'link' | 'empty' | 'word'; token: Token };

const verbs: ReadonlyMap<string, string> = new Map([
  ['with', 'with'],
  ['wearing', 'with'],
  ['without', 'without'],
  ['holding', 'holding'],
  ['hugging', 'hugging'],
  ['riding', 'riding'],
  ['in right hand', 'holding'],
  ['in both hands', 'hugging'],
]);
const place =
  /^(?:on|at|under|over|in) (?:left |right |both )?(?:shoulder|back|head|hip|arm|hands?|mouth|chest)$/;
/** Particles that join a noun to the one it describes. */
const links: ReadonlySet<string> = new Set(['の', '의', '的', '모양', '모양의']);
const subjects: ReadonlySet<string> = new Set(['が', '이', '가']);
/** Verb forms that do not describe the next noun: "and has", "without". */
const joining = /(?:[てでずくし]|[고며서게데음어아요해줘지면이])$/;

export function clausesLast(tokens: readonly Token[], clauses: Clauses): Token[] {
  const units: Unit[] = [];
  for (const [at, token] of tokens.entries()) {
    const next = tokens.slice(at + 1).find(({ english }) => english !== '');
    const isVerb = verbs.has(token.english) && (clauses === 'verb first' || token.kind === 'after');
    if (isVerb && clauses === 'verb last') addClause(units, token, next);
    else if (isVerb) units.push({ kind: 'verb', token });
    else if (isNoun(token)) addNoun(units, token, { next, clauses });
    else if (token.kind === 'after') countNoun(units, token);
    else units.push(endsPredicate(token, units) ? { kind: 'word', token: comma(token) } : unitOf(token));
  }
  return units.flatMap(tokensOf);
}

/** "Green, and with a hat": the forms of an adjective that describe no noun. */
const endsPredicate = ({ said }: Token, units: readonly Unit[]): boolean =>
  units.at(-1)?.kind === 'adjective' && /^(?:이고|이고요|이구요|이며|인데|인데요|くて|で)$/.test(said);
const comma = (token: Token): Token => ({ ...token, english: ',', kind: 'mark' });

/** "6", and "years old". */
const isAge = ({ english }: Token): boolean => /^(?:\d+|years old)$/.test(english);
const isNoun = (token: Token): boolean =>
  (token.kind === 'noun' || token.kind === 'unknown') && !isAge(token);

function unitOf(token: Token): Unit {
  if (token.kind === 'adjective' || isAge(token)) return { kind: 'adjective', token };
  if (links.has(token.said)) return { kind: 'link', token };
  if (token.kind !== 'mark' && token.english === '') return { kind: 'empty', token };
  return { kind: place.test(token.english) ? 'place' : 'word', token };
}

function tokensOf(unit: Unit): Token[] {
  if (unit.kind === 'phrase') return [...unit.adjectives, ...unit.nouns, ...unit.clauses];
  return unit.kind === 'clause' ? unit.tokens : [unit.token];
}

/** Takes all units of some kinds from the end. */
function takeLast(units: Unit[], ...kinds: Unit['kind'][]): Unit[] {
  let at = units.length;
  while (at > 0 && kinds.includes(units[at - 1]!.kind)) at--;
  return units.splice(at);
}

const phraseAt = (units: readonly Unit[], at: number): Phrase | null => {
  const unit = units.at(at);
  return unit?.kind === 'phrase' ? unit : null;
};
const adjectivesIn = (units: readonly Unit[]): Token[] =>
  units.flatMap((unit) => (unit.kind === 'adjective' ? [unit.token] : []));
const isThingPhrase = (phrase: Phrase | null): phrase is Phrase =>
  phrase !== null && isThing(phrase.nouns.at(-1)!);
const isSide = ({ english }: Token): boolean => /^(?:left|right)$/.test(english);
/** Whether nothing is said about a thing yet. */
const isBare = ({ adjectives, nouns }: Phrase): boolean =>
  adjectives.every(isSide) && /^(?:(?:left|right) )?[^ ]+$/.test(nouns.at(-1)!.english);
const isAnd = (unit: Unit | undefined): boolean => unit?.kind === 'word' && unit.token.english === 'and';
const openClause = (tokens: Token[]): Unit => ({ kind: 'clause', tokens, isOpen: true });
const having: Token = { said: '', english: 'with', kind: 'word' };

/** In a language that says the verb after its object. */
function addClause(units: Unit[], verb: Token, next: Token | undefined): void {
  const isOpen = !joining.test(verb.said) && next !== undefined && next.kind !== 'mark';
  const english = verbs.get(verb.english)!;
  const skipped = takeLast(units, 'empty', 'link', 'adjective');
  const object = phraseAt(units, -1);
  if (!object) {
    units.push(...skipped);
    if (english !== 'with') units.push({ kind: 'word', token: verb });
    return;
  }
  units.pop();
  // "Grandmother goggles wearing" are no goggles of a grandmother, unless who wears them follows.
  const owners = object.nouns.slice(0, -1);
  if (!isOpen && isThingPhrase(object) && owners.some((noun) => !isThing(noun))) {
    units.push({ ...object, nouns: owners, clauses: [] });
    object.nouns = object.nouns.slice(-1);
    object.adjectives = [];
  }
  object.adjectives.push(...adjectivesIn(skipped));
  const at = takeLast(units, 'place', 'empty').filter(({ kind }) => kind === 'place');
  const tokens = [{ ...verb, english, kind: 'word' as const }, ...tokensOf(object), ...at.flatMap(tokensOf)];
  units.push({ kind: 'clause', tokens, isOpen });
}

type Around = { next: Token | undefined; clauses: Clauses };

function addNoun(units: Unit[], noun: Token, { next, clauses }: Around): void {
  // "Red hair witch": who has the hair follows.
  const isOwner = !isThing(noun) || (next?.kind === 'noun' && !isThing(next));
  const before = takeLast(units, 'adjective', 'link', 'empty');
  const phrase: Phrase = { kind: 'phrase', adjectives: adjectivesIn(before), nouns: [noun], clauses: [] };
  // In Chinese, what is said about a thing is between it and the particle.
  const isLinked =
    clauses === 'verb last'
      ? before.some(({ kind }) => kind === 'link')
      : before[0]?.kind !== 'link' && /的$/.test(before.flatMap(tokensOf).at(-1)?.said ?? '');
  const isSubject = before.some((unit) => unit.kind === 'empty' && subjects.has(unit.token.said));
  const isSaid = isThing(noun) ? next?.kind === 'adjective' : isLinked || isSubject;
  const last = phraseAt(units, -1);
  if (!last) units.push(...before.filter(({ kind }) => kind === 'empty'));
  else if (isSaid && phrase.adjectives.length > 0 && isThingPhrase(last) && isBare(last)) {
    const ownFrom = phrase.adjectives.findIndex(isSide);
    last.adjectives.unshift(...phrase.adjectives.splice(0, ownFrom < 0 ? phrase.adjectives.length : ownFrom));
    if (!isThing(noun)) own(units);
  } else if (before[0]?.kind === 'link') belong(units, phrase, isOwner);
  else if (before.length === 0 && noun.kind === 'noun') join(units, phrase);
  else units.push(...before.filter(({ kind }) => kind === 'empty'));
  const clause = units.at(-1);
  if (clause?.kind === 'clause' && clause.isOpen && isOwner)
    phrase.clauses = takeLast(units, 'clause').flatMap(tokensOf);
  units.push(phrase);
}

/** "Hat's cat" is a cat with a hat, "holding carrot's rabbit" is a rabbit holding a carrot, and cat's ears are its ears. */
function belong(units: Unit[], phrase: Phrase, isOwner: boolean): void {
  if (isOwner && verbBefore(units) > 0) units.push(openClause(takeDone(units)));
  else if (isOwner && isThingPhrase(phraseAt(units, -1))) own(units);
  else join(units, phrase);
}

/** Makes the things at the end a clause about who has them. */
function own(units: Unit[]): void {
  const things: Token[] = [];
  for (;;) {
    things.unshift(having, ...tokensOf(units.pop()!));
    const joins = isAnd(units.at(-1));
    if (!isThingPhrase(phraseAt(units, joins ? -2 : -1))) break;
    if (joins) things.unshift(...tokensOf(units.pop()!));
  }
  const where = takeLast(units, 'place').flatMap(tokensOf); // "in left hand sword's knight"
  units.push(openClause([...things, ...where]));
}

function join(units: Unit[], phrase: Phrase): void {
  const owner = units.pop() as Phrase;
  phrase.nouns.unshift(...owner.nouns);
  phrase.adjectives.unshift(...owner.adjectives);
  phrase.clauses = owner.clauses;
}

/** How many units at the end are a verb, with its place, and its object. */
function verbBefore(units: readonly Unit[]): number {
  if (!phraseAt(units, -1)) return 0;
  let size = 1;
  while (isAnd(units.at(-size - 1)) && phraseAt(units, -size - 2)) size += 2;
  if (units.at(-size - 1)?.kind !== 'verb') return 0;
  return units.at(-size - 2)?.kind === 'place' ? size + 2 : size + 1;
}

/** Takes what someone does in Chinese, which may be several things: "wearing hat holding sword". */
function takeDone(units: Unit[]): Token[] {
  const done: Token[] = [];
  for (let size = verbBefore(units); size > 0; size = verbBefore(units)) {
    const taken = units.splice(-size);
    const places = taken.filter(({ kind }) => kind === 'place');
    done.unshift(...[...taken.filter(({ kind }) => kind !== 'place'), ...places].flatMap(tokensOf));
  }
  return done;
}

/** A number that follows what it counts. */
function countNoun(units: Unit[], token: Token): void {
  const skipped = takeLast(units, 'empty', 'link', 'adjective');
  const last = phraseAt(units, -1);
  if (last && adjectivesIn(skipped).length === 0) {
    last.adjectives.unshift(token);
    units.push({ kind: 'empty', token: { ...token, english: '' } });
  } else units.push({ kind: 'word', token }, ...skipped);
}
