/** Our skeleton in a body, compared with the skeleton of its artist. */
import { rotateBy } from '../../src/engine/clips/clip.js';
import { makeRig, type PoseNetwork, type Rig } from '../../src/engine/index.js';
import { readDocument } from '../../src/engine/input/model/gltf.js';
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

/** Joint names of artists' skeletons, by ours: without their prefixes, sides and separators. */
const partNames: readonly (readonly [ours: string, theirs: RegExp])[] = [
  ['UpperArm', /^(upperarm|armupper|arm)$/],
  ['LowerArm', /^(lowerarm|armlower|forearm)$/],
  ['Hand', /^(hand|wrist)$/],
  ['UpperLeg', /^(upperleg|legupper|upleg|thigh)$/],
  ['LowerLeg', /^(lowerleg|leglower|leg|shin|calf)$/],
  ['Foot', /^foot$/],
];

type Side = 'left' | 'right';

/** Its side and its part of the body: "mixamorig:LeftForeArm", "UpperArm.L", "J_Bip_R_Hand", "thigh_l". */
function partOf(name: string): { side: Side; part: string } | null {
  const bare = name.replace(/^.*:/, '').replace(/^(mixamorig\d*|J_Bip|Bip0?1|DEF|Character\d*)[_. -]*/i, '');
  const [, word] = /^(left|right)/i.exec(bare) ?? /(left|right)$/i.exec(bare) ?? [];
  const [, letter] = /^([lr])[_. -]/i.exec(bare) ?? /[_. -]([lr])(?:[_.]?\d+)?$/i.exec(bare) ?? [];
  const found = (word ?? letter)?.toLowerCase();
  if (!found) return null;
  const part = bare
    .replace(word ? /^(left|right)|(left|right)$/i : /^[lr][_. -]|[_. -][lr](?:[_.]?\d+)?$/i, '')
    .replace(/[^a-z]/gi, '')
    .toLowerCase();
  return { side: found.startsWith('l') ? 'left' : 'right', part };
}

/** The joints of a character's own skeleton that have a counterpart in ours; the first of each name counts. */
async function ownJoints(glb: Uint8Array): Promise<[ours: string, place: Point][]> {
  const { document } = await readDocument(glb, false);
  const root = document.getRoot();
  const found = new Map<string, Point>();
  for (const joint of root.listSkins().flatMap((skin) => skin.listJoints())) {
    const of = partOf(joint.getName());
    const [ours] = partNames.find(([, theirs]) => of && theirs.test(of.part)) ?? [];
    if (of && ours && !found.has(of.side + ours))
      found.set(of.side + ours, joint.getWorldTranslation() as Point);
  }
  return [...found];
}

/** A character whose own skeleton, where it has the joints, is the ground truth. */
export async function rigCharacter(
  name: string,
  glb: Uint8Array,
  pose: PoseNetwork | null,
): Promise<Outcome> {
  return outcomeOf(name, glb, await ownJoints(glb), pose);
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
