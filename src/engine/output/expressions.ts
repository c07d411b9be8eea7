/** Expressions of a face made from text: its eyes and mouth are known by the names of their swatches. */
import type { Document, Primitive } from '@gltf-transform/core';
import type { Skeleton } from '../skeleton/skeleton.js';
import { eyeMaterials, mouthMaterials } from '../style/features.js';
import { accessorOf } from './accessors.js';

type Face = { positions: Float32Array; eyes: readonly number[]; mouth: readonly number[] };
type Swatch = { name: string; first: number; count: number };

/** Joints that move parts of a face. Robots have lamps elsewhere in the colour of their eyes. */
const faceJoints = /^(head|jaw|leftEye|rightEye)$/;

/** `eyes`: share of their height; `wide`, `tall`: of the mouth; `lift`: of its corners, in its half widths. */
type Shape = { eyes?: number; side?: 1 | -1; wide?: number; tall?: number; lift?: number };

/** VRM's presets. */
const shapes: Readonly<Record<string, Shape>> = {
  blink: { eyes: 0.07 },
  blinkLeft: { eyes: 0.07, side: 1 },
  blinkRight: { eyes: 0.07, side: -1 },
  aa: { wide: 0.9, tall: 3.4 },
  ih: { wide: 1.2, tall: 1.7 },
  ou: { wide: 0.5, tall: 2 },
  ee: { wide: 1.3, tall: 1.3 },
  oh: { wide: 0.65, tall: 3 },
  happy: { eyes: 0.6, wide: 1.15, lift: 0.35 },
  angry: { eyes: 0.5, wide: 0.9, lift: -0.3 },
  sad: { eyes: 0.7, wide: 0.85, lift: -0.45 },
  surprised: { eyes: 1.15, wide: 0.6, tall: 3 },
  relaxed: { eyes: 0.4, lift: 0.15 },
};

type Vertices = { positions: Float32Array; joints: Uint8Array; indices: Uint32Array };

/** How far each vertex moves in an expression. */
export type Expression = { name: string; deltas: Float32Array };

/** An expression for each that the face has parts for; none without known eyes and mouth. */
export function expressionsOf(
  vertices: Vertices,
  swatches: readonly Swatch[],
  skeleton: Skeleton,
): Expression[] {
  const ofFace = new Set(skeleton.joints.flatMap(({ name }, i) => (faceJoints.test(name) ? [i] : [])));
  const pick = (names: RegExp): number[] => {
    const found = swatches.filter(({ name }) => names.test(name));
    const corners = found.flatMap(({ first, count }) => [
      ...vertices.indices.subarray(first * 3, (first + count) * 3),
    ]);
    return [...new Set(corners)].filter((v) => ofFace.has(vertices.joints[v * 4]!));
  };
  const face: Face = { positions: vertices.positions, eyes: pick(eyeMaterials), mouth: pick(mouthMaterials) };
  const hasPair = isPair(face);
  return Object.entries(shapes).flatMap(([name, shape]) => {
    const moves = (shape.eyes !== undefined && face.eyes.length > 0) || face.mouth.length > 0;
    const needsEyes = name.startsWith('blink') && (face.eyes.length === 0 || (shape.side && !hasPair));
    return moves && !needsEyes ? [{ name, deltas: deltasOf(face, shape) }] : [];
  });
}

/**
 * Adds them to a primitive as morph targets.
 * @returns the names of the targets, in their order
 */
export function addExpressions(
  document: Document,
  primitive: Primitive,
  vertices: Vertices,
  skeleton: Skeleton,
): string[] {
  const { swatches = [] } = primitive.getExtras() as { swatches?: Swatch[] };
  const expressions = expressionsOf(vertices, swatches, skeleton);
  for (const { name, deltas } of expressions) {
    const moved = accessorOf(document, 'VEC3', deltas).setSparse(true);
    primitive.addTarget(document.createPrimitiveTarget(name).setAttribute('POSITION', moved));
  }
  return expressions.map(({ name }) => name);
}

/** Whether there are two eyes, with nothing between them. */
function isPair({ positions, eyes }: Face): boolean {
  const aside = eyes.map((v) => Math.abs(positions[v * 3]!));
  const most = Math.max(...aside);
  return aside.length > 0 && aside.every((x) => x > 0.02 * most);
}

/** In half widths of the mouth: long curved ones of muzzles would leave the face. */
const mostOpened = 0.3;

function deltasOf({ positions, eyes, mouth }: Face, shape: Shape): Float32Array {
  const deltas = new Float32Array(positions.length);
  const { eyes: open = 1, side, wide = 1, tall = 1, lift = 0 } = shape;
  for (const x of [1, -1] as const) {
    const own = eyes.filter((v) => Math.sign(positions[v * 3]! || 1) === x);
    const { middle } = spanOf(positions, own, 1);
    if (side === undefined || side === x)
      for (const v of own) deltas[v * 3 + 1] = (middle - positions[v * 3 + 1]!) * (1 - open);
  }
  const [across, up] = [spanOf(positions, mouth, 0), spanOf(positions, mouth, 1)];
  const height = Math.min(tall, 1 + (mostOpened * across.half) / (up.half || 1));
  for (const v of mouth) {
    const x = positions[v * 3]! - across.middle;
    const y = positions[v * 3 + 1]! - up.middle;
    deltas[v * 3] = x * (wide - 1);
    deltas[v * 3 + 1] = y * (height - 1) + lift * across.half * (x / (across.half || 1)) ** 2;
  }
  return deltas;
}

function spanOf(positions: Float32Array, vertices: readonly number[], axis: 0 | 1) {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const v of vertices) {
    low = Math.min(low, positions[v * 3 + axis]!);
    high = Math.max(high, positions[v * 3 + axis]!);
  }
  return { middle: (low + high) / 2, half: (high - low) / 2 };
}
