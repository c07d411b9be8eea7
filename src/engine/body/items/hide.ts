/** Animal features: quills, humps, frills, gills, teeth. */

import { darker, hex, lighter } from '../../colour.js';
import { blend, type Field, hit } from '../../geometry/field/field.js';
import { ball, ellipsoid, plate, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { placesOn } from '../face/ground.js';
import { spineOf } from '../ridge.js';
import { headRoom, type Item } from './item.js';

export const hide: Record<string, Item> = {
  quills(sculpture, body, look, t) {
    const { from, to, radius, out: up, tailwards } = spineOf(body);
    const rows = 7;
    const cones: Field[] = [];
    for (let i = 0; i < rows; i++) {
      const along = i / (rows - 1);
      const c = lerp(from, to, along);
      for (let j = -3; j <= 3; j++) {
        const a = (j + (i % 2) * 0.5) * 0.42;
        const round: Vec3 = add([Math.sin(a), 0, 0], scale(up, Math.cos(a)));
        const foot = add(c, scale(round, radius * 0.8));
        const way = add(round, scale(tailwards, 0.55));
        cones.push(
          roundCone(foot, add(foot, scale(way, radius * 0.62 * look.size)), radius * 0.17, radius * 0.02),
        );
      }
    }
    const quill = sculpture.material('quills', look.colour ?? darker(t.colours.coat, 0.55), {
      roughness: 0.7,
    });
    sculpture.follow('quills', blend(radius * 0.06, cones), quill, 72);
  },
  humps(sculpture, body, _look, t) {
    const { from, to, radius, out: up } = spineOf(body);
    const coat = sculpture.material('coat', t.colours.coat);
    for (const [i, s] of [0.3, 0.72].entries())
      sculpture.follow(
        `hump ${i}`,
        ellipsoid(add(lerp(from, to, s), scale(up, radius * 0.85)), [
          radius * 0.5,
          radius * 0.75,
          radius * 0.52,
        ]),
        coat,
        30,
      );
  },
  'nose horn'(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const place = placesOn(body.head, r);
    const horn = sculpture.material('horns', look.colour ?? hex('d9cdb4'), { roughness: 0.45 });
    const tip = place(0, -0.1);
    sculpture.rigid(
      'nose horn',
      'head',
      tube(
        [add(tip, [0, 0, -0.12 * r]), add(tip, [0, 0.35 * r, 0.06 * r]), add(tip, [0, 0.75 * r, -0.02 * r])],
        [0.2 * r, 0.13 * r, 0.02 * r],
      ),
      horn,
      30,
    );
  },
  frill(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const colour = look.colour ?? darker(t.colours.coat, 0.18);
    sculpture.rigid(
      'frill',
      'head',
      blend(r * 0.1, [
        ellipsoid(at(0, 0.5, -0.75), [1.5 * r, 1.25 * r, 0.16 * r], [-0.45, 0, 0]),
        ...Array.from({ length: 7 }, (_, i) => {
          const a = (i / 6) * Math.PI;
          return ball(at(1.45 * Math.cos(a), 0.5 + 1.1 * Math.sin(a), -0.8 - 0.42 * Math.sin(a)), r * 0.16);
        }),
      ]),
      sculpture.material('frill', colour),
      44,
    );
  },
  gills(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    const frond = sculpture.material('gills', look.colour ?? darker(t.colours.coat, 0.25), {
      roughness: 0.6,
    });
    for (const side of sides)
      sculpture.rigid(
        `${side.name} gills`,
        'head',
        blend(
          r * 0.05,
          [-0.15, 0.3, 0.72].map((y, i) =>
            tube(
              [
                at(x * 0.82 * side.x, y, -0.25),
                at((x + 0.35) * side.x, y + 0.12 + 0.1 * i, -0.4),
                at((x + 0.72) * side.x, y + 0.3 + 0.22 * i, -0.42),
              ],
              [r * 0.12, r * 0.14, r * 0.05],
              3,
            ),
          ),
        ),
        frond,
        34,
      );
  },
  jaws(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const { field, centre, front } = body.head;
    const ivory = sculpture.material('teeth', look.colour ?? hex('f6f1e2'), { roughness: 0.3 });
    const tooth = (from: Vec3, way: Vec3): Field[] => {
      const p = hit(field, from, way, 5 * r);
      return p
        ? [
            roundCone(
              add(p, [0, 0.05 * r, 0]),
              add(p, scale([-way[0], -5, 0], 0.035 * r)),
              0.07 * r,
              0.012 * r,
            ),
          ]
        : [];
    };
    const y = centre[1] - (0.34 + 0.06 * t.snout) * r;
    const along = [0.5, 0.62, 0.74, 0.86].map((s) => centre[2] + s * front);
    const beside = sides.flatMap((side) =>
      along.flatMap((z) => tooth([side.x * 3 * r, y, z], [-side.x, 0, 0])),
    );
    const before = [-0.14, 0.14].flatMap((x) => tooth([x * r, y, centre[2] + front + 2 * r], [0, 0, -1]));
    sculpture.rigid('teeth', 'head', blend(r * 0.01, [...beside, ...before]), ivory, 60);
  },
  'buck teeth'(sculpture, body, _look, t) {
    const { r } = headRoom(body, t);
    const p = placesOn(body.head, r)(0, -0.52);
    sculpture.rigid(
      'teeth',
      'head',
      blend(
        0,
        sides.map((side) =>
          ellipsoid(add(p, [0.06 * r * side.x, -0.03 * r, 0]), [0.055 * r, 0.12 * r, 0.03 * r]),
        ),
      ),
      sculpture.material('teeth', hex('f6f1e2'), { roughness: 0.3 }),
      20,
    );
  },
  'big spikes'(sculpture, body, look, t) {
    const { from, to, radius, out: up, tailwards } = spineOf(body);
    const material = sculpture.material('spikes', look.colour ?? lighter(darker(t.colours.coat, 0.2), 0.1));
    for (let i = 0; i < 7; i++) {
      const s = i / 6;
      const tall = radius * (0.7 + 0.75 * Math.sin(Math.PI * (0.12 + s * 0.8)));
      const foot = add(
        lerp(from, to, s * 1.05),
        add([radius * (i % 2 ? 0.22 : -0.22), 0, 0], scale(up, radius * 0.85)),
      );
      const half = radius * 0.42;
      sculpture.follow(
        `spike ${i}`,
        plate(
          add(foot, scale(tailwards, half)),
          add(foot, scale(tailwards, -half)),
          add(foot, scale(up, tall)),
          radius * 0.07,
        ),
        material,
        18,
      );
    }
  },
  'long tusks'(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const place = placesOn(body.head, r);
    const ivory = sculpture.material('tusks', look.colour ?? hex('f3ead2'), { roughness: 0.35 });
    for (const side of sides) {
      const foot = place(0.22 * side.x, -0.42);
      sculpture.rigid(
        `${side.name} tusk`,
        'head',
        roundCone(foot, add(foot, [0.05 * r * side.x, -1.0 * r, 0.06 * r]), 0.1 * r, 0.03 * r),
        ivory,
        24,
      );
    }
  },
};
