import { refine } from '../changes/draft.js';
import type { Wish } from '../wish.js';
import { phraseOf } from '../words/lexis.js';

/** "A banana with abs" is no character to the engine; a thing with something of a body is one once it has legs. */
export function onLegs(wish: Wish): Wish {
  if (wish.kind !== 'make') return wish;
  const { refusal, hasThings } = phraseOf(wish.prompt);
  if (refusal === null || !hasThings) return wish;
  const prompt = refine(wish.prompt, { kind: 'add', what: 'legs' });
  return phraseOf(prompt).refusal === null ? { ...wish, prompt } : wish;
}
