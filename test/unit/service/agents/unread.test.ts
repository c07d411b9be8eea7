import { describe, expect, test } from 'vitest';
import { readMarked } from '../../../../src/service/agents/embedded/tagging/marks.js';
import { charactersOfSpans } from '../../../../src/service/agents/embedded/tagging/tagged-characters.js';
import { missedIn, withUnread } from '../../../../src/service/agents/embedded/tagging/unread.js';

const read = (marked: string) => {
  const { text, spans } = readMarked(marked);
  const all = withUnread(text, spans);
  const [prompt = ''] = charactersOfSpans(text, all);
  return { prompt, missed: missedIn(text, all, prompt) };
};

describe('words of a description that the tagger left unmarked', () => {
  test.each([
    ['a [kind drummer], [add red vest], [add cap], drum obviously', /drum/],
    ['a plumber then. [kind man], [add greasy overalls]', /man.*plumber|plumber.*man/],
    ['a [kind siren], [add green tail], and the necklace she never takes off', /necklace/],
  ])('%s: known things and roles are read', (marked, said) => expect(read(marked).prompt).toMatch(said));

  test.each([
    ['a [kind possum] in a [add suit]. gaffer tape. [add helmet]', ['gaffer tape']],
    ['a [kind fox] with a [add hat] for my birthday (long story)', []],
    ['my son loves penguins. a [kind penguin] with a [add shovel]', []],
  ])('%s: unknown items are named', (marked, missed) => expect(read(marked).missed).toEqual(missed));
});
