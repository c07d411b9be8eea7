import { allLanguages, topicMeant } from '../languages/languages.js';
import type { Features } from '../learning/network.js';
import { smallActions } from '../topics/actions.js';
import { topicPhrasings } from '../topics/topic-table.js';
import { topicsIn, wishOn } from '../topics/topics.js';
import { asides } from '../wish.js';
import { type Act, isOrder, isWishing } from './acts.js';
import { type Marked, markedMessages } from './corpus.js';
import { featuresOf } from './features.js';
import { bothOf, isReadable, messageWords } from './message-words.js';
import type { Marking } from './tagger.js';

/** Messages for training: those of data/talk/marked, and phrasings of topics, whose words have no marks. */

/** @property labels one a word; null where the message has no marks of its own */
export type Example = {
  act: Act;
  language: string | null;
  marking: Marking;
  features: Features[];
  labels: string[] | null;
};

type Message = Pick<Marked, 'text' | 'draft' | 'language'> & { act: Act; spans: Marked['spans'] | null };

/** Of so many phrasings one is enough to tell its act. */
const sample = { guide: 9, chat: 3 };

/** Orders are few and said of any plan: each is learnt beside three that stand so far apart. */
const spread = 101;

/** Plans that messages are said beside, in turn. */
const plansOf = (messages: readonly Marked[]): string[] => [
  ...new Set(messages.flatMap(({ act, draft }) => (act === 'change' && draft !== null ? [draft] : []))),
];

/** Orders are of any plan, and a new character is described beside another one as well. @param messages of data/talk/marked */
export function examplesOf(messages: readonly Marked[]): Example[] {
  const plans = plansOf(messages);
  const beside = (one: Marked, at: number): Marked => ({ ...one, draft: plans[at % plans.length]! });
  const marked = messages.flatMap((one, at) =>
    isOrder(one.act) ? [0, 1, 2].map((more) => beside(one, at + more * spread)) : [one],
  );
  const besides = marked.filter(({ act }) => act === 'make').map(beside);
  return [...marked, ...besides].map(exampleOf).filter(({ features }) => features.length > 0);
}

/** Phrasings are said with or without a plan. */
export function phrasingExamples(): Example[] {
  const plans = plansOf(markedMessages());
  return [...englishPhrasings(), ...phrasingsAbroad()]
    .filter(({ act }, at) => at % sample[act] === 0)
    .map((one, at) =>
      exampleOf({ ...one, spans: null, draft: at % 2 === 0 ? null : plans[at % plans.length]! }),
    )
    .filter(({ features }) => features.length > 0);
}

function exampleOf({ act, text, spans, draft, language }: Message): Example {
  const words = messageWords(text, language);
  return {
    act,
    language,
    marking: isWishing(act) ? 'wishes' : 'questions',
    features: featuresOf(words, bothOf(draft, language)),
    labels: spans && words.map((word) => labelOf(word, words, spans)),
  };
}

type Word = ReturnType<typeof messageWords>[number];

function labelOf({ start }: Word, words: readonly Word[], spans: Marked['spans']): string {
  const span = spans.find((one) => start >= one.start && start < one.end);
  if (!span) return 'O';
  const isFirst = words.find((word) => word.start >= span.start)!.start === start;
  return `${isFirst ? 'B' : 'I'}-${span.kind}`;
}

type Phrasing = { act: 'guide' | 'chat'; text: string; language: string | null };
const talking: ReadonlySet<string> = new Set([...asides, ...smallActions]);
const actOf = (topic: string): Phrasing['act'] =>
  talking.has(topic) || wishOn(topic).kind === 'small' ? 'chat' : 'guide';

const englishPhrasings = (): Phrasing[] =>
  topicPhrasings().map(({ topic, phrasing }) => ({ act: actOf(topic), text: phrasing, language: null }));

const phrasingsAbroad = (): Phrasing[] =>
  allLanguages()
    .filter(({ name }) => isReadable(name))
    .flatMap(({ name, phrases }) =>
      Object.entries(phrases).flatMap(([meaning, list]) => {
        const topic = topicMeant(meaning) ?? topicsIn(meaning, 1)[0]?.topic ?? 'remark';
        return list.map((text) => ({ act: actOf(topic), text, language: name }));
      }),
    );
