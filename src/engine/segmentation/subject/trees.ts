/** Boosted decision trees that weigh the features of a picture, grown by `npm run subjects` and `npm run kinds`. */
import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';
import type { Features } from './features.js';

/** A leaf is a number; a branch goes left where the feature is at most the limit. */
export type Tree = number | [feature: number, limit: number, left: Tree, right: Tree];
export const tree: z.ZodType<Tree> = z.union([
  z.number(),
  z.tuple([z.number().int().nonnegative(), z.number(), z.lazy(() => tree), z.lazy(() => tree)]),
]);
const forest = z.object({
  /** Names of the features; trees refer to them by position. */
  features: z.array(z.string()).min(1),
  /** Above this sum there is no body; of `picture`, for the mean of its sum and that of `outline`. */
  threshold: z.number(),
  trees: z.array(tree).min(1),
});
export type Forest = z.infer<typeof forest>;

/** @param name `picture`, or `outline` where only the outline is known */
export const readForest = (name: 'picture' | 'outline'): Forest =>
  readTable(findDataFile(import.meta.dirname, 'subjects', `${name}.json`), forest);

/** The evidence for the statement the trees were trained on, such as "no body": log odds, before any threshold. */
export function sumOf({ features, trees }: Pick<Forest, 'features' | 'trees'>, measured: Features): number {
  const values = features.map((name) => measured[name] ?? 0);
  return trees.reduce<number>((sum, root) => {
    let node = root;
    while (typeof node !== 'number') node = values[node[0]]! <= node[1] ? node[2] : node[3];
    return sum + node;
  }, 0);
}
