/** Uploads stand upright, facing +Z, feet at 0, in metres. */
import { describe, expect, it } from 'vitest';
import { frameAround, piecesIn } from '../../../../../src/engine/body/uploaded/frame.js';
import { placeFigure } from '../../../../../src/engine/body/uploaded/placement.js';
import { multiply, type Quaternion, rotateBy, turnBy } from '../../../../../src/engine/clips/clip.js';
import type { Vec3 } from '../../../../../src/engine/geometry/vec.js';
import type { Piece } from '../../../../../src/engine/input/model/model.js';
import { smoothNormals } from '../../../../../src/engine/input/model/normals.js';
import { person, tubes } from '../../input/model/figures.js';

const shape = tubes(person);
const upright = Float32Array.from(shape.positions);

function placed(way: Quaternion, size: number, offset: Vec3, wanted?: number) {
  const positions = new Float32Array(upright.length);
  for (let i = 0; i < upright.length; i += 3) {
    const [x, y, z] = rotateBy(way, [upright[i]!, upright[i + 1]!, upright[i + 2]!]);
    positions.set([x * size + offset[0], y * size + offset[1], z * size + offset[2]], i);
  }
  const indices = Uint32Array.from(shape.indices);
  const uploaded = [{ positions, indices, normals: smoothNormals(positions, indices) } as Piece];
  const frame = frameAround(uploaded, way);
  const pieces = piecesIn(frame, uploaded);
  const made = placeFigure(uploaded, { frame, pieces, standing: uploaded, kind: 'biped' }, wanted);
  return { ...made, uploaded: positions, positions: made.pieces[0]!.positions };
}

const range = (positions: Float32Array, axis: number) => {
  const values = [...positions].filter((_, i) => i % 3 === axis);
  return [Math.min(...values), Math.max(...values)] as const;
};

const zUp = turnBy(Math.PI / 2);

describe('an upload', () => {
  it('with Z up, in centimetres and far off stands on the origin, 1.7 m tall', () => {
    const { positions, notes } = placed(multiply(zUp, turnBy(0, 1)), 100, [900, -300, 50]);
    const [low, high] = range(positions, 1);
    expect(low).toBeCloseTo(0, 3);
    expect(high).toBeCloseTo(1.7, 3);
    expect(range(positions, 0)[0]).toBeCloseTo(-range(positions, 0)[1], 2);
    expect(notes).toEqual([
      'The model was turned upright, turned to face +Z, scaled to a height of 1.7 m and moved to stand on the origin.',
    ]);
  });

  it('gets the height that was asked for', () => {
    expect(range(placed(turnBy(0), 1, [0, 0, 0], 0.3).positions, 1)[1]).toBeCloseTo(0.3, 4);
  });

  it('that is right already keeps its exact vertices', () => {
    const { positions, uploaded, notes, placement } = placed(turnBy(0), 1, [0, 0, 0]);
    expect(positions).toEqual(uploaded);
    expect(notes).toEqual([]);
    expect(placement).toEqual({ rotation: [0, 0, 0, 1], scale: 1, translation: [0, 0, 0] });
  });

  it('is placed as the report says: rotated, scaled, moved', () => {
    const { positions, uploaded, placement } = placed(zUp, 40, [7, 8, 9]);
    for (let i = 0; i < positions.length; i += 33 * 3) {
      const turned = rotateBy(placement.rotation, [uploaded[i]!, uploaded[i + 1]!, uploaded[i + 2]!]);
      turned.forEach((value, axis) => {
        expect(value * placement.scale + placement.translation[axis]!).toBeCloseTo(positions[i + axis]!, 3);
      });
    }
  });
});
