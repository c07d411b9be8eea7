/** Buttons, bands and pads on trunk and limbs of a person: suspenders, wrapped forearms, knees and elbows. */

import { darker, hex } from '../../colour.js';
import { grow, hit, intersect } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, tube } from '../../geometry/field/shapes.js';
import { add, lerp, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { onChest } from '../garments/top.js';
import type { Item } from './item.js';

/** Where the wrapping starts and ends between wrist and elbow, and its turns. */
const wrapped = { from: 0.04, to: 0.78, turns: 9 };

export const straps: Record<string, Item> = {
  'coat buttons'(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { hip, T, H } = body.frame;
    const coal = sculpture.material(
      'buttons',
      look.colour ?? hex('26262b'),
      look.finish ?? { roughness: 0.5 },
    );
    for (const [i, y] of [0.3, 0.55, 0.8].entries())
      sculpture.follow(`button ${i}`, ball(onChest(body, 0, hip + y * T, 0.002 * H), 0.022 * H), coal, 12);
  },
  suspenders(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const cloth = sculpture.material(
      'suspenders',
      look.colour ?? hex('a8322c'),
      look.finish ?? { roughness: 0.85 },
    );
    const clip = sculpture.material('suspender clips', hex('c3c9d1'), { roughness: 0.35, metalness: 0.8 });
    const over = 0.027 * f.H;
    const behind = (x: number, y: number): Vec3 => {
      const skin = hit(body.trunk, [x, y, -f.H], [0, 0, 1], 2 * f.H) ?? [x, y, -f.depth];
      return add(skin, [0, 0, -over]);
    };
    for (const side of sides) {
      const x = side.x * 0.52 * f.waist;
      const at = (up: number): number => f.hip + up * f.T;
      const low = onChest(body, x, at(0.12), over);
      const top = hit(body.trunk, [x, f.S + f.T, 0], [0, -1, 0], 2 * f.T) ?? [x, f.S, 0];
      const strap: Vec3[] = [
        ...[0.12, 0.4, 0.66, 0.86].map((up) => behind(x * (0.55 + 0.45 * up), at(up))),
        add(top, [0, over, 0]),
        ...[0.86, 0.68, 0.48, 0.3].map((up) => onChest(body, x, at(up), over)),
        low,
      ];
      sculpture.follow(`${side.name} suspender`, tube(strap, [0.0125 * f.H]), cloth, 60);
      sculpture.follow(`${side.name} suspender clip`, ball(low, 0.017 * f.H), clip, 12);
    }
  },
  'arm wraps'(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const colour = look.colour ?? hex('ece3cf');
    const cloth = sculpture.material('arm wraps', colour, look.finish ?? { roughness: 0.95 });
    const seam = sculpture.material('arm wrap seams', look.second ?? darker(colour, 0.22), {
      roughness: 0.95,
    });
    for (const side of sides) {
      const { wrist, elbow, lower } = body.arms[side.name];
      const along = sub(elbow, wrist);
      const [low, high] = [lerp(wrist, elbow, wrapped.from), lerp(wrist, elbow, wrapped.to)];
      const long = Math.hypot(...along);
      const way = scale(along, 1 / long);
      const turn = (x: number, y: number, z: number): number => {
        const [dx, dy, dz] = sub([x, y, z], wrist);
        const at = ((dx * way[0] + dy * way[1] + dz * way[2] + 0.35 * dz) / long) * wrapped.turns;
        return ((Math.abs(at - Math.round(at)) - 0.1) * long) / wrapped.turns;
      };
      sculpture.follow(
        `${side.name} arm wrap`,
        intersect(
          grow(lower, 0.016 * body.unit),
          intersect(halfSpace(high, way), halfSpace(low, scale(way, -1))),
          0.003 * body.unit,
        ),
        cloth,
        44,
        [{ material: seam, at: turn }],
        true,
      );
    }
  },
  'knee pads'(sculpture, body, look) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const shell = sculpture.material(
      'knee pads',
      look.colour ?? hex('2f3238'),
      look.finish ?? { roughness: 0.5 },
    );
    const areElbows = look.word?.startsWith('elbow') ?? false;
    const l = f.legThick;
    const over = 0.026 * f.H; // of trousers
    for (const side of sides) {
      const { elbow } = body.arms[side.name];
      if (areElbows)
        sculpture.rigid(
          `${side.name} elbow pad`,
          `${side.name}LowerArm`,
          ball(add(elbow, [0, 0, -f.armThick * 0.25]), f.armThick * 1.3 + over),
          shell,
          22,
        );
      else
        sculpture.rigid(
          `${side.name} knee pad`,
          `${side.name}LowerLeg`,
          ellipsoid(
            [f.stand * 1.04 * side.x, f.ankle + (f.hip - f.ankle) * 0.5, l * 0.5],
            [l * 0.9 + over, l * 1.2 + over, l * 0.9 + over],
          ),
          shell,
          24,
        );
    }
  },
};
