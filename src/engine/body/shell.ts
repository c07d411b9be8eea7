/**
 * The body of a thing that lives: its own shape with a face, arms and legs. Head and trunk are one solid, so that a
 * teapot stays a teapot; above the shoulders it follows the head.
 */
import { blend, type Field, hit, intersect } from '../geometry/field/field.js';
import { halfSpace } from '../geometry/field/shapes.js';
import type { Vec3 } from '../geometry/vec.js';
import type { BodyShape } from '../input/text/vocabulary/solids.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { Head, Part } from './anatomy.js';
import { type BipedFrame, frameBiped } from './biped/frame.js';
import { bipedJoints } from './biped/joints.js';
import { gripOf, limbParts, limbsOf } from './biped/limbs.js';
import type { BipedBody } from './biped.js';
import { type Frame, hullOf, topOf } from './shell/solids.js';
import type { Traits } from './traits.js';

const proportions = {
  arm: 0.3,
  armThick: 0.024,
  legThick: 0.032,
  hand: 0.046,
  foot: 0.115,
  ankle: 0.045,
} as const;

/** Longer legs leave less of the height to the thing. */
export function frameOfShell(t: Traits, { share = 0.74 }: BodyShape): Frame {
  const base = t.height * (1 - share) * Math.min(2, t.legs / 0.62);
  return { at: [0, base, 0], tall: t.height - base };
}

export function buildShell(t: Traits, shape: BodyShape): BipedBody {
  const frame = frameOfShell(t, shape);
  const hull = hullOf(shape, frame);
  const f = frameShell(t, shape, { frame, hull });
  const { arms, legs } = limbsOf(f, t);
  const cutAt = (normal: Vec3) => intersect(hull, halfSpace([0, f.S, 0], normal));
  const [chest, top] = [cutAt([0, 1, 0]), cutAt([0, -1, 0])];
  const trunk: Part[] = [
    { joint: 'chest', field: chest },
    { joint: 'head', field: top },
  ];
  const limbs = limbParts({ arms, legs });
  const parts = [...trunk, ...limbs];
  // The halves of the hull would swell where they meet.
  const join = (all: readonly Part[]): Field =>
    blend(0.012 * f.H, [
      hull,
      ...all.filter(({ joint }) => !/^(chest|head)$/.test(joint)).map(({ field }) => field),
    ]);
  const { head, crown } = headsOf(shape, { frame, hull });
  const skeleton: Skeleton = { kind: 'biped', joints: bipedJoints(f, t) };
  return {
    kind: 'biped',
    frame: f,
    headShape: { ...head, ears: null },
    trunk: blend(0.012 * f.H, [
      chest,
      ...limbs.flatMap((part) => (/Hand$/.test(part.joint) ? [] : [part.field])),
    ]),
    torso: chest,
    throat: f.shoulder * 0.8,
    arms,
    legs,
    skeleton,
    unit: f.H,
    body: join(parts),
    parts,
    join,
    head,
    crown,
    neck: {
      centre: [0, f.S + 0.01 * f.H, 0],
      radius: Math.max(f.shoulder, f.depth) * 1.02,
      angles: [0, 0, 0],
    },
    back: { at: [0, f.S - 0.36 * f.T, -f.depth], out: [0, 0, -1], width: f.shoulder, joint: 'chest' },
    waist: {
      centre: [0, f.hip + 0.24 * f.T, 0],
      half: [f.waist, 0.2 * f.T, f.depth],
      angles: [0, 0, 0],
      joint: 'hips',
    },
    grip: gripOf(f, arms),
  };
}

type Hull = { frame: Frame; hull: Field };

function frameShell(t: Traits, shape: BodyShape, { frame, hull }: Hull): BipedFrame {
  const [base, tall] = [frame.at[1], frame.tall];
  const usual = frameBiped(t);
  const H = t.height;
  const [faceAt, faceSize] = shape.face;
  const shoulderAt = base + (shape.arms ?? faceAt - faceSize * 0.75) * tall;
  const hip = base + 0.03 * tall;
  const S = (shoulderAt - 0.1 * hip) / 0.9;
  const chest = reachesOf(hull, shoulderAt);
  const waist = reachesOf(hull, hip + 0.36 * (S - hip));
  const foot = reachesOf(hull, base + 0.05 * tall);
  const limb = t.limb / 0.85;
  return {
    ...usual,
    H,
    r: faceSize * tall,
    S,
    T: S - hip,
    hip,
    chin: Math.max(S + 0.01 * H, base + (faceAt - faceSize) * tall),
    shoulder: Math.max(chest.side / 0.93 - proportions.armThick * H * 0.6, 0.045 * H),
    depth: Math.max(waist.front, chest.front, 0.02 * H),
    waist: Math.max(waist.side, 0.03 * H),
    belly: 0,
    arm: proportions.arm * H * t.arms,
    armThick: proportions.armThick * H * limb,
    legThick: proportions.legThick * H * limb,
    hand: proportions.hand * H * t.hands,
    footLength: proportions.foot * H * t.foot,
    stand: Math.min(Math.max(foot.side * 0.5, 0.035 * H), 0.12 * H),
    ankle: proportions.ankle * H,
  };
}

/** How far the hull reaches from its axis at a height. */
function reachesOf(hull: Field, y: number): { side: number; front: number } {
  const { max } = hull.box;
  const far = (reach: number) => reach * 1.2 + 0.01;
  const side = hit(hull, [far(max[0]), y, 0], [-1, 0, 0], far(max[0]));
  const front = hit(hull, [0, y, far(max[2])], [0, 0, -1], far(max[2]));
  return { side: side?.[0] ?? max[0] * 0.5, front: front?.[2] ?? max[2] * 0.5 };
}

/** The head for the face, and the one for hats: on top, and as wide as the thing is there. */
function headsOf(shape: BodyShape, { frame, hull }: Hull): { head: Head; crown: Head } {
  const { tall } = frame;
  const [at, size] = shape.face;
  const y = frame.at[1] + at * tall;
  const r = size * tall;
  const high = topOf(shape, frame, hull);
  const around = reachesOf(high, y);
  const head: Head = {
    centre: [0, y, 0],
    half: [around.side, r, around.front],
    field: high,
    front: around.front + r,
  };
  const top = hit(high, [0, high.box.max[1] + 0.05, 0], [0, -1, 0], tall)?.[1] ?? hull.box.max[1];
  const wide = reachesOf(high, top - 0.3 * r);
  const w = Math.min(Math.max(Math.max(wide.side, wide.front), 0.55 * r), 1.15 * r);
  const crown: Head = {
    centre: [0, top - 0.8 * w, 0],
    half: [w, w, w],
    field: hull,
    front: Math.max(wide.front, w),
  };
  return { head, crown };
}
