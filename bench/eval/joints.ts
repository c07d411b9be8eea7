/** Our skeleton in a body, compared with the skeleton of its artist. */
import { rotateBy } from '../../src/engine/clips/clip.js';
import { makeRig, type PoseNetwork, type Rig } from '../../src/engine/index.js';
import { readDocument, writerOf } from '../../src/engine/input/model/gltf.js';
import { readModel } from '../../src/engine/input/model/read.js';
import { mainJoints } from '../../src/engine/skeleton/existing/named.js';
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

/** The joints of a character's own skeleton that have a counterpart in ours; the first of each name counts. */
async function ownJoints(glb: Uint8Array): Promise<[ours: string, place: Point][]> {
  const { joints = [] } = await readModel(glb);
  const limbs = [...(mainJoints(joints) ?? [])].filter(([name]) => /^(left|right)/.test(name));
  return limbs.map(([name, at]) => [name, [...at]]);
}

/** The same model, whose joints have no names that the engine could read. */
export async function nameless(glb: Uint8Array): Promise<Uint8Array> {
  const { document } = await readDocument(glb, false);
  const joints = document
    .getRoot()
    .listSkins()
    .flatMap((skin) => skin.listJoints());
  for (const joint of joints) joint.setName('');
  return (await writerOf(document)).writeBinary(document);
}

/** A character whose own skeleton, where it has the joints, is the ground truth; the engine sees its shape only. */
export async function rigCharacter(
  name: string,
  glb: Uint8Array,
  pose: PoseNetwork | null,
): Promise<Outcome> {
  return outcomeOf(name, await nameless(glb), await ownJoints(glb), pose);
}

/** Distances of a character's own joints from those in a report, in % of its height; empty without known names. */
export async function ownErrors(model: Uint8Array, report: Rig['report']): Promise<[string, number][]> {
  if (Buffer.from(model.subarray(0, 4)).toString('latin1') !== 'glTF') return [];
  return errorsOf(await ownJoints(model), report, report.height);
}

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
  const tall = height === undefined ? report.height : height * report.placement!.scale;
  const errors = errorsOf(pairs, report, tall).map(([, error]) => error);
  const { validation, skeleton } = report;
  return { name, skeleton, errors, issues: validation.errors + validation.warnings, milliseconds };
}

function errorsOf(
  pairs: readonly (readonly [string, Point])[],
  report: Rig['report'],
  tall: number,
): [string, number][] {
  // The truth is in the file's own space.
  const { rotation, scale, translation } = report.placement!;
  const placed = (p: Point): Point =>
    rotateBy(rotation, p).map((value, axis) => value * scale + translation[axis]!) as Point;
  return pairs.map(([joint, truth]) => {
    const found = report.joints.find((one) => one.name === joint);
    return [joint, found ? (100 * distance(found.position, placed(truth))) / tall : 100];
  });
}
