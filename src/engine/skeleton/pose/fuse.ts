/** Adjusts a two-legged skeleton to the joints a pose network detected. */
import { add, distance, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import { chain, type Joint, jointOf, type Skeleton, sides } from '../skeleton.js';
import { fuseThresholds } from './calibration.js';
import { limbs } from './network.js';

const { agreed, shareOfSeen, nape, skull, crown } = fuseThresholds;

/** Detected joints in the skeleton's space; undetected ones are missing. */
export type DetectedJoints = ReadonlyMap<string, Vec3>;

/**
 * @param height of the figure in the skeleton's unit
 * @param known the joints are not guessed but given, with neck and head
 */
export function fuseSkeleton(
  fitted: Skeleton,
  seen: DetectedJoints,
  height: number,
  known = false,
): Skeleton {
  const places = new Map(fitted.joints.map(({ name, position }) => [name, position]));
  const replaced = new Set<string>();
  for (const limb of limbs) {
    if (!limb.every((name) => seen.has(name))) continue;
    const apart = Math.max(...limb.map((name) => across(places.get(name)!, seen.get(name)!)));
    const share = known || apart > agreed * height ? 1 : shareOfSeen;
    for (const name of limb) {
      places.set(name, share === 1 ? seen.get(name)! : lerp(places.get(name)!, seen.get(name)!, share));
      if (share === 1) replaced.add(name);
    }
  }
  const at = (name: string): Vec3 => places.get(name)!;
  const from = (name: string): Vec3 => jointOf(fitted, name).position;
  const moved = (name: string): Vec3 => sub(at(name), from(name));
  const spine = spineOf(fitted, seen, {
    hips: middle(moved('leftUpperLeg'), moved('rightUpperLeg')),
    shoulders: middle(at('leftUpperArm'), at('rightUpperArm')),
    height,
  });
  const arms = sides.flatMap(({ name: side }) => {
    const { tail } = jointOf(fitted, `${side}Hand`);
    const [collar, upper, lower, hand] = ['Shoulder', 'UpperArm', 'LowerArm', 'Hand'].map(
      (p) => side + p,
    ) as Four;
    const reach = distance(from(hand), tail);
    const ahead = scale(normalize(sub(at(hand), at(lower))), reach);
    const tip = replaced.has(hand) ? add(at(hand), ahead) : add(tail, moved(hand));
    return chain([collar, upper, lower, hand], 'chest', [
      add(from(collar), scale(moved(upper), 0.5)),
      at(upper),
      at(lower),
      at(hand),
      tip,
    ]);
  });
  const legs = sides.flatMap(({ name: side }) => {
    const [upper, lower, foot, toes] = ['UpperLeg', 'LowerLeg', 'Foot', 'Toes'].map((p) => side + p) as Four;
    const { position, tail } = jointOf(fitted, toes);
    const [x, y, z] = moved(foot);
    // Many skeletons have the ankle at the sole; the toes stay inside the shoe.
    const shift: Vec3 = [x, known ? 0 : y, z];
    return chain([upper, lower, foot, toes], 'hips', [
      at(upper),
      at(lower),
      at(foot),
      add(position, shift),
      add(tail, shift),
    ]);
  });
  return { kind: 'biped', joints: [...spine, ...arms, ...legs] };
}

/** The top of the head stays as high as the solid. */
const crowned = (neck: Vec3, head: Vec3, crown: Vec3): [Vec3, Vec3, Vec3] => [
  neck,
  head,
  [head[0], Math.max(crown[1], head[1] + 0.5 * distance(neck, head)), head[2]],
];

type Four = [string, string, string, string];
const middle = (a: Vec3, b: Vec3): Vec3 => lerp(a, b, 0.5);

/** Distance without depth, which the network cannot detect. */
const across = (a: Vec3, b: Vec3): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

type Girdles = { hips: Vec3; shoulders: Vec3; height: number };

/** Moves the lower end with the hips; a neck that is not between shoulders and ears is moved there. */
function spineOf(
  fitted: Skeleton,
  seen: DetectedJoints,
  { hips: shift, shoulders, height }: Girdles,
): Joint[] {
  const names = ['hips', 'spine', 'chest', 'neck', 'head'];
  const [low, ...rest] = names.map((name) => jointOf(fitted, name));
  const [back, neck, head] = [rest.slice(0, 2), rest[2]!, rest[3]!];
  const [left, right] = [seen.get('leftEar'), seen.get('rightEar')];
  const ears = left && right && middle(left, right);
  const towards = (share: number): Vec3 => {
    const [x, y] = lerp(shoulders, ears!, share);
    return [x, y, neck.position[2]];
  };
  const astray =
    ears &&
    (neck.position[1] > ears[1] ||
      neck.position[1] < shoulders[1] - agreed * height ||
      Math.abs(neck.position[0] - towards(nape)[0]) > agreed * height);
  const [givenNeck, givenHead] = [seen.get('neck'), seen.get('head')];
  const top: [Vec3, Vec3, Vec3] = givenHead
    ? crowned(givenNeck ?? lerp(shoulders, givenHead, nape), givenHead, head.tail)
    : astray
      ? [towards(nape), towards(skull), towards(crown)]
      : [neck.position, head.position, head.tail];
  const hips = seen.get('hips') ?? add(low!.position, shift);
  const span = distance(low!.position, neck.position) || 1;
  const between = back.map(({ position }) => {
    const share = distance(low!.position, position) / span;
    return add(position, lerp(shift, sub(top[0], neck.position), share));
  });
  return chain(names, null, [hips, ...between, ...top]);
}
