import type { Accessor, Document, GLTF } from '@gltf-transform/core';

export function accessorOf(
  document: Document,
  type: GLTF.AccessorType,
  values: Float32Array | Int16Array | Uint8Array | Uint16Array | Uint32Array,
): Accessor {
  return document
    .createAccessor()
    .setType(type)
    .setArray(values as never);
}
