/**
 * Converts a model with its own skeleton for the renderer: a single solid in the rest pose, with its joints only
 * drawn.
 */

import { frameAround, piecesIn, toEngine } from '../../body/uploaded/frame.js';
import { type Clip, restPose } from '../../clips/clip.js';
import type { Piece } from '../../input/model/model.js';
import type { Joint, Skeleton } from '../../skeleton/skeleton.js';
import type { ReportJoint, SkeletonKind } from '../../types.js';
import type { ShownSurface } from '../assemble.js';
import { turntableSeconds } from '../render/turntable.js';
import { shownSurfaces } from './shown.js';

export const rest: Clip = { name: 'rest', seconds: turntableSeconds, poses: [restPose, restPose] };

/** Everything follows one joint at the origin, so that the model turns as a whole. */
const stand: Joint = { name: '', parent: null, position: [0, 0, 0], tail: [0, 0, 0] };

export async function standStill(
  kind: SkeletonKind,
  joints: readonly ReportJoint[],
  pieces: readonly Piece[],
): Promise<{ skeleton: Skeleton; surfaces: ShownSurface[] }> {
  const frame = frameAround(pieces);
  const placed = joints.map(({ name, parent, position }): Joint => {
    const place = toEngine(frame, position);
    return { name, parent, position: place, tail: place };
  });
  const skins = pieces.map(({ positions }) => ({
    joints: new Uint8Array((positions.length / 3) * 4),
    weights: Float32Array.from({ length: (positions.length / 3) * 4 }, (_, i) => (i % 4 === 0 ? 1 : 0)),
  }));
  return {
    skeleton: { kind, joints: [stand, ...parentsFirst(placed)] },
    surfaces: await shownSurfaces(piecesIn(frame, pieces), skins),
  };
}

/** Joints with duplicate names, which several skeletons may share, are drawn once. */
function parentsFirst(joints: readonly Joint[]): Joint[] {
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const sorted = new Map<string, Joint>();
  const take = (joint: Joint): void => {
    if (sorted.has(joint.name)) return;
    const parent = joint.parent === null ? undefined : byName.get(joint.parent);
    if (parent && parent !== joint) take(parent);
    sorted.set(joint.name, { ...joint, parent: parent && parent !== joint ? parent.name : stand.name });
  };
  for (const joint of byName.values()) take(joint);
  return [...sorted.values()];
}
