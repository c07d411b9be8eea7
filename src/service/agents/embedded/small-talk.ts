import type { PlainKey } from '../../../copy/translate.js';
import { type Answering, newestOf } from './answering.js';
import { asking } from './descriptions/naming.js';
import { isAsked } from './tagging/reactions.js';
import { topicsFor } from './topics/about.js';
import { least } from './topics/least.js';
import { moodIn } from './topics/moods.js';
import type { TalkState } from './wish.js';
import { is, isDescribing } from './words/cursor.js';
import { tokensOf } from './words/tokens.js';

/** Answers of small talk. */

/** What asks for a change or for something of Rigsmith, so that it has to be understood. */
const wanting = ['request', 'add', 'remove', 'give', 'put', 'set', 'swap', 'keep', 'prefer', 'label'];
const ordering =
  /^\W*(?:list|show|tell|repeat|explain|play|open|sing|say|write)\b|\b(?:please|wanting|instead|less|more)\b/i;

/** A question in the middle of a message: "broke rn can i get a free one". */
export const wondering =
  /\?|\b(?:can|could|do|does|did|is|are|will|how|what|where|when|why|who|any)\s+(?:i|we|u|you|it|they|he|she|people|do|does|can|is|are|to|the (?:mods?|bot|admins?))\b/i;

/** Whether a message that was not understood tells something and wants nothing: "my uncle is a blacksmith too". */
export function isChat(kind: string, talk: TalkState, on: Answering): boolean {
  if (kind === 'remark') return true;
  const line = newestOf(on);
  if (talk.language || wondering.test(line) || asking.test(line) || ordering.test(line)) return false;
  const tokens = tokensOf(line);
  const isPersonal = tokens.some((token) => is(token, 'me'));
  const isTold = isPersonal || tokens.some((token) => is(token, 'pronoun', 'itIs', 'is'));
  const isNamed = tokens.some(isDescribing);
  const isWish = tokens.some((token) => is(token, ...wanting) && !is(token, 'filler'));
  if (!isTold || isWish || (isNamed && !isPersonal)) return false;
  return !topicsFor(line, talk, 1).some(
    ({ wish, confidence }) => wish.kind === 'question' && confidence >= least.maybe,
  );
}

/** A remark in another language whose kind is clear: "merci, ma classe a adoré !" */
export function isRemarkAbroad({ language }: TalkState, on: Answering): boolean {
  const line = newestOf(on);
  return language !== null && !/[?？]/.test(line) && moodIn(line, language, least.likely) !== 'plain';
}

/** Another text of a row with each answer; those that the language lacks are left out. */
function inTurn(row: readonly string[], { history, t }: Answering): string | null {
  const before = history.filter(({ role }) => role === 'agent').length;
  const texts = row.filter((key) => t.has(key));
  const key = texts[before % texts.length];
  return key === undefined ? null : t.message({ key, values: {} });
}

/** Answers that come often have variants: `agent.fixed.thanks.1` beside `agent.fixed.thanks`. */
export const varied = (key: PlainKey, on: Answering): string =>
  inTurn([key, ...[1, 2, 3, 4].map((at) => `${key}.${at}`)], on) ?? on.t(key);

/** A reply to small talk of a topic. */
export const smallTalk = (topic: string, on: Answering): string =>
  inTurn(
    [0, 1, 2].map((at) => `agent.small.${topic}.${at}`),
    on,
  ) ?? on.t('agent.chat.plain.0');

const light = /^(?:kind|glad|funny|plain)$/;
/** No jokes after a loss, and no praise for an answer to a question. */
function lightly<Said>(line: string, isGrave: boolean, said: Said): Said | 'gentle' | 'asked' {
  if (isGrave) return 'gentle';
  return isAsked(line) ? 'asked' : said;
}

/** A reply to a remark that no topic is sure of, by what kind of remark it is. */
export function remarked(line: string, { language, isGrave }: TalkState, on: Answering): string {
  const said = moodIn(line, language);
  const mood = light.test(said) ? lightly(line, isGrave, said) : said;
  if (mood === 'bye') return varied('agent.fixed.farewell', on);
  return (
    inTurn(
      [0, 1, 2].map((at) => `agent.chat.${mood}.${at}`),
      on,
    ) ?? on.t(`agent.chat.${mood}.0`)
  );
}

/** Whether the answer before said yes or no. */
export function verdict({ history, t }: Answering): string {
  const before = history.findLast(({ role }) => role === 'agent')?.content ?? '';
  const start =
    before
      .replace(/^\*\*.*?\*\*\n/, '')
      .split(/[\s,.:;!—。、，：]/u)[0]
      ?.toLowerCase() ?? '';
  const words = (key: 'agent.verdict.yes_words' | 'agent.verdict.no_words') =>
    t(key).toLowerCase().split('|');
  if (words('agent.verdict.no_words').some((word) => start.startsWith(word))) return t('agent.verdict.no');
  if (words('agent.verdict.yes_words').some((word) => start.startsWith(word))) return t('agent.verdict.yes');
  return t('agent.verdict.open');
}
