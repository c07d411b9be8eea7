import { hex } from '../../colour.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Sculpture } from '../sculpt.js';

const bands = ['dd3a35', 'f08a24', 'f3cf34', '45a84a', '3374d8', '8446b8'] as const;

/** Bands of six colours along `phase`, which increases by one per band. `reach` is the width of a band in metres. */
export const rainbowPaints = (sculpture: Sculpture, reach: number, phase: Paint['at']): Paint[] =>
  bands.map((tone, i) => ({
    material: sculpture.material(`rainbow ${i + 1}`, hex(tone), { roughness: 0.7 }),
    at(x, y, z) {
      const place = (((phase(x, y, z) - i) % bands.length) + bands.length) % bands.length;
      return (Math.min(place, bands.length - place) - 0.5) * reach;
    },
  }));
