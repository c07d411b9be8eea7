import { become, type DraftChange, type Focus, thingOf, withArticle } from '../changes/change.js';
import { readCharacter } from '../changes/character.js';
import { withoutAmount } from '../changes/degrees.js';
import { eachOnce, editsIn } from '../changes/edits.js';
import { isSaidOf, mayBeOfThing } from '../changes/focus.js';
import { headOf, isInHead, isPlanned, textOf, thingNamed } from '../changes/planned.js';
import { isSpecies, phraseOf } from '../words/lexis.js';
import { isRival } from '../words/looks.js';
import { isBodyPart } from '../words/nouns.js';
import { isColour, tokensOf } from '../words/tokens.js';
import { type Clause, clausesOf, isPronoun } from './clauses.js';
import type { Span } from './marks.js';
import { meantSpans } from './meant-spans.js';
import { withOld } from './named-before.js';
import { exchanges, groupsOf, isLooks, joined, lastWordOf } from './paired-spans.js';
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
  const all = isEnglish ? withOld(line, meantSpans(line, spans), draft, focus) : spans;
  const read = exchanges(line, joined(line, all));
  const clauses = eachOnce(groupsOf(read).flatMap((group) => clausesOf(line, group, isEnglish)));
  const kept = spans.filter(({ kind }) => kind === 'keep').map(({ text }) => headOf(text));
  const isAlone = clauses.length === 1 && bare.test(line.slice(0, spans[0]!.start));
  const isAnswer = isEnglish && focus?.isAsked === true && opening.test(line.slice(0, spans[0]!.start));
  const talked: Talked = { draft, focus, isAlone, isAnswer, isFirst: true, isEnglish };
  const isOfAsked = focus?.isAsked && !isEnglish && isBodyPart(focus.thing); // "what colour are its eyes?"
  const thingOfFocus = focus && (isOfAsked || thingNamed(draft, focus.thing)) ? focus.thing : null;
  const changes: DraftChange[] = [];
  for (const clause of clauses) {
    const named = changes.at(-1);
    changes.push(
      ...changesOfClause(clause, (named && thingOf(named)) ?? thingOfFocus, { ...talked, isFirst: !named }),
    );
  }
  const wanted = changes.filter((one) => !(one.kind === 'remove' && kept.includes(one.what)));
  return lookedAtOnce(eachOnce(wanted)).slice(0, most);
}

/** "Small, round, floating": looks in a row keep their order. */
function lookedAtOnce(changes: readonly DraftChange[]): DraftChange[] {
  const all: DraftChange[] = [];
  for (const change of changes) {
    const last = all.at(-1);
    const isMore =
      change.kind === 'become' && last?.kind === 'become' && change.part === null && last.part === null;
    if (isMore && !change.isBehind && !last.isBehind)
      all.splice(-1, 1, { ...last, words: `${last.words} ${change.words}` });
    else all.push(change);
  }
  return all;
}

/** Before adjectives that are about the thing spoken of last: "ok, even shorter", but not "in green". */
const bare =
  /^(?:\W|\b(?:and|also|ok|okay|but|no|wait|actually|maybe|please|pls|then|even|just|much|a bit)\b)*$/i;

/** Before the first word of a sentence: "blue and gold", after "which colours are the stripes?" */
const opening = /(?:^|[.;!?\n])\s*$/;

/** What a clause is read for. */
type Talked = {
  draft: string;
  focus: Focus;
  /** Whether the message is nothing but adjectives. */
  isAlone: boolean;
  /** Whether the message may answer what was asked of the thing in focus. */
  isAnswer: boolean;
  /** Whether the message has changed nothing before. */
  isFirst: boolean;
  isEnglish: boolean;
};

/** @param last the thing that was named before the clause */
function changesOfClause(clause: Clause, last: string | null, talked: Talked): DraftChange[] {
  const { draft, isEnglish } = talked;
  switch (clause.kind) {
    case 'look': {
      const { focus, isAnswer, isFirst } = talked;
      if (focus && isAnswer && isFirst && isColour(lastWordOf(clause.look)))
        return [become(clause.look, focus.thing)];
      const own = last === null ? '' : textOf(draft, last);
      const isOfLast =
        mayBeOfThing([clause.look], own) && (clause.isSpoken || isMeantAbroad(clause.look, talked));
      const parts = clause.parts.length > 0 ? clause.parts : [isOfLast ? last : null];
      return parts.flatMap((part) =>
        part && !isWhole(part, draft) ? partLook(clause.look, part, draft) : look(clause.look, talked),
      );
    }
    case 'add':
      return [addition(clause.what, talked)];
    case 'rem':
      return isPronoun(clause.what)
        ? last === null
          ? []
          : removal(last, draft)
        : removal(clause.what, draft);
    case 'swap': {
      const [old, fresh] = [headOf(clause.old), plain(clause.new)];
      if (!isPlanned(draft, old)) return [addition(clause.new, talked)];
      const thing = isLooks(old) && !isInHead(draft, old) ? thingNamed(draft, old) : null;
      if (thing) return partLook(fresh, thing, draft);
      if (!isLooks(fresh)) return [{ kind: 'swap', what: old, for: withArticle(fresh) }];
      return partLook(fresh, old, draft);
    }
    case 'kind': {
      const what = plain(clause.what);
      if (isEnglish && isOnlyThing(headOf(what))) return [addition(what, talked)];
      const isNamed = !isEnglish && !phraseOf(what).isCharacter;
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

/** "A smaller rat", of a rat king. */
const isWhole = (part: string, draft: string): boolean =>
  isInHead(draft, headOf(part)) && thingNamed(draft, headOf(part)) === null && isSpecies(headOf(part));

/** Other languages have one word for "it" and "him", or none: a look is of a thing that was asked about, or had such a look. */
const isMeantAbroad = (look: string, { focus, draft, isEnglish, isFirst }: Talked): boolean =>
  !isEnglish &&
  isFirst &&
  focus !== null &&
  (focus.isAsked === true ||
    textOf(draft, focus.thing)
      .split(' ')
      .some((one) => isRival(one, lastWordOf(look))));

const isOnlyThing = (noun: string): boolean =>
  tokensOf(noun).some(({ isThing }) => isThing) && !phraseOf(noun).isCharacter;

/** "On a horse" does not make the character one. */
const beside = /\b(?:on|riding|with|holding|beside|behind|next to|near)\s+(?:(?:an?|the|his|her)\s+)?$/i;

const plain = (text: string): string => text.trim().replace(/^(?:an?|the|some|his|her|its|their) /i, '');

/** "More of a coral", "a little longer". */
const plainLook = (text: string): string =>
  withoutAmount(
    plain(text)
      .replace(/^more of an? /i, '')
      .replace(/^(?:more )?(?:on|to|towards?) the ([\w-]+)(?: side)?$/i, '$1'),
  );

/** How a thing is to look: as the rules read a plain order or else, of a thing of the plan, in the same words. */
function partLook(look: string, part: string, draft: string): DraftChange[] {
  const said = plainLook(look).replace(/^(?:back )?(?:in)?to (?!the |his |her |its |their )/i, '');
  const noun = headOf(plain(part));
  if (tooMuch.test(said)) {
    const changes = editsIn(['the', noun, 'is', said].join(' '), draft);
    if (changes.length > 0) return changes;
  }
  const isOwn = isPlanned(draft, noun);
  if (!isOwn && sided.test(part)) return [{ kind: 'add', what: `${said} ${plain(part)}` }]; // "left arm missing"
  if (
    /^(?:less|more) /i.test(said) &&
    isInHead(draft, lastWordOf(said)) &&
    !isSaidOf(textOf(draft, noun), lastWordOf(said))
  )
    return editsIn(said, draft); // "the arms shorter, and less rusty"
  const isMeant = (one: DraftChange): boolean =>
    one.kind === 'become' ? one.part !== null : isOwn ? one.kind === 'move' : one.kind === 'add';
  const read = [`make the ${noun} ${said}`, `${said} ${noun}`]
    .map((order) => editsIn(order, draft))
    .find((changes) => changes.length > 0 && changes.every(isMeant));
  return read ?? [become(said, noun, !isBefore(said))];
}

const sided = /\b(?:left|right) \w/i;

/** "Too big" wants it smaller. */
const tooMuch = /^(?:\w+ )?too \w/i;

/** How the character is to look, or the thing that was spoken of just before. */
function look(text: string, { draft, focus, isAlone }: Talked): DraftChange[] {
  const said = plainLook(
    text.replace(/^like (?:an? )?/i, (like) => (isColour(lastWordOf(text)) ? '' : like)),
  );
  if (tooMuch.test(said)) return editsIn(`it is ${said}`, draft);
  if (ofHair.test(said) && thingNamed(draft, 'hair')) return partLook(said, 'hair', draft);
  const isPlaced = place.test(said); // "on a horse"
  const isMeant = (one: DraftChange): boolean =>
    one.kind === 'become' ? one.part === null || isAlone : !(isPlaced && one.kind === 'replace');
  const read = [editsIn(said, draft, isAlone ? focus : null), editsIn(`make it ${said}`, draft)].find(
    (changes) => changes.length > 0 && changes.every(isMeant),
  );
  if (read) return read;
  return phraseOf(said).understood.length === 0 && !isWord(said) ? [] : [become(said, null, !isBefore(said))];
}

const ofHair = /^(?:blonde?|brunette)$/i;

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
  if (/^(?:face|muzzle|snout)$/i.test(headOf(thing)) && !isPlanned(draft, headOf(thing))) return []; // "helmet off, one can't see his face"
  const changes = editsIn(`remove the ${thing}`, draft);
  return changes.length > 0 ? changes : [{ kind: 'remove', what: headOf(thing) }];
}
