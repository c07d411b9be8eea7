import type { Part } from './anatomy.js';

/** Returns the joint of the part with the nearest surface. */
export function ownerOf(parts: readonly Part[]): (x: number, y: number, z: number) => string {
  return (x, y, z) => {
    let best = parts[0]!;
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < parts.length; i++) {
      const d = parts[i]!.field.at(x, y, z);
      if (d >= nearest) continue;
      best = parts[i]!;
      nearest = d;
    }
    return best.joint;
  };
}
