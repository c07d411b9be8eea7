import { ageWords, manWords, womanWords } from '../../../../engine/input/text/vocabulary.js';
import { isRole, isSpecies, phraseOf } from '../words/lexis.js';
import { asWritten, type Noun } from '../words/nouns.js';
import { become, type DraftChange } from './change.js';
import { readCharacter } from './character.js';
import { change, type Reader } from './reader.js';

/** Which creature or person the character becomes. */

/** Another creature in its place or, like a wizard, the same one in a role. */
export function likened(reader: Reader, noun: Noun, isLike: boolean): boolean {
  const isAge = Object.hasOwn(ageWords, noun.head) && noun.length === 1;
  if (isAge && (isLike || isSomebody(reader.draft))) return change(reader, become(noun.head, null));
  if (!noun.isWho && isLike) return false;
  const sex = noun.looks.length === 0 ? otherSex(reader.draft, noun.head) : null;
  if (sex) return change(reader, sex);
  const what = asWritten({ ...noun, opening: 'a' });
  return change(reader, { kind: 'replace', what, ...(isLike && isRole(noun.head) && { isRole: true }) });
}

/** A wizard or fox that is to be a kid stays one. */
const isSomebody = (draft: string): boolean => {
  const { looks, kind } = readCharacter(draft);
  return [...looks, kind].some((word) => isSpecies(word) || isRole(word));
};

/** A king is more than a man. */
const plain = /^(?:m[ae]n|wom[ae]n|boy|girl|lady|lad|guy|dude|gal|lass|male|female)s?$/;

/** A girl superhero as a boy is a boy superhero; a gnome as a woman is a female gnome. */
function otherSex(draft: string, word: string): DraftChange | null {
  const isWoman = womanWords.has(word);
  if ((!isWoman && !manWords.has(word)) || !plain.test(word)) return null;
  const { looks, kind } = readCharacter(draft);
  const isPerson = (one: string) => manWords.has(one.toLowerCase()) || womanWords.has(one.toLowerCase());
  if (isPerson(kind) || !phraseOf(kind).isCharacter) return null;
  const old = looks.find(isPerson);
  return old ? { kind: 'swap', what: old, for: word } : become(isWoman ? 'female' : 'male', null);
}
