/** Things that live have bodies of their own shape. */
import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import type { Solid } from '../../../../src/engine/character.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';
import { objects, species } from '../../../../src/engine/input/text/vocabulary.js';
import { jointOf } from '../../../../src/engine/skeleton/skeleton.js';

const make = (prompt: string) => sculptCharacter(describePrompt(prompt), 1, {});

describe('a thing that lives', () => {
  it('has a shape, if it is one of the vocabulary', () => {
    expect(Object.keys(objects).filter((name) => !species[name]!.shape)).toEqual([]);
  });

  it.each(Object.entries(species).flatMap(([name, { shape }]) => (shape ? [name] : [])))(
    'has its face and limbs on its own surface: %s',
    (name) => {
      const description = { ...describePrompt('an angry mug'), species: species[name]! };
      const { skeleton, solids } = sculptCharacter(description, 1, {});
      const [body] = solids;
      const chin = jointOf(skeleton, 'head').position[1];
      expect(chin).toBeGreaterThan(jointOf(skeleton, 'neck').position[1]);
      for (const side of ['left', 'right']) {
        const shoulder = jointOf(skeleton, `${side}UpperArm`).position;
        expect(body!.field.at(...(shoulder as [number, number, number]))).toBeLessThan(0.02);
      }
      expect(body!.field.box.max[1]).toBeGreaterThan(chin);
      expect(solids.some((solid) => /eye/.test(solid.name))).toBe(true);
    },
  );

  it('is wide as a toaster and narrow as a pencil', () => {
    const widthOf = (prompt: string) => {
      const { solids } = make(prompt);
      const { min, max } = solids.find(({ name }) => name === 'detail 1')!.field.box;
      return max[0] - min[0];
    };
    expect(widthOf('an angry toaster')).toBeGreaterThan(widthOf('an angry pencil') * 2);
  });
});

describe('a thing on a back', () => {
  const swordsOf = (prompt: string) => make(prompt).solids.filter(({ name }) => /sword|blade/.test(name));
  /** Whether a solid is anywhere in front of the spine, or on one side of it. */
  const reaches = ({ field: { box, at } }: Solid, isThere: (x: number, z: number) => boolean) => {
    const step = 0.02;
    for (let x = box.min[0]; x < box.max[0]; x += step)
      for (let y = box.min[1]; y < box.max[1]; y += step)
        for (let z = box.min[2]; z < box.max[2]; z += step) if (isThere(x, z) && at(x, y, z) < 0) return true;
    return false;
  };
  const isInFront = (solid: Solid) => reaches(solid, (_, z) => z > 0);

  it('lies behind it, and no blade comes out of the chest', () => {
    const swords = swordsOf('a knight with a sword on his back');
    expect(swords.length).toBeGreaterThan(0);
    expect(swords.filter(isInFront)).toEqual([]);
  });

  it('crosses another one', () => {
    const one = swordsOf('a samurai with a sword on his back');
    const two = swordsOf('a samurai with two swords on his back');
    expect(two).toHaveLength(one.length * 2);
    expect(two.filter(isInFront)).toEqual([]);
    for (const isSide of [(x: number) => x < -0.05, (x: number) => x > 0.05])
      expect([two[0]!, two[one.length]!].filter((solid) => reaches(solid, isSide))).toHaveLength(2);
  });
});
