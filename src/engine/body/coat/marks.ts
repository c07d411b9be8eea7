/** Freckles and tattoos as paint on the skin. */
import { darker, hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { lerp, sub, type Vec3 } from '../../geometry/vec.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { PlainBody } from '../body.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';

/** Places on a cheek from the middle of the face, in head radii. */
const dots = [
  [0.14, -0.1],
  [0.3, -0.2],
  [0.42, -0.3],
  [0.5, -0.16],
  [0.6, -0.28],
  [0.24, -0.32],
] as const;
const dot = 0.038;

export function frecklePaints(sculpture: Sculpture, { head }: PlainBody, t: Traits): Paint[] {
  const look = t.items.get('freckles');
  if (!look || t.items.has('bones')) return [];
  const [cx, cy, cz] = head.centre;
  const r = head.half[1];
  const at: Paint['at'] = (x, y, z) => {
    if (z < cz) return r;
    const [out, up] = [Math.abs(x - cx), y - cy];
    let nearest = Infinity;
    for (const [u, v] of dots) nearest = Math.min(nearest, (out - u * r) ** 2 + (up - v * r) ** 2);
    return Math.sqrt(nearest) - dot * r;
  };
  return [{ material: sculpture.material('freckles', look.colour ?? darker(t.colours.coat, 0.35)), at }];
}

/** Bands with points around both upper arms and wrists. */
export function tattooPaints(sculpture: Sculpture, body: PlainBody, t: Traits): Paint[] {
  const look = t.items.get('tattoos');
  if (!look || body.kind !== 'biped') return [];
  const material = sculpture.material('tattoos', look.colour ?? hex('2a3a4a'), { roughness: 0.8 });
  return sides.flatMap((side) => bands(body, side).map((at) => ({ material, at })));
}

/** Along an arm: where the middle of a band is, 0 at the shoulder and 1 at the elbow, 2 at the wrist. */
const middles = [0.35, 0.62, 1.3] as const;

function bands(body: BipedBody, side: Side): Paint['at'][] {
  const { shoulder, elbow, wrist, upper, lower } = body.arms[side.name];
  const thick = body.frame.armThick;
  return middles.map((middle) => {
    const [from, to, field] = middle < 1 ? [shoulder, elbow, upper] : [elbow, wrist, lower];
    const centre = lerp(from, to, middle % 1);
    const along = sub(to, from);
    const long = Math.hypot(...along);
    const way: Vec3 = [along[0] / long, along[1] / long, along[2] / long];
    return (x, y, z) => {
      const out = (x - centre[0]) * way[0] + (y - centre[1]) * way[1] + (z - centre[2]) * way[2];
      const wave = thick * 0.3 * Math.abs(Math.sin(Math.atan2(z - centre[2], y - centre[1]) * 3));
      const band = Math.abs(out) - thick * 0.12 - wave;
      return Math.max(band, field.at(x, y, z) - thick * 0.25);
    };
  });
}
