/** Plate armour over the clothes. */

import { hex } from '../../colour.js';
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, ring, roundBox, roundCone } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add, lerp, scale, sub } from '../../geometry/vec.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { brass, type Cloth } from './cloth.js';

export function sculptArmour(sculpture: Sculpture, body: BipedBody, cloth: Cloth): void {
  const { frame: f } = body;
  const plate = sculpture.material('armour', cloth.colour, cloth.finish);
  const golden = cloth.colour[0] > cloth.colour[2] * 1.8 && cloth.colour[1] > cloth.colour[2] * 1.3;
  const trim = sculpture.material('armour trim', cloth.look?.second ?? (golden ? hex('8a6120') : brass), {
    roughness: 0.35,
    metalness: 0.9,
  });
  sculptBreastplate(sculpture, body, plate, trim);
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

function sculptBreastplate(sculpture: Sculpture, body: BipedBody, plate: string, trim: string): void {
  const { frame: f } = body;
  const H = f.H;
  const chest = intersect(
    grow(body.torso, 0.022 * H),
    roundBox([0, f.hip + 0.64 * f.T, 0], [H, f.T * 0.35, H], 0.01 * H),
    0.02 * H,
  );
  const inFront =
    (at: (x: number, y: number) => number): Paint['at'] =>
    (x, y, z) =>
      z > 0 ? at(x, y) : 1;
  const low = f.hip + 0.36 * f.T;
  sculpture.follow('breastplate', chest, plate, 66, [
    { material: trim, at: inFront((x, y) => Math.max(Math.abs(x) - 0.007 * H, low - y)) },
    { material: trim, at: (_x, y) => y - low },
  ]);
  const skirts = [0, 1, 2].map((i) => {
    const y = f.hip + (0.26 - i * 0.12) * f.T;
    const r = f.waist * (1.14 + i * 0.1) + f.belly * 0.4;
    return intersect(
      roundCone([0, y + 0.1 * f.T, 0], [0, y - 0.12 * f.T, 0], r * 0.98, r * 1.1),
      roundBox([0, y, 0], [H, f.T * 0.085, H], 0.01 * H),
      0.012 * H,
    );
  });
  for (const [i, lame] of skirts.entries()) sculpture.follow(`tasset ${i}`, lame, plate, 50);
}

function sculptPauldron(
  sculpture: Sculpture,
  body: BipedBody,
  side: Side,
  plate: string,
  trim: string,
): void {
  const { shoulder } = body.arms[side.name];
  const r = body.frame.armThick * 1.85;
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
  const edge = 0.008 * body.frame.H;
  const along = sub(wrist, elbow);
  const shorter = intersect(
    grow(lower, 0.014 * body.frame.H),
    halfSpace(lerp(elbow, wrist, 0.92), along),
    edge,
  );
  return intersect(shorter, halfSpace(lerp(elbow, wrist, 0.25), scale(along, -1)), edge);
}

function greaveOf(body: BipedBody, side: Side): Field {
  const { frame: f } = body;
  const { upper, lower } = body.legs[side.name];
  return intersect(
    blend(0.02 * f.H, [grow(upper, 0.02 * f.H), grow(lower, 0.025 * f.H)]),
    roundBox([0, f.ankle + f.hip * 0.3, 0], [f.H, f.hip * 0.2, f.H], 0.005 * f.H),
    0.01 * f.H,
  );
}
