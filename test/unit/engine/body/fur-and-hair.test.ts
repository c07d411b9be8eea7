/** Furrows in hair, and tufts of fur. */
import { expect, it } from 'vitest';
import { scalpHair } from '../../../../src/engine/body/hair/scalp.js';
import { chestTufts } from '../../../../src/engine/body/head/fur.js';
import { shapeHead } from '../../../../src/engine/body/head.js';
import { traitsOf } from '../../../../src/engine/body/traits.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';

const traits = (prompt: string) => traitsOf(describePrompt(prompt), 5, {});

/** Distance from the middle of a head of radius 1 to the surface, behind and beside it, at one height. */
function outline(prompt: string, style: 'short' | 'afro'): number[] {
  const half = [0.84, 1, 0.9] as const;
  const t = traits(prompt);
  const { field } = shapeHead([0, 0, 0], 1, t);
  const hair = scalpHair({ centre: [0, 0, 0], half, field, front: 0.95 }, t, style);
  return Array.from({ length: 120 }, (_, i) => {
    const a = Math.PI * (0.6 + (0.8 * i) / 119);
    let far = 2;
    while (far > 0.5 && hair.at(Math.sin(a) * far, 0.2, Math.cos(a) * far) > 0) far -= 0.002;
    return far;
  });
}

const ridges = (line: readonly number[]): number =>
  line.filter(
    (far, i) =>
      i > 2 &&
      i < 117 &&
      far > line[i - 3]! &&
      far >= line[i + 3]! &&
      far >= Math.max(line[i - 1]!, line[i + 1]!),
  ).length;

it('hair has locks at the back of the head', () => {
  const line = outline('a man', 'short');
  expect(Math.min(...line)).toBeGreaterThan(0.8);
  expect(ridges(line)).toBeGreaterThanOrEqual(5);
});

it('wolves have tufts on cheeks and chest, and dogs do not', () => {
  const wide = (prompt: string) => {
    const { field } = shapeHead([0, 0, 0], 1, traits(prompt));
    let x = 2;
    while (x > 0 && field.at(x, -0.45, -0.1) > 0) x -= 0.005;
    return x;
  };
  expect(traits('a wolf').fluff).toBe(1);
  expect(traits('a dog').fluff).toBe(0);
  expect(wide('a wolf')).toBeGreaterThan(wide('a dog') + 0.1);
  const tips = chestTufts([0, 1, 0], 0.2, 1).map(({ box }) => box.max[2]);
  expect(Math.max(...tips)).toBeGreaterThan(0.25);
});
