/** A light plated belly, saddles across the back, and the rings of a worm. */

import { darker, hex, lighter } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { dot, sub } from '../../geometry/vec.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { placeAt, type SnakeFrame } from './frame.js';

export function snakePaints(sculpture: Sculpture, f: SnakeFrame, t: Traits, pattern: Paint | null): Paint[] {
  const belly = sculpture.material('belly', t.colours.belly);
  const plates = sculpture.material('belly plates', darker(t.colours.belly, 0.16));
  /** Position around the body (1 belly, -1 back) and metres along it. */
  const around = (x: number, y: number, z: number) => {
    const { p, r, s, along } = f.nearest([x, y, z]);
    const v = sub([x, y, z], p);
    // Downwards, perpendicular to the body's line.
    const down = [0, -along[2], along[1]] as const;
    return { low: dot(v, down) / (r || 1), s, along: s * f.L };
  };
  if (f.form.head === 'worm') return pattern ? [pattern] : wormPaints(sculpture, f, t);
  const under: Paint = { material: belly, at: (x, y, z) => (0.5 - around(x, y, z).low) * f.R };
  const lines: Paint = {
    material: plates,
    from: belly,
    at(x, y, z) {
      const { along, s } = around(x, y, z);
      return s < 0.02 ? f.R : (0.86 - Math.cos((along / f.R) * 5)) * f.R * 0.1;
    },
  };
  const saddles: Paint[] =
    f.form.bands && t.pattern === null
      ? [
          {
            material: sculpture.material(
              'saddles',
              t.recoloured ? darker(t.colours.coat, 0.45) : hex(f.form.bands),
            ),
            at(x, y, z) {
              const { low, along, s } = around(x, y, z);
              const wide = 0.35 - 0.4 * Math.max(0, low + 0.2);
              return s < 0.04
                ? f.R
                : (-Math.cos((along / f.R) * 1.45) - wide) * f.R * -0.4 + (low > 0.45 ? f.R : 0);
            },
          },
        ]
      : [];
  return [...(pattern ? [pattern] : []), ...saddles, under, lines, ...hoodMark(sculpture, f, t)];
}

function wormPaints(sculpture: Sculpture, f: SnakeFrame, t: Traits): Paint[] {
  const rings = sculpture.material('rings', darker(t.colours.coat, 0.16));
  const band = sculpture.material('band', lighter(t.colours.coat, 0.28));
  const along = (x: number, y: number, z: number) => f.nearest([x, y, z]).s;
  return [
    { material: band, at: (x, y, z) => (Math.abs(along(x, y, z) - 0.27) - 0.055) * f.L },
    {
      material: rings,
      at: (_x, _y, z) => (z > f.line[0]!.p[2] ? f.R : (0.8 - Math.cos((z / f.R) * 4.4)) * f.R * 0.1),
    },
  ];
}

/** The eye marks on the back of a cobra's hood. */
function hoodMark(sculpture: Sculpture, f: SnakeFrame, t: Traits): Paint[] {
  if (!f.form.hood) return [];
  const [, y0, z0] = placeAt(f, 0.11);
  const material = sculpture.material('hood mark', lighter(t.colours.coat, 0.6));
  return [
    {
      material,
      at: (x, y, z) =>
        z > z0 ? f.R : Math.abs(Math.hypot(Math.abs(x) - f.R * 1.1, (y - y0) * 0.8) - f.R * 0.55) - f.R * 0.2,
    },
  ];
}
