import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { colourOf } from '../../../../src/engine/input/text/colours.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';

const sculpt = (prompt: string) => sculptCharacter(describePrompt(prompt), 1, { detail: 'low' });

describe('a small item', () => {
  it.each([
    ['a man with teeth', 'teeth'],
    ['a dog with a tongue', 'tongue'],
    ['a cow with a nose ring', 'nose ring'],
    ['a girl with a band aid', 'plaster'],
    ['a farmer in suspenders', 'left suspender'],
    ['a boxer with arm wraps', 'right arm wrap'],
    ['a skater with knee pads', 'left knee pad'],
    ['a skater with elbow pads', 'left elbow pad'],
    ['a soldier with epaulettes', 'pauldron'],
    ['a potato with a sprout', 'leaves'],
  ])('is a solid of its own: %s', (prompt, name) => {
    const { solids } = sculpt(prompt);
    expect(solids.map((solid) => solid.name)).toContainEqual(expect.stringContaining(name));
  });

  it('of cloth lies outside the trunk, in front and behind', () => {
    const { solids } = sculpt('a man in blue suspenders');
    const { box } = solids.find(({ name }) => name === 'left suspender')!.field;
    const shirt = solids.find(({ name }) => /shirt|sweater|hoodie|jacket/.test(name))!.field.box;
    expect(box.max[2]).toBeGreaterThan(shirt.max[2] - 0.05);
    expect(box.min[2]).toBeLessThan(shirt.min[2] + 0.06);
  });
});

it('eyebrows take the colour and size that is asked for', () => {
  const { materials, solids } = sculpt('a man with thick white eyebrows');
  expect(materials.find(({ name }) => name === 'brows')?.color).toEqual(colourOf('white'));
  const tall = (character: typeof solids) => {
    const { min, max } = character.find(({ name }) => name === 'left brow')!.field.box;
    return max[1] - min[1];
  };
  expect(tall(solids)).toBeGreaterThan(tall(sculpt('a man').solids));
});

it('skirts of every kind leave the chest to a shirt, and shoes of every kind are no boots', () => {
  const names = (prompt: string) => sculpt(prompt).solids.map(({ name }) => name);
  expect(names('a woman in a grass skirt')).toContainEqual(
    expect.stringMatching(/shirt|sweater|hoodie|jacket/),
  );
  expect(names('a man in flip flops')).not.toContain('left boot cuff');
  expect(names('a man in combat boots')).toContain('left boot cuff');
});
