/** The depth of a figure on two legs, seen from the front: by part, as deep as the engine's own bodies are there. */
import { coreWithin, runsOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import type { Trunk } from '../../skeleton/outline/arms.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { figureFormThresholds } from './calibration.js';
import { type Depths, eachCell, emptyDepths, type Form, formOf, setDepth } from './form.js';
import type { Relief } from './inflate.js';
import { bulkOf, partsOf } from './parts.js';
import { type Profile, proportions, stationAt } from './proportions.js';

const { bulk, sheet, armMost, nose, gown, trousers, broadest, most } = figureFormThresholds;

export type FigurePart = 'head' | 'torso' | 'arm' | 'leg';

const partOf = (joint: string): FigurePart =>
  /^(neck|head)$/.test(joint)
    ? 'head'
    : /(UpperArm|LowerArm|Hand)$/.test(joint)
      ? 'arm'
      : /(UpperLeg|LowerLeg|Foot|Toes)$/.test(joint)
        ? 'leg'
        : 'torso';

/** Joints of a figure in its picture's plane, its trunk in cells, and the joints that the picture does not show. */
export type Fitted = { skeleton: Skeleton; trunk: Trunk; unseen: ReadonlySet<string> };

export function figurePartsOf(s: Silhouette, skeleton: Skeleton, unseen: Fitted['unseen']): FigurePart[] {
  const shown = skeleton.joints.filter(({ name }) => !unseen.has(name));
  return partsOf(s, { ...skeleton, joints: shown }, partOf, ([x, y]) => [x, y]);
}

export function figureForm(relief: Relief, { skeleton, trunk, unseen }: Fitted): Form {
  const s = relief.silhouette;
  const parts = figurePartsOf(s, skeleton, unseen);
  const head = bulkOf(s, parts, 'head').radius;
  const torso = trunk.half * s.cell;
  const { biped } = proportions();
  const upper = sections(relief, parts, {
    part: 'head',
    core: coreWithin(s, head * bulk),
    half: head,
    profile: biped.head,
    from: trunk.neck,
    to: s.rows,
  });
  const lower = sections(relief, parts, {
    part: 'torso',
    core: coreWithin(s, torso * bulk),
    half: torso,
    profile: biped.torso,
    from: trunk.hips,
    to: trunk.neck,
  });
  const legs = legScales(relief, parts);
  const shoulders = stationAt(biped.torso.middle, 0.85) * torso;
  const depths = emptyDepths(s.inside.length);
  const set = (n: number, scale: number, middle: number) => setDepth(depths, n, scale, middle);
  eachCell(relief, (n, _u, _v, half) => {
    const row = Math.floor(n / s.columns);
    const thin = (limit: number) => Math.min(1, limit / half);
    const part = parts[n]!;
    if (part === 'arm') set(n, thin(armMost * torso), shoulders);
    else if (part === 'leg') set(n, legs[row]!, 0);
    else {
      const { core, scale, middle } = part === 'head' ? upper : lower;
      set(n, core[n] ? scale[row]! : thin(sheet * (part === 'head' ? head : torso)), middle[row]!);
    }
  });
  withNose(depths, relief, parts, head);
  return formOf(relief, depths);
}

type Section = {
  part: FigurePart;
  core: Uint8Array;
  /** Half breadth of the part in metres. */
  half: number;
  profile: Profile;
  /** Rows between which the profile lies. */
  from: number;
  to: number;
};

/** In each row, the scale that gives the part's cross-section its depth, and the depth of its middle in metres. */
function sections(
  relief: Relief,
  parts: readonly FigurePart[],
  { part, core, half, profile, from, to }: Section,
) {
  const { breadth, thickest } = breadthsOf(relief, (n) => parts[n] === part && core[n] === 1);
  const share = (row: number) => (row + 0.5 - from) / (to - from);
  const middle = breadth.map((_, row) => stationAt(profile.middle, share(row)) * half);
  const scale = breadth.map((own, row) => {
    const deep = stationAt(profile.depth, share(row)) * Math.min(own, half * broadest);
    return own > 0 ? Math.min(most, deep / thickest[row]!) : 1;
  });
  return { core, scale, middle };
}

/** Half the breadth of some cells in each row, and the relief's greatest half thickness there, in metres. */
export function breadthsOf(relief: Relief, counts: (cell: number) => boolean) {
  const s = relief.silhouette;
  const [first, last] = [new Float32Array(s.rows).fill(s.columns), new Float32Array(s.rows).fill(-1)];
  const thickest = new Float32Array(s.rows);
  eachCell(relief, (n, _u, _v, thick) => {
    if (!counts(n)) return;
    const [column, row] = [n % s.columns, Math.floor(n / s.columns)];
    first[row] = Math.min(first[row]!, column);
    last[row] = Math.max(last[row]!, column);
    thickest[row] = Math.max(thickest[row]!, thick);
  });
  return { breadth: first.map((from, row) => (Math.max(0, last[row]! - from + 1) / 2) * s.cell), thickest };
}

/** Legs apart are round; legs side by side, or below a gown, are as deep as one leg, or as the gown is round. */
function legScales(relief: Relief, parts: readonly FigurePart[]): Float32Array {
  const s = relief.silhouette;
  const runs = Array.from({ length: s.rows }, (_, row) =>
    runsOf(s, row).filter(({ from, to }) => parts[row * s.columns + ((from + to) >> 1)] === 'leg'),
  );
  const apart = runs.some((own) => own.length > 1);
  return Float32Array.from(runs, (own) => (own.length === 1 ? (apart ? trousers : gown) : 1));
}

/** The middle of a face comes forward a little. */
function withNose(depths: Depths, relief: Relief, parts: readonly FigurePart[], radius: number): void {
  const s = relief.silhouette;
  const { middle } = bulkOf(s, parts, 'head');
  const [column, row] = [middle % s.columns, Math.floor(middle / s.columns) - (nose.below * radius) / s.cell];
  eachCell(relief, (n) => {
    if (parts[n] !== 'head') return;
    const off =
      (Math.hypot((n % s.columns) - column, Math.floor(n / s.columns) - row) * s.cell) /
      (nose.breadth * radius);
    depths.ahead[n]! *= 1 + nose.out * Math.exp(-off * off);
  });
}
