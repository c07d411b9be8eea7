import { isEnglish } from '../../../base/english.js';
import { type DraftChange, refine } from './draft.js';
import { withoutInterjections } from './interjections.js';
import { phraseOf } from './lexis.js';
import { asking } from './naming.js';
import { confident, topicsIn } from './topics.js';

/** Changes to the character under discussion that are no sentence: "messy hair and loosened tie", "wolf after all". */

const hedges =
  /\b(?:after all|as well|forgot|haha\w*|hm+|idk|i (?:guess|mean|think)|just|literally|maybe|obviously|definitely|of course|oh|though|(?:that'?s|it'?s) (?:\w+ ){0,2}(?:me|it|him|her|cute|cool|nice))\b/gi;
const lead =
  /^(?:(?:and|also|plus|then|with|wearing|holding|has|wears|holds|some|add|put|give (?:it|him|her|them|(?:that|this) one)|(?:it|he|she|they)(?:'s)? (?:has|have|had|needs?|wears|holds|is|was|were))\s+)+/i;
const verbs =
  /\b(?:i|you|we|show|tell|make|give|buy|pay|help|need|want|like|love|hate|think|know|get|see|can|is|are)\b/i;
const leaving = /^(?:no|not|without|minus|less|lose|drop|remove)\s+|\s+(?:off|gone|away)$/i;
const mostPieces = 5;
const mostWords = 14;

/** Words that the rig engine does not know stay in the description, and the answer says so. */
export function fragmentsIn(line: string): DraftChange[] {
  const said = line.replace(hedges, ' ').trim();
  if (asking.test(withoutInterjections(said))) return [];
  const pieces = said
    .split(/[.,;:!&]+|\s+(?:and|but|then)\s+/i)
    .map((piece) => piece.replace(/\s+/g, ' ').trim())
    .filter((piece) => /\p{L}/u.test(piece));
  if (pieces.length > mostPieces) return [];
  const changes = pieces.map((piece) => fragmentIn(piece) ?? (pieces.length > 1 ? lookIn(piece) : null));
  if (changes.every((one) => one !== null)) return changes;
  if (/[.!;]\s/.test(said)) return [];
  const whole = fragmentIn(said.replace(/[.!\s]+$/, ''));
  return whole?.kind === 'add' ? [whole] : [];
}

const mostGuessed = 8;
/** An action with a character says how to change it, not what to add. */
const orders =
  /^(?:change|copy|cut|delete|flip|go|keep|move|redo|remove|replace|reset|rotate|save|share|stop|swap|try|turn|undo|use|wait)\b|\b(?:before|does|did|do|had|he|how|never|she|they|too|was|were)\b/i;

/** The character with words that may be a change of it, to ask about: "pots and pans hanging off it". */
export function perhapsIn(line: string, draft: string): string | null {
  const said = line
    .replace(hedges, ' ')
    .replace(/[.!\s]+$/, '')
    .replace(lead, '')
    .trim();
  const words = said.toLowerCase().split(/\s+/);
  const isPlain = words.every((word) => isEnglish(word) || phraseOf(word).understood.length > 0);
  if (!isPlain || words.length > mostGuessed || asking.test(said)) return null;
  if (verbs.test(said) || orders.test(said)) return null;
  const [only = ''] = words;
  const isLook = words.length === 1 && !only.endsWith('s');
  const changed = refine(
    draft,
    isLook ? { kind: 'become', words: only, part: null } : { kind: 'add', what: said },
  );
  return changed === draft ? null : changed;
}

/** "Floating" beside other looks. */
function lookIn(piece: string): DraftChange | null {
  const isAdjective = /^[a-z]+(?:ing|ed|y|ish|ful|less|ous|ic|like)$/i.test(piece) && isEnglish(piece);
  return isAdjective ? { kind: 'become', words: piece.toLowerCase(), part: null } : null;
}

function fragmentIn(piece: string): DraftChange | null {
  const [, part, look] = /^(?:his|her|its|their|the) ([\w-]+) (?:is|are) ([\w -]+)$/i.exec(piece) ?? [];
  if (part && look && phraseOf(look).understood.length > 0)
    return { kind: 'become', words: look.toLowerCase(), part };
  const said = piece.replace(lead, '').replace(leaving, '').trim();
  if (/#/.test(said) || verbs.test(said) || said.split(/\s+/).length > mostWords) return null;
  const { isCharacter, hasThings, understood, unknown } = phraseOf(said);
  if (!leaving.test(piece) && isUnknownThing(said)) return { kind: 'add', what: said };
  if (understood.length === 0 || unknown.length > 2 * understood.length) return null;
  if (leaving.test(piece)) return hasThings ? { kind: 'remove', what: said } : null;
  if (hasThings && (!isCharacter || isThing(said))) return { kind: 'add', what: said };
  if (isCharacter && / (?:on|at|in) (?:his |her |its |the )?\w+$/i.test(said))
    return { kind: 'add', what: said };
  if (isCharacter)
    return unknown.length > 0 ? null : { kind: 'replace', what: /^an? /i.test(said) ? said : `a ${said}` };
  return unknown.length > 0 ? null : { kind: 'become', words: said.toLowerCase(), part: null };
}

/** "Cat ears" are ears, and "a knight with a hammer" is a knight. */
function isThing(said: string): boolean {
  const head = said.split(/\s+(?:with|wearing|holding|carrying|in|on|of)\s+/i)[0] ?? '';
  const { isCharacter, hasThings } = phraseOf(head.split(' ').at(-1) ?? '');
  return hasThings && !isCharacter;
}

/** "White tux", "candy canes": English that only makers of shapes outside the engine may know. */
function isUnknownThing(said: string): boolean {
  const words = said.toLowerCase().split(' ');
  const { isCharacter, hasThings, understood, unknown } = phraseOf(said);
  if (isCharacter || hasThings || words.length > 3 || !words.every((word) => /^[a-z-]{3,}$/.test(word)))
    return false;
  const isLook = understood.length > 0 && unknown.length === 1 && words.at(-1) === unknown[0];
  const isPlural = words.length > 1 && /[^s]s$/.test(said) && words.every(isEnglish);
  const isDegree = /^(?:too|so|very|not) /i.test(said);
  return (isLook || isPlural) && !isDegree && (topicsIn(said, 1)[0]?.confidence ?? 0) < confident;
}
