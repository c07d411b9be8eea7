/** Our skeleton in a body, compared with the skeleton of its artist. */
import { NodeIO } from '@gltf-transform/core';
import { rotateBy } from '../../src/engine/clips/clip.js';
import { makeRig, type PoseNetwork, type Rig } from '../../src/engine/index.js';
import { type Body, heightOf, type Point, twelve } from './body.js';

export type Outcome = {
  name: string;
  skeleton: string;
  /** In percent of the height, one for each compared joint. */
  errors: number[];
  issues: number;
  milliseconds: number;
};

const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

export async function rigBody(body: Body, pose: PoseNetwork | null): Promise<Outcome> {
  const pairs = twelve.map(([ours, theirs]) => [ours, body.truth.bones[theirs]!.head] as const);
  return outcomeOf(body.name, Buffer.from(body.obj), pairs, pose, heightOf(body));
}

/** Joint names of artists' skeletons, by ours. */
const partNames: readonly (readonly [ours: string, theirs: RegExp])[] = [
  ['UpperArm', /^(upper_?arm|arm_upper)/i],
  ['LowerArm', /^(lower_?arm|arm_lower)/i],
  ['Hand', /^(hand|wrist)\.[lr]$/i],
  ['UpperLeg', /^(upper_?leg|leg_upper)/i],
  ['LowerLeg', /^(lower_?leg|leg_lower)/i],
  ['Foot', /^foot\.[lr]$/i],
];

/** A character whose own skeleton, where it has the joints, is the ground truth. */
export async function rigCharacter(
  name: string,
  glb: Uint8Array,
  pose: PoseNetwork | null,
): Promise<Outcome> {
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  const joints = root.listSkins().flatMap((skin) => skin.listJoints());
  const pairs = (['left', 'right'] as const).flatMap((side) =>
    partNames.flatMap(([part, theirs]) => {
      const joint = joints.find((one) => theirs.test(one.getName()) && sideOf(one.getName()) === side);
      return joint ? [[side + part, joint.getWorldTranslation() as Point] as const] : [];
    }),
  );
  return outcomeOf(name, glb, pairs, pose);
}

const sideOf = (name: string) => (/\.l$/i.test(name) ? 'left' : 'right');

/** All values come from the report of an ordinary run. */
async function outcomeOf(
  name: string,
  model: Uint8Array,
  pairs: readonly (readonly [string, Point])[],
  pose: PoseNetwork | null,
  height?: number,
): Promise<Outcome> {
  const startedAt = performance.now();
  const { report }: Rig = await makeRig({ kind: 'mesh', model }, { pose });
  const milliseconds = performance.now() - startedAt;
  // The truth is in the file's own space.
  const { rotation, scale, translation } = report.placement!;
  const placed = (p: Point): Point =>
    rotateBy(rotation, p).map((value, axis) => value * scale + translation[axis]!) as Point;
  const tall = height === undefined ? report.height : height * scale;
  const errors = pairs.map(([joint, truth]) => {
    const found = report.joints.find((one) => one.name === joint);
    return found ? (100 * distance(found.position, placed(truth))) / tall : 100;
  });
  const { validation, skeleton } = report;
  return { name, skeleton, errors, issues: validation.errors + validation.warnings, milliseconds };
}
