import type { DraftChange } from './draft.js';
import { phraseOf } from './lexis.js';
import { asking } from './naming.js';

const aside =
  /(?:^|[\s,]+)(?:obviously|definitely|of course|haha\w*|literally|maybe|idk|i guess|(?:that'?s|thats|it'?s) (?:\w+ ){0,2}(?:me|it|him|her|cute|cool|nice))\W*$/i;
const lead = /^(?:(?:and|also|plus|then|with|oh|wearing|holding|some|add)\s+)+/i;
const verbs =
  /\b(?:i|you|we|they|show|tell|make|give|buy|pay|help|need|want|like|love|hate|think|know|get|see)\b/i;
const mostWords = 14;

/**
 * Things named without a verb, about the character under discussion: "messy hair and loosened tie". Words that the rig
 * engine does not know stay in the description, and the answer says so.
 */
export function additionIn(line: string): DraftChange | null {
  const said = line
    .replace(aside, '')
    .replace(/[.!\s]+$/, '')
    .replace(lead, '')
    .trim();
  if (/[.!?;:#]/.test(said) || asking.test(line) || verbs.test(said) || said.split(/\s+/).length > mostWords)
    return null;
  const { isCharacter, hasThings, understood, unknown } = phraseOf(said);
  if (isCharacter || unknown.length > 2 * understood.length) return null;
  return hasThings ? { kind: 'add', what: said } : null;
}
