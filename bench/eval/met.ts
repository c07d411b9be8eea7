/** What the engine makes of one upload with known joints: class, directions and joint errors. */
import { toFile, turnToFileVector } from '../../src/engine/body/uploaded/frame.js';
import { shapeModel, standModel } from '../../src/engine/body/uploaded/stand.js';
import { boundsOfVertices } from '../../src/engine/geometry/mesh/bounds.js';
import { distance, dot } from '../../src/engine/geometry/vec.js';
import type { Piece } from '../../src/engine/input/model/model.js';
import { smoothNormals } from '../../src/engine/input/model/normals.js';
import type { RigParameters } from '../../src/engine/types.js';
import { type Creature, sizeOf } from './creature.js';
import { processorTime } from './processor.js';

export type Met = {
  name: string;
  wanted: string;
  got: string;
  /** Cosines between the found and the true directions. */
  ahead: number;
  upright: number;
  /** In % of the height (of the longest side for bodies that do not stand), for a right class only. */
  errors: [string, number][];
  milliseconds: number;
};

export function meet(creature: Creature, detail: RigParameters['detail'] = 'medium'): Met {
  const pieces = creature.parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
  const before = process.cpuUsage();
  const { frame, skeleton } = standModel(shapeModel(pieces, detail));
  const { low, high } = boundsOfVertices(creature.parts);
  const rise = creature.up.findIndex((value) => Math.abs(value) > 0.9);
  const standing = ['biped', 'quadruped', 'avian'].includes(creature.kind) && rise >= 0;
  const size = standing ? high[rise]! - low[rise]! : sizeOf(creature);
  const errors =
    skeleton.kind === creature.kind
      ? skeleton.joints.flatMap(({ name, position }): [string, number][] => {
          const truth = creature.joints.get(name);
          return truth ? [[name, (100 * distance(toFile(frame, position), truth)) / size]] : [];
        })
      : [];
  return {
    name: creature.name,
    wanted: creature.kind,
    got: skeleton.kind,
    ahead: dot(turnToFileVector(frame, [0, 0, 1]), creature.front),
    upright: dot(turnToFileVector(frame, [0, 1, 0]), creature.up),
    errors,
    milliseconds: processorTime(before),
  };
}
