/** The person that a file's own skeleton describes: which way is up and forward, and where the joints are. */
import { multiply, type Quaternion, rotateBy, turnBy } from '../../clips/clip.js';
import { add, dot, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { personThresholds } from './calibration.js';
import { isBeastly, mainJoints, type NamedJoint } from './named.js';

const { straight, square } = personThresholds;

/** `places` by our names, in the file's space; `turn` rotates from upright, facing +Z, to that space. */
export type OwnPerson = { places: ReadonlyMap<string, Vec3>; turn: Quaternion };

/**
 * Named legs of both sides are enough, with a head or arms above them: on animals the trunk lies across the legs.
 * @returns null without these names, and where the pose does not show up and forward
 */
export function ownPersonIn(joints: readonly NamedJoint[]): OwnPerson | null {
  const places = mainJoints(joints);
  if (!places) return null;
  const pair = (part: string): Vec3 | null => {
    const [left, right] = [places.get(`left${part}`), places.get(`right${part}`)];
    return left && right ? lerp(left, right, 0.5) : null;
  };
  const [hips, knees, feet] = [pair('UpperLeg'), pair('LowerLeg'), pair('Foot')];
  const arms = pair('UpperArm');
  const top = places.get('head') ?? places.get('neck') ?? arms;
  const low = feet ?? knees;
  if (!hips || !knees || !low || !top) return null;
  if (!(arms && (pair('LowerArm') || pair('Hand'))) && isBeastly(joints)) return null;
  const [legs, trunk] = [normalize(sub(hips, low)), normalize(sub(top, hips))];
  if (dot(legs, trunk) < straight) return null;
  const turn = turnOf(normalize(add(legs, trunk)), asideOf(places));
  return turn && { places, turn };
}

/** From right to left. */
const asideOf = (places: ReadonlyMap<string, Vec3>): Vec3 =>
  normalize(
    ['UpperArm', 'UpperLeg', 'LowerLeg'].reduce<Vec3>(
      (sum, part) => {
        const [left, right] = [places.get(`left${part}`), places.get(`right${part}`)];
        return left && right ? add(sum, sub(left, right)) : sum;
      },
      [0, 0, 0],
    ),
  );

const quarter = Math.PI / 2;
const risings: readonly Quaternion[] = [
  turnBy(0),
  turnBy(quarter),
  turnBy(-quarter),
  turnBy(Math.PI),
  turnBy(0, 0, quarter),
  turnBy(0, 0, -quarter),
];
const turns = risings.flatMap((rising) =>
  [0, 1, 2, 3].map((yaw) => multiply(rising, turnBy(0, yaw * quarter))),
);

/** The rotation by quarter turns that is nearest; null for bodies at an angle, whose shape shows it better. */
function turnOf(up: Vec3, aside: Vec3): Quaternion | null {
  const near = (turn: Quaternion) =>
    Math.min(dot(rotateBy(turn, [0, 1, 0]), up), dot(rotateBy(turn, [1, 0, 0]), aside));
  const best = turns.reduce((one, other) => (near(other) > near(one) ? other : one));
  return near(best) > square ? best : null;
}

/**
 * All twelve joints of the limbs and those of the middle. Where names of hands or feet are missing, the limb continues
 * straight.
 */
export function completed(places: ReadonlyMap<string, Vec3>): Map<string, Vec3> {
  const all = new Map(places);
  for (const side of ['left', 'right'])
    for (const [upper, lower, end] of [
      ['UpperArm', 'LowerArm', 'Hand'],
      ['UpperLeg', 'LowerLeg', 'Foot'],
    ] as const) {
      const [from, bend] = [all.get(side + upper), all.get(side + lower)];
      if (from && bend && !all.has(side + end))
        all.set(side + end, add(bend, scale(sub(bend, from), beyond)));
    }
  return all;
}

/** Length of a missing lower segment in upper ones. */
const beyond = 0.9;
