import { describe, expect, it } from 'vitest';
import { figureForm } from '../../../../../src/engine/body/pictured/figure-form.js';
import { inflate } from '../../../../../src/engine/body/pictured/inflate.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { layBiped } from '../../../../../src/engine/skeleton/outline/biped.js';
import { jointOf } from '../../../../../src/engine/skeleton/skeleton.js';
import { cutDoll, type Doll } from '../../input/image/doll.js';

/** Depth and breadth in metres at a joint, or `up` heights above it. */
function measured(doll: Partial<Doll>) {
  const s = silhouetteOf(cutDoll(doll, 240).mask, 1.6, 150);
  const { skeleton, trunk } = layBiped(s);
  const form = figureForm(inflate(s), { skeleton, trunk, unseen: new Set() });
  const along = (x: number, y: number, step: (t: number) => [number, number, number]) => {
    let t = 0;
    while (t < 2 && form.distance(...step(t)) < 0) t += 0.004;
    return form.distance(x, y, form.middle(x, y)) < 0 ? t : 0;
  };
  const at = (joint: string, up = 0) => {
    const [x, height] = jointOf(skeleton, joint).position;
    const y = height + up * s.height;
    const z = form.middle(x, y);
    return {
      depth: along(x, y, (t) => [x, y, z + t]) + along(x, y, (t) => [x, y, z - t]),
      breadth: along(x, y, (t) => [x + t, y, z]) + along(x, y, (t) => [x - t, y, z]),
      ahead: along(x, y, (t) => [x, y, z + t]),
      behind: along(x, y, (t) => [x, y, z - t]),
    };
  };
  return { at };
}

describe('the depth of a figure seen from the front', () => {
  const { at } = measured({});

  it('makes the head about as deep as broad, with a face that comes forward', () => {
    const head = at('head', 0.05);
    expect(head.depth / head.breadth).toBeGreaterThan(0.8);
    expect(head.depth / head.breadth).toBeLessThan(1.35);
    const heights = [0.02, 0.035, 0.05, 0.065, 0.08].map((up) => at('head', up));
    expect(Math.max(...heights.map(({ ahead, behind }) => ahead - behind))).toBeGreaterThan(0.003);
  });

  it('makes the trunk shallower than broad, and not flat', () => {
    const chest = at('spine');
    expect(chest.depth / chest.breadth).toBeGreaterThan(0.45);
    expect(chest.depth / chest.breadth).toBeLessThan(0.95);
  });

  it('makes legs apart round', () => {
    const shin = at('leftLowerLeg', -0.05);
    expect(shin.depth / shin.breadth).toBeGreaterThan(0.75);
    expect(shin.depth / shin.breadth).toBeLessThan(1.25);
  });

  it('makes hair that sticks out of the head thinner than the head', () => {
    const bald = measured({}).at('head', 0.05).depth;
    const pigtails = measured({ hair: 'pigtails' }).at('head', 0.05).depth;
    expect(pigtails).toBeLessThan(bald * 1.3);
  });
});
