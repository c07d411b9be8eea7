/** The depth of a figure on two legs, seen from the front: by part, as deep as the engine's own bodies are there. */

import { smoothstep } from '../../geometry/vec.js';
import { coreWithin, runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import type { Trunk } from '../../skeleton/outline/arms.js';
import type { Skeleton } from '../../skeleton/skeleton.js';
import { figureFormThresholds } from './calibration.js';
import { breadthsOf, columnOf } from './column.js';
import { type Depths, eachCell, emptyDepths, type Form, formOf, setDepth } from './form.js';
import type { Relief } from './inflate.js';
import { bulkOf, partsOf } from './parts.js';
import { proportions, stationAt } from './proportions.js';

const {
  bulk,
  blunt,
  within,
  leastShoulders,
  sheet,
  armMost,
  typical,
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
 * `hasArms`: a pose network saw arms that hang along the trunk.
 */
export type Fitted = { skeleton: Skeleton; trunk: Trunk; unseen: ReadonlySet<string>; hasArms?: boolean };

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
export function figurePartsOf(
  s: Silhouette,
  { skeleton, trunk, unseen, hasArms = false }: Fitted,
): FigurePart[] {
  const shown = skeleton.joints.filter(({ name }) => !unseen.has(name));
  const parts = partsOf(s, { ...skeleton, joints: shown }, partOf, ([x, y]) => [x, y]);
  const body = coreWithin(s, trunk.half * s.cell * blunt);
  const isBeforeTrunk = (n: number) => {
    const [column, row] = [n % s.columns, Math.floor(n / s.columns)];
    return row > trunk.hips && row < trunk.neck && Math.abs(column - trunk.axis) < trunk.half * within;
  };
  return parts.map((part, n) =>
    part === 'arm' && ((body[n] && !hasArms) || isBeforeTrunk(n)) ? 'torso' : part,
  );
}

/**
 * The parts, the head's radius in metres, and the cells of the head and the trunk without what sticks out of them.
 * `covered`: the cells that a gown or the trunk above the crotch covers.
 */
export function figureCore(s: Silhouette, fitted: Fitted) {
  const parts = figurePartsOf(s, fitted);
  const head = bulkOf(s, parts, 'head').radius;
  const [skull, body] = [head, fitted.trunk.half * s.cell].map((half) => coreWithin(s, half * bulk)) as [
    Uint8Array,
    Uint8Array,
  ];
  const core = Uint8Array.from(parts, (part, n) =>
    part === 'head' ? skull[n]! : part === 'torso' ? body[n]! : 0,
  );
  const { crotch } = legRunsOf(s, parts);
  const covered = Uint8Array.from(parts, (part, n) =>
    part === 'leg' && Math.floor(n / s.columns) > crotch ? body[n]! : 0,
  );
  return { parts, core, covered, head };
}

export function figureForm(relief: Relief, fitted: Fitted): Form {
  const s = relief.silhouette;
  const { trunk } = fitted;
  const { parts, core, head } = figureCore(s, fitted);
  const torso = trunk.half * s.cell;
  const { biped } = proportions();
  const column = columnOf(
    relief,
    core,
    { half: head, profile: biped.head, from: trunk.neck, to: s.rows },
    { half: torso, profile: biped.torso, from: trunk.hips, to: trunk.neck },
  );
  const legs = legScales(relief, parts);
  const arms = armScales(relief, parts, trunk.axis, torso, fitted.hasArms ? typical : 1);
  const shoulders = stationAt(biped.torso.middle, 0.85) * torso;
  const depths = emptyDepths(s.inside.length);
  eachCell(relief, (n, _u, _v, half) => {
    const row = Math.floor(n / s.columns);
    const part = parts[n]!;
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
  return formOf(relief, depths, (merging * torso) / s.cell);
}

/**
 * One scale for the arm on either side of the picture, so that it stays convex; what is broader than a sleeve is a
 * wing.
 * @param share of the arm's cells that are at most as thick as the arm: the others are where it leaves the trunk
 */
function armScales(
  relief: Relief,
  parts: readonly FigurePart[],
  axis: number,
  torso: number,
  share: number,
): readonly [number, number] {
  const halves: [number[], number[]] = [[], []];
  eachCell(relief, (n, _u, _v, half) => {
    if (parts[n] === 'arm') halves[sideOf(n, relief.silhouette, axis)].push(half);
  });
  const [first, second] = halves.map((own) => {
    const half = own.sort((a, b) => a - b)[Math.ceil((own.length - 1) * share)] ?? 0;
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
export function hasFeet(s: Silhouette, fitted: Fitted): boolean {
  const { crotch, runs } = legRunsOf(s, figurePartsOf(s, fitted));
  const lowest = runs.slice(0, Math.ceil(s.rows * soles)).flat();
  return crotch >= 0 || lowest.every((run) => widthOf(run) < 2 * fitted.trunk.half * stand);
}

/**
 * Legs apart are round; legs side by side are as deep as one leg, and a gown or the trunk above the crotch is round
 * too.
 */
function legScales(relief: Relief, parts: readonly FigurePart[]): Float32Array {
  const s = relief.silhouette;
  const { thickest } = breadthsOf(relief, (n) => parts[n] === 'leg');
  const { runs, crotch } = legRunsOf(s, parts);
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
