/** Which class of body a picture shows, by its outline, its inner drawing, and the findings of a pose network. */
import { z } from 'zod';
import { findDataFile, readTable } from '../../../base/data-file.js';
import { type SkeletonKind, skeletonKinds } from '../../kinds.js';
import type { Impression } from '../../skeleton/pose/network.js';
import type { Features } from './features.js';
import { sumOf, tree } from './trees.js';

/** Pictures of a head, or of a head and shoulders, are a class of their own. */
export const pictureKinds = [...skeletonKinds, 'bust'] as const;
export type PictureKind = SkeletonKind | 'bust';
/** Probabilities of all classes. */
export type KindChances = Record<PictureKind, number>;

const kind = z.enum(pictureKinds);
const model = z.object({
  /** Names of the features; trees refer to them by position. */
  features: z.array(z.string()).min(1),
  trees: z.record(kind, z.array(tree)),
  /** Linear scores of what the network saw: the sum of `step` times its features times whole `weights`. */
  network: z.object({
    offsets: z.record(kind, z.number()),
    step: z.number().positive(),
    weights: z.record(kind, z.array(z.number().int())),
  }),
});
export type KindModel = z.infer<typeof model>;

let read: KindModel | null = null;
/** Learnt by `npm run kinds`. */
function learnt(): KindModel {
  read ??= readTable(findDataFile(import.meta.dirname, 'subjects', 'kinds.json'), model);
  return read;
}

/** @param impression null without a network */
export function kindChances(
  measured: Features,
  impression: Impression | null,
  { features, trees, network: { offsets, step, weights } } = learnt(),
): KindChances {
  const seen = (one: PictureKind) =>
    impression?.reduce((sum, value, f) => sum + value * step * weights[one][f]!, offsets[one]) ?? 0;
  const scores = pictureKinds.map((one) => sumOf({ features, trees: trees[one] }, measured) + seen(one));
  const likely = softmax(scores);
  return Object.fromEntries(pictureKinds.map((one, k) => [one, likely[k]!])) as KindChances;
}

/** Turns scores into probabilities. */
export function softmax(scores: readonly number[]): number[] {
  const most = Math.max(...scores);
  const powers = scores.map((score) => Math.exp(score - most));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
