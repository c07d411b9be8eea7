/** Wings on the back: joints and shapes. */

import { darker } from '../colour.js';
import { blend } from '../geometry/field/field.js';
import { ball, plate, roundCone } from '../geometry/field/shapes.js';
import { add, lerp, scale, sub, type Vec3 } from '../geometry/vec.js';
import { chain, flip, type Joint, jointOf, type Side, type Skeleton, sides } from '../skeleton/skeleton.js';
import type { Sculpture } from './sculpt.js';
import { sidedName } from './sides.js';
import type { Traits } from './traits.js';

export function wingJoints(t: Traits, root: Vec3, span: number, out: Vec3, parent = 'chest'): Joint[] {
  const wings = t.items.get('wings');
  if (!wings) return [];
  const reach = span * wings.size;
  return sides.flatMap((side) => {
    const at = (x: number, y: number, z: number): Vec3 =>
      add(root, add(flip([x * reach, y * reach, 0], side), scale(out, z * reach)));
    return chain([`${side.name}Wing`, `${side.name}WingTip`], parent, [
      at(0.12, 0, 0.05),
      at(0.6, 0.55, 0.35),
      at(1.15, 0.3, 0.6),
    ]);
  });
}

/** Bat wings with ribs for scaly and demonic creatures, rows of feathers for others. */
export function sculptWings(sculpture: Sculpture, t: Traits, skeleton: Skeleton): void {
  const look = t.items.get('wings');
  if (!look) return;
  const { leathery } = t;
  const colour =
    look.colour ??
    (leathery
      ? darker(t.colours.coat, 0.25)
      : t.face === 'beak'
        ? darker(t.colours.coat, 0.2)
        : ([0.96, 0.95, 0.92] as const));
  for (const side of sides) {
    const own = look[side.name];
    if (own?.state === 'missing') continue;
    const [tone, named] = [
      own?.colour ?? colour,
      (name: string) => sidedName(name, side.name, !!own?.colour),
    ];
    const material = sculpture.material(named('wings'), tone, own?.finish ?? look.finish);
    const bone = sculpture.material(named('wing bones'), darker(tone, 0.35));
    const [arm, tip] = [jointOf(skeleton, `${side.name}Wing`), jointOf(skeleton, `${side.name}WingTip`)];
    const [a, b, c] = [arm.position, tip.position, tip.tail];
    const span = Math.hypot(...sub(c, a));
    const wing: Wing = { side, joints: [arm.name, tip.name], a, b, c, span, thin: span * 0.028 };
    if (leathery) sculptWeb(sculpture, wing, material, bone);
    else sculptFeathers(sculpture, wing, material);
  }
}

/** Shoulder, wrist and tip of one wing; `thin` is the thickness of its membrane. */
type Wing = { side: Side; joints: string[]; a: Vec3; b: Vec3; c: Vec3; span: number; thin: number };

function sculptWeb(
  sculpture: Sculpture,
  { side, joints, a, b, c, span, thin }: Wing,
  material: string,
  bone: string,
): void {
  const ends = [0, 0.36, 0.7, 1].map((s) =>
    add(lerp(add(a, [0, -span * 0.5, 0]), c, s), [0, -span * 0.26 * Math.sin(s * Math.PI), 0]),
  );
  const scallops = ends.slice(1).map((end, i) => lerp(lerp(ends[i]!, end, 0.5), b, 0.24));
  const web = scallops.flatMap((dip, i) => [
    plate(b, ends[i]!, dip, thin * 0.7),
    plate(b, dip, ends[i + 1]!, thin * 0.7),
  ]);
  sculpture.boned(
    `${side.name} wing`,
    joints,
    blend(thin * 0.8, [plate(a, b, ends[0]!, thin * 0.7), ...web]),
    material,
    46,
  );
  const ribs = [
    roundCone(a, b, thin * 1.7, thin * 1.3),
    ...ends.slice(1).map((end) => roundCone(b, end, thin * 1.3, thin * 0.5)),
    ball(b, thin * 1.8),
  ];
  sculpture.boned(`${side.name} wing bones`, joints, blend(thin * 0.6, ribs), bone, 46);
}

function sculptFeathers(
  sculpture: Sculpture,
  { side, joints, a, b, c, span, thin }: Wing,
  material: string,
): void {
  const feathers = Array.from({ length: 11 }, (_, i) => {
    const s = i / 10;
    const from = s < 0.5 ? lerp(a, b, s * 2) : lerp(b, c, (s - 0.5) * 1.7);
    const to = lerp(add(a, [0, -span * 0.5, 0]), add(c, [0, -span * 0.06, 0]), s);
    return roundCone(from, to, thin * 2.3, thin * 2.1);
  });
  sculpture.boned(
    `${side.name} wing`,
    joints,
    blend(thin * 0.7, [
      roundCone(a, b, thin * 2.8, thin * 2.6),
      roundCone(b, c, thin * 2.6, thin * 1.4),
      ...feathers,
    ]),
    material,
    46,
  );
}
