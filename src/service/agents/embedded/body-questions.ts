import { countIn } from '../../../engine/input/text/having.js';
import { choiceIn } from './body-choices.js';
import { readCharacter, traitWith } from './character.js';
import { moveIn } from './clip-moves.js';
import { bodyOf, isLook, lookOf, phraseOf } from './lexis.js';
import type { BodyQuestion, TalkState, Wish } from './wish.js';

/** Questions about the character under discussion, which the engine's own reading of its description answers. */

const pronoun = '(?:it|he|she|they|him|her|them|this(?: one)?|that(?: one)?)';
const subject = `(${pronoun}|(?:the|my|our) [\\w-]+(?: [\\w-]+)?|(?!(?:its|his|this)\\b)[a-z]+s)`;
const adverb =
  '(?:\\s(?:also|actually|still|already|even|really|just|now|supposed to|gonna|going to|able to))*';
const lead =
  '(?:(?:and|so|but|wait|also|ok(?:ay)?|hm+|btw|lol|oh|cool|nice|great|well|then|quick question|question)[\\s,:.]+)*';
const tail =
  '(?:[\\s,]+(?:too|as well|also|already|at all|again|now|then|there|lol|haha|tho|though|right|though|still|anymore|any more|or (?:not|no|what)|so far|right now|at the moment|in (?:this|that|the) (?:plan|version|model|one)|yet|by default|exactly|of (?:him|her|it|them)|on (?:him|her|it|them)|in (?:it|there)))*';
const pattern = (source: string) => new RegExp(`^${lead}(?:${source})${tail}\\W*$`, 'i');

const having = pattern(
  `(?:does|do|did|will|would|is|are|has|have|isn'?t|doesn'?t) ${subject}${adverb} (?:(?:have|has|got|get|come with|includes?|wearing|wear|holding|hold|carrying|carry) |a(?=n? ) ?)(.+?)`,
);
/** Of somebody whom the member named: "does Pip still have goggles on". */
const havingNamed = pattern(
  `(?:does|do|did|has|is) ((?!(?:you|u|i|we|anyone|everyone|anybody|everybody|somebody|discord|rigsmith)\\b)[a-z]+)${adverb} (?:have|has|got|wearing|wear|holding|hold|carrying|carry) (.+?)`,
);
const stated = new RegExp(
  `^${lead}${subject}${adverb} (?:has|have|got|wears?|is wearing|holds?|is holding|carries|comes? with) (.+?)(?: (?:instead of|not) .+?)?,? (?:right|yes|no|correct|doesn'?t (?:it|he|she)|don'?t they)\\W*$`,
  'i',
);
const including = pattern(
  '(?:(?:and )?the [\\w-]+\\W+)?(?:did|do|have|has) (?:you|u|we)(?: also| still| even)? (?:include|included|add|added|put in|put|keep|kept|make|made|draw|forget|forgot|forgotten|remember|give (?:it|him|her)|have|see|get(?= .+ right\\W*$)) (?:the |an? |any |his |her |its )?(.+?)(?: (?:somewhere|anywhere|on (?:it|him|her|them)|in))?',
);
const present = pattern(
  "(?:is|are|isn'?t|aren'?t) there (.+?)|(?:is|are) (?:the|an?|his|her|its|their) ([\\w-]+(?: [\\w-]+)?)(?: (?:also|still|really))? (?:included|there|visible|shown|in (?:it|there)|on (?:it|him|her|them)|on|still (?:there|on))|(?:can|do|will|would) (?:you|i|we|one|people) (?:see|notice) (.+?)|(.+?) (?:visible|included|showing|shown|there)|(?:any|got(?: any| an?)?|has) (.+?)",
);
const counting = pattern(
  `how many ([\\w-]+(?: [\\w-]+)?)(?: (?:does|do|did|will|would|has|have|is|are|you (?:gave|give)) ?${subject}?(?: have| get| got| be)?)?|(?:number of|count of) ([\\w-]+)`,
);
const colouring = pattern(
  `(?:in )?(?:what|which)(?:'s| is| was)?(?: the)? colou?rs?(?: of)?(?: (?:is|are|will|would|do|does|did|'s|you(?:'?re)?(?: \\w+)? (?:for|give|gave)))?(?: (?:you|u) (?:give|gave|pick|choose|chose|make|made|use|used)(?: for)?)? ?(?:the |its |his |her |their )?([\\w -]*?)(?: (?:be|have|get|got|in|made))?|(?:the )?colou?rs? (?:of|for) (?:the |its |his |her |their )?([\\w -]+?)|(?:the |its |his |her |their )?([\\w-]*?)(?:'s)? ?colou?rs?`,
);
const sizing = pattern(
  `how (?:tall|high|big|large|small|long) (?:is|are|will|would|does|do|'s) ${subject}(?: (?:gonna|going to))?(?: be| get)?(?: (?:compared to|next to|beside|against|than|in real life|in met(?:er|re)s|in feet|for real) ?.*)?|(?:what(?:'s| is) )?(?:its|his|her|their|the) (?:height|size)|height|(?:is|are) ${subject}${adverb} (?:taller|bigger|smaller|shorter|larger) than (?:an? |the )?(?:human|person|man|woman|adult|child|kid|normal.*)`,
);
const looking = pattern(
  `(?:is|are|does|do|will|would) (?:${subject}|(?:its|his|her|their) ([\\w-]+))${adverb}(?: be| look| looks| looking| seem| come out| come in)?(?: (?:like )?(?:kind of|kinda|sort of|very|too|so|quite|all|fully|completely|a bit))* ((?!an? |look|be\\b|like\\b)[\\w-]+(?: [\\w-]+)?)`,
);
const holding = pattern(`(?:can|will) ${subject}${adverb} (?:hold|carry|wear|wield|grab|grip|ride) (.+?)`);
const acting = pattern(
  `(?:does|do|can|will|would|is|are) ${subject}${adverb} (?:(?:know how to|able to|do|make|perform|play|doing|capable of)(?: (?:an?|the|some|its|his|her))? )?([a-z]+(?: (?!next|each|with\\b|or\\b)[\\w-]+){0,4}?)`,
);
const wearing = pattern(
  `what(?:'s| is| are| does| do| did| all)?(?: (?:clothes|things?|items?|gear|outfit|weapons?|stuff))?(?: (?:does|do|did|is|are|will|has|have))? ?(?:${subject}|you|u)?(?:'s|'re)?${adverb} (?:wear(?:ing|s)?|have on|has on|got on|dressed (?:in|as)|hold(?:ing|s)?|carry(?:ing)?|carries|have|has|got|put on (?:it|him|her|them)|give (?:it|him|her|them))(?: in (?:his|her|its|their) (?:hands?|paws?|claws?))?|what(?:'s| is| are)(?: (?:in|on)) (?:his|her|its|their) (?:hands?|head|body|paws?|back|feet)|(?:what(?:'s| is| about) )?(?:his|her|its|their|the) (?:outfit|clothes|clothing|costume|gear|equipment|weapons?)(?: like)?`,
);
const partly = pattern(
  `(?:what|which)(?: (?:kind|type|sort) of| style of)? ([\\w-]+) (?:did|do|have|will|would|does|is|are|has) (?:you|u|${subject})${adverb}(?: (?:give|put on|choose|pick|make|have|wear|wearing|get|got|hold|holding|use)(?: (?:it|him|her|them|for .+))?)?|(?:what|how)(?:'s| is| are| do| does| did| will) (?:the|his|her|its|their) ([\\w-]+(?: (?!like\\b|look|made)[\\w-]+)?)(?: (?:look|looking|made))?(?: like)?|(?:what kind of |describe (?:the |his |her |its |their )?)([\\w-]+)(?: is (?:it|that|this)| are they)?|tell me about (?:the|his|her|its) ([\\w-]+)`,
);
const missing = pattern(
  "(?:what|which|is|are|was)(?:'?s| is| words?| things?| was| are)?(?: (?:is|are))?(?: (?:anything|something|there anything))?(?: still| even)? (?:missing|left out|forgotten|lost|ignored|not (?:in(?: there)?|included|shown|working|going to show))(?: .*)?|(?:anything|something|what) (?:missing|left out|forgotten)(?: .*)?|(?:did|do|have|will|what did) (?:you|u)(?: also)? (?:forget|forgot|miss|leave out|skip|ignore|drop|lose|leave)(?: (?:anything|something|out|any|some|of|part).*)?|(?:did|do|have) (?:you|u) (?:get|got|include|included|understand|keep|kept|catch) (?:everything|it all|all(?: of it| that)?|that all|every word)|(?:is|are) (?:everything|it all|all of it|all that)(?: i (?:said|asked for|wanted))?(?: in| there| included| in there)*|(?:what|which)(?: words?| part)? (?:won'?t|will not|doesn'?t|can'?t|don'?t)(?: you)? (?:show|work|appear|know|understand)(?: up)?",
);
const styling = pattern(
  `(?:what|which)(?:'s| is)?(?: the)?(?: art)? (?:style|look)(?: (?:is|are|will|does|do|did))?(?: ${subject}| you)?(?: in| be| have| made in| use| pick| choose)?|(?:what(?:'s| is) )?(?:its|his|her|the) (?:art )?style|style`,
);
const sided = pattern(
  `(?:is|are|does|do|will|did you put) .*?\\b([\\w-]+) (?:be |go |held )?(?:in|on|at) (?:(?:his|her|its|their|the) )?(left|right)(?: (?:hand|paw|claw|arm|side|shoulder))?|(?:in )?(?:which|what) (?:hand|side|paw)(?: .*?)?(?: (?:the|his|her|its|that) ([\\w-]+))?(?: in| on)?`,
);
const swinging = pattern(
  `(?:will|does|do|is|are|would|can) (?:the|his|her|its|their) (cape|cloak|hair|scarf|tail|ears|skirt|dress|coat|robe|wings|mane)${adverb} (?:move|moving|swing|flow|flowing|wave|sway|bounce|bouncy|flap|fly|stiff|rigid|animated|blow|wag|physics|simulated|dangle|be (?:stiff|animated|rigid))(?: .*)?`,
);
const moving = pattern(
  `(?:what|which) (?:animations?|clips?|moves?|motions?|dances?)(?: (?:does|do|will|can|has|have|are))?(?: ${subject})?(?: have| get| do| come with| included)*|what can ${subject} do|what(?: all)? will ${subject} be able to do|(?:its|his|her) (?:animations|moves)`,
);
const typing = pattern(
  `what(?:'s| is| was) (?:it|this|that|he|she)(?: again| supposed to be| exactly| meant to be)?|what (?:kind of )?(?:animal|creature|thing|species|character) is (?:it|this|that|he|she)`,
);
/** "Why is the hat on the side?" */
const wondering = pattern('(?:why|how come) (?:is |are |does |do )?(?:the |his |her |its )?([\\w-]+)(?: .*)');
const judging = pattern(
  `(?:why|how come|would you say|do you think|is|are|how)(?: (?:is|are|does|do))? (?:the |his |her |its |their |my )?([\\w-]+)(?: .*)`,
);

const around =
  /^(?:an?|any|the|some|his|her|its|their) |(?:,? (?:too|as well|also|already|at all|then|still|anymore|there|on|somewhere|on (?:it|him|her|them)|in (?:it|there)))+$/gi;
const bare = (what: string) => what.replace(around, '').replace(around, '').trim();
const noun = (what: string) => bare(what).split(/\s+(?:on|in|at|of|with|for|instead)\s+/i)[0]!;
const ask = (question: BodyQuestion): Wish => ({ kind: 'body', ask: question });

/** @param isLost whether nothing else was understood: then any noun may be a thing that it has */
export function bodyQuestionIn(
  said: string,
  { draft }: Pick<TalkState, 'draft'>,
  isLost = false,
): Wish | null {
  if (draft === null) return null;
  const isOf = (who?: string) => who !== undefined && isAbout(who, draft);
  const kept = including.exec(said)?.[1];
  if (
    kept &&
    isNoun(noun(kept)) &&
    !/^(?:it|that|this|them|everything|anything|something|all)$/i.test(noun(kept))
  )
    return { kind: 'has', what: noun(kept) };
  const thing = thingAsked(said, isOf);
  const ofNamed = havingNamed.exec(said)?.[2];
  if (ofNamed && isThing(draft, noun(ofNamed))) return { kind: 'has', what: noun(ofNamed) };
  if (thing && /^(?:anything|something|any clothes|clothes|an outfit)$/i.test(thing))
    return ask({ about: 'wears' });
  if (thing && (isThing(draft, noun(thing)) || (isLost && isNoun(noun(thing)))))
    return { kind: 'has', what: noun(thing) };
  if (missing.test(said)) return ask({ about: 'missing' });
  const choice = choiceIn(said, draft);
  if (choice) return ask(choice);
  const side = sideAsked(said, draft);
  if (side) return ask(side);
  const swung = swinging.exec(said)?.[1];
  if (swung) return ask({ about: 'swings', what: swung.toLowerCase() });
  return measured(said, draft, isOf) ?? described(said, draft, isOf) ?? acted(said, draft, isOf, isLost);
}

function thingAsked(said: string, isOf: (who?: string) => boolean): string | undefined {
  const [, who, owned] = having.exec(said) ?? stated.exec(said) ?? [];
  const found = present.exec(said)?.slice(1).find(Boolean);
  return (who && isOf(who) ? owned : undefined) ?? found;
}

function sideAsked(said: string, draft: string): BodyQuestion | null {
  const [all, what, side, other] = sided.exec(said) ?? [];
  if (all === undefined) return null;
  const thing = what ?? other ?? null;
  if (thing !== null && !isThing(draft, thing)) return null;
  return { about: 'side', what: thing, side: (side?.toLowerCase() as 'left' | 'right' | undefined) ?? null };
}

function measured(said: string, draft: string, isOf: (who?: string) => boolean): Wish | null {
  const [, counted, holder, other] = counting.exec(said) ?? [];
  const what = counted ?? other;
  if (what && (holder === undefined || isOf(holder)) && isThing(draft, what))
    return ask({ about: 'count', what });
  const [colour, ...parts] = colouring.exec(said) ?? [];
  const coloured = bare(parts.find(Boolean) ?? '');
  if (colour !== undefined && (coloured === '' || isAbout(coloured, draft)))
    return ask({ about: 'colour', what: null });
  if (coloured && isThing(draft, coloured)) return ask({ about: 'colour', what: coloured });
  const [size, tall, compared] = sizing.exec(said) ?? [];
  const sized = tall ?? compared;
  if (size !== undefined && (sized === undefined || isOf(sized))) return ask({ about: 'height' });
  return null;
}

function described(said: string, draft: string, isOf: (who?: string) => boolean): Wish | null {
  if (wearing.test(said) && (!/\b(?:you|u)\b/i.test(said) || /\b(?:give|put) /i.test(said)))
    return ask({ about: 'wears' });
  if (styling.test(said)) return ask({ about: 'style' });
  if (moving.test(said)) return ask({ about: 'moves' });
  if (typing.test(said)) return { kind: 'remind' };
  const part = partly
    .exec(said)
    ?.slice(1)
    .find((one) => one && !new RegExp(`^${pronoun}$`, 'i').test(one));
  if (part && isThing(draft, part)) return ask({ about: 'part', what: part });
  const [, holder, held] = holding.exec(said) ?? [];
  if (held && isOf(holder) && !phraseOf(held).isCharacter) return ask({ about: 'holds', what: held });
  return lookAsked(said, draft, isOf);
}

/** "Why is he so small?" */
const aboutSomebody = /^(?:why|how|is|are|will|does|do|would) .*\b(?:he|she|him|his|her|its|they|their)\b/i;

/** What no model of a body can do by itself. */
const effects =
  /^(?:breathe?|spit|shoot|bark|roar|meow|growl|purr|howl|sing|talk|speak|explode|transform|morph|burn|smoke|sparkle|bleed|float|hover|turn into|glow|make (?:a )?(?:noise|sound)s?)\b/i;
/** "Can he smile?" is a request. */
const moods = /^(?:smile|laugh|cry|frown|grin)\b/i;

function acted(said: string, draft: string, isOf: (who?: string) => boolean, isLost: boolean): Wish | null {
  const [, actor, action] = acting.exec(said) ?? [];
  if (action && isOf(actor)) {
    const move = moveIn(action);
    if (move) return ask({ about: 'move', move, action });
    const isMood = moods.test(action) && !/^(?:\w+ )?(?:can|could)\b/i.test(said);
    if (isMood || effects.test(action))
      return ask({ about: 'acts', action, look: lookOf(action.split(' ')[0]!) });
  }
  if (isLost && aboutSomebody.test(said)) return ask({ about: 'open' });
  const judged = wondering.exec(said)?.[1] ?? (isLost ? judging.exec(said)?.[1] : undefined);
  const isPart = judged && !isPronoun(judged) && (isAbout(judged, draft) || isThing(draft, judged));
  return isPart ? ask({ about: 'open' }) : null;
}

/** "Is it blue?", "are the boots red?", "does he look scary?" */
function lookAsked(said: string, draft: string, isOf: (who?: string) => boolean): Wish | null {
  const [, who, owned, look = ''] = looking.exec(said) ?? [];
  if (!look) return null;
  const part =
    owned ?? (who && /^(?:the|my|our) /i.test(who) && !isOf(who) ? who.replace(/^\w+ /, '') : null);
  if (part === null ? !isOf(who) || !isLook(look) : !isThing(draft, part) || !isLookOf(look, part))
    return null;
  return ask({ about: 'look', look, part });
}

const isLookOf = (look: string, part: string): boolean => {
  const { isCharacter, unknown } = phraseOf(`${look} ${part}`);
  return isLook(look) || (!isCharacter && unknown.length === 0 && !phraseOf(look).hasThings);
};

const isPronoun = (word: string) => new RegExp(`^${pronoun}$`, 'i').test(word);
/** Whether words name the character under discussion, also in the plural. */
export function isAbout(who: string, draft: string): boolean {
  if (isPronoun(who)) return true;
  const { looks, kind } = readCharacter(draft);
  const word = lastWord(who).toLowerCase().replace(/s$/, '');
  return word.length > 1 && [...looks, kind].some((one) => one.toLowerCase().replace(/s$/, '') === word);
}

const isNoun = (what: string): boolean => /^[a-z]{3,}(?: [a-z]{3,})?$/i.test(what);

/** An item or a part of bodies, of several words also by the last of them. */
export const isThing = (draft: string, what: string): boolean =>
  what !== '' &&
  (countOf(draft, what) !== null ||
    (phraseOf(what).hasThings && phraseOf(what).unknown.length === 0) ||
    traitWith(readCharacter(draft), lastWord(what)) !== undefined);

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
