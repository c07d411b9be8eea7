/** The depth of a creature seen from the side: a trunk as broad as its class is, with thin fins, ears and wings. */
import { figureFormThresholds } from './calibration.js';
import { eachCell, emptyDepths, type Form, formOf } from './form.js';
import type { Relief } from './inflate.js';
import { coreWithin } from './parts.js';

const { bulk, fin } = figureFormThresholds;

/** @param breadth of the trunk, by its height */
export function sideForm(relief: Relief, breadth: number): Form {
  const s = relief.silhouette;
  const radius = s.depth.reduce((a, b) => Math.max(a, b), s.cell);
  const core = coreWithin(s, radius * bulk);
  const depths = emptyDepths(s.inside.length);
  eachCell(relief, (n, _u, _v, half) => {
    const scale = core[n] ? breadth : Math.min(1, (fin * radius) / half);
    depths.ahead[n] = scale;
    depths.behind[n] = scale;
    depths.middle[n] = 0;
  });
  return formOf(relief, depths);
}
