import type { Answering } from './answering.js';
import { asking } from './descriptions/naming.js';
import { topicsIn } from './topics/topics.js';
import type { TalkState } from './wish.js';
import { is, isDescribing } from './words/cursor.js';
import { tokensOf } from './words/tokens.js';

/** Answers of small talk. */

const mostVariants = 2;

/** What asks for a change or for something of Rigsmith, so that it has to be understood. */
const wanting = ['request', 'add', 'remove', 'give', 'put', 'set', 'swap', 'keep', 'prefer', 'label'];
const ordering =
  /^\W*(?:list|show|tell|repeat|explain|play|open|sing|say|write)\b|\b(?:please|wanting|instead|less|more)\b/i;
/** A topic of Rigsmith that is so likely may be meant. */
const near = 0.3;

/** A question in the middle of a message: "broke rn can i get a free one". */
export const wondering =
  /\?|\b(?:can|could|do|does|did|is|are|will|how|what|where|when|why|who|any)\s+(?:i|we|u|you|it|they|he|she|people|do|does|can|is|are|to|the (?:mods?|bot|admins?))\b/i;

/** Whether a message that was not understood tells something and wants nothing: "my uncle is a blacksmith too". */
export function isChat(kind: string, { language, topic }: TalkState, { history }: Answering): boolean {
  if (kind === 'remark') return true;
  const line = history.findLast(({ role }) => role === 'user')?.content ?? '';
  if (language || wondering.test(line) || asking.test(line) || ordering.test(line)) return false;
  const tokens = tokensOf(line);
  const isPersonal = tokens.some((token) => is(token, 'me'));
  const isTold = isPersonal || tokens.some((token) => is(token, 'pronoun', 'itIs', 'is'));
  const isNamed = tokens.some(isDescribing);
  const isWish = tokens.some((token) => is(token, ...wanting) && !is(token, 'filler'));
  if (!isTold || isWish || (isNamed && !isPersonal)) return false;
  return !topicsIn(line, 1, topic).some(
    ({ wish, confidence }) => wish.kind === 'question' && confidence >= near,
  );
}

/**
 * Answers that come often have variants: `agent.fixed.thanks.1` beside `agent.fixed.thanks`.
 * @param first the text without a number
 */
export function varied(kind: string, first: string, { history, t }: Answering): string {
  const before = history.filter(({ role }) => role === 'agent').length;
  const variants = Array.from({ length: mostVariants }, (_, at) => `agent.fixed.${kind}.${at + 1}`).filter(
    (key) => t.has(key),
  );
  const key = variants[(before % (variants.length + 1)) - 1];
  return key ? t.message({ key, values: {} }) : first;
}

/** A reply to small talk of a topic, another one each time. */
export function smallTalk(topic: string, { history, t }: Answering): string {
  const before = history.filter(({ role }) => role === 'agent').length;
  const replies = Array.from({ length: mostReplies }, (_, at) => `agent.small.${topic}.${at}`).filter((key) =>
    t.has(key),
  );
  const key = replies[before % replies.length];
  return key ? t.message({ key, values: {} }) : t('agent.chat.none.0');
}
const mostReplies = 3;

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
