import { withArticle } from '../changes/change.js';
import { names } from '../changes/character.js';
import { is } from '../words/cursor.js';
import { isRole, isSpecies } from '../words/lexis.js';
import { asWritten, isBodyPart, type Noun } from '../words/nouns.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { looksIn, type Mention, mentionsIn, strangerIn } from './mentions.js';

/** Finds the character of a story: whom it is about, and the looks and things that its sentences name. */

export type Told = {
  prompt: string;
  /** How many words of it the engine knows. */
  score: number;
  /** Whether a question other than a wish is asked. */
  isAsked: boolean;
  /** Whether it introduces a character: "a knight". */
  isIntroduced: boolean;
  /** The animal or role that it mentions, alone. */
  creature: string | null;
};

/** Members of a family and friends whom a member owns are not the character: "my brother loves sharks". */
const relatives =
  /^(?:mum|mom|mother|dad|father|brother|sister|son|daughter|kid|kids|child|children|wife|husband|cousin|uncle|aunt|grandma|grandmother|grandpa|grandfather|friend|friends|girlfriend|boyfriend|boss|teacher|niece|nephew|class|group|nan|bestie|buddy|pet|companion|guy|dude|man)$/;
/** Words that only say that there is a character. */
const anyone =
  /^(?:guy|dude|person|people|character|figure|somebody|someone|one|oc|thing|avatar|hero|villain)$/;
const oneEyed = /\b(?:lost|missing|without) (?:(?:an?|one|his|her|their) )+(?:(?:left|right) )?eye\b/i;
const mostThings = 14;

export function storyIn(line: string): Told | null {
  const tokens = tokensOf(line.replace(/ [-–—]+ /g, ': '));
  const found = mentionsIn(tokens);
  const whos = found.filter(({ noun }) => noun.isWho);
  const who = bestOf(whos, tokens);
  const sex = sexIn(tokens);
  const kind = who?.noun.name ?? sex ?? (found.length > 1 ? (strangerIn(tokens) ?? ownIn(line)) : null);
  if (!kind) return null;
  const isFemale = who !== null && isRole(who.noun.head) && sex === 'woman';
  const looks = [...(isFemale ? ['female'] : []), ...(who?.noun.looks ?? []), ...looksIn(tokens, found)];
  const things = found.filter((one) => one !== who && isOwn(one, who, tokens));
  const has = unlike(things.filter(({ at }) => !isLacking(tokens[at - 1])));
  const lacks = unlike(things.filter(({ at }) => isLacking(tokens[at - 1])));
  const kept = [...has.slice(0, mostThings).map(asWritten), ...(oneEyed.test(line) ? ['an eyepatch'] : [])];
  const prompt = [
    withArticle([...new Set(looks), kind].join(' ')),
    ...(kept.length > 0 ? [`with ${kept.join(', ')}`] : []),
    ...(lacks.length > 0 ? [`without ${lacks.map(({ name }) => name).join(' and ')}`] : []),
  ].join(' ');
  return {
    prompt,
    score: has.reduce((sum, { looks: own }) => sum + 1 + own.length, looks.length + (who ? 1 : 0)),
    isAsked: isAsked(line, tokens),
    isIntroduced: who?.noun.article === 'a' || tokens[who?.at ?? -1]?.word === 'this',
    creature: who && creatureIn(who.noun),
  };
}

/** "A small dragon" of "small dragons". */
function creatureIn({ name, head, looks }: Noun): string | null {
  const one = [head, head.replace(/s$/, '')].findLast((word) => isSpecies(word) || isRole(word));
  if (!one) return null;
  const before = name.slice(0, name.lastIndexOf(head)).trim();
  return withArticle([...looks, before, one].filter(Boolean).join(' '));
}

/** "My OC has red hair". */
const ownIn = (line: string): string | null =>
  /\b(?:my|our|the|an?) (?:[\w-]+ )?(?:oc|sona|fursona|persona|avatar|character|mascot)\b/i.test(line)
    ? 'person'
    : null;

/** Somebody of whom a story only says "she" or "he". */
function sexIn(tokens: readonly Token[]): 'woman' | 'man' | null {
  const [said] = tokens.flatMap(
    ({ word }) => /^(?:she|her|hers|she's|shes|he|his|him|he's|hes)$/.exec(word) ?? [],
  );
  return said ? (/^(?:s|her)/.test(said) ? 'woman' : 'man') : null;
}

/** Whom a story is about: who is introduced by an article or named by "he's a", and the more words the better. */
function bestOf(whos: readonly Mention[], tokens: readonly Token[]): Mention | null {
  let best: { one: Mention; score: number } | null = null;
  for (const one of whos) {
    const { noun, at } = one;
    const before = tokens.slice(0, at).findLast((token) => !is(token, 'filler'));
    const isOther = relatives.test(noun.head) && (is(before, 'me') || noun.length === 1);
    if (isOther && is(before, 'me')) continue;
    const isNamed =
      is(before, 'itIs', 'is', 'request', 'set') || /^(?:as|called|about|named|:)$/.test(before?.said ?? '');
    const signs = [noun.article === 'a', isNamed, one === whos[0]].filter(Boolean).length * 2;
    const isVague = isOther || anyone.test(noun.head);
    const score = signs + noun.length + noun.looks.length - (isVague ? 3 : 0);
    if (!best || score > best.score) best = { one, score };
  }
  return best?.one ?? null;
}

/** Whether a noun is one of the character's things, and no other person of the story. */
function isOwn({ noun, at }: Mention, who: Mention | null, tokens: readonly Token[]): boolean {
  if (who && names(who.noun.name, noun.head)) return false;
  const before = tokens[at - 1];
  const isPlace = is(before, 'place', 'of') && noun.looks.length === 0 && isBodyPart(noun.head);
  const isLost = tokens.slice(Math.max(at - 3, 0), at).some(({ word }) => /^(?:lost|missing)$/.test(word));
  if (noun.isThing) return !is(before, 'me') && !isPlace && !isLost;
  return is(before, 'has') && who !== null && at > who.at && noun.article === 'a';
}

const isLacking = (before: Token | undefined): boolean =>
  is(before, 'no', 'lacks', 'not') || before?.word === 'instead of';

/** Each thing once, as it is described most fully. */
function unlike(mentions: readonly Mention[]): Noun[] {
  const nouns = mentions.map(({ noun }) => noun);
  return nouns.filter(
    (one, at) =>
      !nouns.some(
        (other, i) =>
          i !== at &&
          names(other.name, one.head) &&
          (other.looks.length > one.looks.length || (other.looks.length === one.looks.length && i < at)),
      ),
  );
}

const asking =
  /\bhow (?:many|much|long|big|do|does|would)\b|\bwhat (?:is|are|does|happens|if)\b|\b(?:do|will|should) i\b/i;

/** Whether a question other than a wish is asked. */
const isAsked = (line: string, tokens: readonly Token[]): boolean =>
  asking.test(line) ||
  tokens.some(({ mark }, at) => {
    if (mark !== '?') return false;
    const start = tokens.findLastIndex((one, i) => i < at && /^[.!?]$/.test(one.mark ?? '')) + 1;
    const sentence = tokens.slice(start, at);
    return sentence.some((one) => is(one, 'ask')) && !sentence.some((one) => is(one, 'request', 'set'));
  });
