import { describe, expect, it } from 'vitest';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import type { Character } from '../../../../src/engine/character.js';
import { paintMesh } from '../../../../src/engine/geometry/mesh/paint.js';
import { meshField, netField } from '../../../../src/engine/geometry/mesh/surface-nets.js';
import { lerp } from '../../../../src/engine/geometry/vec.js';
import { connectedPieces } from '../../../../src/engine/geometry/volume/surface.js';
import { colourOf } from '../../../../src/engine/input/text/colours.js';
import { describePrompt as read } from '../../../../src/engine/input/text/prompt.js';
import { jointOf } from '../../../../src/engine/skeleton/skeleton.js';

/** At the coarsest detail, where thin parts break first. */
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
    'have every tail feather: %s',
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

  it("show an eye on both sides of a peacock's feathers", () => {
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

  it('opens both claws: two fingers with a gap', () => {
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
  ])('a suit has one color, a sober one by default: %s', (prompt, colour) => {
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
    'cloth of two colors shows both: %s',
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

  it('an apron covers the lap from side to side, and leaves the arms free', { tags: 'slow' }, () => {
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

describe('a bird in a sweater', () => {
  it('keeps its class, its wings free, and shows the colour between neck and legs', () => {
    const penguin = sculpt('a penguin in a red sweater');
    const { field } = solidOf(penguin, 'sweater');
    const head = jointOf(penguin.skeleton, 'head').position;
    expect(penguin.skeleton.kind).toBe('avian');
    expect(colourIn(penguin, 'sweater')).toEqual(colourOf('red'));
    expect(field.at(...jointOf(penguin.skeleton, 'spine').position)).toBeLessThan(0);
    expect(field.at(...head)).toBeGreaterThan(0);
    expect(field.at(...jointOf(penguin.skeleton, 'leftWingTip').tail)).toBeGreaterThan(0);
  });
});

describe('features of the head', () => {
  it('a pumpkin head is bald, a person is not', () => {
    expect(solidOf(sculpt('a pumpkin man'), 'hair')).toBeUndefined();
    expect(solidOf(sculpt('a man'), 'hair')).toBeDefined();
  });
});

describe('material words', () => {
  it.each([
    ['a mossy stone golem', 'body', 'moss'],
    ['a mossy stone golem', 'left shoulder stone', 'moss'],
    ['a muddy pig', 'body', 'mud'],
    ['an icy wolf', 'body', 'ice'],
    ['a dusty cowboy', 'jeans', 'dust'],
  ])('appear as patches over the base: %s', (prompt, solid, layer) => {
    const share = sharesOf(sculpt(prompt), solid)(layer);
    expect(share).toBeGreaterThan(0.08);
    expect(share).toBeLessThan(0.8);
  });

  it('mud splashes from below, moss gathers above', { tags: 'slow' }, () => {
    const heightOf = (prompt: string, layer: string) => {
      const { field, cell, material, paints = [] } = sculpt(prompt).solids[0]!;
      const { positions, groups } = paintMesh(meshField(field, cell, material), paints);
      const indices = [...groups.find((group) => group.material === layer)!.indices];
      return indices.reduce((sum, i) => sum + positions[i * 3 + 1]!, 0) / indices.length / field.box.max[1];
    };
    expect(heightOf('a muddy pig', 'mud')).toBeLessThan(heightOf('a mossy pig', 'moss') - 0.1);
  });

  it('a rainbow has six colors, on the body or on one item', { tags: 'slow' }, () => {
    const onBody = sharesOf(sculpt('a rainbow unicorn'), 'body');
    const onMane = sharesOf(sculpt('a unicorn with a rainbow mane'), 'mane');
    for (let i = 1; i <= 6; i++)
      expect([i, onBody(`rainbow ${i}`) > 0.01, onMane(`rainbow ${i}`) > 0.01]).toEqual([i, true, true]);
    expect(sharesOf(sculpt('a unicorn with a rainbow mane'), 'body')('rainbow 1')).toBe(0);
  });

  it('glowing parts emit light, and brass is a metal', () => {
    const glowOf = (prompt: string, name: string) =>
      sculpt(prompt).materials.find((material) => material.name === name)?.glow;
    expect(glowOf('a knight with a glowing sword', 'sword blade')).toBeGreaterThan(0.5);
    expect(glowOf('a knight with a sword', 'sword blade') ?? 0).toBe(0);
    expect(glowOf('a neon green robot', 'coat')).toBeGreaterThan(0.5);
    expect(read('a peacock with a brass crown').items.get('crown')?.finish?.metalness).toBe(1);
  });
});

describe('plants, pastry and people of snakes', () => {
  it.each([
    ['a carrot knight', ['leaves', 'breastplate'], 'carrot knight'],
    ['a donut person', ['detail 2', 'left boot'], 'donut'],
    ['a medusa', ['snakes', 'gown'], 'gorgon'],
  ])('%s', (prompt, parts, name) => {
    expect(read(prompt).name).toBe(name);
    expect(sculpt(prompt).solids.map((solid) => solid.name)).toEqual(expect.arrayContaining(parts));
  });

  it('a mere object is refused', () => {
    for (const prompt of ['a banana', 'a giant carrot', 'a red laptop', 'a ball'])
      expect([prompt, read(prompt).refusal]).toEqual([prompt, expect.stringContaining('none of them')]);
    for (const prompt of ['a banana with sunglasses', 'a carrot man', 'a boy with a laptop'])
      expect([prompt, read(prompt).refusal]).toEqual([prompt, null]);
  });
});

describe('professions', () => {
  it.each([
    ['a teacher', ['book', 'glasses']],
    ['a mailman', ['backpack', 'cap']],
    ['a nurse', ['stethoscope', 'chest piece']],
    ['a lumberjack', ['axe head', 'beard']],
    ['a singer', ['microphone']],
    ['a woman with bracelets', ['left bracelet', 'right bracelet']],
    ['a sailor with a pipe', ['pipe']],
    ['a cat with whiskers', ['whiskers']],
    ['a boy with a skateboard', ['board']],
  ])('have their tool and clothes: %s', (prompt, parts) => {
    expect(read(prompt).words.unknown).toEqual([]);
    expect(sculpt(prompt).solids.map(({ name }) => name)).toEqual(expect.arrayContaining(parts));
  });

  it('the color of an unknown item is not applied to anything else', () => {
    expect(read('a gingerbread man with a pink glorp').look.colour).toBeUndefined();
    expect(read('a fox with a red glorp and a blue scarf').items.get('scarf')?.colour).toEqual(
      colourOf('blue'),
    );
    expect(read('a red glorbish fox').look.colour).toEqual(colourOf('red'));
  });
});

describe('hybrids and two colors', () => {
  it.each([
    ['a robot dog', 'quadruped', 'antennae'],
    ['a mech spider', 'octopod', 'antennae'],
    ['a demon wolf', 'quadruped', 'horns'],
  ])('an animal takes the material of the other half: %s', (prompt, kind, item) => {
    const described = read(prompt);
    expect(described.kind).toBe(kind);
    expect(described.items.has(item)).toBe(true);
    expect(described.notes).toEqual([]);
  });

  it('a robot dog is made of metal, a zombie bear is not', () => {
    const metalOf = (prompt: string) =>
      sculpt(prompt).materials.find(({ name }) => name === 'coat')!.metalness;
    expect(metalOf('a robot dog')).toBeGreaterThan(0.5);
    expect(metalOf('a zombie bear')).toBe(0);
  });

  it('an animal with an item for hands stands upright', () => {
    expect(read('a cat with a broom').kind).toBe('biped');
    expect(read('a cat with a red collar').kind).toBe('quadruped');
  });

  it('stripes of two colors use the first as base', () => {
    const cat = sculpt('a cat with blue and pink stripes');
    expect(colourIn(cat, 'coat')).toEqual(colourOf('blue'));
    expect(colourIn(cat, 'pattern')).toEqual(colourOf('pink'));
    const worm = sharesOf(sculpt('a worm with green and yellow stripes'), 'body')('pattern');
    expect(worm).toBeGreaterThan(0.2);
  });

  it('a crown or other hat is worn by the named creature', () => {
    expect(read('a whale with a captain hat')).toMatchObject({ kind: 'aquatic', name: 'whale' });
    expect(colourIn(sculpt('a whale with a captain hat'), 'cap')).not.toEqual(
      colourIn(sculpt('a whale with a cap'), 'cap'),
    );
  });

  it('a red nose is red on a person', () => {
    const clown = sculpt('a clown with a red nose');
    expect(colourIn(clown, 'nose')).toEqual(colourOf('red'));
    expect(sharesOf(clown, 'body')('nose')).toBeGreaterThan(0);
  });
});

describe('creatures of the sea', () => {
  it('a jellyfish floats as a bell over its hanging arms', () => {
    const { skeleton, solids } = sculpt('a jellyfish');
    const { max } = solids[0]!.field.box;
    const reach = Math.max(
      ...skeleton.joints
        .filter(({ name }) => /Arm4$/.test(name))
        .map(({ tail }) => Math.hypot(tail[0], tail[2])),
    );
    expect(jointOf(skeleton, 'mantle').position[1]).toBeGreaterThan(max[1] * 0.6);
    expect(reach).toBeLessThan(max[0]);
  });
});
