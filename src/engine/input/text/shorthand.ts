/** Chat spelling and numbers on clothes, rewritten for the grammar. */
import { degrees } from './vocabulary.js';

/** "w/ a hat", "w a hat", "w/o a hat", "head n shoulders", "arms & legs", "reeeally". @param text in lower case */
export const spellOut = (text: string): string =>
  printedNumber(
    text
      .replace(/\bw\/(o\b)?\s*/g, (_, out) => (out ? 'without ' : 'with '))
      .replace(/(?<=[\p{L}\d][ ,]+)w(?= \p{L})/gu, 'with')
      .replace(/\bwth\b/g, 'with')
      .replace(lipstick, 'lips')
      .replace(/(?<=\p{L} )['’]?n['’]?(?= \p{L})|(?<=\p{L} ?)&(?= ?\p{L})/gu, ' and ')
      .replace(/\p{L}*(\p{L})\1{2,}\p{L}*/gu, drawnOut),
  );

/** Lips are what a wearer shows of it; a lipstick alone is a thing. */
const lipstick =
  /(?<=\b(?:with|wearing|wears|and) (?:[a-z]+ ){1,3}|, ?(?:[a-z]+ ){1,3})lipstick\b(?= *(?:[,.;]|$|and\b|with\b))/g;

/** "Reeeally" is "really"; "iii" stays as it is. */
const drawnOut = (word: string): string =>
  Object.hasOwn(degrees, word) || /^(.)\1*$/u.test(word) ? word : word.replace(/(\p{L})\1{2,}/gu, '$1');

const digits = '\\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve';
const cloth = '(?:jersey|shirt|t-?shirt|uniform|kit|vest|hoodie|sweater|tank top|helmet)';
const place = '(?:chest|back|front|torso|belly|side)s?';
const owner = '(?:the|his|her|its|their|my)';

/** "Number 7", "no. 7" and "#7". */
const named = new RegExp(
  `\\b(?:the )?(?:numbers?|nr\\.?|no\\.(?= ?\\d)) ?(${digits})\\b|#(\\d{1,3})\\b`,
  'g',
);
/** "04 on the chest", "a 7 on his shirt". */
const placed = new RegExp(
  `\\b(${digits})( number)?(?: (?:written|printed|painted))? (?:on|across) (?:${owner} )?(?:(${place})|(?=${cloth}\\b))`,
  'g',
);
/** "Jersey 23" at the end of a phrase. */
const worn = new RegExp(`\\b(${cloth}) (\\d{1,3})(?= *(?:[,.;]|$|and\\b|with\\b))`, 'g');

/** A number to be printed is "7 number", which the grammar reads as a thing. */
const printedNumber = (text: string): string =>
  text
    .replace(named, (_, one, other) => `${one ?? other} number`)
    .replace(placed, (_, number, _named, where) => `${number} number${where ? '' : ' on '}`)
    .replace(worn, '$1 $2 number');
