/** The depth of a figure on two legs, seen from the front: by part, as deep as the engine's own bodies are there. */

import { smoothstep } from '../../geometry/vec.js';
import { coreWithin, runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import type { Trunk } from '../../skeleton/outline/arms.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { type ArmCells, armCells } from './arm-cells.js';
import { withArms } from './arm-form.js';
import { figureFormThresholds } from './calibration.js';
import { breadthsOf, columnOf } from './column.js';
import { cutFrom } from './cut.js';
import { type Depths, eachCell, emptyDepths, type Form, formOf, setDepth } from './form.js';
import { inflate, type Relief } from './inflate.js';
import { bulkOf, partsOf } from './parts.js';
import { proportions, stationAt } from './proportions.js';

const {
  bulk,
  blunt,
  within,
  leastShoulders,
  sheet,
  armMost,
  wing,
  nose,
  gown,
  soles,
  stand,
  trousers,
  hipsAbove,
  alike,
  most,
  merging,
} = figureFormThresholds;

export type FigurePart = 'head' | 'torso' | 'arm' | 'leg';

const partOf = (joint: string): FigurePart =>
  /^(neck|head)$/.test(joint)
    ? 'head'
    : /(UpperArm|LowerArm|Hand)$/.test(joint)
      ? 'arm'
      : /(UpperLeg|LowerLeg|Foot|Toes)$/.test(joint)
        ? 'leg'
        : 'torso';

/**
 * Joints of a figure in its picture's plane, its trunk in cells, and the joints that the picture does not show.
 * `seenArms`: the sides whose arms a pose network saw.
 */
export type Fitted = {
  skeleton: Skeleton;
  trunk: Trunk;
  unseen: ReadonlySet<string>;
  seenArms?: readonly string[];
};

/**
 * The trunk of a person whose arms and head a pose network saw: its neck is where they are, and where arms hang along
 * it, so that both share an outline, it is at most as broad as the shoulders are apart.
 */
export function seenTrunk(trunk: Trunk, { joints }: Skeleton, s: Silhouette, areHanging: boolean): Trunk {
  const placeOf = (name: string) => joints.find((joint) => joint.name === name)!.position;
  const neck = placeOf('neck')[1] / s.cell;
  const half = Math.abs(placeOf('leftUpperArm')[0] - placeOf('rightUpperArm')[0]) / 2 / s.cell;
  const isNarrower = areHanging && half > trunk.half * leastShoulders && half < trunk.half;
  return {
    ...trunk,
    half: isNarrower ? half : trunk.half,
    neck: neck > trunk.hips ? neck : trunk.neck,
  };
}

/** Arms begin where they leave the trunk, although their bones begin inside it and it may end where they begin. */
export const figurePartsOf = (s: Silhouette, fitted: Fitted): FigurePart[] => partsAndArms(s, fitted).parts;

function partsAndArms(
  s: Silhouette,
  { skeleton, trunk, unseen, seenArms = [] }: Fitted,
): { parts: FigurePart[]; seen: ArmCells | null } {
  const shown = skeleton.joints.filter(({ name }) => !unseen.has(name));
  const nearest = partsOf(s, { ...skeleton, joints: shown }, partOf, ([x, y]) => [x, y]);
  const isBeforeTrunk = (n: number) => {
    const [column, row] = [n % s.columns, Math.floor(n / s.columns)];
    return row > trunk.hips && row < trunk.neck && Math.abs(column - trunk.axis) < trunk.half * within;
  };
  const body = coreWithin(s, trunk.half * s.cell * blunt);
  const own = nearest.map((part, n) => (part === 'arm' && (body[n] || isBeforeTrunk(n)) ? 'torso' : part));
  if (seenArms.length === 0) return { parts: own, seen: null };
  const seen = armCells(s, skeleton, seenArms, (n) => nearest[n] !== 'head' && !isBeforeTrunk(n));
  return { parts: own.map((part, n) => (seen.arms[n] ? 'arm' : part)), seen };
}

export type FigureCore = ReturnType<typeof figureCore>;

/**
 * The parts, the head's radius in metres, the legs by rows, and the cells of the head and the trunk without what sticks
 * out of them. `covered`: the cells that a gown or the trunk above the crotch covers.
 */
export function figureCore(s: Silhouette, fitted: Fitted) {
  const { parts, seen } = partsAndArms(s, fitted);
  const head = bulkOf(s, parts, 'head').radius;
  const [skull, body] = [head, fitted.trunk.half * s.cell].map((half) => coreWithin(s, half * bulk)) as [
    Uint8Array,
    Uint8Array,
  ];
  const core = Uint8Array.from(parts, (part, n) =>
    part === 'head' ? skull[n]! : part === 'torso' ? body[n]! : 0,
  );
  const legs = legRunsOf(s, parts);
  const covered = Uint8Array.from(parts, (part, n) =>
    part === 'leg' && Math.floor(n / s.columns) > legs.crotch ? body[n]! : 0,
  );
  return { parts, seen, core, covered, head, legs };
}

export function figureForm(
  whole: Relief,
  fitted: Fitted,
  { parts, seen, core, head, legs: legRuns } = figureCore(whole.silhouette, fitted),
): Form {
  const s = whole.silhouette;
  const { trunk } = fitted;
  const relief = seen ? withoutCells(whole, (n) => seen.arms[n] === 1 && !seen.shoulders[n]) : whole;
  const torso = trunk.half * s.cell;
  const { biped } = proportions();
  const column = columnOf(
    relief,
    core,
    { half: head, profile: biped.head, from: trunk.neck, to: s.rows },
    { half: torso, profile: biped.torso, from: trunk.hips, to: trunk.neck },
  );
  const legs = legScales(relief, parts, legRuns);
  const arms = armScales(relief, parts, trunk.axis, torso);
  const shoulders = stationAt(biped.torso.middle, 0.85) * torso;
  const depths = emptyDepths(s.inside.length);
  eachCell(relief, (n, _u, _v, half) => {
    const row = Math.floor(n / s.columns);
    const part = parts[n]!;
    if (seen?.shoulders[n]) return;
    if (part === 'arm') {
      const scale = Math.min(arms[sideOf(n, s, trunk.axis)], (armMost * torso) / half);
      setDepth(depths, n, scale, shoulders);
    } else if (part === 'leg') setDepth(depths, n, legs[row]!, 0);
    else {
      const thin = Math.min(1, (sheet * (part === 'head' ? head : torso)) / half);
      setDepth(depths, n, core[n] ? column.scale[row]! : thin, column.middle[row]!);
    }
  });
  withNose(depths, relief, parts, head);
  const form = formOf(relief, depths, (merging * torso) / s.cell);
  if (!seen) return form;
  return withArms(
    form,
    whole,
    withoutCells(whole, (n) => !seen.arms[n]),
    shoulders,
  );
}

const withoutCells = ({ silhouette: s }: Relief, isRemoved: (cell: number) => boolean): Relief =>
  inflate(
    cutFrom(
      s,
      Uint8Array.from(s.inside, (_, n) => (isRemoved(n) ? 1 : 0)),
    ),
  );

/**
 * One scale for the arm on either side of the picture, so that it stays convex; what is broader than a sleeve is a
 * wing.
 */
function armScales(
  relief: Relief,
  parts: readonly FigurePart[],
  axis: number,
  torso: number,
): readonly [number, number] {
  const halves: [number[], number[]] = [[], []];
  eachCell(relief, (n, _u, _v, half) => {
    if (parts[n] === 'arm') halves[sideOf(n, relief.silhouette, axis)].push(half);
  });
  const [first, second] = halves.map((own) => {
    const half = Math.max(0, ...own);
    return Math.min(1, ((half > wing * torso ? sheet : armMost) * torso) / half);
  });
  return [first!, second!];
}

const sideOf = (n: number, { columns }: Silhouette, axis: number): 0 | 1 => (n % columns < axis ? 0 : 1);

/** The runs of legs in each row, and the highest row with two of about the same breadth: -1 in a gown. */
function legRunsOf(s: Silhouette, parts: readonly FigurePart[]) {
  const runs = Array.from({ length: s.rows }, (_, row) => {
    const legs = runsOf(s, row).filter(
      ({ from, to }) => parts[row * s.columns + ((from + to) >> 1)] === 'leg',
    );
    const widest = Math.max(...legs.map(widthOf));
    return legs.filter((run) => widthOf(run) > alike * widest);
  });
  return { runs, crotch: runs.findLastIndex((own) => own.length > 1) };
}

/** Whether the picture shows feet: two legs, or something at the ground that is no gown, bust or pedestal. */
export function hasFeet(s: Silhouette, { trunk }: Fitted, { crotch, runs }: FigureCore['legs']): boolean {
  const lowest = runs.slice(0, Math.ceil(s.rows * soles)).flat();
  return crotch >= 0 || lowest.every((run) => widthOf(run) < 2 * trunk.half * stand);
}

/**
 * Legs apart are round; legs side by side are as deep as one leg, and a gown or the trunk above the crotch is round
 * too.
 */
function legScales(
  relief: Relief,
  parts: readonly FigurePart[],
  { runs, crotch }: FigureCore['legs'],
): Float32Array {
  const s = relief.silhouette;
  const { thickest } = breadthsOf(relief, (n) => parts[n] === 'leg');
  return Float32Array.from(runs, (own, row) => {
    if (own.length !== 1) return 1;
    const above = crotch < 0 ? 1 : smoothstep(crotch, crotch + s.rows * hipsAbove, row);
    const ratio = trousers + (gown - trousers) * above;
    return Math.min(most, (ratio * widthOf(own[0]!) * s.cell) / 2 / thickest[row]!);
  });
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
