import { heightOf } from '../geometry/mesh/mesh.js';
import { mostInfluences, verticesAndTriangles } from '../output/counts.js';
import { generator } from '../output/glb.js';
import type { RigReport } from '../types.js';
import { version } from '../version.js';
import type { PipelineProgress } from './progress.js';

type Made = {
  surfaces: readonly { positions: Float32Array; indices: Uint32Array }[];
  skins: readonly { weights: Float32Array }[];
  joints: readonly { name: string; parent: string | null; position: readonly number[] }[];
  materials: number;
  /** More than the report says about a clip is left out. */
  animations: readonly { name: string; seconds: number }[];
  progress: PipelineProgress;
};

/** The report of any pipeline: what it measures of the result, and what it passes on. */
export function reportOf(
  { surfaces, skins, joints, materials, animations, progress }: Made,
  {
    seed,
    input,
    skeleton,
    validation,
    ...rest
  }: Pick<RigReport, 'seed' | 'input' | 'skeleton' | 'validation'> &
    Pick<RigReport, 'words' | 'spec' | 'notes' | 'seen' | 'alternative' | 'placement'>,
): RigReport {
  return {
    generator,
    version,
    seed,
    input,
    skeleton,
    joints: joints.map(({ name, parent, position }) => ({
      name,
      parent,
      position: [...position] as [number, number, number],
    })),
    maxInfluences: mostInfluences(skins),
    mesh: { ...verticesAndTriangles(surfaces), materials },
    animations: animations.map(({ name, seconds }) => ({ name, seconds })),
    validation,
    timings: progress.timings(),
    ...rest,
    height: heightOf(surfaces),
  };
}
