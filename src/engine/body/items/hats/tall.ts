/** Hats that stand up: a fez, a mitre, a headdress of feathers. */
import { hex } from '../../../colour.js';
import { blend, cut, turn } from '../../../geometry/field/field.js';
import { lathe, type Point, slab } from '../../../geometry/field/profile.js';
import { ball, ellipsoid, ring, roundBox, tube } from '../../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../../geometry/vec.js';
import { gold, headRoom, type Item } from '../item.js';

const feathersAcross = 9;

export const tall: Record<string, Item> = {
  fez(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const side: Point[] = [
      [0, 0],
      [w * 0.78, 0],
      [w * 0.62, r * 0.78],
      [0, r * 0.8],
    ];
    const felt = sculpture.material('fez', look.colour ?? hex('9c1f2b'), { roughness: 0.9 });
    sculpture.rigid('fez', 'head', lathe(at(0, 0.64, -0.06), side, r * 0.03), felt, 44);
    const cord = [at(0, 1.47, -0.06), at(0.4, 1.46, -0.02), at(0.7, 1.3, 0.04), at(0.76, 0.98, 0.06)];
    const black = sculpture.material('tassel', look.second ?? hex('26262b'));
    const tuft = ellipsoid(at(0.77, 0.9, 0.06), [r * 0.07, r * 0.15, r * 0.07]);
    sculpture.rigid('tassel', 'head', blend(r * 0.02, [tube(cord, [r * 0.025]), tuft]), black, 40);
  },
  mitre(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const outline: Point[] = [
      [-w * 0.78, 0],
      [w * 0.78, 0],
      [w * 0.92, r * 0.75],
      [0, r * 1.65],
      [-w * 0.92, r * 0.75],
    ];
    const foot = at(0, 0.62, -0.06);
    const whole = slab(foot, outline, w * 0.66, r * 0.08);
    const cleft = ellipsoid(add(foot, [0, r * 1.75, 0]), [w * 1.4, r * 1.15, w * 0.42]);
    const linen = sculpture.material('mitre', look.colour ?? hex('f6f1e4'), { roughness: 0.7 });
    sculpture.rigid('mitre', 'head', cut(whole, cleft, r * 0.05), linen, 56);
    const trim = sculpture.material('mitre trim', look.second ?? hex('e9b33c'), gold);
    const face = w * 0.66 + r * 0.07;
    const bar = (y: number, half: Vec3) => roundBox(add(foot, [0, y * r, face]), half, r * 0.02);
    const cross = blend(0, [
      bar(0.62, [r * 0.06, r * 0.36, r * 0.03]),
      bar(0.72, [r * 0.24, r * 0.06, r * 0.03]),
      bar(0.08, [w * 0.8, r * 0.09, r * 0.03]),
    ]);
    sculpture.rigid('mitre trim', 'head', cross, trim, 44);
  },
  'feather headdress'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const plume = sculpture.material('headdress feathers', look.colour ?? hex('f3f1ec'), { roughness: 0.9 });
    const tips = sculpture.material('headdress tips', look.second ?? hex('cf2e2a'), { roughness: 0.9 });
    const root = at(0, 0.55, -0.2);
    const fan = (high: number, half: Vec3) =>
      blend(
        0,
        Array.from({ length: feathersAcross }, (_, i) => {
          const angle = (i / (feathersAcross - 1) - 0.5) * 2.6;
          return turn(ellipsoid(add(root, [0, high, 0]), half), root, [0, 0, angle]);
        }),
      );
    sculpture.rigid('headdress feathers', 'head', fan(r * 1.35, [r * 0.17, r * 0.75, r * 0.05]), plume, 80);
    sculpture.rigid('headdress tips', 'head', fan(r * 1.98, [r * 0.1, r * 0.2, r * 0.06]), tips, 80);
    const band = ring(at(0, 0.5, -0.06), w * 0.96, w * 0.98, r * 0.09, 1.3, [-0.12, 0, 0]);
    const beads = [-0.5, 0, 0.5].map((x) => ball(at(x, 0.52, 0.9 - 0.35 * Math.abs(x)), r * 0.08));
    sculpture.rigid(
      'headdress band',
      'head',
      blend(0, [band, ...beads]),
      sculpture.material('headdress band', hex('7a4a2c')),
      50,
    );
  },
};
