import type { Part } from './anatomy.js';

/** Returns the joint of the part with the nearest surface. */
export function ownerOf(parts: readonly Part[]): (x: number, y: number, z: number) => string {
  return (x, y, z) => {
    let [best, nearest] = [parts[0]!.joint, Number.POSITIVE_INFINITY];
    for (const { joint, field } of parts) {
      const d = field.at(x, y, z);
      if (d < nearest) [best, nearest] = [joint, d];
    }
    return best;
  };
}
