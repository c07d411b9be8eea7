import { expect, test } from 'vitest';
import { interpretText } from '../../../../src/engine/pipeline/text.js';
import type { RigParameters } from '../../../../src/engine/types.js';

const looksOf = (prompt: string, parameters: RigParameters = {}) => {
  const { style, proportions } = interpretText({ kind: 'text', prompt, parameters }).spec ?? {};
  return { style, proportions };
};

test('style and proportions are chosen apart from each other, by words or by parameters', () => {
  const both = { style: 'low-poly', proportions: 'chibi' } as const;
  expect(looksOf('a chibi low poly fox')).toEqual(both);
  expect(looksOf('a fox', both)).toEqual(both);
  expect(looksOf('a chibi fox', { style: 'low-poly' })).toEqual(both);
  expect(looksOf('a heroic voxel fox', both)).toEqual(both);
});

test('the value auto of a parameter leaves the choice to the words', () => {
  const auto = { style: 'auto', proportions: 'auto' } as const;
  expect(looksOf('a chibi low poly fox', auto)).toEqual({ style: 'low-poly', proportions: 'chibi' });
  expect(looksOf('a fox', auto)).toEqual({ style: undefined, proportions: undefined });
});

test('proportions are accepted as a style too, as older requests name them', () => {
  expect(looksOf('a toon fox', { style: 'chibi' })).toEqual({ style: 'toon', proportions: 'chibi' });
  expect(looksOf('a fox', { style: 'chibi', proportions: 'heroic' }).proportions).toBe('heroic');
});
