/** Items tied or strapped on: aprons, quivers, jetpacks. */

import { darker, hex } from '../../colour.js';
import type { Field } from '../../geometry/field/field.js';
import { blend, grow, intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, scale, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import { type Item, steel } from './item.js';

export const harness: Record<string, Item> = {
  apron(sculpture, body, look, t) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const cloth = sculpture.material(
      'apron',
      look.colour ?? hex('efe9dc'),
      look.finish ?? { roughness: 0.9 },
    );
    const H = f.H;
    const low = f.hip * 0.5;
    const gowned = t.items.has('dress') || t.items.has('robe');
    const high = f.hip + 0.8 * f.T;
    const front = grow(
      blend(0.03 * H, [
        body.trunk,
        roundCone([0, f.hip, 0], [0, low, 0], f.waist * 0.95, f.waist * (gowned ? 1.45 : 1.05)),
      ]),
      0.022 * H,
    );
    // A bib on the chest and a skirt that spreads sideways below the waist.
    const waist = f.hip + 0.42 * f.T;
    const sheet = blend(0.02 * H, [
      roundBox([0, (waist + high) / 2, H], [f.waist * 0.6, (high - waist) / 2 + 0.02 * H, H], 0.01 * H),
      roundBox([0, (low + waist) / 2, H], [f.waist * 1.5, (waist - low) / 2, H], 0.01 * H),
    ]);
    const panel = intersect(front, sheet, 0.008 * H);
    sculpture.follow('apron', panel, cloth, 56);
    const tie = sculpture.material('apron strings', darker(look.colour ?? hex('efe9dc'), 0.25));
    const { neck } = body;
    sculpture.follow(
      'apron strings',
      ring(
        add(neck.centre, [0, -neck.radius * 0.4, 0]),
        neck.radius * 1.06,
        neck.radius * 1.06,
        neck.radius * 0.08,
        1,
        [0.35, 0, 0],
      ),
      tie,
      44,
    );
  },
  quiver(sculpture, body, look) {
    const { at, out, width, joint } = body.back;
    const w = width * 0.3;
    const low = add(add(at, scale(out, w * 1.1)), [-width * 0.45, -width * 0.9, 0]);
    const high = add(add(at, scale(out, w * 1.1)), [width * 0.5, width * 1.05, 0]);
    const leather = sculpture.material('quiver', look.colour ?? hex('7a4e2c'), { roughness: 0.7 });
    sculpture.rigid('quiver', joint, roundCone(low, high, w * 0.8, w), leather, 40);
    const shaft = sculpture.material('arrows', hex('c9a877'));
    const feather = sculpture.material('fletching', hex('c23b35'));
    for (const [i, dx] of [-0.5, 0, 0.5].entries()) {
      const foot = add(high, [dx * w, 0, (i - 1) * w * 0.3]);
      const end = add(foot, scale(add(high, scale(low, -1)), 0.3));
      sculpture.rigid(`arrow ${i}`, joint, roundCone(foot, end, w * 0.1, w * 0.1), shaft, 16);
      sculpture.rigid(
        `fletching ${i}`,
        joint,
        ellipsoid(end, [w * 0.22, w * 0.45, w * 0.1], [0, 0, -0.4]),
        feather,
        12,
      );
    }
    if (body.kind === 'biped') sculpture.follow('quiver strap', bandolier(body), leather, 46);
  },
  jetpack(sculpture, body, look) {
    const { at, out, width, joint } = body.back;
    const w = width * 0.42;
    const metal = sculpture.material('jetpack', look.colour ?? hex('b9c0c9'), look.finish ?? steel);
    const nozzle = sculpture.material('nozzles', hex('3a3d44'), { roughness: 0.5, metalness: 0.8 });
    const flame = sculpture.material('flames', hex('ffb02e'), { roughness: 0.5, glow: 0.9 });
    for (const side of sides) {
      const centre = add(add(at, scale(out, w * 1.15)), [side.x * w * 0.95, 0, 0]);
      sculpture.rigid(
        `${side.name} tank`,
        joint,
        roundCone(add(centre, [0, w * 1.2, 0]), add(centre, [0, -w * 1.1, 0]), w * 0.78, w * 0.78),
        metal,
        34,
      );
      const foot = add(centre, [0, -w * 2, 0]);
      sculpture.rigid(
        `${side.name} nozzle`,
        joint,
        roundCone(add(foot, [0, w * 0.3, 0]), add(foot, [0, -w * 0.1, 0]), w * 0.4, w * 0.6),
        nozzle,
        20,
      );
      sculpture.rigid(
        `${side.name} flame`,
        joint,
        roundCone(add(foot, [0, -w * 0.4, 0]), add(foot, [0, -w * 1.8, 0]), w * 0.5, w * 0.06),
        flame,
        22,
      );
    }
  },
};

/** A strap from one shoulder to the opposite hip. */
function bandolier(body: Extract<Body, { kind: 'biped' }>): Field {
  const { frame: f } = body;
  const around: Vec3[] = [
    [f.shoulder * 0.45, f.S - 0.01 * f.T, 0],
    [f.shoulder * 0.2, f.hip + 0.75 * f.T, f.depth * 1.1],
    [-f.waist * 0.6, f.hip + 0.38 * f.T, f.depth * 0.98 + f.belly],
    [-f.waist * 1.12, f.hip + 0.3 * f.T, 0],
  ];
  return intersect(tube(around, [0.013 * f.H]), halfSpace([0, 0, -f.depth * 0.5], [0, 0, -1]));
}
