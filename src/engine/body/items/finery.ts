/** Small things worn, and what is carried on the back besides packs. */
import { blend, type Field, hit, intersect, union } from '../../field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../field/shapes.js';
import { add, scale, type Vec3 } from '../../math/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { darker, hex, lighter } from '../../text/colours.js';
import type { Body } from '../coat.js';
import { gold, headRoom, type Item, steel } from './item.js';

/** The point of the face in front of an eye, a little outside. */
function beforeEye(
  body: Body,
  at: (x: number, y: number, z: number) => Vec3,
  r: number,
  human: boolean,
): Vec3 {
  const [x, y] = human ? [0.34, 0.04] : [0.46, 0.16];
  const eye = hit(body.head.field, at(x, y, 3), [0, 0, -1], 4 * r) ?? at(x, y, 1);
  return add(eye, [0, 0, 0.1 * r]);
}

export const finery: Record<string, Item> = {
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
  earrings(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    const material = sculpture.material('earrings', look.colour ?? hex('e0b84a'), look.finish ?? gold);
    for (const side of sides)
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
  eyepatch(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const human = t.face === 'human';
    const leather = sculpture.material('eyepatch', look.colour ?? hex('1f1f24'), { roughness: 0.6 });
    const eye = beforeEye(body, at, r, human);
    sculpture.rigid(
      'eyepatch',
      'head',
      ellipsoid(eye, [0.24 * r, 0.25 * r, 0.07 * r], [0, 0.15, 0]),
      leather,
      26,
    );
    sculpture.rigid(
      'eyepatch strap',
      'head',
      ring(at(0, 0.2, -0.02), w * 0.98, w * 1.02, 0.03 * r, 1.4, [-0.1, 0, 0.28]),
      leather,
      50,
    );
  },
  monocle(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const rim = sculpture.material('monocle', look.colour ?? hex('e0b84a'), gold);
    const eye = beforeEye(body, at, r, t.face === 'human');
    const cord = tube(
      [
        add(eye, [0.24 * r, -0.1 * r, 0]),
        add(eye, [0.4 * r, -0.7 * r, -0.3 * r]),
        add(eye, [0.3 * r, -1.2 * r, -0.5 * r]),
      ],
      [0.02 * r],
    );
    sculpture.rigid(
      'monocle',
      'head',
      union(ring(eye, 0.27 * r, 0.27 * r, 0.04 * r, 1, [Math.PI / 2, 0, 0]), cord),
      rim,
      46,
    );
  },
  apron(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const cloth = sculpture.material(
      'apron',
      look.colour ?? hex('efe9dc'),
      look.finish ?? { roughness: 0.9 },
    );
    const H = f.H;
    const r = f.waist * 1.1 + 0.02 * H;
    const hull = roundCone(
      [0, f.hip + 0.62 * f.T, f.belly * 0.4],
      [0, f.hip * 0.55, 0.01 * H],
      Math.max(r, f.depth + 0.035 * H),
      r * 1.12,
    );
    const panel = intersect(
      hull,
      roundBox(
        [0, f.hip + 0.04 * f.T, H],
        [f.waist * 0.95, f.hip * 0.42 + f.T * 0.4, H - f.depth * 0.2],
        0.012 * H,
      ),
      0.012 * H,
    );
    sculpture.follow('apron', panel, cloth, 56);
    const tie = sculpture.material('apron strings', darker(look.colour ?? hex('efe9dc'), 0.25));
    const { neck } = body;
    sculpture.follow(
      'apron strings',
      ring(
        add(neck.centre, [0, -neck.radius * 0.4, 0]),
        neck.radius * 1.06,
        neck.radius * 1.06,
        neck.radius * 0.08,
        1,
        [0.35, 0, 0],
      ),
      tie,
      44,
    );
  },
  quiver(sculpture, body, look) {
    const { at, out, width, joint } = body.back;
    const w = width * 0.3;
    const low = add(add(at, scale(out, w * 1.1)), [-width * 0.45, -width * 0.9, 0]);
    const high = add(add(at, scale(out, w * 1.1)), [width * 0.5, width * 1.05, 0]);
    const leather = sculpture.material('quiver', look.colour ?? hex('7a4e2c'), { roughness: 0.7 });
    sculpture.rigid('quiver', joint, roundCone(low, high, w * 0.8, w), leather, 40);
    const shaft = sculpture.material('arrows', hex('c9a877'));
    const feather = sculpture.material('fletching', hex('c23b35'));
    for (const [i, dx] of [-0.5, 0, 0.5].entries()) {
      const foot = add(high, [dx * w, 0, (i - 1) * w * 0.3]);
      const end = add(foot, scale(add(high, scale(low, -1)), 0.3));
      sculpture.rigid(`arrow ${i}`, joint, roundCone(foot, end, w * 0.1, w * 0.1), shaft, 16);
      sculpture.rigid(
        `fletching ${i}`,
        joint,
        ellipsoid(end, [w * 0.22, w * 0.45, w * 0.1], [0, 0, -0.4]),
        feather,
        12,
      );
    }
    if (body.kind === 'biped') sculpture.follow('quiver strap', bandolier(body), leather, 46);
  },
  jetpack(sculpture, body, look) {
    const { at, out, width, joint } = body.back;
    const w = width * 0.42;
    const metal = sculpture.material('jetpack', look.colour ?? hex('b9c0c9'), look.finish ?? steel);
    const nozzle = sculpture.material('nozzles', hex('3a3d44'), { roughness: 0.5, metalness: 0.8 });
    const flame = sculpture.material('flames', hex('ffb02e'), { roughness: 0.5, glow: 0.9 });
    for (const side of sides) {
      const centre = add(add(at, scale(out, w * 1.15)), [side.x * w * 0.95, 0, 0]);
      sculpture.rigid(
        `${side.name} tank`,
        joint,
        roundCone(add(centre, [0, w * 1.2, 0]), add(centre, [0, -w * 1.1, 0]), w * 0.78, w * 0.78),
        metal,
        34,
      );
      const foot = add(centre, [0, -w * 2, 0]);
      sculpture.rigid(
        `${side.name} nozzle`,
        joint,
        roundCone(add(foot, [0, w * 0.3, 0]), add(foot, [0, -w * 0.1, 0]), w * 0.4, w * 0.6),
        nozzle,
        20,
      );
      sculpture.rigid(
        `${side.name} flame`,
        joint,
        roundCone(add(foot, [0, -w * 0.4, 0]), add(foot, [0, -w * 1.8, 0]), w * 0.5, w * 0.06),
        flame,
        22,
      );
    }
  },
};

/** A strap from one shoulder to the other hip. */
function bandolier(body: Extract<Body, { kind: 'biped' }>): Field {
  const { frame: f } = body;
  const around: Vec3[] = [
    [f.shoulder * 0.45, f.S - 0.01 * f.T, 0],
    [f.shoulder * 0.2, f.hip + 0.75 * f.T, f.depth * 1.1],
    [-f.waist * 0.6, f.hip + 0.38 * f.T, f.depth * 0.98 + f.belly],
    [-f.waist * 1.12, f.hip + 0.3 * f.T, 0],
  ];
  return intersect(tube(around, [0.013 * f.H]), halfSpace([0, 0, -f.depth * 0.5], [0, 0, -1]));
}
