/**
 * Writes expressions as morph targets straight into the JSON of a file, with the vertices that move alone. As accessors
 * of a document, every vertex would be looked up for every expression.
 */
import type { GLTF } from '@gltf-transform/core';
import { type GlbParts, padded } from '../input/model/glb-pack.js';
import type { Expression } from './expressions.js';

const componentTypes = { short: 5123, int: 5125, float: 5126 } as const;

/** @param parts a file whose first mesh has one primitive, of the vertices that the expressions move */
export function withExpressions({ json, binary }: GlbParts, expressions: readonly Expression[]): GlbParts {
  const { meshes = [], accessors = [], bufferViews = [], buffers = [] } = json;
  const [mesh, ...others] = meshes;
  const [primitive] = mesh?.primitives ?? [];
  if (!mesh || !primitive || expressions.length === 0) return { json, binary };
  const moved = expressions.map(({ deltas }) => movedIn(deltas));
  const start = padded(binary.length);
  const total = moved.reduce((sum, { length }) => sum + length, 0);
  const isShort = moved.every((vertices) => (vertices.at(-1) ?? 0) < 65_535);
  const indexSize = isShort ? 2 : 4;
  const valuesStart = start + padded(total * indexSize);
  const whole = new Uint8Array(valuesStart + total * 12);
  whole.set(binary);
  const store: Store = {
    indices: isShort
      ? new Uint16Array(whole.buffer, start, total)
      : new Uint32Array(whole.buffer, start, total),
    values: new Float32Array(whole.buffer, valuesStart, total * 3),
    used: 0,
    view: bufferViews.length,
  };
  const added = expressions.map(({ deltas }, i) => put(store, deltas, moved[i]!));
  const views = [
    { buffer: 0, byteOffset: start, byteLength: total * indexSize },
    { buffer: 0, byteOffset: valuesStart, byteLength: total * 12 },
  ];
  const targets = added.map((_, i) => ({ POSITION: accessors.length + i }));
  return {
    json: {
      ...json,
      meshes: [{ ...mesh, primitives: [{ ...primitive, targets }] }, ...others],
      accessors: [...accessors, ...added],
      bufferViews: [...bufferViews, ...(total > 0 ? views : [])],
      buffers: [{ ...buffers[0], byteLength: whole.length }],
    },
    binary: whole,
  };
}

/** The buffer views of all expressions; `view`: the number of the first one. */
type Store = { indices: Uint16Array | Uint32Array; values: Float32Array; used: number; view: number };

/** Stores the moves of some vertices. @returns the accessor of all */
function put(store: Store, deltas: Float32Array, moved: readonly number[]): GLTF.IAccessor {
  const { indices, values, used, view } = store;
  indices.set(moved, used);
  moved.forEach((v, i) => {
    values.set(deltas.subarray(v * 3, v * 3 + 3), (used + i) * 3);
  });
  store.used += moved.length;
  const rests = moved.length * 3 < deltas.length;
  const componentType = indices instanceof Uint16Array ? componentTypes.short : componentTypes.int;
  return {
    componentType: componentTypes.float,
    type: 'VEC3',
    count: deltas.length / 3,
    ...rangeOf(values.subarray(used * 3, store.used * 3), rests),
    ...(moved.length > 0 && {
      sparse: {
        count: moved.length,
        indices: { bufferView: view, byteOffset: used * indices.BYTES_PER_ELEMENT, componentType },
        values: { bufferView: view + 1, byteOffset: used * 12 },
      },
    }),
  };
}

/** In ascending order. */
function movedIn(deltas: Float32Array): number[] {
  const moved: number[] = [];
  for (let i = 0; i < deltas.length; i += 3)
    if (deltas[i] !== 0 || deltas[i + 1] !== 0 || deltas[i + 2] !== 0) moved.push(i / 3);
  return moved;
}

/** @param rests whether there are vertices that do not move */
function rangeOf(values: Float32Array, rests: boolean): Pick<GLTF.IAccessor, 'min' | 'max'> {
  const of = (pick: typeof Math.min, start: number) =>
    [0, 1, 2].map((axis) => {
      let found = rests ? 0 : start;
      for (let i = axis; i < values.length; i += 3) found = pick(found, values[i]!);
      return found;
    });
  return {
    min: of(Math.min, Number.POSITIVE_INFINITY),
    max: of(Math.max, Number.NEGATIVE_INFINITY),
  };
}
