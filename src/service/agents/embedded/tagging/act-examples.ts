import { allLanguages, topicMeant } from '../languages/languages.js';
import { smallActions } from '../topics/actions.js';
import { topicPhrasings } from '../topics/topic-table.js';
import { topicsIn, wishOn } from '../topics/topics.js';
import { asides } from '../wish.js';
import { type Marked, markedMessages, type Order, orders, type Question, questions } from './corpus.js';
import { bothOf, isReadable, messageTokens } from './message-words.js';

/** Messages of each act, from the marked messages and the phrasings of topics. */

/** `guide`: a topic of data/talk/topics; `aside`: one of them that is small talk. */
export type Act = Marked['act'] | 'guide' | 'aside';

export const isQuestionAct = (act: Act): act is Question => (questions as readonly string[]).includes(act);
export const isOrder = (act: Act): act is Order => (orders as readonly string[]).includes(act);
export const isAsking = (act: Act): boolean => act === 'guide' || isQuestionAct(act);
export const isTalking = (act: Act): boolean => act === 'chat' || act === 'aside';
export const isWishing = (act: Act): boolean => act === 'make' || act === 'change';

/** One of so many phrasings of a kind is enough to tell it from the rest. */
const sample = { guide: 4, aside: 1 };
/** Phrasings are said with or without a plan, and a new character is described beside another one as well. */
const anyPlan = (): string | null => markedMessages().find(({ act }) => act === 'change')?.draft ?? null;
const talking: ReadonlySet<string> = new Set([...asides, ...smallActions]);

/** The tokens of messages of each act. @param isAbroad those of other languages than English */
export function actExamples(isAbroad: boolean): [Act, string[][]][] {
  const byAct = new Map<Act, string[][]>();
  const plan = anyPlan();
  const add = (act: Act, line: string, draft: string | null, language: string | null) =>
    byAct
      .set(act, byAct.get(act) ?? [])
      .get(act)!
      .push(messageTokens(line, draft, language));
  const phrasings = isAbroad ? phrasingsAbroad() : englishPhrasings();
  for (const [at, { act, phrasing, language }] of phrasings.entries())
    if (at % sample[act] === 0)
      add(act, phrasing, at % (2 * sample[act]) < sample[act] ? null : plan, language);
  for (const { act, text, draft, language } of markedMessages()) {
    if ((language !== null) !== isAbroad) continue;
    add(act, text, isOrder(act) ? plan : bothOf(draft, language), language);
    if (act === 'make') add(act, text, plan, language);
  }
  return [...byAct];
}

type Phrasing = { act: 'guide' | 'aside'; phrasing: string; language: string | null };
const actOf = (topic: string): Phrasing['act'] =>
  talking.has(topic) || wishOn(topic).kind === 'small' ? 'aside' : 'guide';

const englishPhrasings = (): Phrasing[] =>
  topicPhrasings().map(({ topic, phrasing }) => ({ act: actOf(topic), phrasing, language: null }));

const phrasingsAbroad = (): Phrasing[] =>
  allLanguages()
    .filter(({ name }) => isReadable(name))
    .flatMap(({ name, phrases }) =>
      Object.entries(phrases).flatMap(([meaning, list]) => {
        const topic = topicMeant(meaning) ?? topicsIn(meaning, 1)[0]?.topic ?? 'remark';
        return list.map((phrasing) => ({ act: actOf(topic), phrasing, language: name }));
      }),
    );
