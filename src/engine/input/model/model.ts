/** An uploaded mesh: its document with materials and textures, and its surfaces in world space. */
import type { Document, Primitive } from '@gltf-transform/core';
import { AppError } from '../../../base/errors.js';
import type { NamedJoint } from '../../skeleton/existing/named.js';

/** One primitive in the rest pose, in the file's own units and vertex order. */
export type Piece = {
  source: Primitive;
  positions: Float32Array;
  normals: Float32Array;
  indices: Uint32Array;
  /** Attached to a joint of a skinned body, like a sword in a hand: not part of the figure. */
  attached?: boolean;
};

export type Model = {
  name: string;
  document: Document;
  pieces: Piece[];
  /** Of the file's own skeletons, in the rest pose that the pieces have. */
  joints?: NamedJoint[];
  /** Whether the file has animations, which no rig keeps. */
  animated?: boolean;
  /** One sentence for each thing that was left out or changed. */
  notes: string[];
};

export const materialsOf = (pieces: readonly Piece[]): number =>
  new Set(pieces.map(({ source }) => source.getMaterial())).size;

export const limits = {
  bytes: 50 * 1024 * 1024,
  vertices: 400_000,
  triangles: 500_000,
  nodes: 20_000,
  /** Greatest nesting depth of nodes. */
  depth: 1000,
  /** Limit for `load` of `surveySurface`. */
  load: 4000,
  reach: 10_000,
  /** Lower limit for `cover`: for a rod, `cover` is 3 times its thickness over its length. */
  cover: 0.003,
} as const;

export const trianglesIn = ({ pieces }: Pick<Model, 'pieces'>): number =>
  pieces.reduce((sum, { indices }) => sum + indices.length / 3, 0);

export const tooManyTriangles = (): AppError =>
  new AppError(
    'too_large',
    `That model has more than ${limits.triangles.toLocaleString('en-US')} triangles. Please send a simplified one.`,
  );
