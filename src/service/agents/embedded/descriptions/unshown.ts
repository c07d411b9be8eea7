import { readCharacter } from '../changes/character.js';
import { headOf } from '../changes/planned.js';
import { bodyOf, phraseOf } from '../words/lexis.js';

/** What of a plan the engine cannot make, in whole phrases: "missing an ear" rather than "missing". */

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{M}\d'’]+/gu) ?? [];
const bare = (text: string): string => text.replace(/^(?:an?|the|some) /i, '');

/** "One arm bigger than the other": parts of one body do not differ in size. */
const uneven =
  /\b(?:\w+er|more|less) than (?:the )?(?:other|rest)\b|\b(?:backwards?|inside out|upside down)\b/i;
/** "Missing an ear", "covered in moss": a word without its rest says nothing. */
const governing = /^\p{L}+ (?:an?|one|some|the|in|of|from|to|up|out|off)\b/iu;

type Unknown = (word: string) => boolean;
const isOneOf = (isUnknown: Unknown) => (word: string) => wordsIn(word).some(isUnknown);

/** The phrases of an item with unknown words; all of it where its noun is one. */
function phrasesOf(item: string, isUnknown: Unknown): string[] {
  const isOne = isOneOf(isUnknown);
  const isGoverning = isOne(item.split(/\s+/)[0]!) && governing.test(bare(item));
  const { understood, hasThings } = phraseOf(item);
  const isAdjective = understood.length > 1 && !hasThings; // "deep blue fading to red"
  return isGoverning || (isOne(headOf(item)) && !isAdjective) ? [bare(item)] : runsOf(item, isUnknown);
}

/** Unknown words in a row. */
function runsOf(item: string, isUnknown: Unknown): string[] {
  const words = item.split(/\s+/);
  const isOne = isOneOf(isUnknown);
  const runs: string[] = [];
  for (const [at, word] of words.entries()) {
    if (!isOne(word)) continue;
    if (at > 0 && isOne(words[at - 1]!)) runs.push(`${runs.pop()} ${word}`);
    else runs.push(word);
  }
  return runs;
}

/** Words of places, of grammar and of chat tell nothing that could show: "on the end of his nose", "teh". */
const meaningless =
  /^(?:end|ends|tip|top|bottom|middle|cent(?:er|re)|edge|corner|sides?|front|rear|inside|outside|spot|place|area|part|rest|way|teh|hte|th|adn|nad|wiht|wih|whit|taht|um+|uh+|er+m?|kinda|sorta|basically|actually|literally|obviously|please|pls|plz)$/i;

const most = 6;

/** @param unknown the words that the engine does not know */
export function unshownOf(prompt: string, unknown: readonly string[]): string[] {
  const { looks, kind, traits } = readCharacter(prompt);
  const strange = new Set(unknown.flatMap(wordsIn).filter((word) => !meaningless.test(word)));
  const hidden = new Set(bodyOf(prompt).words.unexpressed.flatMap(wordsIn));
  const items = traits.filter(({ joint }) => !/without/i.test(joint)).map(({ text }) => text);
  // Of "a squat marsh goblin chieftain" the goblin is known, whatever its last word is.
  const who = [...looks, kind].join(' ');
  const isKnown = wordsIn(who).some((word) => !strange.has(word) && phraseOf(word).isCharacter);
  const found = [
    ...(isKnown ? runsOf : phrasesOf)(bare(who), (word) => strange.has(word)).map((one) =>
      one.replace(/,$/, ''),
    ),
    ...items.flatMap((item) => {
      const isHidden = wordsIn(headOf(item)).some((word) => hidden.has(word));
      return isHidden || uneven.test(item) ? [bare(item)] : phrasesOf(item, (word) => strange.has(word));
    }),
  ];
  const said = found.join(' ').toLowerCase();
  // Two words that the engine reads as one, and words of other scripts.
  const others = unknown.filter(
    (word) => !wordsIn(word).every((one) => said.includes(one) || meaningless.test(one)),
  );
  return [...new Set([...found, ...others.filter((word) => !said.replace(/ /g, '').includes(word))])].slice(
    0,
    most,
  );
}
