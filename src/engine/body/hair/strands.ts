/** Locks over the back of the head, so that hair has furrows instead of the surface of a helmet. */
import type { Field } from '../../geometry/field/field.js';
import { tube } from '../../geometry/field/shapes.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { Traits } from '../traits.js';
import type { HairStyle, Room } from './style.js';

const stranded: ReadonlySet<HairStyle> = new Set([
  'short',
  'long',
  'ponytail',
  'pigtails',
  'bob',
  'bun',
  'braid',
]);
export const isStranded = (style: HairStyle): boolean => stranded.has(style);

/** How far down the locks reach, as an angle from the crown. */
const reach: Partial<Record<HairStyle, number>> = { short: 1.95, bob: 2.1, long: 1.7 };

/** Radii of the hair around its centre, as in `scalpHair`, and how deep in it the middle of a lock is. */
const [wide, tall, depth] = [0.94, 0.95, 1];

/** From the crown down the sides and the back; the seed turns them. */
export function strandsOf(room: Room, style: HairStyle, t: Traits): Field[] {
  const { r } = room;
  const end = reach[style] ?? 1.6;
  const count = 9;
  const locks = Array.from({ length: count }, (_, i) => {
    const around = Math.PI * (0.42 + (1.16 * (i + 0.2 * t.marks.hem)) / (count - 1));
    const points = [0.22, 0.75, 1.25, end + 0.1 * (i % 2)].map((down): Vec3 => {
      const swirl = around + 0.16 * (1 - down);
      const out = Math.sin(Math.min(down, 1.75));
      return room.at(
        Math.sin(swirl) * out * wide * depth,
        0.14 + Math.cos(down) * tall * depth,
        -0.08 + Math.cos(swirl) * out * wide * depth,
      );
    });
    return tube(points, [r * 0.08, r * 0.15, r * 0.16, r * 0.05], 4);
  });
  return style === 'long' ? [...locks, ...fallingLocks(room)] : locks;
}

/** Tapered ends of different lengths on the long hair behind the shoulders. */
function fallingLocks({ r, at }: Room): Field[] {
  return [-0.78, -0.45, -0.15, 0.16, 0.46, 0.79].map((x, i) => {
    const back = -0.98 + 0.3 * Math.abs(x);
    return tube(
      [
        at(x * 0.9, 0.1, back + 0.1),
        at(x * 1.02, -0.75, back - 0.08),
        at(x * 0.86, -1.62 - 0.16 * (i % 3), back + 0.1),
      ],
      [r * 0.17, r * 0.2, r * 0.05],
      4,
    );
  });
}
