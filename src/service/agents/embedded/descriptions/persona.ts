import { type Character, readCharacter, writeCharacter } from '../changes/character.js';
import type { TalkState, Wish } from '../wish.js';
import { bodyOf } from '../words/lexis.js';
import { agedIn } from './ages.js';
import { introducedIn } from './introductions.js';
import { leftOut } from './leftovers.js';

/** Who a character is besides its looks: a name, an age and a gender, which are read apart from the description. */

type Persona = { name: string | null; years: number | null; isWoman: boolean };

const she = /\b(?:she|her|hers|she's|shes|herself)\b/gi;
const he = /\b(?:he|his|him|he's|hes|himself)\b/gi;

/** Whether most pronouns are about a woman; English only, since other languages decline their nouns. */
const isWomanIn = (line: string): boolean => (line.match(she)?.length ?? 0) > (line.match(he)?.length ?? 0);

/** The description with the age and gender that sentences beside it tell. */
function withPersona(prompt: string, { years, isWoman }: Persona): string {
  const sexed = isWoman ? asWoman(prompt) : prompt;
  return years === null ? sexed : agedBy(sexed, years);
}

const agedBy = (prompt: string, years: number): string => {
  const one = readCharacter(prompt);
  return written({ ...one, looks: [`${years}-year-old`, ...one.looks] });
};

/** The engine makes women of roles and of creatures with human faces; a female fox would become half human. */
function asWoman(prompt: string): string {
  const { spec, species } = bodyOf(prompt);
  const isSaid =
    spec.presentation === 'feminine' || /\b(?:male|man|boy|guy|dude|lad|grandpa|dad)\b/i.test(prompt);
  if (isSaid || species.face !== 'human') return prompt;
  const one = readCharacter(prompt);
  return written({ ...one, looks: ['female', ...one.looks] });
}

const vowel = /^(?:[aeio]|u(?!ni|se|k)|8|11-|18-)/i;
const written = (one: Character): string => {
  const article = vowel.test(one.looks[0] ?? one.kind) ? 'an ' : 'a ';
  return writeCharacter({
    ...one,
    article: /^an? $/i.test(one.article) || one.article === '' ? article : one.article,
  });
};

/** The wishes of a message that is read without the words that tell a name or an age. */
export function personified(line: string, talk: TalkState, read: (line: string) => Wish[]): Wish[] {
  const { name, rest: unnamed } = introducedIn(line, talk.language);
  const { years, rest } = agedIn(unnamed, talk.language);
  const isWoman = talk.language === null && isWomanIn(line);
  if (name !== null && talk.draft !== null && !/\p{L}{2}/u.test(rest)) return [{ kind: 'named', name }];
  const isRead = (text: string) => text !== line && /\p{L}{2}/u.test(text);
  const wishes = isRead(rest) ? read(rest) : [];
  if (wishes.some(({ kind }) => kind === 'make'))
    return wishes.map((wish) => of(wish, { name, years, isWoman }, rest, talk));
  return read(line).map((wish) => of(wish, { name, years: null, isWoman }, line, talk));
}

/** Several characters have names and ages of their own. */
function of(wish: Wish, persona: Persona, line: string, { language }: TalkState): Wish {
  if (wish.kind !== 'make' || wish.others?.length) return wish;
  const { name, years } = persona;
  const isTaken = language === null && (name !== null || years !== null);
  const left = wish.left ?? (isTaken ? leftOut(line, wish.prompt) : null);
  return {
    ...wish,
    ...(name !== null && { name }),
    prompt: withPersona(wish.prompt, persona),
    ...(left !== null && { left }),
  };
}
