import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import type { Character } from '../../../../src/engine/character.js';
import { lerp } from '../../../../src/engine/math/vec.js';
import { paintMesh } from '../../../../src/engine/mesh/paint.js';
import { meshField, netField } from '../../../../src/engine/mesh/surface-nets.js';
import { jointOf } from '../../../../src/engine/skeleton/skeleton.js';
import { colourOf } from '../../../../src/engine/text/colours.js';
import { describe as read } from '../../../../src/engine/text/grammar.js';
import { connectedPieces } from '../../../../src/engine/volume/surface.js';

/** At the coarsest detail, where what is too thin is torn first. */
const sculpt = (prompt: string): Character => sculptCharacter(read(prompt), 1, { detail: 'low' });
const solidOf = ({ solids }: Character, name: string) => solids.find((solid) => solid.name === name)!;
const colourIn = ({ materials }: Character, name: string) =>
  materials.find((material) => material.name === name)?.color;

/** The share of a solid's triangles in each material. */
function sharesOf(character: Character, name: string): (material: string) => number {
  const { field, cell, material, paints = [] } = solidOf(character, name);
  const { groups } = paintMesh(meshField(field, cell, material), paints);
  const all = groups.reduce((sum, { indices }) => sum + indices.length, 0);
  return (wanted) =>
    groups.reduce((sum, group) => sum + (group.material === wanted ? group.indices.length : 0), 0) / all;
}

describe('birds', () => {
  it.each(['a rooster with a green tail', 'a peacock', 'a turkey', 'a phoenix', 'a parrot'])(
    'keep every feather of the tail: %s',
    (prompt) => {
      const bird = sculpt(prompt);
      const { field, cell } = solidOf(bird, 'tail');
      const net = netField(field, cell);
      expect(connectedPieces([net]).count).toBe(1);
      const { field: body } = solidOf(bird, 'body');
      const depths = Array.from({ length: net.positions.length / 3 }, (_, i) =>
        body.at(net.positions[i * 3]!, net.positions[i * 3 + 1]!, net.positions[i * 3 + 2]!),
      );
      expect(Math.min(...depths)).toBeLessThan(0);
    },
  );

  it('give a peacock an eye on each side of its feathers', () => {
    const share = sharesOf(sculpt('a peacock'), 'tail');
    expect(share('tail eyes')).toBeGreaterThan(0.02);
    expect(share('tail feathers')).toBeGreaterThan(0.6);
  });

  it.each(['a flamingo', 'a swan'])('have a smooth neck: %s', (prompt) => {
    const { skeleton, solids } = sculpt(prompt);
    const { field } = solids[0]!;
    const [from, to] = ['neck', 'head'].map((name) => jointOf(skeleton, name).position);
    const widths = Array.from({ length: 40 }, (_, i) => {
      const [, y, z] = lerp(from!, to!, 0.25 + (i / 39) * 0.5);
      const steps = Array.from({ length: 201 }, (_, k) => z + (k / 100 - 1) * 0.12);
      const middle = steps.reduce((best, at) => (field.at(0, y, at) < field.at(0, y, best) ? at : best));
      return Array.from({ length: 800 }, (_, k) => k / 8000).find((x) => field.at(x, y, middle) > 0)!;
    });
    const swells = widths.reduce((sum, w, i) => sum + Math.max(0, w - (widths[i - 1] ?? w)), 0);
    expect(swells).toBeLessThan(0.12 * widths[20]!);
  });
});

describe('a lobster', () => {
  const lobster = sculpt('a lobster');
  const { field } = lobster.solids[0]!;
  const inside = (x: number, y: number, z: number) => field.at(x, y, z) < 0;
  const halfWidth = ([, y, z]: readonly [number, number, number], size: number): number =>
    Array.from({ length: 200 }, (_, i) => (i / 200) * size)
      .filter((x) => inside(x, y, z))
      .at(-1) ?? 0;

  it('spreads its tail to a fan behind', () => {
    const [first, last] = ['tail3', 'tail5'].map((name) => jointOf(lobster.skeleton, name));
    const size = solidOf(lobster, 'body').field.box.max[0] / 2;
    const { position, tail } = last!;
    const fan = halfWidth([0, position[1], lerp(position, tail, 0.9)[2]], size);
    expect(fan).toBeGreaterThan(halfWidth(first!.tail, size) * 1.15);
    expect(tail[1]).toBeLessThan(jointOf(lobster.skeleton, 'thorax').position[1]);
  });

  it('opens both claws: two fingers with air between them', () => {
    for (const side of ['left', 'right']) {
      const { position, tail } = jointOf(lobster.skeleton, `${side}Claw`);
      const [x, y, z] = lerp(position, tail, 0.8);
      const reach = Math.abs(tail[0]) * 0.6;
      const across = Array.from({ length: 61 }, (_, i) => inside(x + (i / 30 - 1) * reach, y, z));
      const edges = across.filter((is, i) => is !== across[i - 1]).length;
      expect([side, across[30]]).toEqual([side, false]);
      expect(edges).toBeGreaterThanOrEqual(4);
    }
  });
});

describe('clothes', () => {
  it.each([
    ['a gorilla in a suit', 'charcoal'],
    ['a man in a tuxedo', 'black'],
    ['a zombie in a torn brown suit', 'brown'],
  ])('a suit is of one colour, a sober one unless told: %s', (prompt, colour) => {
    const dressed = sculpt(prompt);
    const top = read(prompt).items.get('shirt')?.word;
    expect(colourIn(dressed, `${top}`)).toEqual(colourOf(colour));
    expect(colourIn(dressed, 'trousers')).toEqual(colourOf(colour));
  });

  it('a cat in a tuxedo stands up, one in a sweater does not', () => {
    expect(read('a cat in a tuxedo').kind).toBe('biped');
    expect(read('a cat in a sweater').kind).toBe('quadruped');
  });

  it.each(['a polar bear with a red and white scarf', 'a boy with a red and white scarf'])(
    'cloth of two colours shows both: %s',
    (prompt) => {
      const bear = sculpt(prompt);
      expect(colourIn(bear, 'scarf')).toEqual(colourOf('red'));
      expect(colourIn(bear, 'scarf pattern')).toEqual(colourOf('white'));
      for (const solid of ['scarf', 'scarf end']) {
        const white = sharesOf(bear, solid)('scarf pattern');
        expect(white).toBeGreaterThan(0.3);
        expect(white).toBeLessThan(0.7);
      }
    },
  );

  it('an apron covers the lap from side to side, and leaves the arms free', () => {
    const { field } = solidOf(sculpt('a barista with a green apron'), 'apron');
    const [low, high] = [field.box.min[1], field.box.max[1]];
    const width = (y: number) => {
      const { positions } = netField(field, 0.01);
      const near = Array.from({ length: positions.length / 3 }, (_, i) => i).filter(
        (i) => Math.abs(positions[i * 3 + 1]! - y) < 0.02,
      );
      return Math.max(...near.map((i) => positions[i * 3]!));
    };
    expect(width(low + (high - low) * 0.3)).toBeGreaterThan(width(low + (high - low) * 0.8) * 1.3);
  });
});

describe('what grows where', () => {
  it('a pumpkin head is bald, a person is not', () => {
    expect(solidOf(sculpt('a pumpkin man'), 'hair')).toBeUndefined();
    expect(solidOf(sculpt('a man'), 'hair')).toBeDefined();
  });
});
