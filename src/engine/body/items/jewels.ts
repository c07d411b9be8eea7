import { hex, lighter } from '../../colour.js';
import { blend, grow, intersect, union } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, lerp, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { onChest } from '../garments/top.js';
import { sidesOf } from '../sides.js';
import { gold, headRoom, type Item } from './item.js';

export const jewels: Record<string, Item> = {
  necklace(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    const chain = sculpture.material('necklace', look.colour ?? hex('e0b84a'), look.finish ?? gold);
    const low = add(centre, [0, -radius * 0.5, radius * 0.1]);
    sculpture.follow(
      'necklace',
      ring(low, radius * 1.16, radius * 1.12, radius * 0.075, 1, [angles[0] + 0.35, 0, 0]),
      chain,
      56,
    );
    const at = add(low, [0, -Math.sin(angles[0] + 0.35) * radius - radius * 0.22, radius * 1.16]);
    sculpture.follow('pendant', ellipsoid(at, [radius * 0.2, radius * 0.25, radius * 0.1]), chain, 18);
    sculpture.follow(
      'gem',
      ball(add(at, [0, 0, radius * 0.08]), radius * 0.1),
      sculpture.material('jewels', look.second ?? hex('c9273a'), { roughness: 0.12 }),
      12,
    );
  },
  stethoscope(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const on = (x: number, y: number): Vec3 => onChest(body, x * f.waist, f.hip + y * f.T, 0.024 * f.H);
    const end = on(0.2, 0.46);
    const hoses = sides.map((side) => {
      const over: Vec3 = [side.x * body.throat * 1.25, f.S + 0.012 * f.H, -0.2 * f.depth];
      return tube([over, on(0.42 * side.x, 0.88), on(0.12 + 0.14 * side.x, 0.66), end], [0.009 * f.H]);
    });
    sculpture.follow(
      'stethoscope',
      blend(0.004 * f.H, hoses),
      sculpture.material('stethoscope', look.colour ?? hex('2f3540'), { roughness: 0.4 }),
      60,
    );
    sculpture.follow(
      'chest piece',
      ball(end, 0.019 * f.H),
      sculpture.material('chest piece', hex('c3c9d1'), { roughness: 0.3, metalness: 0.9 }),
      16,
    );
  },
  bracelet(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const band = sculpture.material('bracelets', look.colour ?? hex('e0b84a'), look.finish ?? gold);
    for (const side of sides) {
      const { wrist, elbow, lower } = body.arms[side.name];
      const at = lerp(wrist, elbow, 0.14);
      const along = sub(elbow, wrist);
      const long = Math.hypot(...along) * 0.09;
      const way = scale(along, long / Math.hypot(...along));
      const slice = intersect(halfSpace(add(at, way), way), halfSpace(sub(at, way), scale(way, -1)));
      sculpture.follow(
        `${side.name} bracelet`,
        intersect(grow(lower, 0.012 * body.unit), slice, 0.003 * body.unit),
        band,
        40,
      );
    }
  },
  badge(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    sculpture.follow(
      'badge',
      ellipsoid(onChest(body, 0.4 * f.waist, f.hip + 0.72 * f.T, 0.016 * f.H), [
        0.024 * f.H,
        0.028 * f.H,
        0.008 * f.H,
      ]),
      sculpture.material('badge', look.colour ?? hex('e0b84a'), look.finish ?? gold),
      16,
    );
  },
  pipe(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const z = body.head.front / r;
    const bowl = at(0.42, -0.66, z + 0.42);
    const cigar = look.word !== 'pipe';
    const stem = tube(
      [at(0.12, -0.56, z * 0.72), at(0.26, -0.6, z + 0.18), bowl],
      [r * (cigar ? 0.07 : 0.045)],
    );
    sculpture.rigid(
      'pipe',
      'head',
      cigar ? stem : blend(r * 0.03, [stem, roundCone(bowl, add(bowl, [0, r * 0.2, 0]), r * 0.1, r * 0.12)]),
      sculpture.material('pipe', look.colour ?? hex('5a3320'), look.finish ?? { roughness: 0.5 }),
      40,
    );
  },
  whiskers(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const z = (body.head.front / r) * 0.86;
    const hairs = sides.flatMap((side) =>
      [0.1, 0, -0.1].map((y) =>
        tube(
          [
            at(0.16 * side.x, -0.3 + y * 0.4, z),
            at(0.6 * side.x, -0.3 + y, z),
            at(1.05 * side.x, -0.34 + y * 2, z - 0.1),
          ],
          [r * 0.024],
        ),
      ),
    );
    sculpture.rigid(
      'whiskers',
      'head',
      union(...hairs),
      sculpture.material('whiskers', look.colour ?? hex('f3f1ec')),
      90,
    );
  },
  earrings(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    const material = sculpture.material('earrings', look.colour ?? hex('e0b84a'), look.finish ?? gold);
    for (const side of sidesOf(look))
      sculpture.rigid(
        `${side.name} earring`,
        'head',
        ring(at((x + 0.08) * side.x, -0.34, -0.02), 0.13 * r, 0.13 * r, 0.03 * r, 1, [Math.PI / 2, 0, 0]),
        material,
        22,
      );
  },
  headband(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const cloth = sculpture.material(
      'headband',
      look.colour ?? hex('c23b35'),
      look.finish ?? { roughness: 0.9 },
    );
    const knot = at(0.12, 0.48, -1.02);
    const ends = [0.1, 0.3].map((x) =>
      roundCone(knot, add(knot, [x * r, -0.5 * r, -0.12 * r]), 0.07 * r, 0.1 * r),
    );
    sculpture.rigid(
      'headband',
      'head',
      blend(0.03 * r, [
        ring(at(0, 0.52, -0.06), w * 0.95, w * 0.97, 0.06 * r, 1.9, [-0.08, 0, 0]),
        ball(knot, 0.12 * r),
        ...ends,
      ]),
      cloth,
      60,
    );
  },
  headphones(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r + 0.08;
    const shell = sculpture.material(
      'headphones',
      look.colour ?? hex('2b2e36'),
      look.finish ?? { roughness: 0.35 },
    );
    const cushion = sculpture.material('cushions', hex('17181c'), { roughness: 0.9 });
    const arch = tube(
      [at(x, 0, 0), at(x * 0.86, 0.85, 0), at(0, 1.2, 0), at(-x * 0.86, 0.85, 0), at(-x, 0, 0)],
      [0.07 * r],
      4,
    );
    const cups = sides.map((side) => ellipsoid(at((x + 0.1) * side.x, 0, 0), [0.13 * r, 0.3 * r, 0.28 * r]));
    sculpture.rigid('headphones', 'head', union(arch, ...cups), shell, 60);
    for (const side of sides)
      sculpture.rigid(
        `${side.name} cushion`,
        'head',
        ellipsoid(at((x + 0.01) * side.x, 0, 0), [0.1 * r, 0.25 * r, 0.24 * r]),
        cushion,
        20,
      );
  },
  'flower crown'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const leaf = sculpture.material('leaves', hex('3c8a45'));
    sculpture.rigid(
      'wreath',
      'head',
      ring(at(0, 0.66, -0.06), w * 0.92, w * 0.94, 0.07 * r, 1.2, [-0.1, 0, 0]),
      leaf,
      50,
    );
    const colours = look.colour ? [look.colour, lighter(look.colour, 0.5)] : [hex('f28cb4'), hex('f7f2e8')];
    for (let i = 0; i < 9; i++) {
      const a = (i / 9) * 2 * Math.PI + 0.2;
      const p = add(at(0, 0.7, -0.06), [
        Math.sin(a) * w * 0.96,
        Math.cos(a) * -0.08 * r,
        Math.cos(a) * w * 0.98,
      ]);
      const petals = Array.from({ length: 5 }, (_, k) => {
        const b = (k / 5) * 2 * Math.PI;
        const up: Vec3 = [Math.cos(a) * Math.cos(b), Math.sin(b), -Math.sin(a) * Math.cos(b)];
        return ball(add(p, scale(up, 0.09 * r)), 0.075 * r);
      });
      const material = sculpture.material(i % 2 ? 'blossoms' : 'flowers', colours[i % 2]!);
      sculpture.rigid(`flower ${i}`, 'head', blend(0.02 * r, petals), material, 16);
      const heart = add(p, [Math.sin(a) * 0.05 * r, 0, Math.cos(a) * 0.05 * r]);
      sculpture.rigid(
        `heart ${i}`,
        'head',
        ball(heart, 0.06 * r),
        sculpture.material('pollen', hex('f3cc2b')),
        8,
      );
    }
  },
};
