import { describe, expect, test } from 'vitest';
import type { Generation } from '../../src/contract/rig.js';
import { readPrompt } from '../../src/engine/input/text/prompt.js';
import { createWorkshop, credits, rigOf, sees, useRigWorld } from './rig-world.js';

const rigs = useRigWorld();

const fox = { ...readPrompt('a red fox with a blue scarf').spec, seed: 5 };
const post = (path: string, body: object) => rigs.world.alice.post(path, body);
const make = (body: object) => post('/api/rig/text-to-rig', body);
const describeIt = async (body: object) => (await post('/api/rig/specs', body)).json();

describe('a character spec on the wire', () => {
  test('is made instead of the words, kept with the rig, and comes back with its result', async () => {
    const started: Generation = (await make({ prompt: 'my fox', spec: fox })).json();
    expect(started.input).toMatchObject({ prompt: 'my fox', spec: fox });
    const job = await rigs.workshop.taken(1);
    expect(job.request).toMatchObject({ kind: 'spec', spec: fox });
    const rig = rigOf(Buffer.from('fox'), job.request);
    const { words: _, ...report } = rig.report;
    job.end({ kind: 'made', rig: { ...rig, report: { ...report, spec: fox as never } } });
    const made = await sees(rigs.world.alice, started.id, 'succeeded');
    expect(made.input.spec).toEqual(fox);
    expect(made.output?.spec).toEqual(fox);
    expect(made.output).not.toHaveProperty('words');
  });

  test('survives a restart before it is made', async () => {
    await make({ spec: fox });
    await rigs.workshop.taken(1);
    rigs.workshop = createWorkshop();
    await rigs.reopen(rigs.workshop);
    expect((await rigs.workshop.taken(1)).request).toMatchObject({ kind: 'spec', spec: fox });
  });

  test('without words is put into words', async () => {
    const { input } = (await post('/api/rig/generate', { type: 'text', spec: fox })).json();
    expect(input.prompt).toBe('a red fox with blue scarf');
  });

  test('comes with the result of words too, with how they were read', async () => {
    const started: Generation = (await make({ prompt: 'a zorgly fox' })).json();
    expect(started.input).not.toHaveProperty('spec');
    const job = await rigs.workshop.taken(1);
    const rig = rigOf(Buffer.from('fox'), job.request);
    job.end({ kind: 'made', rig: { ...rig, report: { ...rig.report, spec: fox as never } } });
    const { output } = await sees(rigs.world.alice, started.id, 'succeeded');
    expect(output).toMatchObject({
      spec: fox,
      words: { understood: ['fox'], unknown: ['zorgly'], unexpressed: [] },
    });
  });

  test('stays when the rig is repeated, until other words or another spec are sent', async () => {
    const { id }: Generation = (await make({ prompt: 'my fox', spec: fox })).json();
    const repeat = async (changes: object) =>
      (await post(`/api/rig/generations/${id}/repeat`, changes)).json().input;
    expect(await repeat({ seed: 9 })).toMatchObject({ prompt: 'my fox', spec: fox, seed: 9 });
    expect(await repeat({ prompt: 'a wolf' })).not.toHaveProperty('spec');
    const wolf = { version: 1, species: ['wolf'] };
    expect(await repeat({ spec: wolf })).toMatchObject({ prompt: 'my fox', spec: wolf });
  });

  const thing = { name: 'scarf' };
  test.each<[what: string, spec: unknown, detail: string | RegExp]>([
    ['an unknown species', { version: 1, species: ['glorp'] }, 'species.0: unknown species “glorp”.'],
    [
      'too many garments',
      { version: 1, garments: Array.from({ length: 25 }, () => thing) },
      /^garments: Too big/,
    ],
    ['a huge factor', { version: 1, build: { height: 1e308 } }, /^build\.height: Too big/],
    ['a fraction as a seed', { version: 1, seed: 0.5 }, /^seed: /],
    [
      'many faults',
      { version: 1, ...Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`k${i}`, i])) },
      /^The character: Unrecognized keys/,
    ],
    ['no version', {}, 'version: Invalid input: expected 1.'],
    ['a prototype', JSON.parse('{"version":1,"__proto__":{"species":["fox"]}}'), /./],
  ])('with %s is refused with a sentence, and nothing is held', async (_, spec, detail) => {
    const reply = await make({ prompt: 'a fox', spec });
    expect(reply.json()).toMatchObject({
      status: 400,
      code: 'invalid_request',
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
    });
    expect(reply.json().detail.length).toBeLessThan(400);
    expect(await credits(rigs.world.alice)).toEqual({ available: 100, held: 0 });
  });

  test.each([
    ['a list', []],
    ['a word', 'fox'],
    ['20 KB', { version: 1, x: 'y'.repeat(20_000) }],
  ])('that is %s is refused by the schema', async (_, spec) => {
    expect((await make({ prompt: 'a fox', spec })).json()).toMatchObject({ code: 'invalid_request' });
  });

  test('is refused for pictures, and a request needs words or a spec', async () => {
    const image = {
      data_uri: `data:image/png;base64,${Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64')}`,
    };
    const { id } = (await post('/api/rig/image-to-rig', { image })).json();
    const repeated = await post(`/api/rig/generations/${id}/repeat`, { spec: fox });
    expect(repeated.json()).toMatchObject({ code: 'invalid_request' });
    expect((await make({})).json()).toMatchObject({
      code: 'invalid_request',
      errors: [{ path: 'prompt', message: 'say what to make' }],
    });
  });
});

describe('what is never made', () => {
  const child = { version: 1, species: ['human'], age: 'child' };

  test.each([
    ['words beside a spec', '/api/rig/text-to-rig', { prompt: 'naked', spec: fox }],
    ['words that only a spec makes harmful', '/api/rig/text-to-rig', { prompt: 'sexy', spec: child }],
    ['a change', '/api/rig/specs', { spec: fox, change: 'hat: red, naked' }],
    ['a change of a child', '/api/rig/specs', { spec: child, change: 'sexy' }],
  ])('is refused as %s, with the reason', async (_, path, body) => {
    expect((await post(path, body)).json()).toMatchObject({
      status: 422,
      code: 'content_rejected',
      detail: expect.stringMatching(/^(?:Nudity|Sexual descriptions)/),
    });
    expect(await credits(rigs.world.alice)).toEqual({ available: 100, held: 0 });
  });
});

describe('a spec put into words', () => {
  test('has a line for each thing, in the language of the member', async () => {
    const english = await describeIt({ spec: fox });
    expect(english).toMatchObject({ spec: fox, changes: [], notes: [] });
    expect(english.lines).toEqual([
      { about: 'species', name: null, words: ['fox'] },
      { about: 'look', name: null, words: ['red'] },
      { about: 'garment', name: 'scarf', words: ['blue'] },
    ]);
    expect((await describeIt({ spec: fox, locale: 'de' })).lines).toContainEqual({
      about: 'garment',
      name: 'Schal',
      words: ['blau'],
    });
    expect((await describeIt({ spec: fox, locale: 'xx' })).lines).toEqual(english.lines);
  });

  test('is changed by short words, and says which ones it did not use', async () => {
    expect(await describeIt({ spec: fox, change: 'hat: red, no scarf, zorgly, arms: blue' })).toMatchObject({
      spec: {
        version: 1,
        seed: 5,
        species: ['fox'],
        garments: [{ name: 'hat', colour: '#cf2e2a' }],
      },
      changes: [
        { about: 'part', name: 'arms', before: null, after: ['blue'] },
        { about: 'garment', name: 'hat', before: null, after: ['red'] },
        { about: 'garment', name: 'scarf', before: ['blue'], after: null },
      ],
      words: { unknown: ['zorgly'] },
    });
  });

  test('is refused when it is none, and to those who are not signed in', async () => {
    expect((await describeIt({ spec: { version: 2 } })).code).toBe('invalid_request');
    const stranger = rigs.world.person('stranger');
    expect((await stranger.post('/api/rig/specs', { spec: fox })).statusCode).toBe(401);
  });
});
