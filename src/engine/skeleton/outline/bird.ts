/** Fits a bird's skeleton to its side silhouette: wings folded to the flanks, one copy of the legs on either side. */

import type { LegStance } from '../../body/pictured/profile.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import { middleOf, runsOf, type Silhouette, widthOf } from '../../segmentation/image/silhouette.js';
import { chain, type Skeleton, sides } from '../skeleton.js';
import type { Extremities } from './extremities.js';

export type Bird = LegStance & { skeleton: Skeleton; facing: 1 | -1 };

export function fitBird(s: Silhouette, { middle, radius }: Extremities): Bird {
  const u = (column: number) => (column - s.columns / 2) * s.cell;
  const body: readonly [number, number] = [
    u((middle % s.columns) + 0.5),
    (Math.floor(middle / s.columns) + 0.5) * s.cell,
  ];
  const facing = facingOf(s, body, radius);
  const place = (across: number, height: number, x = 0): Vec3 => [x, height, across * facing];
  const feet = groundOf(s);
  const belly = Math.max(body[1] - radius * 1.05, s.height * 0.06);
  const stand = Math.min(radius * 0.4, s.height * 0.08);
  const head = headOf(s, facing, body, radius);
  const tail = tailOf(s, facing, belly);
  const at = ([across, height]: readonly [number, number]) => place(across, height);
  const chest = place(body[0] + facing * radius * 0.5, body[1] + radius * 0.2);
  const hips = place(body[0] - facing * radius * 0.4, body[1] - radius * 0.1);
  const spine = chain(['hips', 'spine', 'chest', 'neck', 'upperNeck', 'head'], null, [
    hips,
    lerp(hips, chest, 0.5),
    chest,
    lerp(chest, at(head.skull), 0.35),
    lerp(chest, at(head.skull), 0.7),
    at(head.skull),
    at(head.beak),
  ]);
  const limbs = sides.flatMap((side) => {
    const x = side.x * radius * 0.85;
    const end = lerp(hips, at(tail), 0.45);
    const shoulder: Vec3 = [x, chest[1], chest[2]];
    const tip: Vec3 = [x * 0.8, end[1], end[2]];
    const leg = side.x * stand;
    const hip = place((u(feet.column) + body[0]) / 2, Math.max(belly, body[1] - radius * 0.7), leg);
    const ankle = place(u(feet.column), s.height * 0.06, leg);
    const toe = place(u(feet.column) + facing * Math.max(radius * 0.3, s.cell * 3), s.height * 0.02, leg);
    return [
      ...chain(
        ['UpperWing', 'LowerWing', 'WingTip'].map((part) => side.name + part),
        'chest',
        [shoulder, lerp(shoulder, tip, 0.4), lerp(shoulder, tip, 0.72), tip],
      ),
      ...chain(
        ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((part) => side.name + part),
        'hips',
        [hip, lerp(hip, ankle, 0.5), ankle, lerp(ankle, toe, 0.5), toe],
      ),
    ];
  });
  const rump = lerp(hips, at(tail), 0.35);
  const joints = [
    ...spine,
    ...limbs,
    ...chain(['tail1', 'tail2'], 'hips', [rump, lerp(hips, at(tail), 0.7), at(tail)]),
  ];
  return { skeleton: { kind: 'avian', joints }, facing, belly, stand };
}

type Place = readonly [across: number, height: number];

/** The higher part of the figure is in front of the lower one; for an upright bird, the toes decide. */
function facingOf(s: Silhouette, body: Place, radius: number): 1 | -1 {
  let [sum, count] = [0, 0];
  for (let row = Math.round(s.rows * 0.75); row < s.rows; row++)
    for (const run of runsOf(s, row)) {
      sum += ((middleOf(run) - s.columns / 2) * s.cell - body[0]) * widthOf(run);
      count += widthOf(run);
    }
  const ahead = sum / (count || 1);
  if (Math.abs(ahead) > radius * 0.25) return ahead > 0 ? 1 : -1;
  const toes = runsOf(s, Math.round(s.rows * 0.02)).reduce(
    (all, run) => all + middleOf(run) * widthOf(run),
    0,
  );
  const width = runsOf(s, Math.round(s.rows * 0.02)).reduce((all, run) => all + widthOf(run), 0);
  return toes / (width || 1) >= groundOf(s).column ? 1 : -1;
}

/** The centre of the legs slightly above the ground. */
function groundOf(s: Silhouette): { column: number } {
  const ground = runsOf(s, Math.round(s.rows * 0.02));
  const runs = runsOf(s, Math.round(s.rows * 0.09)).filter((run) =>
    ground.some((one) => one.from <= run.to + 2 && one.to >= run.from - 2),
  );
  const own = runs.length > 0 ? runs : ground;
  return {
    column: own.length > 0 ? own.reduce((sum, run) => sum + middleOf(run), 0) / own.length : s.columns / 2,
  };
}

/** The deepest point of the top third outside the body, and the frontmost point at about its height. */
function headOf(s: Silhouette, facing: 1 | -1, body: Place, radius: number): { skull: Place; beak: Place } {
  let [best, most]: [Place, number] = [[body[0], s.height * 0.9], -1];
  for (let row = Math.round(s.rows * 0.66); row < s.rows; row++)
    for (let i = 0; i < s.columns; i++) {
      const deep = s.depth[row * s.columns + i]!;
      const here: Place = [(i + 0.5 - s.columns / 2) * s.cell, (row + 0.5) * s.cell];
      const score = deep * (0.4 + here[1] / s.height);
      if (deep > 0 && score > most && Math.hypot(here[0] - body[0], here[1] - body[1]) > radius * 0.8)
        [best, most] = [here, score];
    }
  let beak: Place = [best[0] + facing * s.cell, best[1]];
  for (let row = Math.round(s.rows * 0.55); row < s.rows; row++)
    for (const run of runsOf(s, row)) {
      const edge = ((facing > 0 ? run.to + 1 : run.from) - s.columns / 2) * s.cell;
      if ((edge - beak[0]) * facing > 0) beak = [edge, (row + 0.5) * s.cell];
    }
  return { skull: best, beak };
}

/** The rearmost point above the legs. */
function tailOf(s: Silhouette, facing: 1 | -1, belly: number): Place {
  let tail: Place = [Infinity * facing, belly];
  for (let row = Math.round((belly / s.height) * 0.4 * s.rows); row < s.rows * 0.75; row++)
    for (const run of runsOf(s, row)) {
      const edge = ((facing > 0 ? run.from : run.to + 1) - s.columns / 2) * s.cell;
      if ((edge - tail[0]) * facing < 0) tail = [edge, (row + 0.5) * s.cell];
    }
  return tail;
}
