/** Small animals and things on a character: each is made like a character of its own, scaled down and held still. */
import type { Character, Solid } from '../character.js';
import { type Box, joinBoxes } from '../geometry/field/field.js';
import { placingOf } from '../geometry/field/placed.js';
import { sub } from '../geometry/vec.js';
import type { Description } from '../input/text/description.js';
import { isInHand } from '../kinds.js';
import type { Body } from './body.js';
import { copySolid } from './copies/solids.js';
import { putAt } from './items/placing.js';
import type { Sculpture } from './sculpt.js';

/** Of the height of the character: animals, and things that say nothing else. */
const size = { animal: 0.24, thing: 0.15 } as const;

export function sculptCompanions(
  sculpture: Sculpture,
  body: Body,
  { companions }: Description,
  make: (description: Description) => Character,
): void {
  for (const [i, { description, place }] of companions.entries()) {
    const { solids, materials } = make(description);
    const nameOf = (name: string) => `companion ${i + 1} ${name}`;
    for (const { name, color, ...finish } of materials) sculpture.material(nameOf(name), color, finish);
    const { shape } = description.species;
    const box = joinBoxes(solids.map(({ field }) => field.box));
    const wanted = (shape ? (shape.held ?? size.thing) : size.animal) * description.build.height * body.unit;
    const small = shrunk(solids, wanted / (shape ? widest(box) : extent(box))).map(
      (solid): Solid => ({
        ...solid,
        name: nameOf(solid.name),
        material: nameOf(solid.material),
        ...(isInHand(place) && { isHeld: true as const }),
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

const widest = ({ min, max }: Box): number => Math.max(...sub(max, min));

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
