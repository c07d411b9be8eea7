import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SetupError } from '../../../../src/base/errors.js';
import { type RigParameters, skeletonKinds } from '../../../../src/engine/index.js';
import { readPipelines } from '../../../../src/service/rig/pipelines.js';

const shipped = readPipelines(resolve('data/catalog/pipelines.json'));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigsmith-pipelines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const reading = (text: string) => {
  const file = join(folder, 'pipelines.json');
  writeFileSync(file, text);
  return () => readPipelines(file);
};

test('the shipped catalog offers only parameters that the engine accepts', () => {
  // The annotation is the check: a value the engine does not know would not compile.
  const known: { [Name in keyof RigParameters]-?: NonNullable<RigParameters[Name]>[] } = {
    skeleton: ['auto', ...skeletonKinds],
    style: ['auto', 'clay', 'low-poly', 'voxel', 'toon'],
    proportions: ['auto', 'chibi', 'natural', 'heroic'],
    detail: ['low', 'medium', 'high'],
  };
  for (const { parameters } of shipped.all)
    for (const { name, enum: values, default: usual } of parameters) {
      expect(known[name as keyof RigParameters]).toEqual(expect.arrayContaining(values ?? []));
      expect(values).toContain(usual);
    }
});

test('each input has its pipeline, and an unsupported one is refused', () => {
  expect(shipped.choose('text').id).toBe('clay');
  expect(shipped.choose('image').id).toBe('silhouette');
  expect(shipped.choose('multi_image', 'silhouette').id).toBe('silhouette');
  expect(shipped.choose('mesh').id).toBe('armature');
  expect(() => shipped.choose('mesh', 'silhouette')).toThrow("doesn't accept this kind of input");
});

test('an invalid catalog stops the start with a sentence that names the fault', () => {
  const one = shipped.all[0];
  for (const text of [
    '',
    '{}',
    '[]',
    JSON.stringify([{ ...one, credit_cost: -1 }]),
    JSON.stringify([one, one]),
  ])
    expect(reading(text), text.slice(0, 40)).toThrow(SetupError);
  expect(() => readPipelines(join(folder, 'absent.json'))).toThrow(/absent\.json/);
  expect(reading(JSON.stringify([one]))().all).toEqual([one]);
});

test('a pipeline that takes what its provider makes no models from stops the start', () => {
  const [first] = shipped.all;
  const text = JSON.stringify([{ ...first, id: 'fal', provider: 'fal', inputs: ['text', 'image'] }, first]);
  const file = join(folder, 'pipelines.json');
  writeFileSync(file, text);
  expect(() => readPipelines(file, [{ id: 'fal', inputs: ['image'] }])).toThrow(
    /pipelines\.json: the pipeline fal takes text, but fal has no model for it/,
  );
  const { all } = readPipelines(file, [{ id: 'fal', inputs: ['image', 'text'] }]);
  expect(all.map(({ id }) => id)).toEqual(['fal', first?.id]);
});
