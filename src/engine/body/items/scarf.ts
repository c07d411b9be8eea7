import { hex, lighter } from '../../colour.js';
import { blend } from '../../geometry/field/field.js';
import { ball, ring, tube } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { add } from '../../geometry/vec.js';
import { hang } from '../sculpt.js';
import type { Item } from './item.js';

export const scarf: Item = (sculpture, body, look) => {
  const { centre, radius, angles } = body.neck;
  const colour = look.colour ?? hex('c23b35');
  const wool = sculpture.material('scarf', colour, look.finish ?? { roughness: 0.95 });
  // On a fish it wraps the widest part of the body instead of the throat.
  const thick = radius * (body.kind === 'aquatic' ? 0.18 : 0.34) * Math.sqrt(look.size);
  const loops = [
    ring(centre, radius * 1.02, radius * 1.02, thick, 1.15, angles),
    ring(add(centre, [0, -thick * 1.0, thick * 0.4]), radius * 1.18, radius * 1.14, thick * 0.92, 1.1, [
      angles[0] + 0.18,
      0,
      0.12,
    ]),
  ];
  const front = add(centre, [
    radius * 0.42,
    -thick * 1.2 - Math.sin(angles[0]) * radius,
    Math.cos(angles[0]) * radius * 1.25 + thick * 0.4,
  ]);
  const long = (body.kind === 'aquatic' ? radius : radius * 1.7) * look.size;
  const end = tube(
    [
      front,
      add(front, [radius * 0.12, -long * 0.5, thick * 0.7]),
      add(front, [radius * 0.2, -long, thick * 0.2]),
    ],
    [thick * 0.75, thick * 0.9, thick * 0.95],
  );
  const knitted = look.pattern === 'striped';
  const stripe = sculpture.material(
    knitted ? 'scarf pattern' : 'scarf stripes',
    look.second ?? lighter(colour, 0.55),
    { roughness: 0.95 },
  );
  // Bands run across the wool: around the neck, the angle about its centre tells them apart.
  const lean = Math.sin(angles[0]);
  const across: Paint = {
    material: stripe,
    at: (x, y, z) =>
      Math.cos(
        Math.atan2(x - centre[0], (z - centre[2]) * Math.cos(angles[0]) - (y - centre[1]) * lean) * 9,
      ) *
      thick *
      0.3,
  };
  sculpture.follow('scarf', blend(thick * 0.15, loops), wool, 56, knitted ? [across] : [], knitted);
  sculpture.follow('scarf end', blend(thick * 0.3, [end, ball(front, thick * 1.15)]), wool, 34, [
    {
      material: stripe,
      at: (_x, y) =>
        knitted || y < front[1] - long * 0.62
          ? Math.cos(((front[1] - y) / long) * (knitted ? 16 : 40)) * thick
          : 1,
    },
  ]);
  if (body.kind === 'biped')
    hang(sculpture, 'scarf', 'upperChest', [
      front,
      add(front, [radius * 0.12, -long * 0.5, thick * 0.7]),
      add(front, [radius * 0.2, -long, thick * 0.2]),
    ]);
};
