/** Stripes, spots, patches, socks and masks as signed distances to their edges. */

import { cellDistance } from '../../geometry/cells.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Body, PlainBody } from '../body.js';
import type { Traits } from '../traits.js';

type At = Paint['at'];
/** Directionless waves, -1 to 1. */
export const wobble = (x: number, y: number, z: number, s: number): number =>
  Math.sin(x * 9.1 * s + 1.3) * Math.sin(y * 8.3 * s + 0.4) * Math.sin(z * 7.7 * s + 2.1);

type Patterns = Record<'striped' | 'spotted' | 'patched' | 'halved', (body: Body, t: Traits) => At> &
  Record<'socks' | 'masked', (body: PlainBody, t: Traits) => At>;
export const patterns: Patterns = {
  striped(body, t) {
    const u = body.unit;
    const phase = t.marks.shift[0];
    const isHead = (x: number, y: number, z: number) => body.head.field.at(x, y, z) < 0.01 * u;
    return (x, y, z) => {
      const bend = 0.018 * u * Math.sin((y / u) * 16) + 0.012 * u * wobble(x / u + phase, y / u, z / u, 2.4);
      const head = isHead(x, y, z);
      if (
        head &&
        z > body.head.centre[2] + body.head.half[2] * 0.1 &&
        Math.abs(x - body.head.centre[0]) < body.head.half[0] * 0.4 &&
        y < body.head.centre[1] + body.head.half[1] * 0.45
      )
        return 1;
      const along = body.kind === 'biped' || head ? y * 0.9 + Math.abs(x) * 0.5 : z + y * 0.18;
      return (Math.cos(((along + bend) / u) * 46 + phase) - 0.42) * -0.01;
    };
  },
  spotted(body, t) {
    const u = body.unit * (t.height > 2 ? 0.055 : 0.085);
    const [dx, dy, dz] = t.marks.shift;
    return (x, y, z) => {
      if (body.head.field.at(x, y, z) < 0.004 && z > body.head.centre[2] + body.head.half[2] * 0.2) return 1;
      return cellDistance(x / u + dx, y / u + dy, z / u + dz) - 0.34;
    };
  },
  halved: () => (x) => x,
  patched(body, t) {
    if (t.face === 'robot') return panelled(body);
    const u = body.unit;
    const { side, shift } = t.marks;
    const [dx, dy, dz] = shift;
    return (x, y, z) =>
      body.head.field.at(x, y, z) < 0.004 && x * side < 0
        ? 0.5
        : 0.13 -
          wobble(x / u + dx, y / u + dy, z / u + dz, 1.25) -
          0.35 * wobble(z / u + dz, x / u + dx, y / u + dy, 2.3);
  },
  socks(body) {
    if (body.kind === 'biped') return (_x, y) => y - body.frame.hip * 0.35;
    const { leg } = body.frame;
    const front = body.headShape.ears;
    return (x, y, z) => {
      const sock = y - leg * 0.48 + 0.03 * leg * Math.sin(x * 80);
      if (!front) return sock;
      const tip = Math.max(front.left.box.max[1], front.right.box.max[1]);
      const top = body.head.centre[1] + body.head.half[1];
      return y > top ? tip - (tip - top) * 0.42 - y : z < body.frame.hips[2] - body.frame.barrel ? 1 : sock;
    };
  },
  masked(body, t) {
    const { head } = body;
    const r = head.half[1];
    const eye = (x: number, y: number, z: number) =>
      z < head.centre[2]
        ? 1
        : Math.hypot((Math.abs(x - head.centre[0]) - r * 0.5) / 0.33, (y - head.centre[1] - r * 0.12) / 0.4) -
          r;
    if (t.ears !== 'round' || body.kind === 'biped' || t.snout > 1) return eye;
    const { leg, chest, barrel } = body.frame;
    const ears = body.headShape.ears;
    return (x, y, z) => {
      const limbs = Math.min(
        y - leg * 0.8,
        Math.max(Math.abs(z - chest[2] + barrel * 0.15) - barrel * 0.55, y - chest[1] - barrel * 1.2),
      );
      const inEar = ears ? Math.min(ears.left.at(x, y, z), ears.right.at(x, y, z)) - 0.004 : 1;
      const onHead = head.field.at(x, y, z) < 0.006;
      return onHead ? eye(x, y, z) : Math.min(limbs, inEar);
    };
  },
};

/** Robots of two colours are assembled of them: forearms, lower legs, hands, feet and head have the second. */
function panelled(body: Body): At {
  const isSecond = (joint: string) => /^head$|Lower(Arm|Leg)$|Hand$|Foot$/.test(joint);
  const nearest = (second: boolean): At => {
    const fields = body.parts.flatMap(({ joint, field }) => (isSecond(joint) === second ? [field] : []));
    return (x, y, z) => fields.reduce((least, field) => Math.min(least, field.at(x, y, z)), Infinity);
  };
  const [second, first] = [nearest(true), nearest(false)];
  return (x, y, z) => second(x, y, z) - first(x, y, z);
}
