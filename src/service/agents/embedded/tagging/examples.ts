import type { Example } from '../learning/sequence.js';
import { type Marked, markedMessages } from './corpus.js';
import { featuresOf } from './features.js';
import { bothOf, messageWords } from './message-words.js';

/** The marked messages of data/talk/marked as examples for the labels of words. */
export const markedExamples = (isWanted: (one: Marked) => boolean): Example[] =>
  markedMessages().filter(isWanted).map(exampleOf);

function exampleOf({ text, spans, draft, language }: Marked): Example {
  const words = messageWords(text, language);
  const labels = words.map(({ start }) => {
    const span = spans.find((one) => start >= one.start && start < one.end);
    if (!span) return 'O';
    const isFirst = words.find((word) => word.start >= span.start)!.start === start;
    return `${isFirst ? 'B' : 'I'}-${span.kind}`;
  });
  return { features: featuresOf(words, bothOf(draft, language)), labels };
}
