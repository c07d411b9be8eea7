/** Things that live have bodies of their own shape. */
import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
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
