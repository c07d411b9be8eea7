import { isColour, tokensOf } from '../words/tokens.js';
import type { Span } from './marks.js';

/** Which parts the looks of a message are about: a look and the things that it describes form a clause. */

/** What a message says about the character under discussion, in its order. */
export type Clause =
  /** `parts`: empty for the whole character. `isSpoken`: it describes "it" or "those", which were named before. */
  | { kind: 'look'; look: string; parts: readonly string[]; isSpoken: boolean }
  | { kind: 'add' | 'rem'; what: string }
  /** `lead`: the text before it, from the end of what was marked last. */
  | { kind: 'kind' | 'also'; what: string; lead: string }
  | { kind: 'swap'; old: string; new: string }
  | { kind: 'place'; what: string; to: string };

/** Words between a look and the noun that it stands before: "purple for the flames". */
const english = {
  before: /^\s*(?:(?:for|on|of|to)\s+)?(?:(?:the|his|her|its|their|a|an|some|those|these|my)\s+)?$/i,
  joint: /^[\s,]*(?:(?:and|n|&|but|also|plus|then)\s*)*(?:(?:the|his|her|its|their|a|an|also)\s+)?$/i,
};
/** Other languages: few words and no mark. */
const others = {
  before: /^\s*(?:(?!(?:und|aber|et|mais|y|pero|e|mas|и|а|но)\s)[\p{L}\p{M}']{1,4}\s+)?$/u,
  joint: /^[\s,、，]*(?:[\p{L}\p{M}']{1,4}[\s,、，]*){0,2}$/u,
};
/**
 * Whether a second look is about the same part: "blue and burning", "longer, thinner", "a cap, same teal"; in a list it is
 * about the character.
 */
const goesOn = (gap: string, look: string, isEnglish: boolean): boolean =>
  /^\s*(?:,\s*)?(?:and|or|n|&|but|plus|und|oder|et|ou|y|o|e|и|или|でも|で|고|又|也)\s*(?:also\s+)?$/iu.test(
    gap,
  ) ||
  (isEnglish && /^\s*,?\s*(?:(?:in )?(?:the )?same|perhaps|maybe|possibly|say)\s*$/i.test(gap)) ||
  (!isEnglish && isColour(look.split(' ').at(-1)!) && /^[、，]$/.test(gap.trim())) ||
  (isEnglish && /^\s*[,;]?\s*(?:more )?like (?:an? )?$/i.test(gap)) ||
  (isEnglish && /^\s*,\s*$/.test(gap) && tokensOf(look)[0]?.look?.isCompared === true);

const seam = /[.;!?\n。！？]/;
export const isPronoun = (text: string): boolean => /^(?:it|that|this|them|those|these)$/i.test(text);
const spoken = /\b(?:it|that|this|them|em|'em|those|these|they|both)\b/i;

/** What was named last, and whether it has a look already. */
type Named = { parts: readonly string[]; end: number; isDescribed: boolean };

type Reading = {
  line: string;
  spans: readonly Span[];
  isEnglish: boolean;
  clauses: Clause[];
  used: Set<Span>;
  named: Named | null;
};

/**
 * @param line the text that the spans are of; their own texts may be translations
 * @param isEnglish whether the line is
 */
export function clausesOf(line: string, spans: readonly Span[], isEnglish = true): Clause[] {
  const reading: Reading = { line, spans, isEnglish, clauses: [], used: new Set(), named: null };
  for (const [at, span] of spans.entries()) {
    if (reading.used.has(span)) continue;
    const { named } = reading;
    const isOver = named?.isDescribed && seam.test(line.slice(named.end, span.start));
    if (isOver && !isOfOnes(line, span)) reading.named = null;
    reading.named = read(reading, span, at);
  }
  return reading.clauses;
}

/** Reads a span. @returns what is named after it */
function read(reading: Reading, span: Span, at: number): Named | null {
  const { line, spans, isEnglish, clauses, named } = reading;
  switch (span.kind) {
    case 'part':
      return readPart(reading, span);
    case 'look':
      return readLook(reading, span, spans.slice(at + 1));
    case 'place': {
      const to = isEnglish ? placed(line, span) : located(span.text);
      for (const what of named?.parts ?? []) clauses.push({ kind: 'place', what, to });
      return named && { ...named, end: span.end, isDescribed: true };
    }
    case 'old':
    case 'new': {
      const fresh = readExchange(reading, span, spans.slice(at + 1));
      return fresh ? { parts: [fresh.text], end: fresh.end, isDescribed: true } : named;
    }
    case 'kind':
    case 'also': {
      const lead = line.slice(spans[at - 1]?.end ?? 0, span.start);
      clauses.push({ kind: span.kind, what: span.text, lead });
      return null;
    }
    case 'add':
      clauses.push({ kind: 'add', what: opened(line, span) });
      return { parts: [span.text], end: span.end, isDescribed: true };
    case 'rem':
      for (const what of named && isPronoun(span.text) ? named.parts : [span.text])
        clauses.push({ kind: span.kind, what });
      return null;
    case 'keep':
      return isOnlyBut(line, span) ? { parts: [span.text], end: span.end, isDescribed: true } : named;
    default:
      return named;
  }
}

/** "Boots and gloves black": parts in a row share the look behind them. "The stripes too" share the one before. */
function readPart({ line, named, isEnglish, clauses }: Reading, { text, start, end }: Span): Named {
  const last = clauses.at(-1);
  // With one look of the whole character, its part has it as well.
  const isLikewise = isEnglish && /^\s*(?:too|as well|also)\s*(?:[,.;!?]|$)/i.test(line.slice(end));
  if (isLikewise && last?.kind === 'look') {
    clauses.push({ ...last, parts: [text] });
    return { parts: [text], end, isDescribed: true };
  }
  const { joint } = isEnglish ? english : others;
  const isJoined = named && !named.isDescribed && joint.test(line.slice(named.end, start));
  return { parts: isJoined ? [...named.parts, text] : [text], end, isDescribed: false };
}

function readLook(reading: Reading, span: Span, [next, after]: readonly Span[]): Named | null {
  const { line, named, isEnglish, clauses, used } = reading;
  const { before } = isEnglish ? english : others;
  const gap = next ? line.slice(span.end, next.start) : '';
  const isOpen = named !== null && !named.isDescribed;
  const hasOwn =
    after?.kind === 'look' && /^\s*$/.test(line.slice(next?.end, after.start)) && gap.trim() !== '';
  if (next?.kind === 'part' && before.test(gap) && !hasOwn && !(isOpen && gap.trim() !== '')) {
    clauses.push({ kind: 'look', look: span.text, parts: [next.text], isSpoken: false });
    used.add(next);
    return { parts: [next.text], end: next.end, isDescribed: true };
  }
  const lapse = named === null ? '' : line.slice(named.end, span.start);
  if (named?.isDescribed && isEnglish && otherwise.test(lapse)) return named;
  const isOfNamed =
    named !== null &&
    (isOpen ||
      (isEnglish &&
        /^\s*,?\s*(?:but|just|only)\s+(?:(?:in|make (?:it|them)|a bit|slightly)\s+)*$/i.test(lapse)) ||
      (isEnglish && (/^\s+\(?$/.test(lapse) || isTint(reading, lapse, span) || isOfOnes(line, span))) ||
      goesOn(lapse, span.text, isEnglish));
  const lead = line.slice(0, span.start).split(seam).at(-1) ?? '';
  if (isEnglish && !isOfNamed && isThing(lead, span.text)) {
    clauses.push({ kind: 'add', what: opened(line, span) });
    return null;
  }
  const isSpoken = isEnglish && !isOfNamed && spoken.test(lead);
  const article = isOfNamed && isEnglish ? (/\b(?:is|are) (an? )$/i.exec(lead)?.[1] ?? '') : '';
  clauses.push({ kind: 'look', look: article + span.text, parts: isOfNamed ? named.parts : [], isSpoken });
  return isOfNamed ? { ...named, end: span.end, isDescribed: true } : null;
}

/** "Keep the crown but in gold" */
const isOnlyBut = (line: string, { end }: Span): boolean => keptBut.test(line.slice(end));
const keptBut =
  /^\s*,?\s*(?:but|just|only)\s+(?:(?:in|make (?:it|them)|a bit|slightly|more)\s+)*(?!him|her\b)/i;

/** "Rainbow, or at least pink": the first counts. */
const otherwise = /^\s*,?\s*or (?:(?:at least|maybe|even|like|just|an?) )*$/i;

/** "Can it have socks. Mismatched ones." */
const isOfOnes = (line: string, { end }: Span): boolean => /^\s+ones\b/i.test(line.slice(end));

/** "Hair to the hips, silver", "striped pajamas, blue and white", "a shirt in blue": a colour goes on with the part before it. */
function isTint({ line, clauses, named }: Reading, gap: string, { text, start }: Span): boolean {
  const last = clauses.at(-1);
  if (!isColour(text) || last?.kind !== 'look' || last.parts.length === 0) return false;
  const isBehind = line.lastIndexOf(last.look, start) > line.lastIndexOf(named!.parts[0]!, start);
  const isPlain = isBehind || tokensOf(last.look)[0]?.look?.isCompared !== true;
  return /^\s*(?:,\s*)?in\s+$/i.test(gap) || (isPlain && /^\s*,\s*$/.test(gap));
}

/** "A headlamp": what has an article and describes nothing is a thing. */
const isThing = (lead: string, text: string): boolean =>
  /\b(?:an?|some) (?:lil |little |small |tiny |big )?$/i.test(lead) &&
  !tokensOf(text).some(({ look }) => look !== null);

/**
 * "A torch instead of the sword", in either order. A new thing for nothing is added.
 * @returns the new thing
 */
function readExchange({ clauses, used }: Reading, span: Span, later: readonly Span[]): Span | null {
  const isOld = span.kind === 'old';
  const other = later.find(({ kind }) => kind === (isOld ? 'new' : 'old'));
  if (other) {
    used.add(other);
    const [old, fresh] = isOld ? [span, other] : [other, span];
    clauses.push({ kind: 'swap', old: old.text, new: fresh.text });
    return fresh;
  }
  if (!isOld) clauses.push({ kind: 'add', what: span.text });
  return isOld ? null : span;
}

/** A thing with the article or number that stands before it. */
const opened = (line: string, { start, text }: Span): string => {
  const [article = ''] =
    /\b(?:an?|some|one|two|three|four|five|six|a pair of|lots of|a lot of) $/i.exec(line.slice(0, start)) ??
    [];
  return `${article.toLowerCase()}${text}`;
};

/** "On his back": the preposition and the article stand before the place. */
function placed(line: string, { start, text }: Span): string {
  const [, joint = 'on', article = ''] =
    /\b(on|in|at|over|around|round|under|behind|across|onto|into|to|near|between|from|above|below|against|through)\s+((?:(?:the|his|her|its|their)\s+)?)$/i.exec(
      line.slice(0, start),
    ) ?? [];
  const inside = /\b(?:hand|paw|claw|mouth|beak|arm)s?$/i.test(text) ? 'in' : 'on';
  const where = joint.toLowerCase().replace('onto', 'on').replace('into', 'in').replace(/^to$/, inside);
  return `${where} ${article || (/^(?:the|his|her|its|their)\b/i.test(text) ? '' : 'the ')}${text}`.replace(
    /\s+/g,
    ' ',
  );
}

/** A translation may have its preposition. */
const located = (text: string): string =>
  /^(?:on|in|at|over|around|under|behind|across|to|near) /i.test(text) ? text : `on the ${text}`;
