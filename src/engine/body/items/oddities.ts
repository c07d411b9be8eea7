/** Heads and skins of fantasy creatures: mushroom caps, leaf crowns, snowballs. */

import { darker, hex } from '../../colour.js';
import { cellDistance } from '../../geometry/cells.js';
import { blend, cut, intersect } from '../../geometry/field/field.js';
import { ball, ellipsoid, halfSpace, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, distance, lerp, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import { placesOn } from '../face/ground.js';
import { onChest } from '../garments/top.js';
import { ridgeOf } from '../ridge.js';
import { headRoom, type Item } from './item.js';

export const oddities: Record<string, Item> = {
  'mushroom cap'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const dome = intersect(
      ellipsoid(at(0, 0.42, -0.06), [w * 2, r * 1.25, w * 2]),
      halfSpace(at(0, 0.44, 0), [0, -1, 0]),
      r * 0.3,
    );
    const name = look.colour ? 'cap' : 'mushroom cap';
    const cap = sculpture.material(
      name,
      look.colour ?? t.colours.clothes ?? hex('d0342c'),
      look.finish ?? { roughness: 0.45 },
    );
    const dots = sculpture.material('cap spots', look.second ?? hex('f7f2e6'), { roughness: 0.6 });
    const gills = sculpture.material('cap gills', hex('e9dcc0'));
    const low = at(0, 0.5, 0)[1];
    sculpture.rigid('mushroom cap', 'head', dome, cap, 56, [
      {
        material: dots,
        at: (x, y, z) => (cellDistance(x / (r * 0.95), y / (r * 0.95), z / (r * 0.95)) - 0.3) * r,
      },
      { material: gills, at: (_x, y) => y - low - r * 0.06 },
    ]);
  },
  nemes(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [hx, , hz] = body.head.half;
    const gold = sculpture.material('nemes', look.colour ?? hex('e9b33c'), {
      roughness: 0.4,
      metalness: 0.6,
    });
    const blue = sculpture.material('nemes stripes', look.second ?? hex('2a4fc4'), { roughness: 0.5 });
    const cloth = blend(r * 0.2, [
      ellipsoid(at(0, 0.12, -0.1), [hx + 0.16 * r, 1.02 * r, hz + 0.12 * r]),
      ...sides.map((side) =>
        roundCone(at(1.02 * side.x, 0.05, -0.15), at(0.95 * side.x, -1.25, 0.28), 0.3 * r, 0.36 * r),
      ),
    ]);
    const face = ellipsoid(at(0, -0.25, 0.85), [hx * 0.86, 0.78 * r, 0.75 * r]);
    const foot = at(0, 0, 0)[1];
    sculpture.follow('nemes', cut(cloth, face, r * 0.04), gold, 60, [
      { material: blue, at: (_x, y) => Math.cos(((y - foot) / r) * 17) * r * 0.05 },
    ]);
  },
  'leaf crown'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const leaf = sculpture.material('leaves', look.colour ?? hex('4a8a38'), { roughness: 0.8 });
    const tufts = Array.from({ length: 20 }, (_, i) => {
      const up = 1 - (i / 19) * 1.05;
      const around = i * 2.399963;
      const wide = Math.sqrt(Math.max(0, 1 - up * up));
      return ball(
        at(Math.cos(around) * wide * 1.15, 0.75 + up * 0.75, Math.sin(around) * wide * 1.1 - 0.2),
        r * 0.48,
      );
    });
    sculpture.rigid('leaves', 'head', blend(r * 0.06, tufts), leaf, 52);
    const wood = sculpture.material('coat', t.colours.coat);
    for (const side of sides)
      sculpture.rigid(
        `${side.name} twig`,
        'head',
        tube(
          [at(0.7 * side.x, 0.6, 0), at(1.35 * side.x, 1.1, 0.05), at(1.7 * side.x, 1.75, 0)],
          [r * 0.16, r * 0.1, r * 0.03],
          3,
        ),
        wood,
        24,
      );
  },
  'leaf beard'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const moss = sculpture.material('leaves', look.colour ?? hex('4a8a38'), { roughness: 0.8 });
    const tufts = [-0.45, -0.22, 0, 0.22, 0.45].map((x) =>
      roundCone(at(x, -0.72, 0.55), at(x * 0.7, -1.15 - 0.35 * (0.5 - Math.abs(x)), 0.62), r * 0.2, r * 0.08),
    );
    sculpture.rigid('moss', 'head', blend(r * 0.06, tufts), moss, 30);
  },
  'leaf tuft'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const blades = Array.from({ length: 9 }, (_, i) => {
      const a = i * 2.399963;
      const [x, z] = [Math.cos(a), Math.sin(a)];
      const out = 0.1 + 0.085 * i;
      return tube(
        [
          at(0.1 * x, 0.86, 0.1 * z),
          at(out * 0.7 * x, 1.45 - 0.02 * i, out * 0.7 * z),
          at(out * 1.5 * x, 1.75 - 0.1 * i, out * 1.5 * z),
        ],
        [r * 0.1, r * 0.14, r * 0.03],
        3,
      );
    });
    const leaf = sculpture.material('leaves', look.colour ?? hex('3f8f3a'), { roughness: 0.7 });
    sculpture.rigid('leaves', 'head', blend(r * 0.04, blades), leaf, 48);
  },
  icing(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const cream = sculpture.material('icing', look.colour ?? hex('f29ac0'), { roughness: 0.3 });
    const drops = Array.from({ length: 9 }, (_, i) => {
      const a = (i / 9) * 2 * Math.PI;
      const reach = (w / r) * 0.86;
      return ball(at(Math.sin(a) * reach, 0.5 - 0.12 * (i % 2), Math.cos(a) * reach - 0.04), r * 0.22);
    });
    const dome = intersect(
      ellipsoid(at(0, 0.3, -0.04), [w * 1.08, r * 0.86, w * 1.08]),
      halfSpace(at(0, 0.5, 0), [0, -1, 0]),
      r * 0.1,
    );
    const sprinkle = sculpture.material('sprinkles', look.second ?? hex('6fd0e0'), { roughness: 0.4 });
    const s = r * 0.3;
    sculpture.rigid('icing', 'head', blend(r * 0.12, [dome, ...drops]), cream, 52, [
      { material: sprinkle, at: (x, y, z) => (cellDistance(x / s, y / s, z / s) - 0.2) * s },
    ]);
  },
  'snake hair'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const wide = w / r;
    const snakes = Array.from({ length: 13 }, (_, i) => {
      const up = 1 - (i / 12) * 0.95;
      const a = i * 2.399963 + 0.4;
      const ring = Math.sqrt(Math.max(0, 1 - up * up)) * wide;
      const [x, z] = [Math.cos(a) * ring, Math.sin(a) * ring * 0.9 - 0.15];
      if (z > 0.45) return null;
      const end = at(x * 1.75, 0.35 + up * 1.25, z * 1.5 + 0.05);
      return blend(r * 0.05, [
        tube(
          [
            at(x * 0.8, 0.2 + up * 0.6, z * 0.8),
            at(x * 1.5 + 0.16, 0.15 + up * 0.95, z * 1.35),
            at(x * 1.6 - 0.14, 0.3 + up * 1.1, z * 1.45),
            end,
          ],
          [r * 0.13, r * 0.12, r * 0.1, r * 0.1],
          4,
        ),
        ellipsoid(end, [r * 0.15, r * 0.12, r * 0.17]),
      ]);
    }).filter((snake) => snake !== null);
    const scales = sculpture.material('snakes', look.colour ?? t.items.get('hair')?.colour ?? hex('4f8f3a'), {
      roughness: 0.4,
    });
    const cap = ellipsoid(at(0, 0.28, -0.16), [w * 0.98, r * 0.78, w * 0.96]);
    sculpture.rigid('snakes', 'head', blend(r * 0.06, [cap, ...snakes]), scales, 72);
  },
  'snail shell'(sculpture, body, look) {
    if (body.kind === 'biped') return;
    const { from, to } = ridgeOf(body);
    const [x, y, z] = lerp(from, to, 0.55);
    const w = distance(from, to) * 0.34;
    const colour = look.colour ?? hex('a5642f');
    const shell = sculpture.material('shell', colour, { roughness: 0.35 });
    const line = sculpture.material('shell spiral', look.second ?? darker(colour, 0.45));
    const centre: Vec3 = [x, y + w * 0.8, z];
    sculpture.follow('snail shell', ellipsoid(centre, [w * 0.62, w, w]), shell, 50, [
      {
        material: line,
        at: (_x, py, pz) => {
          const [up, ahead] = [py - centre[1], pz - centre[2]];
          const turns = Math.hypot(up, ahead) / (w * 0.36) - Math.atan2(up, ahead) / (2 * Math.PI);
          return (Math.abs(turns - Math.round(turns)) - 0.13) * w * 0.36;
        },
      },
    ]);
  },
  stem(sculpture, body, _look, t) {
    const { r, at } = headRoom(body, t);
    sculpture.rigid(
      'stem',
      'head',
      tube([at(0, 0.9, -0.05), at(0.02, 1.2, -0.1), at(0.16, 1.4, -0.16)], [r * 0.16, r * 0.11, r * 0.13], 3),
      sculpture.material('stem', hex('5b7a32')),
      22,
    );
  },
  'carrot nose'(sculpture, body, _look, t) {
    const { r } = headRoom(body, t);
    const p = placesOn(body.head, r)(0, -0.14);
    sculpture.rigid(
      'carrot nose',
      'head',
      roundCone(add(p, [0, 0, -0.1 * r]), add(p, [0.02 * r, -0.04 * r, 0.75 * r]), 0.17 * r, 0.03 * r),
      sculpture.material('nose', t.partColours.get('nose') ?? hex('ee7f1d'), { roughness: 0.6 }),
      24,
    );
  },
  stones(sculpture, body, _look, t) {
    if (body.kind !== 'biped') return;
    const { frame: f } = body;
    const rock = sculpture.material('stones', darker(t.colours.coat, 0.16), { roughness: 0.95 });
    for (const side of sides) {
      const { shoulder, elbow, wrist } = body.arms[side.name];
      const a = f.armThick;
      const block = (name: string, joint: string, at: Vec3, size: number, turn: number): void =>
        sculpture.rigid(
          `${side.name} ${name}`,
          side.name + joint,
          roundBox(at, [a * size, a * size * 0.86, a * size], a * 0.28, [turn, turn * 0.7, side.x * turn]),
          rock,
          22,
        );
      block('shoulder stone', 'UpperArm', add(shoulder, [side.x * a * 0.2, a * 0.35, 0]), 1.75, 0.3);
      block('elbow stone', 'LowerArm', elbow, 1.3, 0.6);
      block('fist stone', 'Hand', add(wrist, [0, -a * 0.1, 0]), 1.15, 0.2);
      block(
        'knee stone',
        'LowerLeg',
        [f.stand * 1.04 * side.x, f.ankle + (f.hip - f.ankle) * 0.5, f.legThick * 0.4],
        1.15,
        0.5,
      );
    }
    const chest = sculpture.material('stones', darker(t.colours.coat, 0.16));
    for (const [i, x] of [-0.4, 0.36].entries())
      sculpture.follow(
        `chest stone ${i}`,
        roundBox(
          onChest(body, x * f.shoulder, f.hip + (0.66 + 0.1 * i) * f.T, -0.012 * f.H),
          [0.05 * f.H, 0.042 * f.H, 0.03 * f.H],
          0.012 * f.H,
          [0, 0, 0.3 - i],
        ),
        chest,
        20,
      );
  },
};
