/** Robes, dresses and skirts: a bodice above a flared skirt with folds. */

import { hex, lighter } from '../../colour.js';
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { halfSpace, ring, roundCone } from '../../geometry/field/shapes.js';
import { bandPaint, type Paint } from '../../geometry/mesh/paint.js';
import { add, lerp, smoothstep, sub } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import { ownerOf } from '../owner.js';
import type { Sculpture } from '../sculpt.js';
import { type CutCloth, contrast, weave } from './cloth.js';
import { topOf } from './top.js';

/** `hem` is its height in body heights, for natural legs; `sleeve` as for shirts. */
type Cut = { hem: number; flare: number; folds: number; sleeve: number; wide: boolean; bodice: boolean };
const robe: Cut = { hem: 0.045, flare: 1.06, folds: 0.75, sleeve: 1.84, wide: true, bodice: true };
const gown: Cut = { hem: 0.06, flare: 1.32, folds: 1, sleeve: 0.5, wide: false, bodice: true };
const cuts: Record<string, Cut> = {
  robe,
  kimono: { ...robe, folds: 0 },
  gown,
  dress: { ...gown, hem: 0.2, flare: 1.15 },
  tutu: { ...gown, hem: 0.36, flare: 1.75, folds: 1.6, sleeve: 0.1 },
  ballgown: { ...gown, flare: 1.6 },
  miniskirt: { ...gown, hem: 0.36, flare: 1, bodice: false },
  skirt: { ...gown, hem: 0.3, flare: 1.05, bodice: false },
  kilt: { ...gown, hem: 0.3, flare: 0.9, bodice: false },
};
export const coversTop = (word: string | undefined): boolean => cutFor(word ?? 'dress')?.bodice ?? true;
/** "A grass skirt" is cut like a skirt. */
const cutFor = (word: string): Cut | undefined =>
  cuts[word] ?? (/(skirt|sarong|skort)s?$/.test(word) ? cuts.skirt : undefined);

/** Skirts above the ankle are shorter or longer, and narrow sleeves end at the shoulder, above the elbow or below. */
const tailored = (cut: Cut, { marks }: CutCloth): Cut => ({
  ...cut,
  hem: cut.hem > gown.hem ? cut.hem * (1 - 0.28 * marks.hem) : cut.hem,
  flare: cut.flare * (1 + 0.08 * marks.sleeve),
  sleeve:
    cut.sleeve === gown.sleeve ? sleeves[Math.floor(((marks.sleeve + 1) / 2) * sleeves.length)]! : cut.sleeve,
});
const sleeves = [0.14, 0.5, 1.34] as const;

/** Height of the hips in body heights. */
const naturalHip = 0.375;
/** The highest hem, however short a skirt is to be: it covers the hips. */
const mostHem = 0.36;
/** Distance from the skin, in body heights. */
const under = 0.012;

/** @returns the cloth's surface */
export function sculptGown(
  sculpture: Sculpture,
  body: BipedBody,
  cloth: CutCloth,
  kind: 'robe' | 'dress',
): Field {
  const { frame: f } = body;
  const shape = tailored(cutFor(cloth.look?.word ?? kind) ?? cuts[kind]!, cloth);
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const trim = sculpture.material(
    'trim',
    cloth.look?.second ?? (kind === 'robe' ? hex('e0b84a') : lighter(contrast(cloth.colour), 0.2)),
    { roughness: 0.6 },
  );
  const size = cloth.look?.size ?? 1;
  const end = Math.min(mostHem, shape.hem / size ** 2) * (f.hip / naturalHip);
  const hem: Paint = { material: trim, at: (_x, y) => y - end - 0.034 * f.H };
  const field = gownOf(body, shape, { size, hem: end });
  const edges = shape.wide ? edgePaints(body, trim) : [];
  const paints = [...weave(sculpture, cloth, f.H), hem, ...edges];
  const fine = cloth.look?.pattern !== undefined;
  sculpture.heated(cloth.name, ownerOf(body.parts), field, material, 84, paints, fine);
  if (shape.wide) sculpture.follow(`${cloth.name} collar`, robeCollar(body), trim, 44);
  return field;
}

/** A broad trim down the front and around the sleeves of a robe. */
function edgePaints({ frame: f, arms }: BipedBody, material: string): Paint[] {
  const sleeves: Paint['at'] = (x, y) => {
    const { elbow, wrist } = arms[x > 0 ? 'left' : 'right'];
    const way = sub(wrist, elbow);
    const long = Math.hypot(...way);
    const end = lerp(elbow, wrist, 0.9);
    const beyond = ((x - end[0]) * way[0] + (y - end[1]) * way[1]) / long;
    const aside = ((x - end[0]) * way[1] - (y - end[1]) * way[0]) / long;
    return Math.max(-0.026 * f.H - beyond, Math.abs(aside) - f.armThick * 2.6);
  };
  return [
    bandPaint(
      material,
      (x) => x - 0.016 * f.H,
      (x) => -x - 0.016 * f.H,
      (_x, _y, z) => -z,
    ),
    { material, at: sleeves },
  ];
}

/** A thick collar that lies around the neck. */
function robeCollar({ frame: f, neck, throat }: BipedBody): Field {
  const r = Math.max(throat * 1.2, neck.radius * 0.8);
  return ring(add(neck.centre, [0, -neck.radius * 0.42, 0]), r, r * 0.96, 0.019 * f.H, 1.15, neck.angles);
}

function gownOf(body: BipedBody, shape: Cut, { size, hem }: { size: number; hem: number }): Field {
  const { frame: f } = body;
  const flare = (0.078 * f.H + f.waist * 0.62 + f.stand * 0.3) * Math.sqrt(size) * shape.flare;
  const waist = f.hip + 0.3 * f.T;
  const skirt = roundCone([0, waist, f.belly * 0.3], [0, hem - flare * 0.2, 0], f.waist * 1.04, flare * 1.12);
  // Thick legs and hips are wider than the cone.
  const covered = sides.flatMap(({ name }) => [body.legs[name].upper, body.legs[name].lower]);
  const inner = [...covered, body.torso].map((part) => grow(part, under * f.H));
  const trimmed = intersect(
    blend(0.03 * f.H, [folded(skirt, waist, hem, shape.folds * 0.011 * f.H), ...inner]),
    halfSpace([0, hem, 0], [0, -1, 0]),
    0.01 * f.H,
  );
  if (!shape.bodice) return intersect(trimmed, halfSpace([0, waist, 0], [0, 1, 0]), 0.012 * f.H);
  const sleeves = shape.wide
    ? sides.flatMap(({ name }) => ((body.arms[name].cut?.at ?? 2) < 1 ? [] : [wideSleeve(body, name)]))
    : [];
  return blend(0.022 * f.H, [topOf(body, 0.014, shape.sleeve), trimmed, ...sleeves]);
}

/** Adds folds to the skirt that deepen from the waist to the hem. */
function folded(skirt: Field, waist: number, hem: number, deep: number): Field {
  if (deep === 0) return skirt;
  const at =
    (inner: Field['at']): Field['at'] =>
    (x, y, z) =>
      inner(x, y, z) + deep * smoothstep(waist, hem, y) * (0.5 + 0.5 * Math.cos(Math.atan2(x, z) * 11));
  return {
    box: skirt.box,
    at: at(skirt.at),
    near: (box) => {
      const close = skirt.near(box);
      return close && { ...close, at: at(close.at), near: close.near };
    },
  };
}

function wideSleeve(body: BipedBody, side: 'left' | 'right'): Field {
  const { elbow, wrist } = body.arms[side];
  const { armThick } = body.frame;
  return intersect(
    roundCone(elbow, wrist, armThick * 1.4, armThick * 2.15),
    halfSpace(lerp(elbow, wrist, 0.9), sub(wrist, elbow)),
    armThick * 0.3,
  );
}
