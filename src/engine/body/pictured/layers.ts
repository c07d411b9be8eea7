/** Arms drawn in front of the body become separate pieces, so that they move without pulling at it. */
import type { Character, Solid } from '../../character.js';
import { blend, type Field, intersect, leaf } from '../../geometry/field/field.js';
import { roundCone } from '../../geometry/field/shapes.js';
import { lerp, type Vec3 } from '../../geometry/vec.js';
import { metresOf, type Silhouette } from '../../segmentation/image/silhouette.js';
import { handShare } from '../../skeleton/outline/arms.js';
import type { BipedFit } from '../../skeleton/outline/biped.js';
import type { Joint, Side, Skeleton } from '../../skeleton/skeleton.js';
import { layersThresholds } from './calibration.js';
import type { Form } from './form.js';
import { type Relief, reliefDistance } from './inflate.js';
import { findInnerArm, type InnerArm } from './layers-find.js';
import { edgesIn } from './layers-sheet.js';
import { boxUv, depthIn } from './pictured.js';
import type { Shot } from './shot.js';
import { textureOf, uncovered } from './texture.js';

const { sunk, covered, clear, rim } = layersThresholds;

type Line = readonly [shoulder: Vec3, elbow: Vec3, tip: Vec3];
/** An arm in front of the body, in metres. */
export type FrontArm = { side: Side; line: Line; radius: number };

/** Arms that the picture shows inside the outline, among those that do not stick out of it. */
export function frontArms(
  { picture, silhouette }: Shot,
  form: Form,
  { trunk, hidden }: BipedFit,
): FrontArm[] {
  if (hidden.length === 0) return [];
  const edges = edgesIn(picture, silhouette);
  return hidden.flatMap((side) => {
    const arm = findInnerArm(silhouette, edges, trunk, side);
    return arm ? [{ side, line: raised(form, arm), radius: arm.half * silhouette.cell }] : [];
  });
}

/** Depth of an arm's axis in front of the body; no part of it sinks in deeper than its ends. */
function raised({ surface: front, relief }: Form, { points, half }: InnerArm): Line {
  const s = relief.silhouette;
  const flat = points.map(([column, row]): Vec3 => [...metresOf(s, column, row), 0]);
  const surface = ([u, v]: Vec3) => front(u, v);
  const sink = half * s.cell * sunk;
  const [shoulder, elbow, tip] = [flat[0]!, flat[1]!, flat[2]!].map(
    (p, i): Vec3 => [p[0], p[1], surface(p) * (i ? 1 : 0.8)],
  );
  const lack = (a: Vec3, b: Vec3) =>
    Math.max(0, ...[0.3, 0.5, 0.7].map((t) => surface(lerp(a, b, t)) - lerp(a, b, t)[2]));
  const [upper, lower] = [lack(shoulder!, elbow!), lack(elbow!, tip!)];
  const forward = (p: Vec3, by: number): Vec3 => [p[0], p[1], Math.max(0, p[2] + by - sink)];
  return [forward(shoulder!, upper), forward(elbow!, Math.max(upper, lower)), forward(tip!, lower)];
}

export const armJoints = ({ name }: Side) => [`${name}UpperArm`, `${name}LowerArm`, `${name}Hand`];

/** The skeleton with its arms moved to where the picture shows them. */
export function bent(skeleton: Skeleton, arms: readonly FrontArm[]): Skeleton {
  const places = new Map<string, readonly [Vec3, Vec3]>();
  for (const { side, line } of arms) {
    const [shoulder, elbow, tip] = line;
    const wrist = lerp(elbow, tip, 1 - handShare * 2);
    const points = [shoulder, elbow, wrist, tip];
    for (const [i, name] of armJoints(side).entries()) places.set(name, [points[i]!, points[i + 1]!]);
    const collar = skeleton.joints.find(({ name }) => name === `${side.name}Shoulder`);
    if (collar) places.set(collar.name, [collar.position, shoulder]);
  }
  const joints = skeleton.joints.map((joint): Joint => {
    const [position, tail] = places.get(joint.name) ?? [joint.position, joint.tail];
    return { ...joint, position, tail };
  });
  return { ...skeleton, joints };
}

/**
 * The body with its front arms as solids that keep the picture's texture. The body's own part of a hidden arm stays
 * with the trunk, since nothing shows where it would end.
 * @param pixels the front's panel, including the arms
 */
export async function layered(
  character: Character,
  { silhouette, relief }: Shot,
  { hidden }: BipedFit,
  arms: readonly FrontArm[],
  pixels: Uint8Array,
): Promise<Character> {
  const [body, ...others] = character.solids;
  if (!body || hidden.length === 0) return character;
  const still = new Set(hidden.flatMap(armJoints));
  const solids = arms.map(
    (arm): Solid => ({
      name: `${arm.side.name}Arm`,
      field: bulge(relief, arm),
      cell: Math.min(body.cell * 0.8, arm.radius * 0.3),
      material: 'arms',
      binding: { kind: 'bones', joints: armJoints(arm.side) },
    }),
  );
  const panel = { pixels, uv: (x: number, y: number) => boxUv(silhouette, x, y) };
  const worn = character.materials.find(({ name }) => name === body.material);
  const material =
    worn && arms.length > 0 ? { ...worn, name: 'arms', texture: await textureOf([panel], () => 0) } : null;
  return {
    ...character,
    solids: [{ ...body, binding: withoutJoints(body, character.skeleton, still) }, ...others, ...solids],
    materials: [...character.materials, ...(material ? [material] : [])],
  };
}

/** A round shape that never exceeds the picture's own outline. */
function bulge(relief: Relief, { line: [shoulder, elbow, tip], radius: r }: FrontArm): Field {
  const arm = blend(r * 0.5, [
    roundCone(shoulder, elbow, r, r * 0.95),
    roundCone(elbow, tip, r * 0.95, r * 0.85),
  ]);
  return intersect(
    arm,
    leaf(arm.box, (x, y) => reliefDistance(relief, x, y, 0)),
  );
}

/** Assigns to the chest what hidden arms would own. */
function withoutJoints(
  { binding }: Solid,
  { joints }: Skeleton,
  still: ReadonlySet<string>,
): Solid['binding'] {
  if (binding.kind !== 'heat') return binding;
  const { owner } = binding;
  const places = joints.filter(({ name }) => ['hips', 'spine', 'chest'].includes(name));
  const nearest = (y: number) =>
    places.reduce((a, b) => (Math.abs(b.position[1] - y) < Math.abs(a.position[1] - y) ? b : a)).name;
  return {
    kind: 'heat',
    owner(x, y, z) {
      const name = owner(x, y, z);
      return still.has(name) ? nearest(y) : name;
    },
  };
}

/** The front's panel with the arms in front of the body painted over. */
export function withoutArms(pixels: Uint8Array, s: Silhouette, arms: readonly FrontArm[]): Uint8Array {
  const depth = depthIn(s);
  const within = (share: number) => {
    const near = arms.map(({ line, radius }) => ({
      line,
      reach: radius * share,
      box: boundsOf(line, radius * share),
    }));
    return (u: number, v: number) => {
      const [x, y] = [(u - 0.5) * s.width, (1 - v) * s.height];
      return near.some(
        ({ line: [a, b, c], reach, box: [left, low, right, top] }) =>
          x > left && x < right && y > low && y < top && Math.min(away(x, y, a, b), away(x, y, b, c)) < reach,
      );
    };
  };
  const close = within(clear);
  const heights = arms.flatMap(({ line }) => line.map(([, y]) => 1 - y / s.height));
  const [top, bottom] = [Math.min(...heights), Math.max(...heights)];
  const plain = (u: number, v: number) => v > top && v < bottom && depth(u, v) > rim && !close(u, v);
  return uncovered(pixels, within(covered), plain);
}

const boundsOf = (line: Line, reach: number) => {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  return [
    Math.min(...xs) - reach,
    Math.min(...ys) - reach,
    Math.max(...xs) + reach,
    Math.max(...ys) + reach,
  ] as const;
};

function away(x: number, y: number, [ax, ay]: Vec3, [bx, by]: Vec3): number {
  const [dx, dy] = [bx - ax, by - ay];
  const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(x - ax - dx * t, y - ay - dy * t);
}
