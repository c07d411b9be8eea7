import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { hairStyle } from '../../../../src/engine/body/hair/style.js';
import { shapeHead } from '../../../../src/engine/body/head.js';
import { traitsOf } from '../../../../src/engine/body/traits.js';
import { distance, lerp } from '../../../../src/engine/geometry/vec.js';
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

  it("differ in the shade of a role's usual clothes, and not in that of clothes that were asked for", () => {
    const shades = (prompt: string, item: string) =>
      new Set(
        traits(prompt).map(({ items, colours }) =>
          JSON.stringify(items.get(item)?.colour ?? colours.clothes),
        ),
      ).size;
    expect(shades('a viking', 'shirt')).toBe(6);
    expect(shades('a viking in a green shirt', 'shirt')).toBe(1);
    expect(shades('a knight', 'armour')).toBe(6);
    expect(shades('a red knight', 'armour')).toBe(1);
    expect(shades('a vampire', 'cape')).toBe(6);
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

  it('have coats of several colours where a species has them, without those that were excluded', () => {
    const hues = (prompt: string) =>
      new Set(traits(prompt).map(({ colours: { coat } }) => coat.map((c) => Math.round(c * 4)).join()));
    for (const animal of ['a dragon', 'a cat', 'a robot'])
      expect(hues(animal).size).toBeGreaterThanOrEqual(3);
    const coatsOf = (prompt: string) => describePrompt(prompt).species.coats;
    expect(coatsOf('a dragon')).toContain('3f9a4c');
    expect(coatsOf('a dragon, not green')).not.toContain('3f9a4c');
    expect(coatsOf('a dragon, not green')).toContain('b5362f');
    const isOrange = traits('a tiger').map(({ colours: { coat } }) => coat[0] > 1.3 * coat[2]);
    expect(isOrange).not.toContain(false);
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

  it('have shirts with different collars, and trousers of different length', () => {
    const collars = seeds.map((seed) => {
      const { solids } = sculptCharacter(describePrompt('a man in a blue shirt'), seed, {});
      const collar = solids.find(({ name }) => name === 'shirt collar');
      return collar ? (collar.field.box.max[0] / collar.field.box.max[1]).toFixed(3) : 'none';
    });
    expect(new Set(collars).size).toBeGreaterThanOrEqual(3);
    const ends = seeds.map((seed) => {
      const { solids, skeleton } = sculptCharacter(describePrompt('a man in black trousers'), seed, {});
      const { at } = solids.find(({ name }) => name === 'trousers')!.field;
      const knee = skeleton.joints.find(({ name }) => name === 'leftLowerLeg')!;
      const down = Array.from({ length: 60 }, (_, i) => lerp(knee.position, knee.tail, i / 59));
      return down.filter(([x, y, z]) => at(x, y, z) < 0).length / down.length;
    });
    expect(Math.max(...ends) - Math.min(...ends)).toBeGreaterThan(0.03);
  });

  it('have a notch in one ear for some animals, and in no ear of a person', () => {
    const notchedOf = (prompt: string) =>
      traits(prompt).flatMap((one) => {
        const { ears } = shapeHead([0, 0, 0], 1, one);
        const { min, max } = ears!.left.box;
        const isNotched = Array.from({ length: 4000 }, (_, i) => {
          const [x, y, z] = [0.618, 0.755, 0.569].map(
            (step, axis) => min[axis]! + ((i * step) % 1) * (max[axis]! - min[axis]!),
          ) as [number, number, number];
          return ears!.left.at(x, y, z) < 0 !== ears!.right.at(-x, y, z) < 0;
        });
        return isNotched.some(Boolean) ? [one.marks.side] : [];
      });
    const wolves = notchedOf('a wolf');
    expect(wolves.length).toBeGreaterThanOrEqual(1);
    expect(wolves.length).toBeLessThan(6);
    expect(notchedOf('an elf')).toEqual([]);
  });

  it('have a scar on the face for some people with a weapon, unless it was excluded', () => {
    const scarredOf = (prompt: string) => traits(prompt).filter(({ items }) => items.has('scar')).length;
    expect(scarredOf('a viking with an axe')).toBeGreaterThanOrEqual(1);
    expect(scarredOf('a viking with an axe')).toBeLessThan(6);
    expect(scarredOf('a viking with an axe and no scar')).toBe(0);
    expect(scarredOf('a chef')).toBe(0);
    expect(scarredOf('a scarred chef')).toBe(6);
    expect(scarredOf('a chef with a face scar')).toBe(6);
  });
});
