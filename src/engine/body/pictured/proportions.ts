/** How deep the engine's own bodies are for their breadth, measured by `npm run depths`. */
import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';

/** From the lower to the upper end of a part. */
const stations = z.array(z.number()).min(2);
const profile = z.object({
  /** Depth by breadth. */
  depth: stations,
  /** How far the middle is before the hips, in half breadths of the part. */
  middle: stations,
});
const table = z.object({
  biped: z.object({ head: profile, torso: profile }),
  /** Breadth by height of the trunk, seen from the side. */
  side: z.object({ quadruped: z.number(), avian: z.number() }),
});
export type Profile = z.infer<typeof profile>;
export type Proportions = z.infer<typeof table>;

let known: Proportions | undefined;
export const proportions = (): Proportions => {
  known ??= readTable(findDataFile(import.meta.dirname, 'depths', 'bodies.json'), table);
  return known;
};

/** The value between two stations. @param share 0 at the lower end, 1 at the upper */
export function stationAt(values: readonly number[], share: number): number {
  const at = Math.min(1, Math.max(0, share)) * (values.length - 1);
  const i = Math.min(values.length - 2, Math.floor(at));
  return values[i]! + (values[i + 1]! - values[i]!) * (at - i);
}
