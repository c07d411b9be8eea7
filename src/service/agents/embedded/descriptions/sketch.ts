import { aboutMoney } from '../changes/changing.js';
import { describedAbroad } from '../languages/abroad-words.js';
import type { TalkState, Wish } from '../wish.js';
import { is, isDescribing } from '../words/cursor.js';
import { phraseOf } from '../words/lexis.js';
import { type Token, tokensOf } from '../words/tokens.js';
import { asking, introducing } from './naming.js';
import { scoreOf } from './statements.js';

/**
 * A first message that no rule understood, but that has several words about looks and things, describes somebody: "need
 * placeholder npc: dockworker, hi vis vest over brown jumper, flat cap". The plan keeps these parts, and the short unknown
 * ones beside them, so that the card tells what won't show.
 */

const seams = /[,.;:!?()\n\u{1f300}-\u{1faff}]+\s*|\s+(?:but|because|so|and then)\s+/u;
/** Fewer words of a description may be of any message. */
const least = { words: 3, parts: 2, alone: 4, abroad: 2 };
/** From so many words on, it is a description whatever else was found in it. */
const plain = 6;
/** An unknown part of so few words may be a name of somebody or something. */
const mostUnknown = 3;

/** Words of a sentence, which no name has. */
const isSpoken = (token: Token): boolean =>
  is(token, 'me', 'ask', 'pronoun', 'itIs', 'modal', 'request', 'filler', 'is', 'not', 'yes');

/** A part from the first word that describes something, with the article, the number or the unknown words before it. */
function described(part: string): string | null {
  const tokens = tokensOf(part);
  const first = tokens.findIndex((token) => isDescribing(token) && !is(token, 'filler', 'me', 'yes'));
  if (first < 0) return null;
  const leads = tokens.slice(0, first);
  const counted = leads.findLastIndex((token) => token.isCount || is(token, 'article'));
  const spoken = leads.findLastIndex(
    (token) => isSpoken(token) || is(token, 'has', 'give', 'set', 'add', 'put'),
  );
  const { start } = tokens[Math.max(counted, spoken + 1)]!;
  return part
    .slice(start)
    .replace(/(?:\s+(?:and|or|with))+$/i, '')
    .trim();
}

const nameIn = (part: string): string | null => {
  const tokens = tokensOf(part);
  const isName =
    tokens.length > 0 && tokens.length <= mostUnknown && tokens.every((token) => token.parts.size === 0);
  return isName ? part : null;
};

/** `joint` to a figure before the prompt, where it names none. */
type Sketch = { prompt: string; joint: string; words: number };

function english(line: string): Sketch | null {
  const parts = line
    .replace(introducing, '')
    .split(seams)
    .map((part) => part.trim());
  const telling = parts.map(described);
  const from = telling.findIndex((part) => part !== null);
  if (from < 0) return null;
  const first = introducing.test(line) ? 0 : from; // what follows "npc:" is the name of a role
  const kept = parts.flatMap((part, at) => telling[at] ?? (at >= first ? nameIn(part) : null) ?? []);
  const named = telling.filter((part) => part !== null);
  const words = named.reduce((sum, part) => sum + scoreOf(part), 0);
  const isList = named.length >= least.parts;
  return words >= (isList ? least.words : least.alone)
    ? { prompt: kept.join(', '), joint: ', ', words }
    : null;
}

function abroad(line: string, language: string): Sketch | null {
  const prompt = describedAbroad(line, language)?.english ?? '';
  const words = scoreOf(prompt);
  return words < least.abroad ? null : { prompt, joint: prompt.startsWith('with ') ? ' ' : ' with ', words };
}

/** "The face is too long" is about something else. */
const isComplaint = (line: string): boolean => tokensOf(line).some((token) => is(token, 'too'));

/** Wishes that a description may be mistaken for. */
const lost: ReadonlySet<Wish['kind']> = new Set([
  'unknown',
  'figure',
  'describe',
  'greeting',
  'foreign',
  'ideas',
] as const);
const isRefused = (wish: Wish): boolean => wish.kind === 'refused' && wish.refusal.code === 'no_body';

/** The character that a message describes, where its wishes are none. */
export function sketchIn(line: string, wishes: readonly Wish[], talk: TalkState): Wish | null {
  if (talk.draft !== null || asking.test(line) || aboutMoney.test(line) || isComplaint(line)) return null;
  const isLost = wishes.every((wish) => lost.has(wish.kind) || isRefused(wish));
  const isMade = wishes.some(({ kind }) => kind === 'make' || kind === 'noted' || kind === 'payment');
  if (isMade || wishes.some((wish) => wish.kind === 'refused' && !isRefused(wish))) return null;
  const found = talk.language ? abroad(line, talk.language) : english(line);
  if (!found || (!isLost && found.words < plain)) return null;
  const prompt = (
    phraseOf(found.prompt).isCharacter ? found.prompt : `person${found.joint}${found.prompt}`
  ).slice(0, 500);
  if (phraseOf(prompt).refusal !== null) return null;
  return talk.language
    ? { kind: 'make', prompt, read: [{ from: line, to: prompt }] }
    : { kind: 'make', prompt };
}
