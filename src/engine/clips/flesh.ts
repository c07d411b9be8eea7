/** How thick a body is around its joints, measured on its skinned surfaces, so that clips keep its parts apart. */
import { heightOf, vertexAt } from '../geometry/mesh/mesh.js';
import { add, clamp, scale, sub, type Vec3 } from '../geometry/vec.js';
import { copied } from '../skeleton/copies.js';
import { jointIndex, type Skeleton } from '../skeleton/skeleton.js';
import { type Profile, profileOf } from './profile.js';

export type SkinnedSurface = {
  positions: Float32Array;
  indices: ArrayLike<number>;
  joints: Uint8Array;
  weights: Float32Array;
};

export type Flesh = {
  /** For the joints of a person's trunk, head and legs: around vertical axes. */
  profiles: ReadonlyMap<string, Profile>;
  /** All measured points of a person's forearms, and of hands with their fingers, relative to the joint. */
  arms: ReadonlyMap<string, readonly Vec3[]>;
  /** The outermost points that each joint moves in 26 directions, relative to the joint. */
  hulls: ReadonlyMap<string, readonly Vec3[]>;
};

const directions: readonly Vec3[] = [-1, 0, 1]
  .flatMap((x) => [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((z): Vec3 => [x, y, z])))
  .filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0);

/** What hangs on other joints (hair, ears, capes, toes, fingers) is measured with the nearest of these above it. */
const kept = /^(hips|spine|chest|upperChest|neck|head|(left|right)(UpperLeg|LowerLeg|Foot))$/;
const ofArm = /^(left|right)(Shoulder|UpperArm|LowerArm|Hand)$/;

/** In heights of the body: the step of profiles, and the distance of measured points on faces without vertices. */
const [step, spacing] = [0.04, 0.02];
const sectors = 20;
const mostParts = 16;

export function measureFlesh(skeleton: Skeleton, surfaces: readonly SkinnedSurface[]): Flesh {
  const { joints: bones } = skeleton;
  const hulls = bones.map(() => new Hull());
  forVertices(surfaces, (owner, point) => hulls[owner]!.add(sub(point, bones[owner]!.position)));
  const [profiles, arms] = [new Map<string, Profile>(), new Map<string, readonly Vec3[]>()];
  // Only the clips of people keep arms out of the body.
  const height = skeleton.kind === 'biped' ? heightOf(surfaces) : 0;
  const carried = height > 0 ? carriedPoints(skeleton, surfaces, spacing * height) : [];
  carried.forEach((points, i) => {
    const { name } = bones[i]!;
    if (ofArm.test(name)) arms.set(name, points);
    else if (kept.test(name) && points.length > 0)
      profiles.set(name, profileOf(points, { step: step * height, sectors }));
  });
  return { profiles, arms, hulls: new Map(bones.map(({ name }, i) => [name, hulls[i]!.points])) };
}

/** Points of the surface by the joint that carries them, relative to it. */
function carriedPoints(skeleton: Skeleton, surfaces: readonly SkinnedSurface[], apart: number): Vec3[][] {
  const { joints: bones } = skeleton;
  const index = jointIndex(skeleton);
  const carriers: number[] = [];
  bones.forEach(({ name, parent }, i) => {
    const carries = parent === null || kept.test(name) || ofArm.test(name);
    carriers.push(carries ? i : carriers[index.get(parent)!]!);
  });
  const points = bones.map((): Vec3[] => []);
  const visit = (owner: number, point: Vec3) => {
    // Repeated arms and heads would make the chest that carries them look wide.
    if (copied(bones[owner]!.name)) return;
    const carrier = carriers[owner]!;
    points[carrier]!.push(sub(point, bones[carrier]!.position));
  };
  forVertices(surfaces, visit);
  forFaces(surfaces, apart, visit);
  return points;
}

type Visit = (owner: number, point: Vec3) => void;

/** The owner of a vertex is the joint with the greatest weight. */
function forVertices(surfaces: readonly SkinnedSurface[], visit: Visit): void {
  for (const { positions, joints } of surfaces)
    for (let v = 0; v * 3 < positions.length; v++) visit(joints[v * 4]!, vertexAt(positions, v));
}

/** Points between the vertices of triangles with sides longer than `apart`; the nearest corner's joint owns them. */
function forFaces(surfaces: readonly SkinnedSurface[], apart: number, visit: Visit): void {
  for (const surface of surfaces)
    for (let t = 0; t < surface.indices.length; t += 3)
      if (longestSide(surface, t) > apart) visitFace(surface, t, apart, visit);
}

/** Reads the numbers in place: most triangles are too small to have points between their vertices. */
function longestSide({ positions, indices }: SkinnedSurface, t: number): number {
  let most = 0;
  for (let k = 0; k < 3; k++) {
    const from = indices[t + k]! * 3;
    const to = indices[t + ((k + 1) % 3)]! * 3;
    const x = positions[from]! - positions[to]!;
    const y = positions[from + 1]! - positions[to + 1]!;
    const z = positions[from + 2]! - positions[to + 2]!;
    most = Math.max(most, x * x + y * y + z * z);
  }
  return Math.sqrt(most);
}

function visitFace(surface: SkinnedSurface, t: number, apart: number, visit: Visit): void {
  const { positions, indices, joints } = surface;
  const [a, b, c] = [0, 1, 2].map((k) => vertexAt(positions, indices[t + k]!)) as [Vec3, Vec3, Vec3];
  const parts = clamp(Math.ceil(longestSide(surface, t) / apart), 1, mostParts);
  for (let i = 0; i <= parts; i++)
    for (let j = 0; j <= parts - i; j++) {
      const shares: Vec3 = [i / parts, j / parts, (parts - i - j) / parts];
      const most = Math.max(...shares);
      if (most === 1) continue;
      const owner = joints[indices[t + shares.indexOf(most)]! * 4]!;
      visit(owner, add(add(scale(a, shares[0]), scale(b, shares[1])), scale(c, shares[2])));
    }
}

/** The outermost points in fixed directions. */
class Hull {
  readonly #reach = new Float64Array(directions.length).fill(Number.NEGATIVE_INFINITY);
  readonly #points: Vec3[] = [];

  add(point: Vec3): void {
    const [x, y, z] = point;
    for (let i = 0; i < directions.length; i++) {
      const [a, b, c] = directions[i]!;
      const reach = x * a + y * b + z * c;
      if (reach <= this.#reach[i]!) continue;
      this.#reach[i] = reach;
      this.#points[i] = point;
    }
  }

  get points(): readonly Vec3[] {
    return this.#points;
  }
}
