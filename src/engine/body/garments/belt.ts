import { hex } from '../../colour.js';
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ball, roundBox, roundCone } from '../../geometry/field/shapes.js';
import { add, type Vec3 } from '../../geometry/vec.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { brass, type Cloth, metal, weave } from './cloth.js';
import { onChest, surfaceAt } from './top.js';

/** A band around the waist over other clothes. A belt has a buckle, a sash a knot. */
export function sculptBelt(sculpture: Sculpture, body: BipedBody, over: Field, cloth: Cloth): void {
  const { frame: f } = body;
  const y = f.hip + 0.25 * f.T;
  const tall = cloth.look?.word === 'sash' ? 0.032 : 0.025;
  const band = intersect(
    grow(over, 0.013 * f.H),
    roundBox([0, y, 0], [f.waist * 1.7 + f.belly, tall * f.H, f.H], 0.004 * f.H),
    0.008 * f.H,
  );
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  sculpture.follow('belt', band, material, 56);
  const front = surfaceAt(over, f, 0, y, 0.014 * f.H);
  if (cloth.look?.word === 'sash') {
    const at = add(front, [0.03 * f.H, 0, -0.004 * f.H]);
    const ends = [-0.012, 0.016].map((x) =>
      roundCone(at, add(at, [x * f.H, -0.085 * f.H, 0.004 * f.H]), 0.01 * f.H, 0.013 * f.H),
    );
    sculpture.follow('knot', blend(0.006 * f.H, [ball(at, 0.018 * f.H), ...ends]), material, 28);
    return;
  }
  sculpture.follow(
    'buckle',
    roundBox(front, [0.03 * f.H, 0.028 * f.H, 0.011 * f.H], 0.006 * f.H),
    sculpture.material('buckle', brass, metal),
    18,
  );
}

/** A knot at the throat and a blade down the chest. */
export function sculptTie(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const { frame: f } = body;
  const on = (y: number, out: number): Vec3 => onChest(body, 0, f.hip + y * f.T, out * f.H);
  const top = on(0.9, 0.018);
  const material = sculpture.material(cloth.name, cloth.colour ?? hex('b8302c'), cloth.finish);
  sculpture.follow(
    'tie',
    blend(0.004 * f.H, [
      ball(top, 0.017 * f.H),
      roundCone(add(top, [0, -0.015 * f.H, 0]), on(0.62, 0.018), 0.011 * f.H, 0.016 * f.H),
      roundCone(on(0.62, 0.018), on(0.42, 0.018), 0.016 * f.H, 0.02 * f.H),
    ]),
    material,
    40,
    weave(sculpture, cloth, f.H),
  );
}
