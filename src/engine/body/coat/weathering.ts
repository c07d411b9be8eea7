/** Layers that cover a whole character: moss, mud, snow, ice, embers. */
import type { Solid } from '../../character.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import { wobble } from './patterns.js';

/** Adds patches over skin, stone and clothes, but not over eyes or held items. @param unit body height in metres */
export function weather(sculpture: Sculpture, solids: readonly Solid[], t: Traits, unit: number): Solid[] {
  if (!t.layer) return [...solids];
  const { name, colour, finish, rises } = t.layer;
  const material = sculpture.material(name, colour, finish);
  const top = Math.max(...solids.map(({ field }) => field.box.max[1]));
  const patches: Paint = {
    material,
    at(x, y, z) {
      const [px, py, pz] = [x / unit, y / unit, z / unit];
      const noise = wobble(px, py, pz, 1.7) + 0.5 * wobble(pz, px, py, 3.6);
      return (0.14 - noise - rises * (y / top - 0.5)) * 0.1 * unit;
    },
  };
  return solids.map((solid, i) =>
    i === 0 || solid.binding.kind === 'follow' || /^(coat|stones|wings)$/.test(solid.material)
      ? { ...solid, paints: [...(solid.paints ?? []), patches] }
      : solid,
  );
}
