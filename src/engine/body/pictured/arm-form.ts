/** Arms as round limbs beside a trunk, also where both share an outline in the picture. */
import { distances, where } from '../../segmentation/image/grid.js';
import { emptyDepths, type Form, formOf } from './form.js';
import type { Relief } from './inflate.js';

/** Cells around arms in which their distance is computed. */
const near = 12;

/**
 * @param whole the figure's relief
 * @param arms the relief of its arms
 * @param middle of the arms, in metres from the picture's plane
 */
export function withArms(body: Form, whole: Relief, arms: Relief, middle: number): Form {
  const s = whole.silhouette;
  const depths = emptyDepths(s.inside.length);
  depths.ahead.fill(1);
  depths.behind.fill(1);
  depths.middle.fill(middle);
  const limbs = formOf(arms, depths);
  const away = distances(arms.silhouette.inside, { width: s.columns, height: s.rows }, 1);
  const isNear = where(away, (cells) => cells < near);
  const cellAt = (u: number, v: number): number => {
    const column = Math.min(s.columns - 1, Math.max(0, Math.floor(u / s.cell + s.columns / 2)));
    const row = Math.min(s.rows - 1, Math.max(0, Math.floor(v / s.cell)));
    return row * s.columns + column;
  };
  const isArm = (u: number, v: number) => arms.silhouette.inside[cellAt(u, v)] === 1;
  return {
    relief: whole,
    distance: (u, v, across) =>
      Math.min(
        body.distance(u, v, across),
        isNear[cellAt(u, v)] ? limbs.distance(u, v, across) : near * s.cell,
      ),
    middle: (u, v) => (isArm(u, v) ? middle : body.middle(u, v)),
    surface: (u, v) => (isArm(u, v) ? Math.max(body.surface(u, v), limbs.surface(u, v)) : body.surface(u, v)),
    reach: Math.max(body.reach, limbs.reach),
  };
}
