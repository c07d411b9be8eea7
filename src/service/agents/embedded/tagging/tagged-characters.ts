import { lifeless } from '../../../../engine/input/text/vocabulary.js';
import { withArticle } from '../changes/change.js';
import { headOf } from '../changes/planned.js';
import { strangerIn } from '../descriptions/mentions.js';
import { isAnotherOne, isOfSeveral, joining } from '../descriptions/several.js';
import { is } from '../words/cursor.js';
import { isPerson, isSpecies, phraseOf } from '../words/lexis.js';
import { lookIn } from '../words/looks.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { type Clause, clausesOf } from './clauses.js';
import type { Span } from './marks.js';
import { blankSketch, isAdjectival, isBefore, onceEach, plain, put } from './sketch.js';
import { isAnybody, isCreature, joinKind, type Sketch, withoutGeneral } from './sketch-kinds.js';

export { isBefore };

/** The characters that the marked words of a message describe. */

/** One for each; none where the spans describe nobody. @param language that of the line; null for English */
export function charactersOfSpans(
  line: string,
  marked: readonly Span[],
  language: string | null = null,
): string[] {
  const isEnglish = language === null;
  const spans = isEnglish ? marked : withoutAsides(line, marked);
  const sketches: Sketch[] = [blankSketch()];
  const isGroup = isOfSeveral(line);
  const clauses = clausesOf(line, spans, isEnglish);
  const leads = clauses.flatMap((one) => (one.kind === 'kind' ? [one.lead] : []));
  const isList = leads.length > 2 || leads.slice(1).some((lead) => joining.test(lead));
  for (const [at, clause] of clauses.entries()) {
    const current = sketches.at(-1)!;
    if (clause.kind !== 'kind') put(current, clause);
    else putKind(sketches, clause, clauses[at + 1], { isGroup, isList });
  }
  return sketches
    .map((one) => written(asSomebody(withKind(one, line), line), line))
    .filter((text) => text !== '');
}

/** "Ein Drache, mein Bruder spielt einen Elfen": another being in a sentence behind the first one. */
const withoutAsides = (line: string, spans: readonly Span[]): Span[] => {
  const first = spans.find(({ kind }) => kind === 'kind');
  return spans.filter((span) => {
    const gap = first && span !== first && span.kind === 'kind' ? line.slice(first.end, span.start) : '';
    return !/^\s*,(?:\s+\p{L}+){3,}/u.test(gap);
  });
};

function putKind(
  sketches: Sketch[],
  { what, lead }: Extract<Clause, { lead: string }>,
  next: Clause | undefined,
  { isGroup, isList }: { isGroup: boolean; isList: boolean },
): void {
  const current = sketches.at(-1)!;
  const kind = withoutGeneral(plain(what));
  if (isAnybody(kind) || on.test(lead)) return;
  if (current.kind !== '' && alternative.test(lead)) return;
  const isDescribed = next !== undefined && next.kind !== 'kind' && next.kind !== 'also';
  const before = { kind: current.kind, isDescribed: current.has.length > 0 };
  if (current.kind === '') current.kind = kind;
  else if (rather.test(lead) && isSpecies(headOf(current.kind))) current.kind = kind;
  else if (isAnotherOne(before, { kind, lead, isDescribed }, isGroup, isList))
    sketches.push({ ...blankSketch(), kind });
  else if (!comparing.test(lead)) joinKind(current, kind, defining.test(lead) ? 'role' : null);
}

/** "Platform boots (yes on a bird)", "always playing cricket". */
const on =
  /\b(?:on|eating|holding|riding|hugging|carrying|playing|petting|fighting|hunting|chasing|selling|delivering|against) (?:(?:an?|the|his|her)\s*)?$/i;
/** "Holding a beer, or a coconut if beer is not allowed": the first one counts. */
const alternative = /\bor (?:maybe |perhaps )?(?:an? )?$/i;
const rather = /\bbut (?:it'?s|he'?s|she'?s|they'?re)\s*(?:an?)?\s*$/i;

/** "A staff that's more like a totem". */
const comparing = /\blike (?:an?\s*)?$/i;
const defining =
  /\b(?:(?:who|that|which) is|he'?s|she'?s|it'?s|they'?re|as|who|but|called|basically) (?:an?\s*)?$/i;

/** Of a description without a known noun: a character among its things, or one that an article introduces. */
function withKind(sketch: Sketch, line: string): Sketch {
  if (sketch.also.length > 0 || phraseOf(sketch.kind).isCharacter) return sketch;
  const things = sketch.kind === '' ? sketch.has : [sketch.kind, ...sketch.has];
  const who = sketch.has.find((one) => phraseOf(one).isCharacter && !/[^s]s$/i.test(headOf(one))); // crocs are shoes
  if (who && sketch.kind === '') {
    const kind = plain(who).split(/ (?:on|in|at|behind|under|with|from|of|made|wearing) /i)[0]!;
    const [made = '', ...things] = plain(who)
      .slice(kind.length)
      .trim()
      .split(/\s*\b(?:with|wearing)\s+/i);
    const has = sketch.has.flatMap((one) => (one === who ? things : [one]));
    return { ...sketch, kind, has, looks: made === '' ? sketch.looks : [...sketch.looks, made] };
  }
  if (things.length + sketch.looks.length < leastThings) return sketch;
  const tokens = tokensOf(line);
  const isTaken = (name: string) => [...sketch.looks, ...sketch.has].some((one) => one.includes(name));
  const whos = tokens.filter(
    ({ isWho, said, start }) => isWho && !isAnybody(said) && !isTaken(said) && !on.test(line.slice(0, start)),
  );
  const introduced = whos.find((one) => is(tokens[tokens.indexOf(one) - 1], 'article')) ?? whos[0];
  if (introduced && sketch.kind.includes(introduced.said)) return sketch; // "a cloud person"
  if (introduced) return { ...sketch, kind: namesFrom(tokens, introduced), has: things };
  const stranger = sketch.kind || strangerIn(tokens);
  return { ...sketch, kind: stranger && !isAnybody(stranger) ? stranger : '' };
}

/** "A roller derby jammer with pink wheels" is refused as a wheel, unless a character is named. */
function asSomebody(sketch: Sketch, line: string): Sketch {
  const { kind } = sketch;
  if (kind === '' || sketch.also.length > 0 || phraseOf(headOf(kind)).unknown.length === 0) return sketch;
  if (lifeless.has(headOf(kind).toLowerCase())) return sketch;
  return phraseOf(written(sketch, line)).refusal === null
    ? sketch
    : { ...sketch, kind: `${kind} ${somebody(line)}` };
}

/** "Janitor ghost". */
function namesFrom(tokens: readonly Token[], first: Token): string {
  const from = tokens.indexOf(first);
  const end = tokens.findIndex((token, at) => at > from && !token.isWho);
  return tokens
    .slice(from, end < 0 ? undefined : end)
    .map(({ said }) => said)
    .join(' ');
}

/** Fewer things describe no character. */
const leastThings = 2;

/** "A gym bro shrimp"; longer roles stand behind. */
const mostOfRole = 2;

/** "Walks with a cane": the verb is none of the looks. */
const isVerb = (look: string, line: string): boolean =>
  /^[a-z]+s$/i.test(look) && new RegExp(`\\b${look}\\s+(?:with|w|like|on|around)\\b`, 'i').test(line);

/** Somebody of whom only looks and things are said. */
const somebody = (line: string): string =>
  /\b(?:she|her|hers)\b/i.test(line) ? 'woman' : /\b(?:he|his|him)\b/i.test(line) ? 'man' : 'person';

function written({ kind, also, looks, has, lacks }: Sketch, line: string): string {
  const isNamed = kind !== '' || also.length > 0;
  if (!isNamed && has.length + looks.length < leastThings) return '';
  const said = looks.filter((look) => !isVerb(look, line));
  const before = said.filter(isAdjectival).filter((look) => !kind.includes(look));
  const behind = said.filter((look) => !isAdjectival(look));
  const isRole = (one: string) =>
    one.split(' ').length <= mostOfRole && isSpecies(headOf(kind)) && !isCreature(one);
  const own = also.filter(isRole);
  const roled = also.filter((one) => !own.includes(one));
  const being = kind || (roled.shift() ?? somebody(line));
  const beings = isPerson(headOf(being)) ? [being, ...own] : [...own, being]; // an old lady bus driver
  const noun = [...new Set(before), ...beings].join(' ');
  const roles = roled.map((one) => `, ${withArticle(one)}`).join('');
  const named = onceEach(has, lacks);
  const things = named.length > 0 ? ` with ${named.join(', ')}` : '';
  const others = behind.map((look) => `, ${look}`).join('');
  const isThing = (lack: string) => phraseOf(lack).hasThings || !lookIn(lack.toLowerCase());
  const without = lacks
    .filter(isThing)
    .map((lack, at) => `${at === 0 ? ' without ' : ' or '}${lack}`)
    .join('');
  const not = lacks
    .filter((lack) => !isThing(lack) && tokensOf(lack).some(({ look }) => look))
    .map((lack) => `, not ${lack}`)
    .join('');
  return `${withArticle(noun)}${roles}${things}${others}${not}${without}`.trim();
}
