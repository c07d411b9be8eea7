import { type Pose, poseSkeleton, rotateBy } from '../clips/clip.js';
import { add, sub, type Vec3 } from '../math/vec.js';
import { vertexAt } from '../mesh/mesh.js';
import type { Surface } from '../output/assemble.js';
import type { Skeleton } from '../skeleton/skeleton.js';

/** Linear blend skinning: the surface's positions and normals in a pose. */
export function deform(
  surface: Pick<Surface, 'positions' | 'normals' | 'joints' | 'weights'>,
  skeleton: Skeleton,
  pose: Pose,
): Pick<Surface, 'positions' | 'normals'> {
  const posed = poseSkeleton(skeleton, pose);
  const rest = skeleton.joints.map(({ position }) => position);
  const positions = new Float32Array(surface.positions.length);
  const normals = new Float32Array(surface.normals.length);
  for (let v = 0; v < positions.length / 3; v++) {
    const [p, n] = [vertexAt(surface.positions, v), vertexAt(surface.normals, v)];
    let [moved, turned]: [Vec3, Vec3] = [
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let i = 0; i < 4; i++) {
      const weight = surface.weights[v * 4 + i]!;
      if (weight === 0) continue;
      const joint = surface.joints[v * 4 + i]!;
      const { position, rotation } = posed[joint]!;
      const q = add(position, rotateBy(rotation, sub(p, rest[joint]!)));
      const m = rotateBy(rotation, n);
      moved = [moved[0] + q[0] * weight, moved[1] + q[1] * weight, moved[2] + q[2] * weight];
      turned = [turned[0] + m[0] * weight, turned[1] + m[1] * weight, turned[2] + m[2] * weight];
    }
    const size = Math.hypot(...turned) || 1;
    positions.set(moved, v * 3);
    normals.set([turned[0] / size, turned[1] / size, turned[2] / size], v * 3);
  }
  return { positions, normals };
}
