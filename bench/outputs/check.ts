/** The guarantees of every output, checked from its bytes by independent code. */
import { NodeIO } from '@gltf-transform/core';
import { inspectGlb } from '../../src/engine/output/validate.js';
import { type Motion, measureMotion } from './motion.js';
import { bindError, matrixError, openInThree, skinnedIn } from './three.js';

const tolerance = 1e-5;

export type Checked = { /** A sentence for each promise broken. */ faults: string[]; motion: Motion | null };

export async function check(glb: Uint8Array): Promise<Checked> {
  const { errors, warnings, messages } = await inspectGlb(glb);
  const faults = errors + warnings > 0 ? [`validator: ${messages.join('; ')}`] : [];
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  for (const primitive of root.listMeshes().flatMap((mesh) => mesh.listPrimitives())) {
    if (primitive.getAttribute('JOINTS_1')) faults.push('more than four influences');
    const weights = primitive.getAttribute('WEIGHTS_0')?.getArray();
    if (!weights) faults.push('a surface without weights');
    for (let v = 0; v < (weights?.length ?? 0); v += 4) {
      const sum = weights![v]! + weights![v + 1]! + weights![v + 2]! + weights![v + 3]!;
      // Negated so that NaN fails too.
      if (!(Math.abs(sum - 1) <= tolerance)) {
        faults.push(`weights sum to ${sum}`);
        break;
      }
    }
  }
  const inThree = await checkInThree(glb);
  return { ...inThree, faults: [...faults, ...inThree.faults] };
}

async function checkInThree(glb: Uint8Array): Promise<Checked> {
  try {
    const { scene, animations } = await openInThree(glb);
    const faults = skinnedIn(scene).length === 0 ? ['three.js finds no skinned mesh'] : [];
    if (animations.length < 3) faults.push(`${animations.length} clips`);
    const [moved, bound] = [bindError(scene), matrixError(scene)];
    if (!(moved <= tolerance)) faults.push(`the skin moves a vertex at rest by ${moved}`);
    if (!(bound <= tolerance)) faults.push(`a bind pose is ${bound} off rest`);
    const motion = measureMotion({ scene, animations });
    return { faults: [...faults, ...motion.faults], motion };
  } catch (error) {
    return { faults: [`three.js does not open it: ${(error as Error).message}`], motion: null };
  }
}
