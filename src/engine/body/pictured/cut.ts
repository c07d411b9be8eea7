import { distances } from '../../segmentation/image/grid.js';
import type { Silhouette } from '../../segmentation/image/silhouette.js';
import { interpolated } from './cells.js';

/** The outline without some of its cells. */
export function cutFrom(s: Silhouette, removed: Uint8Array): Silhouette {
  const size = { width: s.columns, height: s.rows };
  const away = distances(removed, size, 1);
  const deep = distances(removed, size, 0);
  const outside = interpolated(
    away.map((d, n) => (removed[n] ? 0.5 - deep[n]! : d - 0.5) * s.cell),
    s,
  );
  return {
    ...s,
    inside: s.inside.map((value, n) => (removed[n] ? 0 : value)),
    signed: (u, v) => Math.min(s.signed(u, v), outside(u, v)),
  };
}
