/** Hair, manes and beards. */
import { blend, cut, type Field, grow, intersect } from '../field/field.js';
import { ball, ellipsoid, halfSpace, roundCone, tube } from '../field/shapes.js';
import { add, lerp, type Vec3 } from '../math/vec.js';
import { sides } from '../skeleton/skeleton.js';
import type { Body } from './coat.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

export function sculptHair(sculpture: Sculpture, body: Body, t: Traits): void {
  const hair = sculpture.material('hair', t.colours.hair, { roughness: 0.8 });
  if (t.face === 'human' && !t.bald && hairy(t)) sculpture.rigid('hair', 'head', hairOf(body, t), hair, 46);
  for (const [item, look] of t.items) {
    const material = look.colour ? sculpture.material(item, look.colour) : hair;
    if (item === 'beard') sculpture.follow('beard', beardOf(body, look.size), material, 40);
    if (item === 'goatee') sculpture.rigid('goatee', 'head', goateeOf(body), material, 20);
    if (item === 'moustache' || item === 'beard')
      sculpture.rigid('moustache', 'head', moustacheOf(body), material, 26);
    if (item === 'mane') sculpture.follow('mane', crestOf(body), material, 44);
    if (item === 'big mane')
      sculpture.follow(
        'mane',
        ruffOf(body),
        sculpture.material('mane', t.items.get('mane')?.colour ?? ([0.5, 0.27, 0.11] as const)),
        56,
      );
    if (item === 'wool')
      sculpture.follow(
        'wool',
        woolOf(body),
        sculpture.material('wool', t.colours.coat, { roughness: 1 }),
        60,
      );
  }
}

/** Coloured skin goes bare unless hair is asked for. */
const hairy = (t: Traits): boolean =>
  t.items.has('hair') ||
  t.items.has('long hair') ||
  t.items.has('ponytail') ||
  t.items.has('mohawk') ||
  (t.dressed && t.colours.coat[0] > t.colours.coat[2] && t.colours.coat[0] > t.colours.coat[1]);

function hairOf(body: Body, t: Traits): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const at = (x: number, y: number, z: number): Vec3 => add(centre, [x * r, y * r, z * r]);
  if (t.items.has('mohawk'))
    return blend(
      r * 0.1,
      Array.from({ length: 6 }, (_, i) => {
        const a = -0.2 + i * 0.42;
        return roundCone(
          at(0, 0.8 * Math.cos(a), -0.06 + 0.8 * Math.sin(-a + 0.3)),
          at(0, 1.3 * Math.cos(a), -0.06 + 1.25 * Math.sin(-a + 0.2)),
          r * 0.14,
          r * 0.06,
        );
      }),
    );
  const worn = ['hat', 'wizard hat', 'chef hat', 'helmet', 'hood'].find((item) => t.items.has(item));
  const brim = worn === 'helmet' || worn === 'hood' ? 0.1 : 0.56;
  const cap = ellipsoid(at(0, 0.14, -0.08), [0.93 * r, 0.95 * r, 0.96 * r]);
  const behind = intersect(cap, halfSpace(at(0, 0.5, 0.42), [0, -0.62, 0.78]));
  const fringe = [-0.5, -0.2, 0.14, 0.46].map((x, i) =>
    tube(
      [at(x * 0.6, 0.98, 0.2), at(x, 0.84, 0.66), at(x * 1.25 + 0.1, 0.52 - 0.05 * (i % 2), 0.8)],
      [r * 0.17, r * 0.17, r * 0.05],
      3,
    ),
  );
  const sidesOfFace = sides.map((side) =>
    roundCone(at(0.82 * side.x, 0.3, 0.12), at(0.82 * side.x, -0.12, 0.14), r * 0.13, r * 0.06),
  );
  const length = t.items.get('hair')?.size ?? 1;
  const long = t.items.has('long hair') || length > 1.2;
  const fall = long
    ? [
        blend(r * 0.3, [
          ...sides.flatMap((side) => [
            tube(
              [at(0.6 * side.x, 0.4, -0.4), at(0.76 * side.x, -0.5, -0.42), at(0.62 * side.x, -1.5, -0.52)],
              [r * 0.4, r * 0.38, r * 0.12],
              4,
            ),
          ]),
          tube([at(0, 0.4, -0.6), at(0, -0.6, -0.72), at(0, -1.7, -0.68)], [r * 0.5, r * 0.5, r * 0.14], 4),
        ]),
      ]
    : [];
  const tail = t.items.has('ponytail')
    ? [
        tube(
          [at(0, 0.5, -0.85), at(0, 0.62, -1.3), at(0, -0.2, -1.55), at(0, -0.9, -1.3)],
          [r * 0.18, r * 0.3, r * 0.28, r * 0.05],
          4,
        ),
      ]
    : [];
  if (!worn) return blend(r * 0.12, [behind, ...fringe, ...sidesOfFace, ...fall, ...tail]);
  return intersect(
    blend(r * 0.12, [behind, ...sidesOfFace, ...fall, ...tail]),
    halfSpace(at(0, brim, 0), [0, 1, 0.1]),
  );
}

function beardOf(body: Body, size: number): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const at = (x: number, y: number, z: number): Vec3 => add(centre, [x * r, y * r, z * r]);
  const jaw = intersect(
    grow(ellipsoid(at(0, -0.36, 0.12), [0.72 * r, 0.62 * r, 0.72 * r]), 0.05 * r),
    halfSpace(at(0, -0.34, 0.4), [0, 0.9, 0.12]),
  );
  const mouth = ellipsoid(at(0, -0.5, 0.95), [0.27 * r, 0.1 * r, 0.3 * r]);
  const locks = [-0.42, -0.15, 0.15, 0.42].map((x) =>
    tube(
      [
        at(x, -0.62, 0.6),
        at(x * 0.9, -0.95, 0.78),
        at(x * 0.45, -1 - (0.62 - Math.abs(x) * 0.7) * size, 0.74),
      ],
      [r * 0.24, r * 0.22, r * 0.05],
      3,
    ),
  );
  return cut(blend(r * 0.14, [jaw, ...locks]), mouth);
}

function goateeOf(body: Body): Field {
  const { centre, half, front } = body.head;
  const chin = add(centre, [0, -half[1] * 0.75, front * 0.72]);
  return roundCone(chin, add(chin, [0, -half[1] * 0.75, 0.02]), half[1] * 0.16, half[1] * 0.04);
}

function moustacheOf(body: Body): Field {
  const { centre, half, front } = body.head;
  const r = half[1];
  return blend(
    r * 0.05,
    sides.map((side) =>
      tube(
        [
          add(centre, [0.03 * r * side.x, -0.38 * r, front * 0.98]),
          add(centre, [0.22 * r * side.x, -0.42 * r, front * 0.97]),
          add(centre, [0.46 * r * side.x, -0.48 * r, front * 0.78]),
        ],
        [r * 0.09, r * 0.1, r * 0.03],
        3,
      ),
    ),
  );
}

/** A horse's mane: tufts down the back of the neck and one between the ears. */
function crestOf(body: Body): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const top = add(centre, [0, half[1] * 0.92, -half[2] * 0.1]);
  const foot =
    body.kind === 'quadruped'
      ? add(body.frame.neckFrom, [0, body.frame.barrel * 0.45, -body.frame.barrel * 0.55])
      : add(centre, [0, -1.9 * r, -half[2] * 1.3]);
  const tufts = Array.from({ length: 8 }, (_, i) => {
    const p = add(lerp(top, foot, i / 7), [0, 0, -Math.sin((i / 7) * Math.PI) * r * 0.45]);
    return roundCone(p, add(p, [0.12 * r, -0.45 * r, -0.28 * r]), r * 0.3, r * 0.1);
  });
  return blend(r * 0.16, [
    ...tufts,
    roundCone(top, add(centre, [0.08 * r, half[1] * 0.62, half[2] * 0.82]), r * 0.24, r * 0.07),
  ]);
}

/** A lion's mane: a wreath of locks around the face. */
function ruffOf(body: Body): Field {
  const { centre, half } = body.head;
  const r = half[1];
  const locks = Array.from({ length: 15 }, (_, i) => {
    const a = (i / 15) * 2 * Math.PI;
    const p = add(centre, [Math.cos(a) * half[0] * 0.92, Math.sin(a) * half[1] * 0.98 - 0.08 * r, -0.12 * r]);
    return roundCone(
      p,
      add(p, [Math.cos(a) * r * 0.42, Math.sin(a) * r * 0.42 - r * 0.12, -r * 0.32]),
      r * 0.38,
      r * 0.14,
    );
  });
  const back = ellipsoid(add(centre, [0, -0.12 * r, -0.42 * r]), [1.12 * r, 1.16 * r, 0.62 * r]);
  return blend(r * 0.14, [back, ...locks]);
}

function woolOf(body: Body): Field {
  const curls: Field[] = [];
  const { at, out, width } = body.back;
  const [from, to] =
    body.kind === 'quadruped'
      ? [body.frame.chest, body.frame.hips]
      : [add(at, [0, width, -out[2] * width]), add(at, [0, -width, -out[2] * width])];
  const rings = 6;
  for (let i = 0; i <= rings; i++) {
    const c = lerp(from, to, i / rings);
    for (let j = 0; j < 9; j++) {
      const a = ((j + (i % 2) / 2) / 9) * 2 * Math.PI;
      curls.push(ball(add(c, [Math.cos(a) * width * 0.95, Math.sin(a) * width * 0.98, 0]), width * 0.4));
    }
  }
  const { centre, half } = body.head;
  for (let j = 0; j < 5; j++)
    curls.push(
      ball(
        add(centre, [(j - 2) * half[0] * 0.27, half[1] * (0.95 - Math.abs(j - 2) * 0.08), -half[2] * 0.1]),
        half[1] * 0.34,
      ),
    );
  return blend(width * 0.1, curls);
}
