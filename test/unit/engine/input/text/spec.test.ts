import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { characterSpecSchema, readSpec } from '../../../../../src/engine/input/text/spec.js';
import { interpretSpec, interpretText } from '../../../../../src/engine/pipeline/text.js';
import { quick } from '../../../../support/rig.js';

const specOf = (prompt: string) => readPrompt(prompt).spec;
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('a character spec', () => {
  it('says what a sentence asks for, in names of the vocabulary', () => {
    expect(
      specOf('a small old red fox wizard with a striped blue scarf, green eyes and no hat, waving happy'),
    ).toEqual({
      version: 1,
      species: ['fox'],
      role: 'wizard',
      age: 'old',
      presentation: 'masculine',
      build: { height: 0.66, head: 1.12 },
      look: { colour: '#cf2e2a' },
      parts: [{ name: 'eyes', colour: '#3c9a48' }],
      garments: [{ name: 'scarf', colour: '#2f6bd8', pattern: 'striped' }],
      without: ['hat'],
      pose: 'wave',
      expression: 'happy',
    });
    expect(specOf('a cat girl with long curly pink hair and three golden swords')).toEqual({
      version: 1,
      species: ['cat', 'human'],
      blend: 'ears',
      age: 'teen',
      presentation: 'feminine',
      parts: [{ name: 'hair', colour: '#f28cb4', size: 1.5, style: 'curly' }],
      props: [{ name: 'sword', colour: '#e9b33c', material: 'metal', count: 3 }],
    });
  });

  it.each([
    'a red fox with a blue scarf',
    'a very tall muddy orc with two huge rusty axes, a torn cape and no boots',
    'a 5-year-old cat girl in a pink hoodie with a jetpack',
    'a zombie bear with a pointy hat',
    'a fire dragon with three heads',
  ])('of “%s” makes the same body from a file as from the words', (prompt) => {
    const said = interpretText({ kind: 'text', prompt, seed: 5 });
    const written = interpretSpec({ kind: 'spec', spec: throughJson(said.spec) });
    const bodyOf = ({ name, seed, pose, spec, sculpt }: typeof said) => {
      const { skeleton, materials } = sculpt() as Awaited<ReturnType<typeof sculpt>>;
      return { name, seed, pose, spec, skeleton, materials };
    };
    expect(bodyOf(written)).toEqual(bodyOf(said));
  });

  it('makes the same bytes as the words, and is in the report', async () => {
    const said = await makeRig({ kind: 'text', prompt: 'a chubby blue robot dog with a hat', ...quick });
    const written = await makeRig({ kind: 'spec', spec: throughJson(said.report.spec), ...quick });
    expect(said.report.spec).toMatchObject({ species: ['robot', 'dog'], seed: said.report.seed });
    expect(Buffer.from(written.glb).equals(said.glb)).toBe(true);
    expect(Buffer.from(written.preview).equals(said.preview)).toBe(true);
  });

  it.each<[fault: string, spec: unknown]>([
    ['version: Invalid input: expected 1.', {}],
    ['species.0: unknown species “glorp”.', { version: 1, species: ['glorp'] }],
    ['role: unknown role “king of the hill”.', { version: 1, role: 'king of the hill' }],
    ['garments.0.name: unknown garment “sword”.', { version: 1, garments: [{ name: 'sword' }] }],
    [
      'look.colour: expected a colour as # and six hex digits, for example #cf2e2a.',
      { version: 1, look: { colour: 'red' } },
    ],
    ['build.height: Too big: expected number to be <=4.', { version: 1, build: { height: 40 } }],
    ['The character: Unrecognized key: "hobby".', { version: 1, hobby: 'chess' }],
    ['The character: Invalid input: expected object, received string.', 'a red fox'],
  ])('with a fault is refused: %s', (fault, spec) => {
    expect(() => readSpec(spec)).toThrow(
      expect.objectContaining({ code: 'invalid_request', message: fault }),
    );
  });

  it('with several faults is refused with a sentence for each', () => {
    expect(() => readSpec({ version: 1, age: 'ancient', pose: 'yodel' })).toThrow(
      /^age: .*\. pose: unknown pose “yodel”.*\.$/,
    );
  });

  it('has a published JSON schema', async () => {
    const published = join(import.meta.dirname, '../../../../../docs/character-spec.schema.json');
    await expect(`${JSON.stringify(characterSpecSchema(), null, 2)}\n`).toMatchFileSnapshot(published);
  });
});

describe('words that are read but not shown', () => {
  it.each([
    ['a dragon with three noses', ['three']],
    ['a girl riding a dragon', ['dragon']],
    ['7 foxes', ['7']],
    ['a snake with arms', ['arms']],
    ['a snake with boots', ['boots']],
    ['a pack of wolves', ['pack']],
  ])('are not among those understood of “%s”', (prompt, unshown) => {
    const { words, notes } = interpretText({ kind: 'text', prompt });
    expect(words?.unexpressed).toEqual(expect.arrayContaining(unshown));
    for (const word of unshown) expect(words?.understood).not.toContain(word);
    expect(notes?.length).toBeGreaterThan(0);
  });
});
