/** Trousers, shorts and overalls. */
import { blend, type Field, grow, intersect } from '../../geometry/field/field.js';
import { ball, halfSpace, roundBox, tube } from '../../geometry/field/shapes.js';
import type { Paint } from '../../geometry/mesh/paint.js';
import type { Vec3 } from '../../geometry/vec.js';
import { sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Sculpture } from '../sculpt.js';
import { brass, type CutCloth, metal, shaded, weave } from './cloth.js';
import { onChest } from './top.js';

const shortWords: ReadonlySet<string> = new Set([
  'shorts',
  'trunks',
  'briefs',
  'swim trunks',
  'swimming trunks',
  'board shorts',
  'bermudas',
  'boardies',
  'boxer shorts',
  'hot pants',
  'jorts',
  'lederhosen',
  'speedo',
  'speedos',
  'underpants',
  'undies',
]);
const bibWords: ReadonlySet<string> = new Set(['overalls', 'dungarees', 'apron']);

/** Of the leg: how far above the ankle trousers end at most, and from where they have a cuff. */
const mostCropped = 0.22;
const cuffedFrom = 0.06;

export function sculptLegwear(sculpture: Sculpture, body: BipedBody, cloth: CutCloth): void {
  const { frame: f } = body;
  const word = cloth.look?.word ?? '';
  const short = shortWords.has(word) || word.endsWith(' shorts');
  const material = sculpture.material(cloth.name, cloth.colour, cloth.finish);
  const leg = f.hip - f.ankle;
  const cropped = Math.max(0, cloth.marks.hem) * mostCropped * leg;
  const end = short ? f.ankle + leg * (0.56 + 0.07 * cloth.marks.hem) : f.ankle * 0.95 + cropped;
  const hem: Paint = {
    material: sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish),
    at: (_x, y) => y - end - (short || cropped > cuffedFrom * leg || word === 'jeans' ? 0.02 : -1) * f.H,
  };
  const paints = [...weave(sculpture, cloth, f.H), hem];
  sculpture.follow(
    cloth.name,
    legsOf(body, short ? 0.017 : 0.013, end),
    material,
    64,
    paints,
    cloth.look?.pattern !== undefined,
  );
  if (bibWords.has(word)) sculptBib(sculpture, body, cloth, material);
}

function legsOf(body: BipedBody, thick: number, end: number): Field {
  const { frame: f } = body;
  const legs = sides.flatMap((side) => {
    const { upper, lower } = body.legs[side.name];
    return [grow(upper, thick * f.H), grow(lower, thick * 1.35 * f.H)];
  });
  const hips = intersect(
    grow(body.torso, thick * 0.6 * f.H),
    halfSpace([0, f.hip + 0.24 * f.T, 0], [0, 1, 0]),
  );
  return intersect(blend(0.02 * f.H, [hips, ...legs]), halfSpace([0, end, 0], [0, -1, 0]), 0.008 * f.H);
}

/** A bib on two straps. */
function sculptBib(sculpture: Sculpture, body: BipedBody, cloth: CutCloth, material: string): void {
  const { frame: f } = body;
  const H = f.H;
  const bib = intersect(
    grow(body.torso, 0.021 * H),
    roundBox([0, f.hip + 0.4 * f.T, f.H], [f.shoulder * 0.56, f.T * 0.32, f.H], 0.012 * H),
    0.008 * H,
  );
  const waist = intersect(
    grow(body.torso, 0.02 * H),
    roundBox([0, f.hip + 0.17 * f.T, 0], [H, f.T * 0.13, H], 0.01 * H),
    0.008 * H,
  );
  sculpture.follow(`${cloth.name} bib`, blend(0.006 * H, [bib, waist]), material, 60);
  const trim = sculpture.material(`${cloth.name} trim`, shaded(cloth.colour), cloth.finish);
  const clasps = sculpture.material('clasps', brass, metal);
  for (const side of sides) {
    const x = side.x * f.shoulder * 0.42;
    const top = f.hip + 0.68 * f.T;
    const points: Vec3[] = [
      onChest(body, x, top, 0.016 * H),
      onChest(body, x, f.S - 0.1 * f.T, 0.014 * H),
      [x, f.S - 0.015 * f.T, 0],
      [x * 0.9, f.S - 0.3 * f.T, -f.depth * 1.02],
      [x * 0.4, f.hip + 0.28 * f.T, -f.depth * 1.02],
    ];
    sculpture.follow(`${side.name} strap`, tube(points, [0.012 * H]), trim, 44);
    sculpture.follow(`${side.name} clasp`, ball(onChest(body, x, top, 0.024 * H), 0.013 * H), clasps, 10);
  }
}
