/** Prepares a member's text for the rules. */

import { isEnglish } from '../../../../base/english.js';
import { typosBetween } from '../../../../base/typos.js';
import { spellCodes } from '../../../../engine/input/text/colour-codes.js';
import { spellEmoji } from '../../../../engine/input/text/emoji.js';
import { phraseOf } from './lexis.js';

const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** One line without formatting, with plain quotes and without invisible characters. */
export const plainLine = (text: string): string =>
  spellCodes(text)
    .normalize('NFKC')
    .replace(invisible, ' ')
    .replace(/^\s*(?:[>#]+|[-*•])\s+/gm, ' ')
    .replace(/(?:^|\s)\d{1,2}[.)]\s+(?=\p{L})/gu, '. ')
    .replace(/\p{Extended_Pictographic}\ufe0f?/gu, spelt)
    .replace(/[’‘`\u00b4]/g, "'")
    .replace(/[\s*_~|']*(?:```\w*|\*\*|__|~~|\|\|)[\s*_~|']*/g, ' ')
    .replace(/(?:^|\s)'+|'+(?=\s|$)/g, ' ')
    .replace(/\*+(?=\s|$)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.]+(?=\p{L})/u, '')
    .replace(/^["“”]+|["“”]+$/g, '')
    .trim();

/** A fox for its emoji. Emojis of moods and decoration stay as they are. */
function spelt(sign: string, at: number, text: string): string {
  const word = spellEmoji(sign).trim();
  const isNamed = word !== '' && new RegExp(`\\b${word.replace(/[^\p{L} ]/gu, '')}s?\\b`, 'iu').test(text);
  if (isNamed) return ' ';
  const { isCharacter, hasThings } = phraseOf(word);
  const isHeld = hasThings && !isCharacter && /\p{Extended_Pictographic}\ufe0f?\s*$/u.test(text.slice(0, at));
  return word !== sign && (isCharacter || hasThings) ? ` ${isHeld ? 'with ' : ''}${word} ` : sign;
}

/** Swear words, laughter and filler, which do not affect the wish. */
const noise =
  /\b(?:(?:mother)?fuck(?:ing?|in|en)?|f[*#]+ing|(?:god)?damn(?:ed)?|bloody|fr[ei]+[ck]+in[g']?|shit(?:ty)?|crap(?:py)?|lol\w*|lmao|rofl|ha(?:ha)+|he(?:he)+|bro|bruh|dude|asap|already|btw|tbh|imo|ngl|dw|fr|tho|lowkey|u+m+|u+h+|er+m|literally|basically|omg|wtf)\b|(?<=^|\s)(?:[:;=]['-]?[()DPpo3|/]+|<3+|\^\^|xd+)(?=\s|$)|,? you (?:\w+ )?(?:idiot|moron|bot|machine|robot)\W*$/gi;

/** "Make it bigger you idiot" speaks to the agent, and is no look. */
export const withoutInsult = (line: string): string =>
  line.replace(/(?<=\S),? you (?:(?!an? )\w+ )?(?:idiot|moron|dummy|bot|machine|robot)(?=\W*$)/i, '');

/** Nothing but laughter and filler: "bruh", "lol". */
export const isOnlyNoise = (line: string): boolean => !/[\p{L}\p{N}]/u.test(line.replace(noise, ' '));

/** A message without noise words; the message itself if nothing else is left. */
export const withoutNoise = (line: string): string =>
  isOnlyNoise(line)
    ? line
    : line
        .replace(noise, ' ')
        .replace(/\s+(?=[,.!?])/g, '')
        .replace(/\s+/g, ' ')
        .trim();

const shorthand: readonly (readonly [RegExp, string])[] = [
  [/(^|[,.;]\s*)(?:the )?([\w' -]{2,30}?)\s*(?:->|=>|→)\s*(?=\w)/g, '$1swap the $2 for '],
  [/(^|[,.;]\s*)(?:the )?([a-z' -]{3,30}?)\s+=\s+(?=[a-z])/gi, '$1make the $2 '],
  [/\bu\b/gi, 'you'],
  [/\br(?= (?:u|you|we|they|these|those)\b)/gi, 'are'],
  [/\b(?:smth|sth)\b/gi, 'something'],
  [/\bw[au]t\b/gi, 'what'],
  [/\bur\b/gi, 'your'],
  [/\b(?:pl+[sz]+|plis|plea+s+e+)\b/gi, 'please'],
  [/\b(?:mak|mke)\b/gi, 'make'],
  [/\bppl\b/gi, 'people'],
  [/\bcreds\b/gi, 'credits'],
  [/\bchar(s?)\b/gi, 'character$1'],
  [/\bshud\b/gi, 'should'],
  [/\b(?:yuo|yu|yoo)\b/gi, 'you'],
  [/\s(?:n|&)(?=\s)/gi, ' and'],
  [/\bwanna\b/gi, 'want to'],
  [/\bi wan(?= (?:an?|the|my|some)\b)/gi, 'i want'],
  [/\bgotta\b/gi, 'have to'],
  [/\bgonna\b/gi, 'going to'],
  [/\blemme\b/gi, 'let me'],
  [/\b(?:gimme|gib|gief)\b/gi, 'give me'],
  [/\b(?:wih|wiht|whit|w\/)(?=\s)/gi, 'with'],
  [/\b(?:wihtout|witout|withot|w\/o)\b/gi, 'without'],
  [/\b(?:teh|hte)\b/gi, 'the'],
  [/\bnvm\b/gi, 'never mind'],
  [/\bw(?=\s+(?:an?\s+)?[a-z]{3,})/gi, 'with'],
  [/(?<=\b\d{1,3}),(?=\d{3}\b)/g, ''],
  [/^\/?rig text (?:prompt:)?\s*/i, 'make '],
  [/\b(wh(?:at|ere|o)|how)s\b/gi, "$1's"],
  [
    /\b(?!(?:ok(?:ay)?|oh|h+m+|well|nah?|no|yes|yeah|so|ah)\b)[\w-]+,? (?:no,? wait|wait,? no|no,? i mean)[,.]? (?!(?:make|do|give|keep|leave|lose|remove|add|put|take)\b)(?=\w)/gi,
    '',
  ],
];

/** Expands chat abbreviations. */
export const writtenOut = (line: string): string =>
  shorthand.reduce((text, [short, long]) => text.replace(short, long), line);

/** The vocabulary of the rules. */
const vocabulary =
  'make delete replace create build generate design show tell balance credits credit pipelines pipeline character characters wallet purchase unlink connect remove instead another version price prices status ready finished commands latest something please undo different hello with much does cost where button this that they what when who how the'.split(
    ' ',
  );

/**
 * Corrects typos of words the rules look for: "mkae", "balnce", "credist".
 * @param limit how many words from the start
 */
export function mend(line: string, limit = Number.POSITIVE_INFINITY): string {
  let seen = 0;
  return line.replace(/[a-z]+/gi, (word) => {
    seen += 1;
    return seen <= limit ? mendWord(word) : word;
  });
}

function mendWord(word: string): string {
  const lower = word.toLowerCase();
  return vocabulary.includes(lower) || isEnglish(lower) ? word : (nearestIn(vocabulary, lower) ?? word);
}

/** The first word of a list of which another one is a typo. */
export const nearestIn = (words: readonly string[], typed: string): string | undefined =>
  typed.length < 3 || typed.length > 12
    ? undefined
    : words.find((known) => known[0] === typed[0] && isTypo(known, typed));

/** Short words differ from many others by one letter, so for them only two swapped letters count as a typo. */
function isTypo(known: string, word: string): boolean {
  if (known.length <= 4 || word.length < 4)
    return known.length === word.length && sorted(known) === sorted(word);
  return typosBetween(known, word, word.length >= 8 ? 2 : 1) !== null;
}
const sorted = (word: string) => [...word].sort().join('');
