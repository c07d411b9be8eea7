/** Models of formats without materials. */
import { Document } from '@gltf-transform/core';
import type { Model } from './model.js';
import { smoothNormals } from './normals.js';

/** @param colors linear red, green and blue for each vertex, 0 to 1 */
export function bareModel(
  positions: Float32Array,
  indices: Uint32Array,
  notes: string[],
  colors?: Float32Array,
): Model {
  const document = new Document();
  const material = document.createMaterial('body').setRoughnessFactor(0.8).setMetallicFactor(0);
  material.setBaseColorFactor(colors ? [1, 1, 1, 1] : [0.55, 0.55, 0.57, 1]);
  const accessor = document.createAccessor().setType('SCALAR').setArray(indices);
  const source = document.createPrimitive().setIndices(accessor).setMaterial(material);
  if (colors) source.setAttribute('COLOR_0', document.createAccessor().setType('VEC3').setArray(colors));
  const normals = smoothNormals(positions, indices);
  return { name: 'model', document, pieces: [{ source, positions, normals, indices }], notes };
}
