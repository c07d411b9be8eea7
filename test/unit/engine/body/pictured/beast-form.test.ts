import { describe, expect, it } from 'vitest';
import { beastSolid } from '../../../../../src/engine/body/pictured/beast-form.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';
import { metresOf, silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { classOf } from '../../../../../src/engine/skeleton/outline/class-of.js';
import { fitOutlineQuadruped } from '../../../../../src/engine/skeleton/outline/quadruped.js';
import { jointOf } from '../../../../../src/engine/skeleton/skeleton.js';

/** An animal in units of 300 pixels across, facing the right; legs as [middle, foot]. */
function animal(legs: readonly (readonly [number, number])[]): Mask {
  const [width, height] = [300, 220];
  const inside = new Uint8Array(width * height);
  for (let n = 0; n < inside.length; n++) {
    const [x, y] = [n % width, height - 1 - Math.floor(n / width)];
    const trunk = ((x - 140) / 95) ** 2 + ((y - 120) / 42) ** 2 < 1;
    const head =
      Math.hypot(x - 245, y - 165) < 34 || (x > 190 && x < 245 && Math.abs(y - 90 - (x - 170)) < 22);
    const leg = legs.some(([middle, foot]) => Math.abs(x - middle) < 11 && y >= foot && y < 120);
    inside[n] = trunk || head || leg ? 1 : 0;
  }
  return { width, height, inside };
}

function made(legs: readonly (readonly [number, number])[]) {
  const s = silhouetteOf(animal(legs), 1, 150);
  const beast = fitOutlineQuadruped(s);
  const { field } = beastSolid(inflate(s), beast);
  /** How many separate legs stand on one side, counted along the body. */
  const legsOn = (side: 1 | -1): number => {
    let [count, before] = [0, false];
    for (let z = -s.width / 2; z < s.width / 2; z += 0.005) {
      const now = field.at(side * beast.stand, beast.belly * 0.3, z) < 0;
      if (now && !before) count++;
      before = now;
    }
    return count;
  };
  return { s, beast, field, legsOn };
}

describe('a four-legged animal from one picture', () => {
  it('has two legs on either side when the picture shows two', () => {
    const { legsOn } = made([
      [75, 5],
      [205, 5],
    ]);
    expect([legsOn(1), legsOn(-1)]).toEqual([2, 2]);
  });

  it('has two legs on either side when the picture shows all four, the lower ones nearer', () => {
    const { legsOn, beast, field } = made([
      [65, 5],
      [105, 22],
      [180, 22],
      [220, 5],
    ]);
    expect([legsOn(1), legsOn(-1)]).toEqual([2, 2]);
    expect(beast.facing).toBe(1);
    // It faces the right, so the viewer sees its right side, which is -X.
    const [near, far] = [jointOf(beast.skeleton, 'rightFrontFoot'), jointOf(beast.skeleton, 'leftFrontFoot')];
    expect(near.position[2]).toBeGreaterThan(far.position[2]);
    for (const { position } of [near, far])
      expect(field.at(position[0], position[1], position[2])).toBeLessThan(0.01);
  });

  it('is one also when its antlers make it taller than broad', () => {
    const { width, height, inside } = animal([
      [65, 5],
      [105, 22],
      [180, 22],
      [220, 5],
    ]);
    const tall = { width, height: height + 160, inside: new Uint8Array(width * (height + 160)) };
    tall.inside.set(inside, width * 160);
    for (let y = 20; y < 190; y++) for (let x = 240; x < 250; x++) tall.inside[y * width + x] = 1;
    expect(classOf(silhouetteOf(tall, 1.6, 150))).toBe('quadruped');
  });

  it('stands on all four feet although the far ones are higher in the picture', () => {
    const { beast, field } = made([
      [65, 5],
      [105, 25],
      [180, 25],
      [220, 5],
    ]);
    const [x, , z] = jointOf(beast.skeleton, 'leftFrontFoot').position;
    expect(field.at(x, beast.belly * 0.06, z)).toBeLessThan(0);
  });

  it('has one neck, however long it is', () => {
    const mask = animal([
      [75, 5],
      [205, 5],
    ]);
    const taller: Mask = { width: mask.width, height: 420, inside: new Uint8Array(mask.width * 420) };
    taller.inside.set(mask.inside, mask.width * 200);
    for (let y = 20; y < 260; y++) for (let x = 232; x < 256; x++) taller.inside[y * mask.width + x] = 1;
    const s = silhouetteOf(taller, 1, 150);
    const { field } = beastSolid(inflate(s), fitOutlineQuadruped(s));
    const neck = metresOf(s, (244 / mask.width) * s.columns, s.rows * 0.8);
    let [pieces, before] = [0, false];
    for (let x = -0.3; x < 0.3; x += 0.005) {
      const now = field.at(x, neck[1], neck[0]) < 0;
      if (now && !before) pieces++;
      before = now;
    }
    expect(pieces).toBe(1);
  });

  it('has flanks without a step where the legs begin', () => {
    const { s, field } = made([
      [75, 5],
      [205, 5],
    ]);
    const breadthAt = (y: number, z: number): number => {
      let x = 0.3;
      while (x > 0 && field.at(x, y, z) > 0) x -= 0.001;
      return x;
    };
    // Above the legs, from where they have left the trunk up to its middle.
    const steps = [75, 205].flatMap((pixel) => {
      const z = ((pixel - 45) / 234 - 0.5) * s.width;
      const breadths = Array.from({ length: 50 }, (_, i) => breadthAt(s.height * (0.3 + 0.008 * i), z));
      return breadths.slice(1).map((own, i) => Math.abs(own - breadths[i]!));
    });
    expect(Math.max(...steps)).toBeLessThan(0.012);
  });
});
