import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { hairStyle } from '../../../../src/engine/body/hair/scalp.js';
import { traitsOf } from '../../../../src/engine/body/traits.js';
import { distance } from '../../../../src/engine/geometry/vec.js';
import { colourOf } from '../../../../src/engine/input/text/colours.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';

const seeds = [1, 2, 3, 4, 5, 6];
const traits = (prompt: string) => seeds.map((seed) => traitsOf(describePrompt(prompt), seed, {}));
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const pairs = seeds.flatMap((a) => seeds.filter((b) => b > a).map((b) => [a - 1, b - 1] as const));

describe('six seeds of one description', () => {
  it.each(['a red fox with a blue scarf', 'a woman', 'a green dragon', 'a robot'])(
    'give %s other joints by more than 1 % of the height in the mean of all pairs',
    (prompt) => {
      const bodies = seeds.map((seed) => sculptCharacter(describePrompt(prompt), seed, {}).skeleton.joints);
      const apart = pairs.map(([a, b]) => {
        const height = Math.max(...bodies[a]!.map(({ tail }) => tail[1]));
        const other = new Map(bodies[b]!.map(({ name, position }) => [name, position]));
        const gaps = bodies[a]!.flatMap(({ name, position }) =>
          other.has(name) ? [distance(position, other.get(name)!)] : [],
        );
        return mean(gaps) / height;
      });
      expect(Math.min(...apart)).toBeGreaterThan(0.003);
      expect(mean(apart)).toBeGreaterThan(0.01);
    },
  );

  it('keep what was asked for', () => {
    for (const { colours, items, partColours, kind } of traits(
      'a red fox with a blue scarf and green ears',
    )) {
      expect([colours.coat, items.get('scarf')?.colour, kind]).toEqual([
        colourOf('red'),
        colourOf('blue'),
        'quadruped',
      ]);
      expect(colours.ears).toEqual(colourOf('green'));
      expect(partColours.has('ears')).toBe(false);
    }
    const bald = traits('a tall bald man with brown eyes');
    for (const { height, bald: isBald, colours } of bald) {
      expect([isBald, colours.eyes]).toEqual([true, colourOf('brown')]);
      expect(height).toBeGreaterThan(2);
    }
  });

  it('differ in skin, eyes, hair and its cut for people, and in the shade of the coat for animals', () => {
    const women = traits('a woman');
    const kinds = (of: (one: (typeof women)[number]) => unknown) =>
      new Set(women.map((one) => JSON.stringify(of(one)))).size;
    expect(kinds(({ colours }) => colours.coat)).toBeGreaterThanOrEqual(3);
    expect(kinds(({ colours }) => colours.eyes)).toBeGreaterThanOrEqual(3);
    expect(kinds(({ colours }) => colours.hair)).toBeGreaterThanOrEqual(3);
    expect(kinds(hairStyle)).toBeGreaterThanOrEqual(3);
    expect(new Set(traits('a fox').map(({ colours }) => JSON.stringify(colours.coat))).size).toBe(6);
  });

  /** The lowest or highest points of a part, by seed. */
  const boundsOf = (prompt: string, part: string) =>
    seeds.map((seed) => {
      const { solids } = sculptCharacter(describePrompt(prompt), seed, {});
      return solids.find(({ name }) => name === part)!.field.box;
    });

  it('have patterns in other places', () => {
    const spotted = (seed: number) => {
      const { solids } = sculptCharacter(describePrompt('a leopard'), seed, {});
      const { paints = [], field } = solids[0]!;
      const pattern = paints.find(({ material }) => material === 'pattern')!;
      const { min, max } = field.box;
      const at = (share: number, axis: 0 | 1 | 2) => min[axis] + share * (max[axis] - min[axis]);
      const shares = [0.1, 0.25, 0.4, 0.55, 0.7, 0.85];
      return shares.flatMap((x) =>
        shares.flatMap((y) => shares.map((z) => pattern.at(at(x, 0), at(y, 1), at(z, 2)) < 0)),
      );
    };
    const looks = seeds.map(spotted);
    for (const [a, b] of pairs) {
      const other = looks[a]!.filter((one, i) => one !== looks[b]![i]).length;
      expect(other / looks[a]!.length).toBeGreaterThan(0.05);
    }
  });

  it('have clothes of another cut', () => {
    const hems = boundsOf('a woman in a red dress', 'dress').map(({ min }) => min[1].toFixed(2));
    expect(new Set(hems).size).toBeGreaterThanOrEqual(4);
    const sleeves = boundsOf('a man in a blue shirt', 'shirt').map(({ max }) => max[0].toFixed(2));
    expect(new Set(sleeves).size).toBeGreaterThanOrEqual(3);
  });

  it('have a patch on one side where no looks were asked for, and none where they were', () => {
    const patchesOf = (prompt: string) =>
      seeds.filter((seed) =>
        sculptCharacter(describePrompt(prompt), seed, {}).materials.some(({ name }) => name === 'eye patch'),
      ).length;
    expect(patchesOf('a wolf')).toBeGreaterThanOrEqual(1);
    expect(patchesOf('a wolf')).toBeLessThan(6);
    expect(patchesOf('a grey wolf')).toBe(0);
  });
});
