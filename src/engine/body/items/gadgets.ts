/** Items held or worn at the hand: hooks, cannons, guns, fans and potions. */

import { hex, lighter } from '../../colour.js';
import { blend, intersect, union } from '../../geometry/field/field.js';
import {
  ball,
  ellipsoid,
  halfSpace,
  plate,
  ring,
  roundBox,
  roundCone,
  tube,
} from '../../geometry/field/shapes.js';
import { add, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import type { DescribedLook } from '../../input/text/description.js';
import { jointOf, type Side } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import { inHand } from './held.js';
import { type Item, steel } from './item.js';
import { aside, glowing } from './rod.js';

/** At the right wrist: its position, the direction of the arm, and the arm's radius. */
function wristOf(body: Body): { at: Vec3; along: Vec3; thick: number; joint: string } | null {
  if (body.kind !== 'biped') return null;
  const { elbow, wrist } = body.arms.right;
  return {
    at: wrist,
    along: normalize(sub(wrist, elbow)),
    thick: body.frame.armThick,
    joint: jointOf(body.skeleton, 'rightHand').name,
  };
}

type Wrist = { at: Vec3; along: Vec3; thick: number; joint: string; unit: number; name: string };

function sculptHook(
  sculpture: Sculpture,
  { at, along, thick, joint, unit: u, name }: Wrist,
  look: Pick<DescribedLook, 'colour' | 'finish'>,
): void {
  const p = (out: number, x: number): Vec3 => add(add(at, scale(along, out * u)), [0, 0, x * u]);
  sculpture.rigid(
    `${name} cuff`,
    joint,
    roundCone(p(-0.01, 0), p(0.06, 0), thick * 1.35, thick * 1.75),
    sculpture.material('hook cuff', hex('4a3122')),
    24,
  );
  sculpture.rigid(
    name,
    joint,
    tube(
      [p(0.08, 0), p(0.14, 0), p(0.2, 0.025), p(0.195, 0.075), p(0.15, 0.085)],
      [u * 0.014, u * 0.013, u * 0.012, u * 0.01, u * 0.003],
      4,
    ),
    sculpture.material(name, look.colour ?? hex('cfd6de'), look.finish ?? steel),
    44,
  );
}

/** A hook instead of a hand. */
export const hookAt = (
  sculpture: Sculpture,
  { elbow, side, ...wrist }: Omit<Wrist, 'along' | 'name'> & { elbow: Vec3; side: Side },
  look: Pick<DescribedLook, 'colour' | 'finish'>,
): void =>
  sculptHook(
    sculpture,
    { ...wrist, along: normalize(sub(wrist.at, elbow)), name: `${side.name} hook` },
    look,
  );

export const gadgets: Record<string, Item> = {
  hook(sculpture, body, look) {
    const hand = wristOf(body);
    if (hand) sculptHook(sculpture, { ...hand, unit: body.unit, name: 'hook' }, look);
  },
  cannon(sculpture, body, look) {
    const hand = wristOf(body);
    if (!hand) return;
    const { at, along, thick, joint } = hand;
    const w = thick * 1.9 * Math.sqrt(look.size);
    const p = (out: number): Vec3 => add(at, scale(along, out * w));
    const metal = sculpture.material('cannon', look.colour ?? hex('5f6873'), look.finish ?? steel);
    sculpture.rigid(
      'cannon',
      joint,
      blend(w * 0.1, [roundCone(p(-1.2), p(0.6), w * 0.8, w), roundCone(p(0.6), p(3.1), w * 0.72, w * 0.78)]),
      metal,
      40,
    );
    sculpture.rigid('cannon ring', joint, ballRing(p(3.2), along, w * 0.82), metal, 30);
    sculpture.rigid(
      'cannon mouth',
      joint,
      ball(p(3.42), w * 0.6),
      sculpture.material('cannon glow', hex('ff8a2e'), glowing),
      20,
    );
  },
  gun: inHand((at, up, u, look) => {
    const front: Vec3 = [0, 0.15, 1];
    const top = add(at, scale(up, u * 0.02));
    return [
      [
        look.word ?? 'gun',
        union(
          roundBox(add(top, [0, u * 0.02, u * 0.06]), [u * 0.018, u * 0.028, u * 0.1], u * 0.01),
          roundCone(
            add(top, [0, u * 0.028, u * 0.14]),
            add(top, scale(front, u * 0.25)),
            u * 0.016,
            u * 0.016,
          ),
          roundBox(add(at, [0, -u * 0.025, 0]), [u * 0.015, u * 0.045, u * 0.02], u * 0.008),
        ),
        look.colour ?? hex('4a525c'),
        look.finish ?? steel,
      ],
      ['gun light', ball(add(top, scale(front, u * 0.26)), u * 0.014), hex('58d0f0'), glowing],
    ];
  }),
  fan: inHand((at, up, u, look) => {
    const side = aside(up);
    const tip = (k: number): Vec3 =>
      add(at, add(scale(up, u * 0.17 * Math.cos(k)), scale(side, u * 0.17 * Math.sin(k))));
    const angles = [-0.9, -0.54, -0.18, 0.18, 0.54, 0.9];
    return [
      [
        'fan',
        blend(
          u * 0.004,
          angles.slice(1).map((a, i) => plate(at, tip(angles[i]!), tip(a), u * 0.005)),
        ),
        look.colour ?? hex('c23b5a'),
        look.finish ?? {},
      ],
      [
        'fan ribs',
        union(...angles.map((a) => roundCone(at, tip(a), u * 0.006, u * 0.005))),
        lighter(hex('7a5330'), 0.2),
        {},
      ],
    ];
  }, true),
  potion: inHand((at, _up, u, look) => {
    const c = add(at, [0, u * 0.02, u * 0.03]);
    return [
      [
        'potion',
        blend(u * 0.01, [
          ball(c, u * 0.05),
          roundCone(add(c, [0, u * 0.04, 0]), add(c, [0, u * 0.085, 0]), u * 0.017, u * 0.017),
        ]),
        look.colour ?? hex('8f4fd0'),
        { roughness: 0.08, glow: 0.25 },
      ],
      [
        'cork',
        roundCone(add(c, [0, u * 0.085, 0]), add(c, [0, u * 0.105, 0]), u * 0.016, u * 0.018),
        hex('9a6c40'),
        {},
      ],
    ];
  }),
  'beak mask'(sculpture, body, look) {
    const { head } = body;
    const r = head.half[1];
    const leather = sculpture.material(
      'mask',
      look.colour ?? hex('3a322c'),
      look.finish ?? { roughness: 0.6 },
    );
    const at = (x: number, y: number, z: number): Vec3 => add(head.centre, [x * r, y * r, z * r]);
    const face = intersect(
      ellipsoid(at(0, 0.02, 0.12), [0.88 * r, 0.92 * r, 0.92 * r]),
      halfSpace(at(0, 0, 0.25), [0, 0, -1]),
      0.1 * r,
    );
    const beak = tube(
      [at(0, -0.2, 0.7), at(0, -0.28, 1.4), at(0, -0.75, 2.1)],
      [0.42 * r, 0.26 * r, 0.05 * r],
      4,
    );
    sculpture.rigid('beak mask', 'head', blend(0.12 * r, [face, beak]), leather, 54);
    const glass = sculpture.material('mask lenses', hex('c9302c'), { roughness: 0.08 });
    const rim = sculpture.material('mask rims', hex('c9a24a'), steel);
    for (const x of [-0.36, 0.36]) {
      sculpture.rigid(
        `lens ${x}`,
        'head',
        ellipsoid(at(x, 0.14, 0.9), [0.22 * r, 0.22 * r, 0.14 * r]),
        glass,
        18,
      );
      sculpture.rigid(
        `rim ${x}`,
        'head',
        ring(at(x, 0.14, 0.97), 0.23 * r, 0.23 * r, 0.045 * r, 1, [Math.PI / 2, 0, 0]),
        rim,
        24,
      );
    }
  },
};

/** A ring of beads around a muzzle. */
function ballRing(at: Vec3, along: Vec3, r: number) {
  const side = aside(along);
  const other = normalize(sub([0, 1, 0], scale(along, along[1])));
  return blend(
    r * 0.2,
    Array.from({ length: 10 }, (_, i) => {
      const a = (i / 10) * 2 * Math.PI;
      return ball(add(at, add(scale(side, Math.cos(a) * r), scale(other, Math.sin(a) * r))), r * 0.3);
    }),
  );
}
