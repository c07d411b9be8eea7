/** Boots and shoes. */

import { darker, hex } from '../../colour.js';
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { halfSpace, roundBox, tube } from '../../geometry/field/shapes.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { lookAt, sidedName, sidesOf } from '../sides.js';
import { type Cloth, contrast, shaded, weave } from './cloth.js';

/** How far up the leg they go (0 ankle, 1 hip), and visible details. */
type Cut = { tall: number; sole: 'dark' | 'white'; laces: boolean; cuff: boolean };
const boots: Cut = { tall: 0.34, sole: 'dark', laces: false, cuff: true };
const shoes: Cut = { tall: 0.07, sole: 'dark', laces: true, cuff: false };
const cuts: Record<string, Cut> = {
  shoes,
  shoe: shoes,
  sneakers: { ...shoes, sole: 'white', tall: 0.1 },
  trainers: { ...shoes, sole: 'white', tall: 0.1 },
  slippers: { ...shoes, laces: false },
  sandals: { ...shoes, laces: false },
};
const lacedUp = /sneaker|trainer|tops|converse|jordan|cleat|tennis|running|basketball|gym|oxford|brogue/;
const highTops = /boot|welli|uggs|timb|marten|docs|galosh/;

function cutOf(word: string): Cut {
  if (cuts[word] || highTops.test(word)) return cuts[word] ?? boots;
  return lacedUp.test(word) ? cuts.sneakers! : { ...shoes, laces: false };
}

/** @param named true for boots named in the prompt; otherwise plain shoes */
export function sculptFootwear(sculpture: Sculpture, body: BipedBody, cloth: Cloth, named: boolean): void {
  const { frame: f } = body;
  const shape = named ? cutOf(cloth.look?.word ?? 'boots') : { ...shoes, tall: 0.1 };
  for (const side of sidesOf(cloth.look)) {
    const own = cloth.look?.[side.name];
    const worn = { ...cloth, look: lookAt(cloth.look, side.name) };
    const { colour, finish } = { colour: own?.colour ?? cloth.colour, finish: own?.finish ?? cloth.finish };
    const nameOf = (name: string) => sidedName(name, side.name, own !== undefined);
    const material = sculpture.material(nameOf(cloth.name), colour, finish);
    const sole = sculpture.material(
      nameOf('soles'),
      shape.sole === 'white' ? hex('efece4') : darker(colour, 0.55),
    );
    const top = f.ankle + (f.hip - f.ankle) * shape.tall;
    sculpture.follow(
      `${side.name} boot`,
      bootOf(body, side.name, top),
      material,
      42,
      weave(sculpture, { ...worn, colour }, f.H),
    );
    sculpture.follow(`${side.name} sole`, soleOf(body, side.name), sole, 30);
    if (shape.cuff)
      sculpture.follow(
        `${side.name} boot cuff`,
        cuffOf(body, side.name, top),
        sculpture.material(nameOf(`${cloth.name} trim`), shaded(colour), finish),
        32,
      );
    if (shape.laces)
      sculpture.follow(
        `${side.name} laces`,
        lacesOf(body, side.name),
        sculpture.material(nameOf('laces'), contrast(colour)),
        26,
      );
  }
}

function bootOf(body: BipedBody, side: 'left' | 'right', top: number): Field {
  const { frame: f } = body;
  const { lower, foot } = body.legs[side];
  const shaft = intersect(grow(lower, 0.017 * f.H), halfSpace([0, top, 0], [0, 1, 0]), 0.008 * f.H);
  return intersect(
    blend(0.012 * f.H, [grow(foot, 0.008 * f.H), shaft]),
    halfSpace([0, 0, 0], [0, -1, 0]),
    0.004 * f.H,
  );
}

function cuffOf(body: BipedBody, side: 'left' | 'right', top: number): Field {
  const { frame: f } = body;
  return intersect(
    grow(body.legs[side].lower, 0.029 * f.H),
    roundBox([0, top, 0], [f.H, 0.021 * f.H, f.H], 0.006 * f.H),
    0.008 * f.H,
  );
}

/** A thick sole that stands out around the shoe. */
function soleOf(body: BipedBody, side: 'left' | 'right'): Field {
  const { H } = body.frame;
  const slab = roundBox([0, 0.011 * H, 0], [H, 0.013 * H, H], 0.005 * H);
  return intersect(grow(body.legs[side].foot, 0.012 * H), slab, 0.006 * H);
}

/** Two bars across the instep. */
function lacesOf(body: BipedBody, side: 'left' | 'right'): Field {
  const { frame: f } = body;
  const { ankle, foot } = body.legs[side];
  const wide = f.legThick * 0.34;
  const bars = [0.32, 0.5].map((along) => {
    const points = [-1, 0, 1].map((x): Vec3 => {
      const [px, pz] = [ankle[0] + x * wide, ankle[2] + f.footLength * along];
      let y = f.ankle * 1.6;
      while (y > 0 && foot.at(px, y, pz) > 0.008 * f.H) y -= 0.0015 * f.H;
      return [px, y, pz];
    });
    return tube(points, [0.0055 * f.H], 2);
  });
  return blend(0.001 * f.H, bars);
}
