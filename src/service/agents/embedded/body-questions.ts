import { countIn } from '../../../engine/input/text/having.js';
import { names, readCharacter, traitWith } from './character.js';
import { bodyOf, isLook, lookOf, phraseOf } from './lexis.js';
import type { BodyQuestion, TalkState, Wish } from './wish.js';

/** Questions about the character under discussion, which the engine's own reading of its description answers. */

const subject = '(it|he|she|they|the [\\w-]+(?: [\\w-]+)?|my [\\w-]+|that|this(?: one)?)';
const adverb = '(?:\\s(?:also|actually|still|already|even|really|just|now))*';
const pattern = (source: string) => new RegExp(`^(?:(?:and|so|but|wait)[\\s,]+)*(?:${source})\\W*$`, 'i');

const having = pattern(
  `(?:does|do|did|will|would|is|are|has|have) ${subject}${adverb}(?: going to| gonna)?${adverb} (?:have|has|got|get|come with|include|wear|wearing|hold|holding|carry|carrying|a(?=n? )) ?(.+?)`,
);
const including = pattern('did (?:you|u|we) (?:include|add|put in|put|keep|make|draw|forget) (.+?)');
const present = pattern(
  '(?:is|are) there (.+?)|(?:is|are) (?:the|an?) ([\\w-]+) (?:included|there|in (?:it|there)|on (?:it|him|her|them)|still (?:there|on))',
);
const counting = pattern(
  `how many ([\\w-]+(?: [\\w-]+)?) (?:does|do|did|will|has|have) ${subject}(?: have| get| got)?`,
);
const colouring = pattern(
  `(?:what|which) colou?rs? (?:is|are|will|would|do|does|did) (?:the|its|his|her|their) ([\\w -]+?)(?: be| have| get)?`,
);
const sizing = pattern(`how (?:tall|high) (?:is|are|will|would|does|do) ${subject}(?: be| get)?`);
const looking = pattern(
  `(?:is|are) (?:${subject}|(?:its|his|her|their) ([\\w-]+))${adverb} ((?!an? )[\\w-]+(?: [\\w-]+)?)`,
);
const holding = pattern(`(?:can|will) ${subject}${adverb} (?:hold|carry|wear|wield|grab|grip) (.+?)`);
/** What no model of a body can do by itself. */
const effects =
  'breathe|breath|spit|shoot|bark|roar|meow|growl|purr|howl|sing|explode|transform|morph|burn|smoke|sparkle|bleed|float|hover|fly|swim|blink|sit|kneel|stand|sleep|crouch|turn into';
const acting = pattern(
  `(?:does|do|can|will|would) ${subject}${adverb} ((?:${effects})(?: (?!next|each|in\\b|with)[\\w-]+){0,3})`,
);

const around =
  /^(?:an?|any|the|some|his|her|its|their) |(?:,? (?:too|as well|also|already|at all|then|on (?:it|him|her)|in (?:it|there)))+$/gi;
const bare = (what: string) => what.replace(around, '').replace(around, '').trim();
const noun = (what: string) => bare(what).split(/\s+(?:on|in|at|of|with|for)\s+/i)[0]!;

/** @param isLost whether nothing else was understood: then any noun may be a thing that it has */
export function bodyQuestionIn(said: string, { draft }: TalkState, isLost = false): Wish | null {
  if (draft === null) return null;
  const isOf = (who?: string) => who !== undefined && isAbout(who, draft);
  const ask = (question: BodyQuestion): Wish => ({ kind: 'body', ask: question });
  const [, who, owned] = having.exec(said) ?? [];
  const [, kept] = including.exec(said) ?? [];
  const [, there, included] = present.exec(said) ?? [];
  const thing = (who && isOf(who) ? owned : undefined) ?? kept ?? there ?? included;
  if (thing && (isThing(draft, noun(thing)) || (isLost && isNoun(noun(thing)))))
    return { kind: 'has', what: noun(thing) };
  const [, counted, having2] = counting.exec(said) ?? [];
  if (counted && isOf(having2) && isThing(draft, counted)) return ask({ about: 'count', what: counted });
  const coloured = colouring.exec(said)?.[1];
  if (coloured && isThing(draft, coloured)) return ask({ about: 'colour', what: coloured });
  if (isOf(sizing.exec(said)?.[1])) return ask({ about: 'height' });
  const [, holder, held] = holding.exec(said) ?? [];
  if (held && isOf(holder) && !phraseOf(held).isCharacter) return ask({ about: 'holds', what: held });
  const [, actor, action] = acting.exec(said) ?? [];
  if (action && isOf(actor)) return ask({ about: 'acts', action, look: lookOf(action.split(' ')[0]!) });
  return lookAsked(said, draft, isOf);
}

/** "Is it blue?", "are the boots red?" */
function lookAsked(said: string, draft: string, isOf: (who?: string) => boolean): Wish | null {
  const [, who, owned, look = ''] = looking.exec(said) ?? [];
  if (!look) return null;
  const part = owned ?? (who?.startsWith('the ') && !isOf(who) ? who.slice('the '.length) : null);
  if (part === null ? !isOf(who) || !isLook(look) : !isThing(draft, part) || !isLookOf(look, part))
    return null;
  return { kind: 'body', ask: { about: 'look', look, part } };
}

const isLookOf = (look: string, part: string): boolean => {
  const { isCharacter, unknown } = phraseOf(`${look} ${part}`);
  return isLook(look) || (!isCharacter && unknown.length === 0 && !phraseOf(look).hasThings);
};

const isAbout = (who: string, draft: string): boolean =>
  /^(?:it|he|she|they|that|this(?: one)?)$/i.test(who) || names(headOf(draft), lastWord(who));

const headOf = (draft: string): string => {
  const { looks, kind } = readCharacter(draft);
  return [...looks, kind].join(' ');
};

const isNoun = (what: string): boolean => /^[a-z]{3,}(?: [a-z]{3,})?$/i.test(what);

/** An item or a part of bodies, of several words also by the last of them. */
const isThing = (draft: string, what: string): boolean =>
  countOf(draft, what) !== null ||
  (phraseOf(what).hasThings && phraseOf(what).unknown.length === 0) ||
  traitWith(readCharacter(draft), lastWord(what)) !== undefined;

/** How many it will have of a thing that may have adjectives; null for no thing. */
export function countOf(draft: string, what: string): number | null {
  const body = bodyOf(draft);
  return countIn(body, what) ?? countIn(body, lastWord(what));
}

const lastWord = (text: string): string => text.split(/\s+/).at(-1) ?? '';

/** The thing that a question asked for and the description does not name, so that "give him one" can refer to it. */
export function unnamedIn(wish: Wish, draft: string | null): string | null {
  const what =
    wish.kind === 'has'
      ? wish.what
      : wish.kind === 'body' && wish.ask.about === 'holds'
        ? wish.ask.what
        : null;
  const isNamed = what && draft && traitWith(readCharacter(draft), lastWord(what));
  return isNamed ? null : what;
}
