import { lifeless } from '../../../../engine/input/text/vocabulary.js';
import { withArticle } from '../changes/change.js';
import { headOf } from '../changes/planned.js';
import { strangerIn } from '../descriptions/mentions.js';
import { isNothingYet } from '../descriptions/naming.js';
import { is } from '../words/cursor.js';
import { isSpecies, phraseOf } from '../words/lexis.js';
import { lookIn } from '../words/looks.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { type Clause, clausesOf } from './clauses.js';
import type { Span } from './marks.js';

/** The descriptions of the characters that the marked words of a message describe. */

type Sketch = { kind: string; also: string[]; looks: string[]; has: string[]; lacks: string[] };

const blank = (): Sketch => ({ kind: '', also: [], looks: [], has: [], lacks: [] });

/** One for each character; none where the spans describe nobody. */
export function charactersOfSpans(line: string, spans: readonly Span[], isEnglish = true): string[] {
  const sketches: Sketch[] = [blank()];
  for (const clause of clausesOf(line, wholeKinds(line, spans), isEnglish)) {
    const current = sketches.at(-1)!;
    if (clause.kind !== 'kind') put(current, clause);
    else if (isAnybody(plain(clause.what)) || on.test(clause.lead)) continue;
    else if (rather.test(clause.lead) && isSpecies(headOf(current.kind))) current.kind = plain(clause.what);
    else if (current.kind === '') current.kind = plain(clause.what);
    else if (isAnother(current, clause)) sketches.push({ ...blank(), kind: plain(clause.what) });
    else joinKind(current, plain(clause.what));
  }
  return sketches
    .map((one) => written(asSomebody(withKind(one, line), line), line))
    .filter((text) => text !== '');
}

/** "A guardian of the forest": what it is of belongs to the kind. */
function wholeKinds(line: string, spans: readonly Span[]): Span[] {
  const whole: Span[] = [];
  for (const span of spans) {
    const before = whole.at(-1);
    const isOf =
      before?.kind === 'kind' && span.kind === 'look' && ofIt.test(line.slice(before.end, span.start));
    if (isOf) whole.splice(-1, 1, { ...before, end: span.end, text: line.slice(before.start, span.end) });
    else whole.push(span);
  }
  return whole.map((span) => {
    const rest =
      span.kind === 'kind' && / of$/i.test(span.text) ? whose.exec(line.slice(span.end))?.[0] : null;
    return rest ? { ...span, text: span.text + rest, end: span.end + rest.length } : span;
  });
}
const whose = /^ (?:the |an? )?[\p{L}-]+/iu;
const ofIt = /^ of (?:the |an? )?$/i;

/** "Platform boots (yes on a bird)", "a gorilla tag style thing but it's a sloth". */
const on = /\b(?:on|eating|holding|riding|hugging|carrying) (?:an?|the|his|her)\s*$/i;
const rather = /\bbut (?:it'?s|he'?s|she'?s|they'?re)\s*(?:an?)?\s*$/i;

/** A second noun for somebody is another character where the first one is described already, or both stand in a list. */
function isAnother({ kind, has }: Sketch, { what, lead }: Extract<Clause, { kind: 'kind' }>): boolean {
  if (!phraseOf(what).isCharacter || !phraseOf(kind).isCharacter) return false;
  return listed.test(lead) || (has.length > 0 && !rather.test(lead));
}
const listed =
  /^\s*(?:[,、，]\s*|[,、，]?\s*(?:and|&|plus|n|und|et|y|e|и|と|와|과|和)\s*)(?:then\s+)?(?:(?:an?|one|another|the|two|three|four|\d|eine?n?|une?|un[ao]?|uma?|一[只个])\s*)$/i;

/** "A frog who is a postman": the engine's creature is the kind; "a skyblock shopkeeper" has one of an unknown word. */
function joinKind(sketch: Sketch, noun: string): void {
  const [one, other] = [sketch.kind, noun].map((kind) => phraseOf(kind));
  if (!other!.isCharacter) {
    if (other!.hasThings) sketch.has.push(noun);
    return;
  }
  if (!one!.isCharacter) sketch.kind = noun;
  else if (headOf(sketch.kind) === headOf(noun)) sketch.kind = noun;
  else if (isSpecies(headOf(noun)) && !isSpecies(headOf(sketch.kind))) {
    sketch.also.push(sketch.kind); // a guardian who is a bear
    sketch.kind = noun;
  } else sketch.also.push(noun);
}

/** "A character", "a vrc avatar". */
const isAnybody = (kind: string): boolean =>
  isNothingYet(kind) ||
  undecided.test(kind) ||
  (general.test(kind) && !phraseOf(kind.replace(general, '')).isCharacter);
const undecided = /^(?:can'?t|cannot|don'?t|idk|not sure|surprise|whatever|anything|something)\b/i;
const general = /\b(?:avatar|character|model|oc|npc|figure|rig|mascot)s?$/i;

const plain = (text: string): string => text.trim().replace(/^(?:an?|the|his|her|its|their|my) /i, '');

function put(sketch: Sketch, clause: Exclude<Clause, { kind: 'kind' }>): void {
  switch (clause.kind) {
    case 'also':
      if (sketch.kind === '') sketch.also.push(plain(clause.what));
      else joinKind(sketch, plain(clause.what));
      break;
    case 'add':
      sketch.has.push(clause.what.replace(/^(?:the|his|her|its|their|my) /i, ''));
      break;
    case 'swap':
      sketch.has.push(plain(clause.new));
      break;
    case 'rem':
      sketch.lacks.push(plain(clause.what));
      break;
    case 'place':
      sketch.has.push(`${plain(clause.what)} ${clause.to}`);
      break;
    case 'look':
      if (clause.parts.length === 0) sketch.looks.push(plain(clause.look));
      for (const part of clause.parts) describeThing(sketch, plain(part), plain(clause.look));
  }
}

/** A thing that was named already is described, any other one is one more. */
function describeThing(sketch: Sketch, part: string, look: string): void {
  const at = sketch.has.findIndex((one) => headOf(one).toLowerCase() === headOf(part).toLowerCase());
  const text = withLook(at < 0 ? part : plain(sketch.has[at]!), look);
  if (at < 0) sketch.has.push(text);
  else sketch.has[at] = text;
}

/** "Glowing blue eyes", "beard made of moss". */
const withLook = (part: string, look: string): string =>
  isBefore(look) ? `${look} ${part}` : `${part} ${look}`;

/** Whether a look stands before its noun: one with a preposition, a comparison or a clause stands behind it. */
export const isBefore = (look: string): boolean => {
  const tokens = tokensOf(look);
  const [last] = tokens.slice(-1);
  return (
    !tokens.some(
      (token) => is(token, 'place', 'like', 'of', 'has', 'than', 'pronoun', 'for') || token.mark,
    ) && !is(last, 'modal', 'is')
  );
};

/** Of a description without a known noun: somebody among its things, or whom an article introduces. */
function withKind(sketch: Sketch, line: string): Sketch {
  if (sketch.also.length > 0 || phraseOf(sketch.kind).isCharacter) return sketch;
  const things = sketch.kind === '' ? sketch.has : [sketch.kind, ...sketch.has];
  const called = sketch.looks.find((one) => phraseOf(one).isCharacter);
  if (called && sketch.kind === '')
    return { ...sketch, kind: called, looks: sketch.looks.filter((one) => one !== called) };
  const who = sketch.has.find((one) => phraseOf(one).isCharacter && !/[^s]s$/i.test(headOf(one))); // crocs are shoes
  if (who && sketch.kind === '') {
    const kind = plain(who).split(/ (?:on|in|at|behind|under|with|from|of) /i)[0]!;
    return { ...sketch, kind, has: sketch.has.filter((one) => one !== who) };
  }
  if (things.length + sketch.looks.length < leastThings) return sketch;
  const tokens = tokensOf(line);
  const whos = tokens.filter(({ isWho, said }) => isWho && !isAnybody(said));
  const introduced = whos.find((one) => is(tokens[tokens.indexOf(one) - 1], 'article')) ?? whos[0];
  if (introduced) return { ...sketch, kind: namesFrom(tokens, introduced), has: things };
  const stranger = sketch.kind || strangerIn(tokens);
  return { ...sketch, kind: stranger && !isAnybody(stranger) ? stranger : '' };
}

/** "A roller derby jammer with pink wheels" is refused as a wheel, unless somebody is named. */
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

/** Fewer things describe nobody. */
const leastThings = 2;

/** "A gym bro shrimp"; longer roles stand behind. */
const mostOfRole = 2;

/** Somebody of whom only looks and things are said. */
const somebody = (line: string): string =>
  /\b(?:she|her|hers)\b/i.test(line) ? 'woman' : /\b(?:he|his|him)\b/i.test(line) ? 'man' : 'person';

function written({ kind, also, looks, has, lacks }: Sketch, line: string): string {
  const isNamed = kind !== '' || also.length > 0;
  if (!isNamed && has.length + looks.length < leastThings) return '';
  const before = looks.filter(isBefore).filter((look) => !kind.includes(look));
  const behind = looks.filter((look) => !isBefore(look));
  const isRole = (one: string) =>
    one.split(' ').length <= mostOfRole && isSpecies(headOf(kind)) && !isSpecies(headOf(one));
  const own = also.filter(isRole);
  const roled = also.filter((one) => !own.includes(one));
  const noun = [...new Set(before), ...own, kind || (roled.shift() ?? somebody(line))].join(' ');
  const roles = roled.map((one) => `, ${withArticle(one)}`).join('');
  const named = kind === '' ? has : has.filter((one) => !one.toLowerCase().includes(kind.toLowerCase()));
  const things = named.length > 0 ? ` with ${named.join(', ')}` : '';
  const others = behind.map((look) => `, ${look}`).join('');
  const isThing = (lack: string) => phraseOf(lack).hasThings || !lookIn(lack.toLowerCase());
  const without = lacks
    .filter(isThing)
    .map((lack, at) => `${at === 0 ? ' without ' : ' or '}${lack}`)
    .join('');
  const not = lacks
    .filter((lack) => !isThing(lack))
    .map((lack) => `, not ${lack}`)
    .join('');
  return `${withArticle(noun)}${roles}${things}${others}${not}${without}`.trim();
}
