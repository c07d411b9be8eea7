/** The depth of a creature seen from the side: a trunk as broad as its class is, with thin fins, ears and wings. */
import { coreWithin, largestDisc } from '../../segmentation/image/silhouette.js';
import { figureFormThresholds } from './calibration.js';
import { eachCell, emptyDepths, type Form, formOf, setDepth, thickestOf } from './form.js';
import type { Relief } from './inflate.js';

const { bulk, fin, stout } = figureFormThresholds;

/** @param breadth of the trunk, by its relief */
export function sideForm(relief: Relief, breadth: number): Form {
  const s = relief.silhouette;
  const { radius } = largestDisc(s);
  const core = coreWithin(s, radius * bulk);
  const scale = Math.min(breadth, (stout * radius) / thickestOf(relief));
  const depths = emptyDepths(s.inside.length);
  eachCell(relief, (n, _u, _v, half) => {
    setDepth(depths, n, core[n] ? scale : Math.min(1, (fin * radius) / half));
  });
  return formOf(relief, depths);
}
