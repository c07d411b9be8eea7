/** A mesh somebody made: its document with materials and textures, and its surfaces as they stand in the world. */
import type { Document, Primitive } from '@gltf-transform/core';
import { AppError } from '../../base/errors.js';

/** One primitive as it is seen at rest, in the file's own units and vertex order. */
export type Piece = {
  source: Primitive;
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  /** Hung on a joint of a body that was skinned, as a sword in a hand: not part of the figure itself. */
  attached?: boolean;
};

export type Model = {
  name: string;
  document: Document;
  pieces: Piece[];
  /** What was left out or changed, a sentence each. */
  notes: string[];
};

export const materialsOf = (pieces: readonly Piece[]): number =>
  new Set(pieces.map(({ source }) => source.getMaterial())).size;

export const limits = {
  bytes: 50 * 1024 * 1024,
  vertices: 400_000,
  triangles: 500_000,
  nodes: 20_000,
  /** Nodes within one another. */
  depth: 1000,
  /** Of `surveySurface`. */
  load: 4000,
  reach: 10_000,
  /** The least: of a rod it is 3 times its thickness over its length. */
  cover: 0.003,
} as const;

export const trianglesIn = ({ pieces }: Pick<Model, 'pieces'>): number =>
  pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);

export const tooManyTriangles = (): AppError =>
  new AppError(
    'too_large',
    `That model has more than ${limits.triangles.toLocaleString('en-US')} triangles. Please send a simplified one.`,
  );
