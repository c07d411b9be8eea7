/** Plate armour over the clothes. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { bandPaint } from '../../geometry/mesh/paint.js';
import { add, lerp, scale, sub } from '../../geometry/vec.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { brass, type Cloth } from './cloth.js';
import { onChest } from './top.js';

export function sculptArmour(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const { frame: f } = body;
  const plate = sculpture.material('armour', cloth.colour, cloth.finish);
  const golden = cloth.colour[0] > cloth.colour[2] * 1.8 && cloth.colour[1] > cloth.colour[2] * 1.3;
  const trim = sculpture.material('armour trim', cloth.look?.second ?? (golden ? hex('8a6120') : brass), {
    roughness: 0.35,
    metalness: 0.9,
  });
  sculptBreastplate(sculpture, body, cloth, plate, trim);
  for (const side of sides) {
    sculptPauldron(sculpture, body, side, plate, trim);
    sculpture.follow(`${side.name} bracer`, bracerOf(body, side), plate, 34);
    sculpture.follow(`${side.name} greave`, greaveOf(body, side), plate, 40);
    const knee = lerp(body.legs[side.name].ankle, [f.stand * side.x, f.hip, 0], 0.5);
    sculpture.follow(
      `${side.name} knee`,
      ellipsoid(add(knee, [0, 0.01 * f.H, f.legThick * 0.75]), [
        f.legThick * 0.85,
        f.legThick * 0.95,
        f.legThick * 0.55,
      ]),
      trim,
      18,
    );
  }
}

/** Leather over the shoulders of a bare chest. */
export function sculptShoulderPads(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const leather = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const studs = sculpture.material('studs', hex('b9c0c9'), { roughness: 0.35, metalness: 0.9 });
  for (const side of sides) sculptPauldron(sculpture, body, side, leather, studs);
}

function sculptBreastplate(
  sculpture: Sculpture,
  body: BipedBody,
  cloth: Cloth,
  plate: string,
  trim: string,
): void {
  const { frame: f } = body;
  const H = f.H;
  const chest = intersect(
    grow(body.torso, 0.022 * H),
    roundBox([0, f.hip + 0.64 * f.T, 0], [H, f.T * 0.35, H], 0.01 * H),
    0.02 * H,
  );
  sculpture.follow('breastplate', chest, plate, 66);
  const low = f.hip + 0.34 * f.T;
  const rim = intersect(
    grow(body.torso, 0.029 * H),
    roundBox([0, low, 0], [H, 0.011 * H, H], 0.005 * H),
    0.006 * H,
  );
  const ridge = [0.4, 0.55, 0.7, 0.84].map((part) => onChest(body, 0, f.hip + part * f.T, 0.019 * H));
  sculpture.follow('breastplate rim', rim, trim, 48);
  sculpture.follow('breastplate ridge', tube(ridge, [0.009 * H]), trim, 30);
  const [top, end] = [f.hip + 0.36 * f.T, f.hip - 0.08 * f.T];
  const wide = f.waist * 1.16 + f.belly * 0.4;
  const skirt = intersect(
    roundCone([0, top, 0], [0, end, 0], wide, wide * 1.26),
    roundBox([0, (top + end) / 2, 0], [H, (top - end) / 2, H], 0.016 * H),
    0.018 * H,
  );
  const gap = sculpture.material('armour gaps', darker(cloth.colour, 0.45), cloth.finish);
  const lames = [1, 2].map((i) => {
    const y = top + ((end - top) * i) / 3;
    return bandPaint(
      gap,
      (_x, at) => at - y - 0.004 * H,
      (_x, at) => y - 0.004 * H - at,
    );
  });
  sculpture.follow('tassets', skirt, plate, 60, lames);
}

function sculptPauldron(
  sculpture: Sculpture,
  body: BipedBody,
  side: Side,
  plate: string,
  trim: string,
): void {
  const { shoulder } = body.arms[side.name];
  const r = Math.min(body.frame.armThick * 2.25, 0.09 * body.frame.H);
  const cup = intersect(
    ellipsoid(add(shoulder, [side.x * r * 0.15, r * 0.18, 0]), [r * 1.08, r * 0.92, r * 1.12]),
    halfSpace(add(shoulder, [0, -r * 0.25, 0]), [-side.x * 0.25, -1, 0]),
    r * 0.15,
  );
  sculpture.rigid(`${side.name} pauldron`, `${side.name}Shoulder`, cup, plate, 34);
  const rim = ring(add(shoulder, [side.x * r * 0.12, -r * 0.2, 0]), r * 0.98, r * 1.04, r * 0.1, 1, [
    0,
    0,
    side.x * -0.24,
  ]);
  sculpture.rigid(`${side.name} pauldron rim`, `${side.name}Shoulder`, rim, trim, 38);
}

function bracerOf(body: BipedBody, side: Side): Field {
  const { elbow, wrist, lower } = body.arms[side.name];
  const edge = 0.016 * body.frame.H;
  const along = sub(wrist, elbow);
  const shorter = intersect(
    grow(lower, 0.02 * body.frame.H),
    halfSpace(lerp(elbow, wrist, 0.92), along),
    edge,
  );
  return intersect(shorter, halfSpace(lerp(elbow, wrist, 0.25), scale(along, -1)), edge);
}

function greaveOf(body: BipedBody, side: Side): Field {
  const { frame: f } = body;
  const { upper, lower } = body.legs[side.name];
  return intersect(
    blend(0.02 * f.H, [grow(upper, 0.022 * f.H), grow(lower, 0.031 * f.H)]),
    roundBox([0, f.ankle + f.hip * 0.27, 0], [f.H, f.hip * 0.21, f.H], 0.012 * f.H),
    0.02 * f.H,
  );
}
