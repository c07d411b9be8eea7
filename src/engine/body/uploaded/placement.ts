/** Where a figure stands in the finished file: upright, facing +Z, its feet at 0, in metres. */

import { invert, type Quaternion, rotateBy } from '../../clips/clip.js';
import { boundsOfTriangles, spansOf } from '../../geometry/mesh/bounds.js';
import { scale as times, type Vec3 } from '../../geometry/vec.js';
import type { Piece } from '../../input/model/model.js';
import type { SkeletonKind } from '../../types.js';
import { placementThresholds } from './calibration.js';
import { mapPoints, toFile, turnToFileVector, type UploadedFrame, unturned } from './frame.js';

const { tall, same, straight, upright, ahead } = placementThresholds;

/** From the upload to the finished file: rotation, then scale, then translation. */
export type Placement = { rotation: Quaternion; scale: number; translation: Vec3 };

export type Placed = {
  /** Between the engine's space and the finished file's. */
  frame: UploadedFrame;
  pieces: Piece[];
  placement: Placement;
  /** Sentences about what changed. */
  notes: string[];
};

type Stood = {
  frame: UploadedFrame;
  /** In the engine's space; `standing` without the triangles of a base. */
  pieces: readonly Piece[];
  standing: readonly Piece[];
  kind: SkeletonKind;
};

/**
 * Without a wanted height, people are 1.7 m tall, and the longest side of other bodies is 1.7 m. A file that is right
 * already keeps its exact vertices.
 */
export function placeFigure(uploaded: readonly Piece[], stood: Stood, wanted?: number): Placed {
  const { frame, pieces, kind } = stood;
  const bounds = boundsOfTriangles(
    stood.standing.map(({ indices }, p) => ({ positions: pieces[p]!.positions, indices })),
  );
  const { low, high } = bounds;
  const span = spansOf(bounds);
  const measured = wanted !== undefined || kind === 'biped' ? span[1]! : Math.max(...span);
  const factor = (wanted ?? tall) / (measured || 1);
  const scale = frame.scale * factor;
  const rotation = invert(frame.turn);
  const origin = times(rotateBy(rotation, frame.centre), -frame.scale);
  // The file's own axis stays where it is as long as it runs through the figure.
  const within = [0, 2].every((axis) => origin[axis]! >= low[axis]! && origin[axis]! <= high[axis]!);
  const centre: Vec3 = [
    within ? -origin[0] * factor : 0,
    -low[1]! * factor,
    within ? -origin[2] * factor : 0,
  ];
  const translation = rotateBy(rotation, frame.centre).map(
    (value, axis) => centre[axis]! - value * scale,
  ) as unknown as Vec3;
  const moved = Math.hypot(...translation) > same * span[1]! * factor;
  const turned = Math.abs(frame.turn[3]) < straight;
  if (!moved && !turned && Math.abs(scale - 1) < same)
    return {
      frame,
      pieces: [...uploaded],
      placement: { rotation: unturned, scale: 1, translation: [0, 0, 0] },
      notes: [],
    };
  const out: UploadedFrame = { centre, scale: 1 / factor, turn: unturned };
  return {
    frame: out,
    pieces: pieces.map((piece) => ({
      ...piece,
      positions: mapPoints(piece.positions, (p) => toFile(out, p)),
    })),
    placement: { rotation, scale, translation },
    notes: noteOn(frame, { moved, scaled: Math.abs(scale - 1) >= same, height: span[1]! * factor }),
  };
}

function noteOn(
  frame: UploadedFrame,
  { moved, scaled, height }: { moved: boolean; scaled: boolean; height: number },
): string[] {
  const [up, front] = [turnToFileVector(frame, [0, 1, 0]), turnToFileVector(frame, [0, 0, 1])];
  const changes = [
    ...(up[1] < upright ? ['turned upright'] : []),
    ...(front[2] < ahead ? ['turned to face +Z'] : []),
    ...(scaled ? [`scaled to a height of ${Number(height.toPrecision(3))} m`] : []),
    ...(moved ? ['moved to stand on the origin'] : []),
  ];
  return [`The model was ${inWords(changes) || 'straightened'}.`];
}

const inWords = (list: readonly string[]): string =>
  [list.slice(0, -1).join(', '), list.at(-1)].filter(Boolean).join(' and ');
