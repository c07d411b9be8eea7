import { describe, expect, it } from 'vitest';
import {
  figureCore,
  figureForm,
  figurePartsOf,
  hasFeet,
  seenTrunk,
} from '../../../../../src/engine/body/pictured/figure-form.js';
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

/** An egg on two nubs of legs, with two stubs of arms, in a square picture. */
function blob(): ReturnType<typeof silhouetteOf> {
  const size = 240;
  const inside = Uint8Array.from({ length: size * size }, (_, n) => {
    const [x, y] = [(n % size) - 120, Math.floor(n / size) - 115];
    const egg = (x / 66) ** 2 + (y / 100) ** 2 < 1;
    const feet = y > 60 && y < 112 && Math.abs(Math.abs(x) - 26) < 10;
    const arms = Math.hypot(Math.abs(x) - 68, y - 8) < 15;
    return egg || feet || arms ? 1 : 0;
  });
  return silhouetteOf({ width: size, height: size, inside }, 1.6, 150);
}

describe('a figure without a neck, seen from the front', () => {
  const s = blob();
  const { skeleton, trunk, hidden } = layBiped(s);
  const unseen = new Set(hidden.map(({ name }) => `${name}UpperArm`));
  const form = figureForm(inflate(s), { skeleton, trunk, unseen });
  const depthAt = (u: number, share: number) => form.surface(u, share * s.height);

  it('is one egg from the side, without a waist', () => {
    const depths = Array.from({ length: 31 }, (_, i) => depthAt(0, 0.2 + i * 0.025));
    const most = depths.indexOf(Math.max(...depths));
    const dips = depths.filter((depth, i) =>
      i < most
        ? depths.slice(0, i).some((before) => before > depth * 1.03)
        : depths.slice(i + 1).some((after) => after > depth * 1.03),
    );
    expect(dips).toEqual([]);
  });

  it('has no dents where its arms begin', () => {
    for (const share of [0.4, 0.5, 0.6]) {
      const across = Array.from({ length: 15 }, (_, i) => depthAt(i * 0.025, share));
      for (let i = 1; i < across.length; i++) expect(across[i]).toBeLessThan(across[i - 1]! + 0.006);
    }
  });
});

describe('arms that hang along the trunk', () => {
  /** A person of 200 x 100 pixels whose arms are not apart from the trunk. */
  const s = silhouetteOf(
    {
      width: 100,
      height: 200,
      inside: Uint8Array.from({ length: 20_000 }, (_, n) => {
        const [x, y] = [Math.abs((n % 100) - 49.5), Math.floor(n / 100)];
        const isBody = y > 45 && y < 110 && x < 30;
        return Math.hypot(x, y - 25) < 18 || isBody || (y >= 40 && y < 190 && x > 3 && x < 17) ? 1 : 0;
      }),
    },
    1.6,
    150,
  );
  const { skeleton, trunk } = layBiped(s);
  const metres = (x: number, y: number): [number, number, number] => [x * s.cell, y * s.cell, 0];
  const arm = (side: 1 | -1): Record<string, [number, number, number]> => ({
    UpperArm: metres(side * 13, 105),
    LowerArm: metres(side * 18, 85),
    Hand: metres(side * 18, 68),
  });
  const joints = skeleton.joints.map((joint) => {
    const own = /^(left|right)(UpperArm|LowerArm|Hand)$/.exec(joint.name);
    if (!own) return joint;
    const places = arm(own[1] === 'left' ? 1 : -1);
    const next = { UpperArm: 'LowerArm', LowerArm: 'Hand', Hand: 'Hand' }[own[2]!]!;
    return { ...joint, position: places[own[2]!]!, tail: places[next]! };
  });
  const seen = { kind: 'biped', joints } as const;
  const partsWith = (fitted: Parameters<typeof figurePartsOf>[1]) => {
    const parts = figurePartsOf(s, fitted);
    const row = Math.round(s.rows * 0.58);
    return (share: number) => parts[row * s.columns + Math.round(s.columns * share)];
  };

  it('are part of the trunk as long as nobody saw them', () => {
    const at = partsWith({ skeleton: seen, trunk, unseen: new Set() });
    expect([at(0.1), at(0.5)]).toEqual(['torso', 'torso']);
  });

  it('are arms when a network saw them, and the trunk is between them', () => {
    const narrow = seenTrunk(trunk, seen, s, true);
    expect(narrow.half).toBeLessThan(trunk.half);
    expect(seenTrunk(trunk, seen, s, false).half).toBe(trunk.half);
    const at = partsWith({ skeleton: seen, trunk: narrow, unseen: new Set(), seenArms: ['left', 'right'] });
    expect([at(0.1), at(0.9), at(0.5)]).toEqual(['arm', 'arm', 'torso']);
  });

  it('are round limbs beside a trunk when a network saw them, not as deep as the trunk', () => {
    const depthsWith = (seenArms: string[]) => {
      const narrow = seenTrunk(trunk, seen, s, true);
      const form = figureForm(inflate(s), { skeleton: seen, trunk: narrow, unseen: new Set(), seenArms });
      const depthAt = (x: number, y: number) => {
        const middle = form.middle(x, y);
        let t = 0;
        while (t < 1 && form.distance(x, y, middle + t) < 0) t += 0.002;
        return t;
      };
      const [x, y] = jointOf(seen, 'leftHand').position;
      return { arm: depthAt(x, y), trunk: depthAt(0, y) };
    };
    const own = depthsWith(['left', 'right']);
    expect(own.arm).toBeLessThan(own.trunk * 0.75);
    expect(own.arm).toBeGreaterThan(0.03);
    const merged = depthsWith([]);
    expect(merged.arm).toBeGreaterThan(own.arm * 1.1);
  });

  it('do not hide the neck that a network saw', () => {
    const lower = { ...trunk, neck: trunk.hips + 10 };
    const neck = seenTrunk(lower, seen, s, true).neck;
    expect(Math.abs(neck * s.cell - jointOf(seen, 'neck').position[1])).toBeLessThan(s.cell);
  });
});

describe('the feet of a figure seen from the front', () => {
  const isOnFeet = (inside: (x: number, y: number) => boolean) => {
    const mask = {
      width: 100,
      height: 200,
      inside: Uint8Array.from({ length: 20_000 }, (_, n) => (inside(n % 100, Math.floor(n / 100)) ? 1 : 0)),
    };
    const s = silhouetteOf(mask, 1.6, 150);
    const fitted = { ...layBiped(s), unseen: new Set<string>() };
    return hasFeet(s, fitted, figureCore(s, fitted).legs);
  };
  const isHead = (x: number, y: number) => Math.hypot(x - 50, y - 30) < 25;

  it('are known by two legs', () => {
    const isLeg = (x: number) => Math.abs(Math.abs(x - 50) - 15) < 8;
    expect(isOnFeet((x, y) => isHead(x, y) || (y > 50 && (y < 130 ? Math.abs(x - 50) < 24 : isLeg(x))))).toBe(
      true,
    );
  });

  it('are not shown where a gown or a bust ends at the ground', () => {
    const breadth = (y: number) => 16 + (y - 50) * 0.2;
    expect(isOnFeet((x, y) => isHead(x, y) || (y > 50 && Math.abs(x - 50) < breadth(y)))).toBe(false);
  });
});
