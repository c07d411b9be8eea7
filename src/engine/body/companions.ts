/** Small animals on a character: each is a whole body of its own kind, scaled down and held still. */
import type { Character, Solid } from '../character.js';
import { type Box, joinBoxes } from '../geometry/field/field.js';
import { placingOf } from '../geometry/field/placed.js';
import type { Description } from '../input/text/description.js';
import type { BipedBody } from './biped.js';
import { copySolid } from './copies/solids.js';
import { putAt } from './items/placing.js';
import type { Sculpture } from './sculpt.js';

/** Of the height of the character. */
const size = 0.24;

export function sculptCompanions(
  sculpture: Sculpture,
  body: BipedBody,
  { companions }: Description,
  make: (description: Description) => Character,
): void {
  for (const [i, { description, place }] of companions.entries()) {
    const { solids, materials } = make(description);
    const nameOf = (name: string) => `companion ${i + 1} ${name}`;
    for (const { name, color, ...finish } of materials) sculpture.material(nameOf(name), color, finish);
    const small = shrunk(
      solids,
      (size * body.unit) / extent(joinBoxes(solids.map(({ field }) => field.box))),
    ).map(
      (solid): Solid => ({
        ...solid,
        name: nameOf(solid.name),
        material: nameOf(solid.material),
        paints: solid.paints?.map((paint) => ({
          ...paint,
          material: nameOf(paint.material),
          ...(paint.from && { from: nameOf(paint.from) }),
        })),
      }),
    );
    sculpture.solids.push(...(putAt(body, small, place) ?? []));
  }
}

const extent = ({ min, max }: Box): number => Math.max(max[1] - min[1], (max[2] - min[2]) * 0.8);

function shrunk(solids: readonly Solid[], factor: number): Solid[] {
  const placing = placingOf({ pivot: [0, 0, 0], size: factor, angles: [0, 0, 0], by: [0, 0, 0] });
  return solids.map(({ hangs: _, ...solid }) =>
    copySolid(
      { ...solid, binding: { kind: 'rigid', joint: 'head' } },
      { placing, nameOf: (joint) => joint },
      solid.field,
    ),
  );
}
