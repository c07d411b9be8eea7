/** Bodies of which one side differs from the other. */
import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { moving } from '../../../../src/engine/clips/biped/motions/move.js';
import { inChair } from '../../../../src/engine/clips/biped/motions/wheelchair.js';
import { colourOf } from '../../../../src/engine/input/text/colours.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';
import { sitting } from '../../../../src/engine/kinds.js';

const sculpt = (prompt: string) => sculptCharacter(describePrompt(prompt), 1, { detail: 'low' });
const names = (prompt: string) => sculpt(prompt).solids.map(({ name }) => name);
const reachOf = (prompt: string) => sculpt(prompt).solids.find(({ name }) => name === 'body')!.field.box;

describe('a missing arm', () => {
  it('keeps its bones, ends in a stump, and wears and holds nothing', () => {
    const [whole, without] = [
      'a blacksmith with a hammer',
      'a blacksmith with a hammer, right arm missing',
    ].map(sculpt);
    const jointsOf = ({ skeleton }: typeof whole & object) => skeleton.joints.map(({ name }) => name);
    expect(jointsOf(without!)).toEqual(jointsOf(whole!));
    expect(without!.solids.map(({ name }) => name)).not.toContain('right glove');
    const held = without!.solids.filter(({ isHeld }) => isHeld);
    expect(held.map(({ binding }) => binding)).toContainEqual({ kind: 'rigid', joint: 'leftHand' });
    expect(held.map(({ binding }) => binding)).not.toContainEqual({ kind: 'rigid', joint: 'rightHand' });
    const box = reachOf('a blacksmith, right arm missing');
    expect(box.max[0]).toBeGreaterThan(-box.min[0] * 1.3);
  });
});

describe('a replaced limb', () => {
  it.each([
    ['a man with a prosthetic left arm', 'left metal hand'],
    ['a man with a prosthetic right leg', 'right metal foot'],
    ['a man whose left leg is a running blade', 'left blade'],
    ['a captain with a peg leg', 'left peg'],
    ['a captain with a hook for a left hand', 'left hook'],
    ['a dog with a prosthetic left front leg', 'left pylon'],
  ])('is a solid of its own: %s', (prompt, name) => {
    expect(names(prompt)).toContain(name);
  });

  it('keeps a shoe on an artificial foot, and none on a peg', () => {
    expect(names('a man with a prosthetic left leg')).toContain('left boot');
    expect(names('a man with a peg leg')).not.toContain('left boot');
    expect(names('a man with a peg leg')).toContain('right boot');
  });
});

it('eyes, wings and shoes have the colours of their side', () => {
  const colours = (prompt: string) =>
    new Map(sculpt(prompt).materials.map(({ name, color }) => [name, color]));
  for (const who of ['girl', 'fox', 'robot', 'snail']) {
    const eyes = colours(`a ${who} with one blue eye and one green eye`);
    expect(eyes.get('left eyes')).toEqual(colourOf('blue'));
    expect(eyes.get('right eyes')).toEqual(colourOf('green'));
  }
  expect(colours('a crow, left wing red').get('left wings')).toEqual(colourOf('red'));
  expect(colours('a boy with a red shoe and a blue shoe').get('right shoe')).toEqual(colourOf('blue'));
});

it('what is worn on one side is on that side only', () => {
  expect(names('an old man, left boot missing')).not.toContain('left boot');
  expect(names('a girl with a glove on her right hand')).toContain('right glove');
  expect(names('a girl with a glove on her right hand')).not.toContain('left glove');
  expect(names('a boy with a hearing aid in the right ear')).not.toContain('left hearing aid');
  const patch = sculpt('a man with an eyepatch over the right eye').solids.find(
    ({ name }) => name === 'eyepatch',
  )!;
  expect(patch.field.box.max[0]).toBeLessThan(0);
});

describe('a wheelchair', () => {
  it('has two large and two small wheels, and is below a person who sits in all clips', () => {
    const all = names('a woman in a wheelchair');
    expect(all).toEqual(
      expect.arrayContaining(['left wheel tyre', 'right small wheel tyre', 'wheelchair seat']),
    );
    for (const motion of moving.map(inChair)) {
      expect(motion.gait ?? motion.crawl ?? motion.travel).toBeUndefined();
      for (const [, pose] of motion.keys) expect(pose?.move?.[1]).toBe(-sitting.down);
    }
  });

  it('of a dog is a cart behind it', () => {
    expect(names('a pug with a dog wheelchair')).toEqual(
      expect.arrayContaining(['left wheel tyre', 'wheelchair strap']),
    );
  });
});
