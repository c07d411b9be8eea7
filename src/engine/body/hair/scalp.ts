/** Hair on the head, by style. */
import { blend, type Field, intersect } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Head } from '../anatomy.js';
import type { Traits } from '../traits.js';
import { isStranded, strandsOf } from './strands.js';
import type { HairStyle, Room } from './style.js';

const hats = [
  'hat',
  'cap',
  'beanie',
  'beret',
  'turban',
  'top hat',
  'pirate hat',
  'santa hat',
  'wizard hat',
  'chef hat',
  'fez',
  'mitre',
];

export function scalpHair(head: Head, t: Traits, style: HairStyle): Field {
  const r = head.half[1];
  const room: Room = { r, at: (x, y, z) => add(head.centre, [x * r, y * r, z * r]) };
  if (style === 'mohawk') return mohawk(room);
  const worn = (items: readonly string[]) => items.some((item) => t.items.has(item));
  const encloses = worn(['armour', 'horns']) || t.items.get('helmet')?.word === 'space helmet';
  const closed = (t.items.has('helmet') && encloses) || t.items.has('hood');
  const hatted = worn(hats) || t.items.has('helmet');
  if (style === 'afro' && !hatted && !closed) return afro(room);
  const cap = ellipsoid(room.at(0, 0.14, -0.08), [0.93 * r, 0.95 * r, 0.96 * r]);
  const behind = intersect(cap, halfSpace(room.at(0, 0.5, 0.42), [0, -0.62, 0.78]), 0.08 * r);
  const parts = [behind, ...sideburns(room, style), ...fallOf(room, style)];
  const front = hatted || closed ? [] : frontOf(room, style, t);
  const hair =
    isStranded(style) && !closed
      ? blend(r * 0.035, [blend(r * 0.12, parts), ...front, ...strandsOf(room, style, t)])
      : blend(r * 0.12, [...parts, ...front]);
  return hatted || closed
    ? intersect(hair, halfSpace(room.at(0, closed ? 0.1 : 0.56, 0), [0, 1, 0.1]))
    : hair;
}

function mohawk({ r, at }: Room): Field {
  const spikes = Array.from({ length: 8 }, (_, i) => {
    const a = -0.55 + i * 0.32;
    const [s, c] = [Math.sin(a), Math.cos(a)];
    return roundCone(
      at(0, 0.1 + 0.82 * c, -0.06 - 0.85 * s),
      at(0, 0.1 + 1.42 * c, -0.1 - 1.38 * s),
      r * 0.17,
      r * 0.05,
    );
  });
  return blend(r * 0.14, spikes);
}

function afro({ r, at }: Room): Field {
  const puffs = Array.from({ length: 26 }, (_, i) => {
    const up = 1 - (i / 25) * 1.25;
    const around = i * 2.399963;
    const wide = Math.sqrt(Math.max(0, 1 - up * up));
    const [x, z] = [Math.cos(around) * wide, Math.sin(around) * wide];
    return ball(at(x * 1.02, 0.32 + up * 0.95, Math.min(z, 0.3) * 1.02 - 0.22), r * 0.42);
  });
  return blend(r * 0.14, puffs);
}

/** Locks across the forehead. */
function frontOf({ r, at }: Room, style: HairStyle, t: Traits): Field[] {
  if (style === 'curly')
    return Array.from({ length: 24 }, (_, i) => {
      const up = 0.98 - (i / 23) * 0.95;
      const around = i * 2.399963;
      const wide = Math.sqrt(1 - up * up);
      const [x, z] = [Math.cos(around) * wide, Math.sin(around) * wide];
      const face = z > 0.35 && up < 0.62;
      return ball(face ? at(x * 0.5, 0.86, 0.6) : at(x * 0.92, 0.14 + up * 0.9, z * 0.92 - 0.08), r * 0.24);
    });
  if (style === 'spiky')
    return Array.from({ length: 15 }, (_, i) => {
      const up = 0.98 - (i / 14) * 0.75;
      const around = i * 2.399963 + 0.4;
      const wide = Math.sqrt(1 - up * up);
      const [x, z] = [Math.cos(around) * wide, Math.sin(around) * wide];
      const out = z > 0.3 ? 1.22 : 1.45;
      return roundCone(
        at(x * 0.78, 0.2 + up * 0.72, z * 0.72 - 0.05),
        at(x * out, 0.26 + up * out * 0.9, z * out * 0.82 - 0.12),
        r * 0.24,
        r * 0.04,
      );
    });
  if (style === 'bun' || style === 'dreadlocks' || style === 'braid')
    return sides.map((side) =>
      tube(
        [at(0.06 * side.x, 0.98, 0.36), at(0.5 * side.x, 0.82, 0.56), at(0.84 * side.x, 0.3, 0.3)],
        [r * 0.16, r * 0.15, r * 0.1],
        3,
      ),
    );
  const part = t.womanly ? -0.35 : 0;
  return [-0.5, -0.2, 0.14, 0.46].map((x, i) =>
    tube(
      [
        at(x * 0.6 + part, 0.98, 0.2),
        at(x + part * 0.5, 0.84, 0.66),
        at(x * 1.25 + 0.1 - part * 0.4, 0.52 - 0.05 * (i % 2), 0.8),
      ],
      [r * 0.17, r * 0.17, r * 0.05],
      3,
    ),
  );
}

const sideburns = ({ r, at }: Room, style: HairStyle): Field[] =>
  sides.map((side) =>
    roundCone(
      at(0.82 * side.x, 0.3, 0.12),
      at(0.82 * side.x, style === 'bob' ? -0.5 : -0.12, 0.14),
      r * (style === 'bob' ? 0.2 : 0.13),
      r * (style === 'bob' ? 0.16 : 0.06),
    ),
  );

/** Hair that hangs down, is tied or sticks up behind the head. */
function fallOf({ r, at }: Room, style: HairStyle): Field[] {
  if (style === 'long')
    return [
      blend(r * 0.3, [
        ...sides.map((side) =>
          tube(
            [at(0.6 * side.x, 0.4, -0.4), at(0.78 * side.x, -0.5, -0.4), at(0.66 * side.x, -1.5, -0.5)],
            [r * 0.4, r * 0.38, r * 0.12],
            4,
          ),
        ),
        tube([at(0, 0.4, -0.6), at(0, -0.6, -0.72), at(0, -1.7, -0.68)], [r * 0.5, r * 0.5, r * 0.14], 4),
      ]),
      ...sides.map((side) =>
        tube(
          [at(0.8 * side.x, 0.45, 0.2), at(0.9 * side.x, -0.3, 0.16), at(0.78 * side.x, -1.15, 0.1)],
          [r * 0.16, r * 0.2, r * 0.04],
          3,
        ),
      ),
    ];
  if (style === 'ponytail')
    return [
      tube(
        [at(0, 0.5, -0.85), at(0, 0.62, -1.3), at(0, -0.2, -1.55), at(0, -0.9, -1.3)],
        [r * 0.18, r * 0.3, r * 0.28, r * 0.05],
        4,
      ),
    ];
  if (style === 'pigtails')
    return sides.flatMap((side) =>
      plaitOf(r, at(0.86 * side.x, 0.12, -0.3), at(1.08 * side.x, -1.3, -0.1), 6),
    );
  if (style === 'braid') return plaitOf(r, at(0, 0.1, -0.95), at(0, -2, -0.8), 8);
  if (style === 'bun') return [ball(at(0, 0.92, -0.72), r * 0.42)];
  if (style === 'bob') return [ellipsoid(at(0, -0.12, -0.32), [0.98 * r, 0.6 * r, 0.72 * r])];
  if (style === 'dreadlocks')
    return Array.from({ length: 9 }, (_, i) => {
      const a = Math.PI * (0.02 + (i / 8) * 0.96);
      const [x, z] = [Math.cos(a), -Math.sin(a)];
      return tube(
        [at(x * 0.8, 0.4, z * 0.75), at(x * 1, -0.3, z * 0.95), at(x * 0.95, -1.2, z * 0.85 + 0.05)],
        [r * 0.15, r * 0.15, r * 0.1],
        3,
      );
    });
  if (style === 'curly')
    return Array.from({ length: 12 }, (_, i) => {
      const a = Math.PI * (0.05 + (i / 11) * 0.9);
      return ball(at(Math.cos(a) * 0.88, -0.1 - 0.12 * (i % 2), -Math.sin(a) * 0.82), r * 0.26);
    });
  return [];
}

/** Beads along a line, offset to alternating sides. */
function plaitOf(r: number, from: Vec3, to: Vec3, beads: number): Field[] {
  return Array.from({ length: beads }, (_, i) => {
    const s = i / (beads - 1);
    const p: Vec3 = [
      from[0] + (to[0] - from[0]) * s + (i % 2 === 0 ? 0.05 : -0.05) * r,
      from[1] + (to[1] - from[1]) * s,
      from[2] + (to[2] - from[2]) * s,
    ];
    const size = r * (0.27 - 0.13 * s);
    return ellipsoid(p, [size, size * 1.15, size]);
  });
}
