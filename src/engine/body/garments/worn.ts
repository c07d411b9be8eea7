/** Changes to clothes when they are made: pictures on them, holes and ragged hems. */
import type { Solid } from '../../character.js';
import { hex } from '../../colour.js';
import { cellDistance } from '../../geometry/cells.js';
import { cut, type Field, leaf } from '../../geometry/field/field.js';
import { polygon } from '../../geometry/field/profile.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { DescribedLook } from '../../input/text/description.js';
import { prints } from '../../input/text/vocabulary.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';

export function wearOut(sculpture: Sculpture, body: BipedBody, { items }: Traits): void {
  for (const [item, look] of items) {
    if (!look.torn && !look.print) continue;
    const names = [item, look.word, 'long coat', 'suit'];
    for (const [i, solid] of sculpture.solids.entries()) {
      if (solid.isHeld || !names.includes(solid.name)) continue;
      const torn = look.torn ? { ...solid, field: tear(solid.field, body.unit) } : solid;
      sculpture.solids[i] = look.print
        ? printed(sculpture, body, torn, { item, look, print: look.print })
        : torn;
    }
  }
}

/** Slits in the cloth, and a hem of points. @param u body height in metres */
function tear(field: Field, u: number): Field {
  const [wide, low, size] = [0.15 * u, 0.055 * u, 0.25];
  const { min } = field.box;
  const holes = leaf(field.box, (x, y, z) => {
    const slit = (cellDistance(x / wide, y / low, z / wide) - size) * low;
    const around = Math.atan2(x, z) * 9;
    const tip = Math.abs(((around / Math.PI) % 1) - 0.5) * 2;
    const hem = y - min[1] - (0.012 + 0.05 * tip * tip) * u;
    return Math.min(slit, hem);
  });
  return cut(field, holes);
}

type Printed = { item: string; look: DescribedLook; print: string };

function printed(
  sculpture: Sculpture,
  { frame: f }: BipedBody,
  solid: Solid,
  { item, look, print }: Printed,
): Solid {
  const { outline, also = [], holes = [] } = prints[print]!;
  const [shapes, gaps] = [[outline, ...also].map(polygon), holes.map(polygon)];
  const shape = (x: number, y: number) =>
    shapes.reduce((least, one) => Math.min(least, one(x, y)), Number.POSITIVE_INFINITY);
  const at = (x: number, y: number) => gaps.reduce((most, gap) => Math.max(most, -gap(x, y)), shape(x, y));
  const size = (look.printMany ? 0.07 : item === 'trousers' ? 0.075 : 0.13) * f.H;
  const [cx, cy] =
    item === 'trousers' ? [f.stand, f.ankle + 0.7 * (f.hip - f.ankle)] : [0, f.hip + 0.62 * f.T];
  const onBack = item === 'cape';
  const step = size * 1.7;
  const tiled = (v: number) => v - Math.round(v / step) * step;
  const paint: Paint = {
    material: sculpture.material(`${print} print`, look.printColour ?? contrastOf(look.colour), {
      roughness: 0.8,
    }),
    at(x, y, z) {
      if (look.printMany) {
        const row = Math.round((y - cy) / step);
        const around = Math.atan2(x, z) * Math.max(f.shoulder, f.waist);
        return at(tiled(around + (row % 2) * step * 0.5) / size, tiled(y - cy) / size) * size;
      }
      return (onBack ? z > 0 : z < 0) ? size : at((x - cx) / size, (y - cy) / size) * size;
    },
  };
  return { ...solid, even: true, paints: [...(solid.paints ?? []), paint] };
}

const contrastOf = (colour: DescribedLook['colour']) =>
  colour && colour[0] + colour[1] + colour[2] > 1.9 ? hex('26262b') : hex('f3f1ec');
