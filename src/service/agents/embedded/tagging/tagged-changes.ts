import { become, type DraftChange, type Focus, thingOf, withArticle } from '../changes/change.js';
import { readCharacter } from '../changes/character.js';
import { editsIn } from '../changes/edits.js';
import { mayBeOfThing } from '../changes/focus.js';
import { headOf, isInHead, isPlanned, thingNamed } from '../changes/planned.js';
import { isSpecies, phraseOf } from '../words/lexis.js';
import { isRival } from '../words/looks.js';
import { isBodyPart } from '../words/nouns.js';
import { tokensOf } from '../words/tokens.js';
import { type Clause, clausesOf } from './clauses.js';
import type { Span } from './marks.js';
import { isBefore } from './tagged-characters.js';

/** The changes that the marked words of a message mean. */

const most = 8;

/**
 * @param focus what "it" is
 * @returns nothing where the spans change nothing
 */
export function changesOfSpans(
  line: string,
  spans: readonly Span[],
  draft: string,
  focus: Focus,
  isEnglish = true,
): DraftChange[] {
  const read = exchanges(line, joined(line, spans));
  const clauses = groupsOf(line, read).flatMap((group) => clausesOf(line, group, isEnglish));
  const kept = spans.filter(({ kind }) => kind === 'keep').map(({ text }) => headOf(text));
  const isMoved = clauses.some(({ kind }) => kind === 'place');
  const isAlone = clauses.length === 1 && bare.test(line.slice(0, spans[0]!.start));
  const talked: Talked = { draft, focus, isAlone, isOnly: clauses.length === 1, isEnglish };
  const thingOfFocus = focus && thingNamed(draft, focus.thing) ? focus.thing : null;
  const changes: DraftChange[] = [];
  for (const clause of clauses) {
    if (isMoved && clause.kind === 'rem' && isBodyPart(headOf(clause.what))) continue; // "on the back, not the head"
    const named = changes.at(-1);
    changes.push(...changesOfClause(clause, (named && thingOf(named)) ?? thingOfFocus, talked));
  }
  return changes.filter((one) => !(one.kind === 'remove' && kept.includes(one.what))).slice(0, most);
}

/** Before adjectives that are about the thing spoken of last: "ok, even shorter", but not "in green". */
const bare =
  /^(?:\W|\b(?:and|also|ok|okay|but|no|wait|actually|maybe|please|pls|then|even|just|much|a bit)\b)*$/i;

/** What a clause is read for. `isAlone`: whether the message is nothing but adjectives. */
type Talked = { draft: string; focus: Focus; isAlone: boolean; isOnly: boolean; isEnglish: boolean };

/**
 * The spans in groups that are read alone. "Tie red blazer navy": where parts and looks take turns and a look is the
 * last, each look is of the part before it. "Hair to the hips, silver": a colour goes on with the part before it.
 */
function groupsOf(line: string, spans: readonly Span[]): Span[][] {
  const isPaired = (at: number): boolean =>
    spans[at]?.kind === 'part' &&
    spans[at + 1]?.kind === 'look' &&
    (spans[at + 2]?.kind !== 'part' || isPaired(at + 2));
  const groups: Span[][] = [[]];
  for (const [at, span] of spans.entries()) {
    const isTinted =
      isPaired(at - 2) &&
      span.kind === 'look' &&
      /^\s*,\s*$/.test(line.slice(spans[at - 1]!.end, span.start)) &&
      isColour(span.text) &&
      !isColour(spans[at - 1]!.text);
    if (isTinted) groups.push([spans[at - 2]!, span], []);
    else if (isPaired(at - 2) && isPaired(at)) groups.push([span]);
    else groups.at(-1)!.push(span);
  }
  return groups;
}

const isColour = (text: string): boolean =>
  tokensOf(text).every(({ look }) => look?.axes.some((axis) => axis === 'colour' || axis === 'shade'));

const linking = /^(?:\s|should|be|to|into|are|is|with|for|an?|the)*$/i;
const turning = /\b(?:make|turn|change|swap|replace|switch)\s+(?:(?:the|his|her|its|their|that|those)\s+)?$/i;

/** "Make the clipboard an energy drink" exchanges them, and "wings should be butterfly" makes no butterfly of the character. */
function exchanges(line: string, spans: readonly Span[]): Span[] {
  const read = spans.map((span) => ({ ...span }));
  for (const [at, part] of read.entries()) {
    const next = read[at + 1];
    if (part.kind === 'old') readOld(part, read[at - 1], next);
    if (part.kind !== 'part' || !next || !linking.test(line.slice(part.end, next.start))) continue;
    if (next.kind === 'kind') next.kind = 'look';
    if (next.kind === 'add' && turning.test(line.slice(0, part.start)))
      [part.kind, next.kind] = ['old', 'new'];
  }
  return read;
}

/** "Greasy overalls, blue": a colour that stands alone behind a new thing is of it. */
function joined(line: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span, at) => {
    const [before, next] = [spans[at - 1], spans[at + 1]];
    if (isTint(line, before, span)) return [];
    return next && isTint(line, span, next)
      ? [{ ...span, text: `${next.text} ${span.text}`, end: next.end }]
      : [span];
  });
}
const isTint = (line: string, thing: Span | undefined, { kind, text, start, end }: Span): boolean =>
  thing?.kind === 'add' &&
  kind === 'look' &&
  isColour(text) &&
  /^\s*,\s*$/.test(line.slice(thing.end, start)) &&
  /^\s*(?:[.;!?\n]|$)/.test(line.slice(end));

/** What is exchanged without a marked thing in its place. */
function readOld(old: Span, before: Span | undefined, next: Span | undefined): void {
  const isSaid = before?.kind === 'part' || before?.kind === 'look';
  if (isLooks(old.text) && isSaid)
    [old.kind, before.end] = ['name', old.end]; // "silver not gold, and bigger"
  else if (next?.kind === 'look')
    if (isLooks(old.text))
      next.kind = 'new'; // "not red, blue"
    else old.kind = 'part'; // "change the hat to red"
  else if (next?.kind === 'add') next.kind = 'new';
}

/** @param last the thing that was named before the clause */
function changesOfClause(clause: Clause, last: string | null, talked: Talked): DraftChange[] {
  const { draft, isEnglish } = talked;
  switch (clause.kind) {
    case 'look': {
      const isOfLast = mayBeOfThing([clause.look]) && (clause.isSpoken || isMeantAbroad(clause.look, talked));
      const parts = clause.parts.length > 0 ? clause.parts : [isOfLast ? last : null];
      return parts.flatMap((part) => (part ? partLook(clause.look, part, draft) : look(clause.look, talked)));
    }
    case 'add':
      return [addition(clause.what, talked)];
    case 'rem':
      return removal(clause.what, draft);
    case 'swap': {
      const [old, fresh] = [headOf(clause.old), plain(clause.new)];
      if (!isPlanned(draft, old)) return [addition(clause.new, talked)];
      const thing = isLooks(old) && !isInHead(draft, old) ? thingNamed(draft, old) : null;
      if (thing) return partLook(fresh, thing, draft);
      if (!isLooks(fresh)) return [{ kind: 'swap', what: old, for: withArticle(fresh) }];
      return isLooks(old) ? look(fresh, talked) : partLook(fresh, old, draft);
    }
    case 'kind': {
      const what = plain(clause.what);
      if (isEnglish && isOnlyThing(headOf(what))) return [addition(what, talked)];
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

/** Other languages have one word for "it" and "him", or none: a look is of a thing that was asked about, or had such a look. */
const isMeantAbroad = (look: string, { focus, isEnglish, isOnly }: Talked): boolean =>
  !isEnglish &&
  isOnly &&
  (focus?.isAsked === true || (focus?.looks ?? []).some((one) => isRival(one, look.split(' ').at(-1)!)));

const isLooks = (text: string): boolean =>
  tokensOf(text).every((token) => token.look && !token.isThing && !token.isWho);

const isOnlyThing = (noun: string): boolean =>
  tokensOf(noun).some(({ isThing }) => isThing) && !phraseOf(noun).isCharacter;

/** "On a horse" does not make the character one. */
const beside = /\b(?:on|riding|with|holding|beside|behind|next to|near)\s+(?:(?:an?|the|his|her)\s+)?$/i;

const plain = (text: string): string => text.trim().replace(/^(?:an?|the|some|his|her|its|their) /i, '');

/** How a thing is to look: as the rules read a plain order or else, of a thing of the plan, in the same words. */
function partLook(look: string, part: string, draft: string): DraftChange[] {
  const said = plain(look).replace(/^(?:back )?(?:in)?to (?!the |his |her |its |their )/i, '');
  const noun = headOf(plain(part));
  if (/^(?:back|again)$/i.test(said)) return [{ kind: 'add', what: withArticle(plain(part)) }];
  const isOwn = isPlanned(draft, noun);
  const isMeant = (one: DraftChange): boolean =>
    one.kind === 'become' ? one.part !== null : isOwn ? one.kind === 'move' : one.kind === 'add';
  const read = [`make the ${noun} ${said}`, `${said} ${noun}`]
    .map((order) => editsIn(order, draft))
    .find((changes) => changes.length > 0 && changes.every(isMeant));
  return read ?? [become(said, noun, !isBefore(said))];
}

/** How the character is to look, or the thing that was spoken of just before. */
function look(text: string, { draft, focus, isAlone }: Talked): DraftChange[] {
  const said = plain(text);
  const isPlaced = place.test(said); // "on a horse"
  const isMeant = (one: DraftChange): boolean =>
    one.kind === 'become' ? one.part === null || isAlone : !(isPlaced && one.kind === 'replace');
  const read = [editsIn(said, draft, isAlone ? focus : null), editsIn(`make it ${said}`, draft)].find(
    (changes) => changes.length > 0 && changes.every(isMeant),
  );
  if (read) return read;
  return phraseOf(said).understood.length === 0 && !isWord(said) ? [] : [become(said, null, !isBefore(said))];
}

/** A single word that nothing is known of is shown as such; several ones are of no look. */
const isWord = (look: string): boolean => /^[\p{L}-]{4,}$/u.test(look) && tokensOf(look)[0]!.parts.size === 0;

const place = /^(?:on|in|at|by|near|under|beside) /i;

/** A thing more; other languages may name it before its looks. */
function addition(what: string, { draft, isEnglish }: Talked): DraftChange {
  const [change, ...others] = editsIn(isEnglish ? `add ${what}` : what, draft);
  if (change?.kind === 'become' && others.length === 0) return change;
  const added = change?.kind === 'add' && others.length === 0 ? change.what : what;
  const isKnown = isEnglish && tokensOf(headOf(added)).some(({ isThing }) => isThing);
  return { kind: 'add', what: isKnown ? withArticle(added) : added };
}

function removal(what: string, draft: string): DraftChange[] {
  const thing = plain(what);
  const changes = editsIn(`remove the ${thing}`, draft);
  return changes.length > 0 ? changes : [{ kind: 'remove', what: headOf(thing) }];
}
