/** Items worn on neck, body and back. */

import { darker, hex } from '../../colour.js';
import { blend, type Field } from '../../geometry/field/field.js';
import { ball, ellipsoid, plate, ring, roundBox, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, lerp, scale, type Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import { ridgeOf } from '../ridge.js';
import { hang } from '../sculpt.js';
import { gold, type Item } from './item.js';
import { scarf } from './scarf.js';

export const garb: Record<string, Item> = {
  scarf,
  collar(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    sculpture.follow(
      'collar',
      ring(centre, radius * 1.02, radius * 1.02, radius * 0.12, 1.5, angles),
      sculpture.material('collar', look.colour ?? hex('b8302c')),
      44,
    );
    sculpture.follow(
      'tag',
      ball(
        add(centre, [0, -Math.sin(angles[0]) * radius - radius * 0.25, Math.cos(angles[0]) * radius * 1.1]),
        radius * 0.18,
      ),
      sculpture.material('tag', hex('e0b84a'), gold),
      14,
    );
  },
  bow(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    const at = add(centre, [
      0,
      -Math.sin(angles[0]) * radius - radius * 0.3,
      Math.cos(angles[0]) * radius * 1.1 + radius * 0.1,
    ]);
    const wings = sides.map((side) =>
      roundCone(at, add(at, [side.x * radius * 0.62, 0, 0]), radius * 0.08, radius * 0.3 * look.size),
    );
    sculpture.follow(
      'bow',
      blend(radius * 0.05, [ball(at, radius * 0.15), ...wings]),
      sculpture.material('bow', look.colour ?? hex('c23b35')),
      34,
    );
  },
  cape(sculpture, body, look, t) {
    const colour = look.colour ?? (t.colours.clothes ? darker(t.colours.clothes, 0.25) : hex('a8272f'));
    const material = sculpture.material('cape', colour, look.finish ?? { roughness: 0.9 });
    const cloth = capeOf(body, look.size);
    sculpture.follow('cape', cloth, material, 76);
    if (body.kind === 'biped') {
      const [top, end] = [body.back.at, cloth.box.min[1]];
      const fold = (part: number): Vec3 => [
        0,
        top[1] + (end - top[1]) * part,
        top[2] + (cloth.box.min[2] - top[2]) * part,
      ];
      hang(sculpture, 'cape', 'upperChest', [0, 0.33, 0.66, 1].map(fold));
    }
    const { centre, radius, angles } = body.neck;
    sculpture.follow(
      'cape collar',
      ring(
        add(centre, [0, -radius * 0.28, -radius * 0.05]),
        radius * 1.16,
        radius * 1.12,
        radius * 0.16,
        1.4,
        [angles[0] + 0.12, 0, 0],
      ),
      material,
      44,
    );
    sculpture.follow(
      'clasp',
      ball(
        add(centre, [0, -radius * 0.42 - Math.sin(angles[0]) * radius, Math.cos(angles[0]) * radius * 1.16]),
        radius * 0.2,
      ),
      sculpture.material('clasp', hex('e0b84a'), gold),
      14,
    );
  },
  backpack(sculpture, body, look) {
    const { at, out, width } = body.back;
    const leather = sculpture.material(
      'backpack',
      look.colour ?? hex('8a5a33'),
      look.finish ?? { roughness: 0.7 },
    );
    const strap = sculpture.material('straps', darker(look.colour ?? hex('8a5a33'), 0.45));
    const w = width * 0.72 * Math.sqrt(look.size);
    const centre = add(at, scale(out, w * 0.62));
    const upright = body.kind === 'biped';
    const half: Vec3 = upright ? [w, w * 1.15, w * 0.62] : [w * 0.95, w * 0.62, w * 0.95];
    const pocket = add(centre, add(scale(out, w * 0.55), upright ? [0, -w * 0.45, 0] : [0, 0, -w * 0.3]));
    sculpture.rigid(
      'backpack',
      body.back.joint,
      blend(w * 0.12, [
        roundBox(centre, half, w * 0.35),
        roundBox(pocket, [w * 0.66, w * 0.45, w * 0.35], w * 0.2),
      ]),
      leather,
      40,
    );
    sculpture.rigid(
      'bedroll',
      body.back.joint,
      roundCone(
        add(centre, upright ? [-w * 0.95, w * 1.3, 0] : [-w * 0.95, w * 0.35, w * 1.15]),
        add(centre, upright ? [w * 0.95, w * 1.3, 0] : [w * 0.95, w * 0.35, w * 1.15]),
        w * 0.32,
        w * 0.32,
      ),
      sculpture.material('bedroll', hex('b8402f')),
      32,
    );
    if (upright)
      for (const side of sides)
        sculpture.follow(`${side.name} strap`, strapOf(body, side.x * w * 0.78), strap, 40);
    else
      sculpture.follow(
        'girth strap',
        ring(body.waist.centre, body.waist.half[0] * 1.03, body.waist.half[0] * 1.1, w * 0.1, 1.6, [
          Math.PI / 2,
          0,
          0,
        ]),
        strap,
        52,
      );
  },
  saddle(sculpture, body, look) {
    if (body.kind !== 'quadruped') return;
    const { at, width } = body.back;
    sculpture.follow(
      'saddle',
      blend(width * 0.15, [
        ellipsoid(add(at, [0, width * 0.02, 0]), [width * 0.72, width * 0.16, width * 0.8]),
        roundCone(
          add(at, [0, width * 0.1, -width * 0.75]),
          add(at, [0, width * 0.32, -width * 0.85]),
          width * 0.25,
          width * 0.22,
        ),
        ...sides.map((side) =>
          ellipsoid(add(at, [side.x * width * 0.85, -width * 0.5, 0]), [
            width * 0.16,
            width * 0.55,
            width * 0.5,
          ]),
        ),
      ]),
      sculpture.material('saddle', look.colour ?? hex('7a4526'), { roughness: 0.55 }),
      44,
    );
  },
};

/** A sheet from the shoulders down the back, wider at the bottom. */
function capeOf(body: Body, size: number): Field {
  const upright = body.kind === 'biped';
  const { width } = body.back;
  const rows = 7;
  const folds = Array.from({ length: 7 }, (_, fold) => {
    const i = fold - 3;
    const s = i / 3;
    const wave = Math.cos(i * Math.PI) * width * 0.06;
    return Array.from({ length: rows }, (_, j): Vec3 => {
      const d = j / (rows - 1);
      if (upright) {
        const { S, T, depth, hip, H } = body.frame;
        const y = S - 0.02 * T - d * (S - hip * Math.max(0.1, 0.34 / size));
        const z =
          -depth * (0.75 + 0.55 * Math.min(1, d * 4)) -
          d * 0.08 * H +
          (1 - Math.min(1, d * 3)) * Math.abs(s) * depth * 0.55;
        return [s * width * (0.92 + 0.4 * d), y, z - wave * d + Math.abs(s) ** 2 * depth * 0.35];
      }
      const { from, to, radius, out } = ridgeOf(body);
      const along = lerp(from, to, d * size ** 0.3);
      const a = s * (0.95 + 0.3 * d);
      const r = radius * (1.2 + 0.12 * d) + wave * 0.6;
      return add(
        along,
        add([Math.sin(a) * r * 1.02, 0, 0], scale(out, Math.cos(a) * r * 1.08 + radius * 0.03)),
      );
    });
  });
  const thick = width * 0.06;
  const sheet = folds.slice(1).flatMap((fold, i) =>
    fold.slice(1).flatMap((p, j) => {
      const [left, above, corner] = [folds[i]![j + 1]!, fold[j]!, folds[i]![j]!];
      return [plate(p, left, above, thick), plate(left, corner, above, thick)];
    }),
  );
  return blend(thick * 0.8, sheet);
}

function strapOf(body: Body, x: number): Field {
  if (body.kind !== 'biped') return ball([0, 0, 0], 0.01);
  const { S, T, depth, hip, H, belly } = body.frame;
  const points: Vec3[] = [
    [x, S - 0.3 * T, -depth * 0.95],
    [x, S - 0.015 * T, 0],
    [x, S - 0.25 * T, depth * 1.02],
    [x * 0.95, hip + 0.42 * T, depth * 0.92 + belly * 0.8],
    [x * 1.15, hip + 0.34 * T, 0],
  ];
  return tube(points, [0.014 * H]);
}
