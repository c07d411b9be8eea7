/** Countershading (dark above, light below), bands, and the patch behind an orca's eye. */

import { hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { FishFrame } from './frame.js';

export function fishPaints(sculpture: Sculpture, f: FishFrame, t: Traits, pattern: Paint | null): Paint[] {
  const belly = sculpture.material('belly', t.colours.belly, t.finish ?? {});
  const place = (y: number, z: number) => ({ s: 0.5 - z / f.L, up: (y - f.y) / f.h });
  const below: Paint = {
    material: belly,
    at(_x, y, z) {
      const { s, up } = place(y, z);
      return (up + 0.34 - 0.16 * Math.sin(s * 9 + 0.4) + Math.max(0, s - 0.62) * 0.6) * f.h;
    },
  };
  const bands = f.form.bands ? bandsOf(sculpture, f, hex(f.form.bands)) : [];
  const patch: Paint[] = f.form.patch
    ? [
        {
          material: sculpture.material('patch', hex(f.form.patch)),
          at(x, y, z) {
            const { s, up } = place(y, z);
            return Math.abs(x) < f.w * 0.3
              ? f.h
              : (Math.hypot((s - 0.24) / 0.06, (up - 0.34) / 0.2) - 1) * f.h * 0.2;
          },
        },
      ]
    : [];
  return [below, ...(pattern ? [pattern] : []), ...bands, ...patch];
}

/** Three light bands with dark edges, as on a clownfish. */
function bandsOf(sculpture: Sculpture, f: FishFrame, colour: readonly [number, number, number]): Paint[] {
  const light = sculpture.material('bands', colour);
  const dark = sculpture.material('band edges', hex('26211f'));
  const reach = (half: number) => (_x: number, y: number, z: number) => {
    const s = 0.5 - z / f.L;
    const bow = 0.02 * Math.cos(((y - f.y) / f.h) * 2);
    return (
      Math.min(
        ...(
          [
            [0.27, 0.032],
            [0.52, 0.036],
            [0.8, 0.022],
          ] as const
        ).map(([at, wide]) => Math.abs(s - at - bow) - wide - half),
      ) * f.L
    );
  };
  return [
    { material: dark, at: reach(0.011) },
    { material: light, at: reach(0) },
  ];
}
