/** Light bellies, back markings and dark leg ends. */

import { darker, hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import { lerp } from '../../geometry/vec.js';
import { flip, sides } from '../../skeleton/skeleton.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { ArachnidFrame } from './arachnid/frame.js';
import { octopodLegRows } from './frame.js';

export function arachnidPaints(
  sculpture: Sculpture,
  f: ArachnidFrame,
  t: Traits,
  pattern: Paint | null,
): Paint[] {
  const belly: Paint = {
    material: sculpture.material('belly', t.colours.belly),
    at: (x, y) => (Math.abs(x) > f.shield[0] * 1.02 ? f.u : y - f.centre[1] + f.shield[1] * 0.35),
  };
  const mark: Paint[] = f.form.mark ? [markOf(sculpture, f, t)] : [];
  const socks = sculpture.material('leg tips', t.colours.feet ?? darker(t.colours.coat, 0.45), {
    roughness: 0.5,
  });
  const ends: Paint = {
    material: socks,
    at: (x, y, z) =>
      sides.reduce(
        (least, side) =>
          octopodLegRows.reduce((nearest, row) => {
            const { knee, ankle } = f.legs[row];
            const [mx, my, mz] = flip(lerp(knee, ankle, 0.62), side);
            const far = Math.hypot(x - mx, z - mz) - f.u * 0.22;
            return Math.min(nearest, Math.max(y - my, far, f.shield[0] * 1.15 - Math.abs(x)));
          }, least),
        Number.POSITIVE_INFINITY,
      ),
  };
  return [...(pattern ? [pattern] : []), ...(f.form.plan === 'crab' ? [belly] : []), ...mark, ends];
}

/** An hourglass and a row of spots on the abdomen. */
function markOf(sculpture: Sculpture, f: ArachnidFrame, t: Traits): Paint {
  const material = sculpture.material('mark', t.recoloured ? darker(t.colours.coat, 0.5) : hex(f.form.mark!));
  if (f.form.plan !== 'spider')
    return {
      material,
      at: (x, y, z) =>
        y < f.centre[1]
          ? f.u
          : Math.abs(Math.sin(((z - f.centre[2]) / f.shield[2]) * 7)) * f.u * 0.1 -
            f.u * 0.03 +
            Math.abs(x) * 0.02,
    };
  return {
    material,
    at(x, y, z) {
      if (y < f.abdomen[1]) return f.u;
      const s = (z - f.abdomen[2]) / f.rear[2];
      return Math.abs(s) > 0.62 ? f.u : Math.abs(x) - f.rear[0] * (0.07 + 0.3 * Math.abs(s + 0.02));
    },
  };
}
