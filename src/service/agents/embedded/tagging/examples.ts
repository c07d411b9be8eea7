import type { Features } from '../learning/network.js';
import { isWishing } from './act-examples.js';
import type { Marked } from './corpus.js';
import { featuresOf } from './features.js';
import { bothOf, messageWords } from './message-words.js';

/** A message for training: the features of its words, and their labels. */
export type Example = { features: Features[]; labels: string[] };

/** A marked message of data/talk/marked as an example for the labels of words. */
export function exampleOf({ act, text, spans, draft, language }: Marked): Example {
  const words = messageWords(text, language);
  const labels = words.map(({ start }) => {
    const span = spans.find((one) => start >= one.start && start < one.end);
    if (!span) return 'O';
    const isFirst = words.find((word) => word.start >= span.start)!.start === start;
    return `${isFirst ? 'B' : 'I'}-${span.kind}`;
  });
  return {
    features: featuresOf(words, bothOf(draft, language), isWishing(act) ? 'wishes' : 'questions'),
    labels,
  };
}
