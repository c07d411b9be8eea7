import { become, type DraftChange, withArticle } from '../changes/change.js';
import { readCharacter } from '../changes/character.js';
import { editsIn } from '../changes/edits.js';
import { headOf, isPlanned, thingNamed } from '../changes/planned.js';
import { isSpecies, phraseOf } from '../words/lexis.js';
import { tokensOf } from '../words/tokens.js';
import { type Clause, clausesOf } from './clauses.js';
import type { Span } from './marks.js';
import { isBefore } from './tagged-characters.js';

/** The changes that the marked words of a message mean. */

const most = 8;

/**
 * @param last the thing that was spoken of before the message
 * @returns nothing where the spans change nothing
 */
export function changesOfSpans(
  line: string,
  spans: readonly Span[],
  draft: string,
  last: string | null,
  isEnglish = true,
): DraftChange[] {
  const clauses = clausesOf(line, isEnglish ? exchanges(line, spans) : spans, isEnglish);
  const kept = spans.filter(({ kind }) => kind === 'keep').map(({ text }) => headOf(text));
  const changes = clauses.flatMap((clause) => changesOfClause(clause, draft, last, isEnglish));
  return changes.filter((one) => !(one.kind === 'remove' && kept.includes(one.what))).slice(0, most);
}

const linking = /^(?:\s|should|be|to|into|are|is|with|for|an?|the)*$/i;
const turning = /\b(?:make|turn|change|swap|replace|switch)\s+(?:(?:the|his|her|its|their|that|those)\s+)?$/i;

/** "Make the clipboard an energy drink" exchanges them, and "wings should be butterfly" makes nobody a butterfly. */
function exchanges(line: string, spans: readonly Span[]): Span[] {
  const read = spans.map((span) => ({ ...span }));
  for (const [at, part] of read.entries()) {
    const next = read[at + 1];
    if (part.kind !== 'part' || !next || !linking.test(line.slice(part.end, next.start))) continue;
    if (next.kind === 'kind') next.kind = 'look';
    if (next.kind === 'add' && turning.test(line.slice(0, part.start)))
      [part.kind, next.kind] = ['old', 'new'];
  }
  return read;
}

function changesOfClause(
  clause: Clause,
  draft: string,
  last: string | null,
  isEnglish: boolean,
): DraftChange[] {
  switch (clause.kind) {
    case 'look': {
      const parts = clause.parts.length > 0 ? clause.parts : clause.isSpoken && last ? [last] : [null];
      return parts.flatMap((part) => lookOf(clause.look, part, draft));
    }
    case 'add':
      return [addition(clause.what, draft)];
    case 'rem':
      return removal(clause.what, draft);
    case 'swap':
      return thingNamed(draft, headOf(clause.old)) || isPlanned(draft, headOf(clause.old))
        ? [{ kind: 'swap', what: headOf(clause.old), for: withArticle(plain(clause.new)) }]
        : [addition(clause.new, draft)];
    case 'kind': {
      const what = plain(clause.what);
      if (isEnglish && isOnlyThing(headOf(what))) return [addition(what, draft)];
      const isNamed = /^(?:called|named)\b/i.test(what) || (!isEnglish && !phraseOf(what).isCharacter);
      return isNamed || beside.test(clause.lead) ? [] : [{ kind: 'replace', what: withArticle(what) }];
    }
    case 'also':
      return isSpecies(readCharacter(draft).kind) && phraseOf(clause.what).isCharacter
        ? [{ kind: 'replace', what: withArticle(plain(clause.what)), isRole: true }]
        : [];
    case 'place':
      return [{ kind: 'move', what: headOf(clause.what), to: clause.to }];
  }
}

const isOnlyThing = (noun: string): boolean =>
  tokensOf(noun).some(({ isThing }) => isThing) && !phraseOf(noun).isCharacter;

/** "On a horse" does not make the character one. */
const beside = /\b(?:on|riding|with|holding|beside|behind|next to|near)\s+(?:(?:an?|the|his|her)\s+)?$/i;

const plain = (text: string): string => text.trim().replace(/^(?:an?|the|some|his|her|its|their) /i, '');

/** What the rules of English read of a plain order, or else the words as they are. */
function lookOf(look: string, part: string | null, draft: string): DraftChange[] {
  const said = plain(look);
  const noun = part && headOf(plain(part));
  const orders = part ? [`make the ${noun} ${said}`, `${said} ${noun}`] : [`make it ${said}`, said];
  for (const order of orders) {
    const changes = editsIn(order, draft);
    const isPlaced = noun === null && place.test(said); // "on a horse"
    const isMeant =
      changes.length > 0 &&
      changes.every((one) => isAbout(one, noun) && !(isPlaced && one.kind === 'replace'));
    if (isMeant) return changes;
  }
  if (noun === null && phraseOf(said).understood.length === 0 && !isWord(said)) return [];
  return [{ ...become(said, noun), ...(!isBefore(said) && { isBehind: true as const }) }];
}

/** A single word that nothing is known of is shown as such; several ones are of no look. */
const isWord = (look: string): boolean => /^[\p{L}-]{4,}$/u.test(look) && tokensOf(look)[0]!.parts.size === 0;

const place = /^(?:on|in|at|by|near|under|beside) /i;

const isAbout = (change: DraftChange, noun: string | null): boolean => {
  if (change.kind === 'replace' || change.kind === 'bare' || change.kind === 'only') return noun === null;
  if (change.kind === 'become') return change.part === noun || (noun !== null && change.part !== null);
  return true;
};

function addition(what: string, draft: string): DraftChange {
  const [change, ...others] = editsIn(`add ${what}`, draft);
  const isWhole = change && others.length === 0 && (change.kind === 'add' || change.kind === 'become');
  return isWhole ? change : { kind: 'add', what };
}

function removal(what: string, draft: string): DraftChange[] {
  const thing = plain(what);
  const changes = editsIn(`remove the ${thing}`, draft);
  return changes.length > 0 ? changes : [{ kind: 'remove', what: headOf(thing) }];
}
