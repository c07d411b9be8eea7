import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refine } from '../../../../src/service/agents/embedded/changes/draft.js';
import {
  classifierOf,
  trainClassifier,
} from '../../../../src/service/agents/embedded/learning/classifier.js';
import { readModels, writeModels } from '../../../../src/service/agents/embedded/learning/model-file.js';
import { clausesOf } from '../../../../src/service/agents/embedded/tagging/clauses.js';
import { markedMessages } from '../../../../src/service/agents/embedded/tagging/corpus.js';
import { readMarked } from '../../../../src/service/agents/embedded/tagging/marks.js';
import { changesOfSpans } from '../../../../src/service/agents/embedded/tagging/tagged-changes.js';
import { charactersOfSpans } from '../../../../src/service/agents/embedded/tagging/tagged-characters.js';
import { spansIn } from '../../../../src/service/agents/embedded/tagging/tagger.js';

describe('marked messages', () => {
  test('have their marks taken out, and tell where the words were', () => {
    const { text, spans } = readMarked('make the [part ears] [look a lot bigger] pls');
    expect(text).toBe('make the ears a lot bigger pls');
    expect(spans.map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual([
      ['part', 'ears'],
      ['look', 'a lot bigger'],
    ]);
  });

  test('with an unknown mark are refused by name', () => {
    expect(() => readMarked('a [colour red] hat')).toThrow('colour');
  });

  test('of the corpus all have known marks, and no message is in it twice', () => {
    const all = markedMessages();
    expect(all.length).toBeGreaterThan(1000);
    expect(all.filter(({ spans }) => spans.some(({ text }) => text.trim() === ''))).toEqual([]);
    const keys = all.map(({ text, draft, act }) => `${act} ${draft} ${text}`);
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

describe('clauses', () => {
  const of = (marked: string) => {
    const { text, spans } = readMarked(marked);
    return clausesOf(text, spans);
  };

  test.each([
    ['[part boots] [look brown], [part coat] [look open]', [['boots'], ['coat']]],
    ['[look bigger] [part ears]', [['ears']]],
    ['the [part boots] and the [part gloves] [look black]', [['boots', 'gloves']]],
    ['[part beard] [look longer] and [look white]. [look taller]', [['beard'], ['beard'], []]],
    ['[part coat] [look beige], [look tired]', [['coat'], []]],
  ])('%s: each look is about its parts', (marked, parts) => {
    expect(of(marked).map((one) => one.kind === 'look' && one.parts)).toEqual(parts);
  });

  test('pair what is exchanged, in either order', () => {
    expect(of('instead of the [old sword] a [new torch]')).toEqual(of('a [new torch] for the [old sword]'));
  });

  test('say where something goes, with its preposition', () => {
    expect(of('the [part lute] on his [place back]')).toEqual([
      { kind: 'place', what: 'lute', to: 'on his back' },
    ]);
  });
});

describe('the marked words of a description', () => {
  const described = (marked: string) => {
    const { text, spans } = readMarked(marked);
    return charactersOfSpans(text, spans);
  };

  test.each([
    ['a [kind badger] in a [add racing suit], [look smiling]', ['a smiling badger with a racing suit']],
    [
      '[kind dwarf cleric] w a [add warhammer], [kind elf ranger] w [add bow]',
      ['a dwarf cleric with a warhammer', 'an elf ranger with bow'],
    ],
    ['a [kind fox], a [kind bear] and a [kind cat]', ['a fox', 'a bear', 'a cat']],
    ['[kind mothman] but he is our [also intern]', ['a mothman, an intern']],
    ['a [kind knight], no [rem helmet]', ['a knight without helmet']],
    ['a [kind knight] and a [look headlamp]', ['a knight with a headlamp']],
    [
      '[part eyes] [look glowing blue], [part robe] [look torn at the bottom], a [kind ghost]',
      ['a ghost with glowing blue eyes, robe torn at the bottom'],
    ],
  ])('%s', (marked, prompts) => {
    expect(described(marked)).toEqual(prompts);
  });
});

describe('the marked words of a change', () => {
  test.each([
    ['a witch with a broom', 'lose the [rem broom], add a [add red scarf]', 'a witch with a red scarf'],
    [
      'a cultist with a brown robe',
      '[part robe] should be [look torn at the bottom]',
      'a cultist with a brown robe torn at the bottom',
    ],
    ['a pirate with a parrot', '[keep parrot] stays, make him [look fatter]', 'a fat pirate with a parrot'],
    ['a knight with a sword', 'a [new torch] instead of the [old sword]', 'a knight with a torch'],
    ['a robot', 'make it a [kind fat wolf]', 'a fat wolf'],
    [
      'a goblin with a bone spear',
      'nah spear looks dumb take it off. give him a [new wooden club] instead',
      'a goblin with a wooden club',
    ],
    [
      'a raccoon with an orange vest',
      '[part vest] needs to be [new neon yellow] not [old orange]',
      'a raccoon with a neon yellow vest',
    ],
    [
      'a wolf with a teal bandana',
      'swap the [old bandana] for a [new cap], same [look teal]',
      'a wolf with a teal cap',
    ],
    ['a fish with a crown', 'make it [look white] but keep the [keep crown]', 'a white fish with a crown'],
    // A look behind a thing is of that thing.
    ['a bear', 'a [look hawaiian] [part shirt] in [look blue]', 'a bear with a blue hawaiian shirt'],
    ['a bear', '[add waistcoat] as well, in [look bottle green]', 'a bear with a bottle green waistcoat'],
    [
      'a bear with a vest',
      'swap the [old vest] for a [new coat], [look silver]',
      'a bear with a silver coat',
    ],
    ['a bear', '[look striped] [part pajamas], [look blue]', 'a bear with blue striped pajamas'],
    [
      'a cat with a tail',
      'make the [part tail] [look longer], like [look bushy]',
      'a cat with a bushy long tail',
    ],
    [
      'a cat with a red hat and a scarf',
      'make the [part hat] [look blue] and the [part scarf] too',
      'a cat with a blue hat and a blue scarf',
    ],
    // The first of two alternatives, and the last of two corrections.
    [
      'a unicorn with a horn',
      'the [part horn] [look golden] or at least [look pink]',
      'a unicorn with a golden horn',
    ],
    ['a man with a saxophone', 'trade the [old sax] for a [new trumpet]', 'a man with a trumpet'],
    // Reasons.
    ['a cat with wings', '[part wings] [look smaller] they look [look goofy]', 'a cat with small wings'],
    [
      'a cat with a bib',
      'make the [part bib] [look yellow], white gets so [look dirty]',
      'a cat with a yellow bib',
    ],
  ])('of %s: %s', (draft, marked, expected) => {
    const { text, spans } = readMarked(marked);
    expect(changesOfSpans(text, spans, draft, null).reduce(refine, draft)).toBe(expected);
  });

  test('put something else in the place of the thing that was added last', () => {
    const { text, spans } = readMarked('no, she changed her mind, a [new spoon] instead');
    const draft = 'a hedgehog with an apron and a rolling pin';
    const changes = changesOfSpans(text, spans, draft, { thing: 'pin', looks: [] });
    expect(changes.reduce(refine, draft)).toBe('a hedgehog with an apron and a spoon');
  });
});

test('the models of a build are those of a training, to the precision of a byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'models-'));
  const file = join(folder, 'talk.bin');
  const acts = trainClassifier([
    [
      'make',
      [
        ['a', 'fox'],
        ['a', 'red', 'dog'],
      ],
    ],
    [
      'ask',
      [
        ['how', 'much'],
        ['how', 'many'],
      ],
    ],
  ]);
  writeModels(file, 'today', { acts });
  expect(existsSync(file)).toBe(true);
  expect(readModels(file, 'yesterday'), 'of other messages').toBeNull();
  const read = readModels(file, 'today')!;
  rmSync(folder, { recursive: true });
  const [plain, stored] = [acts, read.acts as typeof acts].map((model) => classifierOf(model)(['a', 'fox']));
  expect(stored!.get('make')).toBeCloseTo(plain!.get('make')!, 1);
});

test('a name goes on to the role or creature at its end', () => {
  const line = 'heyy can u do a possum night janitor for my server pls, grey jumpsuit, one glove';
  expect(spansIn('wishes', line, null)[0]).toMatchObject({ kind: 'kind', text: 'possum night janitor' });
});
