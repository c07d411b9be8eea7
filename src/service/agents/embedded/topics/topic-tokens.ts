import { isEnglish } from '../../../../base/english.js';
import { stemOf, stopWords } from '../../docs.js';
import { known } from '../words/lexis.js';

/** The words of a message by which topics are told apart. */

/** They say nothing about a topic. */
const polite: ReadonlySet<string> = new Set(
  'please pls plz ok okay so hey hi well just lol um uh oh and but also then btw bro man dude really actually'.split(
    ' ',
  ),
);

/** Words for the same thing. */
const synonyms: Readonly<Record<string, string>> = {
  phone: 'mobile smartphone cellphone iphone android handy',
  tablet: 'ipad ipads tablets',
  unreal: 'ue ue4 ue5',
  unity: 'unity3d',
  picture: 'photo image pic pics photos images pictures img photograph',
  moderator: 'mod mods admin admins moderators',
  animation: 'animations anim anims',
  polygon: 'tri poly polys polygons tris triangle triangles',
  dollar: 'usd bucks dollars',
  euro: 'eur euros',
  charge: 'bill billed charged charges billing',
  dm: 'dms dmed dming',
};
const sameAs: ReadonlyMap<string, string> = new Map(
  Object.entries(synonyms).flatMap(([one, others]) =>
    others.split(' ').map((other) => [other, one] as const),
  ),
);

/** "How's" and "hows" are the same word here. */
export const tokensOf = (line: string): string[] => wordsOf(line).map(tokenOf);

const describing: ReadonlySet<string> = new Set(known);

/** Keeps "hate" apart from "hat", and "care" from "car". */
function tokenOf(word: string): string {
  const stem = stemOf(word);
  if (!/[eyi]$/.test(word) || stem === word || describing.has(word)) return stem;
  return describing.has(stem) || (word === `${stem}e` && isEnglish(stem)) ? word : stem;
}

function wordsOf(line: string): string[] {
  const spelled = line
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<!\w)#[a-z][\w-]*/g, ' channel ')
    .replace(/\b(are|ca|could|did|do|does|had|has|have|is|should|was|were|wo|would)nt\b/g, '$1 not')
    .replace(/\b(how|that|what|where|who)s\b/g, '$1 is')
    .replace(/\bim\b/g, 'i am');
  const words = (spelled.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => sameAs.get(word) ?? word);
  const left = words.filter((word) => !polite.has(word)).map((word) => (/^\d+$/.test(word) ? '0' : word));
  return left.length > 0 ? left : words;
}

/** They say little about a topic. */
export const functionWords: ReadonlySet<string> = new Set(
  [
    ...stopWords,
    ...'am been being did done had having he her him his off one out over she their them then they those these than up us while because until too now again another other'.split(
      ' ',
    ),
  ].map(stemOf),
);

/** A token that is no English word counts from so many phrasings on. */
const leastSpelled = 4;

/** Those of some phrasings that are no typos. @param phrasings the tokens of each */
export function spelledIn(phrasings: readonly (readonly string[])[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const token of phrasings.flatMap((tokens) => [...new Set(tokens)]))
    counts.set(token, (counts.get(token) ?? 0) + 1);
  return new Set(
    [...counts.keys()].filter((token) => isEnglish(token) || counts.get(token)! >= leastSpelled),
  );
}
