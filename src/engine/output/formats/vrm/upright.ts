import { multiply, type Quaternion, rotateBy, turnBy, turnTo } from '../../../clips/clip.js';
import { heightOf } from '../../../geometry/mesh/mesh.js';
import { normalize, sub, type Vec3 } from '../../../geometry/vec.js';
import { jointOf, type Skeleton } from '../../../skeleton/skeleton.js';

type Surface = { positions: Float32Array; normals: Float32Array };

const usualHeight = 1.6;
/** Heights in metres that are taken as they are; others are of a file in another unit. */
const plausible = { low: 0.3, high: 4 };

/** Brings a figure from its file's space to VRM's: metres, up is +Y, facing +Z, standing at height 0. */
export function standUpright<S extends Surface>(
  skeleton: Skeleton,
  parts: readonly S[],
): { skeleton: Skeleton; parts: S[] } {
  const at = (name: string) => jointOf(skeleton, name).position;
  const turn = turnOf(
    mainAxis(sub(at('leftUpperArm'), at('rightUpperArm'))),
    mainAxis(sub(at('head'), at('hips'))),
  );
  const turned = parts.map(({ positions, normals, ...rest }) => ({
    ...rest,
    positions: mapped(positions, (p) => rotateBy(turn, p)),
    normals: mapped(normals, (n) => rotateBy(turn, n)),
  })) as unknown as S[];
  const height = heightOf(turned);
  const scale = height >= plausible.low && height <= plausible.high ? 1 : usualHeight / height;
  const ground = turned.reduce(
    (low, { positions }) => Math.min(low, lowest(positions)),
    Number.POSITIVE_INFINITY,
  );
  const place = ([x, y, z]: Vec3): Vec3 => [x * scale, (y - ground) * scale, z * scale];
  const move = (p: Vec3): Vec3 => place(rotateBy(turn, p));
  return {
    skeleton: {
      ...skeleton,
      joints: skeleton.joints.map((joint) => ({
        ...joint,
        position: move(joint.position),
        tail: move(joint.tail),
      })),
    },
    parts: turned.map((part) => ({ ...part, positions: mapped(part.positions, place) })),
  };
}

/** The axis closest to a direction: models are made along the axes, and their spine may lean. */
function mainAxis(direction: Vec3): Vec3 {
  const unit = normalize(direction);
  const largest = Math.max(...unit.map(Math.abs));
  const axis = unit.findIndex((part) => Math.abs(part) === largest);
  return [0, 1, 2].map((i) => (i === axis ? Math.sign(unit[i]!) : 0)) as unknown as Vec3;
}

/** Brings `up` to +Y, then `left` to +X. */
function turnOf(left: Vec3, up: Vec3): Quaternion {
  const standing = turnTo(up, [0, 1, 0]);
  const [x, , z] = rotateBy(standing, left);
  return multiply(turnBy(0, Math.atan2(z, x)), standing);
}

function mapped(vectors: Float32Array, map: (vector: Vec3) => Vec3): Float32Array {
  const made = new Float32Array(vectors.length);
  for (let i = 0; i < vectors.length; i += 3)
    made.set(map([vectors[i]!, vectors[i + 1]!, vectors[i + 2]!]), i);
  return made;
}

function lowest(positions: Float32Array): number {
  let low = Number.POSITIVE_INFINITY;
  for (let i = 1; i < positions.length; i += 3) low = Math.min(low, positions[i]!);
  return low;
}
